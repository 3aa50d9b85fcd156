"""A game being reviewed in the background, and what the review found so far."""

from dataclasses import dataclass

from jungle.boardgame import BoardGame
from jungle.desktop.thinking import lower_priority
from jungle.engine import Handle, Limit, engine_for, searches_natively
from jungle.engine.review import MoveReview, accuracy, review, turning_points
from jungle.pieces import Side

NODES = 40_000
NODES_IN_PYTHON = 400
"""What is spent on a position of the game."""
MOST_POINTS = 8
"""At most so many turning points are shown."""
PATIENCE = 2.0
"""Seconds to wait at the end for a review that was stopped."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that changed the game: after how many plies, and the verdict on it."""

    ply: int
    review: MoveReview


class Reviewing:
    """The review of a game. `reviews` grows by one for each ply, in order."""

    def __init__(self, game: BoardGame) -> None:
        self._game = game.public()
        self.reviews: list[MoveReview] = []
        self._run = Handle(self._work).start()

    def _work(self, run: Handle[None]) -> None:
        lower_priority()
        limit = Limit(nodes=NODES if searches_natively() else NODES_IN_PYTHON)
        with engine_for(self._game.kind, hash_mb=16) as engine:
            run.on_stop(engine.stop)
            for judged in review(self._game, engine, limit):
                if run.stopped:
                    return
                self.reviews.append(judged)

    @property
    def is_running(self) -> bool:
        return not self._run.done

    @property
    def failure(self) -> str | None:
        """What went wrong, or None."""
        return self._run.failure()

    def chances(self) -> list[float]:
        """Blue's chance of winning after each ply so far."""
        return [judged.blue_win_probability() for judged in self.reviews]

    def turning_points(self) -> list[TurningPoint]:
        """The moves that gave most away, in their order."""
        plies = {id(judged): ply for ply, judged in enumerate(self.reviews)}
        return [TurningPoint(plies[id(judged)], judged) for judged in turning_points(self.reviews, MOST_POINTS)]

    def accuracy(self, side: Side) -> float | None:
        """How exactly a side has played, from 0 to 100, as far as it has been reviewed."""
        return accuracy(self.reviews, side)

    def stop(self) -> None:
        """End soon, and wait for it."""
        self._run.stop()
        self._run.wait(PATIENCE)
