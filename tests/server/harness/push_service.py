"""A push service on loopback, with browsers that decrypt what it gets."""

import json
import queue
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from jungle.server.push.encryption import decrypt, public_bytes, to_base64


class Browser:
    """A browser: its keys, and the notifications it has received."""

    def __init__(self, service: "PushService") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = to_base64(secrets.token_bytes(16))
        self.name = secrets.token_urlsafe(8)
        self.endpoint = f"{service.url}/{self.name}"
        self.status = 201
        self.requests: queue.Queue[tuple[dict[str, str], bytes]] = queue.Queue()

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": to_base64(public_bytes(self.key.public_key())), "auth": self.auth}

    def subscription(self, **more: Any) -> dict[str, Any]:
        """The body of `PUT /api/account/push`."""
        return {"endpoint": self.endpoint, "keys": self.keys} | more

    def next(self, timeout: float = 30) -> Any:
        """The next notification."""
        headers, body = self.requests.get(timeout=timeout)
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Authorization"].startswith("vapid t=")
        return json.loads(decrypt(body, self.key, self.auth))

    def titles(self) -> list[str]:
        """The titles received since the last call."""
        found = []
        while not self.requests.empty():
            found.append(self.next()["title"])
        return found


class PushService:
    """Answers as each browser wants."""

    def __init__(self) -> None:
        browsers: dict[str, Browser] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                browser = browsers[self.path[1:]]
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if browser.status < 300:
                    browser.requests.put((dict(self.headers), body))
                self.send_response(browser.status)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self.browsers = browsers
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def browser(self) -> Browser:
        made = Browser(self)
        self.browsers[made.name] = made
        return made


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        thread.join()
