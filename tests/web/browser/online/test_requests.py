"""Events carry their content, so pages do not fetch it again. These tests count requests."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.server.harness.clients import OPENING
from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import PATIENCE_MS, NewPerson, Person, Site

LIVE = {"clock": {"limit": 300, "increment": 3}}


class Asked:
    """What a page asks for: paths of requests to the API, and frames of its live connection."""

    def __init__(self, person: Person) -> None:
        self.paths: list[str] = []
        self.frames: list[dict[str, Any]] = []
        person.page.on("request", self._request)
        person.page.on("websocket", lambda socket: socket.on("framesent", self._frame))

    def _request(self, request: Any) -> None:
        _, _, path = request.url.partition("/api/")
        if path and request.resource_type == "fetch":
            self.paths.append(f"{request.method} {path.partition('?')[0]}")

    def _frame(self, data: Any) -> None:
        self.frames.append(json.loads(data))

    def of(self, start: str) -> list[str]:
        return [path for path in self.paths if path.startswith(start)]

    def sent(self, kind: str) -> list[Any]:
        return [frame for frame in self.frames if frame["type"] == kind]


def test_a_game_page_opens_with_one_question(person: NewPerson) -> None:
    visitor = person()
    one, other = visitor.site.sign_up(), visitor.site.sign_up()
    game = one.challenge(other, rated=True, **LIVE)
    one.open_game(other, game)
    one.post(f"/api/board/game/{game}/chat", {"text": "well played"})
    other.post(f"/api/board/game/{game}/resign")
    asked = Asked(visitor)
    page = visitor.open(f"#/game/{game}")
    expect(page.get_by_role("log").get_by_text("well played")).to_be_visible()
    points = one.get(f"/api/game/{game}")["players"]["blue"]["rating"]
    expect(page.get_by_text(str(points)).first).to_be_visible()
    assert asked.of("GET game") == []
    assert [frame["game"] for frame in asked.sent("watch")] == [game]


def test_seeks_and_games_come_and_go_in_the_lobby_without_requests(
    person: NewPerson, new_site: Callable[..., Site]
) -> None:
    site = new_site()
    ann = person(site=site)
    one, other = site.sign_up(), site.sign_up()
    asked = Asked(ann)
    page = ann.open("#/lobby")
    seeks = page.get_by_role("region", name="Open games")
    wait_until(lambda: asked.sent("lobby"), "the lobby is followed")
    expect(page.get_by_role("region", name="Live games")).to_be_visible()
    wait_until(lambda: len(asked.of("GET tv")) == 1, "the first look at the games")
    seek = one.post("/api/seek", {"days": 4})["seek"]["id"]
    expect(seeks.locator(f"[data-id='{seek}']")).to_be_visible()
    one.request("DELETE", f"/api/seek/{seek}")
    expect(seeks.locator(f"[data-id='{seek}']")).to_have_count(0)
    game = one.challenge(other, **LIVE)
    expect(page.locator(f"a[href='#/game/{game}']").first).to_be_visible()
    for ply, move in enumerate(OPENING):
        (one, other)[ply % 2].move(game, move)
    one.post(f"/api/board/game/{game}/resign")
    expect(page.locator(f"a[href='#/game/{game}']")).to_have_count(0, timeout=PATIENCE_MS)
    assert asked.of("GET seek") == []
    assert [len(asked.of(f"GET {path}")) for path in ("tv", "tournament", "leaderboard")] == [1, 1, 1]
    assert len(asked.sent("lobby")) == 1


def test_the_standing_of_a_tournament_changes_without_requests(person: NewPerson) -> None:
    ann = person()
    one, other = ann.site.sign_up(), ann.site.sign_up()
    made = one.post("/api/tournament", {"name": "quiet", "wait": 0, "minutes": 60, **LIVE})["tournament"]["id"]
    asked = Asked(ann)
    page = ann.open(f"#/tournament/{made}")
    rows = page.get_by_role("region", name="Standing").locator("tbody tr")
    for player in (one, other):
        player.post(f"/api/tournament/{made}/join")
    expect(rows).to_have_count(2)
    # The game of the two is shown as soon as they are paired, and their points when it is over.
    board = page.locator(".watched-board")
    expect(board).to_be_visible()
    game = str(board.get_attribute("href")).rpartition("/")[2]
    blue = one.get(f"/api/game/{game}")["players"]["blue"]["name"]
    first, second = (one, other) if blue == one.name else (other, one)
    first.open_game(second, game)
    second.post(f"/api/board/game/{game}/resign")
    expect(rows.first.locator(".score")).to_have_text("2")
    expect(rows.first).to_contain_text(first.name)
    asked_for = [request for request in asked.of("GET tournament") if not request.endswith("/chat")]
    assert asked_for == [f"GET tournament/{made}"]
    assert asked.of("GET game") == []


def test_challenges_and_tournaments_come_and_go_without_requests(person: NewPerson) -> None:
    ann = person()
    one = ann.site.sign_up()
    asked = Asked(ann)
    page = ann.open("#/lobby")
    expect(page.get_by_role("region", name="Live games")).to_be_visible()
    for _ in range(4):
        made = one.post(f"/api/challenge/{ann.name}", LIVE)["challenge"]["id"]
        row = page.locator(f".own [data-id='{made}']")
        expect(row).to_be_visible()
        one.post(f"/api/challenge/{made}/cancel")
        expect(row).to_have_count(0)
    # The lobby asks when it opens, and when its connection is there: not for each of the eight events.
    assert len(asked.of("GET challenge")) <= 3
    page.goto(f"{ann.site.url}/#/tournament")
    expect(page.get_by_role("heading", level=1, name="Tournaments")).to_be_visible()
    tournament = {"name": f"of {one.name}", "wait": 3600, "minutes": 60, **LIVE}
    one.post("/api/tournament", tournament)
    expect(page.get_by_role("region", name="Upcoming").get_by_role("link", name=tournament["name"])).to_be_visible()
    assert asked.of("GET tournament") == ["GET tournament"] * 2, "one for the lobby, one for the list"
