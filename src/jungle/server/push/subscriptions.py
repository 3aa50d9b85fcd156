"""The devices that want notifications: one subscription per session, which ends with it."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import sqlalchemy as sa

from jungle.language import ENGLISH, languages
from jungle.server.errors import ForbiddenError, UnprocessableError
from jungle.server.events import Events
from jungle.server.identity.accounts import User
from jungle.server.identity.events import NoticeSettingsChanged
from jungle.server.identity.users import is_child
from jungle.server.json import Json
from jungle.server.push.encryption import PushKeyError, check_keys
from jungle.server.push.endpoints import EndpointError, check_endpoint
from jungle.server.storage.database import Database
from jungle.server.storage.schema import sessions, subscriptions, users
from jungle.server.times import opening

DEVICES_LIMIT = 10
"""A notification goes to this many of a user's devices, those that subscribed last."""


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """A device, as stored."""

    session: str
    user_id: int
    endpoint: str
    p256dh: str
    auth: str
    language: str
    quiet_from: int | None
    quiet_to: int | None
    zone: str
    created: int

    def wakes(self, now: int) -> int | None:
        """When the quiet hours end; None outside them."""
        if self.quiet_from is None or self.quiet_to is None:
            return None
        return opening(now, ZoneInfo(self.zone), self.quiet_to, self.quiet_from)

    def view(self) -> Json:
        has_quiet = self.quiet_from is not None
        quiet = {"from": self.quiet_from, "to": self.quiet_to, "zone": self.zone} if has_quiet else None
        return {"endpoint": self.endpoint, "quiet": quiet, "language": self.language}


def read_devices(connection: sa.Connection, now: int, *chosen: sa.ColumnElement[bool]) -> list[Subscription]:
    """Devices whose sessions are valid, the latest first; none of a child."""
    statement = (
        sa.select(subscriptions)
        .join(users, users.c.id == subscriptions.c.user_id)
        .join(sessions, sessions.c.digest == subscriptions.c.session)
        .where(*chosen, users.c.closed.is_(None), sessions.c.expires > now, sa.not_(is_child(users)))
        .order_by(subscriptions.c.created.desc())
        .limit(DEVICES_LIMIT)
    )
    return [Subscription(**row) for row in connection.execute(statement).mappings()]


class Subscriptions:
    """Subscribes and unsubscribes devices."""

    def __init__(self, database: Database, events: Events, allows_private: bool, now: Callable[[], int]) -> None:
        self.database = database
        self.events = events
        self.allows_private = allows_private
        self.now = now

    async def subscribe(
        self,
        user: User,
        endpoint: str,
        p256dh: str,
        auth: str,
        *,
        language: str = ENGLISH,
        quiet: tuple[int, int] | None = None,
        zone: str = "UTC",
    ) -> Subscription:
        """Subscribe the device of a session, or change its subscription. Raises RequestError."""
        if user.is_child or user.session is None:
            raise ForbiddenError("children's devices get no notifications", "child")
        try:
            check_endpoint(endpoint, allows_private=self.allows_private)
            check_keys(p256dh, auth)
            ZoneInfo(zone)
        except (EndpointError, PushKeyError) as error:
            raise UnprocessableError(str(error), "push") from None
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise UnprocessableError(f"unknown time zone {zone!r}", "zone") from None
        begins, ends = quiet if quiet and quiet[0] != quiet[1] else (None, None)
        device = Subscription(
            session=user.session,
            user_id=user.id,
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            language=language if language in languages() else ENGLISH,
            quiet_from=begins,
            quiet_to=ends,
            zone=zone,
            created=self.now(),
        )

        def work(connection: sa.Connection) -> None:
            # A browser has one endpoint: its previous user has logged out, or uses this account now.
            same = sa.or_(subscriptions.c.session == user.session, subscriptions.c.endpoint == endpoint)
            kept = connection.execute(sa.select(subscriptions.c.session).where(same)).scalars().all()
            if list(kept) == [user.session]:  # Keep what is waiting for it.
                changed = sa.update(subscriptions).where(subscriptions.c.session == user.session)
                connection.execute(changed.values(msgspec.structs.asdict(device)))
                return
            connection.execute(sa.delete(subscriptions).where(same))
            connection.execute(sa.insert(subscriptions), msgspec.structs.asdict(device))

        await self.database.write(work)
        await self.events.emit(NoticeSettingsChanged(user.id))
        return device

    async def of_session(self, user: User) -> Subscription | None:
        statement = sa.select(subscriptions).where(subscriptions.c.session == user.session)
        row = await self.database.read(lambda connection: connection.execute(statement).mappings().first())
        return None if row is None else Subscription(**row)

    async def unsubscribe(self, session: str | None) -> None:
        """Forget a device, and what is waiting for it."""
        await self.database.execute(sa.delete(subscriptions).where(subscriptions.c.session == session))
