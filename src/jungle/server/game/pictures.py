"""Pictures of games for link previews.

Most previews do not support SVG. Rendering a PNG holds the GIL for a third of a second, in which no move would be
answered, so another process does it, one picture at a time. Without the `resvg-py` package there is only the SVG.
"""

import asyncio
import importlib.util
import os
import sys
from collections import Counter, OrderedDict

from jungle.board_game import BoardGame
from jungle.server.errors import LimitedError, NotFoundError
from jungle.server.identity.limits import network
from jungle.server.identity.passwords import SOURCE
from jungle.svg import board

IS_THERE = importlib.util.find_spec("resvg_py") is not None
WIDTH = 600
CACHE_LIMIT = 100
WAITING_LIMIT = 100
WAITING_PER_SOURCE_LIMIT = 10
"""How many pictures may wait for one address, so that it cannot use up the queue."""
PATIENCE_SECONDS = 20.0


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
        if (known := self._kept.get(name)) is not None and known[0] == version:
            return known[1]
        source = network(SOURCE.get())
        if self._waiting[source] >= WAITING_PER_SOURCE_LIMIT or self._waiting.total() >= WAITING_LIMIT:
            raise LimitedError("too many pictures are being drawn", retry_after=5)
        self._waiting[source] += 1
        try:
            async with self._turn:
                data = await _drawn(svg)
        finally:
            self._waiting[source] -= 1
            if not self._waiting[source]:
                del self._waiting[source]
        self._kept[name] = version, data
        if len(self._kept) > CACHE_LIMIT:
            self._kept.popitem(last=False)
        return data


async def _drawn(svg: str) -> bytes:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe)
    try:
        data, _ = await asyncio.wait_for(process.communicate(svg.encode()), PATIENCE_SECONDS)
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
