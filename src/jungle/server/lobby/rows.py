"""Challenges and seeks as stored."""

import msgspec
import sqlalchemy as sa

from jungle.server.game.terms import Terms
from jungle.server.identity.users import shown_kind, shown_name
from jungle.server.json import Json
from jungle.server.storage.schema import challenges, users


class ChallengeRow(msgspec.Struct, frozen=True):
    """A challenge or a seek, with the names of both players."""

    id: str
    number: int
    kind: str
    """`direct`, `link` or `seek`."""
    from_id: int
    to_id: int | None
    confirmed: bool
    terms: Terms
    pool: str | None
    colour: str | None
    rating_low: int | None
    rating_high: int | None
    status: str
    game_id: str | None
    rematch_of: str | None
    created: int
    expires: int
    from_name: str
    from_kind: str
    to_name: str | None
    to_kind: str | None


challenger, _challenged = users.alias("challenger"), users.alias("challenged")
WITH_NAMES = (
    sa.select(
        challenges,
        shown_name(challenger).label("from_name"),
        shown_kind(challenger).label("from_kind"),
        shown_name(_challenged).label("to_name"),
        shown_kind(_challenged).label("to_kind"),
    )
    .join(challenger, challenges.c.from_id == challenger.c.id)
    .outerjoin(_challenged, challenges.c.to_id == _challenged.c.id)
)


def read_challenges(connection: sa.Connection, statement: sa.Select[tuple[object, ...]]) -> list[ChallengeRow]:
    found = connection.execute(statement).mappings().all()
    return [_read(dict(row)) for row in found]


def _read(values: Json) -> ChallengeRow:
    return ChallengeRow(kind=values.pop("way"), terms=Terms.read(values.pop("terms")), **values)


def cancel_all(connection: sa.Connection, user_id: int) -> list[str]:
    """Cancel the open challenges of a user who may no longer play, and return their ids."""
    mine = (challenges.c.from_id == user_id, challenges.c.status == "open")
    taken_back = sa.update(challenges).where(*mine).values(status="cancelled").returning(challenges.c.id)
    return list(connection.execute(taken_back).scalars())
