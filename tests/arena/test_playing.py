"""Games in a process of their own: results, failures of every kind, and adjudication."""

import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from jungle import Game, Position
from jungle.arena.adjudication import Adjudication, Adjudicator
from jungle.arena.boards import Board
from jungle.arena.errors import ArenaError, InvalidPlayerError
from jungle.arena.games import Conditions, Ending, GameJob, GameResult, Opening
from jungle.arena.process import GameProcess
from jungle.pieces import Side

GUESTS = "python:arena.guests:"


@pytest.fixture
def process() -> Iterator[GameProcess]:
    process = GameProcess()
    yield process
    process.close()


def job(number: int = 0, leg: int = 0, opening: Opening | None = None) -> GameJob:
    return GameJob(0, number, leg, leg, 1 - leg, opening or Opening(), f"1 {number} {leg}")


def play(process: GameProcess, first: str, second: str, *, games: int = 2, **conditions: object) -> list[GameResult]:
    settings = Conditions(**conditions)  # type: ignore[arg-type]
    jobs = [job(number // 2, number % 2) for number in range(games)]
    return list(process.play([first, second], settings, jobs))


def test_scripted_players_have_known_results(process: GameProcess) -> None:
    results = play(process, GUESTS + "Walker,wins=both", GUESTS + "Walker,wins=nobody")
    assert [result.winner for result in results] == [Side.BLUE, Side.RED]
    assert [result.ending for result in results] == [Ending.DEN, Ending.DEN]
    assert [result.points(0) for result in results] == [1, 1]
    for result in results:
        game = Game.from_moves(result.moves)
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winner == result.winner


def test_repetition_is_a_draw_and_too_many_plies_are_inconclusive(process: GameProcess) -> None:
    [drawn] = play(process, GUESTS + "Walker,wins=nobody", GUESTS + "Walker,wins=nobody", games=1)
    assert (drawn.winner, drawn.ending, drawn.points(0)) == (None, Ending.REPETITION, 0.5)
    [stopped] = play(process, "random", "random", games=1, max_plies=10)
    assert (stopped.winner, stopped.ending, stopped.plies, stopped.points(1)) == (None, Ending.PLIES, 10, 0.5)
    assert stopped.is_inconclusive


@pytest.mark.parametrize(
    ("guest", "ending", "detail"),
    [
        ("Raises", Ending.CRASH, r"ZeroDivisionError: no idea \(guests.py:\d+\)"),
        ("Exits", Ending.CRASH, "SystemExit: 3"),
        ("Dies", Ending.CRASH, "exit code 7$"),
        ("Segfaults", Ending.CRASH, "SIGSEGV"),
        ("Loops,timeout=1", Ending.TIMEOUT, "no move within 1 s"),
        ("Sleeps,timeout=0.1", Ending.TIMEOUT, "0.1 s"),
        ("Cheats", Ending.ILLEGAL, "tiger to a9"),
        ("Silent", Ending.ILLEGAL, "got None"),
        ("Mutters", Ending.CRASH, r"^RuntimeError: first then \\ud800 \(guests.py:\d+\)$"),
        ("Withholds", Ending.CRASH, r"PermissionError: not yours \(guests.py:\d+\)"),
    ],
)
def test_who_fails_loses_and_the_reason_is_kept(process: GameProcess, guest: str, ending: Ending, detail: str) -> None:
    results = play(process, GUESTS + guest, "random", games=3)
    assert len(results) == 3
    assert [result.winner for result in results] == [Side.RED, Side.BLUE, Side.RED]
    for result in results:
        assert result.ending is ending
        assert result.points(0) == 0
        Game.from_moves(result.moves)
    assert re.search(detail, results[0].detail)


def test_the_moves_before_a_crash_are_kept(process: GameProcess) -> None:
    [dead] = play(process, GUESTS + "Segfaults", GUESTS + "First", games=1)
    [alive] = play(process, GUESTS + "First", GUESTS + "First", games=1)
    assert dead.moves == alive.moves[:6]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_what_a_player_leaves_behind_holds_nobody_up(process: GameProcess) -> None:
    started = time.monotonic()
    [lost] = play(process, GUESTS + "Abandons,timeout=1", "random", games=1)
    assert lost.winner == Side.RED
    assert len(play(process, "random", "random", games=1)) == 1
    assert time.monotonic() - started < 15


def test_a_player_that_cannot_be_read_names_the_line(
    process: GameProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "misspelt.py").write_text("import os\ndef (\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidPlayerError, match=r"SyntaxError: .* \(misspelt.py:2\)"):
        process.check(["python:misspelt:Player", "random"], Conditions())


@pytest.mark.parametrize("guest", ["Text", "Spoils", "Prints", "Vague"])
def test_odd_manners_do_no_harm(process: GameProcess, guest: str) -> None:
    plain = play(process, GUESTS + "First", GUESTS + "First")
    odd = play(process, GUESTS + guest, GUESTS + "First")
    assert [result.moves for result in odd] == [result.moves for result in plain]


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (GUESTS + "NeverStarts", "RuntimeError: no licence"),
        (GUESTS + "HangsAtStart", "it hangs"),
        (GUESTS + "Nobody", "has no 'Nobody'"),
        ("python:no_such_module:Player", "no module 'no_such_module'"),
        ("python:arena.guests:Game.copy", "Game.copy"),
        ("uci:/no/such/engine,depth=1", "no program '/no/such/engine'"),
        (f"uci:{sys.executable} -c pass,depth=1", "ended with code 0"),
    ],
)
def test_players_that_do_not_start(
    process: GameProcess, player: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jungle.arena.process.START_SECONDS", 1.0)
    with pytest.raises(InvalidPlayerError, match="does not start") as caught:
        process.check([player, "random"], Conditions())
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_uci_engine_plays(process: GameProcess) -> None:
    engine = f"uci:{sys.executable} -m jungle engine,nodes=300,option.Hash=1"
    process.check([engine, "engine:nodes=300,hash=1"], Conditions())
    results = play(process, engine, "engine:nodes=300,hash=1", max_plies=30)
    assert all(not result.ending.is_failure for result in results)
    assert results[0].nodes[0] is not None
    # The same engine within and without: the same moves with colours swapped.
    assert results[0].moves == results[1].moves


def write_engine(path: Path, answer: str) -> str:
    path.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('uci\\n'): print('uciok', flush=True)\n"
        "    if line.startswith('isready'): print('readyok', flush=True)\n"
        f"    if line.startswith('go'): {answer}\n"
    )
    return f"uci:{sys.executable} {path}"


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        ("print('bestmove a1a9', flush=True)", Ending.ILLEGAL),
        ("sys.exit(4)", Ending.CRASH),
        ("time.sleep(600)", Ending.TIMEOUT),
    ],
)
def test_a_failing_uci_engine_loses(process: GameProcess, tmp_path: Path, answer: str, ending: Ending) -> None:
    engine = write_engine(tmp_path / "engine.py", answer)
    [result] = play(
        process, engine + f",movetime=0.1,timeout={0.5 if ending is Ending.TIMEOUT else 30}", "random", games=1
    )
    assert (result.winner, result.ending) == (Side.RED, ending)


