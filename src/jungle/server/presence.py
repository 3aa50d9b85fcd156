"""Who follows a game, counted over all connections of this process: whether a player does, and how many spectators."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, ClassVar

from jungle.errors import JungleError
from jungle.server.events import Hub, encode
from jungle.server.games import Games

TELL_SECONDS = 1.0
"""How long changes of the number of spectators are gathered before they are told."""


class Presence:
    """One connection of one user to one game."""

    _here: ClassVar[Counter[tuple[str, int]]] = Counter()
    _leaving: ClassVar[set[asyncio.Task[None]]] = set()

    def __init__(self, games: Games, game_id: str, user_id: int) -> None:
        self.games = games
        self.key = (game_id, user_id)

    async def come(self) -> None:
        self._here[self.key] += 1
        if self._here[self.key] == 1:
            await self._note(True)

    async def leave(self) -> None:
        self._here[self.key] -= 1
        if not self._here[self.key]:
            del self._here[self.key]
            await self._note(False)

    def leave_soon(self) -> None:
        """Leave, from where nothing can be awaited."""
        self._soon(self.leave())

    def heard(self, is_here: bool) -> None:
        """Another process says that this player has gone, but a connection of ours is still open."""
        if not is_here and self.key in self._here:
            self._soon(self._note(True))

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _note(self, is_here: bool) -> None:
        # Presence is best effort: a closing database must not make a closing connection fail.
        if self.games.is_closing:
            return
        with suppress(JungleError):
            await self.games.presence(*self.key, is_here)


class Spectator:
    """One connection to a game of others."""

    _counts: ClassVar[Counter[str]] = Counter()
    _told: ClassVar[dict[str, int]] = {}
    """What was last said of games whose number is about to be told again."""

    def __init__(self, hub: Hub, game_id: str) -> None:
        self.hub = hub
        self.game_id = game_id

    @classmethod
    def count(cls, game_id: str) -> int:
        """How many follow a game on this server."""
        return cls._counts[game_id]

    async def come(self) -> None:
        self._change(1)

    async def leave(self) -> None:
        self._change(-1)

    def leave_soon(self) -> None:
        self._change(-1)

    def _change(self, by: int) -> None:
        if self.game_id not in self._told:
            self._told[self.game_id] = self._counts[self.game_id]
            asyncio.get_running_loop().call_later(TELL_SECONDS, self._tell)
        self._counts[self.game_id] += by
        if not self._counts[self.game_id]:
            del self._counts[self.game_id]

    def _tell(self) -> None:
        count = self.count(self.game_id)
        if count != self._told.pop(self.game_id):
            told = {"type": "spectators", "game": self.game_id, "count": count}
            # Each server has spectators of its own, and tells its own clients.
            self.hub.deliver(f"game:{self.game_id}", encode(told))
