"""The analysis board with a server: the games that were played there, and tables that the page does not have."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from jungle.engine.book import Book
from jungle.position import Position
from jungle.rules import STANDARD
from tests.needs import needs_core
from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import NewPerson, Site

pytestmark = pytest.mark.timeout(600)


def test_games_played_here_are_shown_with_their_results(person: NewPerson, new_site: Callable[..., Site]) -> None:
    site = new_site()
    ann, bob = site.sign_up("ann"), site.sign_up("bob")
    for opening, loser in (("a3a4", bob), ("a3a4", ann), ("c3d3", bob)):
        game = ann.challenge(bob, clock={"limit": 300})
        ann.move(game, opening)
        bob.move(game, "g7g6")
        loser.post(f"/api/board/game/{game}/resign")
    start = "/api/explorer?fen=l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L%20b%200%201"
    wait_until(lambda: ann.get(start)["games"] == 3, "the counting")
    page = person("eve", site=site).open("#/analyse")
    page.wait_for_selector(".explorer tbody tr:nth-child(2)")
    first, second, *rest = (row.inner_text().split() for row in page.query_selector_all(".explorer tbody tr"))
    assert (first[:3], second[:3]) == (["a4", "2", "(67%)"], ["d3", "1", "(33%)"])
    expect(page.locator(".explorer tr:nth-child(1) .shares")).to_have_attribute(
        "aria-label", "Blue 50%, draws 0%, Red 50%"
    )
    book = Book.open().moves(Position.initial())
    assert [row[1] for row in rest] == [f"{each.centi_cats / 100:+.2f}".replace("-", "−") for each in book]
    page.click(".explorer tbody tr:nth-child(1) button")
    page.wait_for_selector(".explorer tbody button:has-text('g6')")
    page.click(".explorer tbody button:has-text('g6')")
    page.wait_for_selector(".explorer >> text=No book moves or games from here.")


@needs_core
def test_the_servers_tables_know_four_pieces(person: NewPerson, new_site: Callable[..., Site], tmp_path: Path) -> None:
    from jungle.tablebase.builder import Builder

    Builder(STANDARD, tmp_path / "home" / "tables", classes=["TC-EL"]).run()
    site = new_site(JUNGLE_HOME=str(tmp_path / "home"))
    page = person("eve", site=site).open("#/analyse?fen=7/7/t6/7/7/7/E5L/7/5w1 b 0 1")
    expect(page.locator(".tables")).to_have_text("Endgame table: Red wins in 2 moves")
    # A position that no table has is no error.
    page = person("ann", site=site).open("#/analyse?fen=7/7/t6/7/7/7/E5L/7/2R2w1 b 0 1")
    page.wait_for_selector(".explorer >> text=No book moves or games from here.")
    expect(page.locator(".tables")).to_have_text("")
