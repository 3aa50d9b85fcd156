"""The WebSocket below the live connection: what is sent is queued, and a client that does not read is dropped."""

import asyncio
import socket
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress

from starlette.types import Send

from jungle.server import metrics
from jungle.server.json import encode
from jungle.server.realtime import server_frames

UNSENT_LIMIT = 256 * 1024
"""How many bytes may queue for a client; a page that follows fifty games reads them in one go."""
KERNEL_BUFFER = 64 * 1024
CLOSE_SECONDS = 1.0
RESTARTING = 1012
"""The close code for a restart: reconnect in a moment."""


class Socket:
    """The application's side of one open WebSocket. An event is encoded once for all its listeners."""

    def __init__(self, send: Send, transport: asyncio.Transport) -> None:
        self.send = send
        self.transport = transport
        """Only to drop a client that does not read, for which ASGI has no message."""
        # The kernel would buffer megabytes for such a client.
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        self.closed = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop = asyncio.get_running_loop()
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._writer: asyncio.Task[None] | None = None

    def write(self, data: bytes) -> None:
        """Queue a frame. Never waits: a client that leaves too much unread is dropped."""
        if self.closed:
            return
        self._unsent.append(data)
        self._unsent_bytes += len(data)
        if self._unsent_bytes > UNSENT_LIMIT:
            metrics.slow_clients.inc()
            self.drop()
        elif self._writer is None:
            self._writer = self.spawn(self._write_unsent())

    def emit(self, frame: server_frames.Frame) -> None:
        """Queue a frame for this client alone."""
        self.write(encode(frame))

    async def _write_unsent(self) -> None:
        try:
            while self._unsent:
                data = self._unsent.popleft()
                await self.send({"type": "websocket.send", "text": data.decode()})
                self._unsent_bytes -= len(data)
        except OSError:  # The client has gone.
            self._unsent.clear()
        finally:
            self._writer = None

    def drop(self) -> None:
        """Drop the connection: nothing more can be sent, or a close frame would not be answered."""
        self.closed = True
        self._unsent.clear()
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
            self.closed = True
            self.spawn(self._close(code, self._writer))

    async def _close(self, code: int, writer: asyncio.Task[None] | None) -> None:
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(CLOSE_SECONDS):
                if writer is not None:
                    await writer
                await self.send({"type": "websocket.close", "code": code})
