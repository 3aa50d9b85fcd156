"""Vacation: correspondence deadlines wait for a player who is away."""

from collections.abc import Callable
from datetime import UTC, datetime

import sqlalchemy as sa

from jungle.server.clocks import DAY, SECOND
from jungle.server.database import Database
from jungle.server.errors import ConflictError
from jungle.server.events import Json
from jungle.server.rows import UserRow, read_users
from jungle.server.schema import games, users

DAYS_A_YEAR = 30


def year_of(now: int) -> int:
    return datetime.fromtimestamp(now / SECOND, UTC).year


def days_left(row: UserRow, now: int) -> int:
    """How many days of vacation a user's row leaves for this year."""
    return row.vacation_days if row.vacation_year == year_of(now) else DAYS_A_YEAR


async def set_vacation(database: Database, user_id: int, days: int, now: int, forget_games: Callable[[], None]) -> Json:
    """Go away for some days, or (0) come back. Whole days are counted, and those not taken are given back."""

    def work(connection: sa.Connection) -> Json:
        (row,) = read_users(connection, users.c.id == user_id, lock=True)
        rest = max(0, (row.vacation_until or 0) - now)
        left = min(DAYS_A_YEAR, days_left(row, now) + rest // DAY)
        if days > left:
            raise ConflictError(f"{left} days of vacation are left this year", "vacation")
        until = now + days * DAY if days else None
        values = {"vacation_until": until, "vacation_days": left - days, "vacation_year": year_of(now)}
        connection.execute(sa.update(users).where(users.c.id == user_id).values(values))
        shift_deadlines(connection, user_id, days * DAY - rest)
        forget_games()
        return {"until": until, "days": left - days}

    return await database.write(work)


def shift_deadlines(connection: sa.Connection, user_id: int, by: int) -> None:
    """Move the deadlines of the correspondence games in which this player is to move."""
    to_move = sa.or_(
        sa.and_(games.c.turn == "blue", games.c.blue_id == user_id),
        sa.and_(games.c.turn == "red", games.c.red_id == user_id),
    )
    waiting = (games.c.status == "started", games.c.days.is_not(None), games.c.deadline.is_not(None), to_move)
    shifted = {"deadline": games.c.deadline + by, "remind_at": games.c.remind_at + by}
    connection.execute(sa.update(games).where(*waiting).values(shifted))
