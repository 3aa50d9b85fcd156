"""Pairs in a process of its own: with hundreds of players the matching holds the GIL for half a second, in which moves
would wait."""

import asyncio
import sys

import msgspec

from jungle.server.pairing.rounds import next_boards
from jungle.server.pairing.values import Board

PATIENCE_SECONDS = 120.0


class Order(msgspec.Struct, frozen=True):
    """What `next_boards` needs."""

    kind: str
    players: list[int]
    present: list[int]
    boards: list[Board]
    apart: list[tuple[int, ...]]


async def pair_apart(order: Order) -> list[Board]:
    """The boards of the next round, as `next_boards` returns them. Raises RuntimeError if the process fails."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe)
    try:
        found, _ = await asyncio.wait_for(process.communicate(msgspec.json.encode(order)), PATIENCE_SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise RuntimeError(f"pairing failed with exit code {process.returncode}")
    return msgspec.json.decode(found, type=list[Board])


def main() -> None:
    """Read an order from standard input, and write the boards to standard output."""
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    apart = [frozenset(pair) for pair in order.apart]
    found = next_boards(order.kind, order.players, order.present, order.boards, apart)
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
