"""Work on the event loop does not grow with the database: all its queries use an index."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle import Game
from jungle.server.api.accounts import _account
from jungle.server.api.bots import _present
from jungle.server.api.games import events_after, playing_now
from jungle.server.game.rows import GAME_WITH_PLAYERS, read_games
from jungle.server.game.search import Search, continuations, figures
from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import User
from jungle.server.identity.sessions import digest_of, find_session
from jungle.server.lobby.tournament_rows import Schedule
from jungle.server.ops.sweeper import GUEST_LIFE
from jungle.server.realtime.hub import Mailbox
from jungle.server.school.progress import Item
from jungle.server.storage.schema import (
    answers,
    assignments,
    blocks,
    challenges,
    children,
    classes,
    events,
    follows,
    games,
    messages,
    outbox,
    plans,
    play_times,
    progress,
    pupils,
    pushes,
    rating_changes,
    sessions,
    subscriptions,
    users,
)
from jungle.server.times import DAY
from tests.server.harness.house import START, TERMS, House, in_house
from tests.server.harness.processes import another_database

GAMES, PEOPLE, GUESTS = 100_000, 5_000, 500
SMALL = {"server_state", "tournaments", "alembic_version", "sqlite_master"}
"""Tables that stay small, so that full scans are fine."""
LARGE = {"users", "games", "events", "sessions", "challenges", "messages", "blocks", "outbox", "children", "classes"}
LARGE |= {"pupils", "answers", "assignments", "progress", "play_times", "subscriptions", "pushes"}
LARGE |= {"follows", "plans", "rating_changes"}
"""Tables that `_fill` fills. PostgreSQL rightly scans the other, tiny ones in full."""
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""Some browser's public key."""
UNINDEXED = ("SELECT * FROM games WHERE reason = 'x'", "DELETE FROM users WHERE seen < 1")


def _fill(connection: sa.Connection) -> None:
    """Many users, inactive guests, and the games, sessions, challenges and messages of a busy year."""

    def insert(table: sa.Table, rows: list[dict[str, Any]]) -> None:
        connection.execute(sa.insert(table), rows)

    old = START - GUEST_LIFE - DAY
    person = {"kind": "person", "created": old, "seen": old}
    insert(users, [{**person, "id": n, "name": f"p{n}", "key": f"p{n}"} for n in range(100, 100 + PEOPLE)])
    guests = range(100_000, 100_000 + GUESTS)
    insert(users, [{**person, "kind": "guest", "id": n, "name": f"g{n}", "key": f"g{n}"} for n in guests])
    game = {column.name: None for column in games.columns} | {
        "kind": "jungle",
        "rules": "standard",
        "seed": 1,
        "speed": "blitz",
        "rating_kind": "blitz",
        "rated": True,
        "version": 3,
        "ply": 2,
        "turn": "blue",
        "moves": "a3a4 g7g6",
        "status": "ended",
        "result": "1-0",
        "reason": "resignation",
        "turn_since": old,
        "offers": "{}",
        "created": old,
        "ended": old,
    }
    numbers = range(1, GAMES + 1)
    played = [(f"old{n}", n, 100 + n % PEOPLE, 100 + (n * 7 + 1) % PEOPLE) for n in numbers]
    insert(games, [{**game, "id": i, "number": n + 10**6, "blue_id": b, "red_id": r} for i, n, b, r in played])
    insert(events, [{"game_id": i, "version": 1, "ply": 0, "client": "x", "data": "{}"} for i, *_ in played])
    insert(
        sessions,
        [{"digest": str(n), "user_id": 100 + n % PEOPLE, "agent": "", "created": old, "expires": START + DAY}
         for n in range(2 * PEOPLE)],
    )  # fmt: skip
    challenge = {
        "kind": "direct",
        "confirmed": True,
        "terms": "{}",
        "status": "accepted",
        "created": old,
        "expires": old,
    }
    people = range(PEOPLE)
    insert(
        challenges,
        [{**challenge, "id": f"c{n}", "number": n + 10**6, "from_id": 100 + n, "to_id": 100 + (n + 1) % PEOPLE}
         for n in people],
    )  # fmt: skip
    insert(messages, [{"from_id": 100 + n, "to_id": 100 + (n + 1) % PEOPLE, "text": "hi", "at": old} for n in people])
    insert(blocks, [{"user_id": 100 + n, "blocked_id": 100 + (n + 1) % PEOPLE} for n in people])
    mail = {"address": "a@example.org", "subject": "", "body": "", "state": "sent", "tries": 1, "created": START}
    insert(outbox, [{**mail, "key": str(n), "next_try": START} for n in people])
    device = {"p256dh": "", "auth": "", "language": "en", "created": START}
    insert(subscriptions, [{**device, "session": str(n), "user_id": 100 + n, "endpoint": str(n)} for n in people])
    told = {"kind": "turn", "ref": "", "data": "{}", "state": "sent", "tries": 1, "created": START, "expires": START}
    insert(pushes, [{**told, "key": str(n), "session": str(n), "next_try": START} for n in people])
    followed = {"created": old, "looked": old}
    insert(follows, [{**followed, "user_id": 100 + n, "followed_id": 100 + (n + 1) % PEOPLE} for n in people])
    insert(plans, [{"game_id": f"old{n + 1}", "user_id": 100 + n, "ply": 2, "lines": "a3a4 g7g6"} for n in people])
    change = {"kind": "blitz", "before": 1500.0, "rating": 1500.0, "deviation": 50.0, "at": old}
    insert(rating_changes, [{**change, "game_id": f"old{n + 1}", "user_id": 100 + n} for n in people])
    numbers = range(PEOPLE)
    insert(
        classes,
        [{"id": f"k{n}", "name": "a class", "teacher_id": 100 + n, "code": f"C{n}", "created": old} for n in numbers],
    )
    taught = {"guardian_id": 100, "contacts": "class"}
    insert(children, [{**taught, "user_id": 100 + n, "class_id": f"k{n}", "card": f"d{n}"} for n in numbers])
    insert(pupils, [{"class_id": f"k{n}", "user_id": 100 + n, "joined": old} for n in numbers])
    answered = {"board_version": 1, "move": "a3a4", "at": old}
    insert(answers, [{**answered, "class_id": f"k{n}", "user_id": 100 + n} for n in numbers])
    task = {"title": "homework", "kind": "games", "task": '{"count":1}', "created": old}
    insert(assignments, [{**task, "id": f"a{n}", "class_id": f"k{n}"} for n in numbers])
    done = {"kind": "lesson", "key": "jungle.den", "stars": 1, "tries": 1, "ms": 1, "at": old}
    insert(progress, [{**done, "user_id": 100 + n} for n in numbers])
    insert(play_times, [{"user_id": 100 + n, "day": "2026-11-18", "seconds": 1, "until": old} for n in numbers])


