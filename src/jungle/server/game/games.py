"""The one place where games change: a command comes in, runs as one transaction, and events go out.

The database is the source of truth. Recently played games are cached in memory, and used only if their version still
matches the row.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

import sqlalchemy as sa

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.pieces import Side
from jungle.server import metrics
from jungle.server.background import Background
from jungle.server.errors import NotFoundError, RequestError
from jungle.server.events import Events
from jungle.server.game import adapter
from jungle.server.game.adapter import COLOURS
from jungle.server.game.batcher import CommandBatcher
from jungle.server.game.cache import GameCache
from jungle.server.game.commands import COMMANDS, Ack, Actor, Answer, expire, start_event
from jungle.server.game.events import GameChanged, GameEnded, GameStarted
from jungle.server.game.rows import GameRow, find_game, read_games
from jungle.server.game.terms import Terms
from jungle.server.game.transaction import CachedGame, GameTransaction, PendingWrites, VersionError, replayed
from jungle.server.game.views import short_view
from jungle.server.identity.events import NoticeSettingsChanged, VacationChanged
from jungle.server.identity.limits import Limits
from jungle.server.identity.users import is_child
from jungle.server.json import encode
from jungle.server.realtime.client_frames import Command, Resign
from jungle.server.realtime.events import PeersStopped
from jungle.server.realtime.hub import Hub
from jungle.server.realtime.lobby_feed import LobbyFeed
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.schema import games, presences, subscriptions, users

T = TypeVar("T")
Work = Callable[[GameTransaction], T]

SLOW_PLIES = 200

_wants_mail = sa.exists().where(
    users.c.id.in_((games.c.blue_id, games.c.red_id)),
    users.c.address.is_not(None),
    users.c.mail_moves != "never",
    sa.not_(is_child(users)),
)
_wants_push = sa.and_(
    games.c.days.is_not(None), sa.exists().where(subscriptions.c.user_id.in_((games.c.blue_id, games.c.red_id)))
)
_GAMES = sa.select(games, sa.or_(_wants_mail, _wants_push).label("wants_notice"))
_LOCK_GAMES = (
    _GAMES.where(games.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(games.c.id)  # Always in the same order, so that two servers cannot deadlock.
    .with_for_update(of=games)
)


class Games:
    """All games, by id."""

    def __init__(
        self,
        database: Database,
        events: Events,
        hub: Hub,
        feed: LobbyFeed,
        background: Background,
        limits: Limits,
        cache_bytes: int,
        now: Callable[[], int],
    ) -> None:
        self.database = database
        self.events = events
        self.hub = hub
        self.feed = feed
        self.background = background
        self.limits = limits
        self.now = now
        self.connections: Counter[tuple[str, int]] = Counter()
        """Connections of players to their games on this server."""
        self.closing = False
        """True if the server is about to stop: players who disconnect now have not left."""
        self.cache = GameCache(cache_bytes)
        self._batcher = CommandBatcher(self)

    async def execute(self, command: Command, user_id: int, lag: int = 0) -> Answer:
        """Run a player's command. Returns the ack of a move, the id of a rematch, or None. Raises RequestError."""
        spec, actor = COMMANDS[type(command)], Actor(user_id, lag)
        if spec.limit is not None:
            await self.limits.take(spec.limit, user_id)
        answer = await self.transact(command.game, lambda transaction: spec.run(transaction, command, actor))
        if isinstance(answer, Ack) and not answer.is_repeat:
            metrics.moves.value += 1
        return answer

    async def transact(self, game_id: str, work: Work[T]) -> T:
        """Let `work` change a game, commit, and publish the events."""
        started = time.perf_counter()
        is_cached = game_id in self.cache
        (metrics.cache_hits if is_cached else metrics.cache_misses).value += 1
        if not is_cached:
            await self._prepare(game_id)
        if self.database.locks_rows:
            transaction, result = await self._batcher.transact(game_id, work)
        else:
            transaction, result = await self.database.write(lambda connection: self._alone(connection, game_id, work))
        metrics.command_seconds.observe(time.perf_counter() - started)
        self._publish(transaction)
        for row in transaction.new_games:
            await self.events.emit(GameStarted(row, "rematch"))
        if transaction.known.is_running() and not transaction.row.is_running():
            await self.events.emit(GameEnded(transaction.row))
        if isinstance(result, RequestError):  # A refusal that changed something: the flag had fallen.
            raise result
        return result

    def waiting(self) -> int:
        """How many commands wait for their transaction."""
        return len(self._batcher)

    def _alone(self, connection: sa.Connection, game_id: str, work: Work[T]) -> tuple[GameTransaction, T]:
        if (cached := self.cache.get(game_id)) is not None:
            try:
                return self.attempt(connection, cached, work)
            except VersionError:
                pass
        if (cached := self.load(connection, [game_id]).get(game_id)) is None:
            raise NotFoundError(f"there is no game {game_id!r}", "no_game")
        return self.attempt(connection, cached, work)

    def attempt(
        self, connection: sa.Connection, cached: CachedGame, work: Work[T], pending: PendingWrites | None = None
    ) -> tuple[GameTransaction, T]:
        """Let `work` change a game that is already loaded."""
        # An uncommitted move must not be visible to anyone.
        self.cache.pop(cached.row.id)
        transaction = GameTransaction(connection, cached, self.now())
        try:
            result = work(transaction)
        except RequestError:  # Refused before anything changed.
            self.cache.put(cached)
            raise
        if transaction.row != cached.row:
            if cached.row.wants_notice and transaction.events:
                happened = tuple(event for event, _, _ in transaction.events)
                dropped = tuple(transaction.dropped_plans)
                self.events.record(connection, GameChanged(transaction.row, transaction.game, happened, dropped))
            cached = transaction.save(pending)
        for row in transaction.new_games:
            self.events.record(connection, GameStarted(row, "rematch"))
        self.cache.put(cached)
        return transaction, result

    async def _prepare(self, game_id: str) -> None:
        """Replay a long game in the background first, because the transaction runs on the event loop."""
        statement = _GAMES.where(games.c.id == game_id)
        for row in await self.database.read(lambda connection: read_games(connection, statement)):
            if self._is_slow(row):
                game = await self.background.run(replayed, row)
                if game_id not in self.cache:
                    self.cache.put(CachedGame(row, game))

    def _is_slow(self, row: GameRow) -> bool:
        """True if replaying this game would delay other commands."""
        is_compiled = adapter.is_usual(row.kind, row.rules) or self.cache.has_rules(row.kind, row.rules)
        return row.ply > SLOW_PLIES or not is_compiled

    def load(self, connection: sa.Connection, ids: list[str]) -> dict[str, CachedGame]:
        """Lock those of the given games that exist, and bring the cache up to date."""
        rows = connection.execute(_LOCK_GAMES, {"ids": ids}).mappings().all()
        return {row["id"]: self._updated(self.cache.pop(row["id"]), GameRow.read(row)) for row in rows}

    @staticmethod
    def _updated(cached: CachedGame | None, row: GameRow) -> CachedGame:
        if cached is None:
            return CachedGame(row, replayed(row))
        if cached.row.version != row.version:
            before, now = cached.row.moves.split(), row.moves.split()
            if not (cached.row.is_running() and row.is_running()) or now[: len(before)] != before:
                return CachedGame(row, replayed(row))
            for move in now[len(before) :]:  # The opponent is connected to another server.
                cached.game.play(move)
        cached.row = row
        return cached

    def forget(self, ids: Iterable[str]) -> None:
        """Drop these games from the cache: changes to them were not saved."""
        self.cache.forget(ids)

    def forget_games(self) -> None:
        """Drop the whole cache: it may differ from the database."""
        self.cache.clear()

    async def on_notice_settings(self, event: NoticeSettingsChanged) -> None:
        """Cached rows say whether players want email or notifications."""
        self.forget(await self.database.read(lambda connection: _running_games(connection, event.user_id)))

    def on_vacation(self, connection: sa.Connection, event: VacationChanged) -> None:
        """Cached rows have deadlines that a vacation shifts."""
        self.forget(_running_games(connection, event.user_id))

    def _publish(self, transaction: GameTransaction) -> None:
        row = transaction.row
        for data in (*transaction.republished, *(data for _, data, _ in transaction.events)):
            self.hub.publish(f"game:{row.id}", data)
        for user_id, notice in transaction.user_events:
            self.hub.publish(f"user:{user_id}", encode(notice))
        if transaction.known.is_running() and not row.is_running():
            self.feed.game_over(row.id)

    def committed(self, row: GameRow) -> BoardGame:
        """The committed game of a row."""
        cached = self.cache.get(row.id)
        return cached.game if cached is not None and cached.row.version == row.version else replayed(row)

    async def load_game(self, row: GameRow) -> BoardGame:
        """Like `committed`, but replays a long game in the background."""
        cached = self.cache.get(row.id)
        if cached is not None and cached.row.version == row.version:
            return cached.game
        return await self.background.run(replayed, row) if self._is_slow(row) else replayed(row)

    async def precompile(self, terms: Terms) -> None:
        """Compile house rules in the background, before a transaction needs them."""
        if not adapter.is_usual(terms.game, terms.rules):
            await self.background.run(adapter.new_game, terms.game, terms.rules, terms.fen, 0)

    async def resign_all(self, user_id: int) -> None:
        """Resign all running games of a user who is leaving."""
        for game_id in await self.database.read(lambda connection: _running_games(connection, user_id)):
            await self.execute(Resign(game=game_id), user_id)

    async def on_started(self, event: GameStarted) -> None:
        """Tell both players and the lobby that a game has started."""
        row = event.row
        for side in Side:
            notice = {"type": "gameStart", "game": start_event(row, side)}
            self.hub.publish(f"user:{row.seats[side].user_id}", encode(notice))
        if row.class_id is not None:  # The lobby shows no games of children.
            return
        with suppress(JungleError):  # The game has started, whether or not the lobby hears about it.
            found = await self.database.read(lambda connection: find_game(connection, row.id))
            if any(seat.player.kind == "child" for seat in found.seats):
                return
            shown = short_view(found, self.now())
            self.feed.add(view=shown)

    async def expire(self, game_id: str) -> None:
        """End a game if its deadline has passed."""
        await self.transact(game_id, expire)

    async def presence(self, game_id: str, user_id: int, is_here: bool) -> None:
        """Record that a player has connected to the game or left it."""

        def work(transaction: GameTransaction) -> Side | None:
            side = transaction.row.side_of(user_id)
            if side is None:
                return None
            is_anywhere = self._note_presence(transaction.connection, game_id, user_id, is_here)
            was_here = transaction.row.seats[side].gone is None
            if is_anywhere != is_here or is_here == was_here or not transaction.row.is_running():
                return None
            transaction.row = transaction.row.with_seat(side, gone=None if is_here else transaction.now)
            return side

        if (side := await self.transact(game_id, work)) is not None:
            event = {"type": "presence", "game": game_id, "colour": COLOURS[side], "here": is_here}
            self.hub.publish(f"game:{game_id}", encode(event))

    def _note_presence(self, connection: sa.Connection, game_id: str, user_id: int, is_here: bool) -> bool:
        """Record whether a player is connected to this server; returns whether they are connected to any. The game's
        row is locked, so that if a player leaves two servers at once, one of them notices that they are gone."""
        if not self.database.locks_rows:  # There is no other server.
            return is_here
        mine = {"game_id": game_id, "user_id": user_id, "server": self.hub.name}
        if is_here:
            insert_once(connection, presences, mine)
            return True
        own = (presences.c.game_id == game_id, presences.c.user_id == user_id)
        connection.execute(sa.delete(presences).where(*own, presences.c.server == self.hub.name))
        return connection.execute(sa.select(presences.c.server).where(*own)).first() is not None

    async def on_peers_stopped(self, event: PeersStopped) -> None:
        """Players who were connected only to servers that have stopped have left."""
        servers = event.servers
        theirs = sa.select(presences.c.game_id, presences.c.user_id).where(presences.c.server.in_(servers))
        found = await self.database.read(lambda connection: connection.execute(theirs).all())
        await self.database.execute(sa.delete(presences).where(presences.c.server.in_(servers)))
        for game_id, user_id in dict.fromkeys(map(tuple, found)):
            if (game_id, user_id) not in self.connections:
                await self.presence(game_id, user_id, False)


def _running_games(connection: sa.Connection, user_id: int) -> list[str]:
    """The ids of the games that a user is playing."""
    chosen = (sa.or_(games.c.blue_id == user_id, games.c.red_id == user_id), games.c.status == "started")
    return list(connection.execute(sa.select(games.c.id).where(*chosen)).scalars())
