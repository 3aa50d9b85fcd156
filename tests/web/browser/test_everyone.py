"""What lets everybody play: languages, hands, eyes and ears."""

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, OpenPage


@pytest.mark.parametrize(
    ("language", "title", "pieces"),
    [("en", "Play", "painted"), ("zh", "对弈", "characters"), ("zh-Hant", "對弈", "traditional")],
)
def test_language_and_pieces_follow_the_browser(open_page: OpenPage, language: str, title: str, pieces: str) -> None:
    page = open_page("#/play", size=PHONE, language=language)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.evaluate("document.documentElement.lang") == language
    page.goto(page.url.split("#")[0] + "#/play?level=friend")
    expect(page.locator("jungle-board")).to_have_attribute("pieces", pieces)
