"""What must hold for conditional moves: each is played exactly once, never after its plan was dropped, and nobody but
its owner sees it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tests.server.simulation.invariants import expect
from tests.server.simulation.people import IDS

if TYPE_CHECKING:
    from tests.server.simulation.referee import Record

ROWS = "SELECT game_id, user_id, ply, lines FROM plans"
SEPARATORS = (" ", '","', '", "')
"""What is between the moves of a line in a record and in JSON."""

Line = tuple[str, ...]
Plan = tuple[int, frozenset[Line]]
"""The ply with which the lines begin, and the lines."""
Key = tuple[str, int]
"""A game and a user."""


class PlanReferee:
    """Follows the plans that players send, and works out what each commit must make of them."""

    def __init__(self) -> None:
        self.played = 0
        """Conditional moves that were played."""
        self.dropped: set[Key] = set()
        """Whose plans have been removed because a game left them."""
        self._plans: dict[Key, Plan] = {}
        """What must be stored."""
        self._sent: defaultdict[Key, set[Plan]] = defaultdict(set)
        self._stored: defaultdict[Key, set[Plan]] = defaultdict(set)
        """All plans that were stored as they were sent."""
        self._secrets: defaultdict[str, dict[Line, int]] = defaultdict(dict)
        """The lines of a game that were planned, and by whom."""

    def send(self, game_id: str, user_id: int, ply: int, lines: Sequence[Line]) -> None:
        """Note that a player is about to send a plan."""
        self._sent[game_id, user_id].add((ply, frozenset(lines)))

    # After a commit

    def check_events(self, record: "Record", events: Sequence[dict[str, Any]], clients: Sequence[str | None]) -> None:
        """Follow the events of one commit in a game; `clients` are the ids that its moves came with."""
        row = record.row
        if row["days"] is None:
            return
        game_id, mover, waiter = row["id"], row["blue_id"], row["red_id"]
        if row["turn"] == "red":
            mover, waiter = waiter, mover
        due: str | None = None
        for event, client in zip(events, clients, strict=True):
            name = f"game {game_id}, version {event['version']}"
            if event["type"] == "move":
                if due is None:
                    expect(client is not None, f"{name}: {event['move']} was played without a plan")
                else:
                    expect(client is None, f"{name}: the conditional move {due} was not played")
                    expect(event["move"] == due, f"{name}: expected the conditional move {due}, got {event['move']}")
                    self.played += 1
                due = self._answer(game_id, waiter, event["ply"], event["move"])
                mover, waiter = waiter, mover
            elif event["type"] in ("takeback", "end"):
                expect(due is None or event["type"] == "end", f"{name}: the conditional move {due} was not played")
                due = None
                for user_id in (mover, waiter):
                    if self._plans.pop((game_id, user_id), None) and event["type"] == "takeback":
                        self.dropped.add((game_id, user_id))
        expect(due is None, f"game {game_id}: the conditional move {due} was not played")

    def _answer(self, game_id: str, user_id: int, ply: int, move: str) -> str | None:
        """What a user's plan answers to a move. The plan advances, or is dropped."""
        plan = self._plans.pop((game_id, user_id), None)
        if plan is None:
            return None
        begins, lines = plan
        matching = {line for line in lines if line[0] == move} if begins == ply else set()
        if not matching:
            self.dropped.add((game_id, user_id))
            return None
        if left := frozenset(line[2:] for line in matching if len(line) > 2):
            self._plans[game_id, user_id] = ply + 2, left
        return next(iter(matching))[1]

    def check_rows(self, rows: Sequence[tuple[str, int, int, str]]) -> None:
        """Compare what is stored with what must be: a plan changes with its game, or because its owner sends one."""
        found = {
            (game_id, user_id): (ply, frozenset(tuple(line.split()) for line in lines.split(";")))
            for game_id, user_id, ply, lines in rows
        }
        for key in found.keys() | self._plans.keys():
            if found.get(key) == self._plans.get(key):
                continue
            name = f"the plan of {key[1]} in game {key[0]}"
            if (plan := found.get(key)) is None:
                expect(any(not lines for _, lines in self._sent[key]), f"{name} is gone: {self._plans[key]}")
                del self._plans[key]
            else:
                expect(plan in self._sent[key], f"{name} is {plan}, expected {self._plans.get(key)}")
                self._plans[key] = plan
                self._stored[key].add(plan)
                self._secrets[key[0]].update(dict.fromkeys(plan[1], key[1]))

    # After a frame

    def check_ack(self, game_id: str, user_id: int, ply: int, lines: Sequence[Line]) -> None:
        """An acknowledged plan was stored."""
        plan = ply, frozenset(lines)
        expect(not lines or plan in self._stored[game_id, user_id], f"acknowledged, but not stored: {plan}")

    def check_own(self, game_id: str, user_id: int, lines: Sequence[Sequence[str]]) -> None:
        """What a player is shown as their plan is what is left of a plan they sent."""
        sent = [line for _, lines in self._sent[game_id, user_id] for line in lines]
        for line in map(tuple, lines):
            expect(any(each[-len(line) :] == line for each in sent), f"{user_id} never planned {line}")

    def check_text(self, viewer: str, text: str, games: dict[str, "Record"]) -> None:
        """No line of a plan reaches anybody but its owner, unless it has been played."""
        for game_id, lines in self._secrets.items():
            for line, owner in lines.items():
                if owner != IDS.get(viewer) and any(between.join(line) in text for between in SEPARATORS):
                    # The same moves may have been played, here or in another game.
                    played = (" ".join(state.moves) for record in games.values() for state in record.states)
                    is_played = any(" ".join(line) in moves for moves in played)
                    expect(is_played, f"{viewer} sees the plan {line} in game {game_id}: {text}")

    def check_dropped(self, game_id: str, viewer: str) -> None:
        """Only the owner of a plan learns that it was dropped."""
        expect((game_id, IDS.get(viewer, 0)) in self.dropped, f"{viewer} is notified of a plan in game {game_id}")
