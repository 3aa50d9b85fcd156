"""Takes pictures of the browser app in Chromium: `python -m tools.web_screenshots [VIEW …]`.

All views at all sizes, light and dark, in both languages go to build/screenshots/web for inspection; some of them also
go to docs/images. `--shown` takes only those.
"""

import argparse
from itertools import product
from pathlib import Path

from tools import browser
from tools.browser import DESK, PHONE, TABLET
from tools.program import run

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
SHEETS = ROOT / "build" / "screenshots" / "web"
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
MOVES = "a3a4,g7g6,a4a5,g6g5,c3d3,e7d7,g3g4,a7a6,d3d4"
VIEWS = {
    "home": "#/",
    "setup": "#/play",
    "play": "#/play?level=medium",
    "flip": "#/flip?level=medium",
    "analyse": f"#/analyse?moves={MOVES}",
    "editor": "#/editor",
    "puzzles": "#/puzzles",
    "learn": "#/learn",
    "lesson": "#/learn?game=jungle&lesson=jump",
    "rules": "#/rules",
    "settings": "#/settings",
}
SHOWN = {
    ("home", "tablet", "light", "en"),
    ("play", "phone", "light", "en"),
    ("play", "desk", "light", "en"),
    ("flip", "phone", "dark", "zh"),
    ("puzzles", "phone", "light", "en"),
    ("analyse", "desk", "light", "en"),
    ("lesson", "tablet", "dark", "zh"),
}
"""Those in docs/images."""
SETTLED_MS = 1500
"""The engine needs a moment before it has something to show."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.web_screenshots", description=__doc__)
    parser.add_argument("view", nargs="*", help=f"only these views, of {', '.join(VIEWS)}")
    parser.add_argument("--shown", action="store_true", help="only those in docs/images")
    args = parser.parse_args()
    if unknown := set(args.view) - set(VIEWS):
        parser.error(f"no such view: {', '.join(sorted(unknown))}")
    SHEETS.mkdir(parents=True, exist_ok=True)
    IMAGES.mkdir(parents=True, exist_ok=True)
    with browser.serving() as server, browser.chromium() as chromium:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        for view, size, look, language in product(args.view or VIEWS, SIZES, ("light", "dark"), browser.LOCALES):
            is_shown = (view, size, look, language) in SHOWN
            if args.shown and not is_shown:
                continue
            context = browser.new_context(
                chromium, size=SIZES[size], look=look, language=language, touch=size != "desk"
            )
            page = context.new_page()
            page.goto(address + VIEWS[view])
            page.wait_for_selector("#view > *")
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(SETTLED_MS)
            picture = page.screenshot()
            context.close()
            name = f"{view}-{size}-{look}-{language}.png"
            (SHEETS / name).write_bytes(picture)
            if is_shown:
                (IMAGES / f"web-{name}").write_bytes(picture)
            print(name, flush=True)


if __name__ == "__main__":
    run(main)
