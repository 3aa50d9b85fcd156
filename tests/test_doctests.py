"""The examples in docstrings and documents are correct."""

import doctest
from importlib import import_module
from pathlib import Path

from jungle.native import native_available

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "jungle"
NATIVE_ONLY = (
    set()
    if native_available()
    else {
        "jungle.rl.batch",
        "jungle.rl.datasets",
        "README.md",
        "engine.md",
        "howto.md",
        "levels.md",
        "rl.md",
        "tour.md",
        "tutorial.md",
    }
)
"""Examples that need the C++ core, skipped if it is not built."""


def modules() -> list[str]:
    """The modules that have examples."""
    found = (path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8"))
    names = (".".join(path.relative_to(SOURCE.parent).with_suffix("").parts) for path in found)
    return [name.removesuffix(".__init__") for name in names]


def test_examples_in_the_code() -> None:
    failed = [name for name in modules() if name not in NATIVE_ONLY and doctest.testmod(import_module(name)).failed]
    assert not failed, "see the captured output"


def _run(path: Path) -> int:
    return doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed


def test_examples_in_the_documents() -> None:
    documents = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
    failed = [path.name for path in documents if path.name not in NATIVE_ONLY and _run(path)]
    assert not failed, "see the captured output"
