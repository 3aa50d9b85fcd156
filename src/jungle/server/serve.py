"""Runs the server: sockets, signals, child processes, and the configuration check."""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from types import FrameType

import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI

from jungle.errors import JungleError
from jungle.extras import explain_missing
from jungle.server import local_network
from jungle.server.api import live
from jungle.server.api.pages import has_documentation
from jungle.server.app import create_app
from jungle.server.bots.house import HouseBots
from jungle.server.ops.http_limits import HttpProtocol, allow_many_files, concurrency, is_proxy
from jungle.server.ops.logs import configure
from jungle.server.ops.moderation import remove_second_factor, set_admin
from jungle.server.realtime.hub import RedisHub
from jungle.server.services import Services
from jungle.server.settings import Settings, split_address
from jungle.server.storage.database import DatabaseError, PostgresDatabase, SqliteDatabase, connect
from jungle.server.storage.migrate import Migration, migrate, plan
from jungle.server.storage.migrate import check as check_database
from jungle.server.times import Now
from jungle.server.workers import serve_several

log = logging.getLogger("jungle.server")

GRACE_SECONDS = 5
SWITCH_SECONDS = 0.001
"""How long slow work in another thread may hold the GIL before the event loop gets its turn."""
GARBAGE = (20_000, 50, 20)
"""Allocations between garbage collections: a move creates little garbage."""


NEEDED_LATER = ("networkx",)
"""Libraries that are not imported until somebody needs them, which is too late to find out that one is missing."""


class StartError(JungleError):
    """The server cannot start, for the reason in the message."""


class _Server(uvicorn.Server):
    """uvicorn with a hook that runs before shutdown.

    SIGTERM first sends clients to the other servers, if any. A second signal, or SIGINT, stops immediately.
    """

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.services = services

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        services = self.services
        can_drain = services.hub.others and services.settings.drain_seconds > 0
        if sig == signal.SIGTERM and can_drain and not services.is_draining:
            services.is_draining = True
            asyncio.get_event_loop().call_soon_threadsafe(services.tasks.spawn, self._drain())
            return
        self._stop(sig, frame)

    def stop_at_eof(self) -> None:
        """Stop once standard input is closed."""
        if not os.read(sys.stdin.fileno(), 1024):
            asyncio.get_running_loop().remove_reader(sys.stdin)
            self._stop(signal.SIGTERM, None)

    async def _drain(self) -> None:
        await self.services.drain()
        self._stop(signal.SIGTERM, None)

    def _stop(self, sig: int, frame: FrameType | None) -> None:
        asyncio.get_event_loop().call_soon_threadsafe(self.services.stop)
        super().handle_exit(sig, frame)


def serve(settings: Settings) -> int:
    """Serve until interrupted. Raises StartError, DatabaseError."""
    configure(settings.log_level, settings.log_format)
    for name in NEEDED_LATER:
        if find_spec(name) is None:
            raise StartError(explain_missing("serve", name, "server"))
    if settings.workers > 1:
        if sys.platform == "win32":
            raise StartError("several workers need Linux or macOS; start servers on different ports instead")
        return serve_several(settings)
    listener = _listen(settings)
    settings.port = listener.getsockname()[1]
    addresses = local_network.local_addresses() if settings.is_for_local_network() else []
    if addresses and not settings.local_address:
        settings.local_address = addresses[0]
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_serve(settings, listener, addresses))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # uvloop is not available for Windows.
        return None
    return uvloop.new_event_loop


def _listen(settings: Settings) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        raise StartError(f"cannot listen at {settings.host}:{settings.port}: {error}") from None


async def _serve(settings: Settings, listener: socket.socket, addresses: list[str]) -> int:
    app = create_app(settings)
    services: Services = app.state.services
    allow_many_files()
    await _open(services)
    server = _Server(configuration(app), services)
    bots = HouseBots(settings, services)
    # Everything loaded by now stays; scanning it for garbage again and again would delay every move.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        print(f"Jungle is running at {settings.origin}", flush=True)
        if has_documentation():
            print(f"The documentation is at {settings.origin}/docs/", flush=True)
        if settings.school:
            _show_poster(settings, addresses)
        elif not is_proxy(settings.host) and not settings.is_https():
            advice = "fine in a trusted network; otherwise put a TLS proxy in front (docs/host/production.md)"
            log.warning("%s is served without TLS: %s", settings.host, advice)
        await bots.open()
        if settings.until_eof:
            asyncio.get_running_loop().add_reader(sys.stdin, server.stop_at_eof)
        await server.serve(sockets=[listener])
    finally:
        await bots.close()
        await services.close()
    return 0


