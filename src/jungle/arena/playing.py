"""Playing games in a worker: a player that fails loses, and the reason is recorded."""

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

from jungle.arena.adjudication import Adjudication, Adjudicator
from jungle.arena.errors import ArenaError
from jungle.arena.games import PLIES_LIMIT, ArenaEnding, Conditions, Ending, GameJob, GameResult, MoveStats
from jungle.board_game import BoardGame
from jungle.engine import EngineHungError, IllegalAnswerError
from jungle.outcome import Reason
from jungle.pieces import Side
from jungle.players import Choice, Player, PlayerSpec
from jungle.players.strategies import STRATEGIES
from jungle.players.user_players import SubprocessPlayer, described

DETAIL_LIMIT = 200


class PlayerFailedError(Exception):
    """A player failed: how, and what it said last."""

    def __init__(self, ending: Ending, detail: str) -> None:
        super().__init__(detail)
        self.ending = ending
        # The text must be printable: a lone surrogate is not.
        text = detail.encode("utf-8", "backslashreplace").decode()
        self.detail = " ".join(text.split())[:DETAIL_LIMIT]


class Seat:
    """A player's place in the games of a run. Every method but `close` raises PlayerFailedError.

    The player is started on first use, kept for the next game, and restarted after a failure. A
    `python:` player runs in its own process, as a `uci:` player does anyway.
    """

    def __init__(self, spec: PlayerSpec, conditions: Conditions) -> None:
        self.timeout: float = spec.timeout or conditions.timeout
        """Seconds for a move."""
        self._spec = spec
        self._game = conditions.game
        self._needs_timer = spec.kind not in STRATEGIES  # which take no time
        self._player: Player | None = None
        self._is_late = False

    def new_game(self, seed: str) -> None:
        """Prepare for a game."""
        try:
            if self._player is None:
                self._player = self._open()
            self._player.new_game(seed)
        except Exception as error:
            raise self._failed(error) from error

    def _open(self) -> Player:
        if self._spec.kind == "python":
            return SubprocessPlayer(self._spec, self._game, self.timeout)
        return self._spec.open(self._game.kind)

    def choose(self, game: BoardGame) -> Choice:
        """Choose a move in a game. A player whose time is up is stopped, or closed if it is not one of ours."""
        player = self._player
        assert player is not None
        self._is_late = False
        try:
            if not self._needs_timer:
                return player.choose(game)
            timer = threading.Timer(self.timeout, self._end_thinking, (player,))
            timer.start()
            try:
                choice = player.choose(game)
            finally:
                timer.cancel()
                timer.join()  # The timer may have fired just now.
            if self._is_late and not player.trusted:
                raise EngineHungError
            return choice
        except Exception as error:
            raise self._failed(error) from error

    def _end_thinking(self, player: Player) -> None:
        self._is_late = True
        (player.stop if player.trusted else player.close)()

    def _failed(self, error: Exception) -> PlayerFailedError:
        self.close()
        if self._is_late:
            return PlayerFailedError(Reason.TIMEOUT, f"no answer within {self.timeout:g} s")
        detail = described(error).removeprefix(f"{self._spec.text}: ")
        match error:
            case EngineHungError():
                return PlayerFailedError(Reason.TIMEOUT, detail)
            case IllegalAnswerError():
                return PlayerFailedError(ArenaEnding.ILLEGAL, detail)
            case _:
                return PlayerFailedError(ArenaEnding.CRASH, detail)

    def close(self) -> None:
        """End the player."""
        player, self._player = self._player, None
        if player is not None:
            with suppress(Exception):
                player.close()


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of a run to be played one after the other."""

    players: tuple[str, ...]
    conditions: Conditions
    jobs: tuple[GameJob, ...] = ()


def check_players(batch: Batch) -> None:
    """Start every player of a run once. Raises ArenaError for the first that cannot be started."""
    for text, seat in zip(batch.players, _seats_of(batch), strict=True):
        try:
            seat.new_game("check")
        except PlayerFailedError as failure:
            raise ArenaError(f"player {text!r} does not start: {failure.detail}") from None
        seat.close()


def play_batch(batch: Batch) -> list[GameResult]:
    """Play the games of a batch."""
    seats = _seats_of(batch)
    return [play_game(job, [seats[player] for player in job.players], batch.conditions) for job in batch.jobs]


_seats: dict[tuple[tuple[str, ...], Conditions], Sequence[Seat]] = {}
"""The players of the current run, kept for the next game."""


def _seats_of(batch: Batch) -> Sequence[Seat]:
    key = batch.players, batch.conditions
    if key not in _seats:
        close_seats()
        _seats[key] = [Seat(PlayerSpec.parse(text), batch.conditions) for text in batch.players]
    return _seats[key]


def close_seats() -> None:
    """Close all players."""
    for seats in _seats.values():
        for seat in seats:
            seat.close()
    _seats.clear()


def play_game(job: GameJob, seats: Sequence[Seat], conditions: Conditions) -> GameResult:
    """Play a game until it ends or a player fails."""
    game = conditions.new_game(job.opening)
    shown = game.public() if game.hidden_pieces() else game
    efforts = (MoveStats(), MoveStats())
    winner, detail = None, ""
    thinker = 0
    try:
        for thinker, seat in enumerate(seats):
            seat.new_game(f"{job.seed} {(game.side_of(thinker) or Side(thinker)).letter}")
        judge = Adjudicator(Adjudication.parse(conditions.adjudicate)) if conditions.adjudicate else None
        most = min(conditions.max_plies, PLIES_LIMIT) - len(game)
        while True:
            outcome = game.outcome()
            if outcome is not None:
                winner = None if outcome.winner is None else game.seat_of(outcome.winner)
                ending: Ending = outcome.reason
                break
            if most <= 0:
                ending = ArenaEnding.PLIES
                break
            thinker = game.seat
            seat = seats[thinker]
            started = perf_counter()
            choice = seat.choose(shown)
            seconds = perf_counter() - started
            efforts[thinker].add_move(seconds, choice.nodes)
            if seconds > seat.timeout:
                raise PlayerFailedError(Reason.TIMEOUT, f"{seconds:.2f} s for a move, {seat.timeout:g} s allowed")
            move = game.push(choice.move)  # which was checked where it came in
            if shown is not game:
                shown.push(move)
            most -= 1
            if judge is not None and game.outcome() is None and (side := game.side_of(thinker)) is not None:
                judge.look(game, side, choice.score)
    except PlayerFailedError as failure:
        winner, ending, detail = 1 - thinker, failure.ending, failure.detail
    return GameResult(
        job=job,
        line=" ".join(map(str, game.moves)),
        winner=winner,
        first=game.first,
        ending=ending,
        detail=detail,
        efforts=efforts,
    )
