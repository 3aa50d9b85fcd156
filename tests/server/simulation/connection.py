"""A WebSocket between a client and a simulated server: frames arrive late, and the connection can be cut."""

import asyncio
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tests.server.harness.frames import texts

if TYPE_CHECKING:
    from tests.server.simulation.instance import Instance
    from tests.server.simulation.player import Player

_KERNEL = SimpleNamespace(setsockopt=lambda *values: None)
TICK = 1e-6
"""Keeps frames of one connection in order."""


class Connection:
    """Both ends, and what is on the way between them."""

    def __init__(self, player: "Player", instance: "Instance") -> None:
        self.player = player
        self.instance = instance
        self.loop = instance.world.loop
        self.is_open = True
        """Whether frames still arrive."""
        self.is_accepted = False
        self._up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._last_up = self._last_down = 0.0
        self._is_gone = False
        """Whether the server knows that the client has left."""
        self._up.put_nowait({"type": "websocket.connect"})
        instance.sockets[self] = None
        instance.spawn(self._serve())

    async def _serve(self) -> None:
        cookie = [(b"cookie", f"jungle={self.player.name}".encode())] if self.player.has_account else []
        scope = {
            "type": "websocket",
            "path": "/api/live",
            "headers": [(b"host", b"jungle.example"), *cookie],
            "client": ("192.0.2.1", 1),
            "query_string": b"",
            "state": {"transport": self},
        }
        try:
            await self.instance.app(scope, self._up.get, self._send)
        finally:
            self.instance.sockets.pop(self, None)
            self.cut()

    # The server's end

    async def _send(self, message: Any) -> None:
        if self._is_gone:
            raise ConnectionResetError("simulated: the client has gone")
        if message["type"] == "websocket.accept":
            self.is_accepted = True
        else:
            self.cut()

    def write(self, data: bytes) -> None:
        random = self.player.network
        for text in texts(data):
            wait = random.expovariate(60)
            if random.random() < 0.01 and self.instance.world.faults.active:
                wait += random.uniform(0.2, 1.5)  # A client that reads slowly.
            self._last_down = max(self._last_down + TICK, self.loop.now + wait)
            self.loop.call_at(self._last_down, self._arrive, text, context=self.player.context)

    def _arrive(self, text: str) -> None:
        if self.is_open:
            self.player.hear(json.loads(text), text)

    def is_closing(self) -> bool:
        return self._is_gone

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, name: str) -> Any:
        return _KERNEL

    def abort(self) -> None:
        self.cut()

    # The client's end

    def send(self, frame: dict[str, Any]) -> None:
        message = {"type": "websocket.receive", "text": json.dumps(frame)}
        self._last_up = max(self._last_up + TICK, self.loop.now + self.player.network.expovariate(60))
        self.loop.call_at(self._last_up, self._receive, message)

    def _receive(self, message: dict[str, Any]) -> None:
        if self.is_open:
            self._up.put_nowait(message)

    def cut(self) -> None:
        """Lose the connection with everything on the way. The server notices later."""
        if self.is_open:
            self.is_open = False
            self.player.lose(self)
            self.loop.call_later(self.player.network.uniform(0, 3), self._leave)

    def _leave(self) -> None:
        self._is_gone = True
        self._up.put_nowait({"type": "websocket.disconnect", "code": 1006})
