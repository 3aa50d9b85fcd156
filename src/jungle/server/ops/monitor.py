"""Measures the process from within: how late the event loop is, and how much work is waiting."""

import asyncio
import logging

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server import metrics
from jungle.server.background import Background
from jungle.server.game.games import Games
from jungle.server.realtime.hub import Hub
from jungle.server.storage.database import Database
from jungle.server.storage.schema import outbox

log = logging.getLogger("jungle.server")

TICK_SECONDS = 0.25
OUTBOX_SECONDS = 15.0


class Monitor:
    """Updates the gauges that nobody else does."""

    def __init__(self, database: Database, games: Games, hub: Hub, background: Background) -> None:
        self.database = database
        self.games = games
        self.hub = hub
        self.background = background

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        outbox_at = 0.0
        while True:
            due = loop.time() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            metrics.loop_lag_seconds.observe(max(0.0, loop.time() - due))
            self.measure()
            if loop.time() >= outbox_at:
                outbox_at = loop.time() + OUTBOX_SECONDS
                try:
                    await self.count_mails()
                except JungleError as error:
                    log.warning("the outbox cannot be counted: %s", error)

    def measure(self) -> None:
        """Update what this process knows."""
        metrics.database_pending.set(self.database.pending)
        metrics.pool_in_use.set(self.database.connections_in_use())
        metrics.cache_bytes.set(self.games.cache.size)
        metrics.queued.labels("commands").set(self.games.waiting())
        metrics.queued.labels("background").set(self.background.waiting)
        metrics.queued.labels("events").set(self.hub.unsent())

    async def count_mails(self) -> None:
        """Update the number of emails that wait to be sent, on all servers together."""
        waiting = sa.select(sa.func.count()).where(outbox.c.state == "waiting")
        count = await self.database.read(lambda connection: connection.execute(waiting).scalar_one())
        metrics.queued.labels("outbox").set(count)
