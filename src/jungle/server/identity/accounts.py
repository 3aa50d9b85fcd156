"""People, bots and guests: signing up, passwords, settings, vacation, export and closing an account."""

import logging
import re
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from jungle.server.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    NotSignedInError,
    RequestError,
    UnprocessableError,
)
from jungle.server.events import Events
from jungle.server.identity.events import SessionsRevoked, VacationChanged
from jungle.server.identity.limits import Limits
from jungle.server.identity.passwords import IS_KNOWN, SOURCE, Passwords
from jungle.server.identity.sessions import digest_of, is_known_device, new_session
from jungle.server.identity.users import UserRow, read_users
from jungle.server.json import Json, decode, encode
from jungle.server.names import skeleton
from jungle.server.storage.database import Database, take_turns
from jungle.server.storage.schema import (
    answers,
    applicants,
    blocks,
    cards,
    children,
    deadlines,
    devices,
    entrants,
    events,
    follows,
    games,
    messages,
    plans,
    play_times,
    progress,
    pupils,
    rating_changes,
    ratings,
    records,
    sessions,
    tokens,
    tournament_remarks,
    users,
)
from jungle.server.times import DAY, SECOND

log = logging.getLogger("jungle.server.identity.access")

NAME = re.compile(r"[^\W\d_][\w-]{1,19}")
RESERVED = {"guest", "anonymous", "system", "server", "jungle", "link", "open", "all", "me", "console"}
HOUSE_BOT = "bot-"
RESERVED_STARTS = (HOUSE_BOT, "guest-", "closed-")
"""Prefixes of names that only the server assigns."""
GUESTS = (
    *("badger", "beaver", "camel", "deer", "dolphin", "duck", "falcon", "finch", "frog", "gecko", "goat", "heron"),
    *("koala", "lemur", "llama", "lynx", "mole", "moose", "otter", "owl", "panda", "parrot", "penguin", "puffin"),
    *("seal", "swan", "tapir", "turtle", "walrus", "zebra"),
)
"""Guests are named after these animals, none of which is in the game."""
GUEST_DIGITS = (2, 2, 3, 4, 6)
"""Digits in a guest's number, for each successive attempt at a free name."""
RESERVED_PARTS = ("admin", "moderator")
"""No user name may look like that of an administrator."""
ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
ADDRESS_LIMIT = 254
SETTINGS_LIMIT = 4096
KEPT_PURPOSES = ("recovery", "restore")
"""Codes and links that survive a password change: they protect the owner if somebody else changed it."""
KNOWN_LIMIT = 10_000
"""How many sources that have logged in to an account are remembered."""
DAYS_A_YEAR = 30
"""Vacation days per year."""
WRONG = "the name or the password is wrong"
OWN_TABLES = (
    sessions,
    devices,
    tokens,
    ratings,
    rating_changes,
    blocks,
    follows,
    children,
    answers,
    play_times,
    pupils,
    applicants,
    progress,
    plans,
    cards,
    records,
)
"""What is deleted with an account, by its `user_id`."""


def guest_name(digits: int) -> str:
    """A random guest name, which may already be taken."""
    low = 10 ** (digits - 1)
    return f"guest-{secrets.choice(GUESTS)}-{low + secrets.randbelow(9 * low)}"


@dataclass(frozen=True, slots=True)
class User:
    """A logged-in user."""

    id: int
    name: str
    kind: str
    scopes: frozenset[str] | None = None
    """The scopes of a token; None for a session, which allows everything."""
    session: str | None = None
    expires: int | None = None
    """When the session or token expires."""
    board_size: str | None = None
    """The size of boards in emails, set only if the user's row was read anyway."""
    is_child: bool = False
    """A child's account, or one in kid mode."""

    def has_expired(self, now: int) -> bool:
        return self.expires is not None and self.expires <= now

    def is_guest(self) -> bool:
        return self.kind == "guest"

    def may(self, *scopes: str) -> bool:
        """True for a session, or for a token with one of these scopes."""
        return self.scopes is None or not self.scopes.isdisjoint(scopes)

    def require(self, *scopes: str) -> None:
        """Raise ForbiddenError for a token that has none of these scopes."""
        if not self.may(*scopes):
            why = f"this token lacks the scope {' or '.join(scopes)}" if scopes else "tokens cannot do that; log in"
            raise ForbiddenError(why, "scope")


