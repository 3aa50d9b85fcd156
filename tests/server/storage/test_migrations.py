"""Databases of every earlier schema, with players in the middle of everything, are migrated and played on."""

import ast
import asyncio
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle.server.errors import RequestError
from jungle.server.game.clocks import LAG_LIMIT
from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import User
from jungle.server.json import decode, encode
from jungle.server.realtime.client_frames import Command, parse_client_frame
from jungle.server.services import Services
from jungle.server.settings import Settings
from jungle.server.storage.database import PostgresDatabase, connect, sqlite_engine
from jungle.server.storage.migrate import FOLDER, KNOWN, plan, upgrade
from jungle.server.times import DAY, HOUR, SECOND
from tests.needs import needs
from tests.server.harness.house import TERMS
from tests.server.harness.processes import another_database
from tests.server.harness.programs import jungle

NOW = 1_800_000_000_000
EVERY_SCHEMA = KNOWN[:-1]
"""A database of the current schema needs no migration."""
BEFORE_THE_RULE = "0008"
"""The last migration that was made before servers of two versions could share a database."""
CONFIRMED = "0005"
"""From this schema on, an address is stored once a link has confirmed it."""
CONTRACTING = re.compile(
    r"DROP TABLE|DROP COLUMN|DROP CONSTRAINT|RENAME|ALTER COLUMN|ADD CONSTRAINT|CREATE UNIQUE INDEX"
    r"|ADD COLUMN (?!.*DEFAULT).*NOT NULL",
    re.DOTALL,
)
"""What a server of the version before would fail at."""


