"""Boards in the documentation can be played on."""

import json
import re
import threading
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from jungle.web.documentation import site_files
from jungle.web.serving import make_server

STATIC = Path(__file__).parents[3] / "docs" / "_static"
BOARDS: list[dict[str, Any]] = [
    {"fen": "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1", "rules": "standard", "level": 1},
    {"fen": "7/3C3/7/7/7/7/7/7/6l b 0 1", "rules": "standard", "level": None},
]


@pytest.fixture
def pages() -> Iterator[str]:
    """A page with two boards, as the site has it."""
    figures = "".join(
        f'<figure class="live-board" data-board="{escape(json.dumps(board))}"><img alt=""></figure>' for board in BOARDS
    )
    script = '<script type="module" src="_static/live-boards.js"></script>'
    page = f'<!doctype html><html lang="en"><link rel="icon" href="data:,">{script}<body>{figures}</body></html>'
    files = {**site_files(STATIC.parent), "index.html": page.encode}
    with make_server(0, files) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


def test_boards_in_the_documentation_are_played_on(chromium: Any, pages: str) -> None:
    page = chromium.new_page()
    try:
        page.set_default_timeout(60_000)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(pages)
        game, alone = page.locator("figure").nth(0), page.locator("figure").nth(1)
        game.locator("[data-square=a3]").click()
        game.locator("[data-square=a4]").click()
        # The computer answers.
        expect(game.locator("jungle-board")).to_have_attribute("fen", re.compile(r" b 2 2$"), timeout=60_000)
        alone.locator("[data-square=d8]").click()
        alone.locator("[data-square=d9]").click()
        expect(alone.get_by_role("status")).not_to_be_empty()
        alone.get_by_role("button").click()
        expect(alone.locator("jungle-board")).to_have_attribute("fen", BOARDS[1]["fen"])
        assert errors == []
    finally:
        page.close()
