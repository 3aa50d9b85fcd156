"""Classes: their codes, settings and views.

Events for a class go to the topic `class:ID`, which its members follow; events for the teacher alone go to
`class-teacher:ID`.
"""

from collections.abc import Callable

import sqlalchemy as sa

from jungle.server.errors import ConflictError, ForbiddenError
from jungle.server.game.privacy import for_viewer
from jungle.server.game.rows import GAME_WITH_PLAYERS, GameRow, read_games
from jungle.server.game.transaction import new_id
from jungle.server.identity.accounts import User
from jungle.server.json import Json
from jungle.server.lobby.tournament_rows import BY_HAND
from jungle.server.school.board import tally
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.rows import (
    ANNOUNCEMENT_LIMIT,
    checked_name,
    checked_text,
    new_code,
    read_applicants,
    read_classes,
    read_pupils,
    records,
    require_member,
    require_teacher,
)
from jungle.server.school.views import RECENT, ClassViews
from jungle.server.storage.database import Database
from jungle.server.storage.schema import answers, classes, games, pupils, tournaments, users

CLASSES_LIMIT = 30
"""The most classes of one teacher."""


class Classes:
    """Manages classes."""

    def __init__(
        self, database: Database, publisher: ClassPublisher, views: ClassViews, origin: str, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.publisher = publisher
        self.views = views
        self.origin = origin
        self.now = now

    async def create(self, user: User, name: str) -> str:
        """Create a class and return its id. Raises ForbiddenError, UnprocessableError, ConflictError."""
        if user.kind != "person":
            raise ForbiddenError("sign up to teach a class", "guest")
        name, now, class_id = checked_name(name), self.now(), new_id()

        def work(connection: sa.Connection) -> None:
            if len(read_classes(connection, classes.c.teacher_id == user.id)) >= CLASSES_LIMIT:
                raise ConflictError(f"a teacher has at most {CLASSES_LIMIT} classes", "too_many")
            row = {"id": class_id, "name": name, "teacher_id": user.id, "code": new_code(connection), "created": now}
            connection.execute(sa.insert(classes), row)

        await self.database.write(work)
        return class_id

    async def listing(self, user: User) -> Json:
        """The classes that a user teaches and attends."""

        def work(connection: sa.Connection) -> Json:
            count = sa.select(sa.func.count()).where(pupils.c.class_id == classes.c.id).scalar_subquery()
            columns = (classes.c.id, classes.c.name, classes.c.code, count.label("pupils"), classes.c.created)
            own = sa.select(*columns).where(classes.c.teacher_id == user.id).order_by(classes.c.created)
            attended = sa.select(classes.c.id, classes.c.name).join(pupils, pupils.c.class_id == classes.c.id)
            attended = attended.where(pupils.c.user_id == user.id).order_by(pupils.c.joined)
            return {
                "teaching": [] if user.is_child else [dict(row) for row in connection.execute(own).mappings()],
                "attending": [dict(row) for row in connection.execute(attended).mappings()],
            }

        return await self.database.read(work)

    def join_url(self, code: str) -> str:
        return f"{self.origin}/#/join/{code}"

    async def code(self, user: User, class_id: str) -> str:
        """The code of a class, for its teacher."""
        row = await self.database.read(lambda connection: require_teacher(connection, user, class_id))
        return row.code

    async def renew_code(self, user: User, class_id: str) -> str:
        """Give a class a new code; the old one stops working."""

        def work(connection: sa.Connection) -> str:
            require_teacher(connection, user, class_id, lock=True)
            code = new_code(connection)
            connection.execute(sa.update(classes).where(classes.c.id == class_id).values(code=code))
            return code

        code = await self.database.write(work)
        self.publisher.emit_to_teacher(class_id, "changed", **{"class": {"code": code, "url": self.join_url(code)}})
        return code

    async def change(self, user: User, class_id: str, values: Json) -> None:
        """Change the teacher's settings: name, is_open, admits, takebacks, hints, announcement."""
        if "name" in values:
            values["name"] = checked_name(values["name"])
        if "announcement" in values:
            values["announcement"] = checked_text(values["announcement"], ANNOUNCEMENT_LIMIT)

        def work(connection: sa.Connection) -> None:
            require_teacher(connection, user, class_id)
            if values:
                connection.execute(sa.update(classes).where(classes.c.id == class_id).values(values))

        await self.database.write(work)
        private = {"is_open": "isOpen", "admits": "admits"}
        for_all = {name: value for name, value in values.items() if name not in private}
        if for_all:
            self.publisher.emit(class_id, "changed", **{"class": for_all})
        for_teacher = {private[name]: value for name, value in values.items() if name in private}
        if for_teacher:
            self.publisher.emit_to_teacher(class_id, "changed", **{"class": for_teacher})

    async def topics(self, user: User, class_id: str) -> list[str]:
        """What a user may follow of a class: nothing, what its members see, or what its teacher sees."""
        try:
            _, is_teacher = await self.database.read(lambda connection: require_member(connection, user, class_id))
        except ForbiddenError:
            return []
        return [f"class:{class_id}", *([f"class-teacher:{class_id}"] if is_teacher else [])]

    async def view(self, user: User, class_id: str) -> Json:
        """A class as one of its members sees it. Raises ForbiddenError."""
        now = self.now()

        def work(connection: sa.Connection) -> tuple[Json, list[GameRow]]:
            row, is_teacher = require_member(connection, user, class_id)
            lately = sa.or_(games.c.status == "started", games.c.ended > now - RECENT)
            boards = GAME_WITH_PLAYERS.where(games.c.class_id == class_id, lately).order_by(games.c.number)
            rows = for_viewer(connection, user, read_games(connection, boards))
            playing = {seat.user_id: each.id for each in rows if each.is_running() for seat in each.seats}
            results = records(connection, class_id)
            members = read_pupils(connection, class_id)
            teacher = sa.select(users.c.name).where(users.c.id == row.teacher_id)
            columns = [tournaments.c[name] for name in ("id", "name", "status", "starts", "ends", "format")]
            by_hand = (tournaments.c.starts - tournaments.c.created == BY_HAND).label("byHand")
            arenas = sa.select(*columns, by_hand).where(tournaments.c.class_id == class_id)
            arenas = arenas.order_by(tournaments.c.starts)
            shown: Json = {
                "id": row.id,
                "name": row.name,
                "teacher": connection.execute(teacher).scalar(),
                "isTeacher": is_teacher,
                "takebacks": row.takebacks,
                "hints": row.hints,
                "isPaused": row.is_paused,
                "announcement": row.announcement,
                "board": None if (board := row.shown_board) is None else board.view(is_teacher=is_teacher),
                "boardVersion": row.board_version,
                "pupils": [
                    self.views.pupil(
                        pupil, results.get(pupil.user_id), playing.get(pupil.user_id), is_teacher=is_teacher
                    )
                    for pupil in members
                ],
                "tournaments": [dict(found) for found in connection.execute(arenas).mappings()],
            }
            if is_teacher:
                shown |= {"code": row.code, "url": self.join_url(row.code), "isOpen": row.is_open, "admits": row.admits}
                shown["waiting"] = [each.view() for each in read_applicants(connection, class_id)]
                shown |= tally(connection, row, {pupil.user_id: pupil.name for pupil in members})
            else:
                given = (answers.c.class_id == class_id, answers.c.board_version == row.board_version)
                mine = sa.select(answers.c.move).where(*given, answers.c.user_id == user.id)
                shown["answer"] = connection.execute(mine).scalar()
            return shown, rows

        shown, rows = await self.database.scan(work)
        return shown | {"games": await self.views.games_of(rows)}
