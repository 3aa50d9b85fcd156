"""A change of one game, inside one transaction: what is read, what is written, who is told.

`Change` holds the row and the game while a command works on them; `save` writes both the row and the events.
"""

from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server import clocks, metrics, playing
from jungle.server.clocks import TimeControl
from jungle.server.database import Prepared, insert_once
from jungle.server.errors import ConflictError, ForbiddenError
from jungle.server.events import decode, encode
from jungle.server.ratings import Rating
from jungle.server.schema import events, games, rating_changes, ratings, unexplored, users
from jungle.server.scoring import COUNTED_PLIES, score

MOVING = ("version", "ply", "turn", "moves", "blue_ms", "red_ms", "turn_since", "deadline", "offers")
"""What every move changes."""
LASTING = (
    *("blue_id", "red_id", "status", "result", "reason", "remind_at", "paused_ms", "blue_gone", "red_gone"),
    *("aborted_by", "rematch_id", "ended"),
)
"""What few commands change; most of the indexes are on these, and are left alone by a statement without them."""


class _Update(Prepared):
    """Writes some columns of a game, if its version is still the known one."""

    def __init__(self, names: tuple[str, ...]) -> None:
        new = {name: sa.bindparam(f"new_{name}", type_=games.c[name].type) for name in names}
        chosen = (games.c.id == sa.bindparam("game"), games.c.version == sa.bindparam("known"))
        super().__init__(sa.update(games).where(*chosen).values(new))
        assert self.names[-2:] == ("game", "known")
        self.columns = itemgetter(*(name.removeprefix("new_") for name in self.names[:-2]), "id")


_lasting = itemgetter(*LASTING)
_MOVE = _Update(MOVING)
_CHANGE = _Update(MOVING + LASTING)
_INSERT_EVENT = Prepared(sa.insert(events))
assert _INSERT_EVENT.names == ("game_id", "version", "ply", "client", "data")


class Unsaved:
    """What the commands of one group have changed, each in a game of its own, to be written together."""

    def __init__(self) -> None:
        self._rows: dict[Prepared, list[tuple[Any, ...]]] = {_MOVE: [], _CHANGE: [], _INSERT_EVENT: []}

    def add(self, change: "Change", update: _Update) -> None:
        self._rows[update].append((*update.columns(change.row), change.known_version))
        self._rows[_INSERT_EVENT] += change.event_values()

    def write(self, connection: sa.Connection) -> None:
        for statement, rows in self._rows.items():
            if rows:
                statement.run_many(connection, rows)


OTHER = {"blue": "red", "red": "blue"}

Row = dict[str, Any]


class VersionError(JungleError):
    """The row is not what the cache said: the command is tried again from the database."""


@dataclass(slots=True)
class Held:
    """A game in memory, as of a version."""

    row: Row
    game: Any
    wants_mail: bool
    allowances: dict[str, int] = field(default_factory=dict)
    """Lag that may still be given back, by colour."""


