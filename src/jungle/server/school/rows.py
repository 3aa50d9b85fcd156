"""Classes, pupils and their results as stored."""

import secrets

import msgspec
import sqlalchemy as sa

from jungle.server.errors import ConflictError, ForbiddenError, NotFoundError, UnprocessableError
from jungle.server.identity.accounts import User, name_key
from jungle.server.json import Json
from jungle.server.school.class_board import Board
from jungle.server.storage.database import insert_once
from jungle.server.storage.schema import applicants, classes, games, pupils, users

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The characters of codes: no two look alike."""
CODE_LENGTH = 6
PUPILS_LIMIT = 60
"""The most pupils of a class, and the most children who wait to be let in."""
NAME_LIMIT, ANNOUNCEMENT_LIMIT = 60, 500


class ClassRow(msgspec.Struct, frozen=True, kw_only=True):
    """A class as stored."""

    id: str
    name: str
    teacher_id: int
    code: str
    is_open: bool
    admits: bool
    takebacks: bool
    hints: bool
    is_paused: bool
    announcement: str
    board: str
    board_version: int
    created: int

    @property
    def shown_board(self) -> Board | None:
        return msgspec.json.decode(self.board, type=Board) if self.board else None


class Pupil(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a class."""

    user_id: int
    name: str
    label: str
    joined: int
    seen: int


class Applicant(msgspec.Struct, frozen=True, kw_only=True):
    """A child who waits to be let into a class."""

    user_id: int
    name: str
    at: int

    def view(self) -> Json:
        return {"name": self.name, "at": self.at}


class Record(msgspec.Struct):
    """A pupil's results in the games of a class."""

    points: float = 0.0
    games: int = 0

    @property
    def strength(self) -> float:
        """Points per game, as if every pupil had started with a win and a loss.

        >>> Record(0, 0).strength, Record(3, 3).strength
        (0.5, 0.8)
        """
        return (self.points + 1) / (self.games + 2)


def read_classes(connection: sa.Connection, *chosen: sa.ColumnElement[bool], lock: bool = False) -> list[ClassRow]:
    statement = sa.select(classes).where(*chosen).order_by(classes.c.created)
    found = connection.execute(statement.with_for_update() if lock else statement).mappings()
    return [ClassRow(**row) for row in found]


def read_pupils(connection: sa.Connection, class_id: str, *chosen: sa.ColumnElement[bool]) -> list[Pupil]:
    columns = (pupils.c.user_id, users.c.name, pupils.c.label, pupils.c.joined, users.c.seen)
    statement = sa.select(*columns).join(users, users.c.id == pupils.c.user_id)
    statement = statement.where(pupils.c.class_id == class_id, users.c.closed.is_(None), *chosen)
    found = connection.execute(statement.order_by(pupils.c.joined, pupils.c.user_id)).mappings()
    return [Pupil(**row) for row in found]


def read_applicants(connection: sa.Connection, class_id: str) -> list[Applicant]:
    columns = (applicants.c.user_id, users.c.name, applicants.c.at)
    statement = sa.select(*columns).join(users, users.c.id == applicants.c.user_id)
    statement = statement.where(applicants.c.class_id == class_id, users.c.closed.is_(None))
    found = connection.execute(statement.order_by(applicants.c.at, applicants.c.user_id)).mappings()
    return [Applicant(**row) for row in found]


def classes_waited_for(connection: sa.Connection, user_id: int) -> list[str]:
    """The classes that a child waits to be let into."""
    statement = sa.select(applicants.c.class_id).where(applicants.c.user_id == user_id)
    return list(connection.execute(statement).scalars())


def attended_classes(connection: sa.Connection, user_id: int) -> tuple[str, list[str]]:
    """A user's name, and the classes they attend."""
    name = sa.select(users.c.name).where(users.c.id == user_id)
    attended = sa.select(pupils.c.class_id).where(pupils.c.user_id == user_id)
    return str(connection.execute(name).scalar()), list(connection.execute(attended).scalars())


def require_teacher(connection: sa.Connection, user: User, class_id: str, *, lock: bool = False) -> ClassRow:
    """The class, for its teacher. Raises ForbiddenError, whether or not the class exists."""
    own = (classes.c.id == class_id, classes.c.teacher_id == user.id)
    if user.is_child or not (found := read_classes(connection, *own, lock=lock)):
        raise ForbiddenError("only the teacher of the class may do that", "not_a_teacher")
    return found[0]