def name_key(name: str) -> str:
    """The form of a name that is used for comparison.

    >>> name_key("Ａlice") == name_key("ALICE")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()


def _bare(name: str) -> str:
    """A skeleton without accents, for comparison with reserved names.

    >>> _bare("Ädmin"), _bare("b0t-hard")
    ('admin', 'bot-hard')
    """
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return skeleton(plain)


CHILD_NAME = re.compile(rf"[a-z]+-({'|'.join(map(_bare, GUESTS))})-[2-9ol]+")
"""The form of children's names, bare: nobody else may have one, or find out by signing up whether a child does."""


def check_name(name: str) -> None:
    """Raise UnprocessableError for an invalid name."""
    if unicodedata.normalize("NFKC", name) != name or not NAME.fullmatch(name):
        raise UnprocessableError(
            "expected a name of 2 to 20 letters, digits, '_' or '-' that begins with a letter", "name"
        )
    # Only one script: otherwise 'аlice' with a Cyrillic а could pass for 'alice'.
    scripts = {unicodedata.name(sign, "?").split()[0] for sign in name if sign.isalpha()}
    if len(scripts) > 1:
        raise UnprocessableError("expected a name written in a single script", "name")
    bare = _bare(name)
    if scripts.isdisjoint({"LATIN"}) and skeleton(name).isascii():
        raise UnprocessableError("expected a name that cannot be mistaken for one in Latin letters", "name")
    is_reserved = (
        bare in map(_bare, RESERVED)
        or any(part.replace("i", "l") in bare.replace("i", "l") for part in map(_bare, RESERVED_PARTS))
        or bare.startswith(tuple(map(_bare, RESERVED_STARTS)))
    )
    if is_reserved or CHILD_NAME.fullmatch(bare):
        raise UnprocessableError(f"the name {name!r} is reserved", "name")


def check_address(address: str) -> None:
    if len(address) > ADDRESS_LIMIT or not ADDRESS.fullmatch(address):
        raise UnprocessableError("expected an email address such as me@example.org", "address")


