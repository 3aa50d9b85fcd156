"""What makes the app a pleasure: faces, applause, keys that people know."""

from typing import Any

from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, OpenPage
from tests.web.browser.test_play import BOARD, centre, click


def test_levels_have_faces_and_names(open_page: OpenPage) -> None:
    page = open_page("#/play", size=PHONE)
    levels = page.get_by_role("group", name="Strength").get_by_role("radio")
    expect(levels).to_have_count(10)
    names = [radio.evaluate("input => input.labels[0].querySelector('img').alt") for radio in levels.all()]
    assert (names[0], names[9]) == ("Chick", "Dragon")
    page.get_by_role("radio", name="Fox").check(force=True)
    expect(page.locator(".level-name")).to_have_text("Fox, level 6")
    assert is_in_sight(page, page.get_by_role("button", name="Start"))
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".strip.above .name")).to_have_text("Fox")
    expect(page.locator(".strip.above .face")).to_be_visible()


def is_in_sight(page: Any, element: Any) -> bool:
    """Is all of an element on the screen?"""
    box, size = element.bounding_box(), page.viewport_size
    return bool(box["y"] >= 0 and box["y"] + box["height"] <= size["height"])


def arrows(page: Any) -> Any:
    return page.locator("jungle-board .arrows > *")


def drag(page: Any, squares: str, *, button: str = "left") -> None:
    """Drags from the first of two squares to the second."""
    start, end = centre(page, squares[:2]), centre(page, squares[2:])
    page.mouse.move(*start)
    page.mouse.down(button=button)
    page.mouse.move(*end, steps=4)
    page.mouse.up(button=button)


def test_arrow_keys_and_the_wheel_go_through_the_moves(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend")
    click(page, "a3a4")
    click(page, "g7g6")
    last = page.locator(BOARD).get_attribute("fen")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".moves [aria-current]")).to_contain_text("a4")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".moves [aria-current]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves [aria-current]")).to_contain_text("a4")
    page.keyboard.press("ArrowDown")
    expect(page.locator(BOARD)).to_have_attribute("fen", last)
    page.mouse.move(*centre(page, "d5"))
    page.mouse.wheel(0, -100)
    expect(page.locator(".moves [aria-current]")).to_contain_text("a4")
    page.mouse.wheel(0, 100)
    expect(page.locator(BOARD)).to_have_attribute("fen", last)


def test_f_turns_the_board_and_the_question_mark_shows_the_keys(open_page: OpenPage) -> None:
    page = open_page("#/analyse")
    page.keyboard.press("f")
    expect(page.locator(BOARD)).to_have_attribute("turned", "")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard")
    expect(sheet).to_contain_text("What attacks me?")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.get_by_role("textbox", name="Comment").press("f")
    expect(page.locator(BOARD)).to_have_attribute("turned", "")


def test_the_right_button_draws_arrows_and_circles(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend")
    drag(page, "a3a6", button="right")
    expect(arrows(page)).to_have_count(1)
    drag(page, "d5d5", button="right")
    expect(page.locator("jungle-board .arrows circle")).to_have_count(1)
    drag(page, "a3a6", button="right")
    expect(arrows(page)).to_have_count(1)
    page.mouse.click(*centre(page, "d5"))
    expect(arrows(page)).to_have_count(0)
