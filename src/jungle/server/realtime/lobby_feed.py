"""What everybody in the lobby hears, in one frame per second at most.

Each change goes to every open lobby page, so its cost grows with the square of the number of people. In a batch, one
frame carries all of them, and seeks that come and go in between are never sent.
"""

import asyncio

from jungle.server.json import Json, encode
from jungle.server.realtime.hub import Hub

BATCH_SECONDS = 1.0


class LobbyFeed:
    """Collects the changes that this server has to publish."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._changes: list[Json] = []
        self._sent_at = -BATCH_SECONDS
        self._timer: asyncio.TimerHandle | None = None

    def add(self, **change: object) -> None:
        """Publish a change within a second. `LobbyChange` has its fields."""
        self._changes.append(change)
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(self._sent_at + BATCH_SECONDS, self._send)

    def remove_seeks(self, ids: list[str]) -> None:
        """These seeks are gone."""
        if left := self._without("seek", ids):
            self.add(ended=left)

    def game_over(self, game_id: str) -> None:
        """This game need not be shown any more."""
        if self._without("view", [game_id]):
            self.add(over=game_id)

    def _without(self, name: str, ids: list[str]) -> list[str]:
        """Drop what has not been sent yet, and return the ids of the others."""
        unsent = {change[name]["id"] for change in self._changes if name in change} & set(ids)
        if unsent:
            self._changes = [change for change in self._changes if change.get(name, {}).get("id") not in unsent]
        return [each for each in ids if each not in unsent]

    def _send(self) -> None:
        self._timer = None
        self._sent_at = asyncio.get_running_loop().time()
        changes, self._changes = self._changes, []
        if changes:
            self.hub.publish("lobby", encode({"type": "lobby", "changes": changes}))
