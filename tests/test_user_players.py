"""Players written by users and passed as objects: in a match, in a game in progress, and with bad answers."""

import gc
import os
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest

from jungle import FlipGame, Game, GameError, Move
from jungle.arena import play_match
from jungle.arena.errors import InvalidSettingError
from jungle.arena.games import ArenaEnding, is_failure
from jungle.board_game import BoardGame
from jungle.engine import EngineError, IllegalAnswerError, Limit, Score, UciEngine
from jungle.moves import BoardMove
from jungle.outcome import Reason
from jungle.play import LiveGame
from jungle.play.events import Failed, Job, Moved
from jungle.players import (
    Choice,
    InvalidPlayerError,
    Player,
    UserPlayerError,
    as_player,
    level,
    player,
)
from jungle.players.user_players import SubprocessPlayer
from tests.needs import needs_core


class Hasty(Player):
    """The first legal move. Its constructor does not call the base class's."""

    def __init__(self) -> None:
        self.games: list[Any] = []
        self.limits: list[Limit | None] = []

    def new_game(self, seed: int | str | None = None) -> None:
        self.games.append(seed)

    def choose(self, game: BoardGame, limit: Limit | None = None) -> BoardMove:
        self.limits.append(limit)
        return game.legal_moves()[0]


class Answers(Player):
    def __init__(self, answer: Any) -> None:
        super().__init__("answerer")
        self.answer = answer

    def choose(self, game: BoardGame, limit: Limit | None = None) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Plain:
    """Not a Player, but an object with `choose`."""

    def choose(self, game: BoardGame) -> str:
        return game.legal_moves()[0].uci()


FIRST = Game().legal_moves()[0]


@pytest.mark.parametrize("answer", [FIRST, "a1a2", Choice(FIRST), Choice(FIRST, 7, Score(30))])
def test_a_player_answers_with_a_move_a_text_or_a_choice(answer: Any) -> None:
    choice = Answers(answer).prepare(Game()).run()
    assert choice == (answer if isinstance(answer, Choice) else Choice(FIRST))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("a1a9", "answerer: answered 'a1a9': "),
        ("hello", "answerer: answered 'hello': expected a move"),
        (None, "answerer: answered None: expected a legal move in l5t/"),
        (Game().legal_moves(), r"answerer: answered \["),
        (Move.from_uci("a1a9"), "answerer: answered "),
        ("x" * 100_000, "answerer: answered 'xxx"),
    ],
)
def test_an_illegal_answer_is_quoted_and_names_the_player(answer: Any, message: str) -> None:
    with pytest.raises(IllegalAnswerError, match=f"^{message}") as caught:
        Answers(answer).prepare(Game()).run()
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("error", [ValueError("no idea"), EngineError("no idea"), GameError("no idea")])
def test_an_error_names_the_player(error: Exception) -> None:
    with pytest.raises(UserPlayerError, match=r"^answerer: .*no idea"):
        Answers(error).prepare(Game()).run()


def test_an_object_whose_repr_fails_is_reported() -> None:
    class Nasty:
        def __repr__(self) -> str:
            raise RuntimeError("no repr")

    with pytest.raises(UserPlayerError, match="answerer: RuntimeError: no repr"):
        Answers(Nasty()).prepare(Game()).run()


@pytest.mark.parametrize("is_process", [False, True])
def test_a_described_players_illegal_answer_is_quoted(is_process: bool) -> None:
    """In its own process too, where the protocol has only 0000 for it."""
    text = "python:tests.arena.user_players:Cheats"
    opened = SubprocessPlayer(text, Game, 10) if is_process else player(text)
    with opened, pytest.raises(IllegalAnswerError) as caught:
        opened.choose(Game())
    assert str(caught.value).startswith(f"{text}: answered 'a1a9': ")
    assert "0000" not in str(caught.value)


