"""Every view on every screen: nothing is cut off, covered, broken within a word or wider than the screen."""

import pytest
from tools.web_layout import SIZES, VIEWS, faults_of

from jungle.language import Translator
from tests.web.browser.conftest import PHONE, OpenPage


@pytest.mark.parametrize(
    ("view", "language"), [*((view, "en") for view in VIEWS), ("end", "zh"), ("review", "zh"), ("setup", "zh-Hant")]
)
def test_a_view_is_laid_out_without_fault(open_page: OpenPage, view: str, language: str) -> None:
    page = open_page(f"#/{VIEWS[view].route}", language=language)
    if act := VIEWS[view].act:
        act(page, Translator(language))
    assert {size: found for size in SIZES if (found := faults_of(page, size))} == {}


WITH_BOARD = ("play?level=easy", "analyse", "puzzles?id=00e007", "learn?game=jungle&lesson=jump", "editor")
PLACE = "(board) => { const { x, y, width } = board.getBoundingClientRect(); return [x, y, width].map(Math.round); }"


@pytest.mark.parametrize("size", [(640, 360), (1366, 768)])
def test_the_board_has_the_same_place_in_every_view(open_page: OpenPage, size: tuple[int, int]) -> None:
    places = {}
    for view in WITH_BOARD:
        page = open_page(f"#/{view}", size=size)
        places[view] = tuple(page.locator("#view jungle-board").evaluate(PLACE))
    assert len(set(places.values())) == 1, places


def test_the_board_of_a_lesson_takes_the_room_that_its_text_leaves(open_page: OpenPage) -> None:
    page = open_page("#/learn?game=jungle&lesson=jump", size=PHONE)
    board, text, controls = (page.locator(f"#view {each}") for each in ("jungle-board", ".side", ".controls"))
    assert board.bounding_box()["width"] > PHONE[0] * 3 / 4
    assert text.bounding_box()["y"] + text.bounding_box()["height"] <= controls.bounding_box()["y"] + 1


@pytest.mark.parametrize(("width", "least"), [(768, 5), (1024, 8)])
def test_the_header_has_as_many_links_as_there_is_room_for(open_page: OpenPage, width: int, least: int) -> None:
    page = open_page("#/rules", size=(width, 800))
    assert page.locator("#menu a:visible").count() >= least
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_faults_are_found(open_page: OpenPage) -> None:
    page = open_page("#/rules")
    assert faults_of(page, (360, 640)) == []
    page.locator("h1").evaluate("each => { each.style.width = '2rem'; each.style.overflowWrap = 'anywhere'; }")
    page.locator(".panel").first.evaluate("each => { each.style.height = '2rem'; }")
    found = "\n".join(faults_of(page, (360, 640)))
    assert "a word is broken: “Rules”" in found
    assert "higher than its box: section.panel" in found
    page.locator(".page").evaluate("each => { each.style.width = '50rem'; }")
    assert any("wider than the screen" in fault for fault in faults_of(page, (360, 640)))
