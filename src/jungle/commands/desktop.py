"""`jungle desktop`: the windowed game."""

import argparse
import os

# Before pygame is imported: it would name the window's class after the script, `__main__.py`.
os.environ.setdefault("SDL_APP_NAME", "Jungle")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "Jungle")
os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "Jungle")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from jungle.desktop.window import run as run_window


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle desktop`."""
    parser.add_argument("--size", type=_size, metavar="WxH", help="initial window size, such as 900x1000")


def run(args: argparse.Namespace) -> int:
    """Open the window and stay until it is closed."""
    run_window(size=args.size)
    return 0


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit() and 1 <= int(width) <= 20_000 and 1 <= int(height) <= 20_000):
        raise argparse.ArgumentTypeError(f"expected a size like 900x1000, got {text!r}")
    return int(width), int(height)
