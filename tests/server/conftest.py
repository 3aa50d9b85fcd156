"""A shared server for tests that need nothing special, and users to play on it."""

import itertools
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.needs import require
from tests.server.harness.clients import OPENED, Client, sign_up
from tests.server.harness.processes import METRICS_TOKEN, STARTED, Server, postgres, redis_server, served

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("server") / "data"
    # Limits are on, but generous: all tests come from one address.
    with served(data, JUNGLE_METRICS_TOKEN=METRICS_TOKEN, JUNGLE_RATE_LIMITS="1000") as running:
        yield running


@pytest.fixture(scope="session")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with tight rate limits."""
    with served(tmp_path_factory.mktemp("limited") / "data", JUNGLE_RATE_LIMITS="0.2") as running:
        yield running


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, ...]]:
    """The options of servers that share one PostgreSQL and one Redis."""
    require("postgresql", "redis")
    with postgres() as database, redis_server(tmp_path_factory.mktemp("redis")) as redis:
        yield "--database", database, "--redis", redis


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()


@pytest.fixture(autouse=True)
def _stop_servers() -> Iterator[None]:
    yield
    while STARTED:
        STARTED.pop().stop(signal.SIGKILL)


@pytest.fixture
def somebody(server: Server) -> Callable[..., Client]:
    """Signs up users with unique names."""

    def new(scopes: list[str] | None = None) -> Client:
        return sign_up(server, f"player{next(_numbers)}", scopes)

    return new


@pytest.fixture
def blue(somebody: Callable[..., Client]) -> Client:
    return somebody()


@pytest.fixture
def red(somebody: Callable[..., Client]) -> Client:
    return somebody()


@pytest.fixture
def nobody(server: Server) -> Client:
    return Client(server)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
