"""The home page: what it offers newcomers, and what it offers those it knows."""

import json

from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, OpenPage

KNOWN = {"beaten": ["jungle.1", "jungle.2"], "lessons": ["jungle.den"]}


def test_newcomers_are_invited_to_learn(open_page: OpenPage) -> None:
    page = open_page("#/", size=PHONE)
    expect(page.get_by_role("link", name="New here?")).to_be_visible()
    expect(page.get_by_role("link", name="Next opponent")).to_have_count(0)


def test_a_returning_player_is_offered_the_next_step(open_page: OpenPage) -> None:
    page = open_page("#/", size=PHONE)
    for name, value in KNOWN.items():
        page.evaluate("([name, value]) => localStorage.setItem(`jungle.${name}`, value)", [name, json.dumps(value)])
    page.reload()
    expect(page.get_by_role("link", name="Next opponent Hedgehog")).to_be_visible()
    expect(page.get_by_role("link", name="New here?")).to_be_hidden()
    page.get_by_role("link", name="Puzzle of the day").click()
    page.wait_for_selector(".puzzle-table jungle-board[fen]")
    assert "daily=1" in page.url
