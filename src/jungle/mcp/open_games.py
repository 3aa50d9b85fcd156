"""The games that an MCP server has open, each with a thread of its own."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from jungle.errors import GameError
from jungle.play import LiveGame

Value = TypeVar("Value")

OPEN_LIMIT = 32
"""When one more is opened, the game that has been idle longest is closed. It can still be resumed."""


class OpenGame:
    """A game in progress. All calls of its `LiveGame` run in one thread, one after another."""

    def __init__(self, name: str, create: Callable[[], LiveGame]) -> None:
        self.name = name
        self._thread = ThreadPoolExecutor(1, "jungle-mcp")
        try:
            self._live = self._thread.submit(create).result()
        except BaseException:
            self._thread.shutdown()
            raise

    async def run(self, work: Callable[[LiveGame], Value]) -> Value:
        return await asyncio.wrap_future(self._thread.submit(work, self._live))

    def close(self) -> None:
        self._thread.submit(self._live.close).result()
        self._thread.shutdown()


class OpenGames:
    """The open games by number. Games are saved in `folder` after every change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._games: dict[str, OpenGame] = {}
        """The least recently used first."""
        self._number = 0

    def open(self, create: Callable[[], LiveGame]) -> OpenGame:
        self._number += 1
        game = OpenGame(str(self._number), create)
        self._games[game.name] = game
        while len(self._games) > OPEN_LIMIT:
            self._games.pop(next(iter(self._games))).close()
        return game

    def __getitem__(self, name: str) -> OpenGame:
        """Raises GameError for a game that is not open."""
        if (game := self._games.pop(name, None)) is None:
            opened = ", ".join(self._games) or "none; new_game starts one"
            raise GameError(f"there is no open game {name!r:.40} (open: {opened})")
        self._games[name] = game
        return game

    def __iter__(self) -> Iterator[OpenGame]:
        return iter(list(self._games.values()))

    def close(self) -> None:
        """Close all games. They can be resumed."""
        while self._games:
            self._games.popitem()[1].close()
