"""The rules page: short, by question, each with a board to try."""

import pytest
from playwright.sync_api import expect

from jungle.lessons import LESSONS
from tests.web.browser.conftest import PHONE, OpenPage


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rules_are_short_on_a_phone(open_page: OpenPage, language: str) -> None:
    page = open_page("#/rules", size=PHONE, touch=True, language=language)
    expect(page.locator("details")).to_have_count(sum(map(len, LESSONS.values())) + 3)
    assert page.evaluate("document.documentElement.scrollHeight") < 3000
    expect(page.locator("jungle-board")).to_have_count(1)


def test_each_rule_has_a_board_to_try_it_on(open_page: OpenPage) -> None:
    page = open_page("#/rules")
    page.get_by_text("Rat against elephant: who captures whom?").first.click()
    answer = page.locator("#jungle-rat")
    expect(answer).to_contain_text("Leiden rules, yes")
    board = answer.locator("jungle-board")
    for square in ("b2", "c2"):
        board.locator(f'[data-square="{square}"]').click()
    expect(board.locator(".bubble")).to_have_text("The elephant can't capture the rat.")
    for square in ("d3", "d4"):
        board.locator(f'[data-square="{square}"]').click()
    expect(answer.locator(".notice")).to_have_text("Well done!")
    before = board.get_attribute("fen")
    answer.get_by_role("button", name="Reset").click()
    assert board.get_attribute("fen") != before


def test_the_rule_sets_are_compared(open_page: OpenPage) -> None:
    page = open_page("#/rules")
    page.get_by_text("How the rule sets differ").click()
    expect(page.locator(".differences tbody tr")).to_have_count(5)
