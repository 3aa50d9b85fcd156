"""Pauses: a teacher stops all games of a class, and their clocks."""

import asyncio

import sqlalchemy as sa

from jungle.server.game.commands import pause_for_class, resume_for_class
from jungle.server.game.games import Games
from jungle.server.identity.accounts import User
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.rows import (
    require_teacher,
)
from jungle.server.storage.database import Database
from jungle.server.storage.schema import classes, games


class Pauses:
    """Pauses and resumes classes."""

    def __init__(self, database: Database, publisher: ClassPublisher, games: Games) -> None:
        self.database = database
        self.publisher = publisher
        self.games = games

    async def pause(self, user: User, class_id: str, paused: bool) -> None:
        """Pause all running games of a class with their clocks, or resume them."""

        def work(connection: sa.Connection) -> None:
            require_teacher(connection, user, class_id, lock=True)
            connection.execute(sa.update(classes).where(classes.c.id == class_id).values(is_paused=paused))

        await self.database.write(work)
        await self.apply(class_id, paused)
        self.publisher.emit(class_id, "paused", paused=paused)

    async def apply(self, class_id: str, paused: bool) -> None:
        """Pause or resume all running games of a class."""
        running = sa.select(games.c.id).where(games.c.class_id == class_id, games.c.status == "started")
        for game_id in await self.database.read(lambda connection: list(connection.execute(running).scalars())):
            await self.games.transact(game_id, pause_for_class if paused else resume_for_class)
            await asyncio.sleep(0)

    async def restore(self) -> None:
        """Finish pausing and resuming that a dead server has left incomplete."""
        wrong = sa.or_(
            sa.and_(classes.c.is_paused.is_(True), games.c.paused_ms.is_(None)),
            sa.and_(classes.c.is_paused.is_(False), games.c.paused_ms.is_not(None)),
        )
        statement = sa.select(games.c.id, classes.c.is_paused).join(classes, classes.c.id == games.c.class_id)
        statement = statement.where(games.c.status == "started", games.c.days.is_(None), wrong)
        for game_id, paused in await self.database.scan(lambda connection: connection.execute(statement).all()):
            await self.games.transact(game_id, pause_for_class if paused else resume_for_class)
