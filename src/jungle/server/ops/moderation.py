"""Moderation: reports, bans, mutes and renames. Every admin action goes into an append-only log."""

from collections.abc import Callable

import sqlalchemy as sa

from jungle.language.plurals import counted
from jungle.server.errors import ConflictError, NotFoundError, UnprocessableError
from jungle.server.events import Events
from jungle.server.game.games import Games
from jungle.server.identity.accounts import User, check_name, name_key, require, require_distinct
from jungle.server.identity.events import SessionsRevoked
from jungle.server.identity.second_factor import remove
from jungle.server.json import Json
from jungle.server.lobby.events import ChallengesCancelled, TournamentChatSwitched
from jungle.server.lobby.rows import cancel_all
from jungle.server.lobby.tournament_chat import switch_chat
from jungle.server.names import skeleton
from jungle.server.storage.database import Database
from jungle.server.storage.schema import admin_acts, games, rating_changes, ratings, reports, sessions, tokens, users
from jungle.server.times import DAY

FOR_EVER = 100 * 365 * DAY
REFUNDED = 90 * DAY
"""Rating points lost within this time are refunded."""
REASON_LIMIT = 1000
PAGE = 100


def log_act(connection: sa.Connection, by: str, act: str, about: str, detail: str, now: int) -> None:
    """Add to the log, in the transaction of the action."""
    values = {"by": by, "act": act, "about": about, "detail": detail, "at": now}
    connection.execute(sa.insert(admin_acts), values)


