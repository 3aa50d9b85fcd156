"""All thinking at a table: the computer's moves, judgement and hints, beside the drawing and to be stopped."""

from collections.abc import Callable

from jungle.desktop.brains import Adviser, Brain, Suggestion
from jungle.desktop.contests import Contest, Option
from jungle.desktop.errands import Errand, Errands
from jungle.pieces import Side


class Thoughts:
    """At most one move, one judgement and one hint are thought about at a time, each on a copy of the game."""

    def __init__(self, brain: Callable[[str], Brain], adviser: Adviser | None) -> None:
        self.adviser = adviser
        self.moving: Errand[Option] | None = None
        self.judging: Errand[float] | None = None
        self.hinting: Errand[Suggestion] | None = None
        self._brain = brain
        self._brains: dict[Side, Brain] = {}
        self._errands = Errands()

    @property
    def are_busy(self) -> bool:
        return bool(self.moving or self.judging or self.hinting) or self._errands.are_pending

    def sweep(self) -> None:
        """Look after what was called off; to be done each frame."""
        self._errands.sweep()

    def think(self, side: Side, name: str, contest: Contest) -> None:
        """Look for a move of the computer's."""
        if side not in self._brains:
            self._brains[side] = self._brain(name)
        brain, copy = self._brains[side], contest.snapshot()
        self.moving = Errand(lambda: brain.choose(copy), brain.stop)

    def judge(self, contest: Contest) -> None:
        assert self.adviser is not None
        adviser, copy = self.adviser, contest.snapshot()
        self.judging = Errand(lambda: adviser.judge(copy), adviser.stop_judging)

    def hint(self, contest: Contest) -> None:
        assert self.adviser is not None
        adviser, copy = self.adviser, contest.snapshot()
        self.hinting = Errand(lambda: adviser.suggest(copy), adviser.stop_suggesting)

    def stop_moving(self) -> None:
        self._errands.drop(self.moving)
        self.moving = None

    def stop_hinting(self) -> None:
        self._errands.drop(self.hinting)
        self.hinting = None

    def stop(self) -> None:
        """Call everything off, at once."""
        self.stop_moving()
        self.stop_hinting()
        self._errands.drop(self.judging)
        self.judging = None

    def close(self) -> None:
        """Stop, and wait for it."""
        self.stop()
        self._errands.close()
        for brain in self._brains.values():
            brain.close()
        self._brains.clear()
        if self.adviser:
            self.adviser.close()