def _show_poster(settings: Settings, addresses: list[str]) -> None:
    """Tell a teacher at the terminal how pupils reach this machine, and what to do next."""
    if settings.is_for_local_network() and not settings.local_address:
        print(local_network.NO_NETWORK, flush=True)
        return
    others = [f"http://{each}:{settings.port}" for each in addresses if each != settings.local_address]
    text = local_network.poster(settings.origin, others)
    try:
        print(text, flush=True)
    except UnicodeEncodeError:  # The terminal cannot show a QR code.
        print(text.encode("ascii", "ignore").decode().strip(), flush=True)


def configuration(app: FastAPI) -> uvicorn.Config:
    """uvicorn's configuration for an application."""
    return uvicorn.Config(
        app,
        lifespan="off",
        http=partial(HttpProtocol, app.state.services.http_connections),  # type: ignore[arg-type]
        limit_concurrency=concurrency(),
        ws="websockets-sansio",
        ws_max_size=4 * live.FRAME_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # The live connection has pings of its own.
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=30,
    )


async def _open(services: Services) -> None:
    try:
        await services.open()
    except OSError as error:
        raise StartError(f"cannot start: {error}") from None
    except Exception as error:
        if type(error).__module__.startswith("redis"):
            raise StartError(f"cannot reach Redis: {error}") from None
        raise


def check(settings: Settings) -> list[str]:
    """The problems with a configuration; empty if the server can start."""
    return asyncio.run(_check(settings))


async def _check(settings: Settings) -> list[str]:
    problems: list[str] = []
    try:
        _listen(settings).close()
    except StartError as error:
        problems.append(str(error))
    try:
        database = connect(settings.database, settings.data)
        try:
            await check_database(database)
        finally:
            await database.close()
    except DatabaseError as error:
        problems.append(f"database: {error}")
    if settings.redis:
        problems += await _check_redis(settings.redis)
    for name, address in (("smtp-out", settings.smtp_out),):
        if address:
            problems += await _check_reachable(name, address)
    if settings.smtp_in:
        host, port = split_address(settings.smtp_in)
        try:
            socket.create_server((host, port)).close()
        except OSError as error:
            problems.append(f"smtp-in: cannot listen at {host}:{port}: {error.strerror}")
    if settings.smtp_in and not settings.smtp_out:
        problems.append("smtp-out: not set, so replies to incoming email cannot be sent")
    if settings.redis and not settings.database.startswith("postgresql"):
        problems.append("redis: several servers need a PostgreSQL database too")
    return problems


async def _check_redis(url: str) -> list[str]:
    hub = RedisHub(url)
    try:
        await hub.open()
        await hub.close()
    except Exception as error:
        return [f"redis: {error}"]
    return []


async def _check_reachable(name: str, address: str) -> list[str]:
    host, port = split_address(address)
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), 5)
        writer.close()
    except (OSError, TimeoutError) as error:
        return [f"{name}: cannot reach {host}:{port}: {error!r}"]
    return []


def migrate_database(settings: Settings, *, is_dry: bool) -> list[Migration]:
    """Apply the missing migrations, unless this is a dry run, and return them. Raises DatabaseError."""

    async def work() -> list[Migration]:
        database = connect(settings.database, settings.data)
        try:
            missing = await plan(database)
            if missing and not is_dry:
                await migrate(database)
            return missing
        finally:
            await database.close()

    return asyncio.run(work())


def appoint(settings: Settings, name: str, is_admin: bool) -> str:
    """Grant or revoke admin rights, even while the server runs, and return the user's name. Raises JungleError."""
    return _write(settings, lambda connection: set_admin(connection, name, is_admin, Now()()))


def forget_second_factor(settings: Settings, name: str) -> str:
    """Turn off a lost second factor, and return the user's name. Raises JungleError."""
    return _write(settings, lambda connection: remove_second_factor(connection, name, Now()()))


def _write(settings: Settings, work: Callable[[sa.Connection], str]) -> str:
    database = connect(settings.database, settings.data)

    async def in_postgres(database: PostgresDatabase) -> str:
        try:
            return await database.write(work)
        finally:
            await database.close()

    if isinstance(database, PostgresDatabase):
        return asyncio.run(in_postgres(database))
    assert isinstance(database, SqliteDatabase)
    if not database.path.is_file():
        raise DatabaseError(f"there is no database at {database.path}")
    with database.engine().begin() as connection:
        return work(connection)


def run_until_stopped(settings: Settings) -> int:
    """`serve` for the command line, where Ctrl-C is the normal way to stop."""
    try:
        return serve(settings)
    except KeyboardInterrupt:
        return 0
