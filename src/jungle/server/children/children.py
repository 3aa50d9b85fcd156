"""Children's accounts: created by an adult, opened with a card, with playing hours and time limits; and kid mode."""

import io
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import segno
import sqlalchemy as sa

from jungle.server.children.privacy import CONTACTS
from jungle.server.errors import ConflictError, ForbiddenError, NotSignedInError, UnprocessableError
from jungle.server.events import Events
from jungle.server.identity.accounts import GUESTS, User, name_key
from jungle.server.identity.events import NoticeSettingsChanged, SessionsRevoked
from jungle.server.identity.passwords import Passwords
from jungle.server.identity.sessions import DEVICE_LIFE, digest_of
from jungle.server.json import Json
from jungle.server.realtime.hub import Hub
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.schema import applicants, children, classes, devices, play_times, pupils, users
from jungle.server.times import DAY, SECOND, opening

FEELINGS = (
    *("brave", "bright", "calm", "cheerful", "clever", "curious", "eager", "fair", "fast", "friendly", "funny"),
    *("gentle", "glad", "happy", "helpful", "honest", "jolly", "keen", "kind", "lively", "lucky", "merry", "neat"),
    *("nimble", "patient", "polite", "proud", "quick", "quiet", "sunny", "swift", "thoughtful", "wise", "witty"),
)
"""A child's name is one of these, a guest's animal and a number, so it contains no free text."""
PICTURES = (
    *("apple", "ball", "boat", "cake", "car", "drum", "fish", "flower"),
    *("guitar", "house", "kite", "moon", "rocket", "star", "sun", "tree"),
)
PASSWORD_LENGTH = 4
"""The number of pictures in a picture password."""
CHILDREN_LIMIT = 20
"""The most children in one family."""
LABEL_LIMIT = 40
MINUTES_A_DAY = 24 * 60
TICK = 30 * SECOND
"""How often a connected child's time is recorded."""
SHOWN_DAYS = 30


@dataclass(frozen=True, slots=True)
class NewCard:
    """The secrets of a card, which are shown once, and their stored form."""

    secret: str
    pictures: tuple[str, ...]
    digest: str
    hashed: str

    def url(self, origin: str) -> str:
        """The address in the card's QR code."""
        return f"{origin}/#/card/{self.secret}"

    def view(self, name: str, origin: str, picture: str | None = None) -> Json:
        """The card as it is shown and printed. Drawing the QR code takes a few milliseconds, unless there is one."""
        url = self.url(origin)
        return {"name": name, "pictures": list(self.pictures), "url": url, "qr": picture or qr_code(url)}


def qr_code(text: str) -> str:
    """A QR code as SVG, for a page or as a picture of its own."""
    drawing = io.BytesIO()
    segno.make(text, error="m").save(drawing, kind="svg", xmldecl=False, nl=False, omitsize=True, border=2)
    return drawing.getvalue().decode()