async def _teach(house: House) -> None:
    """A lesson."""
    services, anna = house.services, house.people["anna"]
    room = await services.classes.create(anna, "Year 2")
    code = await services.classes.code(anna, room)
    found = await services.members.find_code(code)
    joined = [(await services.members.join(found.id, ""))[0] for _ in range(3)]
    for pupil in joined:
        await services.hub.subscribe(f"user:{pupil.id}", Mailbox())
        await services.members.came(pupil.id)
    await services.classes.listing(joined[0])
    await services.classes.topics(joined[0], room)
    await services.classes.view(anna, room)
    await services.classes.view(joined[0], room)
    terms = Terms.make(**TERMS)
    started = await services.rounds.round(anna, room, terms, by="strength", bot=None)
    assert len(started["games"]) == 1
    await services.pauses.pause(anna, room, True)
    await services.pauses.pause(anna, room, False)
    await services.pauses.restore()
    await services.rounds.simul(anna, room, terms, None)
    board = {"game": "jungle", "rules": "standard", "fen": Game().fen(), "moves": [], "ply": 0}
    board |= {"arrows": [], "circles": [], "ask": True, "solution": None}
    version = await services.boards.show_board(anna, room, board)
    await services.boards.answer(joined[0], room, version, "a3a4")
    await services.assignments.create(anna, room, "homework", "games", {"count": 1}, None)
    await services.assignments.create(anna, room, "homework", "lessons", {"lessons": ["jungle.den"]}, None)
    await services.progress.merge(joined[0], [Item("lesson", "jungle.den"), Item("puzzle", "own-abcdefgh-1")])
    await services.assignments.listing(anna, room)
    await services.assignments.table(anna, room)
    options: Any = {"minutes": 10, "wait": 0, "bots": False}
    clocked = Terms.make(**{**TERMS, "clock": (60, 0)})
    await services.rounds.tournament(anna, room, "", clocked, **options)
    await services.tournaments.advance()
    schedule = Schedule(rounds=2, interval=0)
    made = await services.rounds.tournament(anna, room, "", clocked, **options, kind="swiss", schedule=schedule)
    await services.tournaments.advance()
    organised = services.tournaments.rounds
    await organised.set_result(anna, made["id"], 1, 1, "1-0")
    await organised.keep_apart(anna, made["id"], joined[0].name, joined[1].name, apart=True)
    await services.tournaments.view(made["id"], anna)
    await organised.table(anna, made["id"])
    await services.members.set_label(anna, room, joined[0].name, "A.")
    await services.members.cards(anna, room, None)
    await services.children.account(joined[0])
    await services.members.went(joined[0].id)
    await services.removal.remove_pupils(anna, room, [joined[0].name])
    await services.removal.remove_class(anna, room)


