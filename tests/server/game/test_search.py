"""Searching a player's games: every filter, pages by key, and what a page costs."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle.pieces import Side
from jungle.server.game import search as module
from jungle.server.game.search import RESULTS, WINNERS, Search, continuations, figures
from jungle.server.lobby.friends import new_games
from jungle.server.storage.database import sqlite_engine
from jungle.server.storage.schema import games, rating_changes, users
from tests.needs import needs
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server, another_database, new_database

OPENINGS = ("a3a4 g7g6", "a3a4 a7a6", "c3d3 g7g6 d3d4", "")
PEOPLE = range(1, 6)


def _games(count: int, seed: int = 1) -> list[dict[str, Any]]:
    chance = random.Random(seed)
    empty = {column.name: None for column in games.columns}
    rows = []
    for number in range(1, count + 1):
        blue, red = chance.sample(PEOPLE, 2)
        status = chance.choice(("ended", "ended", "ended", "aborted", "started"))
        rows.append(
            empty
            | {
                "id": f"g{number}",
                "number": number,
                "kind": chance.choice(("jungle", "flip")),
                "rules": chance.choice(("standard", "gamerz")),
                "fen": chance.choice((None, None, "x")),
                "seed": 1,
                "blue_id": blue,
                "red_id": red,
                "speed": chance.choice(("blitz", "correspondence")),
                "rating_kind": "blitz",
                "rated": chance.random() < 0.5,
                "version": 1,
                "ply": 2,
                "turn": "blue",
                "moves": chance.choice(OPENINGS),
                "status": status,
                "result": chance.choice(("1-0", "0-1", "1/2-1/2")) if status == "ended" else None,
                "turn_since": 0,
                "offers": "{}",
                "created": number * 1000,
            }
        )
    return rows


def _fill(connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
    known = set(connection.execute(sa.select(users.c.id)).scalars())
    person = {"kind": "person", "created": 0, "seen": 0}
    people = [{**person, "id": n, "name": f"p{n}", "key": f"p{n}"} for n in PEOPLE if n not in known]
    if people:
        connection.execute(sa.insert(users), people)
    connection.execute(sa.insert(games), rows)
    change = {"kind": "blitz", "rating": 1500.0, "deviation": 50.0, "at": 0}
    changes = [
        {**change, "game_id": row["id"], "user_id": row[own], "before": 1000.0 + row["number"]}
        for row in rows
        for own in ("blue_id", "red_id")
        if row["rated"]
    ]
    connection.execute(sa.insert(rating_changes), changes)


def _filled(folder: Path, rows: list[dict[str, Any]]) -> sa.Engine:
    path = folder / "server.sqlite"
    path.write_bytes(new_database().read_bytes())
    engine = sqlite_engine(path)
    with engine.begin() as connection:
        _fill(connection, rows)
    return engine


def _expected(rows: list[dict[str, Any]], search: Search) -> list[str]:
    found = []
    for row in reversed(rows):
        for side, own, other in ((Side.BLUE, "blue_id", "red_id"), (Side.RED, "red_id", "blue_id")):
            low, high = search.rating_low, search.rating_high
            fits = (
                row[own] == search.user_id,
                search.colour in (None, own.removesuffix("_id")),
                search.opponent_id in (None, row[other]),
                search.result is None or row["result"] == RESULTS[search.result][side],
                search.game in (None, row["kind"]),
                search.rules in (None, row["rules"]),
                search.speed in (None, row["speed"]),
                search.rated in (None, row["rated"]),
                search.opening is None or (row["fen"] is None and f"{row['moves']} ".startswith(f"{search.opening} ")),
                search.since is None or row["created"] >= search.since,
                search.until is None or row["created"] < search.until,
                (low is None and high is None)
                or (row["rated"] and (low or 0) <= 1000 + row["number"] <= (high or 10_000)),
            )
            if all(fits):
                found.append(row["id"])
    return found


FILTERS: list[dict[str, Any]] = [
    {},
    {"opponent_id": 2},
    {"colour": "red"},
    {"result": "win"},
    {"result": "draw", "colour": "blue"},
    {"result": "loss", "speed": "blitz"},
    {"game": "flip"},
    {"rules": "gamerz", "rated": True},
    {"rated": False},
    {"opening": "a3a4"},
    {"opening": "a3a4 g7g6"},
    {"opening": "a3"},
    {"since": 100_000, "until": 200_000},
    {"rating_low": 1200},
    {"rating_low": 1100, "rating_high": 1150},
    {"opponent_id": 3, "result": "win", "opening": "c3d3"},
]


@pytest.mark.parametrize("scanned", [7, 5000])
def test_pages_hold_exactly_the_games_that_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scanned: int) -> None:
    monkeypatch.setattr(module, "SCAN_LIMIT", scanned)
    rows = _games(900)
    engine = _filled(tmp_path, rows)
    with engine.connect() as connection:
        for wanted in FILTERS:
            search = Search(user_id=1, **wanted)
            found: list[str] = []
            before: int | None = 2**53
            while before is not None:
                page, following = search.page(connection, before, 5)
                assert following is None or following < before
                assert len(page) <= 5
                found += page
                before = following
            assert found == _expected(rows, search), wanted
            assert found or "a3" in wanted.values(), wanted
    engine.dispose()


@pytest.mark.parametrize("wanted", [{}, {"colour": "red"}, {"opening": "a3a4"}, {"opening": "a3a4", "result": "win"}])
def test_the_explorer_counts_what_a_player_went_on_with(tmp_path: Path, wanted: dict[str, Any]) -> None:
    rows = _games(600)
    engine, search = _filled(tmp_path, rows), Search(user_id=1, game="jungle", **wanted)
    expected: dict[str, dict[str, int]] = {}
    fitting = set(_expected(rows, search))
    for row in rows:
        moves = row["moves"].split()[len(wanted.get("opening", "").split()) :]
        if row["id"] in fitting and row["status"] == "ended" and row["fen"] is None and moves:
            expected.setdefault(moves[0], dict.fromkeys(WINNERS.values(), 0))[WINNERS[row["result"]]] += 1
    with engine.connect() as connection:
        found = continuations(connection, search)
    engine.dispose()
    assert expected
    assert {each["move"]: {name: each[name] for name in WINNERS.values()} for each in found["moves"]} == expected
    assert found["games"] == sum(each["games"] for each in found["moves"])
    assert [each["games"] for each in found["moves"]] == sorted(
        (each["games"] for each in found["moves"]), reverse=True
    )


BUSY, OTHER = 1, 2
"""A player with 100,000 games, all against one other."""


def _looks() -> Iterator[Callable[[sa.Connection], object]]:
    """What the pages of a player ask for."""
    for wanted in (*FILTERS, {"result": "win", "opening": "never"}):
        search = Search(user_id=BUSY, **wanted)
        for before in (2**53, 90_000, 50_000, 10_000):
            yield partial(search.page, before=before, limit=50)
        yield partial(continuations, search=search)
    yield partial(figures, user_id=BUSY)
    for since in (0, 2**50):
        yield partial(new_games, user_id=BUSY, since=since)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=[needs("postgresql"), needs("redis")])])
def test_searches_in_a_hundred_thousand_games_of_one_player_take_milliseconds(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """Processor time, because other processes share the machine: ours, and that of PostgreSQL's process."""
    rows = _games(100_000)
    for row in rows:
        row["ended"] = row["created"]
        row["blue_id" if row["number"] % 2 else "red_id"] = BUSY
        row["red_id" if row["number"] % 2 else "blue_id"] = OTHER
    costs: list[float] = []

    def measure(look: Callable[[sa.Connection], object], connection: sa.Connection) -> None:
        times = []
        scheduled = None
        if kind == "postgresql":
            backend = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
            scheduled = Path(f"/proc/{backend}/schedstat")

        def clock() -> float:
            there = int(scheduled.read_text().split()[0]) / 1e9 if scheduled else 0.0
            return time.process_time() + there

        for _ in range(3):
            started = clock()
            look(connection)
            times.append(clock() - started)
        costs.append(min(times))

    async def story(house: House) -> None:
        database = house.services.database
        for begins in range(0, len(rows), 5000):
            await database.write(partial(_fill, rows=rows[begins : begins + 5000]))
        await database.write(lambda connection: connection.execute(sa.text("ANALYZE")))
        for look in _looks():
            await database.read(partial(measure, look))

    options = {} if kind == "sqlite" else {"database": another_database(request.getfixturevalue("cluster")[1])}
    in_house(tmp_path / "data", story, **options)
    costs.sort()
    p99, median = costs[int(len(costs) * 0.99)], costs[len(costs) // 2]
    print(f"{kind}: p99 {p99 * 1000:.1f} ms, median {median * 1000:.1f} ms, {len(costs)} questions")
    assert p99 < 0.05, p99


def test_search_by_the_api(server: Server) -> None:
    blue, red = sign_up(server, "searcher"), sign_up(server, "searched")
    first, second = blue.challenge(red, days=3), red.challenge(blue, days=3)
    for client, other, game in ((blue, red, first), (red, blue, second)):
        client.open_game(other, game)
        red.post(f"/api/board/game/{game}/resign")
    nobody = Client(server)
    found = nobody.get("/api/user/searcher/games?colour=blue&result=win&opponent=searched")
    assert ([game["id"] for game in found["games"]], found["next"]) == ([first], None)
    assert nobody.get("/api/user/searcher/games?limit=1")["games"][0]["id"] == second
    following = nobody.get("/api/user/searcher/games?limit=1")["next"]
    assert nobody.get(f"/api/user/searcher/games?limit=1&before={following}")["games"][0]["id"] == first
    assert nobody.get("/api/user/searcher/games?opening=c3d3") == {"games": [], "next": None}
    text = nobody.request("GET", "/api/games/user/searcher?colour=red").text
    assert (text.count('[Result "'), "searched" in text) == (1, True)
    for wrong in ("result=lost", "colour=green", "opening=%25", "limit=0", "before=x"):
        assert nobody.request("GET", f"/api/user/searcher/games?{wrong}").status == 422, wrong
    assert nobody.refused("/api/user/nobody-there/games", method="GET") == (404, "no_user")
    shown = nobody.get("/api/user/searcher/figures")
    assert shown["results"]["correspondence"] == {"blue": [1, 0, 0], "red": [1, 0, 0]}
    assert {"colour": "blue", "moves": "a3a4 g7g6", "results": [1, 0, 0]} in shown["openings"]
    following = nobody.get("/api/user/searcher/explorer?colour=blue&opening=a3a4")
    assert following == {"games": 1, "moves": [{"move": "g7g6", "games": 1, "blue": 1, "red": 0, "draws": 0}]}
    assert nobody.refused("/api/user/nobody-there/explorer", method="GET") == (404, "no_user")
