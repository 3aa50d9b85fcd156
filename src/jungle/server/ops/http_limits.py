"""The HTTP protocol below the application, with limits that uvicorn lacks, for servers without a proxy.

Limits the size and duration of a request's header, the duration of its body, and the connections per address.
"""

import asyncio
import ipaddress
import os
from collections import Counter
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_LIMIT = 32 * 1024
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
CONNECTIONS_PER_ADDRESS = 500
FILES_KEPT = 64
"""File descriptors that the server needs besides connections."""


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP connection, with a limit on everything a client could keep us waiting with."""

    largest_head, head_seconds, body_seconds = HEAD_LIMIT, HEAD_SECONDS, BODY_SECONDS
    most_of_address = CONNECTIONS_PER_ADDRESS

    _timer: asyncio.TimerHandle | None = None
    _head = 0
    _is_in_head = True
    _counted: str | None = None

    def __init__(self, addresses: Counter[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.open = addresses
        """Open connections per address, not counting those of a trusted proxy."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not is_proxy(address):
            if self.open[address] >= self.most_of_address:
                transport.abort()
                return
            self.open[address] += 1
            self._counted = address
        self._wait(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        """Stop treating this as an HTTP connection."""
        self._stop_waiting()
        if self._counted is not None:
            self.open[self._counted] -= 1
            if not self.open[self._counted]:
                del self.open[self._counted]
            self._counted = None

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
        super().on_message_complete()

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
