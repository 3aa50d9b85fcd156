"""The commands: starting, stopping, checking, backup and restore, house bots."""

import asyncio
import io
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from jungle.errors import JungleError
from jungle.games import GAMES
from jungle.pieces import Side
from jungle.server import local_network
from jungle.server.serve import _show_poster
from jungle.server.settings import Settings
from jungle.server.storage.backup import restore
from jungle.server.storage.database import DatabaseError, connect, sqlite_engine
from jungle.server.storage.migrate import migrate, upgrade
from jungle.server.storage.schema import metadata
from tests.server.harness.clients import Client, sign_in, sign_up
from tests.server.harness.processes import METRICS_TOKEN, Server, free_port, served
from tests.server.harness.waiting import PATIENCE, wait_until


def jungle(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "jungle", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=os.environ | environment
    )


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    engine = sqlite_engine(tmp_path / "new.sqlite")
    with engine.begin() as connection:
        upgrade(connection)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_every_foreign_key_is_indexed() -> None:
    """Deleting a user looks for rows that refer to them; without an index, that scans the whole table."""
    unindexed = []
    for table in metadata.tables.values():
        indexed = [[column.name for column in index.columns] for index in table.indexes]
        indexed.append([column.name for column in table.primary_key.columns])
        for key in table.foreign_keys:
            if not any(columns[0] == key.parent.name for columns in indexed):
                unindexed.append(f"{table.name}.{key.parent.name}")
    assert unindexed == []


def test_the_api_page_loads_nothing_from_other_sites(nobody: Client) -> None:
    answer = nobody.request("GET", "/api/docs")
    assert answer.status == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert re.findall(r'(?:src|href)="([^"]*)"', answer.text) == ["/api/docs/style.css", "/api/openapi.json"]
    assert "<script" not in answer.text
    for words in ("POST /api/challenge/{user_name}", "Find an opponent", "rating_low"):
        assert words in answer.text
    assert nobody.request("GET", "/api/docs/style.css").headers["content-type"].startswith("text/css")


def test_metrics_are_exported(blue: Client, red: Client, nobody: Client) -> None:
    def moves() -> float:
        text = nobody.request("GET", "/metrics").text
        return float(re.findall(r"^jungle_moves_total (\S+)$", text, re.MULTILINE)[0])

    before = moves()
    blue.move(blue.challenge(red), "a3a4")
    assert moves() == before + 1
    assert nobody.get("/readyz") == {"status": "ok", "database": True, "draining": False, "events": True}
    assert nobody.get("/livez") == {"status": "ok"}


def test_metrics_need_a_local_request_or_a_token(nobody: Client) -> None:
    elsewhere = {"X_Forwarded_For": "203.0.113.9"}
    assert nobody.request("GET", "/metrics", **elsewhere).code == "metrics"
    assert nobody.request("GET", "/metrics", Authorization="Bearer wrong", **elsewhere).status == 403
    assert nobody.request("GET", "/metrics", Authorization=f"Bearer {METRICS_TOKEN}", **elsewhere).status == 200
    assert nobody.request("GET", "/metrics").status == 200


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


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"public_url": "jungle.example.org"}, "public_url: expected a URL"),
        ({"bots": "clever"}, "bots: expected bots of easy"),
        ({"smtp_out": "nowhere"}, "smtp_out: expected host:port"),
        ({"port": 99999}, "port: "),
        ({"redis": "http://x"}, "redis: expected a URL such as redis://"),
        ({"log_level": "loud"}, "log_level: expected one of debug"),
        ({"database": "nonsense"}, "database: expected a URL such as postgresql"),
        ({"database": "mysql://x/y"}, "database: expected a URL such as postgresql"),
    ],
)
def test_invalid_settings_are_refused(data: Path, options: dict[str, str | int], words: str) -> None:
    with pytest.raises(JungleError, match=words):
        connect(Settings.load(**options).database, data)


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


