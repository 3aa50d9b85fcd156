"""Members of classes: joining with a code, login cards, who is connected."""

from collections import Counter
from collections.abc import Callable

import msgspec
import sqlalchemy as sa

from jungle.server.background import Background
from jungle.server.children.children import Children, ChildRow, insert_child, qr_code, read_children
from jungle.server.children.privacy import CONTACTS
from jungle.server.errors import NotFoundError
from jungle.server.events import Events
from jungle.server.identity import sessions
from jungle.server.identity.accounts import User, name_key
from jungle.server.identity.events import SessionsRevoked
from jungle.server.json import Json
from jungle.server.school.events import PupilLeft
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.rows import (
    NAME_LIMIT,
    Applicant,
    ClassRow,
    Pupil,
    add_child,
    add_pupil,
    attended_classes,
    checked_text,
    find_pupil,
    normalized_code,
    read_applicants,
    read_classes,
    read_pupils,
    require_teacher,
)
from jungle.server.school.views import ClassViews
from jungle.server.storage.database import Database
from jungle.server.storage.schema import children, classes, pupils


class Members:
    """The pupils of all classes."""

    def __init__(
        self,
        database: Database,
        events: Events,
        publisher: ClassPublisher,
        views: ClassViews,
        children: Children,
        background: Background,
        now: Callable[[], int],
    ) -> None:
        self.database = database
        self.events = events
        self.publisher = publisher
        self.children = children
        self.views = views
        self.background = background
        self.now = now
        self._connections: Counter[int] = Counter()
        """Open connections of pupils on this server."""

    async def find_code(self, code: str) -> ClassRow:
        """The class with a code. Raises NotFoundError."""
        chosen = classes.c.code == normalized_code(code)
        for row in await self.database.read(lambda connection: read_classes(connection, chosen)):
            return row
        raise NotFoundError("there is no class with this code", "no_class")

    async def join(self, class_id: str, agent: str) -> tuple[User, str, Json, Json]:
        """Create a seat in a class. Returns the new account, the secret of its session, the card, and the class with
        whether the pupil `isWaiting` for the teacher."""
        card, now = await self.children.prepare_card(), self.now()
        picture = await self.background.run(qr_code, card.url(self.children.origin))

        def work(connection: sa.Connection) -> tuple[User, str, ClassRow, bool]:
            found = read_classes(connection, classes.c.id == class_id, lock=True)
            if not found:
                raise NotFoundError("there is no class with this code", "no_class")
            (row,) = found
            user_id, name = insert_child(connection, row.teacher_id, card, now, contacts="class", class_id=class_id)
            is_in = add_child(connection, row, user_id, now)
            secret = sessions.add_session(connection, user_id, agent, now)
            return User(user_id, name, "child", is_child=True), secret, row, is_in

        user, secret, row, is_in = await self.database.write(work)
        self._came(row, Pupil(user_id=user.id, name=user.name, label="", joined=now, seen=now), is_in=is_in)
        shown = card.view(user.name, self.children.origin, picture)
        return user, secret, shown, {"id": row.id, "name": row.name, "isWaiting": not is_in}

    def _came(self, row: ClassRow, pupil: Pupil, *, is_in: bool) -> None:
        if is_in:
            self._joined(row.id, pupil)
        else:
            applicant = Applicant(user_id=pupil.user_id, name=pupil.name, at=pupil.joined)
            self.publisher.emit_to_teacher(row.id, "waiting", pupil=applicant.view())

    async def admit(self, user: User, class_id: str, names: list[str] | None) -> list[str]:
        """Let waiting children into a class, all of them or some. Returns their names."""
        wanted, now = None if names is None else {name_key(name) for name in names}, self.now()

        def work(connection: sa.Connection) -> list[Applicant]:
            row = require_teacher(connection, user, class_id, lock=True)
            waiting = read_applicants(connection, class_id)
            admitted = [each for each in waiting if wanted is None or name_key(each.name) in wanted]
            for each in admitted:
                add_pupil(connection, row, each.user_id, now)
            return admitted

        admitted = await self.database.write(work)
        for each in admitted:
            self._joined(class_id, Pupil(user_id=each.user_id, name=each.name, label="", joined=now, seen=now))
            self.publisher.emit_to_pupil(each.user_id, class_id, "admitted")
        return [each.name for each in admitted]

    def _joined(self, class_id: str, pupil: Pupil) -> None:
        self.publisher.emit(class_id, "joined", pupil=self.views.pupil(pupil))
        self.publisher.emit_to_teacher(class_id, "joined", pupil=self.views.pupil(pupil, is_teacher=True))

    async def enrol(self, child: ChildRow, code: str) -> Json:
        """Add a guardian's own child to a class; once it is in, it may play its classmates. Raises RequestError."""
        found, now = await self.find_code(code), self.now()

        def work(connection: sa.Connection) -> tuple[ClassRow, bool]:
            rows = read_classes(connection, classes.c.id == found.id, lock=True)
            if not rows:
                raise NotFoundError("there is no class with this code", "no_class")
            is_in = add_child(connection, rows[0], child.user_id, now)
            if CONTACTS.index(child.contacts) < CONTACTS.index("class"):
                mine = sa.update(children).where(children.c.user_id == child.user_id)
                connection.execute(mine.values(contacts="class"))
            return rows[0], is_in

        row, is_in = await self.database.write(work)
        pupil = Pupil(user_id=child.user_id, name=child.name, label="", joined=now, seen=child.seen)
        self._came(row, pupil, is_in=is_in)
        return {"id": row.id, "name": row.name, "isWaiting": not is_in}

    async def of_pupil(self, user_id: int) -> tuple[str, list[str]]:
        """A user's name, and the classes they attend."""
        return await self.database.read(lambda connection: attended_classes(connection, user_id))

    async def came(self, user_id: int) -> None:
        """Record that a pupil has opened a connection."""
        self._connections[user_id] += 1
        if self._connections[user_id] == 1:
            await self._emit_presence(user_id)

    async def went(self, user_id: int) -> None:
        """Record that a pupil has closed a connection."""
        self._connections[user_id] -= 1
        if not self._connections[user_id]:
            del self._connections[user_id]
            await self._emit_presence(user_id)

    async def _emit_presence(self, user_id: int) -> None:
        """Tell a pupil's classes whether the pupil is connected to any server."""
        name, attended = await self.of_pupil(user_id)
        is_here = await self.children.hub.total(f"here:{user_id}", self._connections[user_id]) > 0
        for class_id in attended:
            self.publisher.emit(class_id, "here", name=name, here=is_here)

    async def set_label(self, user: User, class_id: str, name: str, label: str) -> None:
        """The teacher's own name for a pupil, which only the teacher sees."""
        label = checked_text(label, NAME_LIMIT)

        def work(connection: sa.Connection) -> Pupil:
            require_teacher(connection, user, class_id)
            pupil = find_pupil(connection, class_id, name)
            mine = (pupils.c.class_id == class_id, pupils.c.user_id == pupil.user_id)
            connection.execute(sa.update(pupils).where(*mine).values(label=label))
            return msgspec.structs.replace(pupil, label=label)

        pupil = await self.database.write(work)
        self.publisher.emit_to_teacher(class_id, "joined", pupil={"name": pupil.name, "label": pupil.label})

    async def cards(self, user: User, class_id: str, names: list[str] | None) -> list[Json]:
        """Create new cards for seats of a class; the old ones stop working."""

        def find(connection: sa.Connection) -> list[tuple[ChildRow, str]]:
            require_teacher(connection, user, class_id)
            labels = {pupil.user_id: pupil.label for pupil in read_pupils(connection, class_id)}
            rows = read_children(connection, children.c.class_id == class_id, children.c.guardian_id == user.id)
            return [(row, labels[row.user_id]) for row in rows if row.user_id in labels]

        found = await self.database.read(find)
        if names is not None:
            wanted = {name_key(name) for name in names}
            found = [(row, label) for row, label in found if name_key(row.name) in wanted]
        made = [await self.children.prepare_card() for _ in found]
        origin = self.children.origin
        pictures = [await self.background.run(qr_code, card.url(origin)) for card in made]

        def work(connection: sa.Connection) -> None:
            require_teacher(connection, user, class_id)
            for (row, _), card in zip(found, made, strict=True):
                values = {"card": card.digest, "pictures": card.hashed}
                connection.execute(sa.update(children).where(children.c.user_id == row.user_id).values(values))

        await self.database.write(work)
        return [
            {**card.view(row.name, self.children.origin, picture), "label": label}
            for (row, label), card, picture in zip(found, made, pictures, strict=True)
        ]

    async def on_pupil_left(self, event: PupilLeft) -> None:
        """A pupil has left a class: check the connections that follow it."""
        self.publisher.emit(event.class_id, "left", name=event.name)
        await self.events.emit(SessionsRevoked(event.user_id))