def _fill(connection: sa.Connection) -> None:
    """People in the middle of everything that this schema knows: columns and tables it lacks are left out."""
    known = sa.MetaData()
    known.reflect(connection)

    def insert(table: str, **values: object) -> None:
        if table in known.tables:
            columns = known.tables[table].columns
            connection.execute(sa.insert(known.tables[table]), {k: v for k, v in values.items() if k in columns})

    for number, name in enumerate(("anna", "bert", "carl", "dora"), 1):
        address = f"{name}@example.org"
        times = {"created": NOW - DAY, "seen": NOW - HOUR}
        kind = {"kind": "child" if name == "dora" and "children" in known.tables else "person"}
        insert("users", id=number, name=name, key=name, address=address, mail_moves="always", **kind, **times)
        insert(
            "ratings",
            user_id=number,
            kind="blitz",
            rating=1600.5,
            deviation=80.0,
            volatility=0.06,
            games=9,
            updated=NOW,
        )
    insert("sessions", digest="d", user_id=1, agent="a browser", created=NOW, expires=NOW + DAY)
    insert("tokens", digest="t", user_id=1, scopes="board:play", purpose="api", created=NOW)
    game = {
        "kind": "jungle",
        "rules": "standard",
        "seed": 1,
        "blue_id": 1,
        "red_id": 2,
        "offers": "{}",
        "created": NOW - HOUR,
    }
    running = game | {
        "version": 2,
        "ply": 2,
        "turn": "blue",
        "moves": "a3a4 g7g6",
        "status": "started",
        "turn_since": NOW,
    }
    clock = {"clock_limit": 60 * SECOND, "increment": 0, "blue_ms": 60 * SECOND, "red_ms": 60 * SECOND}
    blitz = {**running, **clock, "speed": "blitz", "rating_kind": "blitz", "rated": True}
    blitz["deadline"] = NOW + 60 * SECOND + LAG_LIMIT
    slow = {**running, "days": 1, "speed": "correspondence", "rating_kind": "correspondence", "rated": False}
    slow |= {"deadline": NOW + DAY, "remind_at": NOW + DAY // 2}
    over = {**blitz, "status": "ended", "result": "1-0", "reason": "resignation", "ended": NOW, "deadline": None}
    for number, (name, row) in enumerate({"played": blitz, "late": blitz, "slow": slow, "over": over}.items(), 1):
        insert("numbers", number=number, taken=True)
        insert("games", id=name, number=number, **row)
        if row["deadline"] is not None:
            insert("deadlines", game_id=name, at=NOW)
        for version, move in enumerate(("a3a4", "g7g6"), 1):
            data = {"version": version, "type": "move", "game": name, "ply": version - 1, "move": move}
            insert("events", game_id=name, version=version, ply=version - 1, data=encode(data).decode())
    change = {"kind": "blitz", "before": 1590.0, "rating": 1600.5, "deviation": 80.0, "at": NOW}
    insert("rating_changes", game_id="over", user_id=1, **change)
    terms = encode(
        {"game": "jungle", "rules": "standard", "limit": None, "increment": 0, "days": 3, "colour": "blue"}
    ).decode()
    insert("numbers", number=5, taken=True)
    offer = {"confirmed": True, "terms": terms, "status": "open", "created": NOW, "expires": NOW + DAY}
    insert("challenges", id="asked", number=5, way="direct", from_id=3, to_id=1, **offer)
    insert("submissions", game_id="slow", user_id=1, ply=2, move="a4a5")
    mail = {"address": "anna@example.org", "subject": "Your move", "body": "…", "state": "waiting", "tries": 0}
    insert("outbox", id=1, key="first", created=NOW, next_try=NOW, **mail)
    insert("messages", id=1, from_id=1, to_id=2, text="hello", at=NOW)
    fast = encode({"game": "jungle", "rules": "standard", "limit": 60 * SECOND, "increment": 0, "rated": True}).decode()
    times = {"starts": NOW - HOUR, "ends": NOW + HOUR, "created": NOW - DAY}
    insert("tournaments", id="arena", name="Arena", by_id=1, terms=fast, status="started", **times)
    for user_id in (1, 2):
        insert("entrants", tournament_id="arena", user_id=user_id, score=user_id, joined=NOW)
    insert("classes", id="class", name="3b", teacher_id=1, code="ABCDEF", created=NOW)
    insert("children", user_id=4, guardian_id=1, class_id="class", contacts="class")
    insert("pupils", class_id="class", user_id=4, joined=NOW)


async def _play_on(services: Services, revision: str) -> None:
    """What has been begun before the migration goes on after it."""
    anna, bert = (User(number, name, "person") for number, name in ((1, "anna"), (2, "bert")))

    async def command(user: User, kind: str, **fields: Any) -> Any:
        frame = parse_client_frame(encode({"type": kind, **fields}))
        assert isinstance(frame, Command)
        return await services.games.execute(frame, user.id)

    await services.sweeper.sweep()
    answer = await command(anna, "move", game="played", move="a4a5", ply=2)
    assert (answer.version, answer.ply) == (3, 2)
    await command(bert, "move", game="played", move="g6g5", ply=3)
    with pytest.raises(RequestError):
        await command(bert, "move", game="slow", move="g6g5")
    await command(anna, "move", game="slow", move="a4a5")
    await command(anna, "resign", game="played")
    assert (await services.database.read(_column("games", "late", "status"))) == "started"
    services.now.time += 61 * SECOND  # type: ignore[attr-defined]
    await services.sweeper.sweep()
    await services.sweeper.sweep()
    assert (await services.database.read(_column("games", "late", "reason"))) == "timeout"
    row = await services.lobby.accept(anna, "asked")
    assert row is not None
    assert row.days == 3
    assert len((await services.lobby.of_user(anna))["in"]) == 0
    asked = await services.lobby.challenge(anna, "bert", Terms.make(**{**TERMS, "days": 2}))
    assert asked["number"] > 5, "numbers are not given twice"
    waiting = sa.text("SELECT subject FROM outbox WHERE state = 'waiting' ORDER BY id")
    mails = await services.database.read(lambda connection: list(connection.execute(waiting).scalars()))
    assert mails[0] == "Your move"
    assert (len(mails) > 1) is (revision >= CONFIRMED)


def _column(table: str, key: str, column: str) -> Callable[[sa.Connection], Any]:
    statement = sa.text(f"SELECT {column} FROM {table} WHERE id = :key")
    return lambda connection: connection.execute(statement, {"key": key}).scalar_one()


class _Time:
    """A clock that the test controls."""

    def __init__(self) -> None:
        self.time = NOW

    def __call__(self) -> int:
        return self.time


def _migrate_and_play(settings: Settings, revision: str) -> None:
    async def story() -> None:
        services = Services(settings, now=_Time())
        await services.open()
        try:
            for task in services._running:
                task.cancel()
            await _play_on(services, revision)
            if revision >= "0002":
                assert len((await services.tournaments.view("arena", None))["standing"]) == 2
            if revision >= "0006":
                teacher = User(1, "anna", "person")
                assert len((await services.classes.view(teacher, "class"))["pupils"]) == 1
        finally:
            await services.close()

    asyncio.run(story())


@pytest.mark.parametrize("revision", EVERY_SCHEMA)
def test_play_continues_after_a_migration_from_every_schema(data: Path, revision: str) -> None:
    data.mkdir()
    engine = sqlite_engine(data / "server.sqlite")
    with engine.begin() as connection:
        upgrade(connection, revision)
        _fill(connection)
    engine.dispose()
    _migrate_and_play(Settings(data=data, password_memory=64), revision)


@pytest.mark.slow
@needs("postgresql", "redis")
@pytest.mark.parametrize("revision", EVERY_SCHEMA)
def test_play_continues_after_a_migration_on_postgresql(data: Path, cluster: tuple[str, ...], revision: str) -> None:
    url = another_database(cluster[1])

    def work(connection: sa.Connection) -> None:
        upgrade(connection, revision)
        _fill(connection)
        for table in ("users", "numbers", "outbox", "messages"):  # As if the server had inserted the rows.
            column = "number" if table == "numbers" else "id"
            if sa.inspect(connection).has_table(table):
                taken = f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) FROM {table}"
                connection.execute(sa.text(taken))

    async def prepare() -> None:
        database = connect(url, data)
        await database.open()
        await database.write(work)
        await database.close()

    asyncio.run(prepare())
    _migrate_and_play(Settings(data=data, database=url, password_memory=64), revision)


