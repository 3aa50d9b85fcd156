"""Arena tournaments: pairing, points, streaks, the podium."""

import threading
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from jungle import Game
from jungle.server.game.clocks import FIRST_MOVE
from jungle.server.game.terms import Terms
from jungle.server.lobby.tournament_rows import Entrant as StoredEntrant
from jungle.server.lobby.tournaments import _times_met, pairs
from jungle.server.realtime.client_frames import Resign
from jungle.server.storage.schema import entrants
from jungle.server.times import SECOND
from tests.server.harness.clients import OPENING, Client, Somebody, sign_in
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server
from tests.server.harness.waiting import wait_until

BLITZ = {"clock": {"limit": 180, "increment": 0}}


def test_invalid_tournaments_are_refused(blue: Client, server: Server) -> None:
    assert blue.refused("/api/tournament", {"name": "x" * 61, **BLITZ}) == (422, "title")
    assert blue.refused("/api/tournament", {"name": "slow", "days": 1}) == (422, "clock")
    assert blue.refused("/api/tournament", {"name": "late", "starts": 1, **BLITZ}) == (422, "starts")
    assert blue.refused("/api/tournament", {"name": "odd", "fen": Game().fen(), **BLITZ}) == (422, "fen")
    assert blue.refused("/api/tournament/missing1/join") == (404, "no_tournament")
    guest = Client(server).request("POST", "/api/guest", {})
    cookie = next(c for c in guest.headers.get_all("Set-Cookie") or [] if c.startswith("jungle="))
    visitor = Client(server, guest.json["name"], cookie=cookie.partition(";")[0])
    assert visitor.refused("/api/tournament", {"name": "mine", **BLITZ}) == (403, "guest")
    rated = blue.post("/api/tournament", {"name": "rated", "rated": True, **BLITZ})["tournament"]["id"]
    assert visitor.refused(f"/api/tournament/{rated}/join") == (403, "guest")
    assert visitor.refused(f"/api/tournament/{rated}/withdraw") == (409, "not_in")
    for _ in range(2):
        blue.post("/api/tournament", {"name": "more", **BLITZ})
    assert blue.refused("/api/tournament", {"name": "too many", **BLITZ}) == (409, "too_many")


class Entrant(threading.Thread):
    """Plays every game it is paired for, and ends it early."""

    def __init__(self, client: Client) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.stopping = threading.Event()
        self.stream = client.lines("/api/stream/event")

    def run(self) -> None:
        while (event := self.stream.next()) is not None:
            if event["type"] == "gameStart":
                self.play(event["game"])

    def play(self, start: Any) -> None:
        path = f"/api/board/game/{start['id']}"
        mine = 0 if start["colour"] == "blue" else 1
        for ply in (mine, mine + 2):
            wait_until(lambda ply=ply: self._is_due(start["id"], ply), "my turn")
            self.client.request("POST", f"{path}/move/{OPENING[ply]}", {})
        if mine:
            self.client.request("POST", f"{path}/resign", {})

    def _is_due(self, game: str, ply: int) -> bool:
        shown = self.client.get(f"/api/game/{game}")
        return len(shown["moves"]) >= ply or shown["status"] != "started" or self.stopping.is_set()


def test_ten_players_are_paired_again_and_again(somebody: Somebody, nobody: Client) -> None:
    players = [somebody() for _ in range(10)]
    made = players[0].post("/api/tournament", {"name": "ten  of\tus", "wait": 0, "minutes": 5, **BLITZ})["tournament"]
    assert made["name"] == "ten of us"
    path = f"/api/tournament/{made['id']}"
    listener = nobody.live()
    listener.send(type="tournament", tournament=made["id"], id=1)
    present = listener.next("tournament")
    assert (present["what"], present["tournament"]["standing"]) == ("state", [])
    entrants = [Entrant(player) for player in players]
    for entrant in entrants:
        entrant.start()
        entrant.client.post(f"{path}/join")
    heard: dict[str, Any] = {}
    while not heard.keys() >= {"join", "pairing", "result"}:
        event = listener.next("tournament")
        heard[event["what"]] = event
    # An event contains the standings of the players concerned.
    assert len(heard["join"]["entrants"]) == 1
    assert all(found["game"] for found in heard["pairing"]["entrants"])
    assert sorted(found["score"] for found in heard["result"]["entrants"])[0] == 0

    def played() -> Any:
        view = nobody.get(path)["tournament"]
        return view if sum(found["games"] for found in view["standing"]) >= 30 else None

    view = wait_until(played, "fifteen games")
    for entrant in entrants:
        entrant.stopping.set()
        entrant.client.post(f"{path}/withdraw")
        assert entrant.client.request("DELETE", "/api/token").status == 200  # This ends the stream and the thread.
    for entrant in entrants:
        entrant.join()
    assert [found["score"] for found in view["standing"]] == sorted(
        (f["score"] for f in view["standing"]), reverse=True
    )
    for found in view["standing"]:
        assert found["score"] == sum(found["results"])
        assert len(found["results"]) == found["games"]
        assert set(found["results"]) <= {0, 2, 4}
        assert found["results"] == _doubled(found["results"])
    assert made["id"] in [found["id"] for found in nobody.get("/api/tournament")["started"]]
    assert view["podium"] == []


