"""Links with previews and moving pictures, as the page offers them."""

from pathlib import Path

from tests.web.browser.online.conftest import NewPerson

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


def test_a_line_is_downloaded_as_a_moving_picture(person: NewPerson) -> None:
    page = person(None).open(f"#/analyse?moves={MOVES}")
    page.locator("jungle-board[fen]").wait_for()
    page.get_by_role("toolbar").get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name="Moving picture").click()
    assert "<animateTransform" in Path(download.value.path()).read_text(encoding="utf-8")
