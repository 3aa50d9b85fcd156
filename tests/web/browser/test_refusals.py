"""A move that is not allowed: why, at the board and in the live region, wherever there is a board."""

from playwright.sync_api import expect

from jungle.puzzles import find_puzzle
from tests.web.browser.board import centre, click, fen, press, tap
from tests.web.browser.conftest import PHONE, OpenPage

RIVER = "7/7/6c/7/7/7/1RD4/7/7 b"
BLOCKED = "7/7/1w5/7/1r5/7/1LT4/7/7 b"


REFUSED = (
    (f"play?level=friend&fen={RIVER}", "c3c4", "The dog can't swim.", ["c4"]),
    (f"analyse?fen={BLOCKED}", "b3b7", "A rat in the water blocks the jump.", ["b5"]),
    ("learn?game=jungle&lesson=rat", "b2c2", "The elephant can't capture the rat.", ["c2"]),
    ("learn?game=jungle&lesson=blocked", "b3b7", "A rat in the water blocks the jump.", ["b5"]),
    ("flip?level=friend&fen=4/1w2/1Dp1/4 b 0", "b2c2", "The leopard is too strong for the dog.", ["c2"]),
)


def test_why_a_move_is_not_allowed(open_page: OpenPage) -> None:
    page = open_page("#/settings")
    for address, move, words, squares in REFUSED:
        page.evaluate("document.querySelector('#view > *').dataset.before = ''")
        page.evaluate("address => { location.hash = address; }", f"#/{address}")
        page.wait_for_selector("#view > :not([data-before]) jungle-board[fen]")
        before = fen(page)
        click(page, move)
        expect(page.locator(".bubble")).to_have_text(words)
        expect(page.locator("#spoken")).to_have_text(words)
        refused = page.locator(".cell.refused")
        assert [refused.nth(index).get_attribute("data-square") for index in range(refused.count())] == squares
        assert fen(page) == before
        board, bubble = page.locator("jungle-board").bounding_box(), page.locator(".bubble").bounding_box()
        assert bubble["x"] >= board["x"] - 1
        assert bubble["x"] + bubble["width"] <= board["x"] + board["width"] + 1
        piece = page.locator(f"[data-square={move[:2]}]").bounding_box()
        assert bubble["y"] + bubble["height"] <= piece["y"] + 1 or bubble["y"] >= piece["y"] + piece["height"] - 1
        page.mouse.click(*centre(page, move[:2]))
        expect(page.locator(".bubble")).to_have_count(0)


def test_a_refusal_goes_away_with_the_next_action_anywhere(open_page: OpenPage) -> None:
    page = open_page(f"#/play?level=friend&fen={RIVER}")
    click(page, "c3c4")
    expect(page.locator(".bubble")).to_be_visible()
    page.get_by_role("toolbar").get_by_role("button", name="More").click()
    expect(page.locator(".bubble")).to_have_count(0)


def test_a_puzzle_says_why_and_takes_no_points(open_page: OpenPage) -> None:
    puzzle = find_puzzle("002e58")
    page = open_page(f"#/puzzles?id={puzzle.id}")
    page.wait_for_selector("jungle-board[fen]")
    click(page, puzzle.moves[0][:2] + "g1")
    expect(page.locator(".bubble")).not_to_be_empty()
    expect(page.locator(".notice")).to_contain_text("to move")


def test_by_touch_and_by_keyboard_in_chinese(open_page: OpenPage) -> None:
    page = open_page(f"#/play?level=friend&fen={RIVER}", size=PHONE, touch=True, language="zh")
    tap(page, "c3c4")
    expect(page.locator(".bubble")).to_have_text("狗不会游泳。")
    page.locator("jungle-board [tabindex='0']").focus()
    press(page, "c3c4")
    expect(page.locator("#spoken")).to_have_text("狗不会游泳。")


def test_a_piece_without_a_move(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend&fen=l6/7/7/7/7/7/7/6C/5DE b")
    page.mouse.click(*centre(page, "g1"))
    expect(page.locator(".bubble")).to_have_text("The elephant can't move right now.")
