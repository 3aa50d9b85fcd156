"""Sends what `notices.py` has written to the push services, with retries, until it is accepted or has become stale."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from jungle.language import Translator
from jungle.server import metrics
from jungle.server.background import cancel
from jungle.server.game.adapter import COLOURS
from jungle.server.json import Json, decode, encode
from jungle.server.lobby.messages import waiting_of
from jungle.server.push.encryption import TEXT_LIMIT, VapidKey, encrypt
from jungle.server.push.endpoints import EndpointError, post
from jungle.server.push.notices import PushNotices
from jungle.server.push.subscriptions import Subscription, read_devices
from jungle.server.settings import Settings
from jungle.server.storage.database import Database, StorageError
from jungle.server.storage.schema import (
    challenges,
    games,
    messages,
    outbox,
    pushes,
    subscriptions,
    tournaments,
)
from jungle.server.times import SECOND

log = logging.getLogger("jungle.server.push")

LOOK_SECONDS = 0.5
TOURNAMENT_SECONDS = 10.0
AT_ONCE = 20
RUNNING_LIMIT = 200
"""How many notifications may wait for an answer of their push services."""
TAKEN_FOR = 60 * SECOND
"""How long other servers leave a notification alone while one is sending it."""
FIRST_WAIT = 2 * SECOND
WAIT_LIMIT = 3600 * SECOND
TRIES_LIMIT = 16
URGENT = ("challenge", "tournament")
"""Kinds that cannot wait until a sleeping device wakes up."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A notification, as stored."""

    id: int
    key: str
    session: str
    kind: str
    ref: str
    data: str
    mail: str | None
    state: str
    tries: int
    created: int
    next_try: int
    expires: int


def is_stale(connection: sa.Connection, push: Waiting, user_id: int) -> bool:
    """True if a notification is no longer needed: its reader has moved, answered or read it."""

    def exists(*chosen: sa.ColumnElement[bool]) -> bool:
        return connection.execute(sa.select(sa.literal(1)).where(*chosen)).first() is not None

    match push.kind:
        case "turn":
            mine = sa.or_(*(sa.and_(games.c.turn == each, games.c[f"{each}_id"] == user_id) for each in COLOURS))
            return not exists(games.c.id == push.ref, games.c.status == "started", mine)
        case "challenge":
            return not exists(challenges.c.id == push.ref, challenges.c.status == "open")
        case "message":
            return not exists(messages.c.id == int(push.ref), messages.c.is_read.is_(False))
        case _:
            return not exists(tournaments.c.id == push.ref, tournaments.c.status == "created")


def compose(push: Waiting, language: str, waiting: Json, now: int) -> Json:
    """What a notification shows. One of a kind replaces the one before: several turns are one notification."""
    say, words = Translator(language), decode(push.data)
    count = waiting["turns"] + waiting["challenges"] + waiting["messages"]
    match push.kind:
        case "turn":
            title = say("push.turn", name=words["name"])
            more = waiting["turns"]
            parts = [say("live.plan.dropped")] if words.get("isPlanDropped") else []
            parts += [say("push.turns", count=more)] if more > 1 else []
            body = "\n".join(parts)
            shown = {"tag": "turn", "url": f"#/game/{push.ref}" if more <= 1 else "#/lobby"}
        case "challenge":
            title = say("online.challenged", name=words["name"], terms=say(f"online.speed.{words['speed']}"))
            body = ""
            shown = {"tag": f"challenge:{push.ref}", "url": "#/lobby"}
        case "message":
            title, body = words["name"], words["text"]
            shown = {"tag": f"message:{words['name']}", "url": f"#/messages/{words['name']}"}
        case _:
            minutes = max(1, round((words["starts"] - now) / (60 * SECOND)))
            title, body = words["name"], say("push.tournament", count=minutes)
            shown = {"tag": f"tournament:{push.ref}", "url": f"#/tournament/{push.ref}"}
    return {"title": title, "body": body, "count": count, **shown}


