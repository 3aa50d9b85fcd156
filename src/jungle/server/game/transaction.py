"""One transaction on a game: what is read, what is written, and which events follow.

`GameTransaction` holds the row and the game while a command works on them; `save` writes both the row and the events.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field

import msgspec
import sqlalchemy as sa

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from jungle.server import metrics
from jungle.server.errors import ConflictError, ForbiddenError
from jungle.server.game import adapter, clocks, deadlines
from jungle.server.game.adapter import COLOURS
from jungle.server.game.plans import remove_plans
from jungle.server.game.ratings import Rating, rating_kind
from jungle.server.game.rows import COLD_COLUMNS, HOT_COLUMNS, GameRow, Offer, Seat
from jungle.server.game.terms import Terms
from jungle.server.json import Json, encode
from jungle.server.storage.database import Prepared, insert_once
from jungle.server.storage.schema import (
    blocks,
    entrants,
    events,
    games,
    numbers,
    rating_changes,
    ratings,
    tournaments,
    unexplored,
    users,
)

ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
COUNTED_PLIES = 4
"""Shorter games affect neither ratings nor tournament standings, so that games cannot be thrown quickly."""
WIN, DRAW = 2, 1
STREAK = 2
"""After this many consecutive wins, points are doubled until the streak ends."""


class _Update(Prepared):
    """Updates some columns of a game, if its version is still the one we know."""

    def __init__(self, names: tuple[str, ...]) -> None:
        new = [(games.c[name], sa.bindparam(f"new_{name}", type_=games.c[name].type)) for name in names]
        chosen = (games.c.id == sa.bindparam("game"), games.c.version == sa.bindparam("known"))
        super().__init__(sa.update(games).where(*chosen).ordered_values(*new))
        assert self.names == (*(f"new_{name}" for name in names), "game", "known")


_MOVE = _Update(HOT_COLUMNS)
_CHANGE = _Update(HOT_COLUMNS + COLD_COLUMNS)
_INSERT_EVENT = Prepared(sa.insert(events))
assert _INSERT_EVENT.names == ("game_id", "version", "ply", "client", "data")


class PendingWrites:
    """The changes made by one group of commands, each to a different game, to be written together."""

    def __init__(self) -> None:
        statements = (_MOVE, _CHANGE, _INSERT_EVENT, deadlines.DELETE, deadlines.INSERT)
        self._rows: dict[Prepared, list[tuple[object, ...]]] = {statement: [] for statement in statements}

    def add(self, statement: Prepared, values: tuple[object, ...]) -> None:
        self._rows[statement].append(values)

    def write(self, connection: sa.Connection) -> None:
        for statement, rows in self._rows.items():
            if rows:
                statement.run_many(connection, rows)


class VersionError(JungleError):
    """The cached row is out of date; the command is retried with the row from the database."""


@dataclass(slots=True)
class CachedGame:
    """A game in memory, as of a version."""

    row: GameRow
    game: BoardGame
    allowances: dict[Side, int] = field(default_factory=dict)
    """Remaining lag compensation, by side."""


class GameTransaction:
    """One command being applied to one game."""

    def __init__(self, connection: sa.Connection, cached: CachedGame, now: int) -> None:
        self.connection = connection
        self.cached = cached
        self.now = now
        self.game = cached.game
        self.row = self.known = cached.row
        self.events: list[tuple[Json, bytes, str | None]] = []
        self.user_events: list[tuple[int, Json]] = []
        self.new_games: list[GameRow] = []
        """New games created by this change."""
        self.dropped_plans: list[int] = []
        """Users whose conditional moves this change has made pointless."""
        self.republished: list[bytes] = []
        """Events that were committed but perhaps never published, because the server may have died in between."""

    def set(self, **changes: object) -> GameRow:
        """Change some columns and return the new row."""
        self.row = msgspec.structs.replace(self.row, **changes)
        return self.row

    def require_player(self, user_id: int) -> Side:
        if (side := self.row.side_of(user_id)) is None:
            raise ForbiddenError(f"only the players of board {self.row.number} may do that", "not_a_player")
        return side

    def require_running(self) -> None:
        if not self.row.is_running():
            raise ConflictError(f"board {self.row.number} is over", "over")

    def emit(self, event_type: str, client: str | None = None, /, **fields: object) -> None:
        """Add an event with the next version."""
        row = self.set(version=self.row.version + 1)
        event = {"version": row.version, "type": event_type, "game": row.id, **fields}
        self.events.append((event, encode(event), client))

    def notify(self, kind: str, **fields: object) -> None:
        """Notify both players on their user topics, which cover all their games."""
        for side, seat in zip(Side, self.row.seats, strict=True):
            if seat.user_id is not None:
                game = {"id": self.row.id, "gameId": self.row.id, "colour": COLOURS[side], **fields}
                self.user_events.append((seat.user_id, {"type": kind, "game": game}))

    def set_offers(self, offers: dict[str, Offer]) -> None:
        self.set(offers=offers)

    def begin_turn(self) -> None:
        """Start the clock of the player to move."""
        row, turn = self.row, adapter.side_to_move(self.game)
        seat = row.seats[turn]
        away = self._away_until(seat.user_id) if row.days is not None else None
        is_long = (row.class_id is not None and row.tournament_id is None) or row.host_id is not None
        first = clocks.LONG_FIRST_MOVE if is_long else clocks.FIRST_MOVE
        control = row.control
        deadline = clocks.deadline(control, row.ply, seat.ms, self.now, away, first_move=first)
        remind_at = clocks.reminder(control, deadline)
        self.set(turn=turn, turn_since=self.now, paused_ms=None, deadline=deadline, remind_at=remind_at)

    def _away_until(self, user_id: int | None) -> int | None:
        statement = sa.select(users.c.vacation_until).where(users.c.id == user_id)
        until: int | None = self.connection.execute(statement).scalar()
        return until

    def clock(self) -> dict[str, int | None] | None:
        """The clocks at the start of this turn."""
        blue, red = self.row.seats
        return None if blue.ms is None else {"blue": blue.ms, "red": red.ms}

    def end(self) -> None:
        """Record the game's outcome, reached on the board or declared."""
        outcome = self.game.outcome()
        assert outcome is not None
        winner = None if outcome.winner is None else COLOURS[outcome.winner]
        ending = {"status": "ended", "result": outcome.result(), "reason": outcome.reason.value}
        row = self._stop(**ending)
        changes = self._rate(outcome.winner) if row.rated and row.ply >= COUNTED_PLIES else None
        if row.fen is None:
            self.connection.execute(sa.insert(unexplored), {"game_id": row.id})
        self.emit("end", **ending, winner=winner, ratings=changes)
        self.notify("gameFinish", **ending, winner=winner)

    def abort(self, by: int | None) -> None:
        """End the game without a result."""
        ending = {"status": "aborted", "result": "*", "reason": "aborted"}
        self._stop(**ending, aborted_by=by)
        self.emit("end", **ending, winner=None, ratings=None)
        self.notify("gameFinish", **ending, winner=None)

    def _stop(self, **ending: object) -> GameRow:
        row = self.set(**ending, ended=self.now, offers={}, deadline=None, remind_at=None, paused_ms=None)
        if row.tournament_id is not None:
            _score(self.connection, row, self.now)
        if row.days is not None:
            remove_plans(self.connection, row.id)
        metrics.games_ended.labels(row.reason).inc()
        return row

    def _rate(self, winner: Side | None) -> Json:
        """Apply the result to both ratings. The primary key of rating_changes prevents applying it twice."""
        row, kind, now = self.row, self.row.rating_kind, self.now
        ids = [seat.user_id for seat in row.seats if seat.user_id is not None]
        assert len(ids) == 2
        before = {}
        # Ordered by id, so that two games ending at the same time cannot deadlock.
        for user_id in sorted(ids):
            # A missing row cannot be locked.
            insert_once(self.connection, ratings, {"user_id": user_id, "kind": kind, **_values(Rating())})
            before[user_id] = load_rating(self.connection, user_id, kind, lock=True).at(now)
        changes = {}
        for side, user_id in zip(Side, ids, strict=True):
            old = before[user_id]
            new = old.after(_points(winner, side), before[ids[side.opponent]], now)
            save_rating(self.connection, user_id, kind, new)
            values = {"before": old.rating, "rating": new.rating, "deviation": new.deviation, "at": now}
            key = {"game_id": row.id, "user_id": user_id, "kind": kind}
            self.connection.execute(sa.insert(rating_changes), key | values)
            changes[COLOURS[side]] = {
                "before": round(old.rating),
                "after": round(new.rating),
                "deviation": round(new.deviation),
                "provisional": new.is_provisional(),
            }
        return changes

    def save(self, pending: PendingWrites | None = None) -> CachedGame:
        """Write the row and the events, now or together with others. Raises VersionError if the row has changed."""
        row, known = self.row, self.known
        cold_values = row.cold_values()
        is_move = cold_values == known.cold_values()
        update = _MOVE if is_move else _CHANGE
        values = (*row.hot_values(), *(() if is_move else cold_values), row.id, known.version)
        new_events = [
            (row.id, event["version"], event.get("ply", row.ply), client, data.decode())
            for event, data, client in self.events
        ]
        rows = [(_INSERT_EVENT, event) for event in new_events] + self._deadline_rows()
        if pending is not None:
            pending.add(update, values)
            for statement, row_values in rows:
                pending.add(statement, row_values)
        elif update.run(self.connection, values) != 1:
            raise VersionError(f"game {row.id} is not at version {known.version}")
        else:
            for statement, row_values in rows:
                statement.run(self.connection, row_values)
        self.cached.row = row
        return self.cached

    def _deadline_rows(self) -> list[tuple[Prepared, tuple[object, ...]]]:
        """What to write into `deadlines`: nothing for a move."""
        row = self.row
        if not deadlines.must_reschedule(self.known, row):
            return []
        rows: list[tuple[Prepared, tuple[object, ...]]] = [(deadlines.DELETE, (row.id,))]
        if (at := deadlines.next_check(row, self.now)) is not None:
            rows.append((deadlines.INSERT, (row.id, at)))
        return rows


