"""Moves with animals, hints and reviews with reasons, and the drill of one's own mistakes."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.board import MISTAKES, click
from tests.web.browser.conftest import DESK, PHONE, Axe, OpenPage


def test_moves_are_shown_with_animals(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend")
    click(page, "a3a4")
    click(page, "g7g6")
    moves = page.locator(".moves button")
    expect(moves.nth(0)).to_have_accessible_name("elephant a4")
    expect(moves.nth(1).locator("img")).to_have_attribute("src", "pieces/painted/red-elephant.svg")
    page.evaluate("location.hash = '#/analyse?moves=a3a4,g7g6'")
    expect(page.locator(".tree .ply").first).to_have_accessible_name("elephant a4")
    expect(page.locator(".lines .line .animal").first).to_be_visible()


@pytest.mark.parametrize(
    ("language", "settings", "text"),
    [("zh", {}, "象 a4"), ("zh-Hant", {}, "象 a4"), ("en", {"notation": "record"}, "8-a4")],
)
def test_other_ways_to_write_a_move(open_page: OpenPage, language: str, settings: dict[str, Any], text: str) -> None:
    page = open_page("#/play?level=friend", language=language, settings=settings)
    click(page, "a3a4")
    expect(page.locator(".moves button").first).to_have_text(text)


def test_the_notation_is_chosen_in_the_settings(open_page: OpenPage) -> None:
    page = open_page("#/settings")
    choice = page.get_by_role("group", name="Notation").get_by_role("radio")
    expect(choice.nth(0)).to_be_checked()
    expect(choice.nth(0)).to_have_accessible_name("elephant a4")
    choice.nth(2).check(force=True)
    page.evaluate("location.hash = '#/play?level=friend'")
    click(page, "a3a4")
    expect(page.locator(".moves button").first).to_have_text("8-a4")


def test_a_hint_covers_neither_the_board_nor_a_clock_of_a_phone(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend", size=PHONE, touch=True)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notice .move")).to_be_visible()
    # The longest reason with the longest names.
    page.locator(".notice").evaluate(
        "each => each.lastChild.replaceWith(' The elephant attacks two animals at once, including the leopard.')"
    )
    # It stands above the name and the clock of the opponent.
    strip, notice = (page.locator(each).bounding_box() for each in (".strip.above", ".game > .notice"))
    assert notice["y"] + notice["height"] <= strip["y"]


def test_a_hint_of_the_face_down_game_says_why(open_page: OpenPage) -> None:
    page = open_page("#/flip?level=friend&fen=4/1w2/1D2/3c b 0")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notice .move")).to_be_visible()
    text = page.locator(".notice").inner_text().strip()
    assert len(text) > 12, text


def test_a_review_has_its_board_in_view_and_a_reason_for_every_mistake(open_page: OpenPage) -> None:
    page = open_page(f"#/analyse?review=1&person=blue&moves={MISTAKES}")
    entries = page.locator(".review .lines button")
    expect(entries.first).to_contain_text("The elephant can be taken by the rat.")
    for index in range(entries.count()):
        verdict, fault, *_ = entries.nth(index).locator("> span").inner_text().split(". ")
        assert verdict in ("Mistake", "Blunder")
        assert len(fault) > 8
    for width, height in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": height})
        entries.first.click()
        expect(page.locator(".message")).to_contain_text("Blunder. The elephant can be taken by the rat. Better:")
        # It is at the board, wherever one has scrolled to.
        board = page.locator("jungle-board").bounding_box()
        assert board["y"] >= -1
        assert board["y"] + board["height"] <= height


def test_the_drill_and_an_explained_puzzle_read_well(open_page: OpenPage, axe: Axe) -> None:
    page = open_page(f"#/analyse?review=1&person=blue&moves={MISTAKES}")
    heading = page.locator(".review h3")
    expect(heading).to_have_text("Learn from your mistakes")
    wrong = axe.in_both_looks(page)
    page.get_by_role("button", name="Practise").click()
    drill = page.locator(".drill")
    expect(drill).to_contain_text("Mistake 1 of")
    expect(drill).to_contain_text("You played g4. The elephant can be taken by the rat. Find a better move.")
    expect(page.locator(".lines")).to_have_count(0)  # Nothing gives the answer away.
    click(page, "a3a2")
    expect(drill.locator(".notice.good")).to_contain_text("Well done!")
    expect(page.locator("#spoken")).to_contain_text("Otherwise the elephant can be taken by the rat next move.")
    expect(page.locator("jungle-board .arrows path")).to_have_count(2)
    page.get_by_role("button", name="Next mistake").click()
    expect(drill).to_contain_text("Mistake 2 of")
    page.reload()
    expect(drill).to_contain_text("Mistake 2 of")
    page.get_by_role("button", name="Show me").click()
    expect(drill.locator(".notice .move")).to_be_visible()
    wrong += axe.in_both_looks(page)
    page.get_by_role("button", name="Back to the review").click()
    expect(heading).to_have_text("Learn from your mistakes")
    expect(page.locator(".tree .ply")).to_have_count(26)
    page.evaluate("location.hash = '#/puzzles?id=00e007'")
    page.get_by_role("button", name="Solution").click()
    expect(page.locator(".tempting")).to_be_visible()
    assert wrong + axe.in_both_looks(page) == []
