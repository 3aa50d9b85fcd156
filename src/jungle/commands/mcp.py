"""`jungle mcp`: a server for assistants."""

import argparse
import socket
import sys

import uvicorn

from jungle.errors import JungleError
from jungle.mcp import create_server
from jungle.options import OK, whole_number
from jungle.storage import folder, os_error_text

LOOPBACK = "127.0.0.1"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle mcp`."""
    parser.add_argument(
        "--http",
        type=whole_number(least=0, most=65_535),
        metavar="PORT",
        help="serve streamable HTTP on this port, 0 takes a free one (default: standard input and output)",
    )
    parser.add_argument(
        "--host",
        default=LOOPBACK,
        metavar="ADDRESS",
        help=f"with --http: the address to listen on (default: {LOOPBACK}; there is no login, so keep it private)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the input ends, or until Ctrl-C. Raises JungleError if the port cannot be used."""
    server = create_server(folder("games"))
    if args.http is None:
        server.run("stdio")
        return OK
    try:
        listener = socket.create_server((args.host, args.http))
    except OSError as error:
        raise JungleError(f"cannot listen on {args.host}:{args.http}: {os_error_text(error)}") from error
    with listener:
        host, port = listener.getsockname()[:2]
        print(f"Serving MCP at http://{host}:{port}/mcp (Ctrl-C ends it)", file=sys.stderr, flush=True)
        app = server.streamable_http_app(host=args.host)
        uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
    return OK
