"""The computer players of a session, as thoughts."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from jungle.game import Game
from jungle.moves import Move
from jungle.terminal.conversation import Thought

if TYPE_CHECKING:
    from jungle.engine import Engine, Hint, Level
    from jungle.pieces import Side

# The engine is imported when a computer is first needed, so that a game between people starts at once.


class Computers:
    """Players by level name, one for each side that needs one, and a giver of hints."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._levels: dict[Side, Level] = {}
        self._adviser: Engine | None = None

    def move(self, game: Game, name: str, conclude: Callable[[Move], str]) -> Thought:
        """Find a move for the side to move at that level. Raises EngineError for a level that is none."""
        side = game.position.side
        if side not in self._levels:
            from jungle.engine import level

            self._levels[side] = level(name, seed=self._seed)
        player, game = self._levels[side], game.copy()
        return Thought(lambda: player.choose(game), player.stop, conclude, is_move=True)

    def hint(self, game: Game, conclude: Callable[["Hint"], str]) -> Thought:
        """Find the best move for the side to move."""
        from jungle.engine import Engine, hint

        if self._adviser is None:
            self._adviser = Engine(hash_mb=16, contempt=0)
        adviser, game = self._adviser, game.copy()
        return Thought(lambda: hint(game, engine=adviser), adviser.stop, conclude, is_move=False)

    def close(self) -> None:
        """Give back memory and threads."""
        for player in self._levels.values():
            player.close()
        if self._adviser is not None:
            self._adviser.close()


def check_level(name: str) -> None:
    """Raise EngineError for a level that is none."""
    from jungle.engine import level

    level(name).close()
