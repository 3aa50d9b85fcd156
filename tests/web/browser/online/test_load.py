"""Two hundred connections follow games while one real browser plays: it stays smooth."""

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import NewPerson, Site
from tests.web.browser.online.playing import WALK, begin, move, sees

SOCKETS = 200
GAMES = 10
GAP_MS_LIMIT = 250
"""Between two frames, most of the time; the machine may be busy with other things."""
FRAMES = """() => {
    window.gaps = [];
    let last = performance.now();
    const note = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(note); };
    requestAnimationFrame(note);
}"""


class Crowd:
    """People who watch games over real WebSockets, in a thread of their own."""

    def __init__(self, url: str, games: list[str]) -> None:
        self.url = url.replace("http", "ws") + "/api/live"
        self.games = games
        self.heard = 0
        self.watching = 0
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run)
        self.tasks: list[asyncio.Task[None]] = []

    def _run(self) -> None:
        self.loop.run_until_complete(self._watch_all())
        self.loop.close()

    async def _watch_all(self) -> None:
        self.tasks = [asyncio.ensure_future(self._watch(number)) for number in range(SOCKETS)]
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _watch(self, number: int) -> None:
        async with connect(self.url, compression=None, open_timeout=60) as socket:
            await socket.send(json.dumps({"type": "watch", "game": self.games[number % len(self.games)]}))
            async for text in socket:
                kind = json.loads(text)["type"]
                self.heard += kind == "move"
                self.watching += kind == "state"

    def __enter__(self) -> "Crowd":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(lambda: [task.cancel() for task in self.tasks])
        self.thread.join()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_browser_stays_smooth_with_two_hundred_open_sockets(person: NewPerson, new_site: Callable[..., Site]) -> None:
    site = new_site()
    ann, bob = person("ann", site=site), person("bob", site=site)
    pairs = [(site.sign_up(f"blue{number}"), site.sign_up(f"red{number}")) for number in range(GAMES)]
    games = [blue.challenge(red, clock={"limit": 600}) for blue, red in pairs]
    own = begin(ann, bob)
    with Crowd(site.url, [own, *games]) as connection_counts:
        wait_until(lambda: connection_counts.watching == SOCKETS, "two hundred spectators")
        wait_until(lambda: spectators(ann.page) > SOCKETS / (GAMES + 2), "their number on the page")
        ann.page.evaluate(FRAMES)
        played: list[str] = []
        for ply, text in enumerate(WALK.split()[:8]):
            for game, pair in zip(games, pairs, strict=True):
                pair[ply % 2].move(game, text)
            move((ann, bob)[ply % 2], text)
            played.append(text)
            for somebody in (ann, bob):
                sees(somebody, " ".join(played))
        gaps = sorted(ann.page.evaluate("window.gaps"))
        wait_until(lambda: connection_counts.heard == 8 * SOCKETS, "every move at every spectator")
    assert len(gaps) > 50
    assert gaps[len(gaps) * 95 // 100] < GAP_MS_LIMIT, gaps[-20:]


def spectators(page: Any) -> int:
    page.wait_for_timeout(50)
    shown = page.query_selector(".spectators")
    return int(shown.inner_text().split()[-1]) if shown else 0
