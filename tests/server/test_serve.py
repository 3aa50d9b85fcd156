"""The command `jungle serve`: starting, stopping, checking; bots and schools."""

import io
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from jungle.server import local_network
from jungle.server.serve import StartError, _show_poster, serve
from jungle.server.settings import Settings
from tests.server.harness.clients import Client, sign_in, sign_up
from tests.server.harness.processes import Server, free_port, served
from tests.server.harness.programs import jungle
from tests.server.harness.waiting import PATIENCE, wait_until


def test_every_promise_in_the_documentation_has_a_test() -> None:
    root = Path(__file__).parents[2]
    promised = re.findall(r"`(test_\w+)`", (root / "docs/host/production.md").read_text(encoding="utf-8"))
    tests = "".join(path.read_text(encoding="utf-8") for path in (root / "tests/server").rglob("test_*.py"))
    assert len(promised) >= 25
    assert [name for name in promised if f"def {name}(" not in tests] == []


def test_every_row_of_the_security_audit_has_a_test_or_a_reason() -> None:
    root = Path(__file__).parents[2]
    text = (root / "docs/contribute/security-audit.md").read_text(encoding="utf-8")
    tests = "".join(path.read_text(encoding="utf-8") for path in (root / "tests").rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", text))
    assert len(named) >= 50
    assert sorted(name for name in named if f"def {name}(" not in tests) == []
    rows = [line.split(" | ") for line in text.splitlines() if re.match(r"\| \d", line)]
    assert len(rows) >= 90
    assert [row for row in rows if len(row) != 3 or not row[2].strip(" |")] == []


def test_a_second_server_on_the_same_file_is_refused_in_one_line(data: Path) -> None:
    with served(data):
        done = jungle("serve", "--data", data, "--port", 0)
        assert done.returncode == 1
        assert done.stderr == f"jungle: another server is using {data / 'server.sqlite'}\n"


def test_a_missing_library_is_reported_before_anything_starts(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)  # What an import finds that is not installed.
    with pytest.raises(StartError, match=r"^serve needs networkx: .*server"):
        serve(Settings(data=data))
    assert not data.exists()


def test_a_server_that_cannot_start_says_why_in_one_line(data: Path) -> None:
    expected = {
        ("--host", "256.1.1.1"): "cannot listen at 256.1.1.1",
        ("--redis", "redis://127.0.0.1:1"): "cannot reach Redis",
        ("--database", "postgresql://127.0.0.1:1/x"): "cannot reach postgresql",
        ("restore", "/nowhere/at.all"): "there is no backup at",
    }
    with ThreadPoolExecutor(2) as threads:
        started = [threads.submit(jungle, "serve", "--data", data, "--port", 0, *options) for options in expected]
    for done, words in zip(started, expected.values(), strict=True):
        assert done.result().returncode == 1
        assert words in done.result().stderr
        assert done.result().stderr.count("\n") == 1, done.result().stderr


def test_check_lists_all_problems(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        options = ["--port", port, "--smtp-in", f":{port}", "--redis", "redis://127.0.0.1:1"]
        done = jungle("serve", "--check", "--data", data, *options)
    assert done.returncode == 1
    for word in ("cannot listen", "smtp-in:", "smtp-out:", "redis:", "PostgreSQL", "5 problems"):
        assert word in done.stdout, word
    done = jungle("serve", "--check", "--port", 0, JUNGLE_DATA=str(data))
    assert (done.returncode, done.stdout) == (0, "this configuration works\n")
    assert not (data / "server.sqlite").exists()


def test_a_bot_reconnects_after_a_server_restart(data: Path, tmp_path: Path) -> None:
    port = free_port()
    server = Server(data, port=port)
    person, robot = sign_up(server, "person"), sign_up(server, "robot", ["bot:play", "challenge:write"])
    token = tmp_path / "token"
    token.write_text(robot.token, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "jungle",
        "bot",
        "--server",
        server.url,
        "--token",
        str(token),
        "--player",
        "random",
    ]
    bot = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        wait_until(lambda: person.get("/api/user/robot")["title"] == "BOT", "the upgrade")
        wait_until(lambda: "events" in person.request("GET", "/metrics").text, "the bot's stream")
        game = _accepted(person)
        person.move(game, "a3a4")
        wait_until(lambda: len(person.get(f"/api/game/{game}")["moves"]) == 2, "the bot's move")
        server.stop()
        server = Server(data, port=port)
        person.move(game, "g3g4")
        wait_until(lambda: len(person.get(f"/api/game/{game}")["moves"]) == 4, "the bot's next move")
    finally:
        bot.terminate()
        bot.communicate(timeout=PATIENCE)
        server.stop()
    assert bot.returncode == 0


def _accepted(person: Client) -> str:
    stream = person.lines("/api/stream/event")
    person.post("/api/challenge/robot", {"colour": "blue", "days": 1})
    game: str = stream.next("gameStart")["game"]["id"]
    stream.close()
    return game


def test_a_bot_with_a_wrong_token_exits(server: Server, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("jungle_wrong", encoding="utf-8")
    done = jungle("bot", "--server", server.url, "--token", token)
    assert (done.returncode, "rejected the token" in done.stderr) == (1, True)


def test_a_school_needs_one_option(data: Path) -> None:
    settings = Settings.load(school=True, data=data)
    assert (settings.host, settings.bots, settings.origin) == ("0.0.0.0", "easy,medium,hard", "http://127.0.0.1:8000")
    settings.local_address = "192.168.1.20"
    assert settings.origin == "http://192.168.1.20:8000"
    own = Settings.load(school=True, data=data, host="127.0.0.1", bots="hard", public_url="https://jungle.example.org")
    assert (own.host, own.bots, own.origin) == ("127.0.0.1", "hard", "https://jungle.example.org")
    assert not own.is_for_local_network()


def test_a_school_without_a_network_gets_one_clear_line(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings.load(school=True, data=data)
    _show_poster(settings, [])
    assert capsys.readouterr().out == local_network.NO_NETWORK + "\n"
    settings.local_address = "192.168.1.20"
    _show_poster(settings, ["192.168.1.20", "10.0.0.7"])
    shown = capsys.readouterr().out
    assert "█" in shown
    assert "If that address does not work, try http://10.0.0.7:8000." in shown
    assert "Open http://192.168.1.20:8000 in a browser and sign up as the teacher." in shown
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    _show_poster(settings, [])
    assert b"sign up as the teacher" in written.getvalue()


def test_a_class_joins_a_schools_server(data: Path) -> None:
    with served(data, "--school", "--host", "127.0.0.1") as server:
        sign_up(server, "teacher")
        made = sign_in(server, "teacher").post("/api/class", {"name": "Year 2"})["class"]
        assert made["url"] == f"{server.url}/#/join/{made['code']}"
        assert len(Client(server).get("/api/bots")["bots"]) == 3
