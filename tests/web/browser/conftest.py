"""A real browser on the app, served on loopback: one Chromium for all tests, a fresh profile for each page."""

import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from jungle.web.serving import make_server

ROOT = Path(__file__).parents[3]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PHONE, TABLET, DESK = (360, 640), (768, 1024), (1440, 900)

playwright = (
    pytest.importorskip("playwright.sync_api") if not os.environ.get("CI") else __import__("playwright.sync_api")
)
if CHROMIUM is None and not os.environ.get("CI"):
    pytest.skip("needs chromium", allow_module_level=True)


class OpenPage(Protocol):
    """Opens a route of the app. Whatever the page writes to its console fails the test."""

    def __call__(
        self,
        route: str = "#/",
        *,
        size: tuple[int, int] = DESK,
        language: str = "en",
        look: str = "light",
        touch: bool = False,
        settings: dict[str, Any] | None = None,
    ) -> Any: ...


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """The address of the app."""
    with make_server(0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """The browser."""
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any, site: str) -> Iterator[OpenPage]:
    contexts = []
    messages: list[str] = []

    def open_route(
        route: str = "#/",
        *,
        size: tuple[int, int] = DESK,
        language: str = "en",
        look: str = "light",
        touch: bool = False,
        settings: dict[str, Any] | None = None,
    ) -> Any:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale={"en": "en-GB", "zh": "zh-CN"}[language],
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark" if look == "dark" else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.set_default_timeout(15_000)
        chosen = json.dumps({"language": language, "look": look, "sound": False, **(settings or {})})
        script = f"localStorage.getItem('jungle.settings') ?? localStorage.setItem('jungle.settings', {chosen!r})"
        context.add_init_script(f"try {{ {script} }} catch {{}}")
        page = context.new_page()
        page.on("console", lambda message: messages.append(f"{route}: {message.type}: {message.text}"))
        page.on("pageerror", lambda error: messages.append(f"{route}: {error}"))
        page.goto(site + route)
        page.wait_for_selector("#view > *")
        return page

    yield open_route
    for context in contexts:
        context.close()
    assert messages == []


@pytest.fixture(scope="package")
def axe() -> Callable[[Any], list[str]]:
    """What axe-core finds wrong with a page as it is shown, one line each."""
    if not AXE.exists():
        assert not os.environ.get("CI"), "axe-core is not installed: npm install"
        pytest.skip("needs axe-core: npm install")
    source = AXE.read_text()

    def violations(page: Any) -> list[str]:
        page.evaluate(source)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{rule['id']}: {rule['help']}: {' '.join(map(str, node['target']))}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]

    return violations
