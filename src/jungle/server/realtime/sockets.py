"""The WebSocket below the live connection: frames for a client are written together, and a client that does not read is
dropped."""

import asyncio
import socket
from collections.abc import Coroutine
from contextlib import suppress

from starlette.types import Send

from jungle.server import metrics
from jungle.server.json import encode
from jungle.server.realtime import server_frames

TEXT = 0x81
"""The first byte of a text message that is sent in one frame (RFC 6455, 5.2)."""
SHORT, LONG = 126, 127
"""In place of a frame's size: the size follows in two or eight bytes."""
UNSENT_LIMIT = 256 * 1024
"""How many bytes may queue for a client; a page that follows fifty games reads them in one go."""
KERNEL_BUFFER = 64 * 1024
CLOSE_SECONDS = 1.0
RESTARTING = 1012
"""The close code for a restart: reconnect in a moment."""


def framed(data: bytes) -> bytes:
    """A text frame as a server sends it: unfragmented and unmasked.

    >>> framed(b"{}")
    b'\\x81\\x02{}'
    """
    size = len(data)
    if size < SHORT:
        return bytes((TEXT, size)) + data
    if size < 1 << 16:
        return bytes((TEXT, SHORT)) + size.to_bytes(2) + data
    return bytes((TEXT, LONG)) + size.to_bytes(8) + data


class Socket:
    """The application's side of one open WebSocket.

    An event is encoded once for all its listeners, and what a client is sent at one moment is a single write to its
    transport. Through ASGI each frame would be a write of its own, which costs a fifth of the processor time of a ply
    (docs/host/capacity.md). The handshake, everything received and the close frame do go through ASGI.
    """

    def __init__(self, send: Send, transport: asyncio.Transport) -> None:
        self.send = send
        self.transport = transport
        # The kernel would buffer megabytes for a client that does not read.
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        self.closed = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop = asyncio.get_running_loop()
        self._unsent: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Queue a frame. Never waits: a client that leaves too much unread is dropped."""
        if self.closed:
            return
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(data)

    def emit(self, frame: server_frames.Frame) -> None:
        """Queue a frame for this client alone."""
        self.write(encode(frame))

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if self.closed or not unsent or self.transport.is_closing():
            return
        self.transport.write(b"".join(map(framed, unsent)))
        if self.transport.get_write_buffer_size() > UNSENT_LIMIT:
            metrics.slow_clients.inc()
            self.drop()

    def drop(self) -> None:
        """Drop the connection: nothing more can be sent, or a close frame would not be answered."""
        self.closed = True
        self.transport.abort()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something in the background, without delaying the client."""
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def close(self, code: int) -> None:
        """Close the connection after sending what is queued."""
        if not self.closed:
            self._flush()
            self.closed = True
            self.spawn(self._send_close(code))

    async def _send_close(self, code: int) -> None:
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.send({"type": "websocket.close", "code": code})
