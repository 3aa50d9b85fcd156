"""Wires together the parts of a running server."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from jungle.server import metrics
from jungle.server.background import Background, Tasks
from jungle.server.children.children import Children, wards_of
from jungle.server.game.explorer import Explorer
from jungle.server.game.games import Games
from jungle.server.game.pictures import Pictures
from jungle.server.game.presence import Spectators
from jungle.server.identity.accounts import Accounts, Attempts, User
from jungle.server.identity.passwords import Passwords
from jungle.server.identity.second_factor import SecondFactors
from jungle.server.identity.sessions import is_valid
from jungle.server.lobby.lobby import Lobby, cancel_all
from jungle.server.lobby.messages import Messages
from jungle.server.lobby.tournaments import Tournaments
from jungle.server.mail.commands import MailCommands
from jungle.server.mail.links import Links
from jungle.server.mail.notices import Notices
from jungle.server.mail.outbox import Outbox
from jungle.server.mail.services import MailServices
from jungle.server.mail.smtp import MailServer
from jungle.server.ops.assistance import Assistance
from jungle.server.ops.moderation import Moderation
from jungle.server.ops.sweeper import Sweeper
from jungle.server.realtime.hub import REVOKED, Hub, RedisHub
from jungle.server.realtime.peers import Peers
from jungle.server.realtime.sockets import RESTARTING, Socket
from jungle.server.school.assignments import Assignments
from jungle.server.school.classes import Classes
from jungle.server.school.progress import Progress
from jungle.server.settings import Settings, split_address
from jungle.server.storage.database import Database, StorageError, connect
from jungle.server.storage.migrate import migrate
from jungle.server.times import Now

log = logging.getLogger("jungle.server")

HEALTH_SECONDS = 5.0


class Services:
    """Everything that requests need. Opened before the first request and closed after the last."""

    def __init__(self, settings: Settings, now: Callable[[], int] | None = None) -> None:
        self.settings = settings
        self.now = now or Now()
        self.database: Database = connect(settings.database, settings.data)
        self.hub: Hub = RedisHub(settings.redis) if settings.redis else Hub()
        self.limits = self.hub.limits(settings.rate_limits)
        self.passwords = Passwords(settings.password_memory)
        self.background = Background()
        self.tasks = Tasks()
        self.accounts = Accounts(self.database, self.passwords, self.now)
        self.accounts.on_revoked = self.revoked
        self.second_factors = SecondFactors(self.database, self.now)
        self.second_factors.on_revoked = self.revoked
        self.attempts = Attempts(self.accounts, self.limits)
        self.children = Children(self.database, self.passwords, self.hub, settings.origin, self.now)
        self.children.on_revoked = self.revoked
        self.games = Games(self.database, self.hub, self.background, self.limits, self.now)
        self.lobby = Lobby(self.database, self.hub, self.games, self.now)
        self.links = Links(self.database, self.accounts, settings, self.limits, self.now)
        self.links.on_address = self.games.forget_games
        self.notices = Notices(settings, self.now)
        self.games.mail = self.notices.game_changed
        self.games.mail_started = self.notices.game_begun
        self.lobby.mail = self.notices.challenged
        self.messages = Messages(self.database, self.hub, self.now)
        self.messages.mail = self.notices.message
        self.moderation = Moderation(self.database, self.games, self.now)
        self.moderation.on_revoked = self.revoked
        self.moderation.on_cancelled = self.lobby.ended
        self.tournaments = Tournaments(self.database, self.hub, self.games, self.now)
        self.games.on_tournament = self.tournaments.played
        self.tournaments.is_here = self.children.is_here
        self.classes = Classes(self.database, self.hub, self.games, self.children, self.tournaments, settings, self.now)
        self.classes.close_account = self.close_account
        self.classes.on_revoked = self.revoked
        self.games.on_class = self.classes.game_changed
        self.assignments = Assignments(self.database, self.classes, self.background, self.now)
        self.progress = Progress(self.database, self.now)
        self.assistance = Assistance(self.database, self.now)
        self.explorer = Explorer(self.database, self.background)
        self.outbox = Outbox(self.database, settings, self.now)
        self.mail = MailCommands(
            MailServices(
                database=self.database,
                limits=self.limits,
                passwords=self.passwords,
                accounts=self.accounts,
                attempts=self.attempts,
                second_factors=self.second_factors,
                links=self.links,
                games=self.games,
                lobby=self.lobby,
                messages=self.messages,
                notices=self.notices,
                confirm=self.confirm,
                now=self.now,
            )
        )
        self.sweeper = Sweeper(self.database, self.games, self.lobby, self.notices, self.now)
        self.peers = Peers(self.database, self.hub, self.now)
        self.peers.release = self.games.release
        self.spectators = Spectators(self.hub)
        self.peers.on_change = self.spectators.refresh
        self.pictures = Pictures()
        self.mail_server = MailServer(self.mail, self.outbox, settings)
        self.sockets: set[Socket] = set()
        """All live connections."""
        self.connection_counts: Counter[str | int] = Counter()
        """The number of live connections per address and per user."""
        self.addresses: Counter[str] = Counter()
        """The number of HTTP connections per address, not counting those of a trusted proxy."""
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Migrate the database, and start listening, sweeping and sending mail."""
        await migrate(self.database)
        await self.database.open()
        self.database.on_lost.append(self.hub.resync)
        await self.hub.open()
        await self.sweeper.credit_absence()
        await self.classes.restore()
        for lasting in (self.sweeper, self.tournaments, self.explorer, self.assistance):
            self._tasks.append(asyncio.create_task(lasting.run()))
        if self.database.locks_rows:
            await (
                self.peers.beat()
            )  # The others must know about this server before it can commit anything and then die.
            self._tasks.append(asyncio.create_task(self.peers.run()))
        if self.settings.smtp_out:
            self._tasks.append(asyncio.create_task(self.outbox.run()))
        if self.settings.smtp_in:
            await self.mail_server.open(*split_address(self.settings.smtp_in))

    async def close(self) -> None:
        """Finish pending work. Nothing that was acknowledged is lost."""
        self.games.closing = True
        await self.mail_server.close()
        await self.tasks.finish()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            await self.sweeper.note_alive()
            await self.peers.leave()
        await self.hub.close()
        await self.database.close()
        self.passwords.close()
        self.background.close()

    def stop(self) -> None:
        """Tell every client to reconnect once the server has restarted."""
        self.games.closing = True
        for socket in tuple(self.sockets):
            socket.close(RESTARTING)
        self.hub.resync()

    async def confirm(self, code: str) -> str:
        """Act on a mailed link, and return its purpose. Raises NotSignedInError."""
        purpose, user_id = await self.links.confirm(code)
        if purpose == "close":
            await self.close_account(user_id)
        return purpose

    async def close_account(self, user_id: int) -> None:
        """Resign a user's games, cancel their challenges, and delete the account.

        The accounts of children in their care are deleted first.
        """
        await self.classes.remove_all(user_id)
        for child_id in await self.database.read(lambda connection: wards_of(connection, user_id)):
            await self.close_account(child_id)
        name, attended = await self.classes.of_pupil(user_id)
        await self.games.resign_all(user_id)
        self.lobby.ended(await self.database.write(lambda connection: cancel_all(connection, user_id)))
        await self.accounts.close(user_id)
        for class_id in attended:
            self.classes.left(class_id, name, user_id)

    def is_closing(self) -> bool:
        return self.games.closing

    async def health(self) -> dict[str, object]:
        """The health of each dependency."""
        state = {"database": True, "events": await self.hub.healthy()}
        try:
            await asyncio.wait_for(
                self.sweeper.note_alive(), HEALTH_SECONDS
            )  # Try a write: a full disk can still be read.
        except Exception:
            state["database"] = False
        return {"status": "ok" if all(state.values()) else "failing", **state}

    def revoked(self, user_id: int) -> None:
        """Close every connection, on every server, that was opened with a user's revoked sessions or tokens."""
        self.hub.publish(f"user:{user_id}", REVOKED)

    async def note_seen(self, user: User, since: int) -> None:
        """Record that a user is online, or was until now; for children, this counts the time."""
        if not self.is_closing():
            with suppress(StorageError):
                if user.kind == "child":
                    await self.children.count_time(user.id, since)
                else:
                    await self.accounts.update(user.id, seen=self.now())

    async def note_presence(self, user_id: int, is_here: bool) -> None:
        """Record that a pupil has opened or closed a connection."""
        if not self.is_closing():
            with suppress(StorageError):
                await (self.classes.came(user_id) if is_here else self.classes.went(user_id))

    async def is_signed_in(self, user: User) -> bool:
        """True if the session or token a connection was opened with is still valid, and kid mode has not changed."""
        return await is_valid(self.database, user.session, user.is_child, self.now())

    def count_connection(self, channel: str, change: int) -> None:
        metrics.connections.labels(channel).inc(change)
