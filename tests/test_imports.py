"""Imports go one way: a module imports only what comes before it in ORDER."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "jungle"

# From the bottom up. Modules in the same set do not import each other.
# A package is one entry: its modules may import each other freely. "jungle" is the public API, jungle/__init__.py.
ORDER = [
    {"errors", "extras", "features", "task", "progress", "_cpu", "_native"},
    {"native"},
    {"pieces"},
    {"geometry", "outcome", "zobrist"},
    {"rules"},
    {"rules_text"},
    {"moves"},
    {"board_position"},
    {"board_game"},
    {"position"},
    {"native_rules"},
    {"game"},
    {"flip"},
    {"perft"},
    {"games"},
    {"storage"},
    {"puzzles", "record"},
    {"jungle"},
    {"language", "assets", "lessons", "clock"},
    {"options"},
    {"svg", "tablebase"},
    {"engine"},
    {"players"},
    {"phrases"},
    {"rules_words"},
    {"training"},
    {"uci", "arena", "play"},
    {"exam"},
    {"terminal", "desktop", "web", "rl", "mcp"},
    {"server"},
    {"commands"},
    {"cli"},
    {"__main__"},
]

# The same within the server.
SERVER_ORDER = [
    {"errors", "events", "json", "times", "metrics", "names", "local_network"},
    {"background", "settings", "pairing"},
    {"storage"},
    {"identity"},
    {"realtime"},
    {"children"},
    {"game"},
    {"lobby"},
    {"push"},
    {"school", "mail"},
    {"ops"},
    {"services"},
    {"api", "bots"},
    {"app"},
    {"workers"},
    {"serve"},
]

# Third-party packages, by the one package that may import them. Everything else uses only the standard library.
THIRD_PARTY = {
    "desktop": {"pygame"},
    "web": {"fontTools"},
    "terminal": {"prompt_toolkit"},
    "server": {
        "aiosmtpd",
        "aiosmtplib",
        "alembic",
        "argon2",
        "authres",
        "cryptography",
        "dkim",
        "dns",
        "fastapi",
        "msgspec",
        "networkx",
        "asyncpg",
        "prometheus_client",
        "pydantic",
        "pydantic_settings",
        "pyotp",
        "redis",
        "PIL",
        "resvg_py",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "uvloop",
        "websockets",
    },
    "exam": {"resvg_py"},
    "mcp": {"anyio", "mcp", "pydantic", "resvg_py"},
    "commands": {"uvicorn"},
    "arena": {"distributed"},  # for clusters
    "rl": {"gymnasium", "numpy", "pettingzoo", "pygame", "pyspiel", "resvg_py"},
}

VAGUE_NAMES = {"utils", "util", "core", "common", "helpers", "misc"}

FILES = sorted(SOURCE.rglob("*.py"))
LEVELS = {name: level for level, names in enumerate(ORDER) for name in names}
SERVER_LEVELS = {name: level for level, names in enumerate(SERVER_ORDER) for name in names}
SERVER_FILES = [path for path in FILES if path.is_relative_to(SOURCE / "server")]


def place(parts: tuple[str, ...]) -> str:
    """The entry of ORDER for a dotted name: ('jungle', 'engine', 'uci') belongs to engine."""
    if len(parts) > 1 and ((SOURCE / parts[1]).is_dir() or any(SOURCE.glob(f"{parts[1]}.py*"))):
        return parts[1]
    return "jungle"


def place_of_file(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return "jungle" if parts == ("__init__",) else parts[0]


class _Runtime(ast.NodeTransformer):
    """Leaves out what only type checkers import."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        return node.orelse if ast.unparse(node.test) == "TYPE_CHECKING" else node


@cache
def imported_names(path: Path) -> list[tuple[str, ...]]:
    """Every dotted name the file imports, including imports inside functions, but not those for type checkers."""
    return list(_imported_names(path))


def _imported_names(path: Path) -> Iterator[tuple[str, ...]]:
    package = ("jungle", *path.relative_to(SOURCE).parent.parts)
    for node in ast.walk(_Runtime().visit(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            base = (*start, *(node.module or "").split(".")) if node.module else start
            yield from ((*base, alias.name) for alias in node.names)


def test_every_module_has_its_place() -> None:
    missing = {place_of_file(path) for path in FILES} - LEVELS.keys()
    assert not missing, f"give these a place in ORDER: {sorted(missing)}"


def test_imports_flow_one_way() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)}: {here} stands before or beside {'.'.join(name)}"
        for path in FILES
        for here in [place_of_file(path)]
        for name in imported_names(path)
        if name[0] == "jungle" and (there := place(name)) != here and LEVELS[there] >= LEVELS[here]
    ]
    assert not wrong


def test_every_module_of_the_server_has_its_place() -> None:
    places = {path.relative_to(SOURCE / "server").with_suffix("").parts[0] for path in SERVER_FILES}
    assert places - {"__init__"} == SERVER_LEVELS.keys()


def test_imports_of_the_server_flow_one_way() -> None:
    wrong = []
    for path in SERVER_FILES:
        here = path.relative_to(SOURCE / "server").with_suffix("").parts[0]
        for name in imported_names(path):
            there = name[2] if name[:2] == ("jungle", "server") and len(name) > 2 else ""
            if there in SERVER_LEVELS and there != here and SERVER_LEVELS[there] >= SERVER_LEVELS[here]:
                wrong.append(f"{path.relative_to(SOURCE)}: {here} stands before or beside {'.'.join(name)}")
    assert not wrong


def test_only_the_modules_that_start_the_server_import_its_api() -> None:
    importers = {
        path.relative_to(SOURCE / "server").parts[0]
        for path in SERVER_FILES
        for name in imported_names(path)
        if name[:3] == ("jungle", "server", "api")
    }
    assert importers <= {"api", "app.py", "serve.py"}


def test_third_party_packages_stay_in_their_place() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} may not import {name[0]}"
        for path in FILES
        for name in imported_names(path)
        if name[0] not in sys.stdlib_module_names | {"jungle"} | THIRD_PARTY.get(place_of_file(path), set())
    ]
    assert not wrong


def test_module_names_are_not_vague() -> None:
    vague = [path for path in FILES if VAGUE_NAMES & {path.stem, *path.relative_to(SOURCE).parts}]
    assert not vague


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    """Also inside a package, and also by imports inside functions."""
    modules = {module_name(path): path for path in FILES}
    imports = {
        name: {".".join(found) for found in imported_names(path)}
        | {".".join(found[:-1]) for found in imported_names(path)}
        for name, path in modules.items()
    }
    # A module that leads to itself is part of a circle.
    reached = {name: targets & modules.keys() - {name, *packages(name)} for name, targets in imports.items()}
    sorter = TopologicalSorter(reached)
    try:
        sorter.prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(reversed(error.args[1]))) from None


def module_name(path: Path) -> str:
    parts = ("jungle", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def packages(name: str) -> list[str]:
    """The packages around a module, whose own imports may name it."""
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]
