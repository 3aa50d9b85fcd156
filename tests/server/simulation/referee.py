"""What must hold after every step: after each commit, and after each frame that reaches a client."""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jungle import GAMES
from jungle.board_game import BoardGame
from jungle.server.game.clocks import FREE_PLIES, LAG_LIMIT
from jungle.server.game.ratings import START_RATING
from jungle.server.game.transaction import COUNTED_PLIES
from tests.server.simulation.invariants import expect
from tests.server.simulation.people import IDS, UNSEEN
from tests.server.simulation.plans import ROWS as PLANS
from tests.server.simulation.plans import PlanReferee

if TYPE_CHECKING:
    from tests.server.simulation.world import World

COLUMNS = (
    *("id", "kind", "seed", "version", "moves", "status", "result", "reason", "blue_id", "red_id", "blue_ms", "red_ms"),
    *("rules", "turn", "turn_since", "increment", "rated", "deadline", "rating_kind", "created", "days"),
    *("blue_increment", "red_increment", "tournament_id"),
)
ROWS = f"SELECT {', '.join(COLUMNS)} FROM games"
GIFT_SECONDS = 15
EVENTS = "SELECT version, client, data FROM events WHERE game_id = ? AND version > ? ORDER BY version"


@dataclass(frozen=True)
class State:
    """A game as of one version, by its events."""

    moves: tuple[str, ...]
    clock: tuple[int | None, int | None]
    status: str
    result: str
    seats: tuple[int, int]


@dataclass
class Record:
    """A game as committed: one state and one event per version."""

    row: dict[str, Any]
    game: BoardGame
    states: list[State]
    events: list[dict[str, Any]] = field(default_factory=list)
    clients: dict[str, int] = field(default_factory=dict)
    """The version of each move, by the id that its client gave it."""

    @property
    def version(self) -> int:
        return len(self.events)


