"""Playing games in a worker: a player that fails loses, and the reason is recorded."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from time import monotonic, perf_counter

from jungle.arena.adjudication import Adjudication, Adjudicator
from jungle.arena.errors import ArenaError
from jungle.arena.games import PLIES_LIMIT, ArenaEnding, Conditions, Ending, GameJob, GameResult, MoveStats
from jungle.board_game import BoardGame
from jungle.engine import EngineHungError, IllegalAnswerError
from jungle.outcome import Reason
from jungle.pieces import Side
from jungle.players import Choice, Player, PlayerSpec
from jungle.players.player import described
from jungle.players.strategies import StrategyPlayer
from jungle.players.user_players import SubprocessPlayer

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
    """A player's place in the games of a run. `new_game` and `choose` raise PlayerFailedError.

    A described player is opened on first use, kept for the next game, and reopened after a failure; a
    `python:` player runs in its own process, as a `uci:` player does anyway. A player given as an object is
    neither opened nor closed here.
    """

    def __init__(self, player: PlayerSpec | Player, conditions: Conditions) -> None:
        self._spec = player if isinstance(player, PlayerSpec) else None
        self._player = None if isinstance(player, PlayerSpec) else player
        self._name = player.text if isinstance(player, PlayerSpec) else player.name
        self.timeout: float = (self._spec and self._spec.timeout) or conditions.timeout
        """Seconds for a move."""
        self._game = conditions.game
        self._alarm = Alarm(self._end_thinking)
        self._is_late = False

    def new_game(self, seed: str) -> None:
        """Prepare for a game."""
        try:
            if self._player is None:
                self._player = self._open()
            self._player.new_game(seed)
        except Exception as error:
            raise self._failed(error) from error

    def check(self) -> None:
        """Start the player once. Raises ArenaError if it does not start."""
        try:
            self.new_game("check")
        except PlayerFailedError as failure:
            raise ArenaError(f"cannot start player {self._name!r}: {failure.detail}") from None
        self.close()

    def _open(self) -> Player:
        assert self._spec is not None
        if self._spec.kind == "python":
            return SubprocessPlayer(self._spec.text, self._game, self.timeout)
        return self._spec.open(self._game.kind)

    def choose(self, game: BoardGame) -> Choice:
        """Choose a move in a game. A player whose time is up is stopped, or closed if it runs in another process."""
        player = self._player
        assert player is not None
        self._is_late = False
        try:
            if isinstance(player, StrategyPlayer):  # which takes no time
                return player.choose(game)
            with self._alarm.after(self.timeout):
                choice = player.prepare(game).run()
            if self._is_late and not player.trusted:
                raise EngineHungError
            return choice
        except Exception as error:
            raise self._failed(error) from error

    def stop(self) -> None:
        """Ask the player to answer now. May be called from any thread."""
        if self._player is not None:
            self._player.stop()

    def _end_thinking(self) -> None:
        self._is_late = True
        if self._player is not None:
            (self._player.stop if self._player.trusted or self._spec is None else self._player.close)()

    def _failed(self, error: Exception) -> PlayerFailedError:
        self.close()
        if self._is_late:
            return PlayerFailedError(Reason.TIMEOUT, f"no answer within {self.timeout:g} s")
        detail = described(error).removeprefix(f"{self._name}: ")
        match error:
            case EngineHungError():
                return PlayerFailedError(Reason.TIMEOUT, detail)
            case IllegalAnswerError():
                return PlayerFailedError(ArenaEnding.ILLEGAL, detail)
            case _:
                return PlayerFailedError(ArenaEnding.CRASH, detail)

    def close(self) -> None:
        """Close a player that was opened here."""
        self._alarm.close()
        if self._spec is None:
            return
        player, self._player = self._player, None
        if player is not None:
            with suppress(Exception):
                player.close()


class Alarm:
    """Calls a function when a time is up. One thread serves all moves of a player; it is started on first use."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._changed = threading.Condition()
        self._deadline: float | None = None
        self._wakes = inf
        """When the thread looks at the deadline next."""
        self._thread: threading.Thread | None = None

    @contextmanager
    def after(self, seconds: float) -> Iterator[None]:
        """Call the function unless the block ends within this time; never after the block."""
        with self._changed:
            self._deadline = monotonic() + seconds
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="jungle-alarm", daemon=True)
                self._thread.start()
            elif self._deadline < self._wakes:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:  # which waits for the function if it has just been called.
                self._deadline = None

    def _watch(self) -> None:
        with self._changed:
            while self._thread is threading.current_thread():
                now = monotonic()
                if self._deadline is not None and self._deadline <= now:
                    self._deadline = None
                    self._ring()
                self._wakes = inf if self._deadline is None else self._deadline
                self._changed.wait(None if self._deadline is None else self._deadline - now)

    def close(self) -> None:
        """End the thread. It may be used again."""
        with self._changed:
            thread, self._thread, self._wakes = self._thread, None, inf
            self._changed.notify()
        if thread is not None:
            thread.join()


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of a run to be played one after the other."""

    players: tuple[str, ...]
    """Their descriptions."""
    conditions: Conditions
    jobs: tuple[GameJob, ...] = ()


def check_players(batch: Batch) -> None:
    """Start every player of a run once. Raises ArenaError for the first that cannot be started."""
    for seat in _seats_of(batch):
        seat.check()


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


class GameStoppedError(Exception):
    """A game was not played to its end, because nobody wants its result."""


def play_game(
    job: GameJob, seats: Sequence[Seat], conditions: Conditions, is_wanted: Callable[[], bool] = lambda: True
) -> GameResult:
    """Play a game until it ends or a player fails. Raises GameStoppedError as soon as it is not wanted."""
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
            if not is_wanted():
                raise GameStoppedError
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
        if not is_wanted():  # A player that was stopped may fail.
            raise GameStoppedError from None
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
