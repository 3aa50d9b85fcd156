"""Classes: a teacher, the pupils who join with a code, and their games and boards.

Events for a class go to the topic `class:ID`, which its members follow; events for the teacher alone go to
`class-teacher:ID`.
"""

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

import msgspec
import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.children.children import Children, ChildRow, insert_child, qr_code, read_children, restricted
from jungle.server.children.privacy import CONTACTS
from jungle.server.errors import ConflictError, ForbiddenError, NotFoundError, UnprocessableError
from jungle.server.game.commands import pause_for_class, resume_for_class
from jungle.server.game.games import Games
from jungle.server.game.privacy import for_viewer
from jungle.server.game.rows import GAME_WITH_PLAYERS, GameRow, read_games
from jungle.server.game.terms import Terms
from jungle.server.game.transaction import create, in_live_games, new_id
from jungle.server.game.views import short_view
from jungle.server.identity import sessions
from jungle.server.identity.accounts import HOUSE_BOT, User, name_key
from jungle.server.json import Json, encode
from jungle.server.lobby.tournaments import Tournaments, pairs
from jungle.server.realtime.hub import Hub
from jungle.server.school.class_board import Board, checked_board, legal_answers
from jungle.server.settings import Settings
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.schema import answers, children, classes, games, pupils, tournaments, users
from jungle.server.times import SECOND

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The characters of codes: no two look alike."""
CODE_LENGTH = 6
MOST_PUPILS = 60
MOST_CLASSES = 30
"""The most classes of one teacher."""
LONGEST_NAME, LONGEST_ANNOUNCEMENT = 60, 500
RECENT = 300 * SECOND
"""How long a finished game stays among the class's boards."""
REMEMBERED = 300
"""How many recent games of a class are searched for who has met whom."""
FEW = 8
"""How many games are announced or read before other work gets its turn."""


class ClassRow(msgspec.Struct, frozen=True, kw_only=True):
    """A class as stored."""

    id: str
    name: str
    teacher_id: int
    code: str
    is_open: bool
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


def add_pupil(connection: sa.Connection, row: ClassRow, user_id: int, now: int) -> None:
    """Add a child to a class whose row is locked. Raises ForbiddenError, ConflictError."""
    if not row.is_open:
        raise ForbiddenError("this class is not accepting new pupils", "class_closed")
    count = sa.select(sa.func.count()).where(pupils.c.class_id == row.id)
    if connection.execute(count).scalar_one() >= MOST_PUPILS:
        raise ConflictError(f"a class has at most {MOST_PUPILS} pupils", "class_full")
    insert_once(connection, pupils, {"class_id": row.id, "user_id": user_id, "joined": now})


def normalized_code(code: str) -> str:
    """A code in its stored form, however it is typed.

    >>> normalized_code(" abc-d2e ")
    'ABCD2E'
    """
    return "".join(sign for sign in code.upper() if sign.isalnum())


def _new_code(connection: sa.Connection) -> str:
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


def _last_opponents(connection: sa.Connection, class_id: str) -> tuple[dict[int, int], Counter[int]]:
    """Whom each member of a class has met last, and how often each had Blue recently."""
    statement = sa.select(games.c.blue_id, games.c.red_id).where(games.c.class_id == class_id)
    last: dict[int, int] = {}
    blues: Counter[int] = Counter()
    for blue, red in connection.execute(statement.order_by(games.c.created.desc()).limit(REMEMBERED)):
        for me, other, had_blue in ((blue, red, 1), (red, blue, -1)):
            if me is not None and other is not None:
                last.setdefault(me, other)
                blues[me] += had_blue
    return last, blues


