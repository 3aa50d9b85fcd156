"""`jungle web`: the browser app, served on this machine."""

import argparse
import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import suppress

from jungle.options import UsageError, whole_number
from jungle.web.contents import Content
from jungle.web.exporting import export
from jungle.web.serving import PageServer, WebError, make_server

PORT = 8788


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle web`."""
    add_serving_options(parser, PORT)
    parser.add_argument("--export", metavar="FOLDER", help="write the app as static files instead")
    parser.add_argument("--gzip", action="store_true", help="export each file compressed as well, as FILE.gz")


def run(args: argparse.Namespace) -> int:
    """Serve the app until Ctrl-C, or write it out."""
    if args.gzip and args.export is None:
        raise UsageError("--gzip needs --export")
    if args.export is not None:
        print(f"{export(args.export, with_packed=args.gzip)} files written to {args.export}")
        return 0
    return serve_pages("Jungle is", args, PORT)


def add_serving_options(parser: argparse.ArgumentParser, usual: int) -> None:
    """Add the options of commands that serve pages on this machine."""
    parser.add_argument(
        "--port",
        type=whole_number(least=0, most=65_535),
        metavar="N",
        help=f"the port to listen on; 0 takes a free one (default: {usual}, or a free one)",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")


def serve_pages(
    what: str,
    args: argparse.Namespace,
    usual: int,
    files: Mapping[str, Content] | None = None,
) -> int:
    """Serve files, the app unless others are given, and open the browser, until Ctrl-C. Raises WebError."""
    with suppress(KeyboardInterrupt), _server(args.port, usual, files) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        print(f"{what} at {address} (Ctrl-C ends it)", flush=True)
        if not args.no_open:
            # In a thread, since some browsers keep the parent's terminal attached.
            threading.Thread(target=_open, args=(address,), daemon=True).start()
        server.serve_forever()
    return 0


def _server(port: int | None, usual: int, files: Mapping[str, Content] | None = None) -> PageServer:
    """A server on the requested port, or on the default one, or on any free one. Raises WebError."""
    if port is not None:
        return make_server(port, files)
    try:
        return make_server(usual, files)
    except WebError:
        return make_server(0, files)


def _open(address: str) -> None:
    # Without a display, only browsers that would take over the terminal are found.
    has_display = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    opened = False
    with suppress(webbrowser.Error, OSError):
        opened = bool(has_display) and webbrowser.open(address)
    if not opened:
        print("No browser was found: open the address yourself.", flush=True)
