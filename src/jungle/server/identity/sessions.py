"""Sessions and tokens: random strings, of which only the digest is stored."""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from jungle.server.errors import UnprocessableError
from jungle.server.identity.users import is_child
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.schema import devices, sessions, tokens, users
from jungle.server.times import DAY

SCOPES = ("account:read", "board:play", "bot:play", "challenge:write", "mail:write", "message:read", "message:write")
USUAL_SCOPES = ("board:play", "challenge:write", "mail:write")
SESSION_LIFE = 60 * DAY
DEVICE_LIFE = 365 * DAY
"""How long a device that has logged in stays known."""
AGENT_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Principal:
    """The user a session or token belongs to."""

    user_id: int
    name: str
    kind: str
    scopes: frozenset[str] | None
    digest: str
    expires: int | None
    is_child: bool


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def parse_scopes(scopes: Iterable[str] | None) -> list[str]:
    """Raise UnprocessableError for an unknown scope."""
    chosen = list(dict.fromkeys(USUAL_SCOPES if scopes is None else scopes))
    for scope in chosen:
        if scope not in SCOPES:
            raise UnprocessableError(f"unknown scope {scope!r}; expected one of: {', '.join(SCOPES)}", "scope")
    return chosen


async def new_session(database: Database, user_id: int, agent: str, now: int) -> str:
    """Begin a session and return what the cookie holds."""
    return await database.write(lambda connection: add_session(connection, user_id, agent, now))


def add_session(connection: sa.Connection, user_id: int, agent: str, now: int) -> str:
    """The same, within the caller's transaction."""
    secret = secrets.token_urlsafe(32)
    values = {
        "digest": digest_of(secret),
        "user_id": user_id,
        "agent": agent[:AGENT_LIMIT],
        "created": now,
        "expires": now + SESSION_LIFE,
    }
    connection.execute(sa.insert(sessions), values)
    connection.execute(sa.update(users).where(users.c.id == user_id).values(seen=now))
    return secret


def add_token(
    connection: sa.Connection,
    user_id: int,
    scopes: Iterable[str],
    now: int,
    *,
    purpose: str = "api",
    note: str = "",
    data: str = "",
    life: int | None = None,
) -> str:
    """Create a token and return it. It cannot be read again."""
    secret = f"jungle_{secrets.token_urlsafe(32)}"
    values = {
        "digest": digest_of(secret),
        "user_id": user_id,
        "scopes": " ".join(scopes),
        "purpose": purpose,
        "note": note,
        "data": data,
        "created": now,
        "expires": None if life is None else now + life,
    }
    connection.execute(sa.insert(tokens).values(values))
    return secret


async def remember_device(database: Database, user_id: int, secret: str, now: int) -> None:
    """Record that the browser with this device cookie has logged in to an account."""
    own = devices.c.user_id == user_id

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.delete(devices).where(own, devices.c.seen < now - DEVICE_LIFE))
        values = {"user_id": user_id, "digest": digest_of(secret), "seen": now}
        insert_once(connection, devices, values)
        connection.execute(sa.update(devices).where(own, devices.c.digest == values["digest"]).values(seen=now))

    await database.write(work)


async def is_known_device(database: Database, key: str, secret: str, now: int) -> bool:
    """True if the browser with this device cookie has logged in to the account with this key before."""
    statement = sa.select(devices.c.seen).join(users, users.c.id == devices.c.user_id)
    statement = statement.where(users.c.key == key, devices.c.digest == digest_of(secret))
    statement = statement.where(devices.c.seen >= now - DEVICE_LIFE)
    return await database.read(lambda connection: connection.execute(statement).first()) is not None


async def new_token(database: Database, user_id: int, scopes: Iterable[str], now: int, *, note: str = "") -> str:
    """Create an API token and return it."""
    return await database.write(lambda connection: add_token(connection, user_id, scopes, now, note=note))


async def find_session(database: Database, secret: str, now: int) -> Principal | None:
    digest = digest_of(secret)
    statement = (
        sa.select(users.c.id, users.c.name, users.c.kind, sessions.c.expires, is_child(users).label("is_child"))
        .join(sessions, sessions.c.user_id == users.c.id)
        .where(sessions.c.digest == digest, sessions.c.expires > now, users.c.closed.is_(None))
    )
    row = await database.read(lambda connection: connection.execute(statement).first())
    return Principal(row.id, row.name, row.kind, None, digest, row.expires, row.is_child) if row else None


async def find_token(database: Database, secret: str, now: int, *, purpose: str = "api") -> Principal | None:
    digest = digest_of(secret)
    statement = (
        sa.select(
            users.c.id, users.c.name, users.c.kind, tokens.c.scopes, tokens.c.expires, is_child(users).label("is_child")
        )
        .join(tokens, tokens.c.user_id == users.c.id)
        .where(tokens.c.digest == digest, tokens.c.purpose == purpose, users.c.closed.is_(None))
        .where(sa.or_(tokens.c.expires.is_(None), tokens.c.expires > now))
    )
    row = await database.read(lambda connection: connection.execute(statement).first())
    if row is None:
        return None
    scopes = frozenset(row.scopes.split())
    return Principal(row.id, row.name, row.kind, scopes, digest, row.expires, row.is_child)


async def is_valid(database: Database, digest: str | None, as_child: bool, now: int) -> bool:
    """True if the session or token with this digest is still valid, for a child or an adult as before."""

    def work(connection: sa.Connection) -> bool:
        for table in (sessions, tokens):
            statement = sa.select(is_child(users)).join(table, table.c.user_id == users.c.id)
            statement = statement.where(table.c.digest == digest)
            found = connection.execute(
                statement.where(sa.or_(table.c.expires.is_(None), table.c.expires > now))
            ).first()
            if found is not None:
                return bool(found[0]) == as_child
        return False

    return await database.read(work)


async def end_session(database: Database, user_id: int, digest: str | None) -> int:
    """Revoke one session or all of them, and return how many there were."""
    statement = sa.delete(sessions).where(sessions.c.user_id == user_id)
    if digest is not None:
        statement = statement.where(sessions.c.digest == digest)
    return await database.execute(statement)


async def end_token(database: Database, user_id: int, digest: str | None) -> int:
    """Revoke one API token or all of them, and return how many there were."""
    statement = sa.delete(tokens).where(tokens.c.user_id == user_id, tokens.c.purpose == "api")
    if digest is not None:
        statement = statement.where(tokens.c.digest == digest)
    return await database.execute(statement)
