"""A client as the page is one: it follows games by version, sends a move until it is answered, and reconnects.

It also does what no page should: sends frames twice and in the wrong order, and plays illegal moves.
"""

import asyncio
import contextvars
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from jungle import GAMES
from jungle.board_game import BoardGame
from tests.server.simulation.connection import Connection
from tests.server.simulation.invariants import expect
from tests.server.simulation.people import CHILD, IDS
from tests.server.simulation.plans import Line

if TYPE_CHECKING:
    from tests.server.simulation.world import World

OFFERS = ("draw", "takeback", "abort")
COMMANDS = (
    *(
        "offer",
        "accept",
        "decline",
        "phrase",
        "chat",
        "claim",
        "give",
        "watch",
        "unwatch",
        "ping",
        "illegal",
        "nonsense",
    ),
)
UNCERTAIN = ("storage", "busy")
"""Answers after which a command may or may not have been carried out, so that it is sent again."""
RESEND_SECONDS = 1.5
PLAN_LINES = 20
REFUSED_PLANS = ("stale", "your_turn", "over")
"""What may have happened to a game before a legal plan arrives."""
GAP_SECONDS = 2.0
"""How late an event may be after the next one, if nothing fails."""
SLOW_TERMS: tuple[dict[str, Any], ...] = (
    {"days": 1, "rated": True},
    {"game": "flip", "days": 1, "rated": False},
)
TERMS: tuple[dict[str, Any], ...] = (
    {"clock": {"limit": 6, "increment": 0}, "rated": True},
    {"clock": {"limit": 4, "increment": 1}, "rated": True},
    {"game": "flip", "clock": {"limit": 8, "increment": 1}, "rated": False},
    *SLOW_TERMS,
    {"clock": {"limit": 60, "increment": 0}, "rated": True},
)
"""In the last three no flag falls, which would tell everybody that they have missed something."""


@dataclass
class Pending:
    """A move that is not answered yet."""

    frame: dict[str, Any]
    version: int
    """What the game's version was for the player."""
    sent: float


