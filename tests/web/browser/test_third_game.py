"""A game that the library does not know, in a real browser: played with a friend, recorded and analysed.

There is no engine for it in the page, so nobody plays against it and nothing is hinted at.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tools import browser

from jungle.web.contents import contents
from tests.third_game import TinyGame
from tests.web.browser.board import click, fen, square
from tests.web.browser.conftest import PHONE, OpenPage


@pytest.fixture
def site(third_game: type[TinyGame]) -> Iterator[str]:
    """The app with a third game among its contents."""
    contents.cache_clear()
    try:
        with browser.serving(contents()) as server:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        contents.cache_clear()


def test_a_third_game_is_set_up_and_played_to_the_den(open_page: OpenPage) -> None:
    page = open_page("#/play?rules=tiny")
    expect(page.locator("jungle-board [role=gridcell]")).to_have_count(12)
    game = TinyGame()
    for move in ("c2b2", "a3a2", "b2b3", "c4c3", "b3b4"):
        click(page, move)
        game.play(move)
        assert fen(page) == game.position.fen()
    expect(page.get_by_role("group", name="Blue wins")).to_contain_text("entering the den")
    expect(square(page, "b4")).to_have_attribute("aria-label", "b4, blue cat, red den")


def test_its_setup_offers_no_computer_opponent(open_page: OpenPage) -> None:
    page = open_page("#/play", size=PHONE)
    page.evaluate("location.hash = '#/editor'")
    page.get_by_role("radio", name="Tiny").check()
    expect(page.locator("jungle-board [role=gridcell]")).to_have_count(12)
    page.get_by_role("link", name="Play").last.click()
    expect(page.locator(".moves")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_its_moves_are_analysed_without_an_engine_and_written_to_a_record(open_page: OpenPage) -> None:
    page = open_page("#/analyse?rules=tiny&moves=c2b2,a3a2")
    expect(page.locator(".tree .ply")).to_have_count(2)
    expect(page.locator(".engine")).to_be_hidden()
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Download record").click()
    text = downloaded.value.path().read_text()
    assert '[Game "tiny"]' in text
    assert "1. c2b2 a3a2" in text
