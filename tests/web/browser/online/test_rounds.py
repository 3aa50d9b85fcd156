"""Tournaments with rounds in the browser: created by a form, run by their organiser, followed by everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.online.conftest import NewPerson

SWISS = {"format": "swiss", "rounds": 3, "clock": {"limit": 300, "increment": 3}, "wait": 3600}


def resign(players: dict[str, Any], board: Any) -> None:
    """Blue wins a board after a move each."""
    blue, red = players[board["blue"]], players[board["red"]]
    blue.move(board["game"], "a3a4")
    red.move(board["game"], "g7g6")
    red.post(f"/api/board/game/{board['game']}/resign")


def test_an_organiser_runs_a_swiss_tournament(
    person: NewPerson, axe: Callable[[Any], list[str]], tmp_path: Any
) -> None:
    ann = person()
    page = ann.open("#/tournament")
    page.get_by_role("button", name="New tournament").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Autumn Swiss")
    dialog.get_by_label("Format").select_option("swiss")
    expect(dialog.get_by_label("Duration")).to_have_count(0)
    dialog.get_by_label("Rounds").select_option("3")
    dialog.get_by_label("Next round").select_option("hand")
    dialog.get_by_role("switch", name="Rated").uncheck()
    assert axe(page) == []
    dialog.get_by_role("button", name="New tournament").click()
    page.get_by_role("heading", name="Autumn Swiss").wait_for()
    tournament = page.url.rpartition("/")[2]
    path = f"/api/tournament/{tournament}"
    ann.api.post(f"{path}/withdraw")  # The organiser only watches.
    others = [ann.site.sign_up() for _ in range(5)]
    players = {client.name: client for client in others}
    for client in others:
        client.post(f"{path}/join")
    standing = page.get_by_role("region", name="Standing").locator("tbody tr")
    expect(standing).to_have_count(6)
    start = page.get_by_role("button", name="Start the tournament")
    start.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".when")).to_contain_text("Round 1 of 3")
    pairings = page.get_by_role("region", name="Pairings").locator("tbody tr")
    expect(pairings).to_have_count(3)
    expect(pairings.last).to_contain_text("bye")
    view = ann.api.get(path)["tournament"]
    games = [board for board in view["boards"] if not board["isBye"]]
    resign(players, games[0])
    expect(pairings.first).to_contain_text("1 – 0")
    page.get_by_label("Result of board 2").select_option("1/2-1/2")
    expect(pairings.nth(1)).to_contain_text("½ – ½")
    page.get_by_role("button", name="Start the next round").click()
    expect(page.locator(".when")).to_contain_text("Round 2 of 3")
    page.get_by_label("Rounds", exact=True).select_option("1")
    expect(pairings.first).to_contain_text("1 – 0")
    assert axe(page) == []
    page.locator("summary", has_text="organiser changed").click()
    expect(page.locator(".log li")).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    assert download.value.path().read_text().startswith("place,name,rating,1,2,points")
    page.emulate_media(media="print")
    expect(page.get_by_role("region", name="Cross table").locator("table")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_have_count(0)
    page.emulate_media(media="screen")
    page.screenshot(path=tmp_path / "swiss.png", full_page=True)
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.screenshot(path=tmp_path / "swiss-phone.png", full_page=True)


@pytest.mark.parametrize("kind", ["round-robin", "knockout"])
def test_players_are_taken_to_their_games(person: NewPerson, kind: str) -> None:
    ann, ben = person(), person()
    made = ann.api.post("/api/tournament", {"name": kind, **SWISS, "format": kind, "rounds": 0})["tournament"]["id"]
    for somebody in (ann, ben):
        somebody.open(f"#/tournament/{made}").get_by_role("button", name="Join").click()
        expect(somebody.page.get_by_role("button", name="Withdraw")).to_be_visible()
    ann.page.get_by_role("button", name="Start the tournament").click()
    for somebody in (ann, ben):
        somebody.page.wait_for_url("**/#/game/*")