def replayed(row: GameRow) -> BoardGame:
    """The game of a row, with the ending the row declares."""
    game = adapter.replay(row.kind, row.rules, row.fen, row.seed, row.moves.split())
    if row.status == "ended" and game.outcome() is None:
        game.end(Outcome.from_result(row.result or "*", Reason(row.reason)))
    return game


def new_id(length: int = 8) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_number(connection: sa.Connection) -> int:
    """The next short number."""
    number: int = connection.execute(sa.insert(numbers).values(taken=True).returning(numbers.c.number)).scalar_one()
    return number


def create(
    connection: sa.Connection,
    now: int,
    terms: Terms,
    blue_id: int,
    red_id: int,
    *,
    number: int | None = None,
    tournament_id: str | None = None,
    class_id: str | None = None,
    host_id: int | None = None,
) -> GameRow:
    """Insert a new game within the caller's transaction, and return its row. The terms are Blue's: theirs is the first
    of two different clocks."""
    control = terms.control
    blue, red = Seat(blue_id, control.start()), Seat(red_id, terms.opponent_control.start())
    if terms.has_odds():
        blue = msgspec.structs.replace(blue, limit=control.limit, increment=control.increment)
        red = msgspec.structs.replace(red, limit=terms.opponent_limit, increment=terms.opponent_increment)
    row = GameRow(
        id=new_id(),
        number=new_number(connection) if number is None else number,
        kind=terms.game,
        rules=terms.rules,
        fen=terms.fen,
        seed=secrets.randbits(62),
        seats=(blue, red),
        speed=terms.speed,
        rating_kind=rating_kind(terms.game, terms.speed) or terms.speed,
        rated=terms.rated,
        clock_limit=control.limit,
        increment=control.increment,
        days=control.days,
        created=now,
        tournament_id=tournament_id,
        class_id=class_id,
        host_id=host_id,
    )
    transaction = GameTransaction(connection, CachedGame(row, replayed(row)), now)
    transaction.begin_turn()
    connection.execute(sa.insert(games), transaction.row.columns())
    if (at := deadlines.next_check(transaction.row, now)) is not None:
        deadlines.INSERT.run(connection, (row.id, at))
    metrics.games_started.labels(row.kind).inc()
    return transaction.row


