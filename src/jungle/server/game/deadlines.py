"""When the sweeper must look at a game.

A game's own `deadline` changes with every move, and an index on it would be rewritten with it. The table `deadlines`
has one row per game with a running clock instead, which moves leave alone: its time is never later than the deadline,
nor than any deadline that the players' next moves can set. The sweeper postpones the row when its time has come.
"""

import sqlalchemy as sa

from jungle.server.game.clocks import LAG_LIMIT
from jungle.server.game.rows import GameRow
from jungle.server.storage.database import Prepared
from jungle.server.storage.schema import deadlines, games
from jungle.server.times import DAY

INSERT = Prepared(sa.insert(deadlines))
DELETE = Prepared(sa.delete(deadlines).where(deadlines.c.game_id == sa.bindparam("game")))
assert INSERT.names == ("game_id", "at")


def next_check(row: GameRow, now: int) -> int | None:
    """When to look at a game next, if only moves are made until then; None if no clock is running."""
    if row.deadline is None or not row.is_running():
        return None
    if row.days is not None:
        soonest = row.days * DAY
    else:  # A move takes the time that has passed anyway, so nobody's clock can run out before this.
        soonest = min((seat.ms for seat in row.seats if seat.ms is not None), default=0) + LAG_LIMIT
    return min(row.deadline, now + soonest)


def must_reschedule(before: GameRow, after: GameRow) -> bool:
    """True if a change is not a move, and affects when the sweeper must look at the game."""
    if before.deadline is None or after.deadline is None:
        return before.deadline != after.deadline
    return after.deadline < before.deadline and after.ply <= before.ply


def add_missing(connection: sa.Connection, now: int) -> int:
    """Add rows for games without one, which a server of an earlier version has started. Returns their number."""
    known = sa.exists().where(deadlines.c.game_id == games.c.id)
    running = sa.select(games.c.id, sa.literal(now, sa.BigInteger)).where(
        games.c.status == "started", games.c.deadline.is_not(None), ~known
    )
    return connection.execute(sa.insert(deadlines).from_select(["game_id", "at"], running)).rowcount
