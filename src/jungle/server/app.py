"""The application: routes as a list, errors mapped to statuses in one place."""

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from jungle import __version__
from jungle.errors import JungleError
from jungle.server import metrics
from jungle.server.api import (
    accounts,
    bots,
    challenges,
    classes,
    community,
    docs,
    families,
    games,
    lines,
    pages,
    people,
    progress,
)
from jungle.server.api.authentication import AppServices, address_of, authorize, is_loopback
from jungle.server.api.models import Problem
from jungle.server.api.security import BodyTooLargeError, SecurityMiddleware
from jungle.server.errors import ForbiddenError, RequestError, shortened
from jungle.server.json import Json
from jungle.server.services import Services
from jungle.server.settings import Settings
from jungle.server.storage.database import StorageError

log = logging.getLogger("jungle.server")

access_log = logging.getLogger("jungle.server.identity.access")
PATH_LIMIT = 100

system = APIRouter(tags=["system"])


@system.get("/livez")
async def livez() -> JSONResponse:
    """The process answers. This depends on nothing else."""
    return JSONResponse({"status": "ok"})


@system.get("/readyz")
async def readyz(services: AppServices) -> JSONResponse:
    """Whether this server should be sent requests: it can write to the database and is not stopping."""
    state = await services.readiness()
    return JSONResponse(state, 200 if state["status"] == "ok" else 503)


@system.get("/metrics", response_class=PlainTextResponse)
async def measured(request: Request, services: AppServices) -> Response:
    """Prometheus metrics, for requests from this machine or with the metrics token."""
    wanted = services.settings.metrics_token
    _, _, token = request.headers.get("authorization", "").partition(" ")
    knows_token = bool(wanted) and secrets.compare_digest(token.encode(), wanted.encode())
    if not knows_token and not is_loopback(address_of(request)):
        raise ForbiddenError(
            "metrics are only available from this machine or with a token (JUNGLE_METRICS_TOKEN)", "metrics"
        )
    return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


ROUTERS = [
    system,
    accounts.router,
    families.router,
    classes.router,
    progress.router,
    challenges.router,
    games.router,
    people.router,
    bots.router,
    community.router,
    community.mail_router,
    docs.router,
    lines.router,
    pages.router,  # Last: this matches every path.
]


def create_app(settings: Settings) -> FastAPI:
    """The whole server as an ASGI application."""
    services = Services(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    problems: dict[int | str, Json] = {
        "4XX": {"model": Problem, "description": "something is wrong with the request"},
        "5XX": {"model": Problem, "description": "something is wrong with the server"},
    }
    app = FastAPI(
        title="Jungle",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        responses=problems,
        dependencies=[Depends(authorize)],
    )
    app.state.services = services
    app.state.files = {}  # The files of the browser app that have been requested so far.
    for router in ROUTERS:
        app.include_router(router)
    app.add_middleware(SecurityMiddleware)
    app.add_exception_handler(JungleError, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(BodyTooLargeError, _reraised)
    app.add_exception_handler(ClientDisconnect, _hung_up)
    app.add_exception_handler(Exception, _failed)
    return app


def _problem(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": shortened(message)}}, status, headers)


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, RequestError):
        if error.status in (401, 403, 429):
            path = request.url.path[:PATH_LIMIT]
            access_log.info("%s %r refused for %s: %s", request.method, path, address_of(request), error.code)
        headers = None if error.retry_after is None else {"retry-after": str(error.retry_after)}
        if error.status == 401:
            headers = {"www-authenticate": "Bearer"}
        return _problem(error.status, error.code, str(error), headers)
    if isinstance(error, StorageError):
        return _problem(503, "storage", str(error), {"retry-after": "5"})
    return _problem(422, "invalid", str(error))


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {404: "not_found", 405: "method_not_allowed"}
    code = codes.get(error.status_code, "bad_request")
    return _problem(error.status_code, code, str(error.detail), dict(error.headers or {}))


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    details = [f"{'.'.join(map(str, problem['loc'][1:])) or 'body'}: {problem['msg']}" for problem in error.errors()]
    return _problem(422, "invalid", "; ".join(details[:5]))


async def _reraised(_: Request, error: Exception) -> Response:
    return _problem(413, "too_large", "expected a smaller body")


async def _hung_up(_: Request, error: Exception) -> Response:
    """The client disconnected before its request was complete, so nobody reads this."""
    return _problem(400, "bad_request", "expected a complete request")


async def _failed(_: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return _problem(500, "internal", "something went wrong on the server; the error has been logged")
