"""What conditional moves cost: five hundred games, a tenth of them by correspondence, without and with plans.

With a plan, one player of such a game enters twenty plies at once, and the server answers each move of the other.
"""

import json
import time
from typing import Any, ClassVar

from benchmarks import benchmark
from benchmarks.server import MANY, Run, Table, open_tables, prepared_moves, run, running_server

PLANNED = 20
"""The plies of a plan."""
SHARE = 10
"""One game of so many is played by correspondence."""


class CorrespondenceTable(Table):
    """A game without a clock that ticks."""

    terms: ClassVar[dict[str, Any]] = {"days": 3}


class PlannedTable(CorrespondenceTable):
    """A game in which Red plans all of its moves."""

    planned = 0

    def _send(self) -> None:
        if self.planned:
            super()._send()
            return
        line = self.moves[self.ply : self.ply + PLANNED]
        self.planned = len(line) // 2
        self.sockets[1].send(json.dumps({"type": "plan", "game": self.id, "lines": [line], "id": "plan"}).encode())

    def _hear(self, side: int, message: bytes) -> None:
        if side and b'"id":"plan"' in message:
            if b'"error"' in message:
                self.over.set_exception(RuntimeError(message.decode()))
            else:
                super()._send()
        elif b'"type":"ack"' in message:
            self.latencies.append(time.perf_counter() - self.due)
        elif b'"type":"move"' in message and b'"ply":%d,' % (self.ply + 1) in message:
            self.awaited -= 1
            if not self.awaited:
                self.ply += 2
                self.planned -= 1
                self._next()


async def _cost(url: str, pid: int, kind: type[Table], moves: list[list[str]]) -> float:
    """Microseconds of processor time per ply, at full speed."""
    slow = MANY // SHARE
    tables = await open_tables((url, url), MANY - slow, moves) + await open_tables((url, url), slow, moves, kind)
    before, measured = sum(table.ply for table in tables), Run(pid)
    await measured.play(tables)
    return measured.worked / (sum(table.ply for table in tables) - before) * 1e6


@benchmark
def server_plans() -> dict[str, float]:
    """Processor time per ply of five hundred games, a tenth of them without and with plans, in turns."""
    moves = prepared_moves(50)
    found: dict[type[Table], list[float]] = {CorrespondenceTable: [], PlannedTable: []}
    for kind in (CorrespondenceTable, PlannedTable) * 2:
        with running_server() as (url, pid):
            found[kind].append(run(_cost(url, pid, kind, moves)))
    without, with_plans = (sum(costs) / len(costs) for costs in found.values())
    return {
        "server_plans_us_per_ply_without": without,
        "server_plans_us_per_ply": with_plans,
        "server_plans_ratio": with_plans / without,
    }
