"""Every view: accessibility and width."""

import pytest

from tests.web.browser.conftest import DESK, PHONE, Axe, OpenPage

VIEWS = (
    "",
    "play",
    "play?level=3&clock=5%2B3",
    "flip",
    "flip?level=friend",
    "puzzles",
    "puzzles?next=1",
    "learn",
    "learn?game=jungle&lesson=jump",
    "learn?game=strategy&lesson=guard",
    "analyse?moves=a3a4,g7g6",
    "editor",
    "rules",
    "settings",
    "stickers",
    "path",
    "puzzles?mode=streak",
)


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_fits_and_has_no_accessibility_violation(open_page: OpenPage, axe: Axe, view: str) -> None:
    page = open_page(f"#/{view}")
    for width, height in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    wrong = axe(page)
    for language, look, check in (("en", "dark", axe.colours), ("zh-Hant", "dark", axe.colours), ("zh", "light", axe)):
        page.evaluate(
            "(chosen) => import('/app.js').then(({need}) => need('settings.js').choose(chosen))",
            {"language": language, "look": look},
        )
        page.wait_for_selector(f"html[lang|='{language}'][data-look={look}]")
        wrong += [f"{language} {look}: {line}" for line in check(page)]
    assert wrong == []


def test_home_on_a_phone_shows_the_board_then_the_lessons_then_the_game(open_page: OpenPage) -> None:
    page = open_page("#/", size=(360, 640))
    board = page.locator(".hero-board").bounding_box()
    learn = page.get_by_role("link", name="New here? Learn in five minutes").bounding_box()
    play = page.get_by_role("link", name="Play the computer").bounding_box()
    assert board["width"] >= 150
    assert board["y"] < learn["y"] < play["y"]
    assert all(box["y"] + box["height"] <= 640 for box in (board, learn, play))
    page.get_by_role("link", name="New here?").click()
    page.wait_for_url("**/#/learn")
