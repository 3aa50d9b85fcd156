"""Draws the icons of the installed browser app from one drawing: `python -m tools.web_icons`."""

from pathlib import Path

from jungle.assets import drawing
from tools import browser
from tools.program import run

ICONS = Path(__file__).parent.parent / "src" / "jungle" / "web" / "page" / "icons"
SIZES = {
    "icon-192.png": (192, 0.0),
    "icon-512.png": (512, 0.0),
    "icon-mask-512.png": (512, 0.1),
    "touch-180.png": (180, 0.0),
}
"""The width in pixels, and the margin on each side, where systems crop icons to a shape."""
GROUND = "#163524"


def main() -> None:
    ICONS.mkdir(exist_ok=True)
    with browser.chromium() as chromium:
        for name, (width, margin) in SIZES.items():
            page = chromium.new_page(viewport={"width": width, "height": width})
            inner = (
                f"position:absolute;left:{margin * width}px;top:{margin * width}px;width:{(1 - 2 * margin) * width}px"
            )
            is_whole = margin > 0 or name.startswith("touch")
            page.set_content(
                f"<body style='margin:0;background:{GROUND if is_whole else 'transparent'}'>"
                f"<div style='{inner}'>{drawing('icon.svg')}</div></body>"
            )
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    run(main)
