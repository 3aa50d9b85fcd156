"""`kill -9` under load: every acknowledged move is stored exactly once."""

import json
import random
import signal
import time
from pathlib import Path

import pytest

from tests.server.harness.clients import PASSWORD, sign_up
from tests.server.harness.processes import Server, free_port
from tests.server.harness.table import Table, check
from tests.server.harness.waiting import wait_until

GAMES, KILLS = 6, 3


@pytest.mark.slow
def test_kill_nine_under_load(data: Path) -> None:
    _kill_under_load(data, GAMES, KILLS, 1.5)


def test_kill_nine_once(data: Path) -> None:
    _kill_under_load(data, 2, 1, 0.5)


def _kill_under_load(data: Path, count: int, kills: int, seconds: float) -> None:
    port = free_port()
    server = Server(data, port=port)
    blue, red = sign_up(server, "blue"), sign_up(server, "red")
    tables = [Table(blue, red, blue.challenge(red, days=1), seed) for seed in range(count)]
    for table in tables:
        table.start()
    chance = random.Random(1)
    try:
        for _ in range(kills):
            time.sleep(seconds * (0.5 + chance.random()))
            server.stop(signal.SIGKILL)
            server = Server(data, port=port)
        time.sleep(seconds)
    finally:
        for table in tables:
            table.stopping.set()
        for table in tables:
            table.join()
    try:
        assert sum(len(table.acknowledged) for table in tables) > 0
        for table in tables:
            check(blue, table)
    finally:
        server.stop()


def test_a_full_disk_is_reported_and_no_unsaved_move_acknowledged(data: Path, tmp_path: Path) -> None:
    """SQLite cannot grow: moves are refused, and existing data stays."""
    import resource

    server = Server(data)
    try:
        blue, red = sign_up(server, "blue"), sign_up(server, "red")
        game = blue.challenge(red, days=1)
        blue.move(game, "a3a4")
        wal = data / "server.sqlite-wal"
        size = wal.stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        answers = [red.request("POST", f"/api/board/game/{game}/move/g7g6", {}) for _ in range(3)]
        assert {(answer.status, answer.code) for answer in answers} == {(503, "storage")}
        live = red.live()
        live.send(type="move", game=game, move="g7g6", ply=1, id="x")
        refused = live.next("error")["error"]
        mailed = red.mail(f"signup newcomer {PASSWORD.replace(' ', '-')}")
        assert (refused["code"], mailed.status) == ("storage", 503)
        for told in (refused["message"], mailed.text, *(answer.text for answer in answers)):
            assert not any(word in told.lower() for word in ("sqlite", "disk", "i/o", "operational")), told
        assert red.get(f"/api/game/{game}")["moves"] == ["a3a4"]
        wait_until(lambda: red.request("GET", "/readyz").status == 503, "the server to notice that it cannot write")
        assert red.request("GET", "/readyz").json["database"] is False
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        red.move(game, "g7g6")
        assert json.loads(red.request("GET", f"/api/game/{game}").body)["moves"] == ["a3a4", "g7g6"]
    finally:
        server.stop()
