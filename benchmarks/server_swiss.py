"""A round of a large Swiss tournament starts beside five hundred live games: how long that takes, and how long a move
takes meanwhile."""

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks import benchmark
from benchmarks.server import MANY, OFFERED, SECONDS, Table, call, open_tables, p99_ms, prepared_moves, run, sign_up
from benchmarks.server import running_server as serving

PLAYERS = 300
STARTS_AFTER = SECONDS / 3
ORDER = {"name": "a large Swiss", "format": "swiss", "rounds": 9, "clock": {"limit": 600, "increment": 0}, "wait": 3600}


def _enter(data: Path, tournament: str) -> None:
    """Three hundred players, written into the database: signing them up would take a minute of hashing."""
    now = round(time.time() * 1000)
    with closing(sqlite3.connect(data / "server.sqlite", timeout=30)) as connection, connection:
        for number in range(PLAYERS):
            name = f"swiss{number}"
            user = connection.execute(
                'INSERT INTO users (name, "key", kind, created, seen) VALUES (?, ?, ?, ?, ?)',
                (name, name, "person", now, now),
            ).lastrowid
            connection.execute(
                "INSERT INTO entrants (tournament_id, user_id, joined) VALUES (?, ?, ?)", (tournament, user, now)
            )


class _Latencies:
    """Those of all tables, from a moment to another."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables
        self.from_ = self._counts()

    def _counts(self) -> list[int]:
        return [len(table.latencies) for table in self.tables]

    def since(self) -> list[float]:
        """What has been acknowledged since the last call."""
        before, self.from_ = self.from_, self._counts()
        pairs = zip(self.tables, before, self.from_, strict=True)
        return [latency for table, start, end in pairs for latency in table.latencies[start:end]]


async def _beside_live_games(url: str, token: str, tournament: str, moves: list[list[str]]) -> dict[str, float]:
    tables = await open_tables((url, url), MANY, moves)
    offered = OFFERED[MANY]
    until = time.perf_counter() + SECONDS
    playing = [
        asyncio.ensure_future(table.play(until, MANY / offered, number / offered))
        for number, table in enumerate(tables)
    ]
    measured = _Latencies(tables)
    await asyncio.sleep(STARTS_AFTER)
    before = measured.since()
    started = time.perf_counter()
    await asyncio.to_thread(call, url, f"/api/tournament/{tournament}/round", {}, token)
    elapsed = time.perf_counter() - started
    during = measured.since()
    await asyncio.gather(*playing)
    after = measured.since()
    for table in tables:
        table.close()
    return {
        "server_swiss_round_s": elapsed,
        "server_swiss_p99_ms_before": p99_ms(before),
        "server_swiss_p99_ms_during": p99_ms(during or after),
        "server_swiss_p99_ms_all": p99_ms(before + during + after),
        "server_swiss_offered_plies_per_s": offered,
        "server_swiss_plies_per_s": len(before + during + after) / SECONDS,
    }


@benchmark
def server_swiss() -> dict[str, float]:
    """A Swiss round of 300 starts beside 500 live games."""
    with tempfile.TemporaryDirectory() as folder, serving(data=Path(folder)) as (url, _pid):
        token = sign_up(url, "organiser")
        tournament = call(url, "/api/tournament", ORDER, token)["tournament"]["id"]
        _enter(Path(folder), tournament)
        figures = run(_beside_live_games(url, token, tournament, prepared_moves(50)))
        with closing(sqlite3.connect(Path(folder) / "server.sqlite", timeout=30)) as connection:
            started = connection.execute("SELECT count(*) FROM games WHERE tournament_id IS NOT NULL").fetchone()[0]
        assert started == PLAYERS // 2, f"{started} of {PLAYERS // 2} games have started"
        return figures
