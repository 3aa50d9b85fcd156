"""A game in progress, without a screen."""

import json
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jungle.clock import Clock
from jungle.errors import IllegalMoveReason
from jungle.flip import FlipGame
from jungle.flip.rules import FLIP
from jungle.game import Game
from jungle.games import GAMES
from jungle.outcome import Outcome, Reason
from jungle.pieces import Animal, Side
from jungle.play import LiveGame, read_setting
from jungle.play.events import (
    Began,
    Ended,
    Evaluated,
    Event,
    Failed,
    Hinted,
    Job,
    Moved,
    Redone,
    Refusal,
    Refused,
    Reviewed,
    Thinking,
    Ticked,
    Undone,
    Unsaved,
)
from jungle.play.thinking import find_hint
from jungle.storage import NothingToResumeError, archive

WIN_IN_ONE = "7/3E3/7/7/7/7/7/r6/7 b"
"""Blue's elephant is next to the den."""
INPUTS = ("undo", "redo", "hint", "resign", "agree_draw", "again", "stop", "flush")
PATIENCE = 30.0
"""Seconds after which a test gives up waiting."""


@pytest.fixture
def lives() -> Iterator[list[LiveGame]]:
    opened: list[LiveGame] = []
    yield opened
    for live in opened:
        live.close()


@pytest.fixture
def begin(lives: list[LiveGame]) -> Any:
    def make(game: Any = None, *seats: str | None, evaluating: bool = False, **options: Any) -> LiveGame:
        live = LiveGame(Game() if game is None else game, seats or (None, None), **options)  # type: ignore[arg-type]
        live.evaluating = evaluating
        lives.append(live)
        return live

    return make


def until(live: LiveGame, kind: type[Event]) -> Any:
    """Wait for an event of this kind."""
    for _ in range(1000):
        for event in live.wait(PATIENCE):
            if isinstance(event, kind):
                return event
        assert live.is_busy(), f"there will be no {kind.__name__}"
    raise AssertionError(f"there was no {kind.__name__}")


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def played(live: LiveGame) -> list[str]:
    return [move.uci() for move in live.game.moves]


# Moves


def test_a_move_is_played_and_reported(begin: Any) -> None:
    live = begin()
    live.play("a3a4")
    assert live.events() == [Moved(live.game.moves[0], 0, Side.BLUE, None)]
    assert live.events() == []
    live.play_between("g7", "g6")
    live.play_step(Animal.ELEPHANT, "up")
    assert [(event.seat, event.side) for event in live.events()] == [(1, Side.RED), (0, Side.BLUE)]
    assert played(live) == ["a3a4", "g7g6", "a4a5"]


def test_a_move_from_the_legal_moves_is_played(begin: Any) -> None:
    live = begin()
    live.play(live.legal_moves[0])
    assert kinds(live.events()) == [Moved]


@pytest.mark.parametrize(
    ("call", "refused"),
    [
        (lambda live: live.play("a3a5"), Refused(IllegalMoveReason.TOO_FAR, Animal.ELEPHANT, "a3a5")),
        (lambda live: live.play("5-e4"), Refused(IllegalMoveReason.RIVER, Animal.LEOPARD, "5-e4")),
        (lambda live: live.play("a7a6"), Refused(IllegalMoveReason.ABSENT, text="a7a6")),
        (lambda live: live.play("hello"), Refused(Refusal.NOT_A_MOVE, text="hello")),
        (lambda live: live.play(""), Refused(Refusal.NOT_A_MOVE)),
        (lambda live: live.play("8xa4"), Refused(IllegalMoveReason.MISNAMED, Animal.ELEPHANT, "8xa4")),
        (lambda live: live.play_between("a3", "a5"), Refused(IllegalMoveReason.TOO_FAR, Animal.ELEPHANT)),
        (lambda live: live.play_between("z9", "a5"), Refused(Refusal.NOT_A_MOVE)),
        (lambda live: live.play_step(Animal.LION, "down"), Refused(IllegalMoveReason.EDGE, Animal.LION)),
        (lambda live: live.undo(), Refused(Refusal.NOTHING_TO_UNDO)),
        (lambda live: live.redo(), Refused(Refusal.NOTHING_TO_REDO)),
        (lambda live: live.take_back_to(-1), Refused(Refusal.NOTHING_TO_UNDO)),
        (lambda live: live.take_back_to(0), Refused(Refusal.NOTHING_TO_UNDO)),
        (lambda live: live.try_again(0), Refused(Refusal.NOTHING_TO_UNDO)),
        (lambda live: live.again(1), Refused(Refusal.NO_LEVEL)),
        (lambda live: live.review(), Refused(Refusal.NOTHING_TO_REVIEW)),
    ],
)
def test_impossible_actions_are_refused_and_change_nothing(begin: Any, call: Any, refused: Refused) -> None:
    live = begin()
    call(live)
    assert live.events() == [refused]
    assert live.game == Game()


