"""What is chosen before a game: the game itself, and who sits where."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.games import DEFAULT_GAME, game_type
from jungle.pieces import Side
from jungle.storage import Seats, by_seat


@dataclass(frozen=True)
class Setup:
    """What is known about a game before it starts; front ends fill it in.

    >>> setup = Setup(side=Side.RED, first=Side.BLUE, versus="easy")
    >>> setup.seats(setup.game())
    ('easy', None)
    """

    kind: str = DEFAULT_GAME
    """The name of the game in `GAMES`."""
    rules: str | None = None
    fen: str | None = None
    """The position to start from, if not the initial one."""
    seed: int | None = None
    """For the shuffle."""
    first: Side | None = None
    """Who moves first; by default the chosen side, if the rules allow it."""
    side: Side | None = None
    """The side a person has chosen."""
    against_computer: bool | None = None
    """Whether the computer plays the other side; None if not known yet."""
    versus: str | None = None
    """The player of the other side."""
    watch: tuple[str, str] | None = None
    """Two computer players to watch, Blue's and Red's."""

    @cached_property
    def sample(self) -> BoardGame:
        """The game, except perhaps for who moves first. Raises JungleError for an invalid setup."""
        kind = game_type(self.kind)
        return kind.new(self.rules, first=self.first, fen=self.fen, seed=self.seed if kind.uses_chance else None)

    def game(self) -> BoardGame:
        """Create the game. A player who chose an edge of the board moves first, unless the rules say otherwise."""
        if self.side_moves_first:
            with suppress(JungleError):
                return game_type(self.kind).new(self.rules, first=self.side)
        return self.sample.copy()

    @property
    def side_moves_first(self) -> bool:
        """Whether the chosen side moves first if the rules allow it, which is so if it is an edge of the board."""
        return self.side is not None and self.first is None and self.fen is None and self.sample.uses_directions

    def seats(self, game: BoardGame) -> Seats:
        """The players by seat. If the first flip decides the colours, the person moves first."""
        if self.watch:
            return by_seat(game.start, self.watch)
        seat = 0 if self.side is None else game.seat_of(self.side)
        return (self.versus, None) if seat else (None, self.versus)
