"""Rows as values. Rows are converted as they are read; only this module knows the names of a game's columns.

These are msgspec structs rather than dataclasses because every move replaces a row: 0.1 µs instead of 9.
"""

from collections.abc import Mapping
from typing import Any, Self

import msgspec
import sqlalchemy as sa

from jungle.pieces import Side
from jungle.server.errors import NotFoundError
from jungle.server.game.adapter import COLOURS, SIDES
from jungle.server.game.clocks import FREE_PLIES, TimeControl
from jungle.server.game.ratings import START_DEVIATION, START_RATING, Rating
from jungle.server.identity.users import shown_kind, shown_name
from jungle.server.json import Json, decode, encode
from jungle.server.storage.schema import games, rating_changes, ratings, users

WINNERS = {"1-0": Side.BLUE, "0-1": Side.RED}


class Offer(msgspec.Struct, frozen=True):
    """An offer from one player to the other."""

    by: Side
    declined: bool = False


class Player(msgspec.Struct, frozen=True):
    """Public information about the player in a seat."""

    name: str | None
    kind: str | None
    rating: float | None = None
    deviation: float | None = None

    @property
    def rated(self) -> Rating:
        if self.rating is None or self.deviation is None:
            return Rating(START_RATING, START_DEVIATION)
        return Rating(self.rating, self.deviation)


NOBODY = Player(None, None)


class Seat(msgspec.Struct, frozen=True):
    """One side of a game."""

    user_id: int | None
    ms: int | None = None
    """Time on the clock when the turn began."""
    gone: int | None = None
    """When the player's last connection to the game was closed."""
    limit: int | None = None
    """Of this player's clock, if the two differ."""
    increment: int | None = None
    player: Player = NOBODY

    @property
    def name(self) -> str:
        return self.player.name or "?"


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game as stored. The schema documents its columns."""

    id: str
    number: int
    kind: str
    rules: str
    fen: str | None
    seed: int
    seats: tuple[Seat, Seat]
    """By side."""
    speed: str
    rating_kind: str
    rated: bool
    clock_limit: int | None
    increment: int | None
    days: int | None
    version: int = 0
    ply: int = 0
    turn: Side = Side.BLUE
    moves: str = ""
    status: str = "started"
    result: str | None = None
    reason: str | None = None
    turn_since: int = 0
    deadline: int | None = None
    remind_at: int | None = None
    paused_ms: int | None = None
    offers: Mapping[str, Offer] = {}
    aborted_by: int | None = None
    rematch_id: str | None = None
    created: int
    ended: int | None = None
    tournament_id: str | None = None
    class_id: str | None = None
    host_id: int | None = None
    """The player for whom it is one of several simultaneous games."""
    wants_notice: bool = False
    """True if one of the players gets email or notifications about it. Set only by queries that ask for it."""

    @classmethod
    def read(cls, row: sa.RowMapping) -> Self:
        """Convert a row of `games`, with or without joined columns."""
        values = dict(row)
        blue, red = (_read_seat(values, colour) for colour in COLOURS)
        offers = _read_offers(values.pop("offers"))
        return cls(seats=(blue, red), turn=SIDES[values.pop("turn")], offers=offers, **values)

    def columns(self) -> Json:
        """The values to insert."""
        values = {each.name: getattr(self, each.name) for each in games.columns if hasattr(self, each.name)}
        for colour, seat in zip(COLOURS, self.seats, strict=True):
            values |= {f"{colour}_id": seat.user_id, f"{colour}_ms": seat.ms, f"{colour}_gone": seat.gone}
            values |= {f"{colour}_limit": seat.limit, f"{colour}_increment": seat.increment}
        return values | {"turn": COLOURS[self.turn], "offers": _offers_text(self.offers)}

    def hot_values(self) -> tuple[object, ...]:
        """The values of HOT_COLUMNS."""
        blue, red = self.seats
        clocks = (blue.ms, red.ms, self.turn_since, self.deadline)
        return (self.version, self.ply, COLOURS[self.turn], self.moves, *clocks, _offers_text(self.offers))

    def cold_values(self) -> tuple[object, ...]:
        """The values of COLD_COLUMNS."""
        blue, red = self.seats
        ending = (self.status, self.result, self.reason, self.remind_at, self.paused_ms)
        odds = (blue.limit, blue.increment, red.limit, red.increment)
        gone = (blue.gone, red.gone)
        return (blue.user_id, red.user_id, *ending, *gone, *odds, self.aborted_by, self.rematch_id, self.ended)

    def is_running(self) -> bool:
        return self.status == "started"

    def is_paused_for_class(self) -> bool:
        """True if a teacher has paused the game. Otherwise only correspondence games are paused, by agreement."""
        return self.paused_ms is not None and self.days is None

    def shown_deadline(self) -> int | None:
        """The deadline that players see: of a correspondence move, or of a first move, which no clock counts down."""
        return self.deadline if self.days is not None or self.ply < FREE_PLIES else None

    @property
    def control(self) -> TimeControl:
        return TimeControl(self.clock_limit, self.increment or 0, self.days)

    def control_of(self, side: Side) -> TimeControl:
        """The clock of one side."""
        seat = self.seats[side]
        return self.control if seat.limit is None else TimeControl(seat.limit, seat.increment or 0)

    def has_odds(self) -> bool:
        """True if the two sides have different clocks."""
        return any(seat.limit is not None for seat in self.seats)

    @property
    def to_move(self) -> Seat:
        return self.seats[self.turn]

    @property
    def winner(self) -> Side | None:
        return WINNERS.get(self.result or "")

    @property
    def standing(self) -> dict[str, Side]:
        """The open offers, and who made them."""
        return {kind: offer.by for kind, offer in self.offers.items() if not offer.declined}

    def side_of(self, user_id: int | None) -> Side | None:
        """The side a user plays, if any."""
        if user_id is None:
            return None
        blue, red = self.seats
        return Side.BLUE if blue.user_id == user_id else Side.RED if red.user_id == user_id else None

    def with_seat(self, side: Side, **changes: object) -> Self:
        """A copy with one seat changed."""
        blue, red = self.seats
        new = msgspec.structs.replace(self.seats[side], **changes)
        return msgspec.structs.replace(self, seats=(new, red) if side is Side.BLUE else (blue, new))


HOT_COLUMNS = ("version", "ply", "turn", "moves", "blue_ms", "red_ms", "turn_since", "deadline", "offers")
"""The columns that every move changes."""
COLD_COLUMNS = (
    *("blue_id", "red_id", "status", "result", "reason", "remind_at", "paused_ms", "blue_gone", "red_gone"),
    *("blue_limit", "blue_increment", "red_limit", "red_increment", "aborted_by", "rematch_id", "ended"),
)
"""Columns that few commands change. Most indexes are on these, so statements without them are cheaper."""


def _read_seat(values: Json, colour: str) -> Seat:
    taken = [values.pop(f"{colour}_{name}", None) for name in ("name", "kind", "rating", "deviation")]
    player = NOBODY if taken[0] is None else Player(*taken)
    user_id, ms, gone, limit, increment = (
        values.pop(f"{colour}_{name}") for name in ("id", "ms", "gone", "limit", "increment")
    )
    return Seat(user_id, ms, gone, limit, increment, player)


def _read_offers(text: str) -> dict[str, Offer]:
    if text == "{}":
        return {}
    return {kind: Offer(SIDES[offer["by"]], offer.get("declined", False)) for kind, offer in decode(text).items()}


def _offers_text(offers: Mapping[str, Offer]) -> str:
    if not offers:
        return "{}"
    written = {
        kind: {"by": COLOURS[offer.by]} | ({"declined": True} if offer.declined else {})
        for kind, offer in offers.items()
    }
    return encode(written).decode()


_blue, _red = users.alias("blue"), users.alias("red")
_blue_rating, _red_rating = ratings.alias("blue_rating"), ratings.alias("red_rating")
_blue_change, _red_change = rating_changes.alias("blue_change"), rating_changes.alias("red_change")


def _rating_then(colour: str, change: Any, rating: Any) -> sa.ColumnElement[float]:
    """A player's rating. For a game that is over: with which it was played, or, if it was not rated, when it began."""
    earlier = rating_changes.alias(f"{colour}_earlier").c
    last = sa.select(earlier.rating).where(
        earlier.user_id == games.c[f"{colour}_id"], earlier.kind == games.c.rating_kind, earlier.at <= games.c.created
    )
    then = sa.func.coalesce(change.c.before, last.order_by(earlier.at.desc()).limit(1).scalar_subquery())
    return sa.case((games.c.status == "started", rating.c.rating), else_=then).label(f"{colour}_rating")


