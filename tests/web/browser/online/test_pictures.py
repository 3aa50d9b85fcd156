"""Links with previews and moving pictures, as the page offers them."""

from pathlib import Path

from tests.web.browser.online.conftest import NewPerson
from tests.web.browser.online.playing import begin, control, move, sees

MOVES = "a3a4,g7g6,a4a5"


def test_a_shared_analysis_has_a_preview_and_opens_where_it_was(person: NewPerson) -> None:
    page = person(None).open(f"#/analyse?moves={MOVES}&ply=1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("jungle-board[fen]").wait_for()
    page.get_by_role("toolbar").get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Share").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('/analyse?')")
    address = page.evaluate("navigator.clipboard.readText()")
    answer = page.request.get(address)
    assert "1 move, standard rules" in answer.text()
    page.goto(address)
    page.wait_for_url("**/#/analyse?**")
    page.locator("jungle-board[fen]").wait_for()
    assert page.locator(".tree button[aria-current]").inner_text().strip().endswith("a4")


def test_a_game_is_downloaded_as_a_moving_picture(person: NewPerson) -> None:
    """Under house rules too: the page makes it without the server."""
    ann, bob = person(settings={"confirm": False}), person(settings={"confirm": False})
    game = begin(ann, bob, days=1, rules="standard:equal_ranks=both_vanish")
    for text in ("a3a4", "g7g6"):
        move(ann if text == "a3a4" else bob, text)
    sees(ann, "a3a4 g7g6")
    control(ann, "More").click()
    with ann.page.expect_download() as download:
        ann.page.get_by_role("dialog").get_by_role("button", name="Moving picture (SVG)").click()
    assert download.value.suggested_filename == f"jungle-{game}.svg"
    assert "<animateTransform" in Path(download.value.path()).read_text(encoding="utf-8")
