"""One word, one thing: no two classes share a name, and no file is too long to read in one go."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLASSES = ROOT / "src" / "jungle"
FOLDERS = ("src", "native", "tests", "tools", "artwork", "benchmarks")
SUFFIXES = {".py", ".cpp", ".h", ".js", ".css"}
MOST_LINES = 400
GENERATED = {"native/weights.h"}


def test_no_two_classes_share_a_name() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(CLASSES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    shared = {name: found for name, found in places.items() if len(found) > 1}
    assert not shared


def test_no_file_is_too_long() -> None:
    files = [ROOT / "Jungle.py", *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
    long = {
        name: lines
        for path in files
        if path.suffix in SUFFIXES and "node_modules" not in path.parts
        if (name := path.relative_to(ROOT).as_posix()) not in GENERATED
        if (lines := path.read_text(encoding="utf-8").count("\n")) > MOST_LINES
    }
    assert not long
