"""A lightweight WebSocket client, so that benchmarks measure the server and not the client."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, PING, PONG = 0x81, 0x89, 0x8A
SERVER_PING = b'{"type":"ping"'
NO_MASK = bytes(4)
"""Clients must mask what they send; a mask of zeros leaves the text unchanged, with the same work for the server."""


class WebSocket(asyncio.Protocol):
    """One connection: every message received is passed to `heard`."""

    def __init__(self, request: bytes) -> None:
        self.heard: Callable[[bytes], None] = lambda message: None
        self.lost: Callable[[], None] = lambda: None
        self.accepted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._unread = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.accepted.done():
            self.accepted.set_exception(ConnectionError(f"the server hung up: {error}"))
        self.lost()

    def data_received(self, data: bytes) -> None:
        data = self._unread + data
        if not self.accepted.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._unread = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.accepted.set_exception(ConnectionError(head.decode()))
                return
            self.accepted.set_result(None)
        while len(data) >= 2:
            size, start = data[1], 2
            if size == 126:
                size, start = int.from_bytes(data[2:4]), 4
            elif size == 127:
                size, start = int.from_bytes(data[2:10]), 10
            if len(data) < start + size:
                break
            message, kind, data = data[start : start + size], data[0], data[start + size :]
            if kind == TEXT:
                if message.startswith(SERVER_PING):  # Silent clients are dropped.
                    self.send(message.replace(b"ping", b"pong", 1))
                self.heard(message)
            elif kind == PING:
                self._transport.write(bytes((PONG, 0x80 | size)) + NO_MASK + message)
        self._unread = data

    def send(self, message: bytes) -> None:
        size = len(message)
        head = bytes((TEXT, 0x80 | size)) if size < 126 else bytes((TEXT, 0x80 | 126)) + size.to_bytes(2)
        self._transport.write(head + NO_MASK + message)

    def close(self) -> None:
        self._transport.abort()


async def connect(url: str, token: str = "", *, cookie: str = "") -> WebSocket:
    """Open the live connection of a server, with a token or with a session's cookie."""
    address = urlsplit(url)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        "GET /api/live HTTP/1.1",
        f"Host: {address.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {cookie}" if cookie else f"Authorization: Bearer {token}",
    )
    request = "\r\n".join((*lines, "", "")).encode()
    loop = asyncio.get_running_loop()
    assert address.hostname is not None
    _, socket = await loop.create_connection(lambda: WebSocket(request), address.hostname, address.port or 80)
    await socket.accepted
    return socket
