"""The board embedded in another site's page with one script."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

LOADED_LIMIT = 150_000
"""The most bytes that a page with a board loads for it."""
START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[str]:
    """Another site, served from the test's folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


def test_a_page_shows_the_board_with_one_script(chromium: Any, site: str, other_site: str, tmp_path: Path) -> None:
    page_text = f"""<!doctype html><html lang="en"><head><title>A club</title><link rel="icon" href="data:,">
        <script type="module" src="{site}board/board.js"></script></head><body><div style="width: 400px">
        <jungle-board id="large" fen="{START}"></jungle-board>
        <jungle-board id="small" fen="?T2/4/1r2/???? b 0 RCDWP" pieces="letters" theme="night" turned></jungle-board>
        </div></body></html>"""
    (tmp_path / "index.html").write_text(page_text, encoding="utf-8")
    context = chromium.new_context()
    messages: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.on("requestfailed", lambda request: messages.append(request.url))
    page.goto(other_site)
    page.wait_for_selector("#small [data-square=a1]")
    assert page.locator("#large [role=gridcell]").count() == 63
    assert page.locator("#small [role=gridcell]").count() == 16
    expect(page.locator("#large [data-square=a3]")).to_have_attribute("aria-label", "a3, blue elephant")
    page.wait_for_load_state("networkidle")
    drawn = page.evaluate(
        "[...document.querySelectorAll('jungle-board')].every((board) => "
        "[...board.shadowRoot.querySelectorAll('img')].every((image) => image.naturalWidth > 0))"
    )
    assert drawn
    page.evaluate("""() => {
        const board = document.querySelector("#large");
        board.show({targets: new Map([[14, [21]]])});
        board.addEventListener("choose", ({detail}) => { window.chosen = [detail.origin, detail.target]; });
    }""")
    page.locator("#large [data-square=a3]").click()
    page.locator("#large [data-square=a4]").click()
    assert page.evaluate("window.chosen") == [14, 21]
    context.close()
    assert messages == []


def test_an_embedded_board_is_small(chromium: Any, site: str, other_site: str, tmp_path: Path) -> None:
    text = f"""<!doctype html><html lang="en"><head><title>A club</title><link rel="icon" href="data:,">
        <script type="module" src="{site}board/board.js"></script></head><body><div style="width: 400px">
        <jungle-board fen="{START}"></jungle-board></div></body></html>"""
    (tmp_path / "index.html").write_text(text, encoding="utf-8")
    context = chromium.new_context()
    page = context.new_page()
    loaded: list[int] = []
    page.on("requestfinished", lambda request: loaded.append(request.sizes()["responseBodySize"]))
    page.goto(other_site)
    page.wait_for_selector("[data-square=a1]")
    page.wait_for_load_state("networkidle")
    context.close()
    assert len(loaded) > 17
    assert sum(loaded) <= LOADED_LIMIT
