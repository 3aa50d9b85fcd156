"""Serving the browser app on this machine, and writing it out as static files."""

import gzip
import mimetypes
import os
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from jungle.errors import JungleError
from jungle.storage import why
from jungle.web.contents import contents

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}
PACKED_TYPES = ("text/", "application/json", "application/wasm", "application/manifest+json", "image/svg+xml")


class WebError(JungleError):
    """An app that cannot be served or written."""


def content_type(path: str) -> str:
    """The media type of a file by its name.

    >>> content_type("app.js"), content_type("index.html")
    ('text/javascript; charset=utf-8', 'text/html; charset=utf-8')
    """
    suffix = Path(path).suffix
    kind = TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


@cache
def _body(path: str, *, is_packed: bool) -> bytes:
    body = contents()[path]()
    return gzip.compress(body, mtime=0) if is_packed else body


class PageHandler(BaseHTTPRequestHandler):
    """Answers with the files of the app, and nothing else."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        if path not in contents():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        kind = content_type(path)
        is_packed = kind.startswith(PACKED_TYPES) and "gzip" in self.headers.get("Accept-Encoding", "")
        body = _body(path, is_packed=is_packed)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if is_packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Say nothing: the terminal belongs to the person who started it."""


def make_server(port: int) -> ThreadingHTTPServer:
    """A server on loopback; port 0 takes a free one. Raises WebError."""
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), PageHandler)
    except OSError as error:
        raise WebError(f"cannot listen on port {port}: {why(error)}") from None


def export(folder: str | os.PathLike[str]) -> int:
    """Write the app into a folder as static files, and return how many. Raises WebError."""
    for path, make in contents().items():
        target = Path(folder, path)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(make())
        except OSError as error:
            raise WebError(f"cannot write {target}: {why(error)}") from None
    return len(contents())
