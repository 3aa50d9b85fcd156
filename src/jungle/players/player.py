"""Players: anything that can choose a move."""

from abc import abstractmethod
from dataclasses import dataclass

from jungle.board_game import BoardGame
from jungle.engine.errors import refuse_when_over
from jungle.engine.limits import Limit
from jungle.engine.score import Score
from jungle.engine.search import Line
from jungle.moves import BoardMove
from jungle.task import Stoppable, Task


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player chose; a player that searched also gives its nodes and score."""

    move: BoardMove
    nodes: int | None = None
    score: Score | None = None
    solved: bool = False
    """Whether the score comes from endgame tables."""
    lines: tuple[Line, ...] = ()
    """The lines compared, best first, if the player was asked to compare."""


class Player(Stoppable):
    """Base class of all players. Create one with `level` or `jungle.players.player`. A context manager.

    `stop` makes a running `choose` return soon, from any thread. `new_game` is called before each game, with a seed
    for the player's random numbers; the same seed gives the same games.
    """

    trusted = True
    """Whether it is one of our own players, which does not hang, crash or cheat."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        """The description it was created from."""

    def choose(self, game: BoardGame, limit: Limit | None = None, *, under: Task[object] | None = None) -> Choice:
        """Choose a legal move for the side to move, within a limit such as a clock, if given.

        `under` is the handle of the work that this belongs to, if any: stopping it stops the player. Raises GameError
        if the game is over, EngineError if a player that is not ours fails.
        """
        if under is None:
            return self.prepare(game, limit).run()
        refuse_when_over(game)
        self._watch(under)
        return self._choose(game, limit, under)

    def start(self, game: BoardGame, limit: Limit | None = None) -> Task[Choice]:
        """`choose` in a new thread: returns a handle that can be stopped, waited for or awaited."""
        return self.prepare(game.public(), limit).start()

    def prepare(self, game: BoardGame, limit: Limit | None = None) -> Task[Choice]:
        """`start` without starting, so that it can be stopped before it begins."""
        refuse_when_over(game)
        handle = Task[Choice](lambda handle: self._choose(game, limit, handle))
        self._watch(handle)
        return handle

    @abstractmethod
    def _choose(self, game: BoardGame, limit: Limit | None, handle: Task[object]) -> Choice:
        """Choose as part of a handle."""

    def new_game(self, seed: int | str | None = None) -> None:
        """Prepare for a new game."""
