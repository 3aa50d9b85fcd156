"""`jungle docs`: the documentation, in the browser."""

import argparse

from jungle.commands.web import add_serving_options, serve_pages
from jungle.web.documentation import SITE, site_files
from jungle.web.serving import WebError

PORT = 8789


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle docs`."""
    add_serving_options(parser, PORT)
    parser.add_argument("--where", action="store_true", help="print the folder of the built site and exit")


def run(args: argparse.Namespace) -> int:
    """Serve the site until Ctrl-C, or print where it is."""
    files = site_files()
    if not files:
        raise WebError(f"the documentation is not built in {SITE}: run `make docs` in a clone, or read its docs folder")
    if args.where:
        print(SITE)
        return 0
    return serve_pages("The documentation is", args, PORT, files)
