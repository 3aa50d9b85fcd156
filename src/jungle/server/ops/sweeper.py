"""Scheduled work: time forfeits, deadlines, reminders and housekeeping."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.game.deadlines import add_missing, next_check
from jungle.server.game.games import Games
from jungle.server.game.rows import read_games
from jungle.server.game.transaction import GameTransaction
from jungle.server.lobby.lobby import Lobby
from jungle.server.mail.notices import Notices
from jungle.server.realtime.hub import Hub
from jungle.server.realtime.peers import last_alive, note_alive
from jungle.server.storage.database import Database, StorageError
from jungle.server.storage.schema import (
    challenges,
    deadlines,
    games,
    mails_seen,
    outbox,
    pushes,
    sessions,
    tokens,
    users,
)
from jungle.server.times import DAY, SECOND

log = logging.getLogger("jungle.server")

SHORTEST_SLEEP, LONGEST_SLEEP = 0.1, 1.0
"""How long the sweeper sleeps, in seconds: until the next game is due, within these bounds."""
REMINDER_SECONDS = 1.0
RENEWAL_SECONDS = 5.0
HOUSEKEEPING_SECONDS = 600.0
SHORTEST_ABSENCE = 3 * SECOND // 2
"""After a longer downtime, the players to move are credited the time."""
BROKEN_PAUSE = 60 * SECOND
AT_ONCE = 200
FEW_GUESTS = 20
"""How many guests are deleted per transaction: everything that refers to them has to be looked up."""
MAIL_LIFE = 30 * DAY
"""How long the server remembers received and sent emails. Undeliverable ones are kept."""
PUSH_LIFE = 2 * DAY
"""How long the server remembers which notifications it has sent."""
GUEST_LIFE = 7 * DAY
"""The time after which a guest without a session or a game is deleted."""


class Sweeper:
    """Looks for rows that are due. One of several servers does this for all of them; nothing breaks if two do, since
    each command checks its game again."""

    def __init__(
        self, database: Database, games: Games, lobby: Lobby, notices: Notices, hub: Hub, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.games = games
        self.lobby = lobby
        self.notices = notices
        self.hub = hub
        self.now = now
        self._broken: dict[str, int] = {}
        """Games that failed, and when to try them again."""

    async def run(self) -> None:
        renewal_at = reminder_at = housekeeping_at = 0.0
        was_first = False
        loop = asyncio.get_running_loop()
        while True:
            pause = LONGEST_SLEEP
            try:
                if loop.time() >= renewal_at:
                    await self.lobby.renew()
                    renewal_at = loop.time() + RENEWAL_SECONDS
                if self.hub.is_first() and not was_first:  # Until now, a server of an earlier version may have swept.
                    await self.database.write(lambda connection: add_missing(connection, self.now()))
                was_first = self.hub.is_first()
                if was_first:
                    pause = await self.sweep()
                    if loop.time() >= reminder_at:
                        await self.remind()
                        reminder_at = loop.time() + REMINDER_SECONDS
                    if loop.time() >= housekeeping_at:
                        await self.keep_house()
                        housekeeping_at = loop.time() + HOUSEKEEPING_SECONDS
            except JungleError as error:
                log.warning("the sweeper will try again: %s", error)
            except Exception:
                log.exception("the sweeper will try again")
            await asyncio.sleep(pause)

    async def sweep(self) -> float:
        """End the games whose deadline has passed. Returns for how many seconds no other game is due."""
        self._broken = {game_id: until for game_id, until in self._broken.items() if until > self.now()}
        upcoming = deadlines.c.at <= self.now() + int(LONGEST_SLEEP * SECOND)
        first = sa.select(deadlines.c.at).where(upcoming).order_by(deadlines.c.at).limit(1)
        if self._broken:
            first = first.where(deadlines.c.game_id.not_in(self._broken))
        at = await self.database.read(lambda connection: connection.execute(first).scalar())
        if at is not None and at <= self.now():
            for game_id in await self.database.write(self._overdue):
                with self._skipping(game_id):
                    await self.games.expire(game_id)
            return SHORTEST_SLEEP
        wait = LONGEST_SLEEP if at is None else (at - self.now()) / SECOND
        return min(max(wait, SHORTEST_SLEEP), LONGEST_SLEEP)

    def _overdue(self, connection: sa.Connection) -> list[str]:
        """Postpone the games that were to be looked at, and return those whose time has run out."""
        now = self.now()
        due = (
            sa.select(games)
            .join(deadlines, deadlines.c.game_id == games.c.id)
            .where(deadlines.c.at <= now, deadlines.c.game_id.not_in(self._broken))
            .order_by(deadlines.c.at)
            .limit(AT_ONCE)
            .with_for_update(of=deadlines, skip_locked=True)  # Another server may be sweeping too.
        )
        overdue, postponed, over = [], [], []
        for row in read_games(connection, due):
            if (at := next_check(row, now)) is None:
                over.append(row.id)
            elif row.deadline is not None and row.deadline <= now:
                overdue.append(row.id)
            else:
                postponed.append({"game": row.id, "later": at})
        if postponed:
            later = sa.update(deadlines).where(deadlines.c.game_id == sa.bindparam("game"))
            connection.execute(later.values(at=sa.bindparam("later")), postponed)
        if over:
            connection.execute(sa.delete(deadlines).where(deadlines.c.game_id.in_(over)))
        return overdue

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
        statement = sa.select(games.c.id).where(column <= self.now()).order_by(column).limit(AT_ONCE)
        if self._broken:
            statement = statement.where(games.c.id.not_in(self._broken))
        return await self.database.read(lambda connection: list(connection.execute(statement).scalars()))

    async def credit_absence(self) -> None:
        """Credit the downtime to running games, since nobody could move. Also mark everyone as disconnected."""
        now = self.now()

        def work(connection: sa.Connection) -> int:
            alive = last_alive(connection)
            note_alive(connection, now)
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
        old_pushes = (pushes.c.state.in_(("sent", "dead")), pushes.c.next_try < now - PUSH_LIFE)
        await self.database.execute(sa.delete(pushes).where(*old_pushes))
        await self.database.execute(sa.update(challenges).where(*late).values(status="cancelled"))
        # By index and one guest at a time: listing everyone who ever played would delay every move.
        kept = (sessions.c.user_id, games.c.blue_id, games.c.red_id)
        idle = (~sa.exists().where(column == users.c.id) for column in kept)
        old = sa.select(users.c.id).where(users.c.kind == "guest", users.c.created < now - GUEST_LIFE, *idle)
        some = sa.delete(users).where(users.c.id.in_(old.limit(FEW_GUESTS)))
        for _ in range(AT_ONCE // FEW_GUESTS):
            if await self.database.execute(some) < FEW_GUESTS:
                break
