"""The composition root: builds every service of a running server, from the bottom up, and subscribes them to events."""

import asyncio
import logging
import random
import signal
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from jungle.server import metrics
from jungle.server.background import Background, Tasks, cancel
from jungle.server.children.children import Children
from jungle.server.events import Events
from jungle.server.game.events import GameChanged, GameEnded, GameStarted
from jungle.server.game.explorer import Explorer
from jungle.server.game.games import Games
from jungle.server.game.pictures import Pictures
from jungle.server.game.presence import Spectators
from jungle.server.identity.accounts import Accounts, Attempts, User
from jungle.server.identity.events import CodesGuessed, NoticeSettingsChanged, SessionsRevoked, VacationChanged
from jungle.server.identity.passwords import Passwords
from jungle.server.identity.second_factor import SecondFactors
from jungle.server.identity.sessions import is_valid
from jungle.server.lobby.events import ChallengeMade, ChallengesCancelled, MessageSent, TournamentChatSwitched
from jungle.server.lobby.friends import Friends
from jungle.server.lobby.lobby import Lobby
from jungle.server.lobby.messages import Messages
from jungle.server.lobby.tournament_chat import TournamentChat
from jungle.server.lobby.tournament_publisher import TournamentPublisher
from jungle.server.lobby.tournament_rounds import TournamentRounds
from jungle.server.lobby.tournaments import Tournaments
from jungle.server.mail.commands import MailCommands
from jungle.server.mail.links import Links
from jungle.server.mail.notices import Notices
from jungle.server.mail.outbox import Outbox
from jungle.server.mail.services import MailServices
from jungle.server.mail.smtp import MailServer
from jungle.server.ops.assistance import Assistance
from jungle.server.ops.http_limits import Connections
from jungle.server.ops.moderation import Moderation
from jungle.server.ops.monitor import Monitor
from jungle.server.ops.sweeper import Sweeper
from jungle.server.push.encryption import VapidKey
from jungle.server.push.notices import PushNotices
from jungle.server.push.sender import PushSender
from jungle.server.push.subscriptions import Subscriptions
from jungle.server.realtime.events import PeersChanged, PeersStopped, ServerOutdated
from jungle.server.realtime.hub import REVOKED, Hub, RedisHub
from jungle.server.realtime.lobby_feed import LobbyFeed
from jungle.server.realtime.peers import Peers
from jungle.server.realtime.sockets import RESTARTING, Socket
from jungle.server.school.assignments import Assignments
from jungle.server.school.board import Boards
from jungle.server.school.classes import Classes
from jungle.server.school.events import PupilLeft
from jungle.server.school.members import Members
from jungle.server.school.pauses import Pauses
from jungle.server.school.progress import Progress
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.records import PuzzleRecords
from jungle.server.school.removal import Removal
from jungle.server.school.rounds import Rounds
from jungle.server.school.training import Training
from jungle.server.school.views import ClassViews
from jungle.server.settings import Settings, split_address
from jungle.server.storage.database import PostgresDatabase, StorageError, connect
from jungle.server.storage.migrate import migrate
from jungle.server.times import Now

log = logging.getLogger("jungle.server")

DRAIN_STEP = 0.05
"""Seconds between two groups of connections that are closed."""
READINESS_SECONDS = 1.0
"""How long the last result is reused."""