SEARCHES: tuple[dict[str, Any], ...] = (
    {},
    {"opponent_id": 101},
    {"result": "win", "colour": "red"},
    {"game": "jungle", "rules": "standard", "speed": "blitz", "rated": True},
    {"opening": "a3a4"},
    {"since": 1, "until": 2**50},
    {"rating_low": 1000, "rating_high": 2000},
)


async def _look_for_games(house: House) -> None:
    """Searches, figures, explorers and friends. The server asks for them outside the event loop."""
    services, anna = house.services, house.people["anna"]
    await services.friends.follow(anna, "p100")

    def look(connection: sa.Connection) -> None:
        for wanted in SEARCHES:
            search = Search(user_id=100, **wanted)
            ids, _ = search.page(connection, 2**53, 50)
            read_games(connection, GAME_WITH_PLAYERS.where(games.c.id.in_(ids)))
            continuations(connection, search)
        figures(connection, 100)
        services.friends._listing(connection, anna)

    await services.database.read(look)
    await services.friends.mark_seen(anna)
    await services.friends.unfollow(anna, "p100")


async def _plan_moves(house: House) -> None:
    """Conditional moves that are played, and others that are dropped."""
    game = await house.game(days=3)
    await house.move(game, "anna", "a3a4")
    await house.command(game, "anna", "plan", lines=[["g7g6", "a4a5"]])
    await house.move(game, "bert", "g7g6")
    await house.command(game, "anna", "plan", lines=[["g6g5", "a5a6"]])
    await house.move(game, "bert", "a7a6")
    await house.command(game, "anna", "resign")


async def _live_through_a_day(house: House) -> None:
    """What players do, and the server's scheduled work."""
    services, (anna, bert) = house.services, house.people.values()
    secret = await services.accounts.new_session(anna, "")
    assert await find_session(services.database, secret, house.time)
    await services.is_signed_in(User(anna.id, "anna", "person", session="x"))
    await _account(anna, services)
    game = await house.game(clock=(60, 0), rated=True)
    await house.opening(game)
    await services.games.presence(game, bert.id, False)
    await services.games.presence(game, bert.id, True)
    await house.command(game, "anna", "chat", text="good luck")
    await house.move(game, "anna", "a4a5", ply=2, id="a")
    await house.move(game, "anna", "a4a5", ply=2, id="a")
    await events_after(services, game, 0, anna)
    await playing_now(anna, services)
    await _present(services, anna)
    await services.messages.turns(anna)
    await services.messages.unread(anna)
    await services.messages.send(anna, "bert", "hello")
    await services.messages.thread(bert, "anna")
    await services.lobby.of_user(anna)
    await house.command(game, "anna", "resign")
    await house.command(game, "anna", "rematch")
    secret = await services.accounts.new_session(bert, "a browser")
    device = User(bert.id, bert.name, bert.kind, session=digest_of(secret))
    await services.subscriptions.subscribe(device, "https://127.0.0.1:9/", P256DH, "A" * 22)
    await services.messages.send(anna, "bert", "hello")
    terms = Terms.make(**{**TERMS, "clock": (60, 0)})
    await services.lobby.seek(anna, terms, None, None)
    await services.lobby.seeks()
    _, row = await services.lobby.seek(bert, Terms.make(**{**TERMS, "clock": (60, 0), "colour": "red"}), None, None)
    assert row is not None
    await house.command(row.id, "anna", "abort")
    await services.games.resign_all(bert.id)
    options: Any = {"minutes": 10, "starts": None, "wait": 0, "bots": False}
    made = (await services.tournaments.create(anna, "arena", terms, **options))["id"]
    for user in (anna, bert):
        await services.tournaments.join(user, made)
    await services.tournaments.advance()
    await _teach(house)
    await services.explorer.count_some()
    await _look_for_games(house)
    await _plan_moves(house)
    await services.outbox.send_waiting()
    await services.pushes.announce_tournaments()
    await services.pushes.send_waiting()
    await services.sweeper.sweep()
    await services.sweeper.remind()
    await services.peers.beat()
    await services.sweeper.keep_house()
    await services.accounts.close(bert.id)


