"""`jungle mail`: send an email command to a server, and print the answer."""

import argparse
import http.client
import os
import sys
from pathlib import Path

from jungle.errors import JungleError
from jungle.options import parse_server

PATIENCE_SECONDS = 30


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle mail`."""
    parser.add_argument("command", help='the command, as in the subject of an email: "jungle show 17"')
    parser.add_argument(
        "--server",
        default=os.environ.get("JUNGLE_SERVER", "http://127.0.0.1:8000"),
        metavar="URL",
        help="the server (default: JUNGLE_SERVER, or http://127.0.0.1:8000)",
    )
    parser.add_argument("--body", default="", metavar="TEXT", help="the body of the email; -: from standard input")
    parser.add_argument("--token", type=Path, metavar="FILE", help="a file with a token that has mail:write")


def run(args: argparse.Namespace) -> int:
    """Send the command. Returns 1 if it was refused."""
    parts = parse_server(args.server)
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    if args.token is not None:
        try:
            headers["Authorization"] = f"Bearer {args.token.read_text(encoding='ascii').strip()}"
        except (OSError, UnicodeDecodeError) as error:
            raise JungleError(f"cannot read the token in {args.token}: {error}") from None
    body = sys.stdin.read() if args.body == "-" else args.body
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    try:
        connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE_SECONDS)
        connection.request("POST", "/mail", f"{args.command}\n\n{body}".encode(), headers)
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        connection.close()
    except (OSError, http.client.HTTPException) as error:
        raise JungleError(f"cannot reach {args.server}: {error}") from None
    print(text, end="" if text.endswith("\n") else "\n")
    return 0 if response.status == 200 else 1
