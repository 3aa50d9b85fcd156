"""External engines: our own over a pipe, and programs that misbehave."""

import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from jungle import Game, GameError, Position
from jungle.engine import EngineError, Limit, Score
from jungle.engine import external as module
from jungle.engine.external import UciEngine
from jungle.flip import FlipGame

Script = Callable[[str], list[str]]
"""Makes an engine from a few lines of Python. Returns the command that starts it."""

OURS = [sys.executable, "-m", "jungle", "engine"]
WIN_IN_ONE = Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b")


@pytest.fixture(scope="module")
def engine() -> Iterator[UciEngine]:
    with UciEngine(OURS, options={"Hash": 2}) as engine:
        yield engine


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Makes an engine from a few lines of Python, in which `answer` maps commands to output."""

    def make(body: str) -> list[str]:
        path = tmp_path / "engine.py"
        path.write_text(
            "import sys, time, os\ndef say(*lines): print(*lines, sep='\\n', flush=True)\n"
            "for line in sys.stdin:\n    word = line.split()[0] if line.split() else ''\n"
            + textwrap.indent(textwrap.dedent(body), "    ")
        )
        return [sys.executable, str(path)]

    return make


POLITE = """
if word == 'uci': say('id name Polite', 'option name Skill type spin default 1', 'uciok')
if word == 'isready': say('readyok')
if word == 'quit': sys.exit()
"""


def test_an_external_engine_searches_like_our_own(engine: UciEngine) -> None:
    result = engine.search(WIN_IN_ONE, Limit(depth=3))
    assert (result.move.uci(), result.score) == ("d8d9", Score.win(1))
    with engine.start(Game.from_moves(["a3a4"]), Limit(depth=4)) as search:
        seen = list(search)
        result = search.result()
    assert result.depth == 4
    assert result.move in Game.from_moves(["a3a4"]).legal_moves()
    assert [r.depth for r in seen] == [1, 2, 3, 4]
    assert result.nodes > 0
    assert result.ponder is not None


def test_the_name_and_options_are_read(engine: UciEngine) -> None:
    assert engine.name.startswith("Jungle")
    assert "Hash" in engine.option_names


def test_an_external_engine_learns_which_game_to_play(script: Script) -> None:
    game = FlipGame(seed=4)
    with UciEngine(OURS, game=FlipGame) as engine:
        for _ in range(4):
            result = engine.search(game, Limit(nodes=300))
            assert result.move in game.legal_moves()
            game.push(result.move)
    with pytest.raises(EngineError, match="Polite: it does not play the game 'flip'"):
        UciEngine(script(POLITE), game=FlipGame)


def test_an_external_engine_receives_the_rules(engine: UciEngine) -> None:
    for rules in ("gamerz", "leiden", "standard:quiet_limit=none"):
        game = Game(rules)
        for _ in range(4):
            game.play(engine.search(game, Limit(depth=2)).move)


def test_multipv_returns_different_moves(engine: UciEngine) -> None:
    result = engine.search(Game(), Limit(depth=3), multipv=3)
    assert len({line.move for line in result.lines}) == 3


def test_searchmoves_limits_the_choice(engine: UciEngine) -> None:
    assert engine.search(WIN_IN_ONE, Limit(depth=2), searchmoves=["d8d7"]).move.uci() == "d8d7"


def test_clock_and_nodes(engine: UciEngine) -> None:
    assert engine.search(Game(), Limit(clock=1, increment=0.01, moves_to_go=5)).depth >= 1
    assert engine.search(Game(), Limit(nodes=500)).depth >= 1


def test_stop_ends_a_search_without_limits(engine: UciEngine) -> None:
    search = engine.start(Game())
    next(iter(search))
    search.stop()
    assert search.result().depth >= 1


def test_a_stop_before_the_search_has_begun(engine: UciEngine) -> None:
    for _ in range(20):
        search = engine.start(Game())
        search.stop()
        assert search.result().move in Game().legal_moves()


def test_ponderhit_starts_the_clock(engine: UciEngine) -> None:
    search = engine.start(Game(), Limit(movetime=0.001), ponder=True)
    assert [result.depth for result, _ in zip(search, range(3), strict=False)] == [1, 2, 3]
    assert not search.done
    search.ponderhit()
    assert search.result().depth >= 3


def test_a_finished_game_is_refused(engine: UciEngine) -> None:
    with pytest.raises(GameError):
        engine.search(Position.from_fen("3E3/7/7/7/7/7/7/r6/7 r"), Limit(depth=1))


def test_a_new_game(engine: UciEngine) -> None:
    engine.new_game()
    assert engine.search(WIN_IN_ONE, Limit(depth=1)).move.uci() == "d8d9"


def test_unknown_options_are_refused(engine: UciEngine) -> None:
    with pytest.raises(EngineError, match="unknown option 'Colour'"):
        engine.set_option("Colour", 1)
    with pytest.raises(EngineError, match="expected one line"):
        engine.set_option("Hash", "1\nquit")


@pytest.mark.parametrize("command", [[], "", ["/nonexistent/engine"], "/nonexistent/engine --fast"])
def test_programs_that_cannot_be_started_are_reported(command: list[str] | str) -> None:
    with pytest.raises(EngineError, match=r"expected the command|cannot be started"):
        UciEngine(command)


def test_a_program_that_is_not_an_engine_is_refused() -> None:
    with pytest.raises(EngineError, match="the engine ended with exit code 3"):
        UciEngine([sys.executable, "-c", "import sys; sys.exit(3)"])


def test_a_silent_program_times_out(script: Script) -> None:
    with pytest.raises(EngineError, match="no uciok in time"):
        UciEngine(script("pass"), timeout=0.2)


def test_a_crash_while_it_thinks(script: Script) -> None:
    with UciEngine(script(POLITE + "if word == 'go': os.abort()")) as engine:
        with pytest.raises(EngineError, match="Polite: the engine was killed by SIGABRT"):
            engine.search(Game(), Limit(depth=1))
        with pytest.raises(EngineError, match="SIGABRT"):
            engine.search(Game(), Limit(depth=1))


def test_a_hang_while_it_thinks(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE", 0.1)
    with (
        UciEngine(script(POLITE + "if word == 'go': time.sleep(600)")) as engine,
        pytest.raises(EngineError, match="Polite: no bestmove in time"),
    ):
        engine.search(Game(), Limit(movetime=0.01))
    assert engine._process.poll() is not None


def test_a_hang_after_stop(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STOP_TIMEOUT", 0.1)
    with UciEngine(script(POLITE + "if word == 'go': time.sleep(600)")) as engine:
        search = engine.start(Game())
        search.stop()
        with pytest.raises(EngineError, match="no bestmove in time"):
            search.result()


def test_an_illegal_answer_is_reported(script: Script) -> None:
    answers = ["a3a5", "nonsense", "(none)", "a7a6"]
    body = f"if word == 'go': answers = globals().setdefault('answers', {answers!r}); say('bestmove ' + answers.pop(0))"
    with UciEngine(script(POLITE + body)) as engine:
        for answer in answers:
            with pytest.raises(EngineError, match=re.escape(f"Polite: answered {answer!r}")):
                engine.search(Game(), Limit(depth=1))


def test_unknown_lines_are_ignored(script: Script) -> None:
    lines = ["info", "info depth", "info score cp pv", "info depth x score cp 9 pv a3a4 zz", "bestmove a3a4"]
    with UciEngine(script(POLITE + f"if word == 'go': say(*{lines!r})")) as engine:
        result = engine.search(Game(), Limit(depth=1))
    assert (result.move.uci(), result.score, result.depth) == ("a3a4", Score(9), 0)


def test_an_invalid_score_is_ignored(script: Script) -> None:
    numbers = ["--5", "²", "-", "5-", "1" * 40]
    infos = [f"info {kind} {number} pv a3a4" for number in numbers for kind in ("depth 1 score cp", "score mate")]
    with UciEngine(script(POLITE + f"if word == 'go': say(*{[*infos, 'bestmove a3a4']!r})")) as engine:
        assert engine.search(Game(), Limit(depth=1)).score == Score(0)


def test_endless_output_without_an_answer_times_out(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE", 0.1)
    monkeypatch.setattr(module, "LATEST", 0.1)
    with (
        UciEngine(script(POLITE + "while word == 'go': say('info string still thinking')")) as engine,
        pytest.raises(EngineError, match="no bestmove in time"),
    ):
        engine.search(Game(), Limit(movetime=0.01))


@pytest.mark.parametrize("talk", ["say('x' * 9999)", "sys.stdout.write('x' * 9999)"])
def test_a_flood_ends_the_engine(script: Script, monkeypatch: pytest.MonkeyPatch, talk: str) -> None:
    monkeypatch.setattr(module, "BACKLOG", 1000)
    monkeypatch.setattr(module, "LINE_LIMIT", 1000)
    with UciEngine(script(POLITE + f"while word == 'ucinewgame': {talk}")) as engine:
        engine._send("ucinewgame")
        assert engine._process.wait(60)
        with pytest.raises(EngineError, match="SIGKILL: it wrote too much"):
            engine.search(Game(), Limit(depth=1))


def test_a_stale_answer_is_not_taken_for_the_next(engine: UciEngine) -> None:
    with engine.start(Game()) as search:
        next(iter(search))
    assert engine.search(WIN_IN_ONE, Limit(depth=2)).move.uci() == "d8d9"


def test_a_second_answer_is_not_taken_for_the_next(script: Script) -> None:
    answers = "['bestmove a3a4', 'bestmove a3a4'] if 'moves' not in position else ['bestmove g7g6']"
    body = f"if word == 'position': position = line\nif word == 'go': say(*({answers}))"
    with UciEngine(script(POLITE + body)) as engine:
        engine.search(Game(), Limit(depth=1))
        assert engine.search(Game.from_moves(["a3a4"]), Limit(depth=1)).move.uci() == "g7g6"


def test_an_engine_without_lines_still_answers(script: Script) -> None:
    with UciEngine(script(POLITE + "if word == 'go': say('bestmove a3a4')")) as engine:
        assert engine.search(Game(), Limit(depth=1)).move.uci() == "a3a4"
        with pytest.raises(EngineError, match="unknown option 'MultiPV'"):
            engine.search(Game(), Limit(depth=1), multipv=2)


def test_close_kills_an_engine_that_does_not_quit(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUIT_TIMEOUT", 0.1)
    engine = UciEngine(script(POLITE.replace("sys.exit()", "time.sleep(600)")))
    engine.close()
    engine.close()
    assert engine._process.returncode is not None
    with pytest.raises(ProcessLookupError):
        os.kill(engine._process.pid, 0)