class Referee:
    """Follows the database, and compares with it what servers say."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.games: dict[str, Record] = {}
        self.plans = PlanReferee()
        self._known: dict[str, tuple[Any, ...]] = {}
        self._last_sign = 0
        """When a server last showed that it runs."""
        self.clocks_credited = 0

    # After a commit

    def check_commit(self) -> None:
        for values in self.world.store.raw.execute(ROWS).fetchall():
            if self._known.get(values[0]) != values:
                self._known[values[0]] = values
                self._follow(dict(zip(COLUMNS, values, strict=True)))
        self.plans.check_rows(self._read(PLANS))
        signs = self._read("SELECT max(value) FROM server_state WHERE name LIKE 'alive%'")[0][0] or 0
        turns = max((record.row["turn_since"] for record in self.games.values()), default=0)
        self._last_sign = max(signs, turns)

    def _follow(self, row: dict[str, Any]) -> None:
        record = self.games.get(row["id"])
        if record is None:
            start = State((), (row["blue_ms"], row["red_ms"]), "started", "*", (row["blue_id"], row["red_id"]))
            record = self.games[row["id"]] = Record(row, GAMES[row["kind"]].new(row["rules"]).public(), [start])
        found = self.world.store.raw.execute(EVENTS, (row["id"], record.version)).fetchall()
        name = f"game {row['id']}"
        for version, client, data in found:
            expect(version == record.version + 1, f"{name}: version {version} follows {record.version}")
            event = json.loads(data)
            self.world.trace(f"committed {data}")
            if event["type"] == "move" and client is not None:
                expect(client not in record.clients, f"{name}: the move {client} of a client was played twice")
                record.clients[client] = version
            before = record.states[-1]
            self._check_clock(record.row, before, event)
            record.events.append(event)
            record.states.append(self._after(record.game, before, event, (row["blue_id"], row["red_id"])))
        self.plans.check_events(record, record.events[len(record.events) - len(found) :], [each[1] for each in found])
        state = record.states[-1]
        expect(record.version == row["version"], f"{name}: {record.version} events, but version {row['version']}")
        expect(state.moves == tuple(row["moves"].split()), f"{name}: events say {state.moves}, the row {row['moves']}")
        expect(state.status == row["status"], f"{name}: events say {state.status}, the row {row['status']}")
        expect(state.result == (row["result"] or "*"), f"{name}: events say {state.result}, the row {row['result']}")
        expect(row["turn_since"] <= self.world.now() + 1, f"{name}: a turn began in the future")
        if not found and row["turn_since"] > record.row["turn_since"]:
            self._check_credit(record.row, row)
        if row["status"] != "started" and record.row["status"] == "started" and row["rated"]:
            self._check_rating(row, len(state.moves))
        record.row = row

    def _after(self, game: BoardGame, before: State, event: dict[str, Any], seats: tuple[int, int]) -> State:
        moves, clock, status, result = before.moves, before.clock, before.status, before.result
        kind = event["type"]
        if kind in ("move", "takeback", "give") and event["clock"] is not None:
            clock = event["clock"]["blue"], event["clock"]["red"]
        if kind == "move":
            expect(event["ply"] == len(moves), f"ply {event['ply']} follows {len(moves)} plies")
            game.play(event["move"])  # Raises for an illegal move.
            moves = (*moves, event["move"])
        elif kind == "takeback":
            while len(game) > event["ply"]:
                game.undo()
            moves = moves[: event["ply"]]
        elif kind == "end":
            expect(status == "started", "a game ended twice")
            status, result = event["status"], event["result"]
        return State(moves, clock, status, result, seats)

    def _check_clock(self, row: dict[str, Any], before: State, event: dict[str, Any]) -> None:
        """A clock loses what the turn took, less the lag it is allowed. It gains what the opponent gives, and its own
        increment; nothing else changes it."""
        name = f"game {row['id']}"
        if event["type"] == "end" and event["reason"] == "timeout":
            mover = 0 if row["turn"] == "blue" else 1
            left = before.clock[mover]
            expect(left is not None, f"{name}: time ran out without a clock")
            expect(self.world.now() - row["turn_since"] >= (left or 0), f"{name}: the flag fell too early")
        if event["type"] == "give":
            given = [0, 0]
            given[event["by"] == "blue"] = 1000 * event["seconds"]
            expect(event["seconds"] == GIFT_SECONDS, f"{name}: {event['seconds']} s were given")
            expect(row["tournament_id"] is None, f"{name}: time was given in a tournament")
            for side, (old, new) in enumerate(zip(before.clock, event["clock"].values(), strict=True)):
                expect(new == (old or 0) + given[side], f"{name}: a clock went from {old} to {new} by a gift")
            return
        if event["type"] not in ("move", "takeback") or event["clock"] is None:
            return
        expect(event["at"] <= self.world.now(), f"{name}: a move from the future")
        after = [event["clock"]["blue"], event["clock"]["red"]]
        if event.get("swapped"):  # The seats have changed sides, with their clocks.
            after.reverse()
        for side, (old, new) in enumerate(zip(before.clock, after, strict=True)):
            assert old is not None
            moved = event["type"] == "move" and row["turn"] == ("blue", "red")[side]
            if not moved or event["ply"] < FREE_PLIES:
                expect(new == old, f"{name}: the clock of a player who did not move went from {old} to {new}")
                continue
            spent = event["at"] - row["turn_since"]
            least, most = old - spent, old - max(0, spent - LAG_LIMIT)
            own = row[("blue_increment", "red_increment")[side]]
            new -= row["increment"] if own is None else own
            expect(least <= new <= most, f"{name}: a clock went from {old} to {new} in {spent} ms")

    def _check_credit(self, before: dict[str, Any], row: dict[str, Any]) -> None:
        """Clocks are credited only for a time in which no server ran: none made a sign of life, none made a move."""
        credit = row["turn_since"] - before["turn_since"]
        silence = self.world.now() - self._last_sign
        expect(credit <= silence, f"game {row['id']}: credited {credit} ms after a silence of {silence} ms")
        self.clocks_credited += 1

    def _check_rating(self, row: dict[str, Any], plies: int) -> None:
        """A counted game changes both ratings once: the winner's up, the loser's down."""
        statement = "SELECT user_id, before, rating FROM rating_changes WHERE game_id = ?"
        changes = {user: after - before for user, before, after in self._read(statement, row["id"])}
        counts = row["status"] == "ended" and plies >= COUNTED_PLIES
        expect(set(changes) == ({row["blue_id"], row["red_id"]} if counts else set()), f"ratings changed for {changes}")
        if row["result"] in ("1-0", "0-1") and changes:
            winner, loser = (row["blue_id"], row["red_id"])[:: 1 if row["result"] == "1-0" else -1]
            expect(changes[winner] >= 0 >= changes[loser], f"{row['result']} changed ratings by {changes}")

    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return self.world.store.raw.execute(statement, values).fetchall()

    # After a frame

    def check_text(self, viewer: str, text: str, *, is_own_plan: bool = False) -> None:
        for name in UNSEEN[viewer]:
            expect(name not in text, f"{viewer} sees the name {name}: {text}")
        if not is_own_plan:
            self.plans.check_text(viewer, text, self.games)
        for record in self.games.values():
            if record.row["kind"] == "flip":
                expect(str(record.row["seed"]) not in text, f"{viewer} sees a deal: {text}")

    def check_event(self, frame: dict[str, Any]) -> None:
        """Only what is committed is published."""
        record = self.games.get(frame["game"])
        expect(record is not None, f"an event of an unknown game: {frame}")
        assert record is not None
        expect(frame["version"] <= record.version, f"published before it was committed: {frame}")
        stored = record.events[frame["version"] - 1]
        expect(frame == stored, f"published {frame}, committed {stored}")

    def check_state(self, shown: dict[str, Any]) -> None:
        """A game's view is that of its version, and says nothing about face-down pieces."""
        record, version = self.games[shown["id"]], shown["version"]
        expect(version <= record.version, f"shown before it was committed: {shown}")
        state = record.states[version]
        found = tuple(shown["moves"]), shown["status"], shown["result"]
        expect(found == (state.moves, state.status, state.result), f"shown {found}, committed {state}")
        self.check_shown_clock(shown["id"], version, shown["clock"])
        game = GAMES[record.row["kind"]].new(record.row["rules"]).public()
        for move in state.moves:
            game.play(move)
        expect(shown["fen"] == game.fen(), f"shown {shown['fen']}, but from outside it is {game.fen()}")

    def check_shown_clock(self, game_id: str, version: int, clock: dict[str, Any] | None) -> None:
        if clock is not None and "blue" in clock:
            state = self.games[game_id].states[version]
            shown = clock["blue"], clock["red"]
            flagged = state.status != "started"
            for old, new in zip(state.clock, shown, strict=True):
                expect(new <= (old or 0) or flagged, f"a clock of {old} is shown as {new}")

    def check_ack(self, frame: dict[str, Any], client: str) -> None:
        """An acknowledged move is stored, under the id its client gave it."""
        found = self.games[frame["game"]].clients.get(client)
        expect(found is not None, f"acknowledged but not stored: {frame}")
        expect(found == frame["version"], f"{client} has version {found}, acknowledged as {frame}")

    def check_refused(self, frame: dict[str, Any], game_id: str, version: int) -> None:
        """A refused move is not played, not even earlier, and the game has changed since: it was legal when sent."""
        record, client = self.games[game_id], frame["id"]
        played = record.clients.get(client)
        expect(played is None, f"the move {client} was played as version {played}, but refused: {frame}")
        is_changed = any(event["type"] in ("move", "takeback", "end") for event in record.events[version:])
        expect(is_changed, f"the legal move {client} was refused: {frame}")

    # At the end

    def check_end(self) -> None:
        self.check_commit()
        for record in self.games.values():
            stored = self._read("SELECT count(*) FROM events WHERE game_id = ?", record.row["id"])[0][0]
            expect(stored == record.version, f"game {record.row['id']}: {stored} events are left of {record.version}")
        sums: defaultdict[tuple[int, str], float] = defaultdict(lambda: START_RATING)
        counts: defaultdict[tuple[int, str], int] = defaultdict(int)
        changes = self._read("SELECT user_id, kind, before, rating FROM rating_changes ORDER BY at, rowid")
        for user, kind, before, after in changes:
            sums[user, kind] += after - before
            counts[user, kind] += 1
        for user, kind, rating, games in self._read("SELECT user_id, kind, rating, games FROM ratings"):
            expect(games == counts[user, kind], f"{games} rated games, but {counts[user, kind]} changes of {user}")
            expect(abs(sums[user, kind] - rating) < 1e-6, f"the changes of {user} add up to {sums[user, kind]}")
        taken = self._read("SELECT game_id, count(*) FROM challenges WHERE game_id IS NOT NULL GROUP BY 1 HAVING 2 > 1")
        expect(all(count == 1 for _, count in taken), f"one game from several challenges: {taken}")
        expect(set(IDS.values()) >= {record.row["blue_id"] for record in self.games.values()}, "a stranger plays")
