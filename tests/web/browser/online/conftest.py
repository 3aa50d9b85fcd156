"""A real server and real browsers: one `jungle serve` shared by most tests, one browser context per person."""

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from signal import SIGKILL
from typing import Any, Protocol

import pytest
from tools import browser
from tools.browser import DESK

from tests.server.harness.clients import OPENED, PASSWORD, Client, sign_in, sign_up
from tests.server.harness.processes import Server, free_port

PATIENCE_MS = 60_000
LOST = re.compile(r"WebSocket connection|net::ERR_|Failed to (load resource|fetch)")
"""What a browser itself writes to the console when the server cannot be reached; no page can prevent it."""

REFUSED = re.compile(r"status of 401 .*/api/")
"""The same for a request that was under way while somebody logged out."""

_numbers = itertools.count(1)


class Site:
    """A server that can be killed and started again at the same address."""

    def __init__(self, data: Path, *options: str, **environment: str) -> None:
        self.data = data
        self.options = options
        self.environment = environment
        self.port = free_port()
        self.server = self._start()

    def _start(self) -> Server:
        return Server(self.data, *self.options, port=self.port, **self.environment)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As if the power had failed."""
        self.server.stop(SIGKILL)

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        self.server = self._start()

    def sign_up(self, name: str = "") -> Client:
        """A player without a browser, with a token."""
        return sign_up(self.server, name or f"player{next(_numbers)}")


class Person:
    """A person with a browser."""

    def __init__(self, site: Site, context: Any, name: str) -> None:
        self.site = site
        self.context = context
        self.name = name
        self.messages: list[str] = []
        self.may_lose_connection = False
        """Set if the test cuts the connection: the page cannot prevent the browser's own messages."""
        self._logs_out = False
        self.page = self.new_page()

    def new_page(self) -> Any:
        """Another tab."""
        page = self.context.new_page()
        page.on("console", lambda message: self._note(f"{message.type}: {message.text} {message.location['url']}"))
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("request", self._look_at)
        return page

    def _look_at(self, request: Any) -> None:
        # Another request may be under way when the session ends, or when a card begins another one.
        self._logs_out = self._logs_out or request.url.endswith(("/api/logout", "/api/card"))

    def _note(self, text: str) -> None:
        if (self.may_lose_connection and LOST.search(text)) or (self._logs_out and REFUSED.search(text)):
            return
        self.messages.append(f"{self.name}: {text}")

    def open(self, route: str = "#/", page: Any = None) -> Any:
        """Open a route of the app."""
        page = page or self.page
        page.goto(f"{self.site.url}/{route}")
        page.wait_for_selector("#view > *")
        return page

    @property
    def api(self) -> Client:
        """The same person without the browser."""
        return sign_in(self.site.server, self.name)


class NewPerson(Protocol):
    """Creates a person with a separate browser profile, signed up under a name, or not at all (`name=None`)."""

    def __call__(
        self,
        name: str | None = "",
        *,
        site: Site | None = None,
        size: tuple[int, int] = DESK,
        language: str = "en",
        look: str = "light",
        touch: bool = False,
        settings: dict[str, Any] | None = None,
        is_cached: bool = False,
    ) -> Person: ...


@pytest.fixture(scope="package")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server that most tests share."""
    site = Site(tmp_path_factory.mktemp("online") / "data")
    yield site
    site.stop()


@pytest.fixture
def new_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Starts servers that a test may kill, or that need other options."""
    sites: list[Site] = []

    def start(*options: str, **environment: str) -> Site:
        sites.append(Site(tmp_path / f"data{len(sites)}", *options, **environment))
        return sites[-1]

    yield start
    for site in sites:
        site.stop()


@pytest.fixture
def person(chromium: Any, online: Site, new_site: Callable[..., Site]) -> Iterator[NewPerson]:
    # The servers of `new_site` must not stop before the browsers.
    people: list[Person] = []

    def new(name: str | None = "", *, site: Site | None = None, **options: Any) -> Person:
        site = site or online
        context = browser.new_context(chromium, **options)
        context.set_default_timeout(PATIENCE_MS)
        if name is not None:
            name = name or f"person{next(_numbers)}"
            answer = context.request.post(f"{site.url}/api/signup", data={"name": name, "password": PASSWORD})
            assert answer.status == 201, answer.text()
        people.append(Person(site, context, name or "nobody"))
        return people[-1]

    yield new
    for somebody in people:
        somebody.context.close()
    assert [message for somebody in people for message in somebody.messages] == []


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