class ChildRow(msgspec.Struct, frozen=True, kw_only=True):
    """A child's row, with its name and when it was last online."""

    user_id: int
    guardian_id: int
    class_id: str | None
    label: str
    card: str | None
    pictures: str | None
    contacts: str
    hours_from: int | None
    hours_to: int | None
    zone: str
    daily_minutes: int | None
    name: str
    created: int
    seen: int

    @property
    def local(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    def day(self, now: int) -> str:
        """The date in the child's time zone."""
        return datetime.fromtimestamp(now / SECOND, self.local).date().isoformat()

    def closed_until(self, now: int) -> int | None:
        """When the next playing hours begin; None during the hours or if there are none."""
        if self.hours_from is None or self.hours_to is None or self.hours_from == self.hours_to:
            return None
        return opening(now, self.local, self.hours_from, self.hours_to)


_ROWS = sa.select(children, users.c.name, users.c.created, users.c.seen).join(users, users.c.id == children.c.user_id)


def read_children(connection: sa.Connection, *chosen: sa.ColumnElement[bool]) -> list[ChildRow]:
    found = connection.execute(_ROWS.where(users.c.closed.is_(None), *chosen).order_by(users.c.created)).mappings()
    return [ChildRow(**row) for row in found]


def insert_child(
    connection: sa.Connection, guardian_id: int, card: NewCard, now: int, *, contacts: str, class_id: str | None = None
) -> tuple[int, str]:
    """Create an account for a child within the caller's transaction. Returns its id and name."""
    names = [_new_name(digits) for digits in (2, 2, 3, 4, 6)]
    taken = set(connection.execute(sa.select(users.c.key).where(users.c.key.in_(names))).scalars())
    name = next((name for name in names if name not in taken), names[-1])
    values = {"name": name, "key": name_key(name), "kind": "child", "mail_moves": "never", "created": now, "seen": now}
    user_id: int = connection.execute(sa.insert(users).values(values).returning(users.c.id)).scalar_one()
    row = {"user_id": user_id, "guardian_id": guardian_id, "class_id": class_id, "contacts": contacts}
    connection.execute(sa.insert(children), row | {"card": card.digest, "pictures": card.hashed})
    return user_id, name


def _new_name(digits: int) -> str:
    low = 10 ** (digits - 1)
    return f"{secrets.choice(FEELINGS)}-{secrets.choice(GUESTS)}-{low + secrets.randbelow(9 * low)}"


def why_not(connection: sa.Connection, user_id: int, now: int) -> tuple[str | None, int | None, int | None]:
    """Why a child may not start a game now ("hours" or "minutes"), until when, and the minutes left today."""
    rows = read_children(connection, children.c.user_id == user_id)
    if not rows:
        return None, None, None
    row = rows[0]
    left = None
    if row.daily_minutes is not None:
        left = max(0, row.daily_minutes - _seconds(connection, row, now) // 60)
    if (until := row.closed_until(now)) is not None:
        return "hours", until, left
    return ("minutes" if left == 0 else None), None, left


def check_hours(connection: sa.Connection, now: int, *ids: int) -> None:
    """Raise ForbiddenError if one of these users is a child who may not play now."""
    for user_id in ids:
        reason, _, _ = why_not(connection, user_id, now)
        if reason == "hours":
            raise ForbiddenError("one of the players may not play at this time of day", "hours")
        if reason is not None:
            raise ForbiddenError("one of the players has no time left today", "minutes")


def restricted(connection: sa.Connection, ids: Iterable[int], now: int) -> set[int]:
    """The children among `ids` whose guardians do not let them start a game with classmates now."""
    contacts = CONTACTS[: CONTACTS.index("class")]
    is_restricted = sa.or_(
        children.c.hours_from.is_not(None), children.c.daily_minutes.is_not(None), children.c.contacts.in_(contacts)
    )
    statement = sa.select(children.c.user_id, children.c.contacts).where(children.c.user_id.in_(ids), is_restricted)
    return {
        user_id
        for user_id, allowed in connection.execute(statement).all()
        if allowed in contacts or why_not(connection, user_id, now)[0] is not None
    }


def _seconds(connection: sa.Connection, row: ChildRow, now: int) -> int:
    chosen = (play_times.c.user_id == row.user_id, play_times.c.day == row.day(now))
    return connection.execute(sa.select(play_times.c.seconds).where(*chosen)).scalar() or 0


class Children:
    """Manages children and the adults responsible for them."""

    def __init__(
        self, database: Database, events: Events, passwords: Passwords, hub: Hub, origin: str, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.events = events
        self.passwords = passwords
        self.hub = hub
        self.origin = origin
        self.now = now

    # Cards

    async def prepare_card(self) -> NewCard:
        """Create the secrets of a new card."""
        secret = secrets.token_urlsafe(18)
        pictures = tuple(secrets.choice(PICTURES) for _ in range(PASSWORD_LENGTH))
        return NewCard(secret, pictures, digest_of(secret), await self.passwords.hash(_password(pictures)))

    async def new_card(self, row: ChildRow) -> Json:
        """Replace a child's card. Open sessions stay valid."""
        card = await self.prepare_card()
        values = {"card": card.digest, "pictures": card.hashed}
        await self.database.execute(sa.update(children).where(children.c.user_id == row.user_id).values(values))
        return card.view(row.name, self.origin)

    async def by_card(self, secret: str) -> User:
        """The child whose card has this secret. Raises NotSignedInError."""
        chosen = children.c.card == digest_of(secret)
        return _user(await self.database.read(lambda connection: read_children(connection, chosen)))

    async def by_pictures(self, name: str, pictures: list[str]) -> User:
        """The child with this picture password. Raises NotSignedInError, always after the same amount of work."""
        chosen = users.c.key == name_key(name)
        rows = await self.database.read(lambda connection: read_children(connection, chosen))
        hashed = rows[0].pictures if rows else None
        if not await self.passwords.matches(hashed, _password(tuple(pictures))):
            raise NotSignedInError("the name or the pictures are wrong", "credentials")
        return _user(rows)

    async def is_related_device(self, name: str, device: str) -> bool:
        """True if the child's guardian, a sibling or a classmate has logged in on this device before."""
        if not device:
            return False
        by_name = users.c.key == name_key(name)
        guardian = sa.select(children.c.guardian_id).join(users, users.c.id == children.c.user_id).where(by_name)
        siblings = sa.select(children.c.user_id).where(children.c.guardian_id.in_(guardian))
        statement = sa.select(devices.c.seen).where(
            devices.c.user_id.in_(guardian.union(siblings)),
            devices.c.digest == digest_of(device),
            devices.c.seen >= self.now() - DEVICE_LIFE,
        )
        return await self.database.read(lambda connection: connection.execute(statement).first()) is not None

    # Families

    async def add(self, guardian: User, *, label: str, contacts: str) -> tuple[Json, Json]:
        """Create an account for a child of a family. Returns the guardian's view of it, and its card.

        Raises ForbiddenError, ConflictError.
        """
        if guardian.kind != "person":
            raise ForbiddenError("sign up first: children need an adult's account", "guest")
        label, now = checked_label(label), self.now()
        _check_contacts(contacts)
        card = await self.prepare_card()

        def work(connection: sa.Connection) -> ChildRow:
            if len(read_children(connection, *_family(guardian.id))) >= CHILDREN_LIMIT:
                raise ConflictError(f"a family has at most {CHILDREN_LIMIT} children", "too_many")
            user_id, _ = insert_child(connection, guardian.id, card, now, contacts=contacts)
            connection.execute(sa.update(children).where(children.c.user_id == user_id).values(label=label))
            return read_children(connection, children.c.user_id == user_id)[0]

        row = await self.database.write(work)
        return await self.view(row), card.view(row.name, self.origin)

    async def find(self, guardian: User, name: str) -> ChildRow:
        """A child of a guardian's family. Raises ForbiddenError, whether or not the child exists."""
        chosen = (users.c.key == name_key(name), *_family(guardian.id))
        rows = await self.database.read(lambda connection: read_children(connection, *chosen))
        if not rows:
            raise ForbiddenError("only the child's guardian may do that", "not_a_guardian")
        return rows[0]

    async def family(self, guardian: User) -> list[Json]:
        """A guardian's children."""
        rows = await self.database.read(lambda connection: read_children(connection, *_family(guardian.id)))
        return [await self.view(row) for row in rows]

    async def change(self, row: ChildRow, values: Json) -> Json:
        """Change the guardian's settings. Raises UnprocessableError."""
        if "label" in values:
            values["label"] = checked_label(values["label"])
        if "contacts" in values:
            _check_contacts(values["contacts"])
        if "zone" in values:
            try:
                ZoneInfo(values["zone"])
            except (ZoneInfoNotFoundError, ValueError, OSError):
                raise UnprocessableError(f"unknown time zone {values['zone']!r}", "zone") from None
        if values:
            statement = sa.update(children).where(children.c.user_id == row.user_id).values(values)
            await self.database.execute(statement)
        changed = await self.database.read(lambda c: read_children(c, children.c.user_id == row.user_id))
        return await self.view(changed[0])

    async def view(self, row: ChildRow) -> Json:
        """The guardian's view of a child."""
        now = self.now()

        def work(connection: sa.Connection) -> tuple[int, list[Json], str | None]:
            attended = sa.select(classes.c.id, classes.c.name).join(pupils, pupils.c.class_id == classes.c.id)
            found = connection.execute(attended.where(pupils.c.user_id == row.user_id)).mappings()
            reason, _, _ = why_not(connection, row.user_id, now)
            return _seconds(connection, row, now), [dict(each) for each in found], reason

        seconds, attended, reason = await self.database.read(work)
        hours = None
        if row.hours_from is not None:
            hours = {"from": row.hours_from, "to": row.hours_to, "zone": row.zone}
        return {
            "name": row.name,
            "label": row.label,
            "contacts": row.contacts,
            "hours": hours,
            "zone": row.zone,
            "dailyMinutes": row.daily_minutes,
            "todayMinutes": seconds // 60,
            "mayPlay": reason is None,
            "here": self.is_here(row.user_id, row.seen),
            "classes": attended,
            "created": row.created,
            "seen": row.seen,
        }

    def is_here(self, user_id: int, seen: int) -> bool:
        """True if the child is connected to this server, or was recently seen by another one."""
        return self.hub.has_listeners(f"user:{user_id}") or (bool(self.hub.others) and self.now() - seen < 2 * TICK)

    async def time(self, row: ChildRow) -> list[Json]:
        """The minutes a child was connected on each of the last days, latest first."""
        since = datetime.fromtimestamp((self.now() - SHOWN_DAYS * DAY) / SECOND, UTC).date().isoformat()
        chosen = (play_times.c.user_id == row.user_id, play_times.c.day >= since)
        statement = sa.select(play_times.c.day, play_times.c.seconds).where(*chosen).order_by(play_times.c.day.desc())
        found = await self.database.read(lambda connection: connection.execute(statement).all())
        return [{"day": day, "minutes": round(seconds / 60)} for day, seconds in found]

    async def count_time(self, user_id: int, since: int) -> None:
        """Record that a child has been online since then. Time in several tabs counts once."""
        now = self.now()

        def work(connection: sa.Connection) -> None:
            rows = read_children(connection, children.c.user_id == user_id)
            if not rows:
                return
            day = rows[0].day(now)
            insert_once(connection, play_times, {"user_id": user_id, "day": day, "seconds": 0, "until": since})
            chosen = (play_times.c.user_id == user_id, play_times.c.day == day)
            counted = sa.select(play_times.c.seconds, play_times.c.until).where(*chosen).with_for_update()
            seconds, until = connection.execute(counted).one()
            if (more := (now - max(until, since)) // SECOND) > 0:
                values = {"seconds": seconds + more, "until": now}
                connection.execute(sa.update(play_times).where(*chosen).values(values))
            connection.execute(sa.update(users).where(users.c.id == user_id).values(seen=now))

        await self.database.write(work)

    # Kid mode

    async def set_kid_mode(self, user: User, pin: str) -> None:
        """Protect an ordinary account like a child's until the PIN is entered. Raises ForbiddenError."""
        if user.kind != "person":
            raise ForbiddenError("kid mode is for accounts with a password", "guest")
        hashed = await self.passwords.hash(_pin(pin))
        await self.database.execute(sa.update(users).where(users.c.id == user.id).values(kid_pin=hashed))
        await self._kid_mode_changed(user.id)

    async def leave_kid_mode(self, user: User, pin: str) -> None:
        """Leave kid mode. Raises ForbiddenError for a wrong PIN, ConflictError if kid mode is off."""
        chosen = sa.select(users.c.kid_pin).where(users.c.id == user.id)
        hashed = await self.database.read(lambda connection: connection.execute(chosen).scalar())
        if hashed is None:
            raise ConflictError("kid mode is off", "not_on")
        if not await self.passwords.matches(hashed, _pin(pin)):
            raise ForbiddenError("wrong PIN", "pin")
        await self.database.execute(sa.update(users).where(users.c.id == user.id).values(kid_pin=None))
        await self._kid_mode_changed(user.id)

    async def _kid_mode_changed(self, user_id: int) -> None:
        await self.events.emit(SessionsRevoked(user_id))
        await self.events.emit(NoticeSettingsChanged(user_id))  # Children get no email about games.

    async def account(self, user: User) -> Json:
        """What a page needs to know about a logged-in child, or about a teacher."""
        now = self.now()

        def work(connection: sa.Connection) -> Json:
            about = connection.execute(sa.select(users.c.kid_pin).where(users.c.id == user.id)).scalar()
            columns = (classes.c.id, classes.c.name, classes.c.takebacks, classes.c.hints)
            taught = sa.select(*columns, sa.true().label("isTeacher")).where(classes.c.teacher_id == user.id)
            attended = sa.select(*columns, sa.false().label("isTeacher")).join(
                pupils, pupils.c.class_id == classes.c.id
            )
            attended = attended.where(pupils.c.user_id == user.id)
            found = [dict(row) for each in (taught, attended) for row in connection.execute(each).mappings()]
            waited_for = sa.select(classes.c.id, classes.c.name).join(applicants, applicants.c.class_id == classes.c.id)
            waited_for = waited_for.where(applicants.c.user_id == user.id)
            shown: Json = {"isChild": user.is_child, "kidMode": about is not None, "classes": found}
            shown["waitingFor"] = [dict(row) for row in connection.execute(waited_for).mappings()]
            rows = read_children(connection, children.c.user_id == user.id)
            if rows:
                reason, until, left = why_not(connection, user.id, now)
                child = {"contacts": rows[0].contacts, "mayPlay": reason is None, "why": reason}
                shown["child"] = child | {
                    "until": until,
                    "minutesLeft": left,
                    "family": _relatives(connection, rows[0]),
                }
            return shown

        return await self.database.read(work)


def _family(guardian_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    return children.c.guardian_id == guardian_id, children.c.class_id.is_(None)


def _relatives(connection: sa.Connection, row: ChildRow) -> list[Json]:
    """The names and kinds of the people in a child's family, whom it may challenge if its guardian allows that."""
    if row.class_id is not None or CONTACTS.index(row.contacts) < CONTACTS.index("family"):
        return []
    siblings = sa.select(children.c.user_id).where(*_family(row.guardian_id), children.c.user_id != row.user_id)
    relatives = sa.or_(users.c.id == row.guardian_id, users.c.id.in_(siblings))
    statement = sa.select(users.c.name, users.c.kind).where(relatives, users.c.closed.is_(None)).order_by(users.c.id)
    return [dict(found) for found in connection.execute(statement).mappings()]


def _user(rows: list[ChildRow]) -> User:
    if not rows:
        raise NotSignedInError("this card is no longer valid", "credentials")
    return User(rows[0].user_id, rows[0].name, "child", is_child=True)


def _password(pictures: tuple[str, ...]) -> str:
    return "pictures " + " ".join(pictures)


def _pin(pin: str) -> str:
    return f"kid mode {pin}"


def _check_contacts(contacts: str) -> None:
    if contacts not in CONTACTS:
        raise UnprocessableError(f"unknown contacts {contacts!r}; expected one of: {', '.join(CONTACTS)}", "contacts")


def checked_label(label: str) -> str:
    """Check an adult's own name for a child. Raises UnprocessableError."""
    label = " ".join(label.split())
    if len(label) > LABEL_LIMIT or not label.isprintable():
        raise UnprocessableError(f"expected at most {LABEL_LIMIT} printable characters", "label")
    return label


def wards_of(connection: sa.Connection, guardian_id: int) -> list[int]:
    """The accounts to delete when their guardian leaves: children of the family, and seats in classes."""
    statement = sa.select(children.c.user_id).where(children.c.guardian_id == guardian_id)
    return list(connection.execute(statement).scalars())
