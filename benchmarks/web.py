"""The browser app in Chromium: the speed of its core, the time until it is playable, and Lighthouse scores."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import benchmark

ROOT = Path(__file__).parent.parent
LOADS = 5
SEARCH_MS = 3000
PERFT_DEPTH = 5
DRAG_STEPS = 200
ENGINE = "engine/core.wasm"
ROUTES = {"home": "#/", "play": "#/play?level=medium", "analyse": "#/analyse"}
CATEGORIES = ("performance", "accessibility", "best-practices")
AUDITS = 3
"""How often to try: Chromium does not start every time."""

THREADS = """async ([milliseconds, threads]) => {
    Object.defineProperty(navigator, "hardwareConcurrency", {get: () => threads});
    const {loadLibrary, newGame} = (await import("/app.js")).need("library.js");
    const {engine, ...library} = await loadLibrary();
    engine.threads = threads;
    const game = newGame(library);
    await engine.start(game, {hardTime: 500}).result;
    engine.newGame();
    const [line] = await engine.start(game, {hardTime: milliseconds}).result;
    return [line.threads, 1000 * line.nodes / line.time];
}"""
SPEED = """async ([milliseconds, depth]) => {
    const {loadLibrary, newGame} = (await import("/app.js")).need("library.js");
    const library = await loadLibrary();
    const game = newGame(library);
    const searcher = library.rules.standard.core.newSearcher(32);
    searcher.search(game.state, {hardTime: 500});
    searcher.clear();
    const [line] = searcher.search(game.state, {hardTime: milliseconds});
    const before = performance.now();
    const leaves = game.state.perft(depth);
    return [1000 * line.nodes / line.time, 1000 * leaves / (performance.now() - before)];
}"""
WATCH = """new MutationObserver((_, observer) => {
    const board = document.querySelector("jungle-board");
    if (!(board?.shadowRoot ?? document).querySelector("[data-square]")) return;
    window.playableAt = performance.now();
    observer.disconnect();
}).observe(document, {childList: true, subtree: true});"""
COUNT_FRAMES = """() => {
    window.frames = 0;
    const count = () => { window.frames += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
    return performance.now();
}"""
LOADED = """() => performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
    .map((entry) => [new URL(entry.name).pathname.slice(1), entry.encodedBodySize])"""


@benchmark
def speed() -> dict[str, float]:
    """Nodes and leaves per second on one thread, from the start of the game."""
    from tools import browser

    with browser.serving() as server, browser.chromium() as chromium:
        page = _open(chromium, server, "#/settings")
        nodes, leaves = page.evaluate(SPEED, [SEARCH_MS, PERFT_DEPTH])
    return {"wasm_nps": round(nodes), "wasm_perft": round(leaves)}


@benchmark
def threads() -> dict[str, float]:
    """Nodes per second of the engine's worker with one thread, and with two."""
    from tools import browser

    speeds = {}
    with browser.serving() as server, browser.chromium() as chromium:
        for count in (1, 2):
            page = _open(chromium, server, "#/settings")
            used, speed = page.evaluate(THREADS, [SEARCH_MS, count])
            assert used == count, f"expected {count} threads, got {used}"
            speeds[f"wasm_nps_{count}"] = round(speed)
            page.context.close()
    return speeds


@benchmark
def loading() -> dict[str, float]:
    """The size of the first visit without the engine, in kB as sent, and the median time until you can move."""
    from tools import browser

    playable, sizes = [], []
    with browser.serving() as server, browser.chromium() as chromium:
        for _ in range(LOADS):
            page = _open(chromium, server, ROUTES["play"])
            page.wait_for_selector("[data-square]", state="attached")
            playable.append(page.evaluate("window.playableAt"))
            page.wait_for_load_state("networkidle")
            sizes.append(sum(size for path, size in page.evaluate(LOADED) if path != ENGINE))
            page.context.close()
    return {"web_first_load_kb": round(max(sizes) / 1000, 1), "web_playable_ms": round(statistics.median(playable))}


@benchmark
def dragging() -> dict[str, float]:
    """Frames per second while a piece is dragged back and forth over the board."""
    from tools import browser

    with browser.serving() as server, browser.chromium() as chromium:
        page = _open(chromium, server, ROUTES["play"])
        box = page.locator("jungle-board [data-square=a3]").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        began = page.evaluate(COUNT_FRAMES)
        for step in range(DRAG_STEPS):
            page.mouse.move(x + step % 50 * 8, y - step % 30 * 8)
        frames, ended = page.evaluate("[window.frames, performance.now()]")
    return {"web_drag_fps": round(1000 * frames / (ended - began), 1)}


@benchmark
def lighthouse() -> dict[str, float]:
    """The lowest score of the home page, a game and the analysis board in each category."""
    from tools import browser

    with browser.serving() as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        scores = [audit(address + route) for route in ROUTES.values()]
    return {f"web_lighthouse_{name.replace('-', '_')}": min(score[name] for score in scores) for name in CATEGORIES}


def audit(address: str) -> dict[str, float]:
    """Lighthouse's scores of a page, from 0 to 100."""
    from tools import browser

    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [
            *("npx", "--no-install", "lighthouse", address, "--quiet", "--output=json", f"--output-path={report}"),
            f"--only-categories={','.join(CATEGORIES)}",
            f"--chrome-flags={' '.join(['--headless=new', *browser.arguments()])}",
        ]
        environment = os.environ | {"CHROME_PATH": browser.CHROMIUM or ""}
        for _ in range(AUDITS):
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
            if report.exists():
                break
            print(f"lighthouse: {done.stderr.decode(errors='replace').strip()[-500:]}", file=sys.stderr)
        found = json.loads(report.read_text())["categories"]
    return {name: round(100 * found[name]["score"], 1) for name in CATEGORIES}


def _open(chromium: Any, server: Any, route: str) -> Any:
    from tools import browser

    page = browser.new_context(chromium, is_cached=True).new_page()
    page.add_init_script(WATCH)
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/{route}")
    return page
