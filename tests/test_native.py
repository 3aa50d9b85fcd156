"""Loading the native core, and its type stub."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from jungle import native
from tests.needs import needs_core

STUB = Path(__file__).parent.parent / "src" / "jungle" / "_native.pyi"


def test_the_core_is_built_where_it_is_required() -> None:
    if os.environ.get("JUNGLE_REQUIRE_NATIVE") == "1" and os.environ.get("JUNGLE_NATIVE") != "0":
        assert native.native_available()


@needs_core
def test_the_build_fits_the_processor() -> None:
    name = native.core.__name__.rpartition(".")[2]
    instruction_set = native.core.instruction_set()
    expected = {"_native_v2": "x86-64-v2", "_native_v3": "x86-64-v3"}.get(name, instruction_set)
    assert instruction_set == expected


GAMES = """
import ctypes, random, sys
from jungle import Game, native
dice = random.Random(1)
for _ in range(10_000):
    game = Game()
    for _ in range(4):
        game.push(dice.choice(list(game.legal_moves())))
if "leak" in sys.argv:
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(native.core.SearchControl()))
"""


@needs_core
@pytest.mark.parametrize(("option", "is_quiet"), [("", True), ("leak", False)])
def test_ten_thousand_games_leave_no_native_object_behind(option: str, is_quiet: bool) -> None:
    """At exit, the core counts its instances and names those that are left."""
    command = [sys.executable, "-c", GAMES, option]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    assert ("leaked" not in done.stderr) == is_quiet, done.stderr


EVERY_PART = """
from jungle import GAMES, Game, STANDARD, perft, Position, rl, svg
from jungle.engine import Engine, FlipEngine, Limit
from jungle.flip import FlipGame
from jungle.play import LiveGame
from jungle.players import player
from jungle.tablebase import Tablebase
from tests.server.simulation.world import simulate

perft(Position.initial(), 2)
for kind, engine in ((Game, Engine), (FlipGame, FlipEngine)):
    searching = engine(threads=2, hash_mb=1)
    search = searching.start(kind(), Limit(movetime=60))
    next(iter(search))
    search.stop()
    search.result()
    svg.board(kind())
    chooser = player("3", game=kind.kind)
    chooser.choose(kind())
tables, live = Tablebase.open(), LiveGame(Game())
batches = [rl.BatchEnv(2, game=game, seed=1) for game in GAMES]
for batch in batches:
    batch.reset()
assert simulate(3).failure is None
"""


@needs_core
def test_a_process_that_has_used_every_part_exits_quietly() -> None:
    """The simulation froze the garbage collector, so that test runs ended with a page about leaked instances."""
    pytest.importorskip("fastapi")
    pytest.importorskip("numpy")
    done = subprocess.run([sys.executable, "-c", EVERY_PART], capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr) == (0, "")


LEAKED_FUNCTIONS = """
import ctypes
from jungle import Game, STANDARD
from jungle.flip import FlipGame
from jungle.native_rules import table
from jungle.players import level
from jungle.tablebase import Tablebase

level("3").choose(Game())
Tablebase.of_game("flip").shipped().core_tables(FlipGame().rules)
for function in (table, Tablebase.of_game("flip").shipped, Tablebase.of_game("jungle").shipped):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(function))
Tablebase.of_game("jungle").shipped().core_tables(STANDARD)
"""


@needs_core
def test_a_library_that_leaks_our_functions_leaks_no_core_objects() -> None:
    """Full test runs ended with a page about leaked instances: their caches outlived the interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", LEAKED_FUNCTIONS], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_core
def test_an_environment_variable_disables_the_core() -> None:
    code = "import jungle; print(jungle.native_available(), jungle.perft(jungle.Position.initial(), 2))"
    environment = {**os.environ, "JUNGLE_NATIVE": "0"}
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=True)
    assert result.stdout == "False 576\n"


@pytest.mark.parametrize(("level", "loaded"), [(3, "_native_v3"), (2, "_native_v2"), (1, None)])
def test_the_best_build_for_a_processor_is_picked(
    level: int, loaded: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cpu:
        @staticmethod
        def x86_level() -> int:
            return level

    monkeypatch.delenv("JUNGLE_NATIVE", raising=False)
    monkeypatch.setattr(native, "_import_built", lambda name: Cpu if name == "_cpu" else ModuleType(name))
    core = native._load_core()
    assert (core and core.__name__) == loaded


def test_other_processors_have_one_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUNGLE_NATIVE", raising=False)
    monkeypatch.setattr(native, "_import_built", lambda name: ModuleType(name) if name == "_native" else None)
    core = native._load_core()
    assert core is not None
    assert core.__name__ == "_native"


@needs_core
def test_the_stub_is_up_to_date() -> None:
    stubgen = pytest.importorskip("nanobind.stubgen")
    generator = stubgen.StubGen(native.core)
    generator.put(native.core)
    assert STUB.read_text(encoding="utf-8") == generator.get(), "run `make stubs`"