class Classes:
    """Manages classes."""

    def __init__(
        self,
        database: Database,
        hub: Hub,
        games: Games,
        children: Children,
        tournaments: Tournaments,
        settings: Settings,
        now: Callable[[], int],
    ) -> None:
        self.database = database
        self.hub = hub
        self.games = games
        self.children = children
        self.tournaments = tournaments
        self.settings = settings
        self.now = now
        self.close_account: Callable[[int], Awaitable[None]]
        """Deletes the account of a pupil whose seat is removed."""
        self.on_revoked: Callable[[int], None] = lambda user_id: None
        """Called with the user whose open connections must be checked."""
        self._connections: Counter[int] = Counter()
        """Open connections of pupils on this server."""
        self._legal: dict[tuple[str, int], frozenset[str]] = {}
        """The legal answers on the boards that teachers show."""

    def emit(self, class_id: str, what: str, **content: object) -> None:
        """Publish to all members of a class."""
        self._publish(f"class:{class_id}", class_id, what, content)

    def emit_to_teacher(self, class_id: str, what: str, **content: object) -> None:
        """Publish only to the teacher, on all devices."""
        self._publish(f"class-teacher:{class_id}", class_id, what, content)

    def _publish(self, topic: str, class_id: str, what: str, content: Json) -> None:
        self.hub.publish(topic, encode({"type": "class", "id": class_id, "what": what, **content}))

    # Members

    async def create(self, user: User, name: str) -> str:
        """Create a class and return its id. Raises ForbiddenError, UnprocessableError, ConflictError."""
        if user.kind != "person":
            raise ForbiddenError("sign up to teach a class", "guest")
        name, now, class_id = checked_name(name), self.now(), new_id()

        def work(connection: sa.Connection) -> None:
            if len(read_classes(connection, classes.c.teacher_id == user.id)) >= MOST_CLASSES:
                raise ConflictError(f"a teacher has at most {MOST_CLASSES} classes", "too_many")
            row = {"id": class_id, "name": name, "teacher_id": user.id, "code": _new_code(connection), "created": now}
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

    async def find_code(self, code: str) -> ClassRow:
        """The class with a code. Raises NotFoundError."""
        chosen = classes.c.code == normalized_code(code)
        for row in await self.database.read(lambda connection: read_classes(connection, chosen)):
            return row
        raise NotFoundError("there is no class with this code", "no_class")

    async def join(self, class_id: str, agent: str) -> tuple[User, str, Json, Json]:
        """Create a seat in a class. Returns the new account, the secret of its session, the card, and the class."""
        card, now = await self.children.prepare_card(), self.now()
        picture = await self.games.background.run(qr_code, card.url(self.children.origin))

        def work(connection: sa.Connection) -> tuple[User, str, ClassRow]:
            found = read_classes(connection, classes.c.id == class_id, lock=True)
            if not found:
                raise NotFoundError("there is no class with this code", "no_class")
            (row,) = found
            user_id, name = insert_child(connection, row.teacher_id, card, now, contacts="class", class_id=class_id)
            add_pupil(connection, row, user_id, now)
            secret = sessions.add_session(connection, user_id, agent, now)
            return User(user_id, name, "child", is_child=True), secret, row

        user, secret, row = await self.database.write(work)
        self._joined(class_id, Pupil(user_id=user.id, name=user.name, label="", joined=now, seen=now))
        shown = card.view(user.name, self.children.origin, picture)
        return user, secret, shown, {"id": row.id, "name": row.name}

    def _joined(self, class_id: str, pupil: Pupil) -> None:
        self.emit(class_id, "joined", pupil=self._pupil_view(pupil))
        self.emit_to_teacher(class_id, "joined", pupil=self._pupil_view(pupil, is_teacher=True))

    async def enrol(self, child: ChildRow, code: str) -> Json:
        """Add a guardian's own child to a class; it may then play its classmates. Raises RequestError."""
        found, now = await self.find_code(code), self.now()

        def work(connection: sa.Connection) -> ClassRow:
            rows = read_classes(connection, classes.c.id == found.id, lock=True)
            if not rows:
                raise NotFoundError("there is no class with this code", "no_class")
            add_pupil(connection, rows[0], child.user_id, now)
            if CONTACTS.index(child.contacts) < CONTACTS.index("class"):
                mine = sa.update(children).where(children.c.user_id == child.user_id)
                connection.execute(mine.values(contacts="class"))
            return rows[0]

        row = await self.database.write(work)
        self._joined(row.id, Pupil(user_id=child.user_id, name=child.name, label="", joined=now, seen=child.seen))
        return {"id": row.id, "name": row.name}

    async def of_pupil(self, user_id: int) -> tuple[str, list[str]]:
        """A user's name, and the classes they attend."""
        name = sa.select(users.c.name).where(users.c.id == user_id)
        attended = sa.select(pupils.c.class_id).where(pupils.c.user_id == user_id)

        def work(connection: sa.Connection) -> tuple[str, list[str]]:
            return str(connection.execute(name).scalar()), list(connection.execute(attended).scalars())

        return await self.database.read(work)

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
        is_here = await self.hub.total(f"here:{user_id}", self._connections[user_id]) > 0
        for class_id in attended:
            self.emit(class_id, "here", name=name, here=is_here)

    async def remove_pupil(self, user: User, class_id: str, name: str) -> None:
        """Remove a member from a class: a seat's account is deleted, a parent's child only leaves."""

        def work(connection: sa.Connection) -> tuple[Pupil, bool]:
            require_teacher(connection, user, class_id, lock=True)
            pupil = _find_pupil(connection, class_id, name)
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
            self.left(class_id, pupil.name, pupil.user_id)

    def left(self, class_id: str, name: str, user_id: int) -> None:
        """A member has left a class: check the connections that follow it."""
        self.emit(class_id, "left", name=name)
        self.on_revoked(user_id)

    async def set_label(self, user: User, class_id: str, name: str, label: str) -> None:
        """The teacher's own name for a pupil, which only the teacher sees."""
        label = checked_text(label, LONGEST_NAME)

        def work(connection: sa.Connection) -> Pupil:
            require_teacher(connection, user, class_id)
            pupil = _find_pupil(connection, class_id, name)
            mine = (pupils.c.class_id == class_id, pupils.c.user_id == pupil.user_id)
            connection.execute(sa.update(pupils).where(*mine).values(label=label))
            return msgspec.structs.replace(pupil, label=label)

        pupil = await self.database.write(work)
        self.emit_to_teacher(class_id, "joined", pupil={"name": pupil.name, "label": pupil.label})

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
        pictures = [await self.games.background.run(qr_code, card.url(origin)) for card in made]

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

    # The class itself

    def join_url(self, code: str) -> str:
        return f"{self.children.origin}/#/join/{code}"

    async def code(self, user: User, class_id: str) -> str:
        """The code of a class, for its teacher."""
        row = await self.database.read(lambda connection: require_teacher(connection, user, class_id))
        return row.code

    async def renew_code(self, user: User, class_id: str) -> str:
        """Give a class a new code; the old one stops working."""

        def work(connection: sa.Connection) -> str:
            require_teacher(connection, user, class_id, lock=True)
            code = _new_code(connection)
            connection.execute(sa.update(classes).where(classes.c.id == class_id).values(code=code))
            return code

        code = await self.database.write(work)
        self.emit_to_teacher(class_id, "changed", **{"class": {"code": code, "url": self.join_url(code)}})
        return code

    async def change(self, user: User, class_id: str, values: Json) -> None:
        """Change the teacher's settings: name, is_open, takebacks, hints, announcement."""
        if "name" in values:
            values["name"] = checked_name(values["name"])
        if "announcement" in values:
            values["announcement"] = checked_text(values["announcement"], LONGEST_ANNOUNCEMENT)

        def work(connection: sa.Connection) -> None:
            require_teacher(connection, user, class_id)
            if values:
                connection.execute(sa.update(classes).where(classes.c.id == class_id).values(values))

        await self.database.write(work)
        shown = {name: value for name, value in values.items() if name != "is_open"}
        if shown:
            self.emit(class_id, "changed", **{"class": shown})
        if "is_open" in values:
            self.emit_to_teacher(class_id, "changed", **{"class": {"isOpen": values["is_open"]}})

    async def remove(self, user: User, class_id: str) -> None:
        """Delete a class with its seats."""
        await self.database.read(lambda connection: require_teacher(connection, user, class_id))
        await self._remove(class_id)

    async def remove_all(self, teacher_id: int) -> None:
        """Delete the classes of a teacher who leaves."""
        chosen = classes.c.teacher_id == teacher_id
        for row in await self.database.read(lambda connection: read_classes(connection, chosen)):
            await self._remove(row.id)

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
        await self._halt_all(class_id, False)
        self.emit(class_id, "removed")
        for pupil in members:
            self.on_revoked(pupil.user_id)

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
            columns = [tournaments.c[name] for name in ("id", "name", "status", "starts", "ends")]
            arenas = sa.select(*columns).where(tournaments.c.class_id == class_id).order_by(tournaments.c.starts)
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
                    self._pupil_view(
                        pupil, results.get(pupil.user_id), playing.get(pupil.user_id), is_teacher=is_teacher
                    )
                    for pupil in members
                ],
                "tournaments": [dict(found) for found in connection.execute(arenas).mappings()],
            }
            if is_teacher:
                shown |= {"code": row.code, "url": self.join_url(row.code), "isOpen": row.is_open}
                shown |= _tally(connection, row, {pupil.user_id: pupil.name for pupil in members})
            else:
                given = (answers.c.class_id == class_id, answers.c.board_version == row.board_version)
                mine = sa.select(answers.c.move).where(*given, answers.c.user_id == user.id)
                shown["answer"] = connection.execute(mine).scalar()
            return shown, rows

        shown, rows = await self.database.scan(work)
        return shown | {"games": await self._game_views(rows)}

    async def _game_views(self, rows: Iterable[GameRow]) -> list[Json]:
        shown = []
        for number, row in enumerate(rows, start=1):
            shown.append({**short_view(row, self.now()), "fen": (await self.games.load_game(row)).fen()})
            if number % FEW == 0:
                await asyncio.sleep(0)
        return shown

    def _pupil_view(
        self, pupil: Pupil, record: Record | None = None, game_id: str | None = None, *, is_teacher: bool = False
    ) -> Json:
        record = record or Record()
        shown: Json = {
            "name": pupil.name,
            "here": self.children.is_here(pupil.user_id, pupil.seen),
            "gameId": game_id,
            "points": record.points,
            "games": record.games,
        }
        if is_teacher:
            shown |= {"label": pupil.label, "joined": pupil.joined, "seen": pupil.seen}
        return shown

    # Playing

    async def round(self, user: User, class_id: str, terms: Terms, *, by: str, bot: str | None) -> Json:
        """Pair everyone who is present and free; an odd one out plays a house bot or waits."""

        def find(connection: sa.Connection) -> tuple[dict[int, Record], dict[int, int], Counter[int]]:
            require_teacher(connection, user, class_id)
            return records(connection, class_id), *_last_opponents(connection, class_id)

        results, last, blues = await self.database.scan(find)
        await self.games.precompile(terms)

        def work(connection: sa.Connection) -> tuple[list[GameRow], Pupil | None, list[Pupil]]:
            free, left = self._free(connection, self._unpaused(connection, user, class_id))
            random.shuffle(free)
            if by == "strength":
                free.sort(key=lambda pupil: -results.get(pupil.user_id, Record()).strength)
            bot_id = None if bot is None else self._house_bot(connection, bot)
            odd = _odd_one(free, last, bot_id)
            new_games = []
            met = {frozenset(pair) for pair in last.items()}
            waiting = [pupil for pupil in free if pupil is not odd]
            for one, two in pairs(waiting, lambda one, two: int(frozenset((one.user_id, two.user_id)) in met)):
                order = [one.user_id, two.user_id]
                order.sort(key=lambda user_id: (blues[user_id], random.random()))
                new_games.append(create(connection, self.now(), terms, *order, class_id=class_id))
            if odd is not None and bot_id is not None:
                new_games.append(create(connection, self.now(), terms, odd.user_id, bot_id, class_id=class_id))
                odd = None
            return new_games, odd, left

        new_games, odd, left = await self.database.write(work)
        shown = await self._begin(user, class_id, new_games)
        return {
            "games": shown,
            "waiting": None if odd is None else odd.name,
            "left": [pupil.name for pupil in left],
        }

    async def simul(self, user: User, class_id: str, terms: Terms, names: list[str] | None) -> Json:
        """Start a game between the teacher and each of these pupils, or everyone, who is present and free."""
        wanted = None if names is None else {name_key(name) for name in names}
        await self.games.precompile(terms)

        def work(connection: sa.Connection) -> tuple[list[GameRow], list[Pupil]]:
            free, left = self._free(connection, self._unpaused(connection, user, class_id))
            new_games = []
            for number, pupil in enumerate(free):
                if wanted is not None and name_key(pupil.name) not in wanted:
                    continue
                colour = terms.colour if terms.colour != "random" else ("blue", "red")[number % 2]
                order = (user.id, pupil.user_id) if colour == "blue" else (pupil.user_id, user.id)
                new_games.append(create(connection, self.now(), terms, *order, class_id=class_id))
            return new_games, left

        new_games, left = await self.database.write(work)
        return {"games": await self._begin(user, class_id, new_games), "left": [pupil.name for pupil in left]}

    def _unpaused(self, connection: sa.Connection, user: User, class_id: str) -> ClassRow:
        """Lock the class, so that two devices of the teacher do not pair the same pupils."""
        row = require_teacher(connection, user, class_id, lock=True)
        if row.is_paused:
            raise ConflictError("the class is paused; resume it first", "paused")
        return row

    def _free(self, connection: sa.Connection, row: ClassRow) -> tuple[list[Pupil], list[Pupil]]:
        """The pupils who are present and not in a game, and those of them whose guardian does not let them play now."""
        members = read_pupils(connection, row.id)
        present = [pupil for pupil in members if self.children.is_here(pupil.user_id, pupil.seen)]
        ids = [pupil.user_id for pupil in present]
        busy = in_live_games(connection, ids)
        kept = restricted(connection, ids, self.now())
        idle = [pupil for pupil in present if pupil.user_id not in busy]
        return [each for each in idle if each.user_id not in kept], [each for each in idle if each.user_id in kept]

    def _house_bot(self, connection: sa.Connection, strength: str) -> int | None:
        """The account of a house bot of this server, if there is one."""
        if strength not in self.settings.bots.split(",") and not self.hub.others:
            return None
        chosen = (users.c.key == f"{HOUSE_BOT}{strength}", users.c.kind == "bot")
        found: int | None = connection.execute(sa.select(users.c.id).where(*chosen)).scalar()
        return found

    async def _begin(self, user: User, class_id: str, new_games: list[GameRow]) -> list[Json]:
        """Announce committed games."""
        for row in new_games:
            await self.games.announce(row)
            await asyncio.sleep(0)
        shown = await self._named(user, [row.id for row in new_games])
        if shown:
            self.emit(class_id, "round", games=shown)
        return shown

    async def _named(self, viewer: User, ids: list[str]) -> list[Json]:
        """The games of a class, with the names its members know."""
        if not ids:
            return []
        statement = GAME_WITH_PLAYERS.where(games.c.id.in_(ids)).order_by(games.c.number)
        rows = await self.database.scan(
            lambda connection: for_viewer(connection, viewer, read_games(connection, statement))
        )
        return await self._game_views(rows)

    async def tournament(
        self, user: User, class_id: str, name: str, terms: Terms, *, minutes: int, wait: float, bots: bool
    ) -> Json:
        """Create a tournament that only the class sees, and enter every pupil who is here."""

        def find(connection: sa.Connection) -> tuple[ClassRow, list[int]]:
            row = require_teacher(connection, user, class_id)
            members = read_pupils(connection, class_id)
            return row, [each.user_id for each in members if self.children.is_here(each.user_id, each.seen)]

        row, ids = await self.database.read(find)
        length: Json = {"minutes": minutes, "starts": None, "wait": wait, "bots": bots}
        return await self.tournaments.create(user, name or row.name, terms, **length, class_id=class_id, entering=ids)

    async def game_changed(self, row: GameRow) -> None:
        """Publish that a game of a class has started, as a rematch or in a tournament, or has ended."""
        if row.class_id is not None:
            with suppress(JungleError):  # It has happened even if the database cannot be read; pages then refetch it.
                await self._tell_game(row.class_id, row)

    async def _tell_game(self, class_id: str, row: GameRow) -> None:
        ids = [seat.user_id for seat in row.seats if seat.user_id is not None]

        def work(connection: sa.Connection) -> tuple[User | None, list[Json]]:
            found = read_classes(connection, classes.c.id == class_id)
            if not found:
                return None, []
            mine = sa.or_(games.c.blue_id.in_(ids), games.c.red_id.in_(ids))
            results = records(connection, class_id, mine)
            members = read_pupils(connection, class_id, users.c.id.in_(ids))
            game_id = row.id if row.is_running() else None
            shown = [self._pupil_view(pupil, results.get(pupil.user_id), game_id) for pupil in members]
            return User(found[0].teacher_id, "", "person"), shown

        teacher, shown = await self.database.scan(work)
        if teacher is None:
            return
        views = await self._named(teacher, [row.id])
        if row.is_running():
            self.emit(class_id, "round", games=views)
        else:
            self.emit(class_id, "over", gameId=row.id, game=views[0] if views else {}, pupils=shown)

    async def pause(self, user: User, class_id: str, paused: bool) -> None:
        """Pause all running games of a class with their clocks, or resume them."""

        def work(connection: sa.Connection) -> None:
            require_teacher(connection, user, class_id, lock=True)
            connection.execute(sa.update(classes).where(classes.c.id == class_id).values(is_paused=paused))

        await self.database.write(work)
        await self._halt_all(class_id, paused)
        self.emit(class_id, "paused", paused=paused)

    async def _halt_all(self, class_id: str, paused: bool) -> None:
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

    # The teacher's board

    async def show_board(self, user: User, class_id: str, shown: Json | None) -> int:
        """Show a position on every pupil's screen, or hide it, and return its version.

        The version changes with what is asked: drawing an arrow or revealing the solution keeps the answers.
        """
        await self.database.read(lambda connection: require_teacher(connection, user, class_id))
        board = None if shown is None else await self.games.background.run(checked_board, shown)

        def work(connection: sa.Connection) -> int:
            row = require_teacher(connection, user, class_id, lock=True)
            before, version = row.shown_board, row.board_version
            if before is None or board is None or not board.asks_the_same(before):
                version += 1
                older = (answers.c.class_id == class_id, answers.c.board_version < version)
                connection.execute(sa.delete(answers).where(*older))
            values = {"board": "" if board is None else encode(board).decode(), "board_version": version}
            connection.execute(sa.update(classes).where(classes.c.id == class_id).values(values))
            return version

        version = await self.database.write(work)
        self.emit(class_id, "board", board=None if board is None else board.view(is_teacher=False), version=version)
        if board is not None and board.ask and board.solution:
            self.emit_to_teacher(class_id, "board", board=board.view(is_teacher=True), version=version)
        return version

    async def answer(self, user: User, class_id: str, version: int, move: str) -> str:
        """Answer the question on the teacher's board, or change the answer. Raises RequestError."""

        def find(connection: sa.Connection) -> ClassRow:
            row, is_teacher = require_member(connection, user, class_id)
            if is_teacher:
                raise ForbiddenError("only pupils can answer", "not_in_class")
            return row

        row = await self.database.read(find)
        board = _asking(row, version)
        legal = self._legal.get((class_id, version))
        if legal is None:
            legal = await self.games.background.run(legal_answers, board)
            if len(self._legal) > 1000:
                self._legal.clear()
            self._legal[class_id, version] = legal
        if move not in legal:
            raise UnprocessableError(f"{move!r} is not a legal move here", "illegal_move")

        def work(connection: sa.Connection) -> tuple[Board, Json]:
            require_member(connection, user, class_id)
            (row,) = read_classes(connection, classes.c.id == class_id, lock=True)
            board = _asking(row, version)
            key = {"class_id": class_id, "board_version": version, "user_id": user.id}
            insert_once(connection, answers, {**key, "move": move, "at": self.now()})
            mine = [answers.c[name] == value for name, value in key.items()]
            connection.execute(sa.update(answers).where(*mine).values(move=move, at=self.now()))
            names = {pupil.user_id: pupil.name for pupil in read_pupils(connection, class_id)}
            return board, _tally(connection, row, names)

        board, answers_view = await self.database.write(work)
        right = board.is_right(move)
        self.emit_to_teacher(class_id, "answer", name=user.name, move=move, isRight=right, tally=answers_view["tally"])
        return move