class Services:
    """Everything that requests need. Opened before the first request and closed after the last."""

    def __init__(self, settings: Settings, now: Callable[[], int] | None = None) -> None:
        self.settings = settings
        self.now = now = now or Now()
        self.events = events = Events()
        self.tasks = Tasks()
        self.background = background = Background()
        self.database = database = connect(settings.database, settings.data, settings.pool_size)

        self.hub: Hub = RedisHub(settings.redis) if settings.redis else Hub()
        hub = self.hub
        self.limits = limits = hub.limits(settings.rate_limits)
        self.peers = Peers(database, events, hub, now)

        self.passwords = Passwords(settings.password_memory)
        self.accounts = Accounts(database, events, self.passwords, now)
        self.second_factors = SecondFactors(database, events, now)
        self.attempts = Attempts(self.accounts, limits)
        self.links = Links(database, events, settings, limits, now)
        self.children = Children(database, events, self.passwords, hub, settings.origin, now)

        self.feed = feed = LobbyFeed(hub)
        self.games = Games(database, events, hub, feed, background, limits, settings.cache_memory * 2**20, now)
        self.spectators = Spectators(hub)
        self.explorer = Explorer(database, background)
        self.pictures = Pictures()
        self.lobby = Lobby(database, events, hub, feed, self.games, now)
        self.friends = Friends(database, self.children, now)
        self.messages = Messages(database, events, hub, now)
        announcer = TournamentPublisher(database, hub, feed)
        rounds = TournamentRounds(database, events, announcer, self.games, self.children, background, now)
        self.tournaments = Tournaments(database, events, announcer, self.games, self.children, rounds, now)

        self.tournament_chat = TournamentChat(database, events, hub, now)

        publisher, views = ClassPublisher(hub), ClassViews(database, self.games, self.children, now)
        self.classes = Classes(database, publisher, views, settings.origin, now)
        self.members = Members(database, events, publisher, views, self.children, background, now)
        self.pauses = Pauses(database, publisher, self.games)
        self.rounds = Rounds(
            database, events, publisher, views, self.games, self.children, self.tournaments, hub, settings, now
        )
        self.boards = Boards(database, publisher, background, now)
        self.removal = Removal(database, events, publisher, self.games, self.accounts, self.pauses)
        self.progress = Progress(database, now)
        self.training = Training(database, now)
        self.records = PuzzleRecords(database)
        self.assignments = Assignments(database, publisher, background, now)

        key = VapidKey.read(settings.vapid_key.encode()) if settings.vapid_key else VapidKey.open(settings.data)
        self.subscriptions = Subscriptions(database, events, settings.push_to_private, now)
        self.push_notices = PushNotices(now)
        self.pushes = PushSender(database, settings, key, self.push_notices, now)

        self.notices = Notices(settings, now)
        self.outbox = Outbox(database, settings, now)
        self.mail = MailCommands(
            MailServices(
                database=database,
                limits=limits,
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
                now=now,
            )
        )
        self.mail_server = MailServer(self.mail, self.outbox, settings)

        self.moderation = Moderation(database, events, self.games, now)
        self.assistance = Assistance(database, now)
        self.monitor = Monitor(database, self.games, hub, background)
        self.sweeper = Sweeper(database, self.games, self.lobby, self.notices, hub, now)

        self.sockets: set[Socket] = set()
        """All live connections."""
        self.connection_counts: Counter[str | int] = Counter()
        """The number of live connections per address and per user."""
        self.http_connections = Connections()
        self.is_draining = False
        """True while the server sends its clients to others, before it stops."""
        self._running: list[asyncio.Task[None]] = []
        self._checking = asyncio.Lock()
        self._check_at = 0.0
        self._redis_works = False
        self._subscribe()

    def _subscribe(self) -> None:
        """Who reacts to what."""
        database, events = self.database, self.events
        # In the transaction of the event: what must be saved together with it.
        # Notifications before mails, which wait for those that say the same.
        events.subscribe_within(GameStarted, self.push_notices.on_game_started)
        events.subscribe_within(GameChanged, self.push_notices.on_game_changed)
        events.subscribe_within(ChallengeMade, self.push_notices.on_challenge)
        events.subscribe_within(MessageSent, self.push_notices.on_message)
        events.subscribe_within(GameStarted, self.notices.on_game_started)
        events.subscribe_within(GameChanged, self.notices.on_game_changed)
        events.subscribe_within(ChallengeMade, self.notices.on_challenge)
        events.subscribe_within(MessageSent, self.notices.on_message)
        events.subscribe_within(CodesGuessed, self.notices.on_codes_guessed)
        events.subscribe_within(VacationChanged, self.games.on_vacation)
        # After its commit.
        events.subscribe(GameStarted, self.games.on_started)
        events.subscribe(GameStarted, self.rounds.on_game_started)
        events.subscribe(GameEnded, self.tournaments.on_game_ended)
        events.subscribe(GameEnded, self.rounds.on_game_ended)
        events.subscribe(ChallengesCancelled, self.lobby.on_cancelled)
        events.subscribe(TournamentChatSwitched, self.tournament_chat.on_switched)
        events.subscribe(PupilLeft, self.members.on_pupil_left)
        events.subscribe(NoticeSettingsChanged, self.games.on_notice_settings)
        events.subscribe(SessionsRevoked, self._on_sessions_revoked)
        events.subscribe(PeersChanged, self.spectators.on_peers_changed)
        events.subscribe(PeersChanged, self._on_peers_changed)
        events.subscribe(PeersStopped, self.games.on_peers_stopped)
        events.subscribe(ServerOutdated, self._on_outdated)
        # When it is uncertain what was saved.
        database.on_rollback.append(self.games.forget_games)
        database.on_lost.append(self.hub.resync)

    async def open(self) -> None:
        """Migrate the database, and start listening, sweeping and sending email."""
        await migrate(self.database)
        await self.database.open()
        await self.hub.open()
        await self.sweeper.credit_absence()
        await self.pauses.restore()
        await self._on_peers_changed(PeersChanged())
        await self.peers.beat()  # The others must know about this server before it can commit anything and then die.
        for service in (
            self.peers,
            self.sweeper,
            self.monitor,
            self.tournaments,
            self.explorer,
            self.assistance,
            self.pushes,
        ):
            self._running.append(asyncio.create_task(service.run()))
        if self.settings.smtp_out:
            self._running.append(asyncio.create_task(self.outbox.run()))
        if self.settings.smtp_in:
            await self.mail_server.open(*split_address(self.settings.smtp_in))

    async def close(self) -> None:
        """Finish pending work. Nothing that was acknowledged is lost."""
        self.games.closing = True
        await self.mail_server.close()
        await self.tasks.finish()
        await cancel(self._running)
        with suppress(Exception):
            await self.peers.leave()
        await self.hub.close()
        await self.database.close()
        self.passwords.close()
        self.background.close()

    async def drain(self) -> None:
        """Send the clients to the other servers, before this one stops.

        First proxies get time to notice that `/readyz` fails; then the connections are closed one after another, so
        that their clients do not all reconnect at the same moment.
        """
        seconds = self.settings.drain_seconds
        self.is_draining = True
        metrics.draining.set(1)
        log.info("draining %d connections in %g s", len(self.sockets), seconds)
        await asyncio.sleep(seconds / 2)
        steps = max(1, round(seconds / 2 / DRAIN_STEP))
        for left in range(steps, 0, -1):
            some = random.sample(tuple(self.sockets), -(-len(self.sockets) // left))
            for socket in some:
                socket.close(RESTARTING)
            await asyncio.sleep(seconds / 2 / steps)

    def stop(self) -> None:
        """Tell every client to reconnect once the server has restarted."""
        self.games.closing = True
        for socket in tuple(self.sockets):
            socket.close(RESTARTING)
        self.hub.resync()

    async def confirm(self, code: str) -> str:
        """Act on an emailed link, and return its purpose. Raises NotSignedInError."""
        purpose, user_id = await self.links.confirm(code)
        if purpose == "close":
            await self.removal.close_account(user_id)
        return purpose

    def is_closing(self) -> bool:
        return self.games.closing

    async def readiness(self) -> dict[str, object]:
        """Whether this server can take requests. It can write to the database if its heartbeat can. Redis is reported
        only, asked at most once per second: without it, a server keeps serving its own clients."""
        clock = asyncio.get_running_loop().time
        async with self._checking:
            if clock() >= self._check_at:
                self._redis_works = await self.hub.healthy()
                self._check_at = clock() + READINESS_SECONDS
        can_write = self.peers.can_write()
        is_stopping = self.is_draining or self.is_closing()
        return {
            "status": "ok" if can_write and not is_stopping else "failing",
            "database": can_write,
            "draining": is_stopping,
            "events": self._redis_works,
        }

    async def _on_peers_changed(self, _event: PeersChanged) -> None:
        """Warn if all servers together could open more connections than PostgreSQL allows."""
        database = self.database
        if not isinstance(database, PostgresDatabase):
            return
        metrics.pool_size.set(database.pool_size)
        servers, most = len(self.hub.others) + 1, await database.connections_for_all()
        if servers * database.pool_size > most:
            log.warning(
                "%d servers with %d connections each need %d, but PostgreSQL allows %d: raise its max_connections, or "
                "set JUNGLE_POOL_SIZE to at most %d",
                *(servers, database.pool_size, servers * database.pool_size, most, most // servers),
            )

    def _on_sessions_revoked(self, event: SessionsRevoked) -> None:
        """Close every connection, on every server, that was opened with a user's revoked sessions or tokens."""
        self.hub.publish(f"user:{event.user_id}", REVOKED)

    def _on_outdated(self, _event: ServerOutdated) -> None:
        """Stop immediately: the database has safety rules that this server does not know."""
        self.stop()
        signal.raise_signal(signal.SIGINT)

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
                await (self.members.came(user_id) if is_here else self.members.went(user_id))

    async def is_signed_in(self, user: User) -> bool:
        """True if the session or token a connection was opened with is still valid, and kid mode has not changed."""
        return await is_valid(self.database, user.session, user.is_child, self.now())

    def count_connection(self, channel: str, change: int) -> None:
        metrics.connections.labels(channel).inc(change)
