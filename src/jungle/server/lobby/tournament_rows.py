"""Tournaments, their players and their boards as stored."""

import msgspec
import sqlalchemy as sa

from jungle.server.children.privacy import is_in_class
from jungle.server.errors import NotFoundError
from jungle.server.game.ratings import START_RATING, rating_kind
from jungle.server.game.terms import Terms
from jungle.server.game.transaction import STREAK
from jungle.server.identity.accounts import User
from jungle.server.identity.users import shown_kind, shown_name
from jungle.server.json import Json
from jungle.server.pairing.standings import SIMUL, ties_of
from jungle.server.pairing.values import Board
from jungle.server.storage.schema import blocks, entrants, ratings, tournament_boards, tournaments, users
from jungle.server.times import DAY

ARENA = "arena"
"""The format without rounds; the others are those of `pairing.standings`."""
BY_HAND = DAY
"""A tournament that its organiser starts would begin by itself after this time, when nobody is left."""
LISTED_LIMIT = 200


class Schedule(msgspec.Struct, frozen=True):
    """How a tournament with rounds proceeds."""

    rounds: int = 0
    """0 for as many as the format needs."""
    interval: int | None = None
    """Seconds from the end of a round to the next one; None if the organiser starts each."""
    repeat: str = ""
    """`daily` or `weekly` if another one follows."""
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs of users who must not meet."""
    ties: tuple[str, ...] = ()
    """The tie-breaks that the organiser has chosen; the usual ones follow."""


NO_ROUNDS = Schedule()


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament, with the name of its creator."""

    id: str
    name: str
    by_id: int | None
    terms: Terms
    status: str
    starts: int
    ends: int
    created: int
    class_id: str | None = None
    format: str = ARENA
    schedule: Schedule = Schedule()
    round: int = 0
    next_at: int | None = None
    is_chat_closed: bool = False
    by_name: str | None = None
    players: int = 0

    @classmethod
    def read(cls, row: sa.RowMapping) -> "TournamentRow":
        schedule = msgspec.json.decode(row["schedule"], type=Schedule)
        return cls(**{**row, "terms": Terms.read(row["terms"]), "schedule": schedule})

    def waits_for_hand(self) -> bool:
        """True if its organiser starts it, and has not yet."""
        return self.starts - self.created == BY_HAND

    def view(self) -> Json:
        terms = self.terms.view()
        del terms["days"]
        if self.format != SIMUL:
            del terms["colour"]
        shown = {name: getattr(self, name) for name in ("id", "name", "status", "starts", "ends", "format")}
        if self.format != ARENA:
            shown |= {"round": self.round, "rounds": self.schedule.rounds, "interval": self.schedule.interval}
            shown["ties"] = ties_of(self.format, self.schedule.ties)
            shown |= {"repeat": self.schedule.repeat, "nextAt": self.next_at}
        if self.class_id is not None:
            shown |= {"class": self.class_id, "byHand": self.waits_for_hand()}
        return {**shown, "by": self.by_name, **terms}


class Entrant(msgspec.Struct, frozen=True):
    """A player in a tournament."""

    tournament_id: str
    user_id: int
    score: int = 0
    streak: int = 0
    games: int = 0
    wins: int = 0
    results: str = ""
    blues: int = 0
    met: str = ""
    game_id: str | None = None
    is_away: bool = False
    joined: int = 0
    seed: float | None = None
    is_admitted: bool = True
    """False for applicants to simultaneous games until the host admits them."""
    name: str = ""
    kind: str = ""
    rating: float | None = None

    def view(self) -> Json:
        return {
            "name": self.name,
            "kind": self.kind,
            "rating": round(START_RATING if self.rating is None else self.rating),
            "score": self.score,
            "results": [int(points) for points in self.results.split()],
            "isOnFire": self.streak >= STREAK,
            "games": self.games,
            "wins": self.wins,
            "game": self.game_id,
            "isAway": self.is_away,
            "isAdmitted": self.is_admitted,
            "joined": self.joined,
        }