def require_member(connection: sa.Connection, user: User, class_id: str) -> tuple[ClassRow, bool]:
    """The class, for one of its members, and whether that is the teacher. Raises ForbiddenError."""
    for row in read_classes(connection, classes.c.id == class_id):
        if row.teacher_id == user.id and not user.is_child:
            return row, True
        mine = (pupils.c.class_id == class_id, pupils.c.user_id == user.id)
        if connection.execute(sa.select(pupils.c.user_id).where(*mine)).first():
            return row, False
    raise ForbiddenError("only members of the class may do that", "not_in_class")


def add_child(connection: sa.Connection, row: ClassRow, user_id: int, now: int) -> bool:
    """Add a child who used the code of a class, whose row is locked. Returns False if the child has to wait until the
    teacher lets it in. Raises ForbiddenError, ConflictError."""
    if not row.is_open:
        raise ForbiddenError("this class is not accepting new pupils", "class_closed")
    member = (pupils.c.class_id == row.id, pupils.c.user_id == user_id)
    if not row.admits or connection.execute(sa.select(pupils.c.user_id).where(*member)).first():
        add_pupil(connection, row, user_id, now)
        return True
    _require_room(connection, applicants, row)
    insert_once(connection, applicants, {"class_id": row.id, "user_id": user_id, "at": now})
    return False


def add_pupil(connection: sa.Connection, row: ClassRow, user_id: int, now: int) -> None:
    """Add a child to a class whose row is locked. Raises ConflictError."""
    _require_room(connection, pupils, row)
    insert_once(connection, pupils, {"class_id": row.id, "user_id": user_id, "joined": now})
    waiting = (applicants.c.class_id == row.id, applicants.c.user_id == user_id)
    connection.execute(sa.delete(applicants).where(*waiting))


def _require_room(connection: sa.Connection, table: sa.Table, row: ClassRow) -> None:
    count = sa.select(sa.func.count()).where(table.c.class_id == row.id)
    if connection.execute(count).scalar_one() >= PUPILS_LIMIT:
        raise ConflictError(f"a class has at most {PUPILS_LIMIT} pupils", "class_full")


def find_pupil(connection: sa.Connection, class_id: str, name: str) -> Pupil:
    for pupil in read_pupils(connection, class_id, users.c.key == name_key(name)):
        return pupil
    raise NotFoundError(f"there is no {name!r} in this class", "no_pupil")


def normalized_code(code: str) -> str:
    """A code in its stored form, however it is typed.

    >>> normalized_code(" abc-d2e ")
    'ABCD2E'
    """
    return "".join(sign for sign in code.upper() if sign.isalnum())


def new_code(connection: sa.Connection) -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if connection.execute(sa.select(classes.c.id).where(classes.c.code == code)).first() is None:
            return code


def records(connection: sa.Connection, class_id: str, *chosen: sa.ColumnElement[bool]) -> dict[int, Record]:
    """The results of the pupils of a class in its games, by user."""
    columns = (games.c.blue_id, games.c.red_id, games.c.result)
    over = (games.c.class_id == class_id, games.c.status == "ended", *chosen)
    found = connection.execute(sa.select(*columns, sa.func.count()).where(*over).group_by(*columns))
    kept: dict[int, Record] = {}
    for blue, red, result, count in found:
        points = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        for user_id, share in ((blue, points), (red, 1 - points)):
            if user_id is not None:
                record = kept.setdefault(user_id, Record())
                record.points += share * count
                record.games += count
    return kept


def checked_name(name: str) -> str:
    """The name of a class. Raises UnprocessableError."""
    name = checked_text(name, NAME_LIMIT)
    if not name:
        raise UnprocessableError(f"expected a name of 1 to {NAME_LIMIT} characters", "text")
    return name


def checked_text(text: str, longest: int) -> str:
    """Check a teacher's text and put it on one line. Raises UnprocessableError."""
    text = " ".join(text.split())
    if len(text) > longest or not text.isprintable():
        raise UnprocessableError(f"expected at most {longest} printable characters", "text")
    return text
