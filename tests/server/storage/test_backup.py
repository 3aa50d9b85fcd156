"""Backups of a running server."""

from pathlib import Path

from tests.server.harness.clients import sign_up
from tests.server.harness.processes import served
from tests.server.harness.programs import jungle


def test_backup_and_restore_while_the_server_runs(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with served(data) as server:
        blue, red = sign_up(server, "blue"), sign_up(server, "red")
        game = blue.challenge(red, days=1)
        blue.move(game, "a3a4")
        assert jungle("serve", "backup", copy, "--data", data).returncode == 0
        red.move(game, "g7g6")
        connection = blue.live()
        assert connection.watch(game)["state"]["version"] == 2
        done = jungle("serve", "restore", copy, "--data", data)
        assert done.returncode == 0, done.stderr
        assert blue.get(f"/api/game/{game}")["moves"] == ["a3a4"]
        red.move(game, "a7a6")
        connection.next("resync")
        assert connection.watch(game)["state"]["moves"] == ["a3a4", "a7a6"]
    copy.write_bytes(copy.read_bytes()[:5000])
    done = jungle("serve", "restore", copy, "--data", data)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
