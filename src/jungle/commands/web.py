"""`jungle web`: the browser app, served on this machine."""

import argparse
import webbrowser
from contextlib import suppress

from jungle.web.serving import export, make_server


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle web`."""
    parser.add_argument(
        "--port", type=_port, default=8788, help="the port to listen on; 0 takes a free one (%(default)s)"
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")
    parser.add_argument("--export", metavar="FOLDER", help="write the app as static files instead")


def run(args: argparse.Namespace) -> int:
    """Serve the app until Ctrl-C, or write it out."""
    if args.export is not None:
        print(f"{export(args.export)} files written to {args.export}")
        return 0
    with suppress(KeyboardInterrupt), make_server(args.port) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        print(f"Jungle is at {address} (Ctrl-C ends it)", flush=True)
        if not args.no_open:
            webbrowser.open(address)
        server.serve_forever()
    return 0


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 65_536):
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)
