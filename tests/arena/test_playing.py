"""Games and their players: results, failures of every kind, and adjudication."""

import json
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from jungle import FlipGame, Game, Position
from jungle.arena.adjudication import Adjudication, Adjudicator
from jungle.arena.errors import ArenaError
from jungle.arena.games import ArenaEnding, Conditions, Ending, GameJob, GameResult, Opening, is_failure
from jungle.arena.playing import Batch, check_players, close_seats, play_batch
from jungle.engine import Score, UciEngine
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from tests.needs import needs_core

GUESTS = "python:tests.arena.user_players:"


def first_moves(plies: int) -> tuple[str, ...]:
    """The game in which both players always make the first legal move."""
    game = Game()
    for _ in range(plies):
        game.play(game.legal_moves()[0])
    return tuple(map(str, game.moves))


FIRST_MOVES = first_moves(12)


@pytest.fixture(autouse=True)
def _no_players_left() -> Iterator[None]:
    yield
    close_seats()


def job(number: int = 0, leg: int = 0, opening: Opening | None = None) -> GameJob:
    return GameJob(0, number, leg, (leg, 1 - leg), opening or Opening(), f"1 {number} {leg}")


def play(
    first: str, second: str, *, games: int = 2, opening: Opening | None = None, **conditions: object
) -> list[GameResult]:
    settings = Conditions(**conditions)  # type: ignore[arg-type]
    jobs = tuple(job(number // 2, number % 2, opening) for number in range(games))
    return play_batch(Batch((first, second), settings, jobs))


def test_too_many_plies_are_inconclusive() -> None:
    [stopped] = play("random", "random", games=1, max_plies=10)
    assert (stopped.winner, stopped.ending, stopped.plies, stopped.points(1)) == (None, ArenaEnding.PLIES, 10, 0.5)
    assert stopped.is_inconclusive()


FAILURES = [
    ("Exits", ArenaEnding.CRASH, "SystemExit: 3"),
    ("Dies", ArenaEnding.CRASH, "exit code 7$"),
    ("Segfaults", ArenaEnding.CRASH, "SIGSEGV"),
    ("Loops,timeout=1", Reason.TIMEOUT, "no answer within 1 s"),
    ("Sleeps,timeout=0.1", Reason.TIMEOUT, "0.1 s"),
    ("Cheats", ArenaEnding.ILLEGAL, "^answered 'a1a9': .*tiger to a9"),
    ("Silent", ArenaEnding.ILLEGAL, "^answered None: expected a legal move in"),
    ("Mutters", ArenaEnding.CRASH, r"^RuntimeError: first then \\ud800 \(user_players.py:\d+\)$"),
    ("Withholds", ArenaEnding.CRASH, r"PermissionError: not yours \(user_players.py:\d+\)"),
    ("Floods", ArenaEnding.CRASH, "it wrote too much"),
    ("Stops,timeout=0.3", Reason.TIMEOUT, "0.3 s"),
]


LATE_FAILURES = ("Dies", "Segfaults", "Loops,timeout=1")


@pytest.mark.parametrize(("guest", "ending", "detail"), FAILURES, ids=[guest[:20] for guest, *_ in FAILURES])
def test_a_failing_player_loses_and_the_reason_is_kept(guest: str, ending: Ending, detail: str) -> None:
    [result] = play(GUESTS + guest, "random", games=1)
    assert (result.winner, result.ending) == (1, ending)
    assert re.search(detail, result.detail)
    # The moves before the failure are kept.
    assert result.plies == len(Game.from_moves(result.moves)) == (6 if guest in LATE_FAILURES else result.plies)


def test_a_failing_user_player_does_not_affect_others() -> None:
    results = play(GUESTS + "ClosesFiles", GUESTS + "First")
    assert [result.winner for result in results] == [1, 0]
    assert all(result.ending is ArenaEnding.CRASH for result in results)
    assert re.search("exit code|closed its output", results[0].detail)


def test_our_engine_is_stopped_when_its_time_is_up() -> None:
    started = time.monotonic()
    [lost] = play("engine:depth=200,timeout=0.2", "random", games=1)
    assert (lost.winner, lost.ending, lost.plies) == (1, Reason.TIMEOUT, 0)
    assert lost.efforts[0].slowest > 0.2
    assert time.monotonic() - started < 30


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_processes_a_player_leaves_behind_cause_no_delay() -> None:
    started = time.monotonic()
    [lost] = play(GUESTS + "Abandons", "random", games=1)
    assert (lost.winner, lost.ending) == (1, ArenaEnding.CRASH)
    assert time.monotonic() - started < 15


def test_a_syntax_error_in_a_player_names_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "misspelt.py").write_text("import os\ndef (\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArenaError, match=r"SyntaxError: .* \(misspelt.py:2\)"):
        check_players(Batch(("random", "python:misspelt:Player"), Conditions()))


def test_unusual_but_valid_players_work() -> None:
    guests = ("Text", "Spoils", "Prints", "Vague", "Exaggerates", "Rubbish")
    jobs = tuple(GameJob(0, pair, 0, (pair, (pair + 1) % len(guests)), Opening(), "") for pair in (0, 2, 4))
    conditions = Conditions(max_plies=len(FIRST_MOVES))
    for result in play_batch(Batch(tuple(GUESTS + guest for guest in guests), conditions, jobs)):
        assert result.moves == FIRST_MOVES, guests[result.job.players[0]]
        assert not any(effort.counted for effort in result.efforts), guests[result.job.players[0]]


@pytest.mark.parametrize("guest", ["AnswersTwice", "Forks"])
def test_a_player_that_answers_twice_does_not_affect_others(guest: str) -> None:
    [result] = play(GUESTS + guest, "random", games=1, max_plies=20)
    assert result.winner in (None, 1)
    assert result.moves == tuple(map(str, Game.from_moves(result.moves).moves))


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (GUESTS + "HangsAtStart", "no uciok in time"),
        (f"uci:{sys.executable} -c pass,depth=1", "ended with exit code 0"),
        (
            "python:os:getcwd",
            "the engine ended with exit code 1: python: 'python:os:getcwd' returned an object without",
        ),
    ],
)
def test_players_that_do_not_start_are_reported(player: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "Hangs" in player:
        monkeypatch.setattr("jungle.players.user_players.START_TIMEOUT", 1.0)
    with pytest.raises(ArenaError, match="cannot start player") as caught:
        check_players(Batch(("random", player), Conditions()))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_uci_engine_plays() -> None:
    engine = f"uci:{sys.executable} -m jungle engine,nodes=300,option.Hash=1"
    results = play(engine, "engine:nodes=300,hash=1", max_plies=16)
    assert all(not is_failure(result.ending) for result in results)
    assert results[0].efforts[0].nodes > 0
    # The same engine inside and outside the process: the same moves with colours swapped.
    assert results[0].moves == results[1].moves


def write_engine(path: Path, answer: str) -> str:
    path.write_text(
        "import sys, time\n"
        "print('option name Name type string', flush=True)\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('uci\\n'): print('uciok', flush=True)\n"
        "    if line.startswith('isready'): print('readyok', flush=True)\n"
        f"    if line.startswith('go'): {answer}\n"
    )
    return f"uci:{sys.executable} {path}"


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        ("print('bestmove a1a9', flush=True)", ArenaEnding.ILLEGAL),
        ("sys.exit(4)", ArenaEnding.CRASH),
        ("time.sleep(600)", Reason.TIMEOUT),
    ],
)
def test_a_failing_uci_engine_loses(tmp_path: Path, answer: str, ending: Ending) -> None:
    engine = write_engine(tmp_path / "engine.py", answer)
    timeout = 0.5 if ending is Reason.TIMEOUT else 30
    [result] = play(engine + f",movetime=0.1,timeout={timeout}", "random", games=1)
    assert (result.winner, result.ending) == (1, ending)


