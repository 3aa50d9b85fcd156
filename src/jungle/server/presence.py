"""Whether a player follows a game, counted over all connections of this process."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, ClassVar

from jungle.errors import JungleError
from jungle.server.games import Games


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
