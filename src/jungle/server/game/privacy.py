"""Games as one viewer may see them: names of children are hidden from strangers, and strangers from children."""

import msgspec
import sqlalchemy as sa

from jungle.server.children.privacy import HIDDEN, circle_of, is_house_bot
from jungle.server.errors import NotFoundError
from jungle.server.game.rows import GameRow, Player, Seat
from jungle.server.identity.accounts import User
from jungle.server.identity.users import ANONYMOUS
from jungle.server.storage.schema import users


def for_viewer(connection: sa.Connection, viewer: User | None, rows: list[GameRow]) -> list[GameRow]:
    """Games as a user may see them.

    Names of children come masked from the database. Here those in the viewer's circle are revealed; and if the viewer
    is a child, all other names are masked.
    """
    masked = {seat.user_id for row in rows for seat in row.seats if seat.player.kind == "child"}
    if viewer is None or (not masked and not viewer.is_child):
        return rows
    circle = circle_of(connection, viewer.id)
    known = {user_id for user_id in masked if user_id == viewer.id or user_id in circle}
    names: dict[int, str] = {}
    if known:
        found = connection.execute(sa.select(users.c.id, users.c.name).where(users.c.id.in_(known)))
        names = dict(found.all())

    def shown(seat: Seat) -> Seat:
        player = seat.player
        if seat.user_id in names:
            player = msgspec.structs.replace(player, name=names[seat.user_id])
        elif viewer.is_child and not (seat.user_id in circle or is_house_bot(player.kind, player.name)):
            player = Player(ANONYMOUS, player.kind if player.kind == "child" else HIDDEN)
        return msgspec.structs.replace(seat, player=player)

    return [msgspec.structs.replace(row, seats=(shown(row.seats[0]), shown(row.seats[1]))) for row in rows]


def check_visible(connection: sa.Connection, viewer: User | None, row: GameRow) -> None:
    """Raise NotFoundError for a game a child may not follow, because spectators of other games chat."""
    if viewer is None or not viewer.is_child or row.side_of(viewer.id) is not None:
        return
    circle = circle_of(connection, viewer.id)
    if not any(seat.player.kind == "child" and seat.user_id in circle for seat in row.seats):
        raise NotFoundError(f"there is no game {row.id!r}", "no_game")


def shown_to(connection: sa.Connection, viewer: User, user_id: int, name: str, kind: str) -> Player:
    """A user's view of another, whose name comes masked from the database if it is a child's."""
    is_known = user_id == viewer.id or user_id in circle_of(connection, viewer.id)
    if kind == "child" and is_known:
        name = connection.execute(sa.select(users.c.name).where(users.c.id == user_id)).scalar_one()
    elif viewer.is_child and not is_known and not is_house_bot(kind, name):
        return Player(ANONYMOUS, kind if kind == "child" else HIDDEN)
    return Player(name, kind)