def read_tournaments(connection: sa.Connection, chosen: sa.ColumnElement[bool]) -> list[TournamentRow]:
    count = sa.select(sa.func.count()).where(entrants.c.tournament_id == tournaments.c.id).scalar_subquery()
    statement = sa.select(tournaments, count.label("players"), shown_name(users).label("by_name"))
    statement = statement.outerjoin(users, users.c.id == tournaments.c.by_id).where(chosen)
    found = connection.execute(statement.order_by(tournaments.c.starts).limit(LISTED_LIMIT)).mappings()
    return [TournamentRow.read(row) for row in found]


def find_tournament(connection: sa.Connection, tournament_id: str) -> TournamentRow:
    for row in read_tournaments(connection, tournaments.c.id == tournament_id):
        return row
    raise NotFoundError(f"there is no tournament {tournament_id!r}", "no_tournament")


def check_visible(connection: sa.Connection, row: TournamentRow, viewer: User | None) -> None:
    """Raise NotFoundError if a user may not see a tournament: a class has its own, and children see no others."""
    if row.class_id is None:
        is_visible = viewer is None or not viewer.is_child
    else:
        is_visible = viewer is not None and is_in_class(connection, viewer.id, row.class_id)
    if not is_visible:
        raise NotFoundError(f"there is no tournament {row.id!r}", "no_tournament")


def standing(
    connection: sa.Connection, tournament_id: str, *chosen: sa.ColumnElement[bool]
) -> tuple[TournamentRow, list[Entrant]]:
    """A tournament and its players, or some of them, best first."""
    row = find_tournament(connection, tournament_id)
    kind = rating_kind(row.terms.game, row.terms.control.speed) or ""
    rated = sa.and_(ratings.c.user_id == entrants.c.user_id, ratings.c.kind == kind)
    name = shown_name(users) if row.class_id is None else users.c.name  # Only the class sees its tournaments.
    statement = (
        sa.select(entrants, name.label("name"), shown_kind(users).label("kind"), ratings.c.rating)
        .join(users, users.c.id == entrants.c.user_id)
        .outerjoin(ratings, rated)
        .where(entrants.c.tournament_id == tournament_id, *chosen)
        .order_by(entrants.c.score.desc(), entrants.c.wins.desc(), entrants.c.joined, entrants.c.user_id)
    )
    return row, [Entrant(**found) for found in connection.execute(statement).mappings()]


def blocked_pairs(connection: sa.Connection, ids: list[int]) -> set[frozenset[int]]:
    """The pairs of these users of whom one has blocked the other."""
    both = (blocks.c.user_id.in_(ids), blocks.c.blocked_id.in_(ids))
    found = connection.execute(sa.select(blocks.c.user_id, blocks.c.blocked_id).where(*both))
    return {frozenset(pair) for pair in found}


class BoardRow(msgspec.Struct, frozen=True):
    """A pairing in a round, as stored."""

    tournament_id: str
    round: int
    number: int
    blue_id: int | None
    red_id: int | None
    is_bye: bool
    blue_points: int | None = None
    red_points: int | None = None
    is_forfeit: bool = False
    game_id: str | None = None
    tries: int = 0

    def value(self) -> Board:
        """For pairing and standings. Accounts that are gone have numbers that nobody has."""
        gone = -2 * (1000 * self.round + self.number)
        blue = gone if self.blue_id is None else self.blue_id
        red = None if self.is_bye else gone - 1 if self.red_id is None else self.red_id
        return Board(self.round, self.number, blue, red, self.blue_points, self.red_points, self.is_forfeit)

    def is_over(self) -> bool:
        return self.blue_points is not None


def read_boards(connection: sa.Connection, tournament_id: str, *chosen: sa.ColumnElement[bool]) -> list[BoardRow]:
    statement = sa.select(tournament_boards).where(tournament_boards.c.tournament_id == tournament_id, *chosen)
    order = (tournament_boards.c.round, tournament_boards.c.number)
    return [BoardRow(**row) for row in connection.execute(statement.order_by(*order)).mappings()]
