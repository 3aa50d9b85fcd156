"""The live connection: one WebSocket over which a page follows games, plays moves and receives its user's events.

Frames are JSON objects with a `type`. An invalid or refused frame is answered with an `error` frame that has the same
`id`; the connection stays open. A client that does not read is dropped, not waited for.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import ceil
from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from jungle.errors import JungleError
from jungle.server import metrics
from jungle.server.api.authentication import identify, is_own_page, services_of, source_of
from jungle.server.api.games import chat_events, events_after, load
from jungle.server.children.children import TICK
from jungle.server.errors import (
    BusyError,
    ForbiddenError,
    LimitedError,
    NotSignedInError,
    RequestError,
    UnprocessableError,
    shortened,
)
from jungle.server.game.commands import COMMANDS, Ack
from jungle.server.game.presence import Presence, Spectator
from jungle.server.game.rows import GameRow
from jungle.server.game.views import game_view, unversioned
from jungle.server.identity.access import ACCESS
from jungle.server.identity.accounts import User
from jungle.server.json import encode
from jungle.server.ops.logs import REQUEST
from jungle.server.realtime import client_frames, server_frames
from jungle.server.realtime.client_frames import id_of, parse_client_frame
from jungle.server.realtime.hub import REVOKED
from jungle.server.realtime.sockets import Socket
from jungle.server.services import Services
from jungle.server.storage.database import StorageError

log = logging.getLogger("jungle.server")

FRAME_LIMIT = 4096
EXCESS_LIMIT = 128
"""A client is dropped after this many frames above the limit."""
WATCHED_LIMIT = 50
CATCH_UP_LIMIT = 200
"""A reconnecting client is sent up to this many missed events; if there are more, it gets the state."""
CONNECTIONS_PER_ADDRESS, CONNECTIONS_PER_USER = 500, 50
PING_SECONDS = 10.0
SILENT_SECONDS = 25.0
"""A client that has sent nothing for this long, not even a pong, is gone, whatever TCP says."""
SEEN_SECONDS = 300.0
"""How often a user's presence is recorded."""
MEASURED = 4
"""How many round trips are remembered; the shortest is the lag."""
ABUSE, SIGNED_OUT = 4029, 4001


