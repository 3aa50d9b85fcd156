"""Pictures of games for link previews, and moving ones.

Most previews do not support SVG. Rendering a PNG holds the GIL for a third of a second, a GIF for longer, in which no
move would be answered, so another process does it, one picture at a time. Without the packages `resvg-py` and, for
GIFs, Pillow, there is only the SVG.
"""

import asyncio
import importlib.util
import os
import sys
from collections import Counter, OrderedDict

import msgspec

from jungle.board_game import BoardGame
from jungle.server.errors import LimitedError, NotFoundError
from jungle.server.game import moving_pictures
from jungle.server.game.moving_pictures import Order
from jungle.server.identity.limits import network
from jungle.server.identity.passwords import SOURCE
from jungle.server.json import encode
from jungle.svg import board

IS_THERE = importlib.util.find_spec("resvg_py") is not None
HAS_GIFS = IS_THERE and importlib.util.find_spec("PIL") is not None
WIDTH = 600
CACHE_LIMIT = 100
WAITING_LIMIT = 100
WAITING_PER_SOURCE_LIMIT = 10
"""How many pictures may wait for one address, so that it cannot use up the queue."""
PATIENCE_SECONDS = 60.0


class Pictures:
    """Draws pictures, and caches the latest by name and version."""

    def __init__(self) -> None:
        self._drawings: OrderedDict[str, tuple[int, str]] = OrderedDict()
        self._kept: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()
        """How many pictures wait to be drawn, by the address that asked."""

    def svg(self, game_id: str, version: int, game: BoardGame) -> str:
        """A game's position as an SVG."""
        known = self._drawings.get(game_id)
        if known is None or known[0] != version:
            known = self._drawings[game_id] = version, board(game, size=WIDTH)
            if len(self._drawings) > CACHE_LIMIT:
                self._drawings.popitem(last=False)
        return known[1]

    async def png(self, name: str, version: int, svg: str) -> bytes:
        """Render an SVG as a PNG. Raises NotFoundError without a renderer, LimitedError if too many are waiting."""
        if not IS_THERE:
            raise NotFoundError("this server cannot draw PNGs; use the SVG")
        return await self._cached(name, version, __name__, svg.encode())

    async def gif(self, name: str, version: int, order: Order) -> bytes:
        """Draw a game as an animated GIF. Raises NotFoundError without the packages for it, LimitedError as `png`."""
        if not HAS_GIFS:
            raise NotFoundError("this server cannot draw GIFs; use the SVG with ?moving=1")
        return await self._cached(f"{name}.gif", version, moving_pictures.__name__, encode(msgspec.to_builtins(order)))

    async def _cached(self, name: str, version: int, module: str, given: bytes) -> bytes:
        """What a module draws in another process, or drew before."""
        if (known := self._kept.get(name)) is not None and known[0] == version:
            return known[1]
        source = network(SOURCE.get())
        if self._waiting[source] >= WAITING_PER_SOURCE_LIMIT or self._waiting.total() >= WAITING_LIMIT:
            raise LimitedError("too many pictures are being drawn", retry_after=5)
        self._waiting[source] += 1
        try:
            async with self._turn:
                data = await _drawn(module, given)
        finally:
            self._waiting[source] -= 1
            if not self._waiting[source]:
                del self._waiting[source]
        self._kept[name] = version, data
        if len(self._kept) > CACHE_LIMIT:
            self._kept.popitem(last=False)
        return data


async def _drawn(module: str, given: bytes) -> bytes:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", module, stdin=pipe, stdout=pipe)
    try:
        data, _ = await asyncio.wait_for(process.communicate(given), PATIENCE_SECONDS)
    except TimeoutError:
        raise LimitedError("drawing takes too long at the moment", retry_after=60) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise NotFoundError("this picture cannot be drawn")
    return data


def main() -> None:
    """Read an SVG from standard input, and write a PNG to standard output."""
    from resvg_py import svg_to_bytes

    if hasattr(os, "nice"):
        os.nice(10)  # Serving moves has priority.
    sys.stdout.buffer.write(svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), width=WIDTH))


if __name__ == "__main__":
    main()
