"""Removing pupils, classes and accounts, with everything that belongs to them."""

import sqlalchemy as sa

from jungle.server.children.children import wards_of
from jungle.server.errors import NotFoundError
from jungle.server.events import Events
from jungle.server.game.games import Games
from jungle.server.identity.accounts import Accounts, User, name_key
from jungle.server.identity.events import SessionsRevoked
from jungle.server.lobby.events import ChallengesCancelled
from jungle.server.lobby.rows import cancel_all
from jungle.server.school.events import PupilLeft
from jungle.server.school.pauses import Pauses
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.rows import (
    Applicant,
    Pupil,
    attended_classes,
    classes_waited_for,
    read_applicants,
    read_classes,
    read_pupils,
    require_teacher,
)
from jungle.server.storage.database import Database
from jungle.server.storage.schema import answers, applicants, children, classes, pupils, tournaments


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
        waited_for = await self.database.read(lambda connection: classes_waited_for(connection, user_id))
        await self.games.resign_all(user_id)
        cancelled = await self.database.write(lambda connection: cancel_all(connection, user_id))
        await self.events.emit(ChallengesCancelled(tuple(cancelled)))
        await self.accounts.close(user_id)
        for class_id in attended:
            await self.events.emit(PupilLeft(class_id, user_id, name))
        for class_id in waited_for:
            self.publisher.emit_to_teacher(class_id, "left", name=name)

    async def remove_pupils(self, user: User, class_id: str, names: list[str]) -> list[str]:
        """Remove pupils and waiting children from a class: a seat's account is deleted, a parent's child only leaves.

        Returns the names of those who were there. Raises NotFoundError if none of them was.
        """
        wanted = {name_key(name) for name in names}

        def work(connection: sa.Connection) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
            require_teacher(connection, user, class_id, lock=True)
            members: list[Pupil | Applicant] = [*read_pupils(connection, class_id)]
            members += read_applicants(connection, class_id)
            chosen = {each.user_id: each.name for each in members if name_key(each.name) in wanted}
            seats = sa.select(children.c.user_id).where(children.c.class_id == class_id)
            own = set(connection.execute(seats.where(children.c.user_id.in_(chosen))).scalars())
            guests = [user_id for user_id in chosen if user_id not in own]
            for table in (pupils, applicants, answers) if guests else ():
                theirs = (table.c.class_id == class_id, table.c.user_id.in_(guests))
                connection.execute(sa.delete(table).where(*theirs))
            return [(user_id, chosen[user_id]) for user_id in own], [(user_id, chosen[user_id]) for user_id in guests]

        seats, guests = await self.database.write(work)
        if not seats and not guests:
            raise NotFoundError("none of these pupils is in this class", "no_pupil")
        for user_id, name in guests:
            self.publisher.emit_to_teacher(class_id, "left", name=name)
            await self.events.emit(PupilLeft(class_id, user_id, name))
        for user_id, _ in seats:
            await self.close_account(user_id)
        return [name for _, name in seats + guests]

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
