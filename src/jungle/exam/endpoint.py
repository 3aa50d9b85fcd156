"""A model behind an endpoint that speaks the OpenAI chat format."""

import base64
import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from jungle.errors import JungleError

KEY = "JUNGLE_EXAM_KEY"
"""The environment variable with the endpoint's key; OPENAI_API_KEY is read if it is not set."""
LARGEST = 4_000_000
"""Bytes of an answer. A larger one is not read to its end."""
TRIES = 5
WAIT_LIMIT = 60.0
"""Seconds to wait between tries, whatever Retry-After says."""
BUSY = (408, 429, 500, 502, 503, 504)
"""Statuses after which it is worth trying again."""


class EndpointError(JungleError):
    """An endpoint that cannot be used: the exam stops, and the same command resumes it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the text or, if no answer could be read from it, why."""

    text: str
    error: str = ""
    seconds: float = 0.0
    tokens: tuple[int, int] = (0, 0)
    """Tokens read and written, if the endpoint counts them."""


class Endpoint:
    """A client for one model. `ask` may be called from several threads."""

    def __init__(
        self, url: str, model: str, *, timeout: float = 120.0, options: Mapping[str, Any] | None = None
    ) -> None:
        """Options are added to each request, such as temperature. Raises EndpointError for an invalid address."""
        try:
            parts = urlsplit(url if "//" in url else f"http://{url}")
            is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:  # a port out of range, or brackets without an address
            is_valid = False
        if not is_valid:
            raise EndpointError(f"expected an address such as http://127.0.0.1:8080/v1, got {url!r}")
        self._parts = parts
        path = parts.path.rstrip("/")
        self._path = path if path.endswith("/chat/completions") else f"{path}/chat/completions"
        self.model, self.options, self._timeout = model, dict(options or {}), timeout
        self._key = os.environ.get(KEY) or os.environ.get("OPENAI_API_KEY") or ""
        self._stopped = threading.Event()
        self._sockets: set[socket.socket] = set()

    def stop(self) -> None:
        """Make all threads give up, from any thread."""
        self._stopped.set()
        for connected in list(self._sockets):
            _cut(connected)

    def ask(self, messages: Sequence[Mapping[str, Any]]) -> Reply:
        """Ask once. Raises EndpointError if the endpoint refuses or stays unavailable."""
        body = json.dumps({"model": self.model, "messages": list(messages), **self.options}).encode()
        trouble = ""
        for number in range(TRIES):
            wait = 2.0**number / 2
            started = time.monotonic()
            try:
                status, headers, data = self._post(body, started + self._timeout)
            except (OSError, http.client.HTTPException, ValueError) as error:
                # Whatever a socket that was cut says, the cause is the time or `stop`.
                if self._stopped.is_set():
                    break
                if time.monotonic() - started >= self._timeout:
                    return Reply("", f"no answer in {self._timeout:g} s", time.monotonic() - started)
                trouble = str(error) or type(error).__name__
            else:
                if status == 200:
                    return _read(data, time.monotonic() - started)
                trouble = f"status {status}: {data[:200].decode(errors='replace')}"
                if status not in BUSY:
                    break
                wait = _seconds(headers.get("Retry-After"), wait)
            if number + 1 < TRIES and self._stopped.wait(min(wait, WAIT_LIMIT)):
                break
        raise EndpointError(f"cannot reach {self._parts.hostname}: {' '.join(trouble.split()) or 'stopped'}")

    def _post(self, body: bytes, deadline: float) -> tuple[int, http.client.HTTPMessage, bytes]:
        """The status, headers and body of the answer. Redirects are not followed: the key is not for other hosts."""
        host, port = self._parts.hostname, self._parts.port
        assert host is not None
        left = max(deadline - time.monotonic(), 0.01)
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(host, port, timeout=left)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        connection.connect()
        connected = connection.sock
        self._sockets.add(connected)
        # An answer that drips keeps every single read in time, so end it from outside.
        watch = threading.Timer(max(deadline - time.monotonic(), 0.01), _cut, [connected])
        watch.daemon = True
        watch.start()
        try:
            connection.request("POST", self._path, body, headers)
            response = connection.getresponse()
            data = response.read(LARGEST + 1)
        finally:
            watch.cancel()
            self._sockets.discard(connected)
            connection.close()
        if time.monotonic() >= deadline or self._stopped.is_set():
            raise TimeoutError
        return response.status, response.headers, data


def _cut(connected: socket.socket) -> None:
    """Make a read in another thread end."""
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def message(role: str, text: str, png: bytes = b"") -> dict[str, Any]:
    """A message in the chat format, perhaps with a picture."""
    if not png:
        return {"role": role, "content": text}
    address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    return {
        "role": role,
        "content": [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": address}}],
    }


def _read(data: bytes, seconds: float) -> Reply:
    """The reply in the JSON of an answer."""
    if len(data) > LARGEST:
        return Reply("", f"an answer of more than {LARGEST} bytes", seconds)
    try:
        told = json.loads(data)
        text = told["choices"][0]["message"]["content"]
        if not isinstance(text, str):
            raise TypeError("no text")
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        start = data[:80].decode(errors="replace")
        return Reply("", f"not an answer in the chat format: {start!r}", seconds)
    usage = told.get("usage")
    counts = [usage.get(name) if isinstance(usage, dict) else 0 for name in ("prompt_tokens", "completion_tokens")]
    read, written = (count if type(count) is int and 0 <= count < 10**9 else 0 for count in counts)
    return Reply(text, "", seconds, (read, written))


def _seconds(header: str | None, otherwise: float) -> float:
    """The seconds of a Retry-After header; dates are not worth reading here."""
    return float(header) if header is not None and header.isascii() and header.isdigit() else otherwise
