"""A real browser on the app, served on loopback: one Chromium for all tests, a fresh profile for each page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import expect
from tools import browser
from tools.browser import DESK, PHONE, TABLET

from tests.needs import IN_CI, needs, reason

__all__ = ["DESK", "PHONE", "TABLET", "Axe", "OpenPage"]

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
HERE = Path(__file__).parent

expect.set_options(timeout=30_000)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip these tests without a browser. One that fails is retried once, and the summary says so."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(needs("chromium"))
            if config.pluginmanager.hasplugin("rerunfailures"):
                item.add_marker(pytest.mark.flaky(reruns=1))


class OpenPage(Protocol):
    """Opens a route of the app. Any message on its console fails the test."""

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
    with browser.serving() as server:
        yield f"http://127.0.0.1:{server.server_address[1]}/"


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """The browser."""
    with browser.chromium() as started:
        yield started


@pytest.fixture
def open_page(chromium: Any, site: str) -> Iterator[OpenPage]:
    contexts = []
    messages: list[str] = []

    def open_route(route: str = "#/", **options: Any) -> Any:
        context = browser.new_context(chromium, **options)
        contexts.append(context)
        context.set_default_timeout(30_000)
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


class Axe:
    """The accessibility violations that axe-core finds on a page, one line each."""

    def __init__(self, source: str) -> None:
        self._source = source

    def __call__(self, page: Any, **options: Any) -> list[str]:
        if not page.evaluate("'axe' in globalThis"):
            page.evaluate(self._source)
        found = page.evaluate("(options) => axe.run(document, {resultTypes: ['violations'], ...options})", options)
        return [
            f"{rule['id']}: {rule['help']}: {' '.join(map(str, node['target']))}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]

    def colours(self, page: Any) -> list[str]:
        """Those that differ from look to look."""
        return self(page, runOnly=["color-contrast", "link-in-text-block"])

    def in_both_looks(self, page: Any) -> list[str]:
        """The colours in the dark look, and everything in the light look, which stays."""
        wrong = []
        for look, check in (("dark", self.colours), ("light", self)):
            page.evaluate("(look) => { document.documentElement.dataset.look = look; }", look)
            wrong += [f"{look}: {line}" for line in check(page)]
        return wrong


@pytest.fixture(scope="package")
def axe() -> Axe:
    if not AXE.exists():
        assert not IN_CI, "axe-core is not installed: npm install"
        pytest.skip(reason("npm"))
    return Axe(AXE.read_text())