def in_live_games(connection: sa.Connection, ids: Collection[int]) -> set[int]:
    """Those of these users who are playing a game that is not by correspondence."""
    found: set[int] = set()
    for mine in (games.c.blue_id, games.c.red_id):
        live = (mine.in_(ids), games.c.status == "started", games.c.days.is_(None))
        found.update(user_id for user_id in connection.execute(sa.select(mine).where(*live)).scalars() if user_id)
    return found


def is_blocked(connection: sa.Connection, by: int, whom: int) -> bool:
    chosen = (blocks.c.user_id == by, blocks.c.blocked_id == whom)
    return connection.execute(sa.select(blocks.c.user_id).where(*chosen)).first() is not None


def load_rating(connection: sa.Connection, user_id: int, kind: str, *, lock: bool = False) -> Rating:
    statement = sa.select(
        ratings.c.rating, ratings.c.deviation, ratings.c.volatility, ratings.c.games, ratings.c.updated
    ).where(ratings.c.user_id == user_id, ratings.c.kind == kind)
    row = connection.execute(statement.with_for_update() if lock else statement).first()
    return Rating(*row) if row else Rating()


def save_rating(connection: sa.Connection, user_id: int, kind: str, rating: Rating) -> None:
    chosen = (ratings.c.user_id == user_id, ratings.c.kind == kind)
    connection.execute(sa.update(ratings).where(*chosen).values(_values(rating)))