def test_a_player_sees_a_copy_without_the_face_down_pieces() -> None:
    class Curious(Player):
        def choose(self, game: BoardGame, limit: Limit | None = None) -> BoardMove:
            assert game.deal is None
            move = game.legal_moves()[0]
            game.push(next(move for move in game.legal_moves() if not move.is_flip())) if len(game) > 4 else None
            return move

    game = FlipGame(seed=1)
    assert Curious().prepare(game).run().move in game.legal_moves()
    assert len(game) == 0


def test_stopping_is_optional_and_may_be_overridden() -> None:
    class Patient(Player):
        def __init__(self) -> None:
            self.wanted = threading.Event()

        def choose(self, game: BoardGame, limit: Limit | None = None) -> str:
            self.wanted.wait(60)
            return "a1a2"

        def stop(self) -> None:
            self.wanted.set()

    task = Patient().start(Game())
    task.stop()
    assert task.result().move == FIRST
    hasty = Hasty()
    task = hasty.prepare(Game())
    hasty.stop()
    assert task.run().move == FIRST


# Matches


def test_a_match_between_objects_plays_in_this_process() -> None:
    hasty = Hasty()
    with play_match(level("easy"), hasty, games=4, max_plies=20) as match:
        results = list(match)
    assert len(results) == 4
    assert match.summary().names == ("easy", "Hasty")
    assert hasty.games[-4:] == sorted({f"1 0 {pair} {leg} {side}" for pair, leg, side in PLACES})
    assert not any(is_failure(result.ending) for result in results)


PLACES = [(0, 0, "r"), (0, 1, "b"), (1, 0, "r"), (1, 1, "b")]


def test_an_object_and_its_description_play_the_same_games() -> None:
    described = play_match("2:nodes=300", "greedy", games=4, seed=5, max_plies=40)
    with player("2:nodes=300") as first, player("greedy") as second:
        passed = play_match(first, second, games=4, seed=5, max_plies=40)
        assert passed.result().names == described.result().names
    assert [game.line for game in passed.games] == [game.line for game in described.games]


def test_any_object_with_choose_plays_and_a_name_plays_against_it() -> None:
    results = list(play_match(Plain(), "python:tests.arena.user_players:First", games=2, max_plies=20))
    assert {result.ending for result in results} <= {ArenaEnding.PLIES, Reason.REPETITION}


@pytest.mark.parametrize(
    ("answer", "ending", "detail"),
    [
        ("a1a9", ArenaEnding.ILLEGAL, "answered 'a1a9'"),
        (ZeroDivisionError("no idea"), ArenaEnding.CRASH, "ZeroDivisionError: no idea"),
    ],
)
def test_an_object_that_fails_loses_and_plays_on(answer: Any, ending: ArenaEnding, detail: str) -> None:
    results = list(play_match("random", Answers(answer), games=3))
    assert [result.points(0) for result in results] == [1, 1, 1]
    assert all(result.ending is ending and result.detail.startswith(detail) for result in results)


def test_an_object_that_is_late_is_stopped_and_loses() -> None:
    class Late(Player):
        def __init__(self) -> None:
            self.stopped = threading.Event()

        def choose(self, game: BoardGame, limit: Limit | None = None) -> BoardMove:
            self.stopped.wait(60)
            return game.legal_moves()[0]

        def stop(self) -> None:
            self.stopped.set()

    [result] = play_match(Late(), "random", games=1, timeout=0.05)
    assert (result.ending, result.points(0)) == (Reason.TIMEOUT, 0)


def test_a_stopped_match_of_objects_keeps_the_finished_games() -> None:
    with play_match(Hasty(), "random", games=1_000_000, max_plies=30) as match:
        next(iter(match))
        match.stop()
        summary = match.result()
    assert 1 <= summary.standing.games == len(match.games) < 1_000_000


def test_two_matches_of_objects_at_once_do_not_mix() -> None:
    matches = [play_match(Hasty(), "greedy", games=4, seed=seed, max_plies=30) for seed in (1, 1)]
    for match in matches:
        match.result()
    first, second = ([game.line for game in match.games] for match in matches)
    assert first == second


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (Hasty, r"expected a player, got the class Hasty: create one, Hasty\(\)"),
        (7, r"expected a player, its name or an object with choose\(game\), got 7"),
        (None, "got None"),
        ("gredy", "did you mean 'greedy'"),
    ],
)
def test_an_object_that_is_not_a_player_is_refused(wanted: Any, message: str) -> None:
    for use in (as_player, lambda one: play_match(one, "random")):
        with pytest.raises(InvalidPlayerError, match=message):
            use(wanted)


