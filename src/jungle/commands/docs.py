"""`jungle docs`: the documentation, in the browser."""

import argparse
from pathlib import Path

from jungle.commands.web import add_serving_options, serve_pages
from jungle.progress import Progress
from jungle.web.documentation import build_site, site, site_files

PORT = 8789


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle docs`."""
    add_serving_options(parser, PORT)
    parser.add_argument("--where", action="store_true", help="print the folder of the built site and exit")
    parser.add_argument("--build", metavar="FOLDER", type=Path, help="build the site in FOLDER and exit")


def run(args: argparse.Namespace) -> int:
    """Serve the site until Ctrl-C, or print where it is. Without one, build it first."""
    folder = _build(args.build) if args.build else site() or _build()
    if args.where or args.build:
        print(folder)
        return 0
    return serve_pages("The documentation is", args, PORT, site_files(folder))


def _build(target: Path | None = None) -> Path:
    with Progress() as progress:
        return build_site(target, on_wait=lambda: progress.show(text="building the documentation, about a minute"))
