"""Whole games in the browser: by mouse, touch and keyboard, on a phone and on a desk; nothing is lost on the way."""

import re

from playwright.sync_api import expect

from tests.web.browser.board import BOARD, centre, click, drag, fen, press, square, tap, wait_for_fen
from tests.web.browser.conftest import DESK, PHONE, OpenPage

# Many tests share two processors: what is waited for may take a while.

DEN = "7/3E3/7/7/7/7/7/r6/7 b"
SHORT = ("a3a4", "g7g6", "a4a3", "g6g7") * 2


def test_two_people_play_to_a_draw_by_mouse(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend", size=DESK)
    for move in SHORT[:5]:
        click(page, move)
    expect(page.locator(".notice")).to_contain_text("occurred twice")
    for move in SHORT[5:]:
        drag(page, move)
    card = page.get_by_role("group", name="Draw")
    expect(card).to_contain_text("three times", use_inner_text=True)
    page.get_by_role("link", name="Rematch").first.wait_for()


def test_two_people_play_to_the_den_by_touch(open_page: OpenPage) -> None:
    page = open_page(f"#/play?level=friend&fen={DEN}", size=PHONE, touch=True)
    box = page.locator(BOARD).bounding_box()
    assert box["width"] >= 355
    assert page.get_by_role("button", name="Resign").bounding_box()["y"] + 40 <= 640
    tap(page, "d8d9")
    page.get_by_role("group", name="Blue wins").wait_for()
    page.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("group", name="Blue wins")).to_have_count(0)


def test_a_whole_game_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("#/play")
    page.get_by_role("radio", name="A friend, same screen").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(BOARD)
    page.locator(f"{BOARD} [tabindex='0']").focus()
    for move in SHORT:
        press(page, move)
    page.get_by_role("group", name="Draw").wait_for()


def test_the_computer_answers_and_a_reload_loses_nothing(open_page: OpenPage) -> None:
    page = open_page("#/play?level=1&side=blue&clock=5%2B3")
    click(page, "a3a4")
    expect(page.locator(".moves button")).to_have_count(2)
    before = fen(page)
    page.reload()
    expect(page.locator(".moves button")).to_have_count(2)
    assert fen(page) == before
    assert re.search(r"game=\w+", page.url)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".moves button")).to_have_count(0)


def test_playing_red_the_computer_begins(open_page: OpenPage) -> None:
    page = open_page("#/play?level=1&side=red&rules=leiden")
    expect(page.locator(".moves button")).to_have_count(1)
    expect(page.locator(f"{BOARD}[turned]")).to_have_count(1)


def test_hint_resignation_and_the_list_of_games(open_page: OpenPage) -> None:
    page = open_page("#/play?level=3")
    page.get_by_role("button", name="Hint").click()
    page.locator(".notice .move").wait_for()
    click(page, "a3a4")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("group", name="You lost").wait_for()
    page.get_by_role("link", name="New game").click()
    expect(page.locator(".kept")).to_have_count(1)
    page.locator(".kept a").click()
    page.get_by_role("group", name="You lost").wait_for()
    page.go_back()
    page.locator(".kept").get_by_role("button", name="Delete").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".kept")).to_have_count(0)


def test_thinking_stops_after_the_engine_failed(open_page: OpenPage) -> None:
    page = open_page("#/play?level=3")
    page.evaluate(
        """Worker.prototype.postMessage = function () {
            this.dispatchEvent(new ErrorEvent("error", { message: "broken" }));
        }"""
    )
    click(page, "a3a4")
    expect(page.locator(".toast").filter(has_text="broken")).to_be_visible()
    expect(page.locator(".strip .thinking").filter(has_text="Thinking")).to_have_count(0)


def test_the_review_and_the_rematch_follow_a_game(open_page: OpenPage) -> None:
    page = open_page(f"#/play?level=friend&fen={DEN}")
    click(page, "d8d9")
    page.get_by_role("link", name="Review").first.click()
    page.locator(".review table").wait_for()
    page.go_back()
    page.get_by_role("link", name="Rematch").first.click()
    wait_for_fen(page, "7/3E3/")


