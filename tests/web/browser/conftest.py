"""A real browser on the app, served on loopback: one Chromium for all tests, a fresh profile for each page."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import expect
from tools import browser
from tools.browser import DESK, PHONE, TABLET

from tests.needs import IN_CI, needs, reason

__all__ = ["DESK", "PHONE", "TABLET", "OpenPage"]

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


@pytest.fixture(scope="package")
def axe() -> Callable[[Any], list[str]]:
    """The violations that axe-core finds on a page, one line each."""
    if not AXE.exists():
        assert not IN_CI, "axe-core is not installed: npm install"
        pytest.skip(reason("npm"))
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