def test_a_uci_engine_that_stops_reading_causes_no_delay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UciEngine.__init__.__kwdefaults__, "timeout", 1.0)  # type: ignore[arg-type]
    path = tmp_path / "engine.py"
    path.write_text("import time\nprint('option name Name type string\\nuciok', flush=True)\ntime.sleep(600)\n")
    engine = f"uci:{sys.executable} {path},nodes=1,option.Name={'x' * 100_000}"
    [result] = play(engine, "random", games=1)
    assert (result.winner, result.ending, result.plies) == (1, Reason.TIMEOUT, 0)


def test_the_four_levels_and_the_engine_play() -> None:
    for first, second in (("easy", "medium:time=0.01"), ("engine:depth=2,eval=material", "hard:time=0.01,threads=1")):
        [result] = play(first, second, games=1, max_plies=12)
        assert not is_failure(result.ending)
        assert sum(effort.moves for effort in result.efforts) == result.plies
        assert all(effort.nodes > 0 for effort in result.efforts)


def test_levels_that_see_the_same_winner_can_be_adjudicated() -> None:
    lost = Opening(fen="7/2l4/7/7/7/7/E1W1P1R/1C3D1/T5L b")
    [result] = play("hard:nodes=2000", "medium", games=1, opening=lost, adjudicate="score=500,moves=2")
    assert (result.winner, result.ending, result.plies) == (0, Reason.ADJUDICATION, 4)