class PushSender:
    """Sends waiting notifications."""

    def __init__(
        self, database: Database, settings: Settings, key: VapidKey, notices: PushNotices, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.settings = settings
        self.key = key
        self.notices = notices
        self.now = now

    async def run(self) -> None:
        """Send for ever. Services that are slow to answer do not delay the notifications for others."""
        loop = asyncio.get_running_loop()
        running: set[asyncio.Task[None]] = set()
        tournaments_at = 0.0
        try:
            while True:
                found: list[Waiting] = []
                try:
                    if loop.time() >= tournaments_at:
                        await self.announce_tournaments()
                        tournaments_at = loop.time() + TOURNAMENT_SECONDS
                    if len(running) < RUNNING_LIMIT:
                        found = await self._take()
                except StorageError as error:
                    log.warning("notifications will be sent later: %s", error)
                except Exception:
                    log.exception("notifications will be sent later")
                for push in found:
                    task = asyncio.create_task(self._send(push))
                    running.add(task)
                    task.add_done_callback(running.discard)
                if not found:
                    await asyncio.sleep(LOOK_SECONDS)
        finally:
            await cancel(tuple(running))

    async def announce_tournaments(self) -> None:
        await self.database.write(self.notices.announce_tournaments)

    async def send_waiting(self) -> int:
        """Send the notifications that are due, and return how many there were."""
        found = await self._take()
        await asyncio.gather(*(self._send(push) for push in found))
        return len(found)

    async def _take(self) -> list[Waiting]:
        """Some of the notifications that are due; other servers leave them alone for a while."""
        now = self.now()
        due = (pushes.c.state == "waiting", pushes.c.next_try <= now)

        def take(connection: sa.Connection) -> list[Waiting]:
            statement = sa.select(pushes).where(*due).order_by(pushes.c.next_try).limit(AT_ONCE)
            rows = connection.execute(statement.with_for_update(skip_locked=True)).mappings().all()
            taken = sa.update(pushes).where(pushes.c.id.in_([row["id"] for row in rows]))
            connection.execute(taken.values(next_try=now + TAKEN_FOR))
            return [Waiting(**row) for row in rows]

        first = sa.select(pushes.c.id).where(*due).limit(1)
        if not await self.database.read(lambda connection: connection.execute(first).first()):
            return []
        return await self.database.write(take)

    async def _send(self, push: Waiting) -> None:
        try:
            await self._try(push)
        except StorageError as error:  # It is taken again after a while.
            log.warning("notification %d will be sent later: %s", push.id, error)
        except Exception as error:  # One that cannot be sent must not hold up the others.
            log.exception("notification %d cannot be sent", push.id)
            await self._close(push, "dead", repr(error))

    async def _try(self, push: Waiting) -> None:
        now = self.now()

        def look(connection: sa.Connection) -> tuple[Subscription | None, Json | None]:
            device = next(iter(read_devices(connection, now, subscriptions.c.session == push.session)), None)
            if device is None:
                return None, None
            if is_stale(connection, push, device.user_id) or _is_mailed(connection, push):
                return device, None
            return device, waiting_of(connection, device.user_id, now)

        device, waiting = await self.database.read(look)
        if device is None or push.expires <= now:
            await self._close(push, "dead", "it is too late")
            return
        if waiting is None:
            await self._close(push, "sent", "no longer needed")
            return
        text = encode(compose(push, device.language, waiting, now))
        if len(text) > TEXT_LIMIT:
            raise ValueError(f"expected at most {TEXT_LIMIT} bytes, got {len(text)}")
        headers = {
            "Authorization": self.key.header(device.endpoint, self._contact(), now),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str((push.expires - now) // SECOND),
            "Urgency": "high" if push.kind in URGENT else "normal",
        }
        body = encrypt(text, device.p256dh, device.auth)
        try:
            status = await post(device.endpoint, headers, body, allows_private=self.settings.push_to_private)
        except EndpointError as error:
            await self._forget(push, str(error))
        except (OSError, TimeoutError) as error:
            await self._later(push, str(error) or "the push service does not answer")
        else:
            await self._answered(push, status)

    def _contact(self) -> str:
        """The address that a push service may contact about misuse."""
        origin = self.settings.origin
        return origin if self.settings.is_https() else f"mailto:{self.settings.sender}"

    async def _answered(self, push: Waiting, status: int) -> None:
        if 200 <= status < 300:
            await self._close(push, "sent", None)
        elif status in (403, 404, 410):  # The browser has unsubscribed, or the key has changed.
            await self._forget(push, f"status {status}")
        elif status == 429 or status >= 500:
            await self._later(push, f"status {status}")
        else:
            await self._close(push, "dead", f"status {status}")

    async def _later(self, push: Waiting, error: str) -> None:
        tries = push.tries + 1
        wait = min(FIRST_WAIT * 2 ** (tries - 1), WAIT_LIMIT)
        at = self.now() + wait + secrets.randbelow(wait // 4)
        if tries >= TRIES_LIMIT or at >= push.expires:
            await self._close(push, "dead", error)
            return
        metrics.pushes.labels("failed").inc()
        log.info("notification %d was not sent (%s)", push.id, error)
        await self._update(push, tries=tries, next_try=at)

    async def _forget(self, push: Waiting, error: str) -> None:
        """The device is gone."""
        await self._close(push, "dead", error)
        await self.database.execute(sa.delete(subscriptions).where(subscriptions.c.session == push.session))

    async def _close(self, push: Waiting, state: str, error: str | None) -> None:
        """Mark a notification as done. If it was delivered, the email about the same thing is cancelled; otherwise that
        is sent at once."""
        metrics.pushes.labels(state).inc()
        if error:
            log.info("notification %d is %s: %s", push.id, state, error)
        mail = (outbox.c.key == push.mail, outbox.c.state == "waiting")

        def work(connection: sa.Connection) -> None:
            change = sa.update(pushes).where(pushes.c.id == push.id)
            connection.execute(change.values(state=state, tries=push.tries + 1, data="{}"))
            if push.mail is None:
                return
            if state == "sent":
                connection.execute(sa.delete(outbox).where(*mail))
            else:
                connection.execute(sa.update(outbox).where(*mail).values(next_try=self.now()))

        await self.database.write(work)

    async def _update(self, push: Waiting, **values: Any) -> None:
        await self.database.execute(sa.update(pushes).where(pushes.c.id == push.id).values(values))


def _is_mailed(connection: sa.Connection, push: Waiting) -> bool:
    """True if a mail has said the same already."""
    chosen = (outbox.c.key == push.mail, outbox.c.state == "sent")
    return push.mail is not None and connection.execute(sa.select(outbox.c.id).where(*chosen)).first() is not None
