"""Following other players: who is here, what they play, and what is new. Blocks win over everything, and children have
friends only in their circle."""

from collections.abc import Callable

import sqlalchemy as sa

from jungle.server.children.children import Children
from jungle.server.children.privacy import Circle, circle_of
from jungle.server.errors import ConflictError, ForbiddenError, NotFoundError, UnprocessableError
from jungle.server.game.transaction import is_blocked
from jungle.server.identity.accounts import User, require
from jungle.server.identity.users import UserRow, is_child
from jungle.server.json import Json
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.schema import blocks, follows, games, users

FOLLOWED_LIMIT = 300
FOLLOWERS_SHOWN = 100
NEW_LIMIT = 99
"""Finished games are counted up to this number."""
LATEST = 200
"""New games are looked for among this many of a player's latest games as each colour."""


class Friends:
    """Follows and lists players."""

    def __init__(self, database: Database, children: Children, now: Callable[[], int]) -> None:
        self.database = database
        self.children = children
        self.now = now

    async def follow(self, user: User, name: str) -> None:
        """Follow a player. Raises RequestError."""
        if user.is_guest():
            raise ForbiddenError("sign up to follow players", "guest")

        def work(connection: sa.Connection) -> None:
            other = require(connection, name, with_children=True)
            if other.id == user.id:
                raise UnprocessableError("you cannot follow yourself", "self")
            if not _may_know(user, other, circle_of(connection, user.id)):  # As if there were no such account.
                raise NotFoundError(f"there is no user {name!r}", "no_user")
            if is_blocked(connection, other.id, user.id) or is_blocked(connection, user.id, other.id):
                raise ForbiddenError(f"you cannot follow {other.name}", "blocked")
            own = sa.select(sa.func.count()).select_from(follows).where(follows.c.user_id == user.id)
            if connection.execute(own).scalar_one() >= FOLLOWED_LIMIT:
                raise ConflictError(f"you can follow {FOLLOWED_LIMIT} players", "follows")
            now = self.now()
            values = {"user_id": user.id, "followed_id": other.id, "created": now, "looked": now}
            insert_once(connection, follows, values)

        await self.database.write(work)

    async def unfollow(self, user: User, name: str) -> None:
        def work(connection: sa.Connection) -> None:
            other = require(connection, name, with_children=True)
            pair = (follows.c.user_id == user.id, follows.c.followed_id == other.id)
            connection.execute(sa.delete(follows).where(*pair))

        await self.database.write(work)

    async def mark_seen(self, user: User) -> None:
        """Note that a user has seen their list: what is new is counted from now on."""
        now = self.now()

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.update(follows).where(follows.c.user_id == user.id).values(looked=now))
            unseen = (follows.c.followed_id == user.id, follows.c.is_noticed.is_(False))
            connection.execute(sa.update(follows).where(*unseen).values(is_noticed=True))

        await self.database.write(work)

    async def listing(self, user: User) -> Json:
        """Whom a user follows, and who follows them."""
        return await self.database.scan(lambda connection: self._listing(connection, user))

    def _listing(self, connection: sa.Connection, user: User) -> Json:
        circle = circle_of(connection, user.id)
        followed = [row for row in _others(connection, user, follows.c.followed_id) if _is_known(user, row, circle)]
        followers = [row for row in _others(connection, user, follows.c.user_id) if _is_known(user, row, circle)]
        # Children watch no games of strangers, and theirs are not for others.
        adults = [row.id for row in followed if not row.is_child and not user.is_child]
        playing = _live_games(connection, adults)
        ids = {row.id for row in followed}

        def view(row: sa.Row[tuple[object, ...]]) -> Json:
            is_here = self.children.is_here(row.id, row.seen)
            return {"name": row.name, "kind": "child" if row.is_child else row.kind, "here": is_here, "seen": row.seen}

        following = [
            {
                **view(row),
                "playing": playing.get(row.id),
                "newGames": 0 if row.kind == "bot" or user.is_child else new_games(connection, row.id, row.looked),
            }
            for row in followed
        ]
        following.sort(key=lambda each: (not each["here"], each["playing"] is None, str(each["name"]).casefold()))
        return {
            "following": following,
            "followers": [
                {**view(row), "isNew": not row.is_noticed, "isFollowed": row.id in ids}
                for row in followers[:FOLLOWERS_SHOWN]
            ],
        }


def _may_know(user: User, other: UserRow, circle: Circle) -> bool:
    """True unless one of the two is a child who does not know the other."""
    return not (user.is_child or other.is_child) or other.id in circle


def _is_known(user: User, row: sa.Row[tuple[object, ...]], circle: Circle) -> bool:
    return not (user.is_child or row.is_child) or row.id in circle


def _others(connection: sa.Connection, user: User, column: sa.Column[int]) -> list[sa.Row[tuple[object, ...]]]:
    """The people on the other side of a user's follows, without those whom one of the two has blocked."""
    own = follows.c.user_id if column is follows.c.followed_id else follows.c.followed_id
    apart = sa.exists().where(
        sa.or_(
            sa.and_(blocks.c.user_id == user.id, blocks.c.blocked_id == column),
            sa.and_(blocks.c.user_id == column, blocks.c.blocked_id == user.id),
        )
    )
    statement = (
        sa.select(
            users.c.id,
            users.c.name,
            users.c.kind,
            users.c.seen,
            is_child(users).label("is_child"),
            follows.c.looked,
            follows.c.is_noticed,
        )
        .join(users, users.c.id == column)
        .where(own == user.id, users.c.closed.is_(None), ~apart)
        .order_by(follows.c.created.desc())
        .limit(FOLLOWED_LIMIT)
    )
    return list(connection.execute(statement).all())


def _live_games(connection: sa.Connection, ids: list[int]) -> dict[int, str]:
    """The live game that each of these users is playing, if any."""
    found: dict[int, str] = {}
    for mine in (games.c.blue_id, games.c.red_id):
        live = (mine.in_(ids), games.c.status == "started", games.c.days.is_(None))
        found.update((row[0], row[1]) for row in connection.execute(sa.select(mine, games.c.id).where(*live)))
    return found


def new_games(connection: sa.Connection, user_id: int, since: int) -> int:
    """How many games a user has finished since a time.

    Only the latest games are read, so that the cost does not grow with how many there are.
    """
    found = 0
    for mine in (games.c.blue_id, games.c.red_id):
        latest = sa.select(games.c.status, games.c.ended).where(mine == user_id)
        latest_games = latest.order_by(games.c.number.desc()).limit(LATEST).subquery()
        is_new = (latest_games.c.status == "ended", latest_games.c.ended > since)
        found += connection.execute(sa.select(sa.func.count()).select_from(latest_games).where(*is_new)).scalar_one()
    return min(found, NEW_LIMIT)
