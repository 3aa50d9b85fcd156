"""Middleware for every HTTP request: a rate limit per address, a size limit, and security headers for browsers."""

import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jungle.server import metrics
from jungle.server.api.live import live
from jungle.server.errors import LimitedError
from jungle.server.identity.limits import network
from jungle.server.identity.passwords import SOURCE
from jungle.server.json import encode
from jungle.server.ops.logs import REQUEST
from jungle.server.services import Services
from jungle.web.serving import POLICY

LIVE_PATH = "/api/live"
BODY_LIMIT = 64 * 1024

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
UNCACHED = (b"cache-control", b"no-store")


class SecurityMiddleware:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == LIVE_PATH:
            await live(scope, receive, send)  # Bypass the framework, whose overhead is as large as the cost of a move.
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        services: Services = scope["app"].state.services
        status, started = 500, time.perf_counter()
        REQUEST.set(request_id := secrets.token_hex(8))

        async def guarded_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", []), *HEADERS, (b"x-request-id", request_id.encode())]
                route = getattr(scope.get("route"), "path", "none")
                metrics.request_seconds.labels(route).observe(time.perf_counter() - started)
                if services.settings.is_https():
                    headers.append(HTTPS_ONLY)
                if scope["path"].startswith("/api/") and all(name != b"cache-control" for name, _ in headers):
                    headers.append(UNCACHED)
                message["headers"] = headers
            await send(message)

        size = 0

        async def counted_receive() -> Message:
            nonlocal size
            message = await receive()
            if message["type"] == "http.request":
                size += len(message.get("body", b""))
                if size > BODY_LIMIT:
                    raise BodyTooLargeError
            return message

        try:
            client = scope.get("client")
            SOURCE.set(client[0] if client else "?")
            services.limits.take_here("request", network(client[0]) if client else "?")
            declared = dict(scope["headers"]).get(b"content-length", b"0")
            if not declared.isdigit() or int(declared) > BODY_LIMIT:
                raise BodyTooLargeError
            if "\0" in scope["path"] or b"%00" in scope["query_string"]:
                await _refuse(guarded_send, 400, "bad_request", "expected a path without a zero byte")
            else:
                await self.app(scope, counted_receive, guarded_send)
        except BodyTooLargeError:
            await _refuse(guarded_send, 413, "too_large", f"expected a body of at most {BODY_LIMIT} bytes")
        except LimitedError as error:
            await _refuse(guarded_send, 429, error.code, str(error), error.retry_after)
        finally:
            metrics.requests.labels(scope["method"] if scope["method"] in METHODS else "other", status).inc()


METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}


class BodyTooLargeError(Exception):
    """The request is too large."""


async def _refuse(send: Send, status: int, code: str, message: str, retry_after: int | None = None) -> None:
    headers = [(b"content-type", b"application/json")]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    body = encode({"error": {"code": code, "message": message}})
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
