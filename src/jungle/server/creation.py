"""New games: who plays whom, their ids, their short numbers, their first row."""

import secrets

import sqlalchemy as sa

from jungle.server import metrics
from jungle.server.changes import Change, Held, Row
from jungle.server.clocks import TimeControl
from jungle.server.moving import replayed
from jungle.server.ratings import rating_kind
from jungle.server.schema import blocks, games, numbers

ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def new_id(length: int = 8) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_number(connection: sa.Connection) -> int:
    """The next short number."""
    number: int = connection.execute(sa.insert(numbers).values(taken=True).returning(numbers.c.number)).scalar_one()
    return number


def create(
    connection: sa.Connection,
    now: int,
    *,
    kind: str,
    rules: str,
    control: TimeControl,
    blue_id: int,
    red_id: int,
    rated: bool,
    fen: str | None = None,
    number: int | None = None,
    tournament_id: str | None = None,
) -> Row:
    """Put a new game into the database, within somebody else's transaction, and return its row."""
    row: Row = {column.name: None for column in games.columns}
    speed = control.speed
    row.update(
        id=new_id(),
        number=new_number(connection) if number is None else number,
        kind=kind,
        rules=rules,
        fen=fen,
        seed=secrets.randbits(62),
        blue_id=blue_id,
        red_id=red_id,
        speed=speed,
        rating_kind=rating_kind(kind, speed) or speed,
        rated=rated,
        clock_limit=control.limit,
        increment=control.increment,
        days=control.days,
        version=0,
        ply=0,
        moves="",
        status="started",
        blue_ms=control.start(),
        red_ms=control.start(),
        offers="{}",
        created=now,
        tournament_id=tournament_id,
    )
    change = Change(connection, Held(row, replayed(row), False), now)
    change.begin_turn()
    connection.execute(sa.insert(games), change.row)
    metrics.games_started.labels(kind).inc()
    return change.row


def is_blocked(connection: sa.Connection, by: int, whom: int) -> bool:
    chosen = (blocks.c.user_id == by, blocks.c.blocked_id == whom)
    return connection.execute(sa.select(blocks.c.user_id).where(*chosen)).first() is not None