class Accounts:
    """All accounts."""

    def __init__(self, database: Database, events: Events, passwords: Passwords, now: Callable[[], int]) -> None:
        self.database = database
        self.events = events
        self.passwords = passwords
        self.now = now

    async def sign_up(
        self,
        name: str,
        password: str | None = None,
        *,
        mail_password: str | None = None,
        mail_moves: str = "correspondence",
        kind: str = "person",
    ) -> User:
        """Create an account. Raises UnprocessableError; ConflictError if the name is taken."""
        check_name(name)
        hashed = None if password is None else await self.passwords.hash(password)
        mail_hashed = None if mail_password is None else await self.passwords.hash(mail_password)
        now = self.now()
        values = {
            "name": name,
            "key": name_key(name),
            "skeleton": skeleton(name),
            "kind": kind,
            "password": hashed,
            "mail_password": mail_hashed,
            "mail_moves": mail_moves,
            "created": now,
            "seen": now,
        }

        def insert(connection: sa.Connection) -> User:
            require_distinct(connection, name)
            return User(_insert(connection, values), name, kind)

        try:
            return await self.database.write(insert)
        except sa.exc.IntegrityError:
            raise ConflictError(f"the name {name!r} is taken", "name_taken") from None

    async def new_guest(self) -> User:
        """Create an account without a password, for casual games, with a name such as guest-otter-27."""
        now = self.now()

        def insert(connection: sa.Connection) -> User:
            names = [guest_name(digits) for digits in GUEST_DIGITS]
            name = next((name for name in names if find(connection, name) is None), names[-1])
            values = {"name": name, "key": name_key(name), "kind": "guest", "created": now, "seen": now}
            return User(_insert(connection, values), name, "guest")

        return await self.database.write(insert)

    async def find(self, name: str) -> UserRow:
        """The row of the user with this name. Raises NotFoundError, also for a child."""
        return await self.database.read(lambda connection: require(connection, name))

    async def check_password(self, name: str, password: str, *, channel: str = "password") -> User:
        """The user with this name and password.

        `channel` is "password" for the account password, "mail_password", or "play": the play-by-email
        password or, if there is none, the account password. Always computes exactly one hash.

        Raises NotSignedInError, whatever was wrong; ForbiddenError if the user is banned.
        """
        row = await self.database.read(lambda connection: find(connection, name))
        right = await self.passwords.matches(None if row is None else _hashed(row, channel), password)
        if row is None or not right:
            raise NotSignedInError(WRONG, "credentials")
        if (row.banned_until or 0) > self.now():
            raise ForbiddenError("this account is banned", "banned")
        if channel != "password" and row.is_child:
            raise ForbiddenError("kid mode is on, so this account takes no commands by email", "child")
        return User(row.id, row.name, row.kind, board_size=row.board_size, is_child=row.is_child)

    async def set_password(self, user_id: int, password: str, *, keep: str | None = None) -> dict[str, int]:
        """Set a new password. Ends every session but `keep`, all tokens, links and the play-by-email password.

        An intruder who knew the old password may have created some of these. Returns how many of each there were.
        """
        hashed = await self.passwords.hash(password)

        def work(connection: sa.Connection) -> dict[str, int]:
            own = users.c.id == user_id
            had_mail_password = connection.execute(sa.select(users.c.mail_password).where(own)).scalar() is not None
            connection.execute(sa.update(users).where(own).values(password=hashed, mail_password=None))
            others = (sessions.c.user_id == user_id, sessions.c.digest != (keep or ""))
            programs = (tokens.c.user_id == user_id, tokens.c.purpose == "api")
            ended = {
                "sessions": connection.execute(sa.delete(sessions).where(*others)).rowcount,
                "tokens": connection.execute(sa.delete(tokens).where(*programs)).rowcount,
                "mailPasswords": int(had_mail_password),
            }
            connection.execute(sa.delete(devices).where(devices.c.user_id == user_id))
            links = (tokens.c.user_id == user_id, tokens.c.purpose.not_in(KEPT_PURPOSES))
            connection.execute(sa.delete(tokens).where(*links))
            return ended

        ended = await self.database.write(work)
        await self.events.emit(SessionsRevoked(user_id))
        return ended

    async def set_mail_password(self, user_id: int, password: str | None) -> None:
        """Set or remove the play-by-email password. Without one, email commands for this account are refused."""
        hashed = None if password is None else await self.passwords.hash(password)
        await self.update(user_id, mail_password=hashed)

    async def set_settings(self, user_id: int, settings: Json) -> None:
        """Store a client's preferences. Raises UnprocessableError if they are too large."""
        text = encode(settings).decode()
        if len(text) > SETTINGS_LIMIT:
            raise UnprocessableError(f"expected settings of at most {SETTINGS_LIMIT} characters", "settings")
        await self.update(user_id, settings=text)

    async def update(self, user_id: int, **values: object) -> None:
        statement = sa.update(users).where(users.c.id == user_id).values(values)
        await self.database.execute(statement)

    async def become_bot(self, user: User) -> None:
        """Turn an account into a bot account for good. Raises ConflictError if it has played games."""

        def work(connection: sa.Connection) -> None:
            played = sa.or_(games.c.blue_id == user.id, games.c.red_id == user.id)
            if connection.execute(sa.select(games.c.id).where(played)).first():
                raise ConflictError("an account that has played games cannot become a bot", "has_played")
            connection.execute(sa.update(users).where(users.c.id == user.id).values(kind="bot"))

        if user.kind == "guest":
            raise ForbiddenError("a guest cannot become a bot")
        await self.database.write(work)

    async def block(self, user_id: int, name: str, blocked: bool) -> None:
        """Block another player (no chat, challenges or pairings), or lift the block."""
        other = (await self.find(name)).id

        def work(connection: sa.Connection) -> None:
            pair = (blocks.c.user_id == user_id, blocks.c.blocked_id == other)
            connection.execute(sa.delete(blocks).where(*pair))
            if blocked and other != user_id:
                connection.execute(sa.insert(blocks), {"user_id": user_id, "blocked_id": other})
                for one, two in ((user_id, other), (other, user_id)):
                    pair = (follows.c.user_id == one, follows.c.followed_id == two)
                    connection.execute(sa.delete(follows).where(*pair))

        await self.database.write(work)

    async def export(self, user_id: int) -> Json:
        """Everything stored about a user."""

        def work(connection: sa.Connection) -> Json:
            account = dict(connection.execute(sa.select(users).where(users.c.id == user_id)).mappings().one())
            del account["skeleton"]
            for secret in ("password", "mail_password", "totp_secret", "kid_pin"):
                account[secret] = account[secret] is not None
            del account["totp_step"], account["unsubscribe"]
            account["settings"] = decode(account["settings"])

            def rows(table: sa.Table, *without: str) -> list[Json]:
                columns = [column for column in table.columns if column.name not in without]
                chosen = sa.select(*columns).where(table.c.user_id == user_id)
                return [dict(row) for row in connection.execute(chosen).mappings()]

            remarks = sa.select(tournament_remarks).where(tournament_remarks.c.user_id == user_id)
            written = sa.select(messages).where(sa.or_(messages.c.from_id == user_id, messages.c.to_id == user_id))
            own = sa.or_(games.c.blue_id == user_id, games.c.red_id == user_id)
            said = sa.select(events.c.data).join(games, games.c.id == events.c.game_id).where(own)
            chats = [
                decode(data) for data in connection.execute(said.where(events.c.data.contains('"chat"'))).scalars()
            ]
            listed = sa.select(games.c.id, games.c.created, games.c.rules, games.c.moves, games.c.result).where(own)
            return {
                "account": account,
                "ratings": rows(ratings),
                "ratingChanges": rows(rating_changes),
                "sessions": rows(sessions, "digest"),
                "devices": rows(devices, "digest"),
                "tokens": rows(tokens, "digest", "data"),
                "blocked": rows(blocks),
                "following": rows(follows),
                "child": rows(children, "card", "pictures"),
                "playTimes": rows(play_times),
                "classes": rows(pupils, "label"),
                "classesWaitedFor": rows(applicants),
                "answers": rows(answers),
                "progress": rows(progress),
                "cards": rows(cards),
                "records": rows(records),
                "tournaments": rows(entrants),
                "conditionalMoves": rows(plans),
                "messages": [dict(row) for row in connection.execute(written).mappings()],
                "tournament_remarks": [dict(row) for row in connection.execute(remarks).mappings()],
                "games": [dict(row) for row in connection.execute(listed).mappings()],
                "chat": [chat for chat in chats if chat["type"] == "chat" and chat["name"] == account["name"]],
            }

        return await self.database.scan(work)

    async def close(self, user_id: int) -> None:
        """Delete an account. Its games are kept for the opponents, without the name."""

        def work(connection: sa.Connection) -> None:
            for table in OWN_TABLES:
                connection.execute(sa.delete(table).where(table.c.user_id == user_id))
            connection.execute(sa.delete(follows).where(follows.c.followed_id == user_id))
            written = sa.or_(messages.c.from_id == user_id, messages.c.to_id == user_id)
            connection.execute(sa.delete(messages).where(written))
            connection.execute(sa.delete(tournament_remarks).where(tournament_remarks.c.user_id == user_id))
            gone = f"closed-{user_id}"
            values = {
                "name": gone,
                "key": gone,
                "skeleton": None,
                "password": None,
                "mail_password": None,
                "address": None,
                "totp_secret": None,
                "totp_step": None,
                "unsubscribe": None,
                "kid_pin": None,
                "settings": "{}",
                "closed": self.now(),
            }
            connection.execute(sa.update(users).where(users.c.id == user_id).values(values))

        await self.database.write(work)
        await self.events.emit(SessionsRevoked(user_id))

    async def new_session(self, user: User, agent: str) -> str:
        return await new_session(self.database, user.id, agent, self.now())


