"""Removing pupils, classes and accounts, with everything that belongs to them."""

import sqlalchemy as sa

from jungle.server.children.children import wards_of
from jungle.server.events import Events
from jungle.server.game.games import Games
from jungle.server.identity.accounts import Accounts, User
from jungle.server.identity.events import SessionsRevoked
from jungle.server.lobby.events import ChallengesCancelled
from jungle.server.lobby.rows import cancel_all
from jungle.server.school.events import PupilLeft
from jungle.server.school.pauses import Pauses
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.rows import (
    Pupil,
    attended_classes,
    find_pupil,
    read_classes,
    read_pupils,
    require_teacher,
)
from jungle.server.storage.database import Database
from jungle.server.storage.schema import answers, children, classes, pupils, tournaments


class Removal:
    """Deletes accounts and classes."""

    def __init__(
        self,
        database: Database,
        events: Events,
        publisher: ClassPublisher,
        games: Games,
        accounts: Accounts,
        pauses: Pauses,
    ) -> None:
        self.database = database
        self.events = events
        self.publisher = publisher
        self.games = games
        self.accounts = accounts
        self.pauses = pauses

    async def close_account(self, user_id: int) -> None:
        """Resign a user's games, cancel their challenges, and delete the account.

        The classes they teach and the accounts of children in their care are deleted first.
        """
        taught = classes.c.teacher_id == user_id
        for row in await self.database.read(lambda connection: read_classes(connection, taught)):
            await self._remove(row.id)
        for child_id in await self.database.read(lambda connection: wards_of(connection, user_id)):
            await self.close_account(child_id)
        name, attended = await self.database.read(lambda connection: attended_classes(connection, user_id))
        await self.games.resign_all(user_id)
        cancelled = await self.database.write(lambda connection: cancel_all(connection, user_id))
        await self.events.emit(ChallengesCancelled(tuple(cancelled)))
        await self.accounts.close(user_id)
        for class_id in attended:
            await self.events.emit(PupilLeft(class_id, user_id, name))

    async def remove_pupil(self, user: User, class_id: str, name: str) -> None:
        """Remove a member from a class: a seat's account is deleted, a parent's child only leaves."""

        def work(connection: sa.Connection) -> tuple[Pupil, bool]:
            require_teacher(connection, user, class_id, lock=True)
            pupil = find_pupil(connection, class_id, name)
            seat = (children.c.user_id == pupil.user_id, children.c.class_id == class_id)
            if connection.execute(sa.select(children.c.user_id).where(*seat)).first():
                return pupil, True
            for table in (pupils, answers):
                mine = (table.c.class_id == class_id, table.c.user_id == pupil.user_id)
                connection.execute(sa.delete(table).where(*mine))
            return pupil, False

        pupil, is_seat = await self.database.write(work)
        if is_seat:
            await self.close_account(pupil.user_id)
        else:
            await self.events.emit(PupilLeft(class_id, pupil.user_id, pupil.name))

    async def remove_class(self, user: User, class_id: str) -> None:
        """Delete a class with its seats."""
        await self.database.read(lambda connection: require_teacher(connection, user, class_id))
        await self._remove(class_id)

    async def _remove(self, class_id: str) -> None:
        closed = sa.update(classes).where(classes.c.id == class_id).values(is_open=False)
        await self.database.execute(closed)  # Nobody can join in the meantime.
        seats = sa.select(children.c.user_id).where(children.c.class_id == class_id)
        for user_id in await self.database.read(lambda connection: list(connection.execute(seats).scalars())):
            await self.close_account(user_id)

        def work(connection: sa.Connection) -> list[Pupil]:
            members = read_pupils(connection, class_id)
            unfinished = (tournaments.c.class_id == class_id, tournaments.c.status != "finished")
            connection.execute(sa.update(tournaments).where(*unfinished).values(status="finished"))
            connection.execute(sa.delete(classes).where(classes.c.id == class_id))
            return members

        members = await self.database.write(work)
        await self.pauses.apply(class_id, False)
        self.publisher.emit(class_id, "removed")
        for pupil in members:
            await self.events.emit(SessionsRevoked(pupil.user_id))
