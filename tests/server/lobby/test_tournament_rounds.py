"""Tournaments with rounds: pairing on time, results, the organiser's changes, and what is shown."""

import asyncio
import csv
import io
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle.server.errors import RequestError
from jungle.server.game.clocks import LONG_FIRST_MOVE
from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import User
from jungle.server.lobby.tournament_rounds import TRIES
from jungle.server.lobby.tournament_rows import Schedule
from jungle.server.realtime.client_frames import Resign
from jungle.server.storage.schema import entrants, games, ratings
from jungle.server.times import DAY, SECOND
from tests.server.harness.clients import Client, Somebody, sign_in
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server

BLITZ = {"clock": {"limit": 180, "increment": 0}}


def terms(**values: Any) -> Terms:
    return Terms.make(
        **{
            "game": None,
            "rules": None,
            "clock": (60, 0),
            "days": None,
            "colour": None,
            "fen": None,
            "rated": False,
            **values,
        }
    )


class Hall:
    """A tournament in a server whose clock the test sets, with its players."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tournaments = house.services.tournaments
        self.rounds = house.services.tournaments.rounds
        self.users: list[User] = []
        self.id = ""

    @classmethod
    async def open(cls, house: House, count: int, kind: str, *, game: Terms | None = None, **schedule: Any) -> "Hall":
        """A tournament of players named p1, p2 …, the strongest first, organised by anna, that is about to start."""
        hall = cls(house)
        for number in range(1, count + 1):
            hall.users.append(await house.services.accounts.sign_up(f"p{number}", "password"))
        rated = [
            {
                "user_id": user.id,
                "kind": "bullet",
                "rating": 2000.0 - number,
                "deviation": 50.0,
                "volatility": 0.06,
                "games": 9,
                "updated": house.time,
            }
            for number, user in enumerate(hall.users)
        ]
        await house.services.database.execute(sa.insert(ratings).values(rated))
        made = await hall.tournaments.create(
            hall.organiser,
            "a tournament",
            game or terms(),
            minutes=1,
            starts=None,
            wait=60,
            bots=False,
            kind=kind,
            schedule=Schedule(**schedule),
        )
        hall.id = made["id"]
        for user in hall.users:
            await hall.tournaments.join(user, hall.id)
        return hall

    @property
    def organiser(self) -> User:
        return self.house.people["anna"]

    async def view(self, viewer: User | None = None) -> Any:
        return await self.tournaments.view(self.id, viewer)

    async def begin(self) -> Any:
        self.house.time += 60 * SECOND
        await self.tournaments.advance()
        return await self.view()

    async def boards(self) -> list[Any]:
        view = await self.view()
        return [board for board in view["boards"] if board["round"] == view["round"]]

    async def resign(self, board: Any, loser: str) -> None:
        user = next(user for user in self.users if user.name == loser)
        for name, move in ((board["blue"], "a3a4"), (board["red"], "g7g6")):
            self.house.people[name] = next(user for user in self.users if user.name == name)
            await self.house.move(board["game"], name, move)
        await self.house.services.games.execute(Resign(game=board["game"]), user.id)

    async def play_round(self) -> None:
        """The stronger players win all games of the round."""
        for board in await self.boards():
            if board["points"] is None:
                await self.resign(board, max(board["blue"], board["red"], key=lambda name: int(name[1:])))

    async def pairs(self) -> set[frozenset[str]]:
        return {frozenset((board["blue"], board["red"])) for board in await self.boards()}


def run(data: Path, story: Any) -> None:
    in_house(data, story)


def test_a_swiss_tournament_from_start_to_podium(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 5, "swiss", rounds=3, interval=10)
        assert (await hall.view())["status"] == "created"
        view = await hall.begin()
        assert (view["status"], view["round"], view["rounds"]) == ("started", 1, 3)
        assert await hall.pairs() == {frozenset(("p1", "p3")), frozenset(("p2", "p4")), frozenset(("p5", None))}
        assert len(view["games"]) == 2
        await hall.play_round()
        await hall.tournaments.advance()
        assert (await hall.view())["round"] == 1, "ten seconds between rounds"
        house.time += 10 * SECOND
        await hall.tournaments.advance()
        assert (await hall.view())["round"] == 2
        await hall.play_round()
        house.time += 10 * SECOND
        await hall.tournaments.advance()
        await hall.play_round()
        await hall.tournaments.advance()
        view = await hall.view()
        assert view["status"] == "finished"
        assert next(line["name"] for line in view["podium"]) == "p1"
        assert next(line["points"] for line in view["standing"]) == 3
        assert len({frozenset((board["blue"], board["red"])) for board in view["boards"]}) == len(view["boards"])
        table = list(csv.reader(io.StringIO(await hall.rounds.table(None, hall.id))))
        assert table[0][:4] == ["place", "name", "rating", "1"]
        assert table[1][1] == "p1"
        assert table[1][3] in ("4w1", "3w1", "4b1", "3b1", "2w1", "5w1")
        assert len(table) == 6

    run(data, story)


def test_the_organiser_starts_each_round(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 4, "swiss", rounds=2)
        with pytest.raises(RequestError, match="organiser"):
            await hall.rounds.start_round(hall.users[0], hall.id)
        await hall.rounds.start_round(hall.organiser, hall.id)
        assert (await hall.view())["round"] == 1
        with pytest.raises(RequestError, match="not over"):
            await hall.rounds.start_round(hall.organiser, hall.id)
        await hall.play_round()
        house.time += DAY
        await hall.tournaments.advance()
        assert (await hall.view())["round"] == 1
        await hall.rounds.start_round(hall.organiser, hall.id)
        assert (await hall.view())["round"] == 2
        assert [entry["what"] for entry in (await hall.view())["log"]] == ["round", "round"]

    run(data, story)


def test_late_entry_withdrawal_and_absence(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 6, "swiss", rounds=3, interval=0)
        late = hall.users.pop()
        await hall.tournaments.withdraw(late, hall.id)
        await hall.begin()
        boards = await hall.boards()
        absent, *others = [board for board in boards if not board["isBye"]]
        for board in others:
            await hall.resign(board, board["red"])
        house.time += 60 * SECOND  # Blue never makes a first move.
        await house.services.sweeper.sweep()
        view = await hall.view()
        (lost,) = [board for board in view["boards"] if board["isForfeit"]]
        assert (lost["game"], lost["points"]) == (absent["game"], [0, 1])
        assert [line["isAway"] for line in view["standing"] if line["name"] == absent["blue"]] == [True]
        await hall.tournaments.join(late, hall.id)
        await hall.tournaments.advance()
        names = {board[seat] for board in await hall.boards() for seat in ("blue", "red")}
        assert "p6" in names
        assert absent["blue"] not in names

    run(data, story)


def test_an_organiser_changes_results_and_pairings(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 4, "swiss", rounds=2, interval=0)
        await hall.begin()
        first, second = await hall.boards()
        assert {first["blue"], first["red"]} == {"p1", "p3"}
        await hall.rounds.set_pairing(hall.organiser, hall.id, 1, 1, "p1", "p2")
        assert await hall.pairs() == {frozenset(("p1", "p2")), frozenset(("p3", "p4"))}
        row = await house.row(first["game"])
        assert row["status"] == "aborted"
        new = await hall.boards()
        assert not {board["game"] for board in new} & {first["game"], second["game"]}
        await hall.rounds.set_result(hall.organiser, hall.id, 1, 1, "0-1")
        assert (await house.row(new[0]["game"]))["status"] == "aborted"
        await hall.resign(new[1], new[1]["blue"])
        await hall.tournaments.advance()
        assert (await hall.view())["round"] == 2
        standing = {line["name"]: line["points"] for line in (await hall.view())["standing"]}
        assert standing["p2"] == 1
        await hall.rounds.set_result(hall.organiser, hall.id, 1, 1, "1/2-1/2")
        standing = {line["name"]: line["points"] for line in (await hall.view())["standing"]}
        assert (standing["p1"], standing["p2"]) == (0.5, 0.5)
        log = (await hall.view())["log"]
        assert [(entry["what"], entry.get("before")) for entry in log] == [
            ("result", [0, 2]),
            ("result", None),
            ("pairing", None),
        ]
        for wrong in ((3, 1, "p1", "p2"), (2, 9, "p1", "p2"), (2, 1, "p1", "p1"), (2, 1, "p1", "nobody")):
            with pytest.raises(RequestError):
                await hall.rounds.set_pairing(hall.organiser, hall.id, *wrong)

    run(data, story)


def test_players_kept_apart_do_not_meet(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 4, "swiss", rounds=3, interval=0)
        await hall.rounds.keep_apart(hall.organiser, hall.id, "p1", "p3", apart=True)
        await hall.begin()
        assert frozenset(("p1", "p3")) not in await hall.pairs()
        assert (await hall.view(hall.organiser))["apart"] == [["p1", "p3"]]
        assert "apart" not in await hall.view(hall.users[0])
        await hall.rounds.keep_apart(hall.organiser, hall.id, "p3", "p1", apart=False)
        assert (await hall.view(hall.organiser))["apart"] == []

    run(data, story)


def test_a_round_robin(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 5, "round-robin", interval=0)
        await hall.begin()
        with pytest.raises(RequestError, match="has started"):
            await hall.tournaments.join(house.people["bert"], hall.id)
        await hall.tournaments.withdraw(hall.users[0], hall.id)
        for _ in range(5):
            await hall.play_round()
            await hall.tournaments.advance()
        view = await hall.view()
        assert (view["status"], view["rounds"]) == ("finished", 5)
        met = [frozenset((board["blue"], board["red"])) for board in view["boards"] if not board["isBye"]]
        assert len(met) == len(set(met)) == 10
        assert sum(board["isForfeit"] for board in view["boards"]) >= 3
        assert [line["name"] for line in view["podium"]] == ["p2", "p3", "p4"]

    run(data, story)


def test_a_knockout_is_played_again_after_a_draw(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 3, "knockout", interval=0)
        await hall.begin()
        (board,) = [board for board in await hall.boards() if not board["isBye"]]
        seen = []
        for _ in range(TRIES):
            (board,) = [board for board in await hall.boards() if not board["isBye"]]
            seen.append((board["blue"], board["game"]))
            for name in (board["blue"], board["red"]):
                house.people[name] = next(user for user in hall.users if user.name == name)
            for name, move in ((board["blue"], "a3a4"), (board["red"], "g7g6")):
                await house.move(board["game"], name, move)
            await house.command(board["game"], board["blue"], "offer", kind="draw")
            await house.command(board["game"], board["red"], "accept", kind="draw")
            await hall.tournaments.advance()
        assert [name for name, _ in seen] == [seen[0][0], seen[1][0], seen[0][0]]
        assert len({game for _, game in seen}) == TRIES
        assert await hall.pairs() == {frozenset(("p1", "p2"))}, "after three draws the better seed goes on"
        await hall.play_round()
        await hall.tournaments.advance()
        view = await hall.view()
        assert view["status"] == "finished"
        assert [line["name"] for line in view["standing"]] == ["p1", "p2", "p3"]

    run(data, story)


def test_a_tournament_repeats(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 2, "knockout", interval=0, repeat="weekly")
        await hall.begin()
        listed = await hall.tournaments.listing()
        (follower,) = listed["created"]
        assert follower["starts"] == (await hall.view())["starts"] + 7 * DAY
        assert (follower["repeat"], follower["players"]) == ("weekly", 0)
        house.time += 7 * DAY
        await hall.tournaments.advance()  # Nobody has entered: it is over, and the series goes on.
        listed = await hall.tournaments.listing()
        assert [each["starts"] for each in listed["created"]] == [follower["starts"] + 7 * DAY]

    run(data, story)


def test_a_tournament_from_a_position(data: Path) -> None:
    fen = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b"

    async def story(house: House) -> None:
        hall = await Hall.open(house, 2, "knockout", game=terms(fen=fen), interval=0)
        await hall.begin()
        (board,) = await hall.boards()
        assert (await house.row(board["game"]))["fen"] == fen

    run(data, story)


def test_the_face_down_game_has_rounds(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await Hall.open(house, 4, "swiss", game=terms(game="flip"), rounds=1, interval=0)
        await hall.begin()
        for board in await hall.boards():
            await hall.rounds.set_result(hall.organiser, hall.id, 1, board["number"], "1-0")
        assert (await hall.view())["status"] == "finished"

    run(data, story)


def test_a_crash_between_pairing_and_games_loses_nothing(data: Path) -> None:
    """The round is stored; the games start when the server is back."""

    async def story(house: House) -> None:
        hall = await Hall.open(house, 24, "swiss", rounds=1, interval=0)
        starts = hall.rounds._start_some
        calls = 0

        def dies(*args: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise RuntimeError("the power is gone")
            return starts(*args, **options)

        hall.rounds._start_some = dies  # type: ignore[method-assign]
        house.time += 60 * SECOND
        await hall.tournaments.advance()
        assert sum(board["game"] is not None for board in await hall.boards()) == 5
        await hall.tournaments.advance()
        boards = await hall.boards()
        assert len(boards) == 12
        assert all(board["game"] for board in boards)
        count = sa.select(sa.func.count()).where(games.c.tournament_id == hall.id)
        assert await house.services.database.read(lambda connection: connection.execute(count).scalar()) == 12

    run(data, story)


def test_invalid_schedules_are_refused(blue: Client, server: Server, somebody: Somebody) -> None:
    swiss = {"name": "swiss", "format": "swiss", "rounds": 3, **BLITZ}
    assert blue.refused("/api/tournament", {**swiss, "rounds": 0}) == (422, "rounds")
    assert blue.refused("/api/tournament", {**swiss, "format": "ladder"})[0] == 422
    assert blue.refused("/api/tournament", {**swiss, "interval": -1})[0] == 422
    assert blue.refused("/api/tournament", {**swiss, "format": "arena"}) == (422, "format")
    assert blue.refused("/api/tournament", {**swiss, "ties": ["wins", "wins"]}) == (422, "ties")
    assert blue.refused("/api/tournament", {**swiss, "format": "knockout", "ties": ["wins"]}) == (422, "ties")
    assert blue.refused("/api/tournament", {**swiss, "ties": ["luck"]})[0] == 422
    made = blue.post("/api/tournament", {**swiss, "ties": ["direct"]})["tournament"]
    assert made["ties"] == ["direct", "buchholz", "sonneborn", "wins"]
    path = f"/api/tournament/{made['id']}"
    red = somebody()
    assert red.refused(f"{path}/round") == (403, "not_yours")
    assert red.refused(f"{path}/result", {"round": 1, "board": 1, "result": "1-0"}) == (403, "not_yours")
    assert blue.refused(f"{path}/result", {"round": 1, "board": 1, "result": "1-0"}) == (404, "no_board")
    assert blue.refused(f"{path}/result", {"round": 1, "board": 1, "result": "9-0"})[0] == 422
    assert blue.refused(f"{path}/apart", {"one": red.name, "two": blue.name}) == (404, "not_in")
    arena = blue.post("/api/tournament", {"name": "arena", **BLITZ})["tournament"]
    assert blue.refused(f"/api/tournament/{arena['id']}/round") == (404, "no_tournament")
    assert blue.refused(f"/api/tournament/{arena['id']}/table.csv", method="GET") == (409, "format")
    for player in (blue, red):
        player.post(f"{path}/join")
    listener = blue.live()
    listener.send(type="tournament", tournament=made["id"], id=1)
    assert listener.next("tournament")["tournament"]["format"] == "swiss"
    blue.post(f"{path}/round")
    assert listener.next("tournament")["what"] == "started"
    view = blue.get(path)["tournament"]
    assert [board["blue"] for board in view["boards"]] in ([blue.name], [red.name])
    table = blue.request("GET", f"{path}/table.csv")
    assert table.headers["Content-Type"].startswith("text/csv")


async def simul(house: House, count: int, **game: Any) -> Hall:
    """Simultaneous games of anna, for which everybody has applied."""
    return await Hall.open(house, count, "simul", game=terms(clock=(600, 0), opponent_clock=(300, 2), **game))


def test_the_host_admits_some_and_plays_them_at_once(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await simul(house, 4, colour="red")
        for name in ("p1", "p2", "p4"):
            await hall.rounds.admit(hall.organiser, hall.id, name, admitted=True)
        await hall.rounds.admit(hall.organiser, hall.id, "p2", admitted=False)
        with pytest.raises(RequestError, match="organiser"):
            await hall.rounds.admit(hall.users[0], hall.id, "p3", admitted=True)
        await hall.rounds.start_round(hall.organiser, hall.id)
        boards = await hall.boards()
        assert [(board["blue"], board["red"]) for board in boards] == [("p1", "anna"), ("p4", "anna")]
        rows = [await house.row(board["game"]) for board in boards]
        assert {(row["blue_ms"], row["red_ms"], row["host_id"]) for row in rows} == {
            (300 * SECOND, 600 * SECOND, hall.organiser.id)
        }
        assert {row["deadline"] - house.time for row in rows} == {LONG_FIRST_MOVE}
        with pytest.raises(RequestError, match="started"):
            await hall.rounds.admit(hall.organiser, hall.id, "p3", admitted=True)
        with pytest.raises(RequestError, match="started"):
            await hall.tournaments.join(await house.services.accounts.sign_up("late", "password"), hall.id)
        house.people |= {user.name: user for user in hall.users}
        for board, name in zip(boards, ("p1", "p4"), strict=True):
            await house.move(board["game"], name, "a3a4")
            await house.move(board["game"], "anna", "g7g6")
        await house.command(boards[0]["game"], "p1", "resign")
        assert (await hall.view())["status"] == "started"
        await house.command(boards[1]["game"], "anna", "resign")
        await hall.tournaments.advance()
        view = await hall.view()
        assert view["status"] == "finished"
        assert [(line["name"], line["points"]) for line in view["standing"] if line["isAdmitted"]] == [
            ("p4", 1.0),
            ("p1", 0.0),
        ]

    run(data, story)


def test_simultaneous_games_start_only_when_the_host_says_so(data: Path) -> None:
    async def story(house: House) -> None:
        hall = await simul(house, 2)
        with pytest.raises(RequestError, match="admit"):
            await hall.rounds.start_round(hall.organiser, hall.id)
        await hall.rounds.admit(hall.organiser, hall.id, "p1", admitted=True)
        await hall.tournaments.withdraw(hall.users[0], hall.id)
        with pytest.raises(RequestError, match="admit"):
            await hall.rounds.start_round(hall.organiser, hall.id)
        with pytest.raises(RequestError, match="host"):
            await hall.tournaments.join(hall.organiser, hall.id)
        await hall.tournaments.join(hall.users[0], hall.id)
        house.time += DAY + SECOND
        await hall.tournaments.advance()
        view = await hall.view()
        assert (view["status"], view["boards"]) == ("finished", [])

    run(data, story)


def test_a_player_whom_the_host_has_blocked_cannot_apply(blue: Client, red: Client) -> None:
    made = blue.post("/api/tournament", {"name": "simul", "format": "simul", **BLITZ})["tournament"]
    sign_in_cookie = sign_in(blue.server, blue.name)
    sign_in_cookie.post(f"/api/account/block/{red.name}")
    assert red.refused(f"/api/tournament/{made['id']}/join") == (403, "blocked")


def test_only_simultaneous_games_have_two_clocks_and_they_are_casual(blue: Client) -> None:
    odds = {**BLITZ, "opponentClock": {"limit": 60, "increment": 0}, "name": "a cup"}
    assert blue.refused("/api/tournament", {**odds, "format": "swiss", "rounds": 3}) == (422, "clock")
    assert blue.refused("/api/tournament", {**BLITZ, "name": "a cup", "format": "simul", "rated": True}) == (
        422,
        "rated",
    )
    made = blue.post("/api/tournament", {**odds, "format": "simul", "colour": "blue"})["tournament"]
    assert (made["opponentClock"], made["colour"]) == (odds["opponentClock"], "blue")


def test_a_round_of_three_hundred_starts_within_two_seconds(data: Path) -> None:
    """Of processor time, with everything that a round does: pairing, storing, starting and announcing 150 games."""

    async def story(house: House) -> None:
        services = house.services
        hall = await Hall.open(house, 2, "swiss", rounds=9, interval=0)
        rows = [
            {"name": f"q{number}", "key": f"q{number}", "kind": "person", "created": house.time, "seen": house.time}
            for number in range(298)
        ]

        def fill(connection: sa.Connection) -> None:
            from jungle.server.storage.schema import users

            connection.execute(sa.insert(users), rows)
            ids = connection.execute(sa.select(users.c.id).where(users.c.name.like("q%"))).scalars().all()
            entered = [{"tournament_id": hall.id, "user_id": user_id, "joined": house.time} for user_id in ids]
            connection.execute(sa.insert(entrants), entered)

        await services.database.write(fill)
        spent = []
        house.time += 60 * SECOND
        for _ in range(2):
            before = time.process_time()
            await hall.tournaments.advance()
            spent.append(time.process_time() - before)
            boards = await hall.boards()
            assert len(boards) == 150
            assert all(board["game"] for board in boards)

            def decide(connection: sa.Connection) -> None:
                over = sa.update(games).where(games.c.tournament_id == hall.id, games.c.status == "started")
                connection.execute(over.values(status="ended", result="1-0", reason="resignation"))

            await services.database.write(decide)
            await hall.rounds.settle(hall.id)
            await asyncio.sleep(0)
        assert min(spent) < 2, spent

    run(data, story)