class Change:
    """One command at work on one game."""

    def __init__(self, connection: sa.Connection, held: Held, now: int) -> None:
        self.connection = connection
        self.held = held
        self.now = now
        self.game = held.game
        self.row = row = dict(held.row)
        self.known_version: int = row["version"]
        self.known_ply: int = row["ply"]
        self.events: list[tuple[dict[str, Any], bytes, str | None]] = []
        self.notices: list[tuple[int, dict[str, Any]]] = []
        self.retold: list[bytes] = []
        """Events that are committed and may not have been told: the server that had them may have died."""

    @property
    def id(self) -> str:
        identity: str = self.row["id"]
        return identity

    @property
    def control(self) -> TimeControl:
        row = self.row
        return TimeControl(row["clock_limit"], row["increment"] or 0, row["days"])

    @property
    def is_running(self) -> bool:
        return bool(self.row["status"] == "started")

    @property
    def offers(self) -> dict[str, dict[str, Any]]:
        offers: dict[str, dict[str, Any]] = decode(self.row["offers"])
        return offers

    def set_offers(self, offers: dict[str, dict[str, Any]]) -> None:
        self.row["offers"] = encode(offers).decode()

    def colour_of(self, user_id: int | None) -> str | None:
        if user_id is None:
            return None
        return "blue" if self.row["blue_id"] == user_id else "red" if self.row["red_id"] == user_id else None

    def require_player(self, user_id: int) -> str:
        colour = self.colour_of(user_id)
        if colour is None:
            raise ForbiddenError(f"only the players of board {self.row['number']} may do that", "not_a_player")
        return colour

    def require_running(self) -> None:
        if not self.is_running:
            raise ConflictError(f"board {self.row['number']} is over", "over")

    def tell(self, event_type: str, client: str | None = None, /, **fields: Any) -> None:
        """Add an event with the next version."""
        self.row["version"] += 1
        event = {"version": self.row["version"], "type": event_type, "game": self.id, **fields}
        self.events.append((event, encode(event), client))

    def notify(self, kind: str, **fields: Any) -> None:
        """Tell both players on their own topics, which cover all their games."""
        for colour in OTHER:
            if (user_id := self.row[f"{colour}_id"]) is not None:
                notice = {"type": kind, "game": {"id": self.id, "gameId": self.id, "colour": colour, **fields}}
                self.notices.append((user_id, notice))

    def begin_turn(self) -> None:
        """Start the clock of whoever moves now."""
        row = self.row
        colour = row["turn"] = playing.colour_to_move(self.game)
        row["turn_since"] = self.now
        row["paused_ms"] = None
        away = self._away_until(row[f"{colour}_id"]) if row["days"] is not None else None
        row["deadline"] = clocks.deadline(self.control, row["ply"], row[f"{colour}_ms"], self.now, away)
        row["remind_at"] = clocks.reminder(self.control, row["deadline"])

    def _away_until(self, user_id: int | None) -> int | None:
        statement = sa.select(users.c.vacation_until).where(users.c.id == user_id)
        until: int | None = self.connection.execute(statement).scalar()
        return until

    def clock(self) -> dict[str, int] | None:
        """What is on the clocks at the start of this turn."""
        row = self.row
        return None if row["blue_ms"] is None else {"blue": row["blue_ms"], "red": row["red_ms"]}

    def end(self) -> None:
        """Write down the outcome that the game has reached or been given."""
        outcome = self.game.outcome()
        assert outcome is not None
        winner = None if outcome.winner is None else playing.SIDES[outcome.winner]
        reason = outcome.reason.value
        self._stop("ended", outcome.result(), reason)
        changes = self._rate(winner) if self.row["rated"] and self.row["ply"] >= COUNTED_PLIES else None
        if self.row["fen"] is None:
            self.connection.execute(sa.insert(unexplored), {"game_id": self.id})
        if self.row["tournament_id"]:
            score(self.connection, self.row, winner, self.now)
        metrics.games_ended.labels(reason).inc()
        self.tell("end", status="ended", result=outcome.result(), reason=reason, winner=winner, ratings=changes)
        self.notify("gameFinish", status="ended", winner=winner, result=outcome.result(), reason=reason)

    def abort(self, by: int | None) -> None:
        """End the game as if it had never been played."""
        self.row["aborted_by"] = by
        self._stop("aborted", "*", "aborted")
        if self.row["tournament_id"]:
            score(self.connection, self.row, None, self.now)
        metrics.games_ended.labels("aborted").inc()
        self.tell("end", status="aborted", result="*", reason="aborted", winner=None, ratings=None)
        self.notify("gameFinish", status="aborted", winner=None, result="*", reason="aborted")

    def _stop(self, status: str, result: str, reason: str) -> None:
        row = self.row
        row.update(status=status, result=result, reason=reason, ended=self.now, offers="{}")
        row.update(deadline=None, remind_at=None, paused_ms=None)

    def _rate(self, winner: str | None) -> dict[str, Any]:
        """Apply the result to both ratings. The primary key of rating_changes prevents applying it twice."""
        row, kind, now = self.row, self.row["rating_kind"], self.now
        result = 0.5 if winner is None else 1.0 if winner == "blue" else 0.0
        before = {}
        # In the order of the ids, so that two games that end at once do not wait for each other.
        for colour in sorted(OTHER, key=lambda colour: row[f"{colour}_id"]):
            # A missing row cannot be locked.
            fresh = {"user_id": row[f"{colour}_id"], "kind": kind, **_values(Rating())}
            insert_once(self.connection, ratings, fresh)
            before[colour] = load_rating(self.connection, row[f"{colour}_id"], kind, lock=True).at(now)
        told = {}
        for colour, points in (("blue", result), ("red", 1 - result)):
            old, user_id = before[colour], row[f"{colour}_id"]
            new = old.after(points, before[OTHER[colour]], now)
            save_rating(self.connection, user_id, kind, new)
            self.connection.execute(
                sa.insert(rating_changes),
                {
                    "game_id": self.id,
                    "user_id": user_id,
                    "kind": kind,
                    "before": old.rating,
                    "rating": new.rating,
                    "deviation": new.deviation,
                    "at": now,
                },
            )
            told[colour] = {
                "before": round(old.rating),
                "after": round(new.rating),
                "deviation": round(new.deviation),
                "provisional": new.is_provisional,
            }
        return told

    def save(self, unsaved: Unsaved | None = None) -> Held:
        """Write the row and the events, now or with others. Raises VersionError if somebody else changed the row."""
        row = self.row
        update = _MOVE if _lasting(row) == _lasting(self.held.row) else _CHANGE
        if unsaved is not None:
            unsaved.add(self, update)
        elif update.run(self.connection, (*update.columns(row), self.known_version)) != 1:
            raise VersionError(f"game {row['id']} is not at version {self.known_version}")
        else:
            for values in self.event_values():
                _INSERT_EVENT.run(self.connection, values)
        self.held.row = row
        return self.held

    def event_values(self) -> list[tuple[Any, ...]]:
        """The rows of the events."""
        identity, ply = self.row["id"], self.row["ply"]
        return [
            (identity, event["version"], event.get("ply", ply), client, data.decode())
            for event, data, client in self.events
        ]


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
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "games": rating.games,
        "updated": rating.updated,
    }
