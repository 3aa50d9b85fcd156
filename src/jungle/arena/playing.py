"""Playing one game between two players, whatever they do: a player who fails loses, and the reason is kept."""

import math
import os
import time
import traceback
from contextlib import suppress
from typing import Any

from jungle.arena.adjudication import DECIDED, Adjudication, Adjudicator
from jungle.arena.boards import Board
from jungle.arena.games import PLIES_LIMIT, Conditions, Ending, GameJob, GameResult
from jungle.arena.players import Player, PlayerSpec
from jungle.arena.pulse import Pulse
from jungle.engine import EngineHungError, IllegalAnswerError
from jungle.errors import JungleError
from jungle.moves import Move
from jungle.pieces import Side

DETAIL_LIMIT = 200


class PlayerFailedError(Exception):
    """A player failed: how, and what it said last."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(detail)
        self.ending = ending
        # Whatever a player says must be fit to be printed and written: half a surrogate pair is not.
        text = detail.encode("utf-8", "backslashreplace").decode()
        self.detail = " ".join(text.split())[:DETAIL_LIMIT]


class Seat:
    """A player's place at the table. The player is started when first needed and stays for the next game."""

    def __init__(self, spec: PlayerSpec, conditions: Conditions) -> None:
        self.timeout = spec.timeout or conditions.timeout
        self._spec = spec
        self._flip = conditions.flip
        self._player: Player | None = None

    def new_game(self, seed: str) -> None:
        """Get ready. Raises PlayerFailedError."""
        try:
            if self._player is None:
                self._player = self._spec.open("flip" if self._flip else "jungle")
            self._player.new_game(seed)
        except BaseException as error:  # whatever it is, it is the player's, and the run goes on
            raise _failure(error) from error

    def choose(self, game: Any) -> Any:
        """What the player answers. Raises PlayerFailedError."""
        assert self._player is not None
        try:
            return self._player.choose(game)
        except BaseException as error:
            raise _failure(error) from error

    def leave(self) -> None:
        """Close the player, however it takes that."""
        player, self._player = self._player, None
        with suppress(BaseException):
            if player is not None:
                player.close()


class Tally:
    """What one side's moves have cost so far."""

    __slots__ = ("choices", "nodes", "seconds", "slowest")

    def __init__(self) -> None:
        self.choices = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.nodes: int | None = None

    def add(self, seconds: float, nodes: int | None) -> None:
        self.choices += 1
        self.seconds += seconds
        if seconds > self.slowest:
            self.slowest = seconds
        if nodes is not None:
            self.nodes = (self.nodes or 0) + nodes


def play_game(job: GameJob, seats: tuple[Seat, Seat], conditions: Conditions, pulse: Pulse, number: int) -> GameResult:
    """Play a game to its end, or to a player's. The seats are Blue's and Red's; `number` is for the pulse."""
    board = Board(conditions.rules, conditions.flip)
    game = board.new_game(job.opening)
    shown = board.shown(game)
    tallies = (Tally(), Tally())
    winner: Side | None = None
    thinker, detail = Side.BLUE, ""
    for ply, move in enumerate(game.moves):
        pulse.moved(ply, str(move))
    try:
        for side in Side:
            thinker = side
            pulse.starting(number, side, len(game))
            seats[side].new_game(f"{job.seed} {side.letter}")
        judge = Adjudicator(Adjudication.parse(conditions.adjudicate)) if conditions.adjudicate else None
        most, clock = min(conditions.max_plies, PLIES_LIMIT), time.perf_counter
        ply = len(game)
        while True:
            outcome = game.outcome()
            if outcome is not None:
                winner, ending = outcome.winner, Ending(outcome.reason.value)
                break
            if ply >= most:
                ending = Ending.PLIES
                break
            thinker = game.position.side
            seat = seats[thinker]
            pulse.thinking(number, thinker, ply)
            started = clock()
            answer = seat.choose(shown)
            seconds = clock() - started
            nodes = score = None
            if type(answer) is not Move:
                answer, nodes, score = _read(answer)
            tallies[thinker].add(seconds, nodes)
            if seconds > seat.timeout:
                raise PlayerFailedError(Ending.TIMEOUT, f"{seconds:.2f} s for a move, {seat.timeout:g} s allowed")
            played = _play(game, answer)
            if shown is not game:
                shown.play(played)
            pulse.moved(ply, str(played))
            ply += 1
            if judge is not None and game.outcome() is None:
                agreed = judge.hear(thinker, score)
                known = judge.known(game.position)
                if agreed is not None or known is not None:
                    game.adjudicate(agreed if known is None else known[0])
    except PlayerFailedError as failure:
        winner, ending, detail = thinker.opponent, failure.ending, failure.detail
        seats[thinker].leave()
    pulse.idle()
    blue, red = tallies
    return GameResult.of(
        job,
        line=" ".join(map(str, game.moves)),
        winner=winner,
        ending=ending,
        detail=detail,
        choices=(blue.choices, red.choices),
        seconds=(round(blue.seconds, 6), round(red.seconds, 6)),
        slowest=(round(blue.slowest, 6), round(red.slowest, 6)),
        nodes=(blue.nodes, red.nodes),
    )


def _read(answer: Any) -> tuple[Any, int | None, int | None]:
    """The move of an answer, and the nodes and the score in centi-cats if it tells them. Raises PlayerFailedError."""
    try:
        if isinstance(answer, str) or not hasattr(answer, "move"):
            return answer, None, None
        nodes: Any = getattr(answer, "nodes", None)
        score: Any = getattr(answer, "score", None)
        if hasattr(score, "win_in"):
            score = score.centi_cats if score.win_in is None else DECIDED if score.win_in > 0 else -DECIDED
        return (
            answer.move,
            nodes if isinstance(nodes, int) and nodes >= 0 else None,
            round(score) if isinstance(score, int | float) and math.isfinite(score) else None,
        )
    except Exception as error:  # what guests wrote may be a property that fails
        raise _failure(error) from error


def _play(game: Any, move: Any) -> Any:
    """Play what a player answered, and return what came of it. Raises PlayerFailedError for all but a legal move."""
    try:
        return game.play(move)
    except JungleError as error:
        raise PlayerFailedError(Ending.ILLEGAL, str(error)) from error
    except (AttributeError, TypeError, ValueError, IndexError, KeyError) as error:
        raise PlayerFailedError(Ending.ILLEGAL, f"expected a move, got {move!r}") from error


def _failure(error: BaseException) -> PlayerFailedError:
    """How a player that raised an error has lost."""
    match error:
        case EngineHungError():
            return PlayerFailedError(Ending.TIMEOUT, str(error))
        case IllegalAnswerError():
            return PlayerFailedError(Ending.ILLEGAL, str(error))
        case _:
            return PlayerFailedError(Ending.CRASH, _told(error))


def _told(error: BaseException) -> str:
    """An error in one line, with the place where it was raised."""
    if isinstance(error, JungleError):
        return str(error)
    if isinstance(error, SyntaxError) and error.filename:
        return f"SyntaxError: {error.msg} ({os.path.basename(error.filename)}:{error.lineno})"  # noqa: PTH119
    told = "".join(traceback.format_exception_only(error)).strip()
    places = traceback.extract_tb(error.__traceback__)
    return f"{told} ({os.path.basename(places[-1].filename)}:{places[-1].lineno})"  # noqa: PTH119