ZERO = b"\\u0000"
"""A zero byte in JSON, which PostgreSQL cannot store."""


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application behind /api/live."""
    request = HTTPConnection(scope)
    services = services_of(request)
    await receive()  # websocket.connect
    REQUEST.set(secrets.token_hex(8))
    try:
        if not is_own_page(request):
            raise ForbiddenError("this page belongs to another site", "origin")
        services.limits.take_here("request", source_of(request))
        if services.is_draining:
            raise BusyError("this server is stopping; try again", "draining", retry_after=1)
        user = await identify(request)
        if user is not None:
            user.require(*ACCESS["WS /api/live"].scopes)
        # A family or a school may share an address, but nobody needs this many pages.
        connection_counts: dict[str | int, int] = {source_of(request): CONNECTIONS_PER_ADDRESS}
        if user is not None:
            connection_counts[user.id] = CONNECTIONS_PER_USER
        if services.limits.factor > 0 and any(
            services.connection_counts[whom] >= most for whom, most in connection_counts.items()
        ):
            raise LimitedError("too many open connections", retry_after=60)
    except RequestError as error:
        await _refuse(send, error)
        return
    except StorageError as error:
        await _refuse(send, BusyError(str(error), "storage"))
        return
    services.connection_counts.update(connection_counts.keys())
    try:
        await send({"type": "websocket.accept"})
        await Connection(services, user, receive, send, scope["state"]["transport"]).run()
    finally:
        services.connection_counts.subtract(connection_counts.keys())
        for whom in connection_counts:
            if not services.connection_counts[whom]:
                del services.connection_counts[whom]


async def _refuse(send: Send, error: RequestError) -> None:
    body = encode({"error": {"code": error.code, "message": str(error)}})
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": error.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


class Connection(Socket):
    """A connected client and the topics it follows."""

    def __init__(
        self, services: Services, user: User | None, receive: Receive, send: Send, transport: asyncio.Transport
    ) -> None:
        super().__init__(send, transport)
        self.services = services
        self.user = user
        self.receive = receive
        self.lag = 0
        self.watched: dict[str, Presence | Spectator | None] = {}
        self._bucket = services.limits.bucket("frame") if services.limits.factor > 0 else None
        self._excess = 0
        self._topics: dict[str, None] = {}
        self._pending_events: dict[str, list[bytes]] = {}
        """Events of topics whose current state is still being fetched; they are sent after it."""
        self._pinging: asyncio.TimerHandle | None = None
        self._pinged: float | None = None
        self._heard = self._noted = time.monotonic()
        self._lags: deque[int] = deque(maxlen=MEASURED)
        self._seen_seconds = TICK / 1000 if user is not None and user.kind == "child" else SEEN_SECONDS

    def push(self, topic: str, data: bytes) -> None:
        """Receive a published event."""
        if data == REVOKED:
            self.spawn(self._check_session())
        elif topic in self._pending_events:
            self._pending_events[topic].append(data)
        else:
            self.write(data)

    async def _check_session(self) -> None:
        if self.user is None:
            return
        if not await self.services.is_signed_in(self.user):
            self.close(SIGNED_OUT)
        for topic in tuple(self._topics):  # A pupil may have left a class.
            kind, _, found = topic.partition(":")
            if (kind.startswith("class") and topic not in await self.services.classes.topics(self.user, found)) or (
                kind == "tournament" and not await self.services.tournaments.is_visible(self.user, found)
            ):
                self._leave(topic)

    def _leave(self, topic: str) -> None:
        self._topics.pop(topic, None)
        self.services.hub.unsubscribe(topic, self)

    async def run(self) -> None:
        self.services.count_connection("live", 1)
        self.services.sockets.add(self)
        try:
            if self.user:
                await self._listen(f"user:{self.user.id}")
                if self.user.may("message:read") and not self.user.is_child:
                    await self._listen(f"message:{self.user.id}")
                await self._note_seen()
                if self.user.kind == "child":
                    await self.services.note_presence(self.user.id, True)
            self.emit(server_frames.Hello(name=self.user.name if self.user else None, now=self.services.now()))
            self._ping()
            while not self.closed and (message := await self.receive())["type"] != "websocket.disconnect":
                await self._handle(message.get("bytes") or (message.get("text") or "").encode())
            await asyncio.gather(*self.tasks)  # The close frame is sent before the connection goes away.
        finally:
            self.closed = True
            self.services.sockets.discard(self)
            if self._pinging is not None:
                self._pinging.cancel()
            for topic in self._topics:
                self.services.hub.unsubscribe(topic, self)
            for presence in self.watched.values():
                if presence is not None:
                    presence.spawn_leave()
            self.services.count_connection("live", -1)
            if self.user is not None:
                self.services.tasks.spawn(self._note_seen())
                if self.user.kind == "child":
                    self.services.tasks.spawn(self.services.note_presence(self.user.id, False))

    async def _note_seen(self) -> None:
        assert self.user is not None
        since = self.services.now() - round((time.monotonic() - self._noted) * 1000)
        self._noted = time.monotonic()
        await self.services.note_seen(self.user, since)

    async def _listen(self, topic: str) -> None:
        self._topics[topic] = None
        await self.services.hub.subscribe(topic, self)

    def _ping(self) -> None:
        """Measure the lag, and close the connection once its session has expired."""
        if time.monotonic() - self._heard > SILENT_SECONDS:
            self.drop()
            return
        if self.user is not None and time.monotonic() - self._noted > self._seen_seconds:
            self.spawn(self._note_seen())
        wait = PING_SECONDS
        if self.user is not None and self.user.expires is not None:
            wait = min(wait, (self.user.expires - self.services.now()) / 1000)
        if wait <= 0:
            self.close(SIGNED_OUT)
            return
        self._pinged = time.monotonic()
        self.emit(server_frames.Ping(t=self._pinged))
        self._pinging = self.loop.call_later(wait, self._ping)

    async def _handle(self, text: bytes) -> None:
        self._heard = time.monotonic()
        frame_id: str | int | None = None
        try:
            self._count()
            if len(text) > FRAME_LIMIT:
                raise UnprocessableError(f"expected a frame of at most {FRAME_LIMIT} bytes", "frame")
            frame = parse_client_frame(text)
            frame_id = frame.id
            if ZERO in text:
                raise UnprocessableError("expected a frame without a zero byte", "frame")
            if self.user is not None and self.user.is_child and isinstance(frame, NOT_FOR_CHILDREN):
                raise ForbiddenError("this is not for children's accounts", "child")
            await HANDLERS[type(frame)](self, frame)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(id_of(text), "frame", f"expected a frame of {', '.join(client_frames.FRAME_TYPES)}: {error}")
        except RequestError as error:
            self._refuse(frame_id, error.code, str(error), error.retry_after)
        except StorageError as error:
            log.error("%s", error)  # The database's own message is only for the log.
            self._refuse(frame_id, "storage", "the server cannot save anything at the moment", 5)
        except JungleError as error:
            self._refuse(frame_id, "invalid", str(error))
        except Exception:
            log.exception("a frame failed")
            self._refuse(frame_id, "internal", "something went wrong on the server; the error has been logged")

    def _refuse(self, frame_id: str | int | None, code: str, message: str, wait: int | None = None) -> None:
        problem = server_frames.Problem(code=code, message=shortened(message), wait=wait)
        self.emit(server_frames.Error(id=frame_id, error=problem))

    def _count(self) -> None:
        if self._bucket is not None and (wait := self._bucket.take(self.services.limits.now())):
            self._excess += 1
            metrics.limited.labels("frame").inc()
            if self._excess > EXCESS_LIMIT:
                self.close(ABUSE)
            raise LimitedError(f"too many frames; wait {wait:.1f} s", retry_after=ceil(wait))

    # Frame handlers

    def _player(self) -> User:
        if self.user is None:
            raise NotSignedInError("log in first")
        return self.user

    async def watch(self, frame: client_frames.Watch) -> None:
        """Follow a game, starting from a version the client knows or with the full state."""
        game_id = frame.game
        # Reading might not suspend at all, and a client may have sent a thousand of these at once.
        await asyncio.sleep(0)
        if len(self.watched) >= WATCHED_LIMIT and game_id not in self.watched:
            raise UnprocessableError(f"expected at most {WATCHED_LIMIT} games on one connection", "too_many")
        # Subscribe before reading the state, so that nothing is missed; versions identify duplicates.
        await self._listen(f"game:{game_id}")
        try:
            row = await load(self.services, game_id, self.user)
        except RequestError:
            self._forget(game_id)
            raise
        if row.id != game_id:
            self._forget(game_id)
            raise UnprocessableError(f"expected the game's id, {row.id}", "frame")
        known = frame.version
        if known is not None and 0 <= row.version - known <= CATCH_UP_LIMIT:
            for event in await events_after(self.services, game_id, known, self.user):
                self.write(event)
            answer: server_frames.Watching | server_frames.State = server_frames.Watching(
                id=frame.id, game=game_id, version=row.version, spectators=0, **unversioned(row, self.services.now())
            )
        else:
            game = await self.services.games.load_game(row)
            view = game_view(row, game, self.services.now())
            answer = server_frames.State(id=frame.id, game=game_id, state=view, spectators=0)
            if row.version > row.ply:  # Something other than moves has happened.
                answer.events = [msgspec.Raw(event) for event in await chat_events(self.services, game_id, self.user)]
        await self._sit_down(row)
        answer.spectators = await self.services.spectators.count(game_id)
        self.emit(answer)

    async def _sit_down(self, row: GameRow) -> None:
        """Register the connection as a player or a spectator of a game."""
        game_id = row.id
        if game_id in self.watched:
            return
        self.watched[game_id] = None
        if self.user is None or row.side_of(self.user.id) is None:
            seat: Presence | Spectator = Spectator(self.services.spectators, game_id)
        elif row.is_running():
            seat = Presence(self.services.games, self.services.tasks, game_id, self.user.id)
        else:
            return
        self.watched[game_id] = seat
        await seat.come()

    def _forget(self, game_id: str) -> None:
        if game_id not in self.watched:
            self._leave(f"game:{game_id}")

    async def lobby(self, frame: client_frames.Lobby) -> None:
        """Subscribe to changes of seeks, games and tournaments, which most connections do not need."""
        await self._listen("lobby")
        with self._holding_back("lobby"):
            seeks = await self.services.lobby.seeks()
            self.emit(server_frames.Lobby(id=frame.id, seeks=seeks))

    @contextmanager
    def _holding_back(self, topic: str) -> Iterator[None]:
        """Hold back a topic's events until its current state has been sent; drop them if the topic was refused."""
        self._pending_events.setdefault(topic, [])
        try:
            yield
        finally:
            held = self._pending_events.pop(topic, ())
            if topic in self._topics:
                for data in held:
                    self.write(data)

    async def tournament(self, frame: client_frames.Tournament) -> None:
        """Subscribe to a tournament's events."""
        if sum(topic.startswith("tournament:") for topic in self._topics) >= WATCHED_LIMIT:
            raise UnprocessableError(f"expected at most {WATCHED_LIMIT} tournaments on one connection", "too_many")
        topic = f"tournament:{frame.tournament}"
        with self._holding_back(topic):
            await self._listen(topic)
            try:
                view = await self.services.tournaments.view(frame.tournament, self.user)
            except RequestError:
                self._leave(topic)
                raise
            self.emit(server_frames.Tournament(id=frame.tournament, what="state", tournament=view))

    async def classroom(self, frame: client_frames.Class) -> None:
        """Subscribe to a class's events, as its teacher or one of its pupils."""
        user = self._player()
        if user.scopes is not None:
            raise ForbiddenError("classes cannot be followed with a token", "scope")
        topics = await self.services.classes.topics(user, frame.class_)
        if not topics:
            raise ForbiddenError("only members of the class may do that", "not_in_class")
        if sum(topic.startswith("class:") for topic in self._topics) >= WATCHED_LIMIT:
            raise UnprocessableError(f"expected at most {WATCHED_LIMIT} classes on one connection", "too_many")
        for topic in topics:
            await self._listen(topic)
        with ExitStack() as holding:
            for topic in topics:
                holding.enter_context(self._holding_back(topic))
            try:
                view = await self.services.classes.view(user, frame.class_)
            except RequestError:
                for topic in topics:
                    self._leave(topic)
                raise
            self.emit(server_frames.Class(id=frame.class_, what="state", class_=view))

    async def unwatch(self, frame: client_frames.Unwatch) -> None:
        game_id = frame.game
        presence = self.watched.pop(game_id, None)
        self._forget(game_id)
        if presence is not None:
            await presence.leave()

    async def command(self, frame: client_frames.Command) -> None:
        """Run a player's command in a game."""
        answer = await self.services.games.execute(frame, self._player().id, self.lag)
        ack = server_frames.Ack(id=frame.id, game=frame.game)
        if isinstance(answer, Ack):
            ack.version, ack.ply = answer.version, answer.ply
        self.emit(ack)

    async def ping(self, frame: client_frames.Ping) -> None:
        self.emit(server_frames.Pong(id=frame.id, t=frame.t, now=self.services.now()))

    async def pong(self, frame: client_frames.Pong) -> None:
        """Handle the reply to our ping: half the round trip is the lag of a move. We measure the time ourselves, accept
        one reply per ping, and take the minimum of the last few, so that a delayed reply gains nothing."""
        if self._pinged is not None and frame.t == self._pinged:
            self._lags.append(int((time.monotonic() - self._pinged) * 500))
            self._pinged = None
            self.lag = min(self._lags)


HANDLERS: dict[type[client_frames.Frame], Callable[[Connection, Any], Awaitable[None]]] = {
    client_frames.Watch: Connection.watch,
    client_frames.Unwatch: Connection.unwatch,
    client_frames.Lobby: Connection.lobby,
    client_frames.Tournament: Connection.tournament,
    client_frames.Class: Connection.classroom,
    client_frames.Ping: Connection.ping,
    client_frames.Pong: Connection.pong,
    **dict.fromkeys(COMMANDS, Connection.command),
}
NOT_FOR_CHILDREN = (client_frames.Lobby, client_frames.Chat)