def _insert(connection: sa.Connection, values: Json) -> int:
    user_id: int = connection.execute(sa.insert(users).values(values).returning(users.c.id)).scalar_one()
    return user_id


def _hashed(row: UserRow, channel: str) -> str | None:
    """The hash to check a password against."""
    if channel != "play":
        return row.mail_password if channel == "mail_password" else row.password
    # With a second factor, the account password alone must not be enough for anything.
    return row.mail_password or (row.password if row.totp_secret is None else None)


def find(connection: sa.Connection, name: str) -> UserRow | None:
    """The open account with this name, if any."""
    return next(iter(read_users(connection, users.c.key == name_key(name), users.c.closed.is_(None))), None)


def require(connection: sa.Connection, name: str, *, with_children: bool = False) -> UserRow:
    """The open account with this name. Raises NotFoundError; strangers cannot look up children."""
    row = find(connection, name)
    if row is None or (row.is_child and not with_children):
        raise NotFoundError(f"there is no user {name!r}", "no_user")
    return row


def require_distinct(connection: sa.Connection, name: str, *, but: int | None = None) -> None:
    """Raise ConflictError if a name is easily confused with that of a person or a bot, other than user `but`.

    Children's names have a form that nobody else can choose.
    """
    shape = skeleton(name)
    take_turns(connection, f"name {shape}")
    found = sa.select(users.c.id).where(users.c.skeleton == shape, users.c.id.is_distinct_from(but))
    if connection.execute(found.limit(1)).first() is not None:
        raise ConflictError(f"the name {name!r} is taken, or looks like one that is", "name_taken")