class Moderation:
    """Reports by players, and the actions of admins."""

    def __init__(self, database: Database, events: Events, games: Games, now: Callable[[], int]) -> None:
        self.database = database
        self.events = events
        self.games = games
        self.now = now

    async def report(self, user: User, name: str, reason: str, game_id: str | None) -> int:
        """Report a player. Raises NotFoundError, UnprocessableError."""
        reason = reason.strip()
        if not 0 < len(reason) <= REASON_LIMIT:
            raise UnprocessableError(f"expected a reason of 1 to {REASON_LIMIT} characters", "text")

        def work(connection: sa.Connection) -> int:
            about = require(connection, name)
            if about.id == user.id:
                raise UnprocessableError("you cannot report yourself", "self")
            if game_id and not connection.execute(sa.select(games.c.id).where(games.c.id == game_id)).first():
                raise NotFoundError(f"there is no game {game_id!r}", "no_game")
            values = {"by_id": user.id, "about_id": about.id, "game_id": game_id or None, "reason": reason}
            insert = sa.insert(reports).values(**values, status="open", at=self.now())
            return int(connection.execute(insert.returning(reports.c.id)).scalar_one())

        return await self.database.write(work)

    async def reports(self, status: str) -> list[Json]:
        """Reports, newest first."""
        by, about = users.alias("by"), users.alias("about")
        statement = (
            sa.select(reports, by.c.name.label("by"), about.c.name.label("about"))
            .outerjoin(by, by.c.id == reports.c.by_id)
            .join(about, about.c.id == reports.c.about_id)
            .where(reports.c.status == status)
            .order_by(reports.c.id.desc())
            .limit(PAGE)
        )
        rows = await self.database.scan(lambda connection: list(connection.execute(statement).mappings()))
        names = ("id", "by", "about", "game_id", "reason", "status", "at")
        return [{name: row[name] for name in names} for row in rows]

    async def close_report(self, admin: User, report_id: int, note: str) -> None:
        """Close a report. Raises NotFoundError."""

        def work(connection: sa.Connection) -> None:
            chosen = (reports.c.id == report_id, reports.c.status == "open")
            if not connection.execute(sa.update(reports).where(*chosen).values(status="closed")).rowcount:
                raise NotFoundError(f"there is no open report {report_id}", "no_report")
            log_act(connection, admin.name, "close report", str(report_id), note, self.now())

        await self.database.write(work)

    async def ban(self, admin: User, name: str, days: int | None, reason: str) -> int:
        """Ban a user: ends their sessions and tokens, and forfeits their running games. Returns when the ban ends."""
        until = self.now() + (FOR_EVER if days is None else days * DAY)

        def work(connection: sa.Connection) -> tuple[int, list[str]]:
            row = require(connection, name, with_children=True)
            if row.is_admin:
                raise ConflictError("an admin cannot be banned", "is_admin")
            connection.execute(sa.update(users).where(users.c.id == row.id).values(banned_until=until))
            for table in (sessions, tokens):
                connection.execute(sa.delete(table).where(table.c.user_id == row.id))
            cancelled = cancel_all(connection, row.id)
            detail = f"{'permanently' if days is None else counted(days, 'day')}: {reason}"
            log_act(connection, admin.name, "ban", row.name, detail, self.now())
            return row.id, cancelled

        user_id, cancelled = await self.database.write(work)
        await self.events.emit(ChallengesCancelled(tuple(cancelled)))
        await self.events.emit(SessionsRevoked(user_id))
        await self.games.resign_all(user_id)
        return until

    async def refund(self, admin: User, name: str) -> int:
        """Refund the rating points that recent opponents lost to a user, once. Returns how many players got some."""
        since = self.now() - REFUNDED

        def work(connection: sa.Connection) -> int:
            row = require(connection, name, with_children=True)
            played = sa.select(games.c.id).where(
                sa.or_(games.c.blue_id == row.id, games.c.red_id == row.id), games.c.status == "ended"
            )
            lost = (
                rating_changes.c.game_id.in_(played),
                rating_changes.c.user_id != row.id,
                rating_changes.c.rating < rating_changes.c.before,
                rating_changes.c.at > since,
                rating_changes.c.refunded.is_(False),
            )
            points: dict[tuple[int, str], float] = {}
            for change in connection.execute(sa.select(rating_changes).where(*lost)).all():
                key = change.user_id, change.kind
                points[key] = points.get(key, 0.0) + change.before - change.rating
            connection.execute(sa.update(rating_changes).where(*lost).values(refunded=True))
            # Ordered by id, like games that end, to avoid deadlocks.
            for (user_id, kind), back in sorted(points.items()):
                chosen = (ratings.c.user_id == user_id, ratings.c.kind == kind)
                connection.execute(sa.update(ratings).where(*chosen).values(rating=ratings.c.rating + back))
            refunded = len({user_id for user_id, _ in points})
            detail = f"{sum(points.values()):.0f} points to {counted(refunded, 'player')}"
            log_act(connection, admin.name, "refund", row.name, detail, self.now())
            return refunded

        return await self.database.write(work)

    async def mute(self, admin: User, name: str, days: int | None, reason: str) -> int:
        """Mute a user: they can play but not chat. Returns when the mute ends."""
        until = self.now() + (FOR_EVER if days is None else days * DAY)
        detail = f"{'permanently' if days is None else counted(days, 'day')}: {reason}"
        await self._set(admin, name, "mute", detail, muted_until=until)
        return until

    async def switch_chat(self, admin: User, tournament_id: str, *, closed: bool, reason: str) -> None:
        """Close the chat of a tournament, or open it again. Raises NotFoundError."""

        def work(connection: sa.Connection) -> None:
            switch_chat(connection, tournament_id, closed=closed)
            act = "close chat" if closed else "open chat"
            log_act(connection, admin.name, act, tournament_id, reason, self.now())

        await self.database.write(work)
        await self.events.emit(TournamentChatSwitched(tournament_id, closed))

    async def unban(self, admin: User, name: str) -> None:
        await self._set(admin, name, "unban", "", banned_until=None)

    async def unmute(self, admin: User, name: str) -> None:
        await self._set(admin, name, "unmute", "", muted_until=None)

    async def rename(self, admin: User, name: str, new: str, reason: str) -> None:
        """Rename a user. Raises UnprocessableError, ConflictError."""
        check_name(new)

        def work(connection: sa.Connection) -> None:
            row = require(connection, name, with_children=True)
            require_distinct(connection, new, but=row.id)
            shape = None if row.kind == "child" else skeleton(new)
            values = {"name": new, "key": name_key(new), "skeleton": shape}
            connection.execute(sa.update(users).where(users.c.id == row.id).values(values))
            log_act(connection, admin.name, "rename", row.name, f"to {new}: {reason}", self.now())

        try:
            await self.database.write(work)
        except sa.exc.IntegrityError:
            raise ConflictError(f"the name {new!r} is taken", "name_taken") from None

    async def _set(self, admin: User, about: str, act: str, detail: str, **values: object) -> None:
        def work(connection: sa.Connection) -> None:
            row = require(connection, about, with_children=True)
            connection.execute(sa.update(users).where(users.c.id == row.id).values(values))
            log_act(connection, admin.name, act, row.name, detail, self.now())

        await self.database.write(work)

    async def acts(self, before: int | None) -> list[Json]:
        """The log, newest first."""
        chosen = [] if before is None else [admin_acts.c.id < before]
        statement = sa.select(admin_acts).where(*chosen).order_by(admin_acts.c.id.desc()).limit(PAGE)
        return await self.database.scan(
            lambda connection: [dict(row) for row in connection.execute(statement).mappings()]
        )

    async def person(self, name: str) -> Json:
        """What an admin needs to know about a user."""

        def work(connection: sa.Connection) -> Json:
            row = require(connection, name, with_children=True)
            own = sa.or_(games.c.blue_id == row.id, games.c.red_id == row.id)
            counted = connection.execute(
                sa.select(games.c.status, sa.func.count()).where(own).group_by(games.c.status)
            ).all()
            complaints = sa.select(reports.c.id, reports.c.reason, reports.c.status, reports.c.game_id, reports.c.at)
            complaints = complaints.where(reports.c.about_id == row.id).order_by(reports.c.id.desc()).limit(PAGE)
            log = sa.select(admin_acts).where(admin_acts.c.about == row.name).order_by(admin_acts.c.id.desc())
            names = ("name", "kind", "created", "seen", "banned_until", "muted_until", "is_admin")
            return {
                **{name: getattr(row, name) for name in names},
                "games": {row[0]: row[1] for row in counted},
                "reports": [dict(found) for found in connection.execute(complaints).mappings()],
                "acts": [dict(found) for found in connection.execute(log.limit(PAGE)).mappings()],
            }

        return await self.database.scan(work)


def set_admin(connection: sa.Connection, name: str, is_admin: bool, now: int) -> str:
    """Grant or revoke admin rights from the console. Raises NotFoundError."""
    row = require(connection, name, with_children=True)
    connection.execute(sa.update(users).where(users.c.id == row.id).values(is_admin=is_admin))
    log_act(connection, "console", "admin" if is_admin else "no admin", row.name, "", now)
    return row.name


def remove_second_factor(connection: sa.Connection, name: str, now: int) -> str:
    """Turn off a user's second factor from the console. Raises NotFoundError."""
    row = require(connection, name, with_children=True)
    remove(connection, row.id)
    log_act(connection, "console", "no second factor", row.name, "", now)
    return row.name