def test_the_four_levels_and_the_engine_play(process: GameProcess) -> None:
    for first, second in (("easy", "medium:time=0.01"), ("engine:depth=2,eval=material", "hard:time=0.01,threads=1")):
        [result] = play(process, first, second, games=1, max_plies=12)
        assert not result.ending.is_failure
        assert sum(result.choices) == result.plies
        # A beginner counts nothing.
        assert [nodes is not None and nodes > 0 for nodes in result.nodes] == [first != "easy", True]


def test_levels_that_see_the_same_winner_can_be_adjudicated(process: GameProcess) -> None:
    lost = job(opening=Opening(fen="7/2l4/7/7/7/7/E1W1P1R/1C3D1/T5L b"))
    adjudicated = Conditions(adjudicate="score=500,moves=2")
    [result] = process.play(["hard:nodes=2000", "medium"], adjudicated, [lost])
    assert (result.winner, result.ending, result.plies) == (Side.BLUE, Ending.ADJUDICATION, 4)


def test_both_must_agree_for_an_adjudication(process: GameProcess) -> None:
    settings = "score=1000,moves=3"
    confident, modest = GUESTS + "Confident,score=2000", GUESTS + "Confident,score=500"
    [agreed] = play(process, confident, confident, games=1, adjudicate=settings)
    assert (agreed.winner, agreed.ending, agreed.plies) == (Side.BLUE, Ending.ADJUDICATION, 6)
    assert agreed.nodes == (15, 15)
    [doubted] = play(process, confident, modest, games=1, adjudicate=settings)
    assert doubted.ending is not Ending.ADJUDICATION
    [opposed] = play(process, confident, GUESTS + "Confident,score=-2000", games=1, adjudicate=settings)
    assert opposed.ending is not Ending.ADJUDICATION


def test_a_change_of_mind_starts_the_count_anew() -> None:
    judge = Adjudicator(Adjudication(score=100, moves=1))
    assert judge.hear(Side.BLUE, 200) is None
    assert judge.hear(Side.RED, 200) is None
    assert judge.hear(Side.BLUE, None) is None
    assert judge.hear(Side.RED, -300) is None
    assert judge.hear(Side.BLUE, 300) is Side.BLUE


def test_a_tablebase_ends_a_game_with_two_pieces_left() -> None:
    judge = Adjudicator(Adjudication(tables=True))
    assert judge.known(Position.from_fen("7/7/7/7/7/7/Lt5/7/7 b")) == (Side.BLUE,)
    assert judge.known(Position.from_fen("7/7/3l3/7/7/7/7/7/C6 b")) == (Side.RED,)
    assert judge.known(Position.initial()) is None
    assert Adjudicator(Adjudication()).known(Position.from_fen("7/7/7/7/7/7/Lt5/7/7 b")) is None


def test_the_tablebase_decides_after_the_first_move(process: GameProcess) -> None:
    lost = job(opening=Opening(fen="7/7/3l3/7/7/7/7/7/C6 b"))
    [judged] = process.play(["random", "random"], Conditions(adjudicate="tables=yes"), [lost])
    assert (judged.winner, judged.ending, judged.plies) == (Side.RED, Ending.ADJUDICATION, 1)


@pytest.mark.parametrize("text", ["score=0", "moves=x", "plies=3", "tables=perhaps"])
def test_bad_adjudications(text: str) -> None:
    with pytest.raises(ArenaError, match="adjudicate"):
        Adjudication.parse(text)


def test_results_survive_their_plain_form(process: GameProcess) -> None:
    for result in play(process, "greedy", GUESTS + "Raises"):
        assert GameResult.from_json(result.to_json()) == result
    assert GameJob.from_json(job(3, 1, Opening(moves=("a3a4",))).to_json()) == job(3, 1, Opening(moves=("a3a4",)))


def test_an_opening_under_other_rules() -> None:
    game = Board("gamerz").new_game(Opening(moves=("a3a4",)))
    assert game.rules.name == "gamerz"
