"""Messages between players, and counts of what is waiting for a user: turns, challenges, messages."""

from collections.abc import Callable

import sqlalchemy as sa

from jungle.server.errors import ForbiddenError, UnprocessableError
from jungle.server.events import Events
from jungle.server.game.transaction import is_blocked
from jungle.server.identity.accounts import User, require
from jungle.server.json import Json, encode
from jungle.server.lobby.events import MessageSent
from jungle.server.realtime.hub import Hub
from jungle.server.storage.database import Database
from jungle.server.storage.schema import challenges, games, messages, users

LONGEST = 4000
THREAD = 200
LISTED_LIMIT = 1000
"""How many messages are searched for a user's conversations."""
SHOWN = 100


class Messages:
    """Sends and lists messages."""

    def __init__(self, database: Database, events: Events, hub: Hub, now: Callable[[], int]) -> None:
        self.database = database
        self.events = events
        self.hub = hub
        self.now = now

    async def send(self, user: User, name: str, text: str) -> Json:
        """Send a message. Raises NotFoundError, ForbiddenError, UnprocessableError."""
        text = text.strip()
        if not 0 < len(text) <= LONGEST:
            raise UnprocessableError(f"expected a message of 1 to {LONGEST} characters", "text")
        if user.is_guest():
            raise ForbiddenError("sign up to send messages", "guest")
        now = self.now()

        def work(connection: sa.Connection) -> tuple[int, int, str]:
            other = require(connection, name)
            author = connection.execute(sa.select(users.c.muted_until).where(users.c.id == user.id)).scalar()
            if (author or 0) > now:
                raise ForbiddenError("you have been muted and cannot send messages", "muted")
            if other.id == user.id:
                raise UnprocessableError("you cannot send a message to yourself", "self")
            if is_blocked(connection, other.id, user.id):
                raise ForbiddenError(f"{other.name} does not accept messages from you", "blocked")
            values = {"from_id": user.id, "to_id": other.id, "text": text, "at": now}
            message_id = connection.execute(sa.insert(messages).values(values).returning(messages.c.id)).scalar_one()
            self.events.record(connection, MessageSent(message_id, user, other, text))
            return int(message_id), other.id, other.name

        message_id, other_id, other_name = await self.database.write(work)
        shown = {"id": message_id, "from": user.name, "to": other_name, "text": text, "at": now}
        self.hub.publish(f"message:{other_id}", encode({"type": "message", "message": shown}))
        return shown

    async def thread(self, user: User, name: str) -> list[Json]:
        """The conversation between two users, oldest message first. Marks it as read."""

        def work(connection: sa.Connection) -> list[Json]:
            other = require(connection, name)
            both = sa.or_(
                sa.and_(messages.c.from_id == user.id, messages.c.to_id == other.id),
                sa.and_(messages.c.from_id == other.id, messages.c.to_id == user.id),
            )
            unread = (messages.c.from_id == other.id, messages.c.to_id == user.id, messages.c.is_read.is_(False))
            connection.execute(sa.update(messages).where(*unread).values(is_read=True))
            statement = sa.select(messages).where(both).order_by(messages.c.id.desc()).limit(THREAD)
            names = {user.id: user.name, other.id: other.name}
            rows = connection.execute(statement).mappings().all()
            return [
                {"id": row["id"], "from": names[row["from_id"]], "text": row["text"], "at": row["at"]}
                for row in reversed(rows)
            ]

        return await self.database.write(work)

    async def threads(self, user: User) -> list[Json]:
        """A user's conversations, most recent first, each with its last message."""
        other, text = users.c, messages.c
        statement = (
            sa.select(other.name, text.text, text.at, sa.and_(text.to_id == user.id, text.is_read.is_(False)))
            .join(users, users.c.id == sa.case((text.from_id == user.id, text.to_id), else_=text.from_id))
            .where(sa.or_(text.from_id == user.id, text.to_id == user.id))
            .order_by(text.id.desc())
            .limit(LISTED_LIMIT)
        )
        found: dict[str, Json] = {}
        for name, last, at, is_unread in await self.database.scan(
            lambda connection: connection.execute(statement).all()
        ):
            thread = found.setdefault(name, {"name": name, "text": last[:SHOWN], "at": at, "unread": 0})
            thread["unread"] += int(is_unread)
        return list(found.values())

    async def unread(self, user: User) -> list[Json]:
        """Unread messages: senders and counts."""
        statement = (
            sa.select(users.c.name, sa.func.count(), sa.func.max(messages.c.at))
            .join(users, users.c.id == messages.c.from_id)
            .where(messages.c.to_id == user.id, messages.c.is_read.is_(False))
            .group_by(users.c.name)
            .order_by(sa.func.max(messages.c.at).desc())
        )
        rows = await self.database.read(lambda connection: connection.execute(statement).all())
        return [{"from": name, "count": count, "at": at} for name, count, at in rows]

    async def turns(self, user: User) -> int:
        """The number of correspondence games in which it is this player's turn."""
        return await self.database.read(lambda connection: count_turns(connection, user.id))


def count_turns(connection: sa.Connection, user_id: int) -> int:
    """The number of correspondence games in which it is a player's turn."""
    mine = sa.or_(
        sa.and_(games.c.turn == "blue", games.c.blue_id == user_id),
        sa.and_(games.c.turn == "red", games.c.red_id == user_id),
    )
    chosen = (games.c.status == "started", games.c.days.is_not(None), mine)
    return int(connection.execute(sa.select(sa.func.count()).select_from(games).where(*chosen)).scalar_one())


def waiting_of(connection: sa.Connection, user_id: int, now: int) -> dict[str, int]:
    """How many turns, challenges and messages wait for a user."""

    def count(table: sa.Table, *chosen: sa.ColumnElement[bool]) -> int:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table).where(*chosen)).scalar_one())

    asked = (challenges.c.to_id == user_id, challenges.c.status == "open", challenges.c.expires > now)
    return {
        "turns": count_turns(connection, user_id),
        "challenges": count(challenges, *asked),
        "messages": count(messages, messages.c.to_id == user_id, messages.c.is_read.is_(False)),
    }
