"""Who follows a game: whether a player does, and how many spectators."""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from jungle.errors import JungleError
from jungle.server.events import Hub, encode

if TYPE_CHECKING:
    from jungle.server.services import Services

TELL_SECONDS = 1.0
"""How long changes of the number of spectators are gathered before they are told."""


class Presence:
    """One connection of one user to one game; those of this process are counted, all are in the database."""

    def __init__(self, parts: "Services", game_id: str, user_id: int) -> None:
        self.parts = parts
        self.games = parts.games
        self.key = (game_id, user_id)

    async def come(self) -> None:
        here = self.games.present
        here[self.key] += 1
        if here[self.key] == 1:
            await self._note(True)

    async def leave(self) -> None:
        here = self.games.present
        here[self.key] -= 1
        if not here[self.key]:
            del here[self.key]
            await self._note(False)
            if self.key in here:  # Somebody came back meanwhile.
                await self._note(True)

    def leave_soon(self) -> None:
        """Leave, from where nothing can be awaited."""
        self.parts.soon(self.leave())

    async def _note(self, is_here: bool) -> None:
        # Presence is best effort: a closing database must not make a closing connection fail.
        if self.games.is_closing:
            return
        with suppress(JungleError):
            await self.games.presence(*self.key, is_here)


class Spectators:
    """How many follow games of others, over all servers together."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._here: Counter[str] = Counter()
        self._telling: dict[str, asyncio.Task[None]] = {}

    async def count(self, game_id: str) -> int:
        return await self.hub.total(f"spectators:{game_id}", self._here[game_id])

    def change(self, game_id: str, by: int) -> None:
        self._here[game_id] += by
        if not self._here[game_id]:
            del self._here[game_id]
        if game_id not in self._telling:
            self._telling[game_id] = asyncio.get_running_loop().create_task(self._tell(game_id))

    def tell_again(self) -> None:
        """A server has come or gone: what it counts was missing, or counts no more."""
        for game_id in tuple(self._here):
            self.change(game_id, 0)

    async def _tell(self, game_id: str) -> None:
        """Tell everybody who follows the game, after what else changes in the next moment."""
        await asyncio.sleep(TELL_SECONDS)
        del self._telling[game_id]
        told = {"type": "spectators", "game": game_id, "count": await self.count(game_id)}
        self.hub.publish(f"game:{game_id}", encode(told))


class Spectator:
    """One connection to a game of others."""

    def __init__(self, spectators: Spectators, game_id: str) -> None:
        self.spectators = spectators
        self.game_id = game_id

    async def come(self) -> None:
        self.spectators.change(self.game_id, 1)

    async def leave(self) -> None:
        self.leave_soon()

    def leave_soon(self) -> None:
        self.spectators.change(self.game_id, -1)
