"""Data flows one way: a module imports only what stands before it in ORDER."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "jungle"

# From the bottom up. Modules of one line stand beside each other and do not import each other.
# A package is one entry: inside, its modules are free. "jungle" is the public API, jungle/__init__.py.
ORDER = [
    {"errors", "whole_files", "_cpu", "_native"},
    {"native"},
    {"pieces"},
    {"geometry", "outcome", "keys"},
    {"rules"},
    {"house_rules"},
    {"moves"},
    {"boardposition"},
    {"boardgame"},
    {"course", "position"},
    {"tables"},
    {"counting"},
    {"game"},
    {"record"},
    {"flip"},
    {"games"},
    {"jungle"},
    {"language", "options", "assets"},
    {"svg"},
    {"engine"},
    {"players"},
    {"uci", "arena"},
    {"terminal", "desktop", "server", "web", "rl"},
    {"commands"},
    {"cli"},
    {"__main__"},
]

# Third-party packages, each inside the one package that may need it. All else is the standard library only.
THIRD_PARTY = {
    "desktop": {"pygame", "platformdirs"},
    "arena": {"distributed"},  # the cluster's
}

VAGUE_NAMES = {"utils", "util", "core", "common", "helpers", "misc"}

FILES = sorted(SOURCE.rglob("*.py"))
LEVELS = {name: level for level, names in enumerate(ORDER) for name in names}


def place(parts: tuple[str, ...]) -> str:
    """The entry of ORDER for a dotted name: ('jungle', 'engine', 'uci') belongs to engine."""
    if len(parts) > 1 and ((SOURCE / parts[1]).is_dir() or any(SOURCE.glob(f"{parts[1]}.py*"))):
        return parts[1]
    return "jungle"


def place_of_file(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return "jungle" if parts == ("__init__",) else parts[0]


def imported_names(path: Path) -> Iterator[tuple[str, ...]]:
    """Every dotted name the file imports, inside functions too."""
    package = ("jungle", *path.relative_to(SOURCE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            base = (*start, *(node.module or "").split(".")) if node.module else start
            yield from ((*base, alias.name) for alias in node.names)


def test_every_module_has_its_place() -> None:
    missing = {place_of_file(path) for path in FILES} - LEVELS.keys()
    assert not missing, f"give these a place in ORDER: {sorted(missing)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_flow_one_way(path: Path) -> None:
    here = place_of_file(path)
    wrong = {
        ".".join(name)
        for name in imported_names(path)
        if name[0] == "jungle" and (there := place(name)) != here and LEVELS[there] >= LEVELS[here]
    }
    assert not wrong, f"{here} stands before or beside {sorted(wrong)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_third_party_packages_stay_in_their_place(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"jungle"} | THIRD_PARTY.get(place_of_file(path), set())
    wrong = {name[0] for name in imported_names(path)} - allowed
    assert not wrong, f"{path.name} may not import {sorted(wrong)}"


def test_names_say_what_a_module_is() -> None:
    vague = [path for path in FILES if VAGUE_NAMES & {path.stem, *path.relative_to(SOURCE).parts}]
    assert not vague
