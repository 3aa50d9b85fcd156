"""The games by name: ours, and those of installed packages."""

import sys
import warnings
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from pathlib import Path
from typing import Any

from jungle.board_game import BoardGame
from jungle.errors import GameError
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.rules import BaseRules
from jungle.rules_text import read_rules

DEFAULT_GAME = Game.kind
"""The game used if none is named."""
ENTRY_POINTS = "jungle.games"
"""The group of entry points by which a package adds games: `name = "module:GameClass"`."""


class _Games(dict[str, type[BoardGame]]):
    """Looks for the games of other packages when it is first listed, or asked for a name that is not there."""

    _is_complete = False

    def _complete(self) -> None:
        if self._is_complete:
            return
        self._is_complete = True  # The packages import this one, which may list the games.
        if not _any_entry_points():
            return
        from importlib.metadata import entry_points

        for point in entry_points(group=ENTRY_POINTS):
            try:
                game = point.load()
                is_game = isinstance(game, type) and issubclass(game, BoardGame) and game.kind == point.name
                problem = "" if is_game else f"expected a BoardGame whose kind is {point.name!r}, got {game!r}"
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
            if not problem and point.name in self:
                problem = "the name is taken"
            if problem:
                message = f"the game {point.name!r} ({point.value}) is left out: {problem}"
                warnings.warn(message, RuntimeWarning, stacklevel=2)
            else:
                self[point.name] = game

    def __missing__(self, kind: str) -> type[BoardGame]:
        self._complete()
        if dict.__contains__(self, kind):
            return dict.__getitem__(self, kind)
        raise KeyError(kind)

    def __contains__(self, kind: object) -> bool:
        if not dict.__contains__(self, kind):
            self._complete()
        return dict.__contains__(self, kind)

    def get(self, kind: str, default: Any = None) -> Any:
        return self[kind] if kind in self else default  # noqa: SIM401 - that calls this

    def __iter__(self) -> Iterator[str]:
        self._complete()
        return super().__iter__()

    def __len__(self) -> int:
        self._complete()
        return super().__len__()

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        self._complete()
        return super().keys()

    def values(self) -> ValuesView[type[BoardGame]]:  # type: ignore[override]
        self._complete()
        return super().values()

    def items(self) -> ItemsView[str, type[BoardGame]]:  # type: ignore[override]
        self._complete()
        return super().items()


def _any_entry_points() -> bool:
    """Whether an installed package may add games: `importlib.metadata` takes longer to import than we do."""
    for folder in sys.path:
        for kind in ("dist-info", "egg-info"):
            for path in Path(folder).glob(f"*.{kind}/entry_points.txt"):
                if ENTRY_POINTS in path.read_text(encoding="utf-8", errors="replace"):
                    return True
    return False


GAMES: dict[str, type[BoardGame]] = _Games({game.kind: game for game in (Game, FlipGame)})
"""All games by name. Code that looks its game up here works for all of them.

Other packages add theirs as entry points of the group `jungle.games`.
"""


def game_type(kind: str) -> type[BoardGame]:
    """The game of that name. Raises GameError.

    >>> game_type("flip").new(seed=4).play("b2").notation()
    'b2=c'
    """
    try:
        return GAMES[kind]
    except (KeyError, TypeError):
        raise GameError(f"unknown game {kind!r}; expected one of: {', '.join(GAMES)}") from None


def parse_rules(text: str, game: str = DEFAULT_GAME) -> BaseRules:
    """Parse rules for the game of that name. Raises InvalidRulesError, GameError.

    >>> parse_rules("flip:quiet_limit=60", game="flip").quiet_limit
    60
    """
    return read_rules(text, game_type(game).rules_type)