class Player:
    """One person with one connection at a time."""

    def __init__(self, world: "World", name: str) -> None:
        self.world = world
        self.name = name
        self.has_account = name in IDS
        self.random = Random(f"{world.seed} {name}")
        self.network = Random(f"{world.seed} network of {name}")
        self.context = contextvars.copy_context()
        self.connection: Connection | None = None
        self.versions: dict[str, int | None] = {}
        """The games it follows, and the version it knows; None before it knows any."""
        self.pending: dict[str, Pending] = {}
        self.plans: dict[str, tuple[str, int, list[Line]]] = {}
        """The plans it has sent and not heard of, by the id of their frame: game, ply and lines."""
        self.challenges: dict[str, None] = {}
        self.is_active = True
        """Whether it still begins anything new."""
        self._early: dict[str, int] = {}
        """The last version heard of, of games whose state has not arrived yet."""
        self._gaps: dict[str, tuple[int, float]] = {}
        """The games of which an event is missing, with its version, and since when."""
        self._numbers = 0
        self._looks_again = 0.0
        self._late: dict[str, Any] | None = None
        """A frame that is held back, to arrive after the next one."""

    # What it hears

    def lose(self, connection: Connection) -> None:
        if self.connection is connection:
            self.connection = None
            self._gaps.clear()
            self._late = None

    def hear(self, frame: dict[str, Any], text: str) -> None:
        referee, kind = self.world.referee, frame["type"]
        self.world.trace(f"{self.name} < {text}")
        referee.check_text(self.name, text)
        if kind == "hello":
            for game_id, version in self.versions.items():
                self._watch(game_id, version)
        elif kind == "ping":
            self._send({"type": "pong", "t": frame["t"]})
        elif kind == "resync":
            self._gaps.clear()
            for game_id, version in self.versions.items():
                self._watch(game_id, version)
        elif kind == "gameStart":
            if frame["game"]["id"] not in self.versions:
                self.follow(frame["game"]["id"])
        elif kind == "planDropped":
            referee.plans.check_dropped(frame["game"]["id"], self.name)
        elif kind == "challenge":
            self.challenges[frame["challenge"]["id"]] = None
        elif kind == "error":
            self._refused(frame)
        elif kind == "ack":
            self._acknowledged(frame)
        elif kind == "state":
            referee.check_state(frame["state"])
            self._know(frame["game"], frame["state"]["version"])
            if self._early.pop(frame["game"], 0) > frame["state"]["version"]:
                self._watch(frame["game"], frame["state"]["version"])
            for event in frame.get("events") or ():
                referee.check_event(event)
        elif kind == "watching":
            if (known := self.versions.get(frame["game"])) is not None:
                expect(known >= frame["version"], f"{self.name} was not sent what it missed: {frame}, knows {known}")
                referee.check_shown_clock(frame["game"], frame["version"], frame["clock"])
        elif "version" in frame and "game" in frame:
            referee.check_event(frame)
            self._follow_event(frame)

    def _follow_event(self, frame: dict[str, Any]) -> None:
        game_id, version = frame["game"], frame["version"]
        known = self.versions.get(game_id)
        if known is None:
            self._early[game_id] = version
            return
        if version <= known:
            return
        if version == known + 1:
            self._know(game_id, version)
        elif self.world.is_calm:  # Two servers may publish in the wrong order, but the missing event must follow.
            self._gaps.setdefault(game_id, (known + 1, self.world.loop.now))
        else:
            self._watch(game_id, known)

    def _know(self, game_id: str, version: int) -> None:
        if game_id not in self.versions:
            return
        known = self.versions[game_id]
        self.versions[game_id] = version if known is None else max(known, version)
        if game_id in self._gaps and version >= self._gaps[game_id][0]:
            del self._gaps[game_id]
            self._watch(game_id, version)  # What came before the missing event was not remembered.

    def _acknowledged(self, frame: dict[str, Any]) -> None:
        pending = self.pending.get(frame["game"])
        if pending is not None and pending.frame["id"] == frame["id"]:
            self.world.referee.check_ack(frame, frame["id"])
            self.world.acknowledged += 1
            del self.pending[frame["game"]]
        if (plan := self.plans.pop(str(frame["id"]), None)) is not None:
            game_id, ply, lines = plan
            self.world.referee.plans.check_ack(game_id, IDS[self.name], ply, lines)

    def _refused(self, frame: dict[str, Any]) -> None:
        code = frame["error"]["code"]
        expect(code != "internal", f"{self.name} was told of an internal error")
        if self.plans.pop(str(frame["id"]), None) is not None:
            expect(code in (*UNCERTAIN, *REFUSED_PLANS), f"a legal plan was refused: {frame}")
        for game_id, pending in tuple(self.pending.items()):
            if pending.frame["id"] == frame["id"] and code not in UNCERTAIN:
                self.world.referee.check_refused(frame, game_id, pending.version)
                del self.pending[game_id]

    # What it does

    async def live(self) -> None:
        """Act at random moments for as long as the world exists."""
        while True:
            await asyncio.sleep(0.03 + self.random.expovariate(5))
            if self.connection is None:
                if (instance := self.world.choose_instance(self.random)) is not None:
                    self.connection = Connection(self, instance)
                continue
            if self.is_active and self.world.faults.active and self.random.random() < 0.01:
                self.world.trace(f"{self.name} is cut")
                self.connection.cut()
                continue
            self._resend()
            for game_id, (version, since) in self._gaps.items():
                waited = self.world.loop.now - since
                expect(waited < GAP_SECONDS, f"{self.name} follows {game_id}, but was never sent version {version}")
            if self.is_active:
                await self._act()

    async def _act(self) -> None:
        random = self.random
        running = [
            game_id for game_id in self.versions if self.world.referee.games[game_id].states[-1].status == "started"
        ]
        if self.challenges:
            challenge = next(iter(self.challenges))
            del self.challenges[challenge]
            await self.world.request(self, "POST", f"/api/challenge/{challenge}/accept")
        elif self.has_account and not running and self.world.loop.now > self._looks_again:
            self._looks_again = self.world.loop.now + random.uniform(0.5, 3)
            await self._find_opponent()
        elif self.versions:
            game_id = random.choice(running or list(self.versions))
            if random.random() < 0.1 and self.has_account:
                await self._ask_for_plan(game_id)
            elif random.random() < 0.3 and self._may_plan(game_id):
                self._plan(game_id)
            elif random.random() < 0.75:
                self._move(game_id)
            else:
                self._command(game_id)
        elif not self.has_account and self.world.referee.games:
            self.follow(random.choice(list(self.world.referee.games)))

    async def _find_opponent(self) -> None:
        if self.name == "dorothea":
            open_to_all = [
                game_id
                for game_id, record in self.world.referee.games.items()
                if IDS[CHILD] not in record.states[0].seats
            ]
            if open_to_all:
                self.follow(self.random.choice(open_to_all))
        elif self.name == CHILD:
            pass  # It waits until it is challenged.
        elif self.name == "annabel" and self.random.random() < 0.3:
            terms = {"clock": {"limit": 5, "increment": 1}, "rated": False}
            if self.random.random() < 0.5:
                terms["opponentClock"] = {"limit": 8, "increment": 0}
            await self.world.request(self, "POST", f"/api/challenge/{CHILD}", terms)
        else:
            await self.world.request(self, "POST", "/api/seek", self.random.choice(self.world.terms))

    def follow(self, game_id: str) -> None:
        self.versions.setdefault(game_id, None)
        self._watch(game_id, self.versions[game_id])

    def _watch(self, game_id: str, version: int | None) -> None:
        frame: dict[str, Any] = {"type": "watch", "game": game_id}
        if version is not None and self.random.random() < 0.9:
            frame["version"] = version
        self._send(frame)

    def _move(self, game_id: str) -> None:
        version = self.versions[game_id]
        if not self.has_account or version is None or game_id in self.pending:
            return
        record = self.world.referee.games[game_id]
        state, game = record.states[version], self._known_game(game_id)
        is_red = len(state.moves) % 2 == 1 if record.row["kind"] != "flip" else record.row["turn"] == "red"
        if state.status != "started" or game.is_over() or state.seats[is_red] != IDS[self.name]:
            return
        self._numbers += 1
        client = f"{self.name}-{self._numbers}"
        move = self.random.choice(game.legal_moves()).uci()
        frame = {"type": "move", "game": game_id, "move": move, "ply": len(state.moves), "id": client}
        self.pending[game_id] = Pending(frame, version, self.world.loop.now)
        self._send(frame)
        if self.random.random() < 0.1:
            self._send(frame)

    def _known_game(self, game_id: str) -> BoardGame:
        """A game as of the version that the player knows."""
        version, record = self.versions[game_id], self.world.referee.games[game_id]
        if version == record.version:
            return record.game
        game = GAMES[record.row["kind"]].new(record.row["rules"]).public()
        for move in record.states[version or 0].moves:
            game.play(move)
        return game

    def _may_plan(self, game_id: str) -> bool:
        """True if, as far as the player knows, the opponent is to move in a correspondence game."""
        version, record = self.versions[game_id], self.world.referee.games[game_id]
        if not self.has_account or version is None or game_id in self.pending or record.row["days"] is None:
            return False
        state = record.states[version]
        to_move = record.row[f"{record.row['turn']}_id"]
        is_theirs = IDS[self.name] in state.seats and to_move != IDS[self.name]
        return state.status == "started" and version == record.version and is_theirs

    async def _ask_for_plan(self, game_id: str) -> None:
        """Ask for one's plan, also if the opponent has one, or if one is not a player."""
        if self.world.referee.games[game_id].row["days"] is None:
            return
        shown = await self.world.request(self, "GET", f"/api/game/{game_id}/plan")
        if shown is not None and "lines" in shown:
            self.world.referee.plans.check_own(game_id, IDS[self.name], shown["lines"])

    def _plan(self, game_id: str) -> None:
        """Plan answers to most moves of the opponent, or remove the plan."""
        random, user_id = self.random, IDS[self.name]
        game = self._known_game(game_id)
        lines = [] if random.random() < 0.1 else self._lines(game)
        self._numbers += 1
        client = f"{self.name}-plan-{self._numbers}"
        self.plans[client] = game_id, len(game), lines
        self.world.referee.plans.send(game_id, user_id, len(game), lines)
        self._send({"type": "plan", "game": game_id, "lines": lines, "ply": len(game), "id": client})

    def _lines(self, game: BoardGame) -> list[Line]:
        """Lines of two or four moves, none of which is a flip."""
        lines = []
        for move in self._steps(game)[:PLAN_LINES]:
            line, after = [], game.copy()
            for _ in range(self.random.choice((2, 4))):
                after.play(move)
                line.append(move)
                if not (steps := self._steps(after)):
                    break
                move = steps[0]
            if len(line) > 1:
                lines.append(tuple(line[: len(line) // 2 * 2]))
        return lines

    def _steps(self, game: BoardGame) -> list[str]:
        """The legal moves that are not flips, in random order."""
        if game.outcome() is not None:
            return []
        steps = [move.uci() for move in game.legal_moves() if not move.is_flip()]
        self.random.shuffle(steps)
        return steps

    def _resend(self) -> None:
        now = self.world.loop.now
        for pending in self.pending.values():
            if now - pending.sent > RESEND_SECONDS:
                pending.sent = now
                self._send(pending.frame)
        for game_id, version in self.versions.items():
            if version is None and self.random.random() < 0.1:  # Its first `watch` may have been lost.
                self._watch(game_id, None)

    def _command(self, game_id: str) -> None:
        random = self.random
        record = self.world.referee.games[game_id]
        kind = random.choice(COMMANDS)
        if record.row["status"] != "started" and random.random() < 0.5:
            kind = "rematch"
        elif random.random() < 0.02:
            kind = "resign"
        frame: dict[str, Any] = {"type": kind, "game": game_id}
        match kind:
            case "offer" | "accept" | "decline":
                offered = [event["kind"] for event in record.events if event["type"] == "offer"]
                frame["kind"] = offered[-1] if offered and kind != "offer" else random.choice(OFFERS)
            case "phrase":
                frame["kind"] = "hello"
            case "chat":
                frame["text"] = "well"
            case "watch":
                self._watch(game_id, self.versions[game_id])
                return
            case "unwatch":
                self._send(frame)
                self._watch(game_id, self.versions[game_id])
                return
            case "illegal":
                frame |= {"type": "move", "move": random.choice(("a1a9", "d1d9", "a3a4", "\0")), "id": "illegal"}
            case "nonsense":
                frame = {"type": random.choice(("", "move", "watch")), "id": 7}
        self._send(frame)

    def _send(self, frame: dict[str, Any]) -> None:
        if self.connection is None:
            return
        self.world.trace(f"{self.name} > {frame}")
        may_be_late = frame["type"] != "unwatch"  # Otherwise it would stop following what it asked for after that.
        if may_be_late and self._late is None and self.world.faults.active and self.random.random() < 0.02:
            self._late = frame
            return
        self.connection.send(frame)
        if self.world.faults.active and self.random.random() < 0.03:
            self.connection.send(frame)
        if self._late is not None:
            late, self._late = self._late, None
            self.connection.send(late)

    def is_settled(self) -> bool:
        """True if it is connected, waits for nothing, and knows the last version of each of its games."""
        games = self.world.referee.games
        return (
            self.connection is not None
            and not self.pending
            and all(version == games[game_id].version for game_id, version in self.versions.items())
        )
