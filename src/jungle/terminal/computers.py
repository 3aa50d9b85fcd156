"""The computer players of a session, and the one who gives its hints."""

from typing import TYPE_CHECKING

from jungle.boardgame import BoardGame
from jungle.errors import JungleError
from jungle.language import Speaker

if TYPE_CHECKING:
    from jungle.engine import Handle
    from jungle.pieces import Side
    from jungle.players import Choice, Player

# Players and engine are imported when they are first needed, so that a game between people starts at once.

ADVISER = "engine:movetime=0.5,hash=16,contempt=0,compare=yes"


class Computers:
    """Players by name, one for each side that needs one, and one for hints."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._players: dict[tuple[str, Side | None], Player] = {}

    def choice(self, game: BoardGame, name: str) -> "Handle[Choice]":
        """The choice of a move for the side to move, not started yet. Raises InvalidPlayerError."""
        from jungle.players import player

        key = name, game.side
        if key not in self._players:
            self._players[key] = player(name, game=game.kind, seed=self._seed)
        return self._players[key].prepare(game.public())

    def hint(self, game: BoardGame) -> "Handle[Choice]":
        """The choice of the engine or, if it does not know the game, of the usual opponent; not started yet."""
        try:
            check_player(ADVISER, game.kind)
        except JungleError:
            return self.choice(game, names(game.kind)[0])
        return self.choice(game, ADVISER)

    def close(self) -> None:
        """Free memory and threads."""
        for player in self._players.values():
            player.close()


def computer_name(say: Speaker, name: str) -> str:
    """What a computer player is called."""
    from jungle.players.names import player_name

    return player_name(say, name)


def names(kind: str) -> tuple[str, ...]:
    """The players of a game that need no more than their name, the usual opponent first."""
    from jungle.players import names_for

    return names_for(kind)


def check_player(name: str, kind: str) -> None:
    """Raise InvalidPlayerError if there is no such player, or it does not know the game."""
    from jungle.players import PlayerSpec

    PlayerSpec.parse(name).check_game(kind)