async def _migrated(data: Path) -> None:
    database = connect("", data)
    try:
        await migrate(database)
    finally:
        await database.close()


def test_a_database_from_a_newer_server_is_refused_and_left_alone(data: Path, tmp_path: Path) -> None:
    data.mkdir()
    database, other = data / "server.sqlite", tmp_path / "other.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    with pytest.raises(DatabaseError, match="it was written by a newer server"):
        asyncio.run(_migrated(data))
    with sqlite3.connect(other) as connection:
        connection.executescript("CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE games (id TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    with pytest.raises(DatabaseError, match="was written by a newer server"):
        restore(other, database)
    with sqlite3.connect(database) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert tables == [("alembic_version",)]
    for file in data.glob("server.sqlite-*"):
        file.unlink()
    database.write_bytes(b"no database at all" * 100)
    with pytest.raises(DatabaseError, match="cannot be used: file is not a database"):
        asyncio.run(_migrated(data))


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


def test_a_house_bot_plays_a_whole_game(data: Path) -> None:
    with served(data, "--bots", "easy") as server:
        person = sign_up(server, "person")
        wait_until(lambda: person.request("GET", "/api/user/bot-easy").status == 200, "the bot's account")
        assert person.get("/api/user/bot-easy")["title"] == "BOT"
        start = {"colour": "blue", "clock": {"limit": 600}, "fen": "7/7/r6/7/7/7/7/3L3/7 b"}
        stream = person.lines("/api/stream/event")
        person.post("/api/challenge/bot-easy", start)
        game = stream.next("gameStart")["game"]["id"]
        lines = person.lines(f"/api/board/game/stream/{game}")
        assert lines.next("gameFull")["black"]["name"] == "bot-easy"
        for move in ("d2d3", "d3d7", "d7d8", "d8d9"):
            state = lines.next("gameState") if move != "d2d3" else None
            while state and len(state["moves"].split()) % 2:
                state = lines.next("gameState")
            if person.request("POST", f"/api/board/game/{game}/move/{move}", {}).status != 200:
                break
        shown = person.get(f"/api/game/{game}")
        assert len(shown["moves"]) >= 2
        # A bot declines more games than it can play at once, and games it does not know.
        assert (data / "bot-easy.token").stat().st_mode & 0o077 == 0

        # The face-down game, in which the first flip may change the seats.
        for colour in ("blue", "red"):
            terms = {"colour": colour, "game": "flip", "rules": "flip:first_flip_decides=yes"}
            person.post("/api/challenge/bot-easy", terms)
            game = stream.next("gameStart")["game"]["id"]
            _play_face_down(person, game, 6)


def _play_face_down(person: Client, game: str, plies: int) -> None:
    """Play random legal moves until this many plies have been played."""
    until = time.monotonic() + PATIENCE
    while len((shown := person.get(f"/api/game/{game}"))["moves"]) < plies:
        assert time.monotonic() < until, shown
        played = GAMES["flip"].from_moves(shown["moves"], shown["rules"]).public()
        ours = "red" if shown["players"]["red"]["name"] == person.name else "blue"
        to_move = "blue" if played.side is Side.BLUE else "red"
        if ours == to_move:
            person.move(game, played.legal_moves()[0].uci())
        else:
            time.sleep(0.02)  # The bot is thinking.


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


def test_addresses_of_the_local_network_can_be_reached_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = iter(["192.168.1.20", None, "10.0.0.7", "192.168.1.20"])
    monkeypatch.setattr(local_network, "_source_of", lambda _: next(sources))
    named = [(0, 0, 0, "", (address, 0)) for address in ("127.0.1.1", "169.254.3.4", "10.0.0.7", "172.16.0.9")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: named)
    assert local_network.local_addresses() == ["192.168.1.20", "10.0.0.7", "172.16.0.9"]


def test_a_school_without_a_network_is_told_in_one_line(
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
