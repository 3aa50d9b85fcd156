"""Detection of engine assistance: every night the moves of rated games are compared with an engine's. Players who agree
with it more than humans do are reported to the moderators, with the figures. Nobody is banned automatically.

The engine runs in a separate process at the lowest priority: `python -m jungle.server.ops.assistance` reads one game
per line and writes its findings for both sides.
"""

import asyncio
import json
import logging
import os
import statistics
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.json import Json, decode
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.schema import events, games, move_checks, reports, server_state, users
from jungle.server.times import DAY, SECOND

log = logging.getLogger("jungle.server")

Row = Json

HOUR_OF_NIGHT = 3
LOOK_SECONDS = 600.0
GAMES_LIMIT = 500
"""How many games are checked per night, latest first."""
NODES = 20_000
OPENING = 8
"""Opening plies that many players know by heart."""
DECIDED = 0.95
"""Winning chances beyond which any move will do."""
LOOKED_BACK = 90 * DAY
LEAST_GAMES, LEAST_MOVES = 5, 80
AGREEMENT_LIMIT = 0.35
LEAST_LOSS = 0.01
"""Players with more agreement and less loss per move than this are reported. `python -m tools.assistance` measures
whom that catches: even two runs of the same engine agree on only half of the contested moves."""
EVEN = 0.35
"""People think longer about some moves than others; a spread below this share of the mean is mentioned."""


@dataclass(frozen=True, slots=True)
class Check:
    """Findings about a player's moves, in one game or several."""

    games: int
    moves: int
    agreed: int
    lost: float
    seconds: float
    spread: float

    def is_suspicious(self) -> bool:
        if self.games < LEAST_GAMES or self.moves < LEAST_MOVES:
            return False
        return self.agreed / self.moves >= AGREEMENT_LIMIT and self.lost / self.moves <= LEAST_LOSS

    def evidence(self) -> str:
        """The findings in words, for moderators."""
        text = (
            f"Engine check: {self.games} rated games, {self.moves} contested moves; {self.agreed / self.moves:.0%} "
            f"match the engine's, {self.lost / self.moves:.1%} of winning chances lost per move; "
            f"{self.seconds:.1f} s per move, spread {self.spread:.1f} s."
        )
        is_even = self.seconds > 0 and self.spread / self.seconds < EVEN
        return f"{text} The thinking times are unusually even." if is_even else text


def combined(rows: Iterable[Any]) -> Check:
    """Combine the findings of several games."""
    found = list(rows)
    moves = sum(row.moves for row in found)
    weight = max(moves, 1)
    seconds = sum(row.seconds * row.moves for row in found) / weight
    spread = sum(row.spread * row.moves for row in found) / weight
    return Check(len(found), moves, sum(row.agreed for row in found), sum(row.lost for row in found), seconds, spread)


