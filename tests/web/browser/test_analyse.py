"""Analysis, editor, lessons, rules and settings in the browser, and attempts to break them."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from playwright.sync_api import expect

from jungle import Game
from jungle.record import dumps, loads
from tests.web.browser.board import BOARD, centre, click, fen, menu, square, tap, wait_for_fen
from tests.web.browser.conftest import DESK, PHONE, OpenPage

TREE = "a3a4 {first} g7g6 ( g7f7 {why not} ) a4a5"
HOSTILE = "<img src=x onerror=\"document.title='broken'\">"


READ = """all => all.map(each => each.getAttribute("aria-label")
    ?? [...each.querySelectorAll("img")].map(image => image.alt).join("") + each.textContent)"""


def moves(page: Any) -> list[str]:
    """As they are read out: "elephant a4"."""
    return list(page.locator(".tree .ply").evaluate_all(READ))


def test_the_engine_shows_lines_arrows_and_chances(open_page: OpenPage) -> None:
    page = open_page("#/analyse?moves=a3a4,g7g6")
    expect(page.locator(".lines .line")).to_have_count(3)
    page.get_by_role("combobox", name="Number of lines").select_option("5")
    expect(page.locator(".lines .line")).to_have_count(5)
    expect(page.locator(f"{BOARD} .arrows path")).to_have_count(5)
    expect(page.locator(".bar")).to_have_attribute("aria-label", re.compile("%"))
    page.locator(".lines .line").first.click()
    expect(page.locator(".tree .ply")).to_have_count(3)
    page.get_by_role("button", name="Threat").click()
    expect(page.locator(f"{BOARD} .arrows path")).to_have_count(1)
    page.get_by_role("button", name="Engine").click()
    expect(page.locator(f"{BOARD} .arrows path")).to_have_count(0)


def test_the_engine_keeps_its_memory_between_positions(open_page: OpenPage) -> None:
    page = open_page("#/analyse?moves=a3a4,g7g6", settings={"threads": 1})
    expect(page.locator(".lines .line")).to_have_count(3)
    assert page.evaluate("crossOriginIsolated")
    workers = page.workers
    assert len(workers) == 1
    for _ in range(2):
        page.get_by_role("button", name="Back").click()
        expect(page.locator(".lines .line")).to_have_count(3)
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".lines .line")).to_have_count(3)
    assert page.workers == workers


def test_a_forced_win_is_proved(open_page: OpenPage) -> None:
    page = open_page("#/analyse?fen=7/7/3C3/7/7/7/7/7/l5t b")
    expect(page.locator(".forced")).to_contain_text("Blue can force a win")
    page = open_page("#/analyse?fen=7/7/3C3/7/7/7/7/7/l5t r")
    expect(page.locator(".lines .line")).not_to_have_count(0)
    expect(page.locator(".forced")).to_be_empty()
    page.get_by_role("button", name="Threat").click()
    expect(page.locator(".forced")).to_contain_text("Blue can force a win")


def test_tables_know_small_endings_and_count_in_moves(open_page: OpenPage) -> None:
    page = open_page("#/analyse?fen=7/7/7/3E3/7/7/7/r6/7 b")
    told = page.locator(".tables")
    best = page.get_by_role("list", name="What the endgame table says").get_by_role("button").first
    for left in ("3 moves", "2 moves", "1 move"):
        expect(told).to_have_text(f"Endgame table: Blue wins in {left}")
        expect(best).to_contain_text(f"wins in {left}")
        best.click()
        if left == "1 move":
            break
        expect(best).to_contain_text("loses in")
        best.click()
    page = open_page("#/analyse?fen=7/7/7/3E3/7/7/7/r6/7 b", language="zh")
    expect(page.locator(".tables")).to_have_text("残局库：蓝方 3 步内胜")


def test_tables_of_the_face_down_game_count_no_moves_to_the_win(open_page: OpenPage) -> None:
    page = open_page("#/analyse?rules=flip&fen=r3/4/4/2LE b 0 -")
    expect(page.locator(".tables")).to_have_text("Endgame table: Blue wins")
    best = page.get_by_role("list", name="What the endgame table says").get_by_role("button").first
    expect(best.locator("span").last).to_have_text("wins")


def test_a_tree_grows_is_kept_and_shared(open_page: OpenPage) -> None:
    page = open_page("#/analyse")
    click(page, "a3a4")
    click(page, "g7g6")
    page.get_by_role("button", name="Back").click()
    click(page, "g7f7")
    page.get_by_role("textbox", name="Comment").fill(HOSTILE)
    page.get_by_role("textbox", name="Comment").blur()
    expect(page.locator(".variation .comment")).to_have_text(HOSTILE)
    before = moves(page)
    page.reload()
    expect(page.locator(".variation .comment")).to_have_text(HOSTILE)
    assert moves(page) == before
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    menu(page, "Share")
    address = page.evaluate("navigator.clipboard.readText()")
    other = page.context.browser.new_context().new_page()
    other.goto(address)
    expect(other.locator(".variation .comment")).to_have_text(HOSTILE)
    assert moves(other) == before
    other.context.close()
    assert "broken" not in page.title()


def test_edits_are_undone_and_lines_promoted(open_page: OpenPage) -> None:
    page = open_page(f"#/analyse?tree={quote(TREE)}")
    assert moves(page) == ["elephant a4", "elephant g6", "elephant f7", "elephant a5"]
    page.locator(".variation .ply").click()
    menu(page, "Make main line")
    assert moves(page)[:2] == ["elephant a4", "elephant f7"]
    page.get_by_role("button", name="Undo").click()
    assert moves(page)[:2] == ["elephant a4", "elephant g6"]
    page.get_by_role("button", name="Redo").click()
    menu(page, "Delete from here")
    assert moves(page) == ["elephant a4", "elephant g6", "elephant a5"]


def test_a_long_game_does_not_run_into_the_comment_field(open_page: OpenPage) -> None:
    moves, game = Random(3), Game()
    while not game.is_over() and len(game.moves) < 160:
        game.push(moves.choice(list(game.legal_moves())))
    page = open_page(f"#/analyse?moves={','.join(move.uci() for move in game.moves)}")
    expect(page.locator(".tree .ply").nth(100)).to_be_attached()
    for size in (PHONE, DESK):
        resize(page, size)
        assert page.locator(".tree").evaluate("each => getComputedStyle(each).overflowY") == "auto"
        tree, field = page.locator(".tree").bounding_box(), page.locator(".comment-field").bounding_box()
        assert tree["height"] >= 100
        assert tree["y"] + tree["height"] <= field["y"]


def test_the_click_that_leaves_a_comment_counts(open_page: OpenPage) -> None:
    page = open_page("#/analyse?moves=a3a4,g7g6")
    page.get_by_role("textbox", name="Comment").press_sequentially("why not")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".tree [aria-current]")).to_have_accessible_name("elephant a4")
    expect(page.locator(".tree .comment")).to_have_text("why not")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tree .comment")).to_have_count(0)


def test_a_variation_numbers_its_first_move_only(open_page: OpenPage) -> None:
    page = open_page(f"#/analyse?tree={quote('a3a4 g7g6 a4a5 ( g3g4 a7a6 g4g5 ) g6g5')}")
    assert page.locator(".variation .number").all_inner_texts() == ["2.", "3."]


def test_the_editor_says_that_a_game_is_over(open_page: OpenPage) -> None:
    page = open_page(f"#/editor?fen={quote('3E3/7/7/7/7/7/7/r6/7 r')}")
    expect(page.get_by_role("status").filter(has_text="already over")).to_be_visible()
    expect(page.get_by_role("toolbar").get_by_role("link", name="Play")).to_have_attribute("aria-disabled", "true")


def test_a_whole_game_is_reviewed(open_page: OpenPage) -> None:
    page = open_page("#/analyse?moves=a3a4,g7g6,a4a5,a7a6,a5a4,a6a5")
    page.get_by_role("button", name="Review").click()
    page.locator(".review table").wait_for(timeout=60_000)
    page.locator(".graph").wait_for()
    page.locator(".graph").click(position={"x": 2, "y": 20})
    wait_for_fen(page, "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R")


def test_records_are_imported_and_exported(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("#/analyse")
    menu(page, "Open a record or position")
    page.locator("dialog textarea").fill("1. 8-a4 8-a4 *")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.locator("dialog textarea").fill(f'[Event "{HOSTILE[:12]}"]\n\n1. 8-a4 {{{HOSTILE}}} 8-g6 *')
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".tree .comment")).to_have_text(HOSTILE)
    with page.expect_download() as record:
        menu(page, "Download record")
    assert f"8-a4 {{{HOSTILE}}} 8-g6 *" in Path(record.value.path()).read_text()
    for name, start in (("Picture (SVG)", b"<svg"), ("Picture (PNG)", b"\x89PNG")):
        with page.expect_download() as picture:
            menu(page, name)
        content = Path(picture.value.path()).read_bytes()
        assert content.startswith(start)
        assert len(content) > 10_000


def test_a_downloaded_analysis_keeps_its_variations_and_comments(open_page: OpenPage) -> None:
    tree = "{so} a3a4 {first} g7g6 ( g7f7 {why {not\\}} a4a5 ( a4a3 {or back} ) a7a6 ) a4a5"
    page = open_page(f"#/analyse?tree={quote(tree)}")
    shown = page.locator(".tree").inner_text()
    with page.expect_download() as download:
        menu(page, "Download record")
    text = Path(download.value.path()).read_text()
    assert text.endswith(
        "{so} 1. 8-a4 {first} 8-g6 (1... 8-f7 {why {not\\}} 2. 8-a5 (2. 8-a3 {or back})\n2... 1-a6) 2. 8-a5 *\n\n"
    )
    [record] = loads(text)
    assert dumps([record]) == text
    assert [node.comment for node in record.mainline()[0].children[1].walk()] == ["why {not}", "", "", "or back"]
    again = open_page("#/analyse")
    again.evaluate(DROP, [text, False])
    expect(again.locator(".tree .ply")).to_have_count(7)
    assert again.locator(".tree").inner_text() == shown


def test_a_file_is_dropped_on_the_board(open_page: OpenPage) -> None:
    page = open_page("#/analyse")
    page.evaluate(
        """() => {
            const files = new DataTransfer();
            files.items.add(new File(["1. 8-a4 8-g6 *"], "game.jgn"));
            document.querySelector("jungle-board").dispatchEvent(
                new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator(".tree .ply")).to_have_count(2)


DROP = """([content, isBytes]) => {
    const files = new DataTransfer();
    files.items.add(new File([isBytes ? new Uint8Array(content) : content], "game.jgn"));
    document.querySelector("jungle-board").dispatchEvent(
        new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def test_a_hostile_file_gets_one_error_and_changes_nothing(open_page: OpenPage) -> None:
    page = open_page("#/analyse?moves=a3a4,g7g6")
    for content, told in (
        (
            "1. <script>document.title='broken'</script> *",
            "Line 1, column 4: “<script>document.title='broken'</script>”",
        ),
        (list("1. 8-a4 *".encode("utf-16")), "This is not a UTF-8 text file."),
    ):
        page.evaluate(DROP, [content, isinstance(content, list)])
        expect(page.locator(".toast").last).to_contain_text(told)
    assert moves(page) == ["elephant a4", "elephant g6"]
    assert "broken" not in page.title()


def test_a_game_is_chosen_from_a_file_of_many(open_page: OpenPage) -> None:
    page = open_page("#/analyse")
    page.evaluate(DROP, ["1. 8-a4 *\n\n" * 150, False])
    expect(page.locator("dialog").get_by_role("button", name="Game")).to_have_count(100)
    page.keyboard.press("Enter")
    expect(page.locator(".tree .ply")).to_have_count(1)
    expect(page.locator("dialog")).to_have_count(0)


def test_a_huge_record_is_shown(open_page: OpenPage) -> None:
    shuffle = ["a3a4", "g7g6", "a4a3", "g6g7"]
    page = open_page(f"#/analyse?rules=gamerz&moves={','.join(shuffle * 400)}")
    assert page.locator(".tree .ply").count() > 3
    page.get_by_role("button", name="Back").click()


BROKEN = (
    "analyse?moves=a3a4,zz,%00",
    "analyse?tree=((((",
    "analyse?tree=%7B%7B%7B",
    "analyse?fen=%3Cscript%3E",
    "analyse?fen=9/9/9 x",
    "analyse?rules=__proto__&moves=constructor",
    f"analyse?tree={quote('a3a4 ' * 30000)}",
    "analyse?%E0%A4%A",
    "play?fen=nonsense&level=3",
    "play?game=nothing",
    "flip?fen=x",
    "learn?lesson=x&game=toString",
    "nowhere",
)


def test_broken_links_open_what_can_be_opened(open_page: OpenPage) -> None:
    page = open_page("#/settings")
    for address in BROKEN:
        page.evaluate("document.querySelector('#view > *').dataset.before = ''")
        page.evaluate("address => { location.hash = address; }", f"#/{address}")
        page.locator("#view > :not([data-before])").wait_for()
        assert page.locator("h1").count() >= 1
        if address.startswith("analyse"):
            assert fen(page).count("/") == 8


def test_the_editor_sets_up_either_game(open_page: OpenPage) -> None:
    page = open_page("#/editor", size=PHONE, touch=True)
    page.get_by_role("button", name="Clear").tap()
    expect(page.get_by_role("status").filter(has_text="no piece")).to_be_visible()
    expect(page.get_by_role("link", name="Play")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="blue elephant").tap()
    page.touchscreen.tap(*centre(page, "b4"))
    expect(page.get_by_role("status").filter(has_text="cannot swim")).to_be_visible()
    page.touchscreen.tap(*centre(page, "d8"))
    page.get_by_role("button", name="red rat").tap()
    page.touchscreen.tap(*centre(page, "a1"))
    page.get_by_role("button", name="Move pieces").tap()
    tap(page, "a1a2")
    before = fen(page)
    assert before.startswith("7/3E3/7/7/7/7/7/r6/7")
    page.reload()
    wait_for_fen(page, before)
    page.get_by_role("radio", name="Face-down game 4×4").check(force=True)
    wait_for_fen(page, "????/????/????/????")
    page.get_by_role("radio", name="Jungle").check(force=True)
    page.get_by_role("link", name="Play").tap()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_a_lesson_is_done_and_remembered(open_page: OpenPage) -> None:
    page = open_page("#/learn?game=jungle&lesson=den", size=PHONE, touch=True)
    tap(page, "d7d8")
    tap(page, "d8d9")
    expect(page.locator(".notice")).to_have_text("Well done!")
    page.get_by_role("link", name="All lessons").tap()
    expect(page.locator(".lesson.done")).to_have_count(1)


def test_settings_take_effect_immediately_and_are_kept(open_page: OpenPage) -> None:
    page = open_page("#/settings")
    for name in ("Letters", "Night", "Dark", "a3–a4"):
        page.get_by_role("radio", name=name).check(force=True)
    page.get_by_role("switch", name="Coordinates").uncheck()
    page.get_by_role("radio", name="简体中文").check(force=True)
    expect(page.locator("h1")).to_have_text("设置")
    page.reload()
    expect(page.locator("h1")).to_have_text("设置")
    kept = json.loads(page.evaluate("localStorage.getItem('jungle.settings')"))
    assert (kept["pieces"], kept["theme"], kept["look"], kept["coordinates"]) == ("letters", "night", "dark", False)
    page.evaluate("location.hash = '#/play?level=friend'")
    page.wait_for_selector(f".game {BOARD}")
    click(page, "a3a4")
    expect(page.locator(".moves button")).to_have_text(["a3–a4"])


def test_the_back_button_goes_back(open_page: OpenPage) -> None:
    page = open_page("#/")
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(BOARD)
    page.go_back()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    page.go_back()
    expect(page.locator(".hero")).to_be_visible()
    page.go_forward()
    page.go_forward()
    page.wait_for_selector(BOARD)


def resize(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def test_small_windows_keep_the_board_usable(open_page: OpenPage) -> None:
    page = open_page("#/play?level=friend")
    sizes = ((280, 420), (320, 480), (640, 320), DESK)
    for count, (size, move) in enumerate(zip(sizes, ("a3a4", "g7g6", "a4a3", "g6g7"), strict=True), start=1):
        resize(page, size)
        assert page.locator(BOARD).bounding_box()["width"] >= 150
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        for name in (move[2:], move[:2]):
            square(page, name).scroll_into_view_if_needed()
        click(page, move)
        expect(page.locator(".moves button")).to_have_count(count)


def test_the_controls_of_the_engine_stay_in_their_panel(open_page: OpenPage) -> None:
    page = open_page("#/analyse")
    page.get_by_role("button", name="Threat").wait_for()
    for size in ((360, 640), (640, 360), (1440, 900)):
        resize(page, size)
        panel = page.locator(".engine-head").bounding_box()
        for control in page.locator(".engine-head > *").all():
            box = control.bounding_box()
            assert box["x"] + box["width"] <= panel["x"] + panel["width"] + 1