def test_the_clock_runs_out(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend&clock=1%2B0")
    page.clock.install()
    page.reload()
    page.clock.resume()
    click(page, "a3a4")
    page.clock.fast_forward(61_000)
    page.get_by_role("group", name="Blue wins").wait_for()
    expect(page.locator(".card")).to_contain_text("on time", use_inner_text=True)


def test_a_pause_hides_the_board_and_stops_the_clock(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend&clock=5%2B0")
    click(page, "a3a4")
    page.get_by_role("button", name="Pause").click()
    before = page.locator(".clock").all_inner_texts()
    page.locator(".card").get_by_role("button", name="Resume").click()
    assert page.locator(".clock").all_inner_texts() == before


def test_looking_back_and_forth(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend")
    for move in SHORT[:3]:
        click(page, move)
    now = fen(page)
    page.keyboard.press("Home")
    assert fen(page).startswith("l5t/1d3c1/")
    page.keyboard.press("PageDown")
    page.get_by_role("button", name="Last move").click()
    assert fen(page) == now


def test_the_face_down_game(open_page: OpenPage) -> None:
    page = open_page("#/flip?level=1&side=red", size=PHONE, touch=True)
    expect(square(page, "b2")).to_have_attribute("aria-label", re.compile("face-down piece"))
    page.touchscreen.tap(*centre(page, "b2"))
    expect(page.locator(".moves button")).to_have_count(2)
    before = fen(page)
    page.reload()
    expect(page.locator(".moves button")).to_have_count(2)
    assert fen(page) == before
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()


def test_rapid_clicks_play_one_move(open_page: OpenPage) -> None:
    page = open_page("#/play?level=1")
    page.mouse.click(*centre(page, "a3"))
    for _ in range(6):
        page.mouse.click(*centre(page, "a4"), delay=0)
    expect(page.locator(".moves button")).to_have_count(2)
    expect(page.locator(".moves button")).to_have_count(2)


def test_two_tabs_on_one_game(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend")
    click(page, "a3a4")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".moves button")
    click(other, "g7g6")
    expect(page.locator(".moves button")).to_have_count(2)
    click(page, "a4a5")
    expect(other.locator(".moves button")).to_have_count(3)


def test_playing_works_without_storage(open_page: OpenPage) -> None:
    page = open_page("#/")
    page.context.add_init_script(
        """
        const refuse = () => { throw new DOMException("no", "SecurityError"); };
        Object.defineProperty(window, "indexedDB", { get: refuse });
        Object.defineProperty(window, "localStorage", { get: refuse });
        Object.defineProperty(window, "sessionStorage", { get: refuse });
        """
    )
    page.reload()
    page.wait_for_selector("#view > *")
    page.evaluate("location.hash = '#/play?level=1'")
    page.wait_for_selector(BOARD)
    click(page, "a3a4")
    expect(page.locator(".moves button")).to_have_count(2)
    expect(page.locator(".toast").filter(has_text="can't save")).to_have_count(1)


def test_a_database_that_never_opens_delays_only_once(open_page: OpenPage) -> None:
    page = open_page("#/settings")
    page.context.add_init_script("window.asked = 0; IDBFactory.prototype.open = () => (window.asked += 1, {})")
    page.goto(page.url.replace("#/settings", "#/play?level=1"))
    page.reload()
    page.wait_for_selector(BOARD)
    click(page, "a3a4")
    expect(page.locator(".moves button")).to_have_count(2)
    expect(page.locator(".toast").filter(has_text="can't save")).to_have_count(1)
    page.evaluate("location.hash = '#/'")
    page.locator(".tile").first.wait_for()
    page.evaluate("location.hash = '#/play'")
    page.get_by_role("button", name="Start").wait_for()
    page.go_back()
    page.go_back()
    expect(page.locator(".moves button")).to_have_count(2)
    assert page.evaluate("window.asked") == 1


def test_the_setup_on_a_small_phone_shows_start_and_asks_friends_no_side(open_page: OpenPage) -> None:
    page = open_page("#/play", size=(360, 640))
    expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
    form = page.locator("form.setup")
    expect(form).to_contain_text("Blue moves first.")
    expect(form).to_contain_text("threefold repetition is a draw")
    form.get_by_label("Leiden").check()
    expect(form).to_contain_text("Elephants can take rats")
    sides = page.get_by_role("group", name="You play")
    sides.get_by_label("Red").check()
    form.get_by_label("A friend, same screen").check()
    expect(sides).to_have_count(0)
    expect(form).to_contain_text("Blue moves first.")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(BOARD)
    assert centre(page, "a1")[1] > centre(page, "a9")[1]


def test_the_setup_of_the_face_down_game_says_who_moves_first(open_page: OpenPage) -> None:
    page = open_page("#/flip", size=(360, 640))
    expect(page.locator("form.setup")).to_contain_text("Red moves first.")
    expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