def test_players_who_agree_end_the_game() -> None:
    confident = GUESTS + "Confident,score=2000"
    [agreed] = play(confident, confident, games=1, adjudicate="score=1000,moves=3")
    assert (agreed.winner, agreed.ending, agreed.plies) == (0, Reason.ADJUDICATION, 6)
    assert [effort.nodes for effort in agreed.efforts] == [15, 15]


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ((200, -200), Side.BLUE),
        ((-200, 200), Side.RED),
        ((200, -50), None),  # one of them doubts it
        ((200, None), None),
        ((200, 200), None),  # each sees itself win
        ((200, 200, None, -300), None),
        ((200, 200, None, -300, 300), Side.BLUE),  # a change of mind restarts the count
    ],
)
def test_both_must_agree_for_an_adjudication(scores: tuple[int | None, ...], winner: Side | None) -> None:
    judge, game = Adjudicator(Adjudication(score=100, moves=1)), Game()
    for ply, score in enumerate(scores):
        assert game.outcome() is None
        judge.look(game, Side(ply % 2), None if score is None else Score(score))
    outcome = game.outcome()
    assert (outcome and outcome.winner) is winner


def test_a_tablebase_ends_a_game_whose_result_it_knows() -> None:
    [judged] = play("random", "random", games=1, opening=Opening(fen="7/7/3l3/7/7/7/7/7/C6 b"), adjudicate="tables=yes")
    assert (judged.winner, judged.ending, judged.plies) == (1, Reason.ADJUDICATION, 1)
    for tables, fen, ended in ((True, "7/7/3l3/7/7/7/7/7/C6 b", True), (False, "7/7/3l3/7/7/7/7/7/C6 b", False)):
        game = Game(position=Position.from_fen(fen))
        Adjudicator(Adjudication(tables=tables)).look(game, Side.RED, None)
        assert (game.outcome() is not None) is ended
    game = Game()
    Adjudicator(Adjudication(tables=True)).look(game, Side.RED, None)
    assert game.outcome() is None


@needs_core
@pytest.mark.parametrize(
    ("fen", "ending"),
    [("4/1t2/1T2/c3 r 0 -", "0-1"), ("4/1T2/4/c3 r 0 -", "1/2-1/2"), ("?3/1?2/2T1/4 b 0 Ll", None)],
    ids=["won", "drawn", "left to chance"],
)
def test_a_tablebase_ends_a_face_down_game_that_chance_cannot_change(fen: str, ending: str | None) -> None:
    game = FlipGame(fen=fen)
    Adjudicator(Adjudication(tables=True)).look(game, Side.RED, None)
    outcome = game.outcome()
    assert (outcome and outcome.result()) == ending


@pytest.mark.parametrize("text", ["score=0", "moves=x", "plies=3", "tables=perhaps"])
def test_bad_adjudications_are_refused(text: str) -> None:
    with pytest.raises(ArenaError, match="adjudicate"):
        Adjudication.parse(text)


def test_errors_name_their_location_and_results_round_trip() -> None:
    results = play("greedy", GUESTS + "Raises", opening=Opening(moves=("a3a4",)))
    assert [result.winner for result in results] == [0, 1]
    for result in results:
        assert re.search(r"ZeroDivisionError: no idea \(user_players.py:\d+\)", result.detail)
        assert GameResult.from_json(json.loads(json.dumps(result.to_json()))) == result


def test_an_opening_under_other_rules() -> None:
    game = Conditions(rules="gamerz").new_game(Opening(moves=("a3a4",)))
    assert game.rules.name == "gamerz"


def test_an_ending_is_looked_for_once_per_ply_and_one_thread_watches_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, started = 0, []
    decided, start = Game._decided, threading.Thread.start

    def find(game: Game) -> Outcome | None:
        nonlocal asked
        asked += 1
        return decided(game)

    def begin(thread: threading.Thread) -> None:
        started.append(thread.name)
        start(thread)

    monkeypatch.setattr(Game, "_decided", find)
    monkeypatch.setattr(threading.Thread, "start", begin)
    [result] = play("engine:nodes=50,hash=1", "greedy", games=1, max_plies=30)
    assert result.plies == 30
    assert asked <= result.plies + 1
    assert started.count("jungle-alarm") == 1
    assert len(started) <= 2