def test_worker_processes_are_refused_for_objects() -> None:
    with pytest.raises(InvalidSettingError, match="jobs: expected 1, got 2: worker processes do not have"):
        play_match(Hasty(), "random", jobs=2)


def test_a_player_of_another_game_is_refused() -> None:
    with pytest.raises(InvalidPlayerError, match="expected a player of flip: 'easy' was created for jungle"):
        play_match(level("easy"), Hasty(), game="flip")
    game = FlipGame(seed=1)
    assert level("easy", game="flip").choose(game).move in game.legal_moves()


# A game in progress


def until(live: LiveGame, kind: type[Any]) -> Any:
    for _ in range(1000):
        for event in live.wait(60):
            if isinstance(event, kind):
                return event
    raise AssertionError(kind)


def test_a_seat_takes_a_player() -> None:
    hasty = Hasty()
    with LiveGame(Game(), (hasty, None)) as live:
        assert live.seats == ("Hasty", None)
        assert live.opponent == "Hasty"
        moved = until(live, Moved)
        assert (moved.player, moved.move) == ("Hasty", FIRST)
        live.again()
        assert until(live, Moved).player == "Hasty"
    assert hasty.games == [None, None]


def test_seeded_levels_keep_their_seed_and_are_not_closed() -> None:
    with level("3", seed=4) as three:
        expected = three.choose(Game()).move
        with LiveGame(Game(), (three, None)) as live:
            assert until(live, Moved).move == expected
        assert three.choose(Game()).move == expected


def test_a_failing_object_pauses_the_game() -> None:
    with LiveGame(Game(), (Answers("a1a9"), None)) as live:
        failed = until(live, Failed)
    assert failed.task is Job.MOVE
    assert failed.why.startswith("answerer: answered 'a1a9'")


def test_a_saved_game_needs_players_that_have_a_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidPlayerError, match=r"a saved game needs players that can be opened by name: .*'Hasty'"):
        LiveGame(Game(), (None, Hasty()), folder=tmp_path)
    with LiveGame(Game(), (None, level("2", seed=1)), folder=tmp_path) as live:
        live.play("a3a4")
        until(live, Moved)
    with LiveGame.resume(tmp_path) as live:
        assert live.seats == (None, "2")


# Memory


@pytest.mark.parametrize("text", ["level", "engine:nodes=200,hash=16", "greedy"])
def test_an_unclosed_player_is_released(text: str) -> None:
    """By reference counting alone: its engine, and with it the table, goes with the last name for it."""
    opened: Any = level("hard", seed=1, nodes=500) if text == "level" else player(text)
    game = Game()
    game.push(opened.choose(game).move)
    engine = getattr(opened, "_engine", opened)
    released = [weakref.ref(opened), weakref.ref(engine)]
    gc.disable()
    try:
        del opened, engine
        assert [reference() for reference in released] == [None, None]
    finally:
        gc.enable()


@needs_core
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_the_memory_of_unclosed_players_is_freed() -> None:
    program = """
import gc
from jungle import Game
from jungle.players import player
def megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 >> 20
gc.disable()
player("engine:nodes=20000,hash=64").choose(Game())
before = megabytes()
for _ in range(20):
    player("engine:nodes=20000,hash=64").choose(Game())
print(megabytes() - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 100


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_the_process_of_an_unclosed_player_ends() -> None:
    opened = player(f"uci:{sys.executable} -m jungle engine,nodes=10,option.Hash=1")
    assert opened.choose(Game()).nodes
    engine: UciEngine = opened._engine  # type: ignore[attr-defined]
    process, reader = engine._process, engine._reader
    del opened, engine
    gc.collect()
    assert process.returncode is not None
    reader.join(60)
    assert not reader.is_alive()
