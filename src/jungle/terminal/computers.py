"""The computer players of a session, and who gives its hints."""

from typing import TYPE_CHECKING, Any

from jungle.boardgame import AnyGame

if TYPE_CHECKING:
    from jungle.engine import Engine, Handle, Hint
    from jungle.pieces import Side
    from jungle.players import Choice, Player

# Players and engine are imported when they are first needed, so that a game between people starts at once.

HINT_TIME = 0.5
"""Seconds that a hint may take."""


class Computers:
    """Players by name, one for each side that needs one, and an engine for hints."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._players: dict[Side | None, Player] = {}
        self._adviser: Engine | None = None

    def choice(self, game: AnyGame, name: str) -> "Handle[Choice]":
        """The search for a move of the side to move, not started yet. Raises InvalidPlayerError."""
        from jungle.players import player

        if game.side not in self._players:
            self._players[game.side] = player(name, game=game.kind, seed=self._seed)
        return self._players[game.side].prepare(game.public())

    def hint(self, game: AnyGame) -> "Handle[Hint]":
        """The search for the best move, not started yet."""
        from jungle.engine import Engine, Handle, Hint, Limit

        if self._adviser is None:
            self._adviser = Engine(hash_mb=16, contempt=0)
        copy: Any = game.copy()
        search = self._adviser.prepare(copy, Limit(movetime=HINT_TIME))
        return Handle(lambda handle: Hint.of(copy, handle.run_inner(search)))

    def close(self) -> None:
        """Give back memory and threads."""
        for player in self._players.values():
            player.close()
        if self._adviser is not None:
            self._adviser.close()


def names(kind: str) -> tuple[str, ...]:
    """The players of a game that need no more than their name."""
    from jungle.players import names_for

    return names_for(kind)


def check_player(name: str, kind: str) -> None:
    """Raise InvalidPlayerError for a player that is none, or does not know the game."""
    from jungle.players import PlayerSpec

    PlayerSpec.parse(name).check_game(kind)


def can_advise(kind: str) -> bool:
    """Is there an engine for that game?"""
    return "impossible" in names(kind)
