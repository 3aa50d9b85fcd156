"""The WebSocket byte by byte: however a client splits its frames, they mean the same."""

import asyncio
import base64
import json
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from jungle.server import metrics
from jungle.server.realtime.sockets import RESTARTING, UNSENT_LIMIT, Socket, framed
from tests.server.harness.frames import texts
from tests.server.harness.processes import Server
from tests.server.harness.waiting import PATIENCE

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL = 0x80


def frame(text: bytes, kind: int = TEXT, *, is_last: bool = True) -> bytes:
    """A frame as a client sends it."""
    mask, size = os.urandom(4), len(text)
    if size < 126:
        head = bytes((kind | is_last * FINAL, 0x80 | size))
    else:
        head = bytes((kind | is_last * FINAL, 0x80 | 126)) + size.to_bytes(2)
    return head + mask + bytes(sign ^ mask[number % 4] for number, sign in enumerate(text))


def ping(number: int, padding: int = 0) -> bytes:
    return json.dumps({"type": "ping", "id": number, "text": "x" * padding}).encode()


class Raw:
    """A connection that sends raw bytes."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade",
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n",
        )
        self.socket.sendall("\r\n".join(lines).encode())
        self.stream = self.socket.makefile("rb")
        assert b" 101 " in self.stream.readline()
        while self.stream.readline().strip():
            pass

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.socket.sendall(piece)

    def next(self) -> tuple[int, bytes]:
        """The next frame: its type and payload."""
        first, size = self.stream.read(2)
        if size == 126:
            size = int.from_bytes(self.stream.read(2))
        return first & 0xF, self.stream.read(size)

    def messages(self) -> Iterator[Any]:
        """The server's messages, except for its pings."""
        while True:
            kind, text = self.next()
            if kind == CLOSE:
                return
            if kind != TEXT:
                yield kind, text
            elif (message := json.loads(text))["type"] not in ("hello", "ping"):
                yield message

    def close(self) -> None:
        self.stream.close()
        self.socket.close()


def answers(raw: Raw, count: int) -> list[int]:
    heard = raw.messages()
    return [next(heard)["id"] for _ in range(count)]


def test_frames_are_decoded_wherever_the_stream_is_split(server: Server) -> None:
    data = b"".join(frame(ping(number, padding)) for number, padding in enumerate((0, 0, 90, 500, 3000, 0)))
    for size in (1, 3, 7, 100, 130, len(data)):
        with closing(Raw(server)) as raw:
            raw.send(*(data[start : start + size] for start in range(0, len(data), size)))
            assert answers(raw, 6) == [0, 1, 2, 3, 4, 5]


def test_a_fragmented_message_with_a_ping_in_between_is_read(server: Server) -> None:
    with closing(Raw(server)) as raw:
        text = ping(1)
        raw.send(frame(ping(0)), frame(text[:5], is_last=False), frame(b"there?", PING), frame(text[5:], 0))
        raw.send(frame(ping(2), BINARY), frame(ping(3)))
        heard = raw.messages()
        found = [next(heard) for _ in range(5)]
        found.remove((PONG, b"there?"))
        assert [message["id"] for message in found] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(ping(0), is_last=False) + frame(ping(1)), 1002),
        (b"\x81\x02{}", 1002),
        (b"\xc1" + frame(ping(0))[1:], 1002),
        (b"\x81\xff" + (1 << 40).to_bytes(8), 1009),
        (b"\x81\xff" + (1 << 63).to_bytes(8), 1009),
        (frame(b'{"type": "ping", "id": "\xff"}'), 1007),
        (frame(b"\x03\xe8", CLOSE), 1000),
    ],
    # The bytes are masked at random, so as test ids they would differ between parallel workers.
    ids=["unfinished message", "unmasked", "reserved bit", "too long", "negative length", "not UTF-8", "close"],
)
def test_protocol_violations_close_the_connection(server: Server, data: bytes, code: int) -> None:
    with closing(Raw(server)) as raw:
        raw.send(data)
        kind, text = next(found for found in iter(raw.next, None) if found[0] != TEXT)
        assert (kind, int.from_bytes(text[:2])) == (CLOSE, code)


class Client:
    """The server's side of a connection: what is written to it, and how much of that the client leaves unread."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.sent: list[Any] = []
        self.unread = 0
        self.aborted = self.closing = False

    def write(self, data: bytes) -> None:
        self.writes.append(data)
        self.sent += texts(data)
        self.unread += len(data)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.closing

    async def send(self, message: Any) -> None:
        self.sent.append(message["code"])

    def get_extra_info(self, _name: str) -> "Client":
        return self

    def setsockopt(self, *_options: int) -> None: ...

    def abort(self) -> None:
        self.aborted = True


def open_socket(client: Client) -> Socket:
    return Socket(client.send, client)  # type: ignore[arg-type]


def test_frames_of_one_moment_are_one_write() -> None:
    async def story() -> None:
        client = Client()
        connection = open_socket(client)
        messages = [b"x" * size for size in (1, 125, 126, 127, 65535, 65536)]
        for message in messages:
            connection.write(message)
        assert not client.writes
        await asyncio.sleep(0)
        assert (client.sent, len(client.writes)) == ([message.decode() for message in messages], 1)
        connection.write(b"later")
        await asyncio.sleep(0)
        assert len(client.writes) == 2

    asyncio.run(story())


def test_frames_are_sent_in_order_and_before_the_connection_is_closed() -> None:
    async def story() -> None:
        client = Client()
        connection = open_socket(client)
        for number in range(3):
            connection.write(b"%d" % number)
        connection.close(RESTARTING)
        connection.write(b"too late")
        await asyncio.gather(*connection.tasks)
        assert client.sent == ["0", "1", "2", RESTARTING]

    asyncio.run(story())


def test_nothing_is_written_after_the_client_has_closed_the_connection() -> None:
    async def story() -> None:
        client = Client()
        connection = open_socket(client)
        connection.write(b"{}")
        client.closing = True
        await asyncio.sleep(0)
        assert not client.writes

    asyncio.run(story())


def test_a_client_with_too_much_unread_is_dropped_and_its_frames_are_forgotten() -> None:
    async def story() -> None:
        client = Client()
        connection = open_socket(client)
        dropped = metrics.slow_clients._value.get()
        client.unread = UNSENT_LIMIT - len(framed(b"{}"))
        connection.write(b"{}")
        await asyncio.sleep(0)
        assert not client.aborted
        connection.write(b"{}")
        await asyncio.sleep(0)
        assert (client.aborted, connection.closed) == (True, True)
        assert metrics.slow_clients._value.get() == dropped + 1
        connection.write(b"{}")
        await asyncio.sleep(0)
        assert len(client.writes) == 2

    asyncio.run(story())
