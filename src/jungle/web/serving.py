"""Serving the browser app on this machine."""

import gzip
import hashlib
import mimetypes
import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from jungle.errors import JungleError
from jungle.storage import os_error_text
from jungle.web.contents import Content, contents

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self'; font-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # Isolated pages can share memory with their workers, so that the engine can be stopped without losing its state.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
    # Other pages may show the board; everything here is public.
    "Access-Control-Allow-Origin": "*",
    "Vary": "Accept-Encoding",
}
TYPES = {
    ".flac": "audio/flac",
    ".woff2": "font/woff2",
    ".jtb": "application/octet-stream",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""Media types that Python or the system may not know, or know by another name."""
PACKED_TYPES = ("text/", "application/json", "application/wasm", "application/manifest+json", "image/svg+xml")
_RANGE = re.compile(r"bytes=(\d*)-(\d*)", re.ASCII)


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


def is_worth_packing(path: str) -> bool:
    """Whether the file is worth compressing."""
    return content_type(path).startswith(PACKED_TYPES)


def packed(body: bytes) -> bytes:
    """The bytes compressed by gzip, reproducibly."""
    return gzip.compress(body, mtime=0)


class PageServer(ThreadingHTTPServer):
    """Serves files on loopback."""

    def __init__(self, port: int, files: Mapping[str, Content]) -> None:
        self.files = files
        self.body = lru_cache(maxsize=None)(self._make_body)
        super().__init__(("127.0.0.1", port), PageHandler)

    def _make_body(self, path: str, is_packed: bool) -> tuple[bytes, str]:
        """The bytes of a file, and their ETag."""
        body = self.files[path]()
        body = packed(body) if is_packed else body
        return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore browsers that disconnect early."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class PageHandler(BaseHTTPRequestHandler):
    """Answers with the files of the app, and nothing else."""

    protocol_version = "HTTP/1.1"
    server_version = "jungle"
    sys_version = ""
    timeout = 60
    server: PageServer

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(urlsplit(self.path).path).lstrip("/")
        if not path or path.endswith("/"):
            path += "index.html"
        if path not in self.server.files:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        asked_range = self.headers.get("Range")
        is_packed = asked_range is None and is_worth_packing(path) and self._takes_gzip()
        body, mark = self.server.body(path, is_packed)
        if self.headers.get("If-None-Match") == mark:
            self._send(HTTPStatus.NOT_MODIFIED, b"", {"ETag": mark})
            return
        headers = {"Content-Type": content_type(path), "ETag": mark, "Accept-Ranges": "bytes"}
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        status = HTTPStatus.OK
        if asked_range is not None and (match := _RANGE.fullmatch(asked_range.strip())) and any(match.groups()):
            first, last = _bounds(match, len(body))
            if first > last:
                headers["Content-Range"] = f"bytes */{len(body)}"
                self._send(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, b"", headers)
                return
            headers["Content-Range"] = f"bytes {first}-{last}/{len(body)}"
            status, body = HTTPStatus.PARTIAL_CONTENT, body[first : last + 1]
        self._send(status, body, headers, with_body=with_body)

    def _takes_gzip(self) -> bool:
        offers = (offer.replace(" ", "").split(";") for offer in self.headers.get("Accept-Encoding", "").split(","))
        return any(offer[0] == "gzip" and offer[1:] not in (["q=0"], ["q=0.0"]) for offer in offers)

    def _send(self, status: HTTPStatus, body: bytes, headers: dict[str, str], *, with_body: bool = True) -> None:
        self.send_response(status)
        for name, value in (HEADERS | headers).items():
            self.send_header(name, value)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Log nothing: the terminal belongs to the user."""


def _bounds(match: re.Match[str], length: int) -> tuple[int, int]:
    """The first and last byte of the requested range; the first is greater if the range is empty."""
    if not match[1]:
        return max(length - int(match[2]), 0), length - 1
    return int(match[1]), min(int(match[2] or length - 1), length - 1)


def make_server(port: int, files: Mapping[str, Content] | None = None) -> PageServer:
    """A server on loopback; port 0 takes a free one. Raises WebError."""
    try:
        return PageServer(port, contents() if files is None else files)
    except OSError as error:
        raise WebError(f"cannot listen on port {port}: {os_error_text(error)}") from None