def _values(rating: Rating) -> dict[str, float]:
    return {name: getattr(rating, name) for name in Rating.__slots__}


def _points(winner: Side | None, side: Side) -> float:
    return 0.5 if winner is None else 1.0 if winner is side else 0.0


def points_for(result: float, streak: int) -> int:
    """Points for a tournament game with this score (1 for a win, 0.5 for a draw, 0 for a loss) after a winning streak.

    >>> points_for(1, 0), points_for(1, 2), points_for(0.5, 3), points_for(0, 5)
    (2, 4, 2, 0)
    """
    points = WIN if result == 1 else DRAW if result == 0.5 else 0
    return 2 * points if streak >= STREAK else points


def _score(connection: sa.Connection, row: GameRow, now: int) -> None:
    """Record the result of a finished or aborted tournament game, and make its players available for pairing."""
    found = connection.execute(
        sa.select(tournaments.c.status, tournaments.c.ends).where(tournaments.c.id == row.tournament_id)
    ).first()
    counts = found is not None and found.status == "started" and now < found.ends
    counts = counts and row.status == "ended" and row.ply >= COUNTED_PLIES
    for side, seat in zip(Side, row.seats, strict=True):
        mine = (entrants.c.tournament_id == row.tournament_id, entrants.c.user_id == seat.user_id)
        entrant = connection.execute(sa.select(entrants).where(*mine).with_for_update()).first()
        if entrant is None or entrant.game_id != row.id:
            continue
        values: dict[str, object] = {"game_id": None}
        if row.status == "aborted" and row.aborted_by == seat.user_id:
            values["is_away"] = True  # A player who never made a first move is not paired again until they rejoin.
        if counts:
            result = _points(row.winner, side)
            points = points_for(result, entrant.streak)
            values |= {
                "score": entrant.score + points,
                "streak": entrant.streak + 1 if result == 1 else 0,
                "games": entrant.games + 1,
                "wins": entrant.wins + (result == 1),
                "results": f"{entrant.results} {points}".strip(),
            }
        connection.execute(sa.update(entrants).where(*mine).values(values))
