"""The lists that email commands reply with."""

import sqlalchemy as sa

from jungle.language.plurals import counted
from jungle.server.errors import UnprocessableError
from jungle.server.game.adapter import COLOURS
from jungle.server.game.ratings import rating_kind
from jungle.server.game.rows import GAME_WITH_PLAYERS, GameRow, read_games
from jungle.server.identity.users import is_child
from jungle.server.mail.outbox import COLUMNS
from jungle.server.mail.services import MailServices
from jungle.server.storage.schema import games, ratings, users

WHICH = ("all", "active", "inactive", "next")
MOST = 100


def _lines(rows: list[GameRow]) -> list[str]:
    """A table of boards. The rules are omitted if the lines would be too long for an email."""
    players = [" - ".join(seat.name for seat in row.seats) for row in rows]
    widest = max(map(len, players), default=0)
    cells = [
        (f"{row.number:>6}  {row.kind:<7}", f"{row.rules:<9}", f"{pair:<{widest}}  {_state(row)}")
        for row, pair in zip(rows, players, strict=True)
    ]
    lines = [" ".join(parts) for parts in cells]
    return lines if all(len(line) <= COLUMNS for line in lines) else [f"{board} {rest}" for board, _, rest in cells]


def _state(row: GameRow) -> str:
    if row.is_running():
        return f"#{row.ply // 2 + 1}, {COLOURS[row.turn]} to move"
    return f"{row.result or '*'} {row.reason or ''}".rstrip()


async def _rows(services: MailServices, *chosen: sa.ColumnElement[bool]) -> list[GameRow]:
    statement = GAME_WITH_PLAYERS.where(*chosen).order_by(games.c.number.desc()).limit(MOST)
    return await services.database.scan(lambda connection: read_games(connection, statement))


def _page(title: str, lines: list[str]) -> str:
    return "\n".join([title, "-" * len(title), *(lines or ["none"])]) + "\n"


async def games_of(services: MailServices, kind: str | None, name: str, which: str) -> str:
    """A user's boards: all, active, inactive, or those where it is their turn (next)."""
    if which not in WHICH:
        raise UnprocessableError(f"expected {', '.join(WHICH)}; got {which!r}", "usage")
    user = await services.accounts.find(name)
    chosen = [sa.or_(games.c.blue_id == user.id, games.c.red_id == user.id)]
    if kind is not None:
        chosen.append(games.c.kind == kind)
    if which in ("active", "next"):
        chosen.append(games.c.status == "started")
    elif which == "inactive":
        chosen.append(games.c.status != "started")
    rows = await _rows(services, *chosen)
    if which == "next":
        rows = [row for row in rows if row.to_move.user_id == user.id]
    return _page(f"Boards of {user.name} ({which})", _lines(rows))


async def running(services: MailServices, kinds: list[str]) -> str:
    """The boards in play."""
    chosen = [games.c.status == "started"]
    if kinds:
        chosen.append(games.c.kind.in_(kinds))
    return _page("Boards in play", _lines(await _rows(services, *chosen)))


async def history(services: MailServices, kind: str) -> str:
    """The most recently finished boards."""
    rows = await _rows(services, games.c.kind == kind, games.c.status == "ended")
    return _page("Recently finished boards", _lines(rows))


async def ratings_of(services: MailServices, kind: str) -> str:
    """All correspondence ratings, with their uncertainty."""
    statement = (
        sa.select(users.c.name, ratings.c.rating, ratings.c.deviation, ratings.c.games)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.kind == rating_kind(kind, "correspondence"), users.c.closed.is_(None))
        .where(sa.not_(is_child(users)))
        .order_by(ratings.c.rating.desc())
        .limit(MOST)
    )
    rows = await services.database.scan(lambda connection: connection.execute(statement).all())
    lines = [
        f"{place:>4}. {name:<22} {rating:6.0f} ± {2 * deviation:3.0f}  {counted(count, 'game'):>10}"
        for place, (name, rating, deviation, count) in enumerate(rows, start=1)
    ]
    return _page("Ratings", lines)


async def standings(services: MailServices, kind: str) -> str:
    """Every player's wins, losses and draws."""
    chosen = (games.c.kind == kind, games.c.status == "ended")
    seats = [
        sa.select(column.label("player"), sa.case((games.c.result == win, "won"), else_=games.c.result).label("result"))
        .where(*chosen)
        .where(column.is_not(None))
        for column, win in ((games.c.blue_id, "1-0"), (games.c.red_id, "0-1"))
    ]
    played = sa.union_all(*seats).subquery()
    won, drawn = (
        sa.func.sum(sa.case((played.c.result == result, 1), else_=0)).label(name)
        for name, result in (("won", "won"), ("drawn", "1/2-1/2"))
    )
    lost = (sa.func.count() - won - drawn).label("lost")
    statement = (
        sa.select(users.c.name, won, lost, drawn)
        .select_from(played)
        .join(users, users.c.id == played.c.player)
        .where(users.c.closed.is_(None), sa.not_(is_child(users)))
        .group_by(users.c.id, users.c.name)
        .order_by(won.desc(), lost, users.c.name)
        .limit(MOST)
    )
    rows = await services.database.scan(lambda connection: connection.execute(statement).all())
    lines = [f"{name:<22} {won:>4} won {lost:>4} lost {drawn:>4} drawn" for name, won, lost, drawn in rows]
    return _page("Standings", lines)


async def profile(services: MailServices, name: str) -> str:
    """The reply to `show userid`."""
    user = await services.accounts.find(name)
    statement = sa.select(ratings).where(ratings.c.user_id == user.id)
    rows = await services.database.read(lambda connection: connection.execute(statement).mappings().all())
    lines = [f"{row['kind']:<15} {row['rating']:6.0f} ± {2 * row['deviation']:3.0f}" for row in rows]
    return _page(user.name, lines or ["no rated games yet"]) + "\n" + await games_of(services, None, name, "active")
