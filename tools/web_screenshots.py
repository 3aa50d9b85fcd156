"""Pictures of the browser app, taken in Chromium: `python -m tools.web_screenshots [VIEW …]`.

All views at all sizes, light and dark, in both languages go to build/screenshots/web, to be looked at; some of them to
docs/images as well.
"""

import sys
from pathlib import Path

from tools import browser
from tools.browser import DESK, PHONE, TABLET

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
SHEETS = ROOT / "build" / "screenshots" / "web"
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
MOVES = "a3a4,g7g6,a4a5,g6g5,c3c4,e7e6,g3g4,a7a6,g4f4"
VIEWS = {
    "home": "#/",
    "play": "#/play?level=medium",
    "analyse": f"#/analyse?moves={MOVES}",
    "editor": "#/editor",
    "settings": "#/settings",
}
SHOWN = {
    ("home", "tablet", "light", "en"),
    ("play", "phone", "light", "en"),
    ("play", "phone", "dark", "zh"),
    ("analyse", "desk", "light", "en"),
}
"""Those in docs/images."""
SETTLED_MS = 1200
"""The engine needs a moment to have something to show."""


def main(only: list[str]) -> None:
    SHEETS.mkdir(parents=True, exist_ok=True)
    IMAGES.mkdir(parents=True, exist_ok=True)
    with browser.serving() as server, browser.chromium() as chromium:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        for size, look, language in ((s, k, g) for s in SIZES for k in ("light", "dark") for g in browser.LOCALES):
            context = browser.new_context(
                chromium, size=SIZES[size], look=look, language=language, touch=size != "desk"
            )
            page = context.new_page()
            for view in only or VIEWS:
                page.goto("about:blank")
                page.goto(address + VIEWS[view])
                page.wait_for_selector("#view > *")
                page.wait_for_timeout(SETTLED_MS)
                picture = page.screenshot()
                (SHEETS / f"{view}-{size}-{look}-{language}.png").write_bytes(picture)
                if (view, size, look, language) in SHOWN:
                    (IMAGES / f"web-{view}-{size}-{look}-{language}.png").write_bytes(picture)
            context.close()
            print(f"{size} {look} {language}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
