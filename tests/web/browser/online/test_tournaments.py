"""Tournaments in the browser: announced by a form, joined by a button, and played without looking for anybody."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from jungle.server.bots.client import Api, Bot
from tests.server.harness.clients import PASSWORD, Client
from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import NewPerson, Person, Site

MARKUP = "<img src=x onerror=alert(1)>"
TERMS = {"clock": {"limit": 300, "increment": 3}, "minutes": 60, "wait": 0}


def game_of(page: Any) -> str:
    page.wait_for_url("**/#/game/*")
    return str(page.url).rpartition("/")[2]


def end_now(site: Site, tournament: str) -> None:
    """End a tournament now, so that the test need not wait."""
    with closing(sqlite3.connect(site.data / "server.sqlite", timeout=30)) as database:
        database.execute("UPDATE tournaments SET ends = ? WHERE id = ?", (int(time.time() * 1000), tournament))
        database.commit()


def test_a_tournament_is_announced(person: NewPerson) -> None:
    ann, ben = person(), person()
    # The lobby shows five, and those of other tests may be earlier.
    upcoming = ben.open("#/tournament").get_by_role("region", name="Upcoming")
    page = ann.open("#/tournament")
    page.get_by_role("button", name="New tournament").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(MARKUP)
    dialog.get_by_label("Starts in").select_option("60")
    dialog.get_by_label("Duration").select_option("45")
    dialog.get_by_label("Minutes per player").select_option("5")
    dialog.get_by_role("radio", name="Gamerz").check()
    expect(dialog.get_by_role("switch", name="bots")).not_to_be_checked()
    dialog.get_by_role("button", name="New tournament").click()
    page.get_by_role("heading", name=MARKUP).wait_for()
    wait_until(lambda: page.get_by_role("timer").inner_text().startswith("59:"), "the countdown")
    page.get_by_role("button", name="Withdraw").wait_for()
    made = ann.api.get(f"/api/tournament/{page.url.rpartition('/')[2]}")["tournament"]
    assert (made["ends"] - made["starts"], made["clock"]["limit"]) == (45 * 60_000, 300)
    upcoming.get_by_role("link", name=MARKUP).click()
    ben.page.get_by_role("button", name="Join").click()
    rows = page.get_by_role("region", name="Standing").locator("tbody tr")
    wait_until(lambda: rows.count() == 2, "ben in the standing, without a reload")
    ben.page.get_by_role("button", name="Withdraw").click()
    page.get_by_text("away").wait_for()
    assert ann.page.locator("#view img[src='x']").count() == 0
    assert ben.page.locator("#view img[src='x']").count() == 0


def test_an_aborted_game_of_an_arena_offers_no_rematch(person: NewPerson) -> None:
    ann, ben = person(), person()
    made = ann.api.post("/api/tournament", {"name": "Arena", **TERMS})["tournament"]["id"]
    for somebody in (ann, ben):
        somebody.open(f"#/tournament/{made}").get_by_role("button", name="Join").click()
    game = game_of(ann.page)
    ann.api.post(f"/api/tournament/{made}/withdraw")  # There is no next game.
    ann.api.post(f"/api/board/game/{game}/abort")
    page = ann.page
    expect(page.locator(".card")).to_contain_text("You will be paired again")
    expect(page.get_by_role("link", name="Tournament").first).to_be_visible()
    for name in ("Rematch", "Review"):
        expect(page.locator("#view").get_by_text(name, exact=True)).to_have_count(0)


def test_the_next_game_opens_by_itself(person: NewPerson, online: Site) -> None:
    ann, ben, watcher = person(), person(), person(None)
    made = ann.api.post("/api/tournament", {"name": "Arena", **TERMS})["tournament"]["id"]
    route = f"#/tournament/{made}"
    for somebody in (ann, ben):
        somebody.open(route).get_by_role("button", name="Join").click()
    game = game_of(ann.page)
    assert game_of(ben.page) == game
    page = watcher.open(route)
    page.locator(f'a[href="#/game/{game}"] jungle-board').wait_for()
    winner, loser = ann.api, ben.api
    for points in ("2", "4", "8"):  # After two wins in a row the third counts double.
        view = winner.get(f"/api/game/{game}")
        blue = winner if view["players"]["blue"]["name"] == ann.name else loser
        red = loser if blue is winner else winner
        for mover, move in (
            (blue, "a3a4"),
            (red, "g7g6"),
            (blue, "a4a3"),
            (red, "g6g7"),
        ):  # Shorter games do not count.
            mover.move(game, move)
        loser.post(f"/api/board/game/{game}/resign")
        first = page.get_by_role("region", name="Standing").locator("tbody tr").first
        wait_until(lambda first=first, points=points: first.locator(".score").inner_text().strip() == points, "points")
        if points != "8":
            ann.open(route)
            game = game_of(ann.page)
    page.get_by_role("img", name="On fire").wait_for()
    end_now(online, made)
    page.get_by_role("list", name="Podium").wait_for()
    expect(page.locator(".podium li").first).to_contain_text(ann.name)
    wait_until(lambda: page.get_by_role("button", name="Join").count() == 0, "the page after the end")


class PatientBot(Bot):
    """Programs that play as fast as they can would leave no time for the browsers on the same machine."""

    def _answer(self, *given: Any) -> None:
        self.stopping.wait(0.5)
        super()._answer(*given)


@contextmanager
def playing(site: Site, name: str) -> Iterator[Client]:
    """A program that plays through the bot API."""
    client = site.sign_up(name)
    token = client.post("/api/token", {"name": name, "password": PASSWORD, "scopes": ["bot:play", "challenge:write"]})
    client.token = token["token"]
    bot = PatientBot(Api(site.url, client.token), "greedy")
    thread = threading.Thread(target=bot.run)
    thread.start()
    try:
        wait_until(lambda: client.get("/api/account")["kind"] == "bot", f"{name} as a bot")
        yield client
    finally:
        bot.stop()  # It ends when its stream does, with the server.


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_eight_bots_and_two_people(new_site: Any, person: NewPerson) -> None:
    site = new_site()
    ann, ben = person("ann", site=site), person("ben", site=site)
    with ExitStack() as stack:
        bots = [stack.enter_context(playing(site, f"engine{number}")) for number in range(8)]
        made = ann.api.post("/api/tournament", {"name": "Ten", **TERMS, "clock": {"limit": 60, "increment": 1}})
        tournament = made["tournament"]["id"]
        for bot in bots:
            bot.post(f"/api/tournament/{tournament}/join")
        route = f"#/tournament/{tournament}"
        people = {ann: ann.api, ben: ben.api}
        for somebody in people:
            somebody.open(route).get_by_role("button", name="Join").click()
        for _ in range(2):
            for somebody, api in people.items():
                play_a_little(somebody, api, next_game(somebody, api, tournament))

        def places() -> dict[str, Any]:
            standing = people[ann].get(f"/api/tournament/{tournament}")["tournament"]["standing"]
            return {place["name"]: place for place in standing}

        wait_until(lambda: all(place["games"] for place in places().values()), "a game of everybody's")
        end_now(site, tournament)
        ann.open(route)
        ann.page.get_by_role("list", name="Podium").wait_for()
    final = places()
    assert len(final) == 10
    shown = ann.page.get_by_role("region", name="Standing").locator("tbody tr")
    wait_until(lambda: shown.count() == 10, "the page after the end")
    for row, place in zip(shown.all(), sorted(final.values(), key=lambda place: place["place"]), strict=True):
        expect(row).to_contain_text(place["name"], use_inner_text=True)
        expect(row.locator(".score")).to_have_text(str(place["score"]))


def next_game(somebody: Person, api: Client, tournament: str) -> str:
    """The game opens by itself after joining; a player who missed the start has to rejoin."""
    page = somebody.page
    if "#/game/" in page.url and api.get(f"/api/game/{game_of(page)}")["status"] != "started":
        somebody.open(f"#/tournament/{tournament}")

    def is_playing() -> bool:
        if "#/game/" in page.url:
            return True
        api.post(f"/api/tournament/{tournament}/join")
        page.wait_for_timeout(200)
        return False

    wait_until(is_playing, f"a game of {somebody.name}'s")
    return game_of(page)


def play_a_little(somebody: Person, api: Client, game: str) -> None:
    """Two moves on the board, then the game is given up."""
    board = somebody.page.locator("jungle-board").first
    board.wait_for()
    for _ in range(2):
        me = api.get(f"/api/game/{game}")["players"]["blue"]["name"] == somebody.name
        colour = "blue" if me else "red"
        view = wait_until(
            lambda colour=colour: (now := api.get(f"/api/game/{game}"))["turn"] in (colour, None) and now,
            "the turn",
        )
        if view["status"] != "started":
            return
        move = view["legal"][0]
        for square in (move[:2], move[2:]):
            board.locator(f'[data-square="{square}"]').click()
        wait_until(lambda view=view: len(api.get(f"/api/game/{game}")["moves"]) > len(view["moves"]), "the move")
    api.request("POST", f"/api/board/game/{game}/resign", {})
