"""Scheduled work: time forfeits, deadlines, reminders and housekeeping."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.game.games import Games
from jungle.server.game.transaction import GameTransaction
from jungle.server.lobby.lobby import Lobby
from jungle.server.mail.notices import Notices
from jungle.server.storage.database import Database, StorageError, insert_once
from jungle.server.storage.schema import challenges, games, mails_seen, outbox, server_state, sessions, tokens, users
from jungle.server.times import DAY, SECOND

log = logging.getLogger("jungle.server")

SWEEP_SECONDS = 0.1
ALIVE_SECONDS = 1.0
RENEWAL_SECONDS = 5.0
HOUSEKEEPING_SECONDS = 600.0
SHORTEST_ABSENCE = 3 * SECOND // 2
"""After a longer downtime, the players to move are credited the time."""
BROKEN_PAUSE = 60 * SECOND
AT_ONCE = 200
FEW_GUESTS = 20
"""How many guests are deleted per transaction: everything that refers to them has to be looked up."""
MAIL_LIFE = 30 * DAY
"""How long the server remembers received and sent mails. Undeliverable ones are kept."""
GUEST_LIFE = 7 * DAY
"""The time after which a guest without a session or a game is deleted."""


class Sweeper:
    """Looks for rows that are due. Several servers may sweep one database, since each command checks its game again."""

    def __init__(
        self, database: Database, games: Games, lobby: Lobby, notices: Notices, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.games = games
        self.lobby = lobby
        self.notices = notices
        self.now = now
        self._broken: dict[str, int] = {}
        """Games that failed, and when to try them again."""

    async def run(self) -> None:
        alive_at = renewal_at = housekeeping_at = 0.0
        loop = asyncio.get_running_loop()
        while True:
            try:
                await self.sweep()
                if loop.time() >= alive_at:
                    await self.note_alive()
                    await self.remind()
                    alive_at = loop.time() + ALIVE_SECONDS
                if loop.time() >= renewal_at:
                    await self.lobby.renew()
                    renewal_at = loop.time() + RENEWAL_SECONDS
                if loop.time() >= housekeeping_at:
                    await self.keep_house()
                    housekeeping_at = loop.time() + HOUSEKEEPING_SECONDS
            except JungleError as error:
                log.warning("the sweeper will try again: %s", error)
            except Exception:
                log.exception("the sweeper will try again")
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """End the games whose deadline has passed."""
        for game_id in await self._due(games.c.deadline):
            with self._skipping(game_id):
                await self.games.expire(game_id)

    async def remind(self) -> None:
        """Remind players whose correspondence deadline is near."""

        def act(transaction: GameTransaction) -> None:
            if transaction.row.remind_at is not None and transaction.row.remind_at <= transaction.now:
                transaction.set(remind_at=None)
                self.notices.remind(transaction)

        for game_id in await self._due(games.c.remind_at):
            with self._skipping(game_id):
                await self.games.transact(game_id, act)

    @contextmanager
    def _skipping(self, game_id: str) -> Iterator[None]:
        """Skip a game for a while if it fails, so that the others get their turn."""
        try:
            yield
        except StorageError:  # The database failed, not the game.
            raise
        except Exception:
            self._broken[game_id] = self.now() + BROKEN_PAUSE
            log.exception("game %s cannot be swept", game_id)

    async def _due(self, column: sa.Column[int]) -> list[str]:
        self._broken = {game_id: until for game_id, until in self._broken.items() if until > self.now()}
        statement = sa.select(games.c.id).where(column <= self.now()).order_by(column).limit(AT_ONCE)
        if self._broken:
            statement = statement.where(games.c.id.not_in(self._broken))
        if self.database.locks_rows:
            # Leave games that another server is working on to that server.
            statement = statement.with_for_update(skip_locked=True)
        return await self.database.read(lambda connection: list(connection.execute(statement).scalars()))

    async def note_alive(self) -> None:
        """Record that a server is running. This makes downtime measurable, so that clocks can be credited."""
        now = self.now()
        await self.database.write(lambda connection: self._write_alive(connection, now))

    @staticmethod
    def _write_alive(connection: sa.Connection, now: int) -> None:
        insert_once(connection, server_state, {"name": "alive", "value": now})
        connection.execute(sa.update(server_state).where(server_state.c.name == "alive").values(value=now))

    async def credit_absence(self) -> None:
        """Credit the downtime to running games, since nobody could move. Also mark everyone as disconnected."""
        now = self.now()

        def work(connection: sa.Connection) -> int:
            chosen = sa.select(server_state.c.value).where(server_state.c.name == "alive").with_for_update()
            alive = connection.execute(chosen).scalar()
            self._write_alive(connection, now)
            absence = now - alive if alive is not None else 0
            if absence > SHORTEST_ABSENCE:
                running = sa.update(games).where(games.c.status == "started", games.c.deadline.is_not(None))
                credit = {"deadline": games.c.deadline + absence, "turn_since": games.c.turn_since + absence}
                connection.execute(running.values({**credit, "remind_at": games.c.remind_at + absence}))
                live = sa.update(games).where(games.c.status == "started", games.c.days.is_(None))
                connection.execute(live.values(blue_gone=now, red_gone=now))
            return absence

        absence = await self.database.write(work)
        if absence > SHORTEST_ABSENCE:
            log.info("down for %d s, credited to running games", absence // SECOND)

    async def keep_house(self) -> None:
        """Delete what has expired."""
        now = self.now()
        late = (challenges.c.status == "open", challenges.c.expires < now)
        # Separate transactions, so that moves can be served in between.
        await self.database.execute(sa.delete(sessions).where(sessions.c.expires < now))
        await self.database.execute(sa.delete(tokens).where(tokens.c.expires < now))
        await self.database.execute(sa.delete(mails_seen).where(mails_seen.c.at < now - MAIL_LIFE))
        sent = (outbox.c.state == "sent", outbox.c.next_try < now - MAIL_LIFE)
        await self.database.execute(sa.delete(outbox).where(*sent))
        await self.database.execute(sa.update(challenges).where(*late).values(status="cancelled"))
        # By index and one guest at a time: listing everyone who ever played would delay every move.
        kept = (sessions.c.user_id, games.c.blue_id, games.c.red_id)
        idle = (~sa.exists().where(column == users.c.id) for column in kept)
        old = sa.select(users.c.id).where(users.c.kind == "guest", users.c.created < now - GUEST_LIFE, *idle)
        some = sa.delete(users).where(users.c.id.in_(old.limit(FEW_GUESTS)))
        for _ in range(AT_ONCE // FEW_GUESTS):
            if await self.database.execute(some) < FEW_GUESTS:
                break
