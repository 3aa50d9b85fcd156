"""Presence: which players are connected to a game, and how many spectators it has."""

import asyncio
from collections import Counter
from contextlib import suppress

from jungle.errors import JungleError
from jungle.server.background import Tasks
from jungle.server.game.games import Games
from jungle.server.json import encode
from jungle.server.realtime.events import PeersChanged
from jungle.server.realtime.hub import Hub

PUBLISH_SECONDS = 1.0
"""How long changes in the number of spectators are collected before they are published."""


class Presence:
    """One user's connection to one game. This process counts its own; the database has all of them."""

    def __init__(self, games: Games, tasks: Tasks, game_id: str, user_id: int) -> None:
        self.games = games
        self.tasks = tasks
        self.key = (game_id, user_id)

    async def come(self) -> None:
        here = self.games.connections
        here[self.key] += 1
        if here[self.key] == 1:
            await self._note(True)

    async def leave(self) -> None:
        here = self.games.connections
        here[self.key] -= 1
        if not here[self.key]:
            del here[self.key]
            await self._note(False)
            if self.key in here:  # The player came back in the meantime.
                await self._note(True)

    def spawn_leave(self) -> None:
        """Leave, from a context in which nothing can be awaited."""
        self.tasks.spawn(self.leave())

    async def _note(self, is_here: bool) -> None:
        # Presence is best effort: if the database is closing, closing a connection must not fail.
        if self.games.closing:
            return
        with suppress(JungleError):
            await self.games.presence(*self.key, is_here)


class Spectators:
    """The number of spectators of each game, over all servers."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._here: Counter[str] = Counter()
        self._publishing: dict[str, asyncio.Task[None]] = {}

    async def count(self, game_id: str) -> int:
        return await self.hub.total(f"spectators:{game_id}", self._here[game_id])

    def change(self, game_id: str, by: int) -> None:
        self._here[game_id] += by
        if not self._here[game_id]:
            del self._here[game_id]
        if game_id not in self._publishing:
            self._publishing[game_id] = asyncio.get_running_loop().create_task(self._emit(game_id))

    def on_peers_changed(self, event: PeersChanged) -> None:
        """Update all counts after a server has started or stopped."""
        for game_id in tuple(self._here):
            self.change(game_id, 0)

    async def _emit(self, game_id: str) -> None:
        """Publish the count to the game's followers, after a short delay that collects further changes."""
        await asyncio.sleep(PUBLISH_SECONDS)
        del self._publishing[game_id]
        event = {"type": "spectators", "game": game_id, "count": await self.count(game_id)}
        self.hub.publish(f"game:{game_id}", encode(event))


class Spectator:
    """One spectator's connection to a game."""

    def __init__(self, spectators: Spectators, game_id: str) -> None:
        self.spectators = spectators
        self.game_id = game_id

    async def come(self) -> None:
        self.spectators.change(self.game_id, 1)

    async def leave(self) -> None:
        self.spawn_leave()

    def spawn_leave(self) -> None:
        self.spectators.change(self.game_id, -1)
