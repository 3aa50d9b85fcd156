"""Playing games in a worker: a player who fails loses, and the reason is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from jungle.arena.adjudication import Adjudication, Adjudicator
from jungle.arena.errors import ArenaError
from jungle.arena.games import PLIES_LIMIT, Conditions, Effort, GameJob, GameResult, Termination
from jungle.arena.guests import GuestSeat
from jungle.arena.seats import BuiltInSeat, PlayerFailedError, Seat
from jungle.boardgame import BoardGame
from jungle.errors import JungleError
from jungle.moves import BoardMove
from jungle.pieces import Side
from jungle.players import PlayerSpec


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
            seat.new_game(batch.conditions.new_game().public(), "check")
        except PlayerFailedError as failure:
            raise ArenaError(f"player {text!r} does not start: {failure.detail}") from None
        seat.close()


def play_batch(batch: Batch) -> list[GameResult]:
    """Play the games of a batch."""
    seats = _seats_of(batch)
    return [play_game(job, (seats[job.blue], seats[job.red]), batch.conditions) for job in batch.jobs]


_seats: dict[tuple[tuple[str, ...], Conditions], Sequence[Seat]] = {}
"""Those of the present run: players stay for the next game."""


def _seats_of(batch: Batch) -> Sequence[Seat]:
    key = batch.players, batch.conditions
    if key not in _seats:
        close_seats()
        specs = map(PlayerSpec.parse, batch.players)
        _seats[key] = [(BuiltInSeat if s.is_trusted else GuestSeat)(s, batch.conditions) for s in specs]
    return _seats[key]


def close_seats() -> None:
    """Close all players."""
    for seats in _seats.values():
        for seat in seats:
            seat.close()
    _seats.clear()


def play_game(job: GameJob, seats: tuple[Seat, Seat], conditions: Conditions) -> GameResult:
    """Play a game until it ends or a player fails. The seats are Blue's and Red's."""
    game = conditions.new_game(job.opening)
    shown = game.public() if game.hidden() else game
    efforts = (Effort(), Effort())
    winner, thinker, detail = None, Side.BLUE, ""
    try:
        for thinker in Side:
            seats[thinker].new_game(shown, f"{job.seed} {thinker.letter}")
        judge = Adjudicator(Adjudication.parse(conditions.adjudicate)) if conditions.adjudicate else None
        most = min(conditions.max_plies, PLIES_LIMIT) - len(game)
        while True:
            outcome = game.outcome()
            if outcome is not None:
                winner, ending = outcome.winner, Termination(outcome.reason.value)
                break
            if most <= 0:
                ending = Termination.PLIES
                break
            side = game.side
            assert side is not None
            thinker, seat = side, seats[side]
            started = perf_counter()
            choice = seat.choose(shown)
            seconds = perf_counter() - started
            efforts[thinker].add_move(seconds, choice.nodes)
            if seconds > seat.timeout:
                raise PlayerFailedError(Termination.TIMEOUT, f"{seconds:.2f} s for a move, {seat.timeout:g} s allowed")
            move = _play(game, choice.move)
            if shown is not game:
                shown.push(move)
            most -= 1
            if judge is not None and game.outcome() is None:
                judge.look(game, thinker, choice.score)
    except PlayerFailedError as failure:
        winner, ending, detail = thinker.opponent, failure.ending, failure.detail
    return GameResult(
        job=job, line=" ".join(map(str, game.moves)), winner=winner, ending=ending, detail=detail, efforts=efforts
    )


def _play(game: BoardGame, move: BoardMove | str) -> BoardMove:
    """Play a player's answer, and return the move. Raises PlayerFailedError for all but a legal move."""
    try:
        played: BoardMove = game.play(move)
        return played
    except JungleError as error:
        raise PlayerFailedError(Termination.ILLEGAL, str(error)) from error
