"""Readers can play on the boards of the documentation."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from tools import browser

from jungle.web import documentation
from tests.needs import needs_core
from tests.site_building import build_site


@needs_core
def test_boards_can_be_played_on_against_a_level(chromium: Any, tmp_path: Path) -> None:
    build_site(tmp_path, only="index.md")
    messages: list[str] = []
    files = documentation.site_files(tmp_path)
    with browser.serving(files) as server, browser.new_context(chromium) as context:
        page = context.new_page()
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/index.html")
        board = page.locator(".live-board jungle-board")
        board.locator('[data-square="a3"]').click()
        board.locator('[data-square="a4"]').click()
        # Level 1 answers: two plies are played, and Blue is to move again.
        expect(board).to_have_attribute("fen", re.compile(" b 2 2$"))
    assert messages == []
