"""Languages, keyboard, screen readers, text size and handedness."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tools.web_layout import VIEWS, faults_of

from jungle.language import Translator
from tests.web.browser.board import BOARD, wait_for_fen
from tests.web.browser.conftest import PHONE, TABLET, OpenPage


@pytest.mark.parametrize(
    ("language", "title", "pieces"),
    [("en", "Play", "painted"), ("zh", "对弈", "characters"), ("zh-Hant", "對弈", "traditional")],
)
def test_language_and_pieces_follow_the_browser(open_page: OpenPage, language: str, title: str, pieces: str) -> None:
    page = open_page("#/play", size=PHONE, language=language)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.evaluate("document.documentElement.lang") == {"zh": "zh-Hans"}.get(language, language)
    page.goto(page.url.split("#")[0] + "#/play?level=friend")
    expect(page.locator("jungle-board")).to_have_attribute("pieces", pieces)


def typed(page: Any, line: str) -> None:
    """Type a line into the field for moves and questions, by keyboard alone."""
    page.keyboard.press("m")
    field = page.get_by_role("textbox", name="Type a move or a question")
    expect(field).to_be_focused()
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [PHONE, (1280, 800)])
def test_the_field_for_moves_leaves_the_board_free(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("#/play?level=friend", size=size)
    page.wait_for_selector("jungle-board[fen]")
    page.keyboard.press("m")
    field = page.locator(".typed").bounding_box()
    corner = page.locator("[data-square=a1]").bounding_box()
    assert corner["y"] + corner["height"] <= field["y"] + 1
    assert field["y"] + field["height"] <= size[1]


@pytest.mark.parametrize("width", [360, 1280])
def test_large_text_leaves_the_menu_on_the_screen(open_page: OpenPage, width: int) -> None:
    page = open_page("#/play", size=(width, 800), settings={"size": "200"})
    page.locator(".top").get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Settings")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [PHONE, (1600, 1000)])
def test_ranks_and_coordinates_grow_with_the_text(open_page: OpenPage, size: tuple[int, int]) -> None:
    def measured(text: str) -> tuple[float, str, float]:
        """The size of the coordinates, the rank on the lion and how much of its square it takes."""
        page = open_page("#/play?level=friend", size=size, settings={"size": text})
        page.wait_for_selector("jungle-board[fen]")
        found = page.evaluate(
            """() => {
                const board = document.querySelector("jungle-board");
                const cell = board.shadowRoot.querySelector("[data-square=a9]");
                const badge = getComputedStyle(cell, "::before");
                const label = getComputedStyle(board.shadowRoot.querySelector(".label"));
                const rank = badge.display === "none" ? "" : badge.content.replaceAll('"', "");
                const part = rank ? parseFloat(badge.width) / cell.clientWidth : 0;
                return [parseFloat(label.fontSize), rank, part];
            }"""
        )
        return found[0], found[1], found[2]

    usual, rank, _ = measured("100")
    assert rank == ""
    large, rank, part = measured("200")
    assert large > 1.25 * usual
    assert rank == "7"
    assert part > 0.4


def spoken(page: Any) -> Any:
    return page.locator("#spoken")


def test_a_game_is_typed(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend")
    typed(page, "elephant up")
    wait_for_fen(page, "l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L")
    expect(spoken(page)).to_contain_text("elephant a3 to a4")
    typed(page, "g7g6")
    wait_for_fen(page, "l5t/1d3c1/r1p1w2/6e/7/E6/2W1P1R/1C3D1/T5L")
    typed(page, "wolf left")
    wait_for_fen(page, "l5t/1d3c1/r1p1w2/6e/7/E6/1W2P1R/1C3D1/T5L")
    typed(page, "nonsense")
    expect(spoken(page)).to_contain_text("Not understood")
    typed(page, "cat b6")
    expect(spoken(page)).not_to_contain_text("Not understood")


def test_keys_answer_questions(open_page: OpenPage) -> None:
    page = open_page(f"#/play?level=friend&fen={quote('2r4/7/7/7/7/7/7/e6/L1C4 b')}")
    for key, answer in (
        ("p", "Blue: lion a1, cat c1."),
        ("o", "Red: elephant a2, rat c9."),
        ("l", "No moves yet"),
        ("a", "elephant a2 attacks lion a1."),
        ("t", "Blue to move"),
        ("c", "No clock in this game."),
    ):
        page.keyboard.press(key)
        expect(spoken(page)).to_contain_text(answer)


def test_a_square_is_asked_about_on_the_board_and_in_words(open_page: OpenPage) -> None:
    page = open_page(f"#/analyse?fen={quote('2r4/7/7/7/7/7/7/e6/L1C4 b')}")
    typed(page, "a1")
    expect(spoken(page)).to_have_text("a1, blue lion. Can go to b1. Attacked by elephant a2")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("s")
    expect(spoken(page)).to_contain_text("c1, blue cat, blue trap")


def test_both_clocks_are_announced(open_page: OpenPage) -> None:
    page = open_page("#/play?level=1&side=red&clock=5%2B3")
    # The computer's first move is announced before the clocks are asked for, or it would replace the answer.
    expect(page.locator(".moves button").first).to_be_visible()
    expect(spoken(page)).not_to_be_empty()
    page.keyboard.press("c")
    expect(spoken(page)).to_contain_text(re.compile(r"You: [45]:\d\d\."))
    expect(spoken(page)).to_contain_text(re.compile(r"Chick: [45]:\d\d\."))


def test_moves_are_typed_in_puzzles_and_lessons(open_page: OpenPage) -> None:
    page = open_page("#/learn?game=jungle&lesson=steps")
    before = page.locator(BOARD).get_attribute("fen")
    page.keyboard.press("p")
    expect(spoken(page)).to_contain_text("Blue:")
    animal = spoken(page).inner_text().removeprefix("Blue: ").split()[0]
    typed(page, f"{animal} up")
    expect(page.locator(BOARD)).not_to_have_attribute("fen", str(before))
    page = open_page("#/puzzles?next=1")
    page.keyboard.press("t")
    expect(spoken(page)).to_contain_text("to move")


def test_single_keys_can_be_switched_off(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend", settings={"keys": False})
    page.keyboard.press("f")
    page.keyboard.press("p")
    expect(page.locator(BOARD)).not_to_have_attribute("turned", "")
    expect(spoken(page)).not_to_contain_text("Blue:")


@pytest.mark.parametrize(
    "view",
    ["home", "setup", "play", "end", "flip", "analyse", "puzzles", "learn", "editor", "rules", "settings", "stickers"],
)
def test_text_of_twice_the_size_fits_a_phone_and_a_tablet(open_page: OpenPage, view: str) -> None:
    page = open_page(f"#/{VIEWS[view].route}", settings={"size": "200"})
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
    if act := VIEWS[view].act:
        act(page, Translator("en"))
    assert {size: found for size in (PHONE, TABLET, (640, 360)) if (found := faults_of(page, size))} == {}
    boards = page.locator(".boards jungle-board")
    assert all(each.bounding_box()["width"] >= 200 for each in boards.all())


def test_the_left_hand_has_the_menu_on_its_side(open_page: OpenPage) -> None:
    page = open_page("#/play?level=3", size=PHONE, settings={"hand": "left"})
    assert page.locator("#more").bounding_box()["x"] < PHONE[0] / 2
    assert page.get_by_role("button", name="More", exact=True).bounding_box()["x"] < PHONE[0] / 2
    page = open_page("#/play?level=3", size=(640, 360), settings={"hand": "left"})
    assert page.locator(BOARD).bounding_box()["x"] > page.locator(".side").bounding_box()["x"]


def test_wider_spacing_can_be_switched_on(open_page: OpenPage) -> None:
    page = open_page("#/settings", size=PHONE)
    page.get_by_role("switch", name="Wider spacing").check()
    assert page.evaluate("getComputedStyle(document.body).letterSpacing") != "normal"


WALKED = (
    "",
    "play",
    "play?level=friend",
    "puzzles",
    "puzzles?next=1",
    "learn",
    "learn?game=jungle&lesson=steps",
    "analyse",
    "editor",
    "rules",
    "settings",
    "stickers",
    "path",
)


@pytest.mark.parametrize("view", WALKED)
def test_the_keyboard_alone_reaches_everything(open_page: OpenPage, view: str) -> None:
    """Each link, button and field gets the focus by Tab alone."""
    page = open_page(f"#/{view}")
    if view == "analyse":
        expect(page.locator(".lines .line")).to_have_count(3)
    missed, reached = {0}, set()
    for _ in range(200):
        page.keyboard.press("Tab")
        place, count = page.evaluate(f"((all) => [all.indexOf(document.activeElement), all.length])(({FOCUSABLE})())")
        reached.add(place)
        missed = set(range(count)) - reached
        if not missed:
            break
    assert not missed, page.evaluate(f"({FOCUSABLE})().map((each) => each.outerHTML.slice(0, 80))")


FOCUSABLE = """() => {
  const view = document.getElementById("view");
  return [...view.querySelectorAll("a[href], button, input, select, textarea, jungle-board")].filter((each) => {
    if (each.disabled || each.closest("[inert], [hidden]") || !each.checkVisibility()) return false;
    if (each.tabIndex < 0 && each.localName !== "jungle-board") return false;
    return each.type !== "radio" || each.checked; // Arrows go through a group.
  });
}"""
"""What can be used in the view."""
