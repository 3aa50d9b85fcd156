"""Other servers on the same database. One that dies may have committed changes without publishing them, so clients
then refetch their state."""

import asyncio
import logging
from collections.abc import Callable

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.events import Events
from jungle.server.realtime.events import PeersChanged, PeersStopped
from jungle.server.realtime.hub import Hub
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.schema import presences, server_state
from jungle.server.times import HOUR

log = logging.getLogger("jungle.server")

BEAT_SECONDS = 1.0
SILENT_BEATS = 4
"""A server is considered dead after this many missed heartbeats."""
PREFIX = "alive:"


class Peers:
    """Heartbeats: every server writes an increasing number, and one whose number stands still has died."""

    def __init__(self, database: Database, events: Events, hub: Hub, now: Callable[[], int]) -> None:
        self.database = database
        self.events = events
        self.hub = hub
        self.now = now
        self.me = PREFIX + hub.name
        self._seen: dict[str, tuple[int, int]] = {}
        self._has_looked = False

    async def run(self) -> None:
        while True:
            try:
                await self.beat()
            except JungleError as error:
                log.warning("no sign of the other servers: %s", error)
            except Exception:
                log.exception("no sign of the other servers")
            await asyncio.sleep(BEAT_SECONDS)

    async def beat(self) -> None:
        """Write this server's heartbeat, and check those of the others."""
        signs = await self.database.write(self._exchange)
        seen = {}
        for name, value in signs.items():
            known, silent = self._seen.get(name, (None, 0))
            silent = silent + 1 if value == known else 0
            seen[name] = value, silent
        self._seen = seen
        others = {name.removeprefix(PREFIX) for name, (_, silent) in seen.items() if silent < SILENT_BEATS}
        if others != self.hub.others:
            self.hub.others = others
            self._has_looked = False
            await self.events.emit(PeersChanged())
        if any(silent == SILENT_BEATS for _, silent in seen.values()):
            log.warning("another server has died; clients will refetch their state")
            self.hub.resync()
        if not self._has_looked:
            await self._release_stopped(others)
            self._has_looked = True

    async def _release_stopped(self, others: set[str]) -> None:
        """Remove the presence records of servers that are not running."""
        running = {*others, self.hub.name}
        servers = sa.select(presences.c.server).distinct()
        found = await self.database.read(lambda connection: set(connection.execute(servers).scalars()))
        if stopped := found - running:
            await self.events.emit(PeersStopped(frozenset(stopped)))

    def _exchange(self, connection: sa.Connection) -> dict[str, int]:
        now = self.now()
        insert_once(connection, server_state, {"name": self.me, "value": now})
        connection.execute(sa.update(server_state).where(server_state.c.name == self.me).values(value=now))
        others = (server_state.c.name.startswith(PREFIX), server_state.c.name != self.me)
        connection.execute(sa.delete(server_state).where(*others, server_state.c.value < now - HOUR))
        rows = connection.execute(sa.select(server_state.c.name, server_state.c.value).where(*others))
        return {row.name: row.value for row in rows}

    async def leave(self) -> None:
        """Sign off: everything has been published, so the others need not react."""
        await self.database.execute(sa.delete(server_state).where(server_state.c.name == self.me))