def test_the_same_two_players_are_not_paired_repeatedly() -> None:
    """Five friends who lose to one player on purpose are paired with that player no more often than others."""
    players = [StoredEntrant("t", number) for number in range(8)]
    met: Counter[frozenset[int]] = Counter()
    for _ in range(7):
        for one, two in pairs(players, partial(_times_met, set(), False)):
            for me, other in ((one, two), (two, one)):
                players[me.user_id] = msgspec.structs.replace(me, met=f"{other.user_id} {me.met}".strip())
            met[frozenset((one.user_id, two.user_id))] += 1
    assert max(met.values()) <= 2
    blocked = {frozenset((0, 1))}
    assert next(iter(pairs(players[:3], partial(_times_met, blocked, True))))[1].user_id == 2


def _doubled(results: list[int]) -> list[int]:
    """The expected points for these wins and losses."""
    streak, expected = 0, []
    for points in results:
        expected.append((4 if streak >= 2 else 2) if points else 0)
        streak = streak + 1 if points else 0
    return expected


def test_a_tournament_from_start_to_podium(data: Path) -> None:
    async def story(house: House) -> None:
        services, (anna, bert) = house.services, house.people.values()
        cleo = await services.accounts.sign_up("cleo", "password")
        values: Any = {"game": None, "rules": None, "clock": (60, 0), "days": None, "colour": None, "fen": None}
        terms = Terms.make(**values, rated=False)
        options: Any = {"minutes": 10, "starts": None, "wait": 60, "bots": False}
        made = (await services.tournaments.create(anna, "short", terms, **options))["id"]
        for user in (anna, bert):
            await services.tournaments.join(user, made)
        await services.tournaments.advance()
        assert (await services.tournaments.view(made, None))["status"] == "created"
        house.time += 60 * SECOND
        await services.tournaments.advance()
        first = (await services.tournaments.view(made, None))["games"]
        assert len(first) == 1
        # Three wins in a row: two points, two, and then double. The two meet again because nobody else is there.
        for expected in (2, 4, 8):
            game = (await services.tournaments.view(made, None))["games"][0]
            row = await house.row(game)
            blue, red = ("anna", "bert") if row["blue_id"] == anna.id else ("bert", "anna")
            for ply, move in enumerate(OPENING):
                await house.move(game, (blue, red)[ply % 2], move)
            await house.command(game, "bert", "resign")
            view = await services.tournaments.view(made, None)
            assert (view["standing"][0]["name"], view["standing"][0]["score"]) == ("anna", expected)
            await services.tournaments.advance()
        assert view["standing"][0]["isOnFire"]
        # A player who does not make a first move is not paired again; a late third player meets the other.
        game = (await services.tournaments.view(made, None))["games"][0]
        row = await house.row(game)
        lazy = row["blue_id"]
        house.time += FIRST_MOVE
        await services.sweeper.sweep()
        assert (await house.row(game))["status"] == "aborted"
        await services.tournaments.advance()
        assert (await services.tournaments.view(made, None))["games"] == []
        await services.tournaments.join(cleo, made)
        await services.tournaments.advance()
        game = (await services.tournaments.view(made, None))["games"][0]
        row = await house.row(game)
        assert lazy not in (row["blue_id"], row["red_id"])
        # A game still running when time is up earns no points.
        house.time += 10 * 60 * SECOND
        await services.tournaments.advance()
        await services.games.execute(Resign(game=game), cleo.id)
        view = await services.tournaments.view(made, None)
        assert view["status"] == "finished"
        assert [found["name"] for found in view["podium"]] == ["anna", "bert", "cleo"]
        assert [found["score"] for found in view["podium"]] == [8, 0, 0]

    in_house(data, story)


def test_bots_are_excluded_from_the_podium(data: Path) -> None:
    async def story(house: House) -> None:
        services, (anna, bert) = house.services, (house.people[name] for name in ("anna", "bert"))
        terms = Terms(limit=180_000, colour="random")
        made = (await services.tournaments.create(anna, "cup", terms, minutes=5, starts=None, wait=0, bots=False))["id"]
        for user in (anna, bert):
            await services.tournaments.join(user, made)
        mine = (entrants.c.tournament_id == made, entrants.c.user_id == bert.id)
        await services.database.execute(sa.update(entrants).where(*mine).values(score=952))
        await services.accounts.update(bert.id, kind="bot")
        house.time += 10 * 60 * SECOND
        await services.tournaments.advance()
        view = await services.tournaments.view(made, None)
        assert [found["name"] for found in view["standing"]] == ["bert", "anna"]
        assert [(found["place"], found["name"]) for found in view["podium"]] == [(1, "anna")]

    in_house(data, story)


def test_house_bots_join_when_asked(server: Server, blue: Client) -> None:
    made = blue.post("/api/tournament", {"name": "bots", "bots": True, **BLITZ})["tournament"]
    assert made["standing"] == []  # This server has no bots.
    session = sign_in(server, blue.name)
    session.post(f"/api/tournament/{made['id']}/join")
    assert [found["name"] for found in session.get(f"/api/tournament/{made['id']}")["tournament"]["standing"]] == [
        blue.name
    ]