def test_a_person_cannot_move_for_the_computer(begin: Any) -> None:
    live = begin(Game(), "random", None)
    live.play("a3a4")
    live.hint()
    assert [event.why for event in live.events()] == [Refusal.NOT_YOUR_TURN] * 2


def test_legality_is_checked_once(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    live = begin()
    checks: list[str] = []
    for owner in (Game, type(live.game.position)):
        for name in ("find_move", "check", "_refuse"):
            if (method := getattr(owner, name, None)) is not None:
                monkeypatch.setattr(owner, name, _counted(method, name, checks))
    live.play_between("a3", "a4")
    assert checks.count("find_move") <= 2  # the game's method, which calls the position's
    assert "check" not in checks


def _counted(method: Any, name: str, calls: list[str]) -> Any:
    def counting(self: Any, *args: Any) -> Any:
        calls.append(name)
        return method(self, *args)

    return counting


def test_the_end_is_reported_once_and_stops_everything(begin: Any) -> None:
    live = begin(Game(fen=WIN_IN_ONE), None, "random")
    live.play("d8d9")
    outcome = Outcome(Side.BLUE, Reason.DEN)
    assert live.events() == [Moved(live.game.moves[0], 0, Side.BLUE, None), Ended(outcome)]
    assert live.wait() == []
    live.play("a2a3")
    live.hint()
    live.resign()
    live.agree_draw()
    assert live.events() == [Refused(IllegalMoveReason.OVER, text="a2a3"), *[Refused(IllegalMoveReason.OVER)] * 3]


# Seats


def test_the_game_says_which_side_a_seat_has() -> None:
    game = Game(first=Side.RED)
    assert [game.side_of(0), game.side_of(1), game.seat] == [Side.RED, Side.BLUE, 0]
    assert [game.seat_of(side) for side in Side] == [1, 0]
    game.play(game.legal_moves()[0])
    assert [game.side_of(0), game.seat] == [Side.RED, 1]


def open_game(seed: int = 1) -> FlipGame:
    """A face-down game in which the first flip decides the colours."""
    return FlipGame(replace(FLIP, first_flip_decides=True), seed=seed)


def test_sides_are_undecided_until_the_first_flip(begin: Any) -> None:
    for seed in range(6):
        live = begin(open_game(seed))
        assert [live.game.side_of(seat) for seat in (0, 1)] == [None, None]
        live.resign()
        assert live.events() == [Refused(Refusal.NO_COLOURS)]
        live.play("a1")
        (moved,) = live.events()
        assert (moved.seat, moved.side) == (0, None)
        first = live.game.moves[0].revealed.side
        assert [live.game.side_of(seat) for seat in (0, 1)] == [first, first.opponent]
        assert live.game.side is first.opponent


def test_captured_animals_come_strongest_first_in_every_game() -> None:
    game = FlipGame(seed=3)
    random = Random(5)
    while not game.captured() or len(game.captured()) < 5:
        game.play(random.choice(game.legal_moves()))
        assert game.outcome() is None
    ranks = [game.rules.rank(piece.animal) for piece in game.captured()]
    assert ranks == sorted(ranks, reverse=True)
    assert game.captured(0) == []


# Computers


def test_two_computers_play_to_the_end(begin: Any) -> None:
    live = begin(Game(), "random", "greedy")
    ended = until(live, Ended)
    assert ended.outcome == live.game.outcome()
    assert live.wait() == []


@pytest.mark.parametrize("kind", [*GAMES, "tiny"])
def test_every_game_is_played(kind: str, begin: Any, third_game: Any) -> None:
    live = begin(GAMES[kind].new(), None, "random", seed=1)
    random = Random(1)
    for _ in range(4):
        if live.outcome is not None:
            break
        live.play(random.choice(live.legal_moves))
        assert kinds(live.events())[:1] == [Moved]
        if live.outcome is None:
            until(live, Moved)
    live.hint()
    assert until(live, Hinted).hint.move in live.legal_moves
    live.again()
    assert kinds(live.events()) == [Began]
    assert len(live.game) == 0


def test_the_computer_thinks_only_when_time_passes(begin: Any) -> None:
    live = begin(Game(), "random", None)
    assert live.events() == []
    assert not live.is_thinking()
    assert live.advance(0.0) == [Thinking(0, "random")]
    assert live.is_thinking()


def test_the_computers_move_is_held_back_for_the_pace_and_for_animations(begin: Any) -> None:
    live = begin(Game(), "random", None, pace=2.0)
    live.advance(0.0)
    assert live._background._running[Job.MOVE].wait(PATIENCE)
    assert live.advance(1.0) == []
    assert live.advance(5.0, hold=True) == []
    assert kinds(live.advance(1.0)) == [Moved]


def test_waiting_lasts_as_long_as_the_pace(begin: Any) -> None:
    live = begin(Game(), "random", None, pace=0.05)
    assert until(live, Moved).player == "random"


def test_waiting_ends_at_the_timeout(begin: Any) -> None:
    live = begin(Game(), "random", None, pace=1000.0)
    assert kinds(live.wait(0.01)) == [Thinking]
    assert live.wait(0.01) == []


def test_waiting_for_a_person_returns_immediately(begin: Any) -> None:
    assert begin().wait() == []


def test_pausing_stops_the_computer_and_the_clock(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4"]), None, "random", clock=Clock.of("5+0"))
    live.advance(0.0)
    live.pause(True)
    assert not live.is_thinking()
    assert live.advance(600.0) == []
    assert live.clock.left == [300.0, 300.0]
    live.pause(False)
    assert until(live, Moved).seat == 1


# Undo and redo


def test_undo_goes_back_to_the_persons_last_move(begin: Any) -> None:
    live = begin(Game(), None, "random", seed=1)
    live.play("a3a4")
    live.events()
    until(live, Moved)
    moves = live.game.moves
    live.undo()
    assert live.events() == [Undone(moves[::-1])]
    assert len(live.game) == 0
    live.redo()
    assert live.events() == [Redone(moves)]
    assert live.is_persons_turn()


def test_undo_while_the_computer_thinks_takes_back_the_persons_move(begin: Any) -> None:
    live = begin(Game(), None, "10:time=20")
    live.play("a3a4")
    assert kinds(live.advance(0.0)) == [Moved, Thinking]
    live.undo()
    assert kinds(live.events()) == [Undone]
    assert len(live.game) == 0
    assert not live.is_thinking()
    live.play("g3g4")
    assert kinds(live.advance(0.0)) == [Moved, Thinking]


def test_the_computers_first_move_cannot_be_undone(begin: Any) -> None:
    live = begin(Game(), "random", None)
    until(live, Moved)
    live.undo()
    assert live.events() == [Refused(Refusal.NOTHING_TO_UNDO)]


def test_undo_between_computers_takes_back_one_move_and_pauses(begin: Any) -> None:
    live = begin(Game(), "random", "random", pace=0.01)
    until(live, Moved)
    until(live, Moved)
    live.undo()
    assert [len(event.moves) for event in live.events() if isinstance(event, Undone)] == [1]
    assert live.paused
    assert live.wait() == []


def test_flips_cannot_be_undone(begin: Any) -> None:
    live = begin(FlipGame(seed=1))
    live.play("a1")
    live.events()
    live.undo()
    live.take_back_to(0)
    assert live.events() == [Refused(Refusal.TURNED_UP)] * 2
    assert len(live.game) == 1


def test_undo_after_a_board_ending_takes_back_the_last_move(begin: Any) -> None:
    live = begin(Game(fen=WIN_IN_ONE), None, "random")
    live.play("d8d9")
    live.events()
    live.undo()
    assert kinds(live.events()) == [Undone]
    assert live.outcome is None
    live.play("d8d9")
    assert kinds(live.events()) == [Moved, Ended]


@pytest.mark.parametrize("end", [LiveGame.resign, LiveGame.agree_draw])
def test_undo_after_a_declared_ending_takes_back_only_the_ending(begin: Any, end: Any) -> None:
    live = begin(Game.from_moves(["a3a4"]), clock=Clock.of("5+3"))
    end(live)
    live.events()
    live.redo()
    assert live.events() == [Refused(Refusal.NOTHING_TO_REDO)]
    live.undo()
    assert live.events() == [Undone(())]
    assert (live.outcome, len(live.game)) == (None, 1)
    assert live.clock is not None


def test_after_a_timeout_the_game_can_continue_without_a_clock(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4", "g7g6"]), clock=Clock.of("1+0"))
    assert live.advance(61.0) == [Ended(Outcome(Side.RED, Reason.TIMEOUT))]
    live.undo()
    assert [live.clock, len(live.game)] == [None, 2]
    live.play("a4a5")
    assert kinds(live.events()) == [Undone, Moved]
    live.again()
    assert live.clock.left == [60.0, 60.0]


def test_going_back_after_a_timeout_drops_the_clock(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4", "g7g6"]), clock=Clock.of("1+0"))
    live.advance(61.0)
    live.take_back_to(0)
    assert (live.clock, len(live.game), live.outcome) == (None, 0, None)


# Clocks


def test_the_clock_starts_with_the_first_move(begin: Any) -> None:
    live = begin(clock=Clock.of("5+3"))
    assert live.advance(30.0) == []
    live.play("a3a4")
    assert live.clock.left == [300.0, 300.0]
    live.events()
    assert live.advance(10.0) == [Ticked(1)]
    live.play("g7g6")
    assert live.clock.left == [300.0, 293.0]
    live.undo()
    assert live.clock.left == [300.0, 290.0]
    live.redo()
    assert live.clock.left == [300.0, 293.0]


def test_taking_moves_back_gains_no_time(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4"]), clock=Clock.of("1+30"))
    for _ in range(5):
        live.advance(1.0)
        live.play("g7g6")
        live.undo()
    assert live.clock.left == [60.0, 55.0]


def test_the_computer_can_lose_on_time(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4"]), None, "10:time=30", clock=Clock.of("1+0"))
    live.advance(1.0)
    assert live.is_thinking()
    assert live.advance(60.0) == [Ended(Outcome(Side.BLUE, Reason.TIMEOUT))]
    assert not live.is_thinking()


def test_waiting_ends_when_time_runs_out(begin: Any) -> None:
    clock = Clock.of("1+0")
    assert clock is not None
    clock.left = [0.05, 0.05]
    live = begin(Game.from_moves(["a3a4"]), clock=clock)
    assert until(live, Ended).outcome.reason is Reason.TIMEOUT


def test_without_a_clock_the_time_spent_is_shown(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4"]))
    assert live.advance(61.0) == [Ticked(1)]
    assert [live.clock_text(seat) for seat in (0, 1)] == ["0:00", "1:01"]


# Endings, levels and other games


def test_a_person_resigns_while_the_computer_thinks(begin: Any) -> None:
    live = begin(Game(), None, "10:time=20")
    live.play("a3a4")
    live.advance(0.0)
    live.resign()
    assert live.events() == [Ended(Outcome(Side.RED, Reason.RESIGNATION))]


def test_computers_neither_resign_nor_agree(begin: Any) -> None:
    live = begin(Game(), "random", "random")
    live.resign()
    live.agree_draw()
    assert live.events() == [Refused(Refusal.NO_PERSON)] * 2
    live = begin(Game(), None, "random")
    live.agree_draw()
    assert live.events() == [Refused(Refusal.NO_PERSON)]


def test_the_next_game_is_against_a_stronger_or_weaker_level(begin: Any) -> None:
    live = begin(Game(), None, "easy")
    assert (live.opponent, live.level) == ("easy", "3")
    live.again()
    assert live.seats == (None, "easy")
    live.again(1)
    assert live.seats == (None, "4")
    live.again(-1)
    assert live.seats == (None, "3")
    live.begin(Game(), (None, "10"))
    live.again(1)
    assert live.seats == (None, "10")


def test_players_keep_their_colours_when_the_other_side_starts(begin: Any) -> None:
    live = begin(Game(first=Side.BLUE), None, "random", names=("Ann", ""))
    live.begin(Game(first=Side.RED))
    assert (live.seats, live.names) == (("random", None), ("", "Ann"))
    assert live.player(Side.BLUE) is None


def test_a_game_can_be_retried_from_an_earlier_move(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4", "g7g6", "a4a5"]), None, "random")
    live.try_again(2)
    assert kinds(live.events()) == [Began]
    assert played(live) == ["a3a4", "g7g6"]
    assert live.is_persons_turn()


# Hints, evaluations and reviews


def test_a_hint_finds_the_win(begin: Any) -> None:
    live = begin(Game(fen=WIN_IN_ONE))
    live.hint()
    live.hint()
    assert until(live, Hinted).hint.move.uci() == "d8d9"
    assert live.wait() == []


def test_an_outdated_hint_is_dropped(begin: Any) -> None:
    live = begin()
    live.hint()
    live.play("a3a4")
    assert not live.is_hinting()
    assert kinds(live.events()) == [Moved]
    assert live.wait(0.8) == []


def test_blues_chance_is_kept_up_to_date(begin: Any) -> None:
    live = begin(Game(fen=WIN_IN_ONE), evaluating=True)
    assert until(live, Evaluated).chance > 0.9
    live.play("d8d9")
    assert live.advance(0.0)[-1] == Evaluated(1.0)
    live.undo()
    assert until(live, Evaluated).chance > 0.9


def test_the_chance_matches_the_hint(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.play.thinking.find_score", lambda *_: None)
    for fen, chance in ((WIN_IN_ONE, 1.0), ("7/R6/7/7/7/7/7/3e3/7 r", 0.0)):
        live = begin(Game(fen=fen), evaluating=True)
        live.hint()
        assert until(live, Evaluated).chance == pytest.approx(chance, abs=0.05)
        assert live.chance == pytest.approx(chance, abs=0.05)


def test_a_review_judges_every_move(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4", "g7g6"]))
    live.review()
    live.review()
    review = until(live, Reviewed).review
    assert len(review.reviews) == len(review.chances()) == 2
    assert live.reviewing is None


def test_a_review_is_stopped_by_closing(begin: Any) -> None:
    live = begin(Game.from_moves(["a3a4", "g7g6"] * 1))
    live.review()
    review = live.reviewing
    live.close()
    assert review.done


def test_a_third_game_has_a_review(begin: Any, third_game: Any) -> None:
    game = GAMES["tiny"].new()
    game.play(game.legal_moves()[0])
    live = begin(game)
    live.review()
    assert len(live.reviewing.result()) == 1


# Failures


class Broken:
    """A player that fails a given number of times."""

    failures = 1

    def choose(self, game: Any) -> Any:
        if Broken.failures > 0:
            Broken.failures -= 1
            raise RuntimeError("out of order")
        return game.legal_moves()[0]

    def close(self) -> None:
        raise RuntimeError("cannot close")


class Slow:
    """A player that thinks until it is released."""

    released = threading.Event()

    def choose(self, game: Any) -> Any:
        Slow.released.wait(PATIENCE)
        return game.legal_moves()[0]


BROKEN = f"python:{__name__}:Broken"
SLOW = f"python:{__name__}:Slow"


def test_a_failing_player_pauses_the_game_and_can_be_tried_again(begin: Any) -> None:
    Broken.failures = 1
    live = begin(Game(), BROKEN, None)
    failed = until(live, Failed)
    assert failed.task is Job.MOVE
    assert "out of order" in failed.why
    assert live.paused
    assert live.wait() == []
    live.pause(False)
    assert until(live, Moved).player == BROKEN


@pytest.mark.parametrize("name", ["python:no.such.module:Player", "uci:/no/such/program,movetime=1"])
def test_a_player_that_cannot_be_started_fails_as_an_event(name: str, begin: Any) -> None:
    live = begin(Game(), name, None)
    assert until(live, Failed).why
    assert live.paused


def test_a_failing_hint_does_not_pause_the_game(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("no engine")

    monkeypatch.setattr("jungle.play.thinking.find_hint", fail)
    live = begin()
    live.hint()
    assert until(live, Failed).task is Job.HINT
    assert not live.paused


def test_the_next_hint_carries_on_from_the_last(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint before is given to the next one, until another game begins."""
    given = []

    def find(background: object, game: object, previous: object, task: object) -> object:
        given.append(previous)
        return find_hint(background, game, previous, task)  # type: ignore[arg-type]

    monkeypatch.setattr("jungle.play.thinking.find_hint", find)
    live = begin()
    live.hint()
    first = until(live, Hinted).hint
    live.play(first.move)
    live.play(live.legal_moves[0])
    live.hint()
    until(live, Hinted)
    live.again()
    live.hint()
    until(live, Hinted)
    assert given == [None, first, None]


def test_closing_while_a_player_thinks_returns_quickly(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.play.thinking.PATIENCE", 0.05)
    Slow.released.clear()
    live = begin(Game(), SLOW, None)
    live.advance(0.0)
    live.close()
    live.close()
    assert live.advance(1.0) == []
    assert live.wait() == []
    Slow.released.set()


@pytest.mark.parametrize("is_early", [True, False])
@pytest.mark.parametrize(
    "stop",
    [
        LiveGame.undo,
        LiveGame.resign,
        LiveGame.again,
        LiveGame.stop,
        LiveGame.close,
        lambda live: live.pause(True),
        lambda live: live.take_back_to(0),
    ],
)
def test_an_engine_stops_thinking_when_its_move_is_not_wanted(begin: Any, stop: Any, is_early: bool) -> None:
    live = begin(Game.from_moves(["a3a4"]), None, "engine:movetime=600")
    until(live, Thinking)
    handle = live._background._running[Job.MOVE]
    if not is_early:
        handle.wait(0.05)
    stop(live)
    assert not live.is_thinking()
    assert handle.wait(PATIENCE)


def test_nothing_happens_after_closing(begin: Any, tmp_path: Path) -> None:
    live = begin(Game(), None, "random", folder=tmp_path)
    live.play("a3a4")
    live.close()
    live.events()
    live.hint()
    live.review()
    live.play("g7g6")
    live.again()
    assert not any(isinstance(event, Thinking | Hinted) for event in live.wait(0.1))
    assert not live.is_busy()


def test_any_order_of_calls_leaves_a_sound_game(begin: Any, tmp_path: Path) -> None:
    for seed in range(12):
        random = Random(seed)
        kind = random.choice(list(GAMES))
        seats = random.choice([(None, None), (None, "random"), ("random", None), ("random", "random")])
        folder = tmp_path / str(seed)
        live = begin(GAMES[kind].new(), *seats, folder=folder, clock=Clock.of("1+1"), evaluating=bool(seed % 2))
        calls = [
            lambda live=live, random=random: live.legal_moves and live.play(random.choice(live.legal_moves)),
            lambda live=live, random=random: live.advance(random.random() * 3),
            lambda live=live: live.wait(0.01),
            *(getattr(live, name) for name in INPUTS),
            lambda live=live, random=random: live.take_back_to(random.randrange(-1, 5)),
            lambda live=live, random=random: live.try_again(random.randrange(-1, 5)),
            lambda live=live, random=random: live.pause(random.random() < 0.3),
            lambda live=live, random=random: live.remember(turned=random.random() < 0.5),
            lambda live=live: live.advance(70.0),
        ]
        weights = [40, 20, 10, 8, 6, 3, 1, 1, 1, 2, 2, 3, 1, 4, 2, 0.3]
        for _ in range(150):
            random.choices(calls, weights)[0]()
            assert live.outcome == live.game.outcome()
            assert live.legal_moves == live.game.legal_moves()
            assert live.clock is None or min(live.clock.left) >= 0
        moves, is_over = played(live), live.outcome is not None
        live.close()
        if moves and not is_over:
            with LiveGame.resume(folder) as again:
                assert played(again) == moves
                assert again.seats == live.seats


# Autosave


def test_every_move_is_on_the_disk_after_a_flush(begin: Any, tmp_path: Path) -> None:
    live = begin(Game(), None, "3", folder=tmp_path, names=("Ann", ""), setting={"turned": True})
    assert not list(tmp_path.iterdir())
    live.play("a3a4")
    live.flush()
    (file,) = tmp_path.glob("*.jsonl")
    head = json.loads(file.read_text().splitlines()[0])
    assert head["players"] == [None, "3"]
    assert head["setting"] == {"turned": True, "names": ["Ann", ""]}
    assert live.can_be_resumed()
    live.close()
    with LiveGame.resume(tmp_path) as again:
        assert (again.seats, again.names, again.setting) == ((None, "3"), ("Ann", ""), {"turned": True})
        assert played(again) == ["a3a4"]


def test_a_game_started_by_red_is_saved_as_in_version_1(begin: Any, tmp_path: Path) -> None:
    clock = Clock.of("5+0")
    live = begin(Game(first=Side.RED), "3", None, folder=tmp_path, names=("", "Ann"), clock=clock)
    until(live, Moved)
    live.advance(60.0)
    live.close()
    head = json.loads(next(tmp_path.glob("*.jsonl")).read_text().splitlines()[0])
    assert head["players"] == [None, "3"]
    assert head["setting"]["names"] == ["Ann", ""]
    with LiveGame.resume(tmp_path) as again:
        assert (again.seats, again.names) == (("3", None), ("", "Ann"))
        assert again.clock is not None
        assert again.clock.left == pytest.approx([300.0, 240.0], abs=0.2)


def test_in_version_1_files_the_first_to_flip_sits_in_reds_seat(tmp_path: Path) -> None:
    game = open_game()
    live = LiveGame(game, (None, "easy"), names=("Ann", ""), folder=tmp_path)
    live.play("a1")
    live.close()
    head = json.loads(next(tmp_path.glob("*.jsonl")).read_text().splitlines()[0])
    assert (head["players"], head["setting"]) == (["easy", None], {"names": ["", "Ann"]})
    with LiveGame.resume(tmp_path) as again:
        assert (again.seats, again.names) == ((None, "easy"), ("Ann", ""))


def test_a_game_is_open_in_one_place_only(begin: Any, tmp_path: Path) -> None:
    live = begin(folder=tmp_path)
    live.play("a3a4")
    live.flush()
    with pytest.raises(NothingToResumeError, match="open elsewhere"):
        LiveGame.resume(tmp_path)
    live.close()
    LiveGame.resume(tmp_path).close()


def test_a_game_with_a_missing_player_is_not_resumed(begin: Any, tmp_path: Path) -> None:
    live = begin(Game(), None, "random", folder=tmp_path)
    live.play("a3a4")
    live.close()
    file = next(tmp_path.glob("*.jsonl"))
    file.write_text(file.read_text().replace('"random"', '"gone"'))
    with pytest.raises(NothingToResumeError, match="gone"):
        LiveGame.resume(tmp_path)


def test_a_game_whose_ending_is_taken_back_counts_once(begin: Any, tmp_path: Path) -> None:
    live = begin(Game.from_moves(["a3a4"]), folder=tmp_path)
    live.resign()
    live.flush()
    assert [game.result for game in archive(tmp_path)] == ["1-0"]
    live.undo()
    live.flush()
    assert [game.result for game in archive(tmp_path)] == [""]
    live.play("g7g6")
    live.resign()
    live.flush()
    assert [(game.result, game.plies) for game in archive(tmp_path)] == [("0-1", 2)]
    live.undo()
    live.close()
    with LiveGame.resume(tmp_path) as resumed:
        assert [move.uci() for move in resumed.game.moves] == ["a3a4", "g7g6"]


def test_viewing_a_game_does_not_save_it(begin: Any, tmp_path: Path) -> None:
    live = begin(Game.from_moves(["a3a4"]), folder=tmp_path, save_at_once=False)
    live.advance(1.0)
    live.flush()
    assert archive(tmp_path) == []
    live.play("g7g6")
    live.flush()
    assert [game.plies for game in archive(tmp_path)] == [2]


def test_invalid_settings_are_ignored() -> None:
    start = Game(first=Side.RED).start
    kept = read_setting(start, {"names": ["Ann", "Bob"], "clock": {"control": "1+0", "left": [20, 30]}, "pace": "fast"})
    assert kept.names == ("Bob", "Ann")
    assert kept.clock is not None
    assert kept.clock.left == [30, 20]
    assert kept.rest == {"pace": "fast"}
    assert read_setting(start, {"names": "Ann", "clock": "5+3"}) == (("", ""), None, {})


def test_disk_errors_are_reported_once(begin: Any, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    live = begin(folder=blocked / "games")
    live.play("a3a4")
    live.flush()
    assert kinds(live.events()) == [Moved, Unsaved]
    live.play("g7g6")
    live.flush()
    assert kinds(live.events()) == [Moved]
    assert not live.can_be_resumed()
    blocked.unlink()
    live.undo()
    live.flush()
    assert kinds(live.events()) == [Undone]
    assert live.can_be_resumed()


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    code = """
        import sys
        from pathlib import Path
        from jungle.clock import Clock
        from jungle.game import Game
        from jungle.play import LiveGame

        live = LiveGame(Game(), (None, "random"), folder=Path(sys.argv[1]), clock=Clock.of("5+3"), seed=1)
        while live.outcome is None and len(live.game) < 10:
            if live.is_persons_turn():
                live.play(live.legal_moves[0])
            live.wait(5)
        live.flush()
        print(*(move.uci() for move in live.game.moves), flush=True)
        sys.stdin.read()
    """
    command = [sys.executable, "-c", textwrap.dedent(code), str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        moves = process.stdout.readline().split()
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert len(moves) == 10
    with LiveGame.resume(tmp_path) as live:
        assert played(live) == moves
        assert live.clock is not None
        assert live.seats == (None, "random")


def test_a_file_of_version_1_is_resumed(tmp_path: Path) -> None:
    head = {
        "game": "jungle",
        "rules": "standard",
        "fen": Game().fen(),
        "deal": None,
        "players": ["3", None],
        "moves": [],
        "setting": {"clock": {"control": "5+3", "left": [100.0, 200.0]}, "pace": "slow", "names": "nonsense"},
    }
    lines = [head, {"move": "a3a4"}, {"move": "g7g6"}, {"undo": 1}, {"setting": {"turned": True}}]
    (tmp_path / "20260101-000000-1-0.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with LiveGame.resume(tmp_path) as live:
        assert (live.seats, live.names, played(live)) == (("3", None), ("", ""), ["a3a4"])
        assert live.clock is not None
        assert live.clock.left == [100.0, 200.0]
        assert live.setting == {"pace": "slow", "turned": True}
