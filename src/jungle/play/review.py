"""A background review of a game, and its findings so far."""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from jungle.board_game import BoardGame
from jungle.pieces import Side
from jungle.play.thinking import PATIENCE, lower_priority
from jungle.storage import LockedError, folder
from jungle.task import Task
from jungle.training import record_mistakes

if TYPE_CHECKING:
    from jungle.engine.review import MoveReview

NODES = 40_000
NODES_IN_PYTHON = 400
"""The search limit per position."""


class TurningPoint(NamedTuple):
    """A move that changed the game: its ply and the verdict on it."""

    ply: int
    """The ply, counted from 0."""
    review: "MoveReview"
    """The verdict, with the better move."""


class Review(Task[list["MoveReview"]]):
    """The review of a game, which starts immediately. `reviews` grows by one for each ply, in order."""

    def __init__(
        self, game: BoardGame, on_done: Callable[[], None] | None = None, *, people: Collection[Side] = ()
    ) -> None:
        """Review a game. The mistakes of these sides, played by people here, become cards of their training."""
        super().__init__(lambda _: self._review())
        self.game = game.public()
        self.reviews: list[MoveReview] = []
        self.people = frozenset(people)
        self.cards = 0
        """How many mistakes became new cards."""
        if on_done is not None:
            self.on_done(on_done)
        self.start()

    def _review(self) -> "list[MoveReview]":
        from jungle.engine import Limit, engine_for, searches_natively
        from jungle.engine.review import review

        lower_priority()
        limit = Limit(nodes=NODES if searches_natively(self.game.kind) else NODES_IN_PYTHON)
        with engine_for(self.game.kind, hash_mb=16) as engine:
            self.on_stop(engine.stop)
            for judged in review(self.game, engine, limit):
                if self.stopped:
                    break
                self.reviews.append(judged)
        if self.people and not self.stopped:
            # A full disk must not cost the review.
            with suppress(OSError, LockedError):
                self.cards = record_mistakes(folder("puzzles"), self.reviews, self.people)
        return self.reviews

    def chances(self) -> list[float]:
        """Blue's chance of winning after each ply so far."""
        return [judged.blue_win_probability() for judged in self.reviews]

    def turning_points(self, most: int) -> list[TurningPoint]:
        """The costliest moves, in the order in which they were played."""
        from jungle.engine.review import turning_points

        plies = {id(judged): ply for ply, judged in enumerate(self.reviews)}
        return [TurningPoint(plies[id(judged)], judged) for judged in turning_points(self.reviews, most)]

    def decisive_moment(self) -> TurningPoint | None:
        """The mistake that decided the game, if there was one."""
        from jungle.engine.review import decisive_moment

        outcome = self.game.outcome()
        moment = None if outcome is None else decisive_moment(self.reviews, outcome.winner)
        return None if moment is None else TurningPoint(self.reviews.index(moment), moment)

    def accuracy(self, side: Side) -> float | None:
        """A side's accuracy so far, from 0 to 100."""
        from jungle.engine.review import accuracy

        return accuracy(self.reviews, side)

    def _repr_html_(self) -> str:
        from jungle.engine.review_html import review_html

        return review_html(tuple(self.reviews))

    def close(self) -> None:
        """Stop the review and wait for it to end."""
        self.stop()
        self.wait(PATIENCE)
