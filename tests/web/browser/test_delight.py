"""What makes the app a pleasure: faces, applause, keys that people know."""

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from jungle.web.fonts import are_available
from tests.web.browser.board import BOARD, centre, click
from tests.web.browser.conftest import PHONE, OpenPage


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


WON_NEXT = "7/3E3/7/7/7/7/7/7/c6 b"
LOST_NEXT = "7/7/7/7/7/7/7/3e3/C6 r"


def test_a_win_is_cheered_and_earns_a_sticker(open_page: OpenPage) -> None:
    page = open_page(f"#/play?level=2&side=blue&fen={quote(WON_NEXT)}", size=PHONE)
    click(page, "d8d9")
    card = page.get_by_role("group", name="You win!")
    expect(card.locator(".applause img")).to_have_count(14)
    expect(card).to_contain_text("New sticker: Rabbit!")
    expect(card.get_by_role("link", name="Next: Hedgehog")).to_be_visible()
    card.get_by_role("link", name="New sticker").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stickers")
    expect(page.locator(".sticker:not(.missing)")).to_have_count(1)
    page.reload()
    expect(page.locator(".sticker:not(.missing)")).to_contain_text("Rabbit")


def test_reduced_motion_stops_the_celebration(open_page: OpenPage) -> None:
    page = open_page(f"#/play?level=friend&fen={quote(WON_NEXT)}", settings={"animation": "none"})
    click(page, "d8d9")
    star = page.locator(".applause img").first
    star.wait_for(state="attached")
    assert star.evaluate("star => getComputedStyle(star).animationName") == "none"


def test_the_second_loss_is_kind_and_offers_a_next_step(open_page: OpenPage) -> None:
    page = open_page("#/rules", size=PHONE)
    page.evaluate("import('/app.js').then(({need}) => need('game/stickers.js').noteResult('jungle', '3', true))")
    page.evaluate("route => { location.hash = route; }", f"#/play?level=3&side=blue&fen={quote(LOST_NEXT)}")
    card = page.get_by_role("group", name="You lost")
    expect(card).to_contain_text("Good game!")
    for name in ("Rematch", "Try Rabbit", "Review"):
        expect(card.get_by_role("link", name=name)).to_be_visible()


def test_the_page_has_its_own_typefaces(open_page: OpenPage) -> None:
    if not are_available():
        pytest.skip("the extra `server` is not installed")
    page = open_page()
    loaded = page.evaluate(
        "Promise.all(['1rem Jungle Text', '700 1rem Jungle Heading'].map((font) => document.fonts.load(font)))"
    )
    assert [len(faces) for faces in loaded] == [1, 1]
    assert "Jungle Heading" in page.locator("h1").evaluate("title => getComputedStyle(title).fontFamily")


@pytest.mark.parametrize("text", ["100", "200"])
def test_no_label_breaks_in_the_middle_of_a_word(open_page: OpenPage, text: str) -> None:
    page = open_page("#/play?level=friend", settings={"size": text})
    for width, height in ((360, 640), (320, 568), (640, 360), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN_WORDS) == []


BROKEN_WORDS = """() => {
  const broken = [];
  for (const label of document.querySelectorAll("button span, a.button span, legend, label span")) {
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const match of node.data.matchAll(/[A-Za-z]+/g)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        if (range.getClientRects().length > 1) broken.push(match[0]);
      }
    }
  }
  return broken;
}"""
"""The words on buttons and choices that stand on more than one line."""


def test_the_mark_of_a_capture_leaves_face_and_number_of_the_prey_free(open_page: OpenPage) -> None:
    page = open_page(f"#/play?level=friend&fen={quote('7/7/7/7/7/7/2e4/1dLr3/2R4 b')}")
    page.mouse.click(*centre(page, "c2"))
    prey = page.locator(f"{BOARD} .cell.taken").first
    style = prey.evaluate(
        "cell => { const {backgroundColor, borderColor, maskImage} = getComputedStyle(cell, '::after'); "
        "return {backgroundColor, borderColor, maskImage}; }"
    )
    assert style["backgroundColor"] == "rgba(0, 0, 0, 0)"
    assert style["borderColor"] == "rgb(255, 255, 255)", "the colour of neither side"
    assert style["maskImage"].count("gradient") == 4, "only the corners"


def test_every_entry_of_the_menu_has_a_picture_of_its_own(open_page: OpenPage) -> None:
    page = open_page("#/", size=PHONE)
    page.get_by_role("button", name="Menu").click()
    entries = page.locator("dialog .links li")
    expect(entries.first).to_be_visible()
    drawings = page.locator("dialog .links .icon path").evaluate_all(
        "paths => paths.map(path => path.getAttribute('d'))"
    )
    assert len(drawings) == entries.count() == len(set(drawings))
