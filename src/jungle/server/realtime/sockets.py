"""The WebSocket below the live connection: a fast path for incoming frames, and batched writes for outgoing ones."""

import asyncio
import socket
from collections.abc import Coroutine
from contextlib import suppress

from starlette.types import Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from jungle.server import metrics
from jungle.server.json import encode
from jungle.server.realtime import server_frames

TEXT = 0x81
"""The first byte of a text message that fits in one frame."""
MASKED = 0x80
SHORT, LONG = 126, 127
"""In place of a frame's size: the size follows in two or eight bytes (RFC 6455, 5.2)."""
MOST_UNREAD = 16
"""How many messages may queue for the application before reading from the client pauses."""
MOST_UNSENT = 256 * 1024
"""How many bytes may queue for a client; a page that follows fifty games reads them in one go."""
KERNEL_BUFFER = 64 * 1024
CLOSE_SECONDS = 1.0
RESTARTING = 1012
"""The close code for a restart: reconnect in a moment."""


def framed(data: bytes) -> bytes:
    """A text frame as sent by a server: unfragmented and unmasked.

    >>> framed(b"{}")
    b'\\x81\\x02{}'
    """
    size = len(data)
    if size < SHORT:
        return bytes((TEXT, size)) + data
    if size < 1 << 16:
        return bytes((TEXT, SHORT)) + size.to_bytes(2) + data
    return bytes((TEXT, LONG)) + size.to_bytes(8) + data


def unmasked(mask: bytes, data: bytes) -> bytes:
    """The payload of a masked frame from a client.

    >>> unmasked(b"1234", b"JO")
    b'{}'
    """
    size = len(data)
    whole = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data) ^ int.from_bytes(whole)).to_bytes(size)


def frame_end(data: bytes, start: int) -> tuple[int, int] | None:
    """The offsets of the mask and the end of the frame that begins at `start`; None until enough bytes have arrived."""
    if len(data) < start + 2:
        return None
    size, head = data[start + 1] & 0x7F, start + 2
    if size >= SHORT:
        after = head + (2 if size == SHORT else 8)
        if len(data) < after:
            return None
        size, head = int.from_bytes(data[head:after]), after
    return head, head + size + (4 if data[start + 1] & MASKED else 0)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a fast path that handles nearly everything.

    Single-frame text messages, which is all that pages send, are decoded here, because the library takes longer for
    one than the rules do for a move. Any other frame is passed to the library, always whole. The live connection gets
    the transport, because ASGI can neither write several frames at once nor drop a client that does not read.
    """

    _is_split = False
    """True while frames are decoded here: not before the handshake, nor after an oversized frame."""
    _rest = b""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["transport"] = self.transport  # type: ignore[typeddict-unknown-key]

    def data_received(self, data: bytes) -> None:
        if not self._is_split:
            is_first = not self.handshake_initiated
            super().data_received(data)
            self._is_split = is_first and self.handshake_initiated
            return
        data = self._rest + data
        start = 0
        while (found := frame_end(data, start)) is not None:
            mask, end = found
            if end - mask > self.config.ws_max_size + 4:  # The library reports it and closes the connection.
                self._is_split = False
                break
            if end > len(data):
                break
            frame = data[start:end]
            if frame[0] == TEXT and frame[1] & MASKED and self._is_usual():
                self._take(unmasked(data[mask : mask + 4], data[mask + 4 : end]))
            else:
                super().data_received(frame)
            start = end
        self._rest = data[start:]
        if not self._is_split:
            super().data_received(self._rest)

    def _is_usual(self) -> bool:
        return self.handshake_complete and not self.close_sent and not self.frames

    def _take(self, text: bytes) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        if not self.read_paused and self.queue.qsize() > MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()


class Socket:
    """The application's side of one open WebSocket.

    An event is encoded once for all its listeners, and everything sent to a client at one moment is a single write.
    Without a transport, which is only for comparison, each frame goes through ASGI.
    """

    def __init__(self, send: Send, transport: asyncio.Transport | None) -> None:
        self.send = send
        self.transport = transport
        if transport is not None:  # The kernel would buffer megabytes for a client that does not read.
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        self.closed = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop = asyncio.get_running_loop()
        self._unsent: list[bytes] = []
        self._turn = asyncio.Lock()

    def write(self, data: bytes) -> None:
        """Queue a frame. Never waits: a client that leaves too much unread is dropped."""
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(data)

    def emit(self, frame: server_frames.Frame) -> None:
        """Queue a frame for this client alone."""
        self.write(encode(frame))

    def _flush(self) -> None:
        if self.transport is None:
            self.spawn(self._send_plainly(self._unsent))
            self._unsent = []
            return
        if not self.closed and not self.transport.is_closing():
            self.transport.write(b"".join(map(framed, self._unsent)))
            if self.transport.get_write_buffer_size() > MOST_UNSENT:
                metrics.slow_clients.inc()
                self.drop()
        self._unsent.clear()

    async def _send_plainly(self, unsent: list[bytes]) -> None:
        async with self._turn:
            for data in unsent:
                if not self.closed:
                    with suppress(OSError):
                        await self.send({"type": "websocket.send", "text": data.decode()})

    def drop(self) -> None:
        """Drop the connection: nothing more can be sent, or a close frame would not be answered."""
        self.closed = True
        if self.transport is not None:
            self.transport.abort()

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Do something in the background, without delaying the client."""
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def close(self, code: int) -> None:
        """Close the connection after sending what is queued."""
        if not self.closed:
            self._flush()
            self.closed = True
            self.spawn(self._send_close(code))

    async def _send_close(self, code: int) -> None:
        with suppress(TimeoutError, OSError):
            await asyncio.wait_for(self.send({"type": "websocket.close", "code": code}), CLOSE_SECONDS)