class Assistance:
    """The nightly job. If there are several servers, one of them does it."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now

    async def run(self) -> None:
        while True:
            try:
                if datetime.fromtimestamp(self.now() / SECOND, UTC).hour == HOUR_OF_NIGHT:
                    await self.check_night()
            except JungleError as error:
                log.warning("games will be checked tomorrow: %s", error)
            except Exception:
                log.exception("games will be checked tomorrow")
            await asyncio.sleep(LOOK_SECONDS)

    async def check_night(self) -> int:
        """Check the rated games that have ended since the last run. Returns how many reports were filed."""
        since = await self.database.write(self._take_night)
        if since is None:
            return 0
        rows = await self.database.scan(lambda connection: self._games(connection, since))
        checks = await _checked(rows)
        await self.database.write(lambda connection: self._keep(connection, checks))
        players = {check["user_id"] for check in checks}
        return await self.database.write(lambda connection: self._report(connection, players))

    def _take_night(self, connection: sa.Connection) -> int | None:
        """The time from which games need checking; None if another server has just done it."""
        now = self.now()
        insert_once(connection, server_state, {"name": "checked", "value": now - DAY})
        mine = server_state.c.name == "checked"
        since: int = connection.execute(sa.select(server_state.c.value).where(mine).with_for_update()).scalar_one()
        if now - since < DAY // 2:
            return None
        connection.execute(sa.update(server_state).where(mine).values(value=now))
        return since

    @staticmethod
    def _games(connection: sa.Connection, since: int) -> list[Row]:
        columns = (games.c.id, games.c.kind, games.c.rules, games.c.moves, games.c.blue_id, games.c.red_id)
        chosen = (games.c.ended >= since, games.c.rated.is_(True), games.c.status == "ended", games.c.kind == "jungle")
        statement = sa.select(*columns).where(*chosen).order_by(games.c.ended.desc()).limit(GAMES_LIMIT)
        rows = [dict(row) for row in connection.execute(statement).mappings()]
        for row in rows:
            stored = sa.select(events.c.data).where(events.c.game_id == row["id"]).order_by(events.c.version)
            found = [decode(data) for data in connection.execute(stored).scalars()]
            row["times"] = {event["ply"]: event["at"] for event in found if event["type"] == "move"}
        return rows

    def _keep(self, connection: sa.Connection, checks: list[Row]) -> None:
        for check in checks:
            insert_once(connection, move_checks, {**check, "at": self.now()})

    def _report(self, connection: sa.Connection, players: Iterable[int]) -> int:
        count = 0
        for user_id in sorted(players):
            person = sa.select(users.c.id).where(users.c.id == user_id, users.c.kind == "person")
            waiting = sa.select(reports.c.id).where(
                reports.c.about_id == user_id, reports.c.by_id.is_(None), reports.c.at > self.now() - LOOKED_BACK
            )
            if connection.execute(person).first() is None or connection.execute(waiting).first() is not None:
                continue
            recent = (move_checks.c.user_id == user_id, move_checks.c.at > self.now() - LOOKED_BACK)
            found = combined(connection.execute(sa.select(move_checks).where(*recent)).all())
            if found.is_suspicious():
                values = {"about_id": user_id, "reason": found.evidence(), "status": "open", "at": self.now()}
                connection.execute(sa.insert(reports).values(values))
                count += 1
        return count


async def _checked(rows: list[Row]) -> list[Row]:
    """The engine process's findings for these games: one row per player."""
    if not rows:
        return []
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-P", "-m", __name__, stdin=pipe, stdout=pipe)
    try:
        lines = "".join(json.dumps({"rules": row["rules"], "moves": row["moves"]}) + "\n" for row in rows)
        output, _ = await process.communicate(lines.encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    checks = []
    for row, line in zip(rows, output.decode().splitlines(), strict=False):
        for side, found in enumerate(json.loads(line)):
            user_id = row["red_id"] if side else row["blue_id"]
            if user_id is not None and found["moves"]:
                seconds, spread = thinking(row["times"], found.pop("plies"))
                checks.append({"game_id": row["id"], "user_id": user_id, "seconds": seconds, "spread": spread, **found})
    return checks


def thinking(times: dict[int, int], plies: list[int]) -> tuple[float, float]:
    """The mean thinking time for some moves, and its standard deviation, in seconds.

    >>> thinking({0: 0, 1: 2000, 2: 6000}, [1, 2])
    (3.0, 1.0)
    """
    taken = [(times[ply] - times[ply - 1]) / SECOND for ply in plies if ply in times and ply - 1 in times]
    return (statistics.fmean(taken), statistics.pstdev(taken)) if taken else (0.0, 0.0)


def compare(rules: str, moves: list[str], engine: Any, nodes: int = NODES) -> list[Row]:
    """How many contested moves of each side match the engine's, and how much the others lose."""
    from jungle import Game
    from jungle.engine import Limit
    from jungle.engine.review import review

    found: list[Row] = [{"moves": 0, "agreed": 0, "lost": 0.0, "plies": []} for _ in range(2)]
    for ply, judged in enumerate(review(Game.from_moves(moves, rules), engine, Limit(nodes=nodes))):
        best = judged.best.score.win_probability()
        is_contested = 1 - DECIDED < best < DECIDED and len(judged.position.legal_moves()) > 1
        if ply >= OPENING and is_contested:
            side = found[judged.side]
            side["moves"] += 1
            side["agreed"] += judged.move == judged.best.move
            side["lost"] += judged.loss
            side["plies"].append(ply)
    return found


def main() -> None:
    """Check the games read from standard input, one per line."""
    from jungle.engine import engine_for

    if hasattr(os, "nice"):
        os.nice(10)  # Serving moves has priority, but on a busy machine the check must end, too.
    engine = engine_for("jungle", hash_mb=16)
    for line in sys.stdin:
        game = json.loads(line)
        try:
            found = compare(game["rules"], game["moves"].split(), engine)
        except JungleError:  # A game that cannot be replayed must not prevent the others from being checked.
            found = [{"moves": 0}, {"moves": 0}]
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
