"""The window: how long a frame takes while the engine thinks on every core."""

import os
import statistics
import sys
import tempfile
import time

from benchmarks import benchmark

SIZE = 900, 1100
SECONDS = 8.0
FRAME = 1 / 60


@benchmark
def frames() -> dict[str, float]:
    """Milliseconds from taking the events to showing the frame, software drawing, `impossible` against itself."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    import pygame

    from jungle.desktop.views.play import PlayView
    from jungle.desktop.window import SWITCH_SECONDS, Loop
    from jungle.game import Game

    sys.setswitchinterval(SWITCH_SECONDS)
    pygame.display.init()
    pygame.font.init()
    took = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["JUNGLE_HOME"] = folder
        loop = Loop(pygame.Window("bench", SIZE))
        # Slow motion, so that a piece is nearly always moving.
        loop.app.change(animation="slow")
        loop.app.open(PlayView.begin(loop.app, Game(), ("impossible", "impossible"), pace="instant"))
        for _ in range(30):
            loop.step()
        end = time.perf_counter() + SECONDS
        while (started := time.perf_counter()) < end:
            loop.app.dirty = True
            loop.step()
            spent = time.perf_counter() - started
            took.append(1000 * spent)
            time.sleep(max(FRAME - spent, 0))
        loop.close()
    pygame.quit()
    ranked = sorted(took)
    return {
        "desktop_frame_ms_p99": ranked[int(len(ranked) * 0.99)],
        "desktop_frame_ms_median": statistics.median(ranked),
    }