def test_no_query_on_the_event_loop_reads_a_whole_table(data: Path) -> None:
    async def story(house: House) -> None:
        database: Any = house.services.database
        await database.write(_fill)
        for raw in (database._raw, database._reader.connection.driver_connection):
            raw.set_trace_callback(asked.append)
        await _live_through_a_day(house)
        for raw in (database._raw, database._reader.connection.driver_connection):
            raw.set_trace_callback(None)
        left = await database.read(lambda connection: connection.execute(_GUESTS).scalar())
        assert left < GUESTS, "guests who have gone are deleted"
        with sqlite3.connect(data / "server.sqlite") as connection:
            for statement in dict.fromkeys(asked):
                whole.extend(_read_whole(connection, statement))
        connection.close()

    asked: list[str] = []
    whole: list[str] = []
    in_house(data, story, smtp_out="127.0.0.1:9", push_to_private=True)
    assert len(asked) > 100
    assert not whole, "\n\n".join(whole)


def test_no_postgresql_query_reads_a_whole_table(data: Path, cluster: tuple[str, ...]) -> None:
    async def story(house: House) -> None:
        engine = house.services.database._engine  # type: ignore[attr-defined]
        await house.services.database.write(_fill)
        await house.services.database.write(_analyze)
        sa.event.listen(engine.sync_engine, "before_cursor_execute", note)
        await _live_through_a_day(house)
        sa.event.remove(engine.sync_engine, "before_cursor_execute", note)
        whole.extend(await house.services.database.read(lambda connection: _walked(connection, asked)))
        unindexed = dict.fromkeys(UNINDEXED, ())
        assert len(await house.services.database.read(lambda connection: _walked(connection, unindexed))) == len(
            UNINDEXED
        )

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, is_many: bool) -> None:
        if re.match(r"(SELECT|UPDATE|DELETE)\b", statement):
            asked.setdefault(statement, values[0] if is_many else values)

    asked: dict[str, Any] = {}
    whole: list[str] = []
    in_house(data, story, database=another_database(cluster[1]), smtp_out="127.0.0.1:9", push_to_private=True)
    assert len(asked) > 50
    assert not whole, "\n\n".join(whole)


def _analyze(connection: sa.Connection) -> None:
    """Update PostgreSQL's statistics, as its housekeeping does; otherwise it would plan by guesses."""
    connection.execute(sa.text("ANALYZE"))


def _walked(connection: sa.Connection, asked: dict[str, Any]) -> list[str]:
    """The large tables that PostgreSQL would scan in full, and for which statement.

    Hash and merge joins are off: PostgreSQL may prefer to hash a table rather than look up hundreds of rows, but what
    matters is that an index could be used.
    """
    for way in ("hashjoin", "mergejoin"):
        connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")
    walked = []
    for statement, values in asked.items():
        (plan,) = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).scalar_one()
        walked += [f"{table}: {statement}" for table in _tables_read(plan["Plan"]) if table in LARGE]
    return walked


def _tables_read(node: dict[str, Any]) -> Iterator[str]:
    """The tables that part of a plan reads without an index."""
    if node["Node Type"] == "Seq Scan":
        yield node["Relation Name"]
    for part in node.get("Plans", ()):
        yield from _tables_read(part)


_GUESTS = sa.select(sa.func.count()).where(users.c.kind == "guest")


def _read_whole(connection: sqlite3.Connection, statement: str) -> list[str]:
    """The tables that a statement would read from beginning to end."""
    if not re.match(r"(SELECT|UPDATE|DELETE)\b", statement):
        return []
    plan = [str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]
    # What a subquery has found is not a table.
    tables = [line for line in plan if re.match(r"SCAN (?!CONSTANT|anon_|\(subquery)", line)]
    scanned = [line for line in tables if line.split()[1] not in SMALL]
    return [f"{line}: {statement}" for line in scanned if "entrants" not in line]


@pytest.mark.parametrize("statement", UNINDEXED)
def test_a_query_without_an_index_is_noticed(data: Path, statement: str) -> None:
    async def story(house: House) -> None:
        with sqlite3.connect(data / "server.sqlite") as connection:
            assert _read_whole(connection, statement)
        connection.close()

    in_house(data, story)