GAME_WITH_PLAYERS = (
    sa.select(
        games,
        shown_name(_blue).label("blue_name"),
        shown_kind(_blue).label("blue_kind"),
        shown_name(_red).label("red_name"),
        shown_kind(_red).label("red_kind"),
        _rating_then("blue", _blue_change, _blue_rating),
        _blue_rating.c.deviation.label("blue_deviation"),
        _rating_then("red", _red_change, _red_rating),
        _red_rating.c.deviation.label("red_deviation"),
    )
    .outerjoin(_blue, games.c.blue_id == _blue.c.id)
    .outerjoin(_red, games.c.red_id == _red.c.id)
    .outerjoin(
        _blue_rating, sa.and_(_blue_rating.c.user_id == games.c.blue_id, _blue_rating.c.kind == games.c.rating_kind)
    )
    .outerjoin(_red_rating, sa.and_(_red_rating.c.user_id == games.c.red_id, _red_rating.c.kind == games.c.rating_kind))
    .outerjoin(_blue_change, sa.and_(_blue_change.c.game_id == games.c.id, _blue_change.c.user_id == games.c.blue_id))
    .outerjoin(_red_change, sa.and_(_red_change.c.game_id == games.c.id, _red_change.c.user_id == games.c.red_id))
)
"""Selects games with public information about their players."""


def read_games(connection: sa.Connection, statement: sa.Select[Any]) -> list[GameRow]:
    return [GameRow.read(row) for row in connection.execute(statement).mappings()]


def number_or_id(table: sa.Table, text: str) -> sa.ColumnElement[bool]:
    """Condition: matches a game or challenge by its short number or its id."""
    is_number = text.isascii() and text.isdigit() and len(text) < 12
    return table.c.number == int(text) if is_number else table.c.id == text


def find_game(connection: sa.Connection, game_id: str) -> GameRow:
    """The row of a game with its players, by its id or its short number. Raises NotFoundError."""
    for row in read_games(connection, GAME_WITH_PLAYERS.where(number_or_id(games, game_id))):
        return row
    raise NotFoundError(f"there is no game {game_id!r}", "no_game")
