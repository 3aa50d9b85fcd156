"""The HTTP protocol below the application, with limits that uvicorn lacks, for servers without a proxy.

Limits the size and duration of a request's header, the duration of its body, and the connections per address. An
address that has too many loses the one that has kept us waiting longest, so that somebody who opens connections and
sends half a request on each cannot keep out the others behind the same address, such as a school's.
"""

import asyncio
import ipaddress
import os
from collections import Counter, defaultdict
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_LIMIT = 32 * 1024
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
CONNECTIONS_PER_ADDRESS = 500
FILES_KEPT = 64
"""File descriptors that the server needs besides connections."""


class Connections:
    """Open HTTP connections by address, not counting those of a trusted proxy."""

    def __init__(self, limit: int = CONNECTIONS_PER_ADDRESS) -> None:
        self.limit = limit
        self.open: Counter[str] = Counter()
        self._waiting: defaultdict[str, dict[HttpProtocol, None]] = defaultdict(dict)
        """Connections on which no complete request is being answered, the longest waiting first."""

    def add(self, address: str, connection: "HttpProtocol") -> bool:
        """Count a new connection. If there are too many, drops the one that has waited longest; False if none has."""
        if self.open[address] >= self.limit:
            oldest = next(iter(self._waiting[address]), None)
            if oldest is None:
                return False
            oldest.drop()
        self.open[address] += 1
        self.wait(address, connection)
        return True

    def waiting(self, address: str) -> int:
        """How many of an address's connections wait for a request."""
        return len(self._waiting[address])

    def wait(self, address: str, connection: "HttpProtocol") -> None:
        """The connection waits for a request."""
        self._waiting[address][connection] = None

    def serve(self, address: str, connection: "HttpProtocol") -> None:
        """The connection has sent a complete request."""
        self._waiting[address].pop(connection, None)

    def remove(self, address: str, connection: "HttpProtocol") -> None:
        self.serve(address, connection)
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address], self._waiting[address]


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP connection, with a limit on everything a client could keep us waiting with."""

    largest_head, head_seconds, body_seconds = HEAD_LIMIT, HEAD_SECONDS, BODY_SECONDS

    _timer: asyncio.TimerHandle | None = None
    _head = 0
    _is_in_head = True
    _address: str | None = None
    """Under which this connection is counted."""

    def __init__(self, counted: Connections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.counted = counted

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not is_proxy(address):
            if not self.counted.add(address, self):
                transport.abort()
                return
            self._address = address
        self._wait(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        """Stop treating this as an HTTP connection."""
        self._stop_waiting()
        if self._address is not None:
            self.counted.remove(self._address, self)
            self._address = None

    def drop(self) -> None:
        """Close the connection without an answer."""
        self._leave()
        self.transport.abort()

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._refuse, b"408 Request Timeout")

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: bytes) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_in_head:
            self._head += len(data)
            if self._timer is None:  # The first bytes of another request on this connection.
                self._wait(self.head_seconds)
            # A header that arrives together with its body may be larger, but not unlimited.
            if self._head > self.largest_head + 2 * 65536:
                self._refuse(b"431 Request Header Fields Too Large")
                return
        super().data_received(data)
        if self._is_in_head and self._head > self.largest_head:
            self._refuse(b"431 Request Header Fields Too Large")

    def on_headers_complete(self) -> None:
        self._is_in_head, self._head = False, 0
        self._wait(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_head, self._head = True, 0
        self._stop_waiting()
        if self._address is not None:
            self.counted.serve(self._address, self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._address is not None and self.cycle.response_complete:  # Otherwise the next of several is answered.
            self.counted.wait(self._address, self)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        # For `Socket`, which drops clients that do not read. The protocol puts the state into the scope.
        self.app_state = {**self.app_state, "transport": self.transport}
        super().handle_websocket_upgrade()


def is_proxy(address: str) -> bool:
    """True for a trusted proxy, whose X-Forwarded-For is believed and which carries many clients."""
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1").split(",")
    try:
        return address in trusted or "*" in trusted or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True  # A Unix socket has no address.


def allow_many_files() -> None:
    """Raise the process's limit on open files to the maximum the system permits."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # Windows has no such limit.

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def concurrency() -> int | None:
    """The number of connections above which requests get a 503, so that file descriptors remain for other things."""
    with suppress(ImportError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return None if soft == resource.RLIM_INFINITY else max(1, soft - FILES_KEPT)
    return None
