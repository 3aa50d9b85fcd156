"""This server's heartbeat, and other servers on the same database. One that dies may have committed changes without
publishing them, so clients then refetch their state."""

import asyncio
import logging
import time
from collections.abc import Callable

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.events import Events
from jungle.server.realtime.events import PeersChanged, PeersStopped, ServerOutdated
from jungle.server.realtime.hub import Hub
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.safety import UnsafeServerError, check_safety
from jungle.server.storage.schema import games, presences, server_state
from jungle.server.times import HOUR

log = logging.getLogger("jungle.server")

BEAT_SECONDS = 1.0
STALE_SECONDS = 5.0
"""A server that has not been able to write its heartbeat for this long cannot write anything else either."""
SILENT_BEATS = 4
"""A server is considered dead after this many missed heartbeats."""
ALIVE = "alive"
"""When any server was last running. This makes downtime measurable, so that clocks can be credited."""
PREFIX = "alive:"
"""The same for one of several servers."""


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
        self._beat_at = -STALE_SECONDS
        """When the last heartbeat was written; in the distant past if the last one failed."""

    def can_write(self) -> bool:
        """True if the last heartbeat could be written, not long ago."""
        return time.monotonic() - self._beat_at < STALE_SECONDS

    async def run(self) -> None:
        while True:
            try:
                await self.beat()
            except UnsafeServerError as error:
                log.error("the database cannot be used: %s", error)
                await self.events.emit(ServerOutdated())
                return
            except JungleError as error:
                log.warning("the heartbeat failed: %s", error)
            except Exception:
                log.exception("the heartbeat failed")
            await asyncio.sleep(BEAT_SECONDS)

    async def beat(self) -> None:
        """Write this server's heartbeat, and check those of the others."""
        try:
            signs = await self.database.write(self._exchange)
        except BaseException:
            self._beat_at = -STALE_SECONDS
            raise
        self._beat_at = time.monotonic()
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
        note_alive(connection, now)
        if not self.database.locks_rows:  # There is no other server.
            return {}
        check_safety(connection)
        note_alive(connection, now, self.me)
        others = (server_state.c.name.startswith(PREFIX), server_state.c.name != self.me)
        connection.execute(sa.delete(server_state).where(*others, server_state.c.value < now - HOUR))
        rows = connection.execute(sa.select(server_state.c.name, server_state.c.value).where(*others))
        return {row.name: row.value for row in rows}

    async def leave(self) -> None:
        """Sign off. Unless everything has been published, the others must notice that this server is gone."""
        is_published = await self.hub.flush()

        def work(connection: sa.Connection) -> None:
            note_alive(connection, self.now())
            if is_published:
                connection.execute(sa.delete(server_state).where(server_state.c.name == self.me))

        await self.database.write(work)


def note_alive(connection: sa.Connection, now: int, name: str = ALIVE) -> None:
    """Write a heartbeat."""
    changed = sa.update(server_state).where(server_state.c.name == name).values(value=now)
    if not connection.execute(changed).rowcount:
        insert_once(connection, server_state, {"name": name, "value": now})


def last_alive(connection: sa.Connection) -> int | None:
    """When any server was last running; None for a new database.

    A heartbeat may be late while moves are still made. A turn that has begun must not begin again in the future.
    """
    beats = sa.select(server_state.c.value).where(server_state.c.name.startswith(ALIVE)).with_for_update()
    turns = sa.select(sa.func.max(games.c.turn_since)).where(games.c.status == "started")
    signs = [*connection.execute(beats).scalars(), connection.execute(turns).scalar()]
    return max((sign for sign in signs if sign is not None), default=None)
