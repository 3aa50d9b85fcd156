"""What a connection costs that only stays open: memory, and processor time for its pings."""

import asyncio

from benchmarks import benchmark
from benchmarks._websocket import WebSocket, connect
from benchmarks.server import cpu_seconds, resident, run, running_server, sign_up

COUNT = 2000
SECONDS = 30.0


class _Idle:
    """A client that answers pings, and sends one itself every ten seconds, as the page does."""

    def __init__(self) -> None:
        self.pings = 0
        self.socket: WebSocket

    async def open(self, url: str, token: str) -> None:
        self.socket = await connect(url, token)
        self.socket.heard = self._hear

    def _hear(self, message: bytes) -> None:
        if b'"type":"ping"' in message:
            self.pings += 1
            self.socket.send(b'{"type":"ping","t":1}')


async def _measure(url: str, pid: int) -> dict[str, float]:
    token = await asyncio.to_thread(sign_up, url, "idler")
    before, worked = resident(pid), cpu_seconds(pid)
    clients = [_Idle() for _ in range(COUNT)]
    for client in clients:
        await client.open(url, token)
    opening = (cpu_seconds(pid) - worked) / COUNT
    memory = (resident(pid) - before) / COUNT
    pings, worked = sum(client.pings for client in clients), cpu_seconds(pid)
    await asyncio.sleep(SECONDS)
    worked, pings = cpu_seconds(pid) - worked, sum(client.pings for client in clients) - pings
    for client in clients:
        client.socket.close()
    return {
        "server_connections_kb_each": memory,
        "server_connections_cpu_us_to_open": opening * 1e6,
        "server_connections_cpu_us_per_ping": worked / pings * 1e6,
        "server_connections_cpu_us_per_second_each": worked / SECONDS / COUNT * 1e6,
    }


@benchmark
def server_connections() -> dict[str, float]:
    """Two thousand idle connections."""
    with running_server() as (url, pid):
        return run(_measure(url, pid))