def _odd_one(free: list[Pupil], last: dict[int, int], bot_id: int | None) -> Pupil | None:
    """The pupil left without an opponent, if any: the last one who has not just played the bot."""
    if len(free) % 2 == 0:
        return None
    others = [pupil for pupil in free if bot_id is None or last.get(pupil.user_id) != bot_id]
    return (others or free)[-1]


def _find_pupil(connection: sa.Connection, class_id: str, name: str) -> Pupil:
    for pupil in read_pupils(connection, class_id, users.c.key == name_key(name)):
        return pupil
    raise NotFoundError(f"there is no {name!r} in this class", "no_pupil")


def _asking(row: ClassRow, version: int) -> Board:
    """The board of a class that asks for a move. Raises ConflictError if it does not, or not this one."""
    board = row.shown_board
    if board is None or not board.ask:
        raise ConflictError("the teacher's board does not ask for a move", "not_asked")
    if row.board_version != version:
        raise ConflictError(f"the board has changed: it is at version {row.board_version}", "stale")
    return board


def _tally(connection: sa.Connection, row: ClassRow, names: dict[int, str]) -> Json:
    """The answers on the current board: how often each move was chosen, and by whom."""
    given = (answers.c.class_id == row.id, answers.c.board_version == row.board_version)
    statement = sa.select(answers.c.user_id, answers.c.move).where(*given).order_by(answers.c.at)
    found = [(names[user_id], move) for user_id, move in connection.execute(statement) if user_id in names]
    board = row.shown_board
    shown = [
        {"name": name, "move": move, "isRight": None if board is None else board.is_right(move)} for name, move in found
    ]
    return {"tally": dict(Counter(move for _, move in found)), "answers": shown}


def checked_name(name: str) -> str:
    """The name of a class. Raises UnprocessableError."""
    name = checked_text(name, LONGEST_NAME)
    if not name:
        raise UnprocessableError(f"expected a name of 1 to {LONGEST_NAME} characters", "text")
    return name


def checked_text(text: str, longest: int) -> str:
    """Check a teacher's text and put it on one line. Raises UnprocessableError."""
    text = " ".join(text.split())
    if len(text) > longest or not text.isprintable():
        raise UnprocessableError(f"expected at most {longest} printable characters", "text")
    return text