class Attempts:
    """Checks passwords and slows down guessing attacks.

    Attempts are limited per source, and per name and source. All unknown sources together share a limit per account;
    a source that has logged in to the account before is exempt. A browser that has done so has tries of its own, so
    neither strangers nor neighbours can lock the owner out.
    Browsers are recognised by a cookie, on every server and after a restart.
    """

    def __init__(self, accounts: Accounts, limits: Limits) -> None:
        self.accounts = accounts
        self.limits = limits
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def check_password(
        self,
        name: str,
        password: str,
        source: str,
        *,
        channel: str = "password",
        device: str = "",
        then: Callable[[User], Awaitable[None]] | None = None,
    ) -> User:
        """The user with this name and password. Raises LimitedError, and what Accounts.check_password raises.

        `then` checks the second factor: a source is not known to the account before it has passed both.
        """

        async def check() -> User:
            user = await self.accounts.check_password(name, password, channel=channel)
            if then is not None:
                await then(user)
            return user

        return await self.slowed(name, source, channel, check, device=device)

    async def slowed(
        self,
        name: str,
        source: str,
        channel: str,
        check: Callable[[], Awaitable[User]],
        *,
        guesses: str = "account_guess",
        device: str = "",
        is_related: bool = False,
    ) -> User:
        """The user whom a check finds. Raises LimitedError; `guesses` is the limit that unknown sources share.

        `is_related` says that the device is known to somebody close to the user: it has a limit of its own, which
        strangers cannot use up.
        """
        pair = (name_key(name), source)
        SOURCE.set(source)  # Sources take turns at hashing; for email, nothing else has set the source yet.
        accounts = self.accounts
        is_device_known = bool(device) and await is_known_device(accounts.database, pair[0], device, accounts.now())
        # Neighbours at the same address do not use up the tries of a known device.
        own = (pair[0], digest_of(device))
        has_own_tries = is_device_known or is_related
        if not has_own_tries:
            await self.limits.take("login", source)
        await self.limits.take("account_login", own if has_own_tries else pair)
        is_known = is_device_known or pair in self._known
        IS_KNOWN.set(is_known)
        if not is_known:
            await self.limits.take(guesses, own if is_related else pair[0])
        try:
            user = await check()
        except RequestError as error:
            log.info("%s of %r refused from %s: %s", channel, pair[0][:40], source, error.code)
            raise
        log.info("%s of %r accepted from %s", channel, pair[0], source)
        self._known[pair] = None
        self._known.move_to_end(pair)
        if len(self._known) > KNOWN_LIMIT:
            self._known.popitem(last=False)
        return user


def year_of(now: int) -> int:
    return datetime.fromtimestamp(now / SECOND, UTC).year


def days_left(row: UserRow, now: int) -> int:
    """How many vacation days a user has left this year."""
    return row.vacation_days if row.vacation_year == year_of(now) else DAYS_A_YEAR


async def set_vacation(database: Database, events: Events, user_id: int, days: int, now: int) -> Json:
    """Start a vacation of some days, or end it (0). Whole days are counted; unused ones are credited back."""

    def work(connection: sa.Connection) -> Json:
        (row,) = read_users(connection, users.c.id == user_id, lock=True)
        rest = max(0, (row.vacation_until or 0) - now)
        left = min(DAYS_A_YEAR, days_left(row, now) + rest // DAY)
        if days > left:
            raise ConflictError(f"vacation days left this year: {left}", "vacation")
        until = now + days * DAY if days else None
        values = {"vacation_until": until, "vacation_days": left - days, "vacation_year": year_of(now)}
        connection.execute(sa.update(users).where(users.c.id == user_id).values(values))
        shift_deadlines(connection, user_id, days * DAY - rest)
        events.record(connection, VacationChanged(user_id))
        return {"until": until, "days": left - days}

    return await database.write(work)


def shift_deadlines(connection: sa.Connection, user_id: int, by: int) -> None:
    """Shift the deadlines of the correspondence games in which this player is to move."""
    to_move = sa.or_(
        sa.and_(games.c.turn == "blue", games.c.blue_id == user_id),
        sa.and_(games.c.turn == "red", games.c.red_id == user_id),
    )
    waiting = (games.c.status == "started", games.c.days.is_not(None), games.c.deadline.is_not(None), to_move)
    shifted = {"deadline": games.c.deadline + by, "remind_at": games.c.remind_at + by}
    connection.execute(sa.update(games).where(*waiting).values(shifted))
    moved = sa.update(deadlines).where(deadlines.c.game_id.in_(sa.select(games.c.id).where(*waiting)))
    connection.execute(moved.values(at=deadlines.c.at + by))