def _migrations() -> list[Path]:
    return sorted((FOLDER / "versions").glob("0*.py"))


@needs("postgresql", "redis")
def test_a_migration_only_expands_unless_it_says_what_it_contracts(data: Path, cluster: tuple[str, ...]) -> None:
    """Servers of the version before keep running during an upgrade: what they use must stay."""
    statements: dict[str, list[str]] = {}
    url = another_database(cluster[1])

    async def story() -> None:
        database = connect(url, data)
        assert isinstance(database, PostgresDatabase)
        await database.open()
        for revision in KNOWN:
            heard = statements[revision] = []

            def note(_connection: Any, _cursor: Any, statement: str, *_: Any, heard: list[str] = heard) -> None:
                heard.append(statement)

            engine = database._engine.sync_engine
            sa.event.listen(engine, "before_cursor_execute", note)
            await database.write(lambda connection, revision=revision: upgrade(connection, revision))  # type: ignore[misc]
            sa.event.remove(engine, "before_cursor_execute", note)
        await database.close()

    asyncio.run(story())
    assert all(statements.values())
    for path in _migrations():
        revision = path.name.partition("_")[0]
        names = {
            target.id: node.value
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        if revision > BEFORE_THE_RULE and "contracts" not in names:
            broken = [each for each in statements[revision] if CONTRACTING.search(each)]
            assert broken == [], f"{path.name}: expand first; contract one release later, and say contracts = …"


@pytest.mark.parametrize(
    ("statement", "breaks"),
    [
        ("ALTER TABLE games DROP COLUMN seed", True),
        ("ALTER TABLE games RENAME seed TO deal", True),
        ("ALTER TABLE games ADD COLUMN x TEXT NOT NULL", True),
        ("ALTER TABLE games ALTER COLUMN seed SET NOT NULL", True),
        ("ALTER TABLE games ADD COLUMN x TEXT", False),
        ("ALTER TABLE games ADD COLUMN x TEXT DEFAULT '' NOT NULL", False),
        ("CREATE TABLE x (y TEXT NOT NULL)", False),
        ("DROP INDEX ix_games_deadline", False),
    ],
)
def test_contracting_migrations_are_recognised(statement: str, breaks: bool) -> None:
    assert bool(CONTRACTING.search(statement)) is breaks


def _jungle(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return jungle("serve", *words, "--data", data)


def test_a_dry_run_lists_the_migrations_and_changes_nothing(data: Path) -> None:
    assert _jungle(data, "migrate", "--dry-run").stdout.splitlines()[-1] == f"{len(KNOWN)} migrations to apply"
    assert not (data / "server.sqlite").exists()
    data.mkdir(exist_ok=True)
    engine = sqlite_engine(data / "server.sqlite")
    with engine.begin() as connection:
        upgrade(connection, "0008")
    engine.dispose()
    dry = _jungle(data, "migrate", "--dry-run").stdout
    assert dry.startswith("0009 When the sweeper looks at games is kept apart from them")
    assert _jungle(data, "migrate", "--dry-run").stdout == dry
    assert _jungle(data, "migrate").stdout == dry.replace("to apply", "applied")
    assert _jungle(data, "migrate").stdout == "the database is up to date\n"
    assert asyncio.run(_planned(data)) == []
    assert _jungle(data, "--dry-run").returncode == 2
    assert "takes no" in _jungle(data, "migrate", "now").stderr


async def _planned(data: Path) -> list[Any]:
    database = connect("", data)
    try:
        return await plan(database)
    finally:
        await database.close()


def test_events_written_before_a_migration_are_still_readable(data: Path) -> None:
    data.mkdir()
    engine = sqlite_engine(data / "server.sqlite")
    with engine.begin() as connection:
        upgrade(connection, KNOWN[0])
        _fill(connection)
        upgrade(connection)
        rows = connection.execute(sa.text("SELECT data FROM events WHERE game_id = 'slow' ORDER BY version")).scalars()
        assert [decode(row)["move"] for row in rows] == ["a3a4", "g7g6"]
    engine.dispose()


@pytest.mark.parametrize("revision", EVERY_SCHEMA[:6])
def test_an_address_that_was_never_confirmed_is_forgotten(data: Path, revision: str) -> None:
    data.mkdir()
    engine = sqlite_engine(data / "server.sqlite")
    with engine.begin() as connection:
        upgrade(connection, revision)
        _fill(connection)
        upgrade(connection)
        addresses = (
            connection.execute(sa.text("SELECT DISTINCT address FROM users WHERE name = 'anna'")).scalars().all()
        )
        assert addresses == ["anna@example.org" if revision >= CONFIRMED else None]
    engine.dispose()
