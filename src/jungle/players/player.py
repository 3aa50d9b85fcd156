"""What all players have in common."""

from abc import abstractmethod

from jungle.boardgame import BoardGame
from jungle.engine import Choice, Handle, Limit
from jungle.engine.errors import refuse_when_over
from jungle.engine.handle import Stoppable

__all__ = ["Choice", "Player"]


class Player(Stoppable):
    """Somebody who plays. Make one with `player`; a context manager.

    `stop` lets a `choose` that runs return at once, from any thread. `new_game` comes before each game, with a seed
    that the player draws its luck from; the same seed gives the same games.
    """

    is_trusted = True
    """Is it a player of ours, which does not hang, crash or cheat?"""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        """As it was described."""

    def choose(self, game: BoardGame, limit: Limit | None = None) -> Choice:
        """A legal move for the side to move, within a limit such as a clock, if one is given.

        Raises GameError where the game is over, EngineError where a player that is not ours fails.
        """
        return self.prepare(game, limit).run()

    def start(self, game: BoardGame, limit: Limit | None = None) -> Handle[Choice]:
        """`choose` in a thread of its own: a handle to be stopped, waited for or awaited."""
        return self.prepare(game.public(), limit).start()

    def prepare(self, game: BoardGame, limit: Limit | None = None) -> Handle[Choice]:
        """`start` without starting: for `Handle.run_inner`."""
        refuse_when_over(game)
        handle = Handle[Choice](lambda handle: self._choose(game, limit, handle))
        self._watch(handle)
        return handle

    @abstractmethod
    def _choose(self, game: BoardGame, limit: Limit | None, handle: Handle[Choice]) -> Choice: ...

    def new_game(self, seed: int | str | None = None) -> None:
        """Another game begins."""
