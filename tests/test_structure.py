"""The tests mirror the code, and everything that CI runs exists."""

import ast
import re
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[1]
SERVER, TESTS = ROOT / "src/jungle/server", ROOT / "tests/server"
DECLARATIONS = {"__init__", "events", "rows", "services", "models", "json", "env", "publisher"}
"""Modules that only declare types: the tests of their users cover them."""
TESTED_ELSEWHERE = {
    "api/accounts": "identity/test_accounts",
    "api/authentication": "identity/test_access",
    "api/bots": "bots/test_client",
    "api/challenges": "lobby/test_lobby",
    "api/classes": "school/test_classes",
    "api/community": "lobby/test_tournaments",
    "api/families": "children/test_children",
    "api/lichess": "bots/test_lichess",
    "api/previews": "api/test_pages",
    "api/people": "identity/test_accounts",
    "api/progress": "school/test_progress",
    "app": "test_services",
    "children/privacy": "children/test_hostile_texts",
    "game/adapter": "game/test_third_game",
    "game/deadlines": "ops/test_sweeper",
    "game/privacy": "children/test_hostile_texts",
    "game/transaction": "game/test_games",
    "game/views": "api/test_games",
    "identity/users": "identity/test_accounts",
    "lobby/messages": "lobby/test_lobby",
    "lobby/tournament_rows": "lobby/test_tournaments",
    "names": "identity/test_accounts",
    "pairing/rounds": "lobby/test_tournament_rounds",
    "pairing/values": "pairing/test_standings",
    "mail/board_commands": "mail/test_commands",
    "mail/links": "identity/test_accounts",
    "mail/listings": "mail/test_commands",
    "mail/notices": "mail/test_smtp",
    "mail/outbox": "mail/test_smtp",
    "push/notices": "push/test_sender",
    "push/subscriptions": "push/test_sender",
    "realtime/lobby_feed": "lobby/test_seeks",
    "realtime/client_frames": "realtime/test_frames",
    "realtime/server_frames": "realtime/test_frames",
    "school/board": "school/test_classes",
    "school/class_board": "school/test_classes",
    "school/members": "school/test_classes",
    "school/pauses": "school/test_classes",
    "school/removal": "school/test_classes",
    "school/rounds": "school/test_classes",
    "school/views": "school/test_classes",
    "workers": "ops/test_upgrades",
}
"""Modules that are tested together with another one, mostly routes and the parts of a class or an email."""


def test_every_module_of_the_server_has_its_test_file() -> None:
    modules = {
        path.relative_to(SERVER).with_suffix("").as_posix()
        for path in SERVER.rglob("*.py")
        if path.stem not in DECLARATIONS and "migrations" not in path.parts
    }
    own = {module for module in modules if (TESTS / module).with_name(f"test_{module.rpartition('/')[2]}.py").exists()}
    assert sorted(modules - own - TESTED_ELSEWHERE.keys()) == [], "add a test file of the same name"
    assert sorted(TESTED_ELSEWHERE.keys() & own) == [], "these have a test file now: remove them from the list"
    assert sorted(TESTED_ELSEWHERE.keys() - modules) == [], "these modules are gone"
    assert [name for name in TESTED_ELSEWHERE.values() if not (TESTS / f"{name}.py").exists()] == []


def test_no_test_file_imports_from_another() -> None:
    """What two of them need belongs in a harness, a `conftest.py`, or a module without `test_` in its name."""
    found = []
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            parts = [module.rpartition(".")[2], *(name.rpartition(".")[2] for name in names)]
            if isinstance(node, ast.Import | ast.ImportFrom) and f"{module} {names}".find("tests") >= 0:
                found += [f"{path.relative_to(ROOT)}: {part}" for part in parts if part.startswith("test_")]
    assert found == []


def test_migrations_follow_one_another() -> None:
    """Two that were written at the same time would leave a database with two heads."""
    files = sorted((SERVER / "storage/migrations/versions").glob("*.py"))
    texts = [path.read_text(encoding="utf-8") for path in files]
    revisions = [re.findall(r'^revision = "(\w+)"', text, re.MULTILINE) for text in texts]
    before = [re.findall(r'^down_revision = "(\w+)"', text, re.MULTILINE) for text in texts]
    assert revisions == [[path.name[:4]] for path in files]
    assert before == [[], *revisions[:-1]]


def test_everything_that_workflows_make_is_a_target() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    made = set()
    for path in sorted((ROOT / ".github/workflows").glob("*.yml")):
        jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
        for name, job in jobs.items():
            assert "uses" in job or {"runs-on", "steps"} <= job.keys(), f"{path.name}: {name}"
            matrix = job.get("strategy", {}).get("matrix", {})
            made |= {each["make"] for each in matrix.get("include", ()) if "make" in each} | set(matrix.get("make", ()))
            for step in job.get("steps", ()):
                uses = step.get("uses")
                assert uses is None or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", uses), f"{uses}: pin it by its hash"
                made |= set(re.findall(r"\bmake ([a-z][a-z -]*)", step.get("run", "")))
    words = {word for text in made for word in text.split() if "=" not in word and not word.startswith("$")}
    assert len(words) >= 10
    assert sorted(words - targets) == []


def test_markers_are_explained() -> None:
    text = (ROOT / "docs/contribute/testing.md").read_text(encoding="utf-8")
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    markers = re.findall(r'^markers = \["(\w+):', settings, re.MULTILINE)
    assert markers
    assert [name for name in markers if f"`{name}`" not in text] == []
