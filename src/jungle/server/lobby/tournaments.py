"""Tournaments: creating, joining and showing them, and arenas.

In an arena players join at any time, play game after game, and collect points and streaks until time is up.
Tournaments with rounds proceed in `tournament_rounds`.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.children.children import Children, check_hours, restricted
from jungle.server.errors import ConflictError, ForbiddenError, NotFoundError, UnprocessableError
from jungle.server.events import Events
from jungle.server.game.events import GameEnded, GameStarted
from jungle.server.game.games import Games
from jungle.server.game.rows import GameRow
from jungle.server.game.terms import Terms
from jungle.server.game.transaction import create, in_live_games, is_blocked, new_id
from jungle.server.identity.accounts import HOUSE_BOT, User
from jungle.server.json import Json, encode
from jungle.server.lobby.tournament_publisher import TournamentPublisher
from jungle.server.lobby.tournament_rounds import REPEATS, TournamentRounds
from jungle.server.lobby.tournament_rows import (
    ARENA,
    BY_HAND,
    NO_ROUNDS,
    Entrant,
    Schedule,
    TournamentRow,
    blocked_pairs,
    check_visible,
    find_tournament,
    read_tournaments,
    standing,
)
from jungle.server.pairing.standings import FORMATS, ROUND_ROBIN, SIMUL, SWISS
from jungle.server.storage.database import Database, StorageError
from jungle.server.storage.safety import ROUNDS, demand_safety
from jungle.server.storage.schema import classes, entrants, pupils, tournaments, users
from jungle.server.times import DAY, SECOND

log = logging.getLogger("jungle.server")

T = TypeVar("T")

ADVANCE_SECONDS = 0.5
ENTRANTS_LIMIT = 1000
OPEN_LIMIT = 3
"""How many upcoming or running tournaments one user may have created."""
SHOWN_FOR = 7 * DAY
PODIUM = 3
MET_LIMIT = 20
"""How many recent opponents are remembered, so that the same two are not paired again and again."""
NEIGHBOURS = 30
"""An opponent is chosen among this many players next in the standings."""
NAME_LIMIT = 60
ROUNDS_LIMIT = 20
LIMITS = {ROUND_ROBIN: 40, SIMUL: 200}
"""Players of a round-robin, in which everybody meets everybody; applicants for simultaneous games."""
INTERVAL_LIMIT = 24 * 60 * 60


class Tournaments:
    """All tournaments."""

    def __init__(
        self,
        database: Database,
        events: Events,
        publisher: TournamentPublisher,
        games: Games,
        children: Children,
        rounds: TournamentRounds,
        now: Callable[[], int],
    ) -> None:
        self.rounds = rounds
        self.database = database
        self.publisher = publisher
        self.games = games
        self.children = children
        self.events = events
        self.now = now

    async def create(
        self,
        user: User,
        name: str,
        terms: Terms,
        *,
        minutes: int,
        starts: int | None,
        wait: float | None,
        bots: bool,
        kind: str = ARENA,
        schedule: Schedule = NO_ROUNDS,
        class_id: str | None = None,
        entering: Iterable[int] = (),
    ) -> Json:
        """Create a tournament. Raises ForbiddenError, UnprocessableError, ConflictError.

        A tournament of a class is seen and played by its members only; `entering` are those who join at once. It may
        have no `wait`: then its teacher starts it.
        """
        name = " ".join(name.split())
        if user.is_guest():
            raise ForbiddenError("sign up to create tournaments", "guest")
        if not (1 if class_id else 2) <= len(name) <= NAME_LIMIT or not name.isprintable():
            raise UnprocessableError(f"expected a name of 2 to {NAME_LIMIT} printable characters", "title")
        if terms.limit is None:
            raise UnprocessableError("a tournament needs a clock", "clock")
        if kind == ARENA and terms.fen is not None:
            raise UnprocessableError("an arena must use the initial position", "fen")
        if kind == SIMUL:
            wait = starts = None  # The host starts them.
            if class_id is not None:
                raise UnprocessableError("a class has simultaneous games without a tournament", "format")
            if terms.rated:
                raise UnprocessableError("simultaneous games must be casual", "rated")
        elif terms.has_odds():
            raise UnprocessableError("in a tournament, everybody has the same clock", "clock")
        else:
            terms = replace(terms, colour="random")
        _check_schedule(kind, schedule)
        now, tournament_id = self.now(), new_id()
        if starts is None:
            starts = now + (BY_HAND if wait is None else round(wait * SECOND))
        if not now - 60 * SECOND <= starts <= now + 60 * DAY:
            raise UnprocessableError("expected a start within the next 60 days", "starts")
        row = {
            "id": tournament_id,
            "name": name,
            "by_id": user.id,
            "terms": terms.text(),
            "status": "created",
            "starts": starts,
            "ends": starts + (minutes * 60 * SECOND if kind == ARENA else 0),
            "created": now,
            "class_id": class_id,
            "format": kind,
            "schedule": encode(schedule).decode(),
            "next_at": None if kind == ARENA else starts,
        }

        def work(connection: sa.Connection) -> None:
            mine = (tournaments.c.by_id == user.id, tournaments.c.status != "finished")
            if connection.execute(sa.select(sa.func.count()).where(*mine)).scalar_one() >= OPEN_LIMIT:
                raise ConflictError(f"{OPEN_LIMIT} of your tournaments are not over yet", "too_many")
            if kind != ARENA:
                demand_safety(connection, ROUNDS)
            connection.execute(sa.insert(tournaments), row)
            house = sa.select(users.c.id).where(users.c.kind == "bot", users.c.key.startswith(HOUSE_BOT))
            ids = [*entering, *(connection.execute(house).scalars().all() if bots else ())]
            if ids:
                entered = [{"tournament_id": tournament_id, "user_id": user_id, "joined": now} for user_id in ids]
                connection.execute(sa.insert(entrants), entered)

        await self.database.write(work)
        await self.publisher.announce(tournament_id)
        return await self.view(tournament_id, user)

    async def start(self, user: User, class_id: str, tournament_id: str) -> None:
        """Start a tournament of a class now. Raises NotFoundError, ConflictError."""
        mine = (tournaments.c.id == tournament_id, tournaments.c.class_id == class_id, tournaments.c.by_id == user.id)

        def work(connection: sa.Connection) -> None:
            chosen = sa.select(tournaments).where(*mine).with_for_update()
            row = connection.execute(chosen).mappings().first()
            if row is None:
                raise NotFoundError(f"there is no tournament {tournament_id!r}", "no_tournament")
            if row["status"] != "created":
                raise ConflictError("this tournament has started", "started")
            now = self.now()
            times = {"starts": now, "ends": now + row["ends"] - row["starts"]}
            if row["format"] != ARENA:
                times["next_at"] = now
            connection.execute(sa.update(tournaments).where(*mine).values(times))

        await self.database.write(work)
        await self.advance()

    async def join(self, user: User, tournament_id: str) -> None:
        """Join a tournament at any time, or rejoin it."""
        now = self.now()

        def work(connection: sa.Connection) -> None:
            row = find_tournament(connection, tournament_id)
            check_visible(connection, row, user)
            check_hours(connection, now, user.id)
            if row.status == "finished":
                raise ConflictError("this tournament is over", "tournament_over")
            if user.is_guest() and row.terms.rated:
                raise ForbiddenError("guests can only play casual games; sign up to play rated ones", "guest")
            mine = (entrants.c.tournament_id == tournament_id, entrants.c.user_id == user.id)
            if connection.execute(sa.update(entrants).where(*mine).values(is_away=False)).rowcount:
                return
            if row.format == SIMUL:
                _check_applicant(connection, row, user)
            if row.format not in (ARENA, SWISS) and row.status != "created":
                raise ConflictError("this tournament has started", "started")
            count = sa.select(sa.func.count()).where(entrants.c.tournament_id == tournament_id)
            limit = LIMITS.get(row.format, ENTRANTS_LIMIT)
            if connection.execute(count).scalar_one() >= limit:
                raise ConflictError(f"this tournament is full ({limit} players)", "full")
            entrant = {"tournament_id": tournament_id, "user_id": user.id, "joined": now}
            connection.execute(sa.insert(entrants), entrant | {"is_admitted": row.format != SIMUL})

        await self.database.write(work)
        await self._emit(tournament_id, "join", user.id)

    async def is_visible(self, user: User, tournament_id: str) -> bool:
        """True if a user may follow a tournament."""

        def work(connection: sa.Connection) -> None:
            check_visible(connection, find_tournament(connection, tournament_id), user)

        try:
            await self.database.read(work)
        except NotFoundError:
            return False
        return True

    async def is_in(self, user: User, tournament_id: str) -> bool:
        """True if a user has already joined."""
        mine = (entrants.c.tournament_id == tournament_id, entrants.c.user_id == user.id)
        found = await self.database.read(
            lambda connection: connection.execute(sa.select(entrants).where(*mine)).first()
        )
        return found is not None

    async def withdraw(self, user: User, tournament_id: str) -> None:
        """Withdraw from pairing. Points are kept."""
        mine = (entrants.c.tournament_id == tournament_id, entrants.c.user_id == user.id)
        if not await self.database.execute(sa.update(entrants).where(*mine).values(is_away=True)):
            raise ConflictError("you are not in this tournament", "not_in")
        await self._emit(tournament_id, "withdraw", user.id)

    async def on_game_ended(self, event: GameEnded) -> None:
        """Publish the new points of the players of a finished game."""
        row = event.row
        if row.tournament_id is not None and not await self.rounds.record(row.tournament_id, row.id):
            await self._emit(row.tournament_id, "result", *(seat.user_id for seat in row.seats), game=row.id)

    async def _emit(self, tournament_id: str, what: str, *users: int | None, **more: str) -> None:
        """Publish an event to a tournament's followers, with the new standing of the players concerned."""
        self.rounds.forget(tournament_id)
        content: Json = {**more}
        chosen = entrants.c.user_id.in_([user for user in users if user is not None])
        with suppress(
            JungleError
        ):  # The event has happened even if the standing cannot be read; pages then refetch it.
            _, found = await self.database.scan(lambda connection: standing(connection, tournament_id, chosen))
            content["entrants"] = [entrant.view() for entrant in found]
        self.publisher.emit(tournament_id, what, **content)

    # Scheduled work

    async def run(self) -> None:
        while True:
            try:
                await self.advance()
            except JungleError as error:
                log.warning("tournaments will be checked again: %s", error)
            except Exception:
                log.exception("tournaments will be checked again")
            await asyncio.sleep(ADVANCE_SECONDS)

    async def advance(self) -> None:
        """Start, pair and end tournaments that are due."""
        await self.rounds.advance()
        due = sa.select(tournaments.c.id).where(
            tournaments.c.status != "finished", tournaments.c.starts <= self.now(), tournaments.c.format == ARENA
        )
        for tournament_id in await self.database.read(lambda connection: list(connection.execute(due).scalars())):
            try:
                await self._precompile(tournament_id)
                new_games, status = await self.database.write(partial(self._advance, tournament_id=tournament_id))
            except StorageError:  # The database failed, not the tournament.
                raise
            except Exception:
                log.exception("tournament %s cannot be processed", tournament_id)
                continue
            for row in new_games:
                await self.events.emit(GameStarted(row, "tournament"))
            if status:
                await self._emit(tournament_id, status)
                await self.publisher.announce(tournament_id)
            if new_games:
                await self._emit(tournament_id, "pairing", *(seat.user_id for row in new_games for seat in row.seats))

    async def _precompile(self, tournament_id: str) -> None:
        terms = sa.select(tournaments.c.terms).where(tournaments.c.id == tournament_id)
        found = await self.database.read(lambda connection: str(connection.execute(terms).scalar()))
        await self.games.precompile(Terms.read(found))

    def _advance(self, connection: sa.Connection, tournament_id: str) -> tuple[list[GameRow], str | None]:
        chosen = sa.select(tournaments).where(tournaments.c.id == tournament_id).with_for_update(skip_locked=True)
        found = connection.execute(chosen).mappings().first()
        if found is None or found["status"] == "finished":  # Another server is processing it.
            return [], None
        row = TournamentRow.read(found)
        status = "finished" if self.now() >= row.ends else "started"
        if status != row.status:
            change = sa.update(tournaments).where(tournaments.c.id == tournament_id)
            connection.execute(change.values(status=status))
        new_games = self._pair(connection, row) if status == "started" else []
        return new_games, status if status != row.status else None

    def _pair(self, connection: sa.Connection, row: TournamentRow) -> list[GameRow]:
        """Pair the waiting players, neighbours in the standings first, and start their games."""
        free = (entrants.c.tournament_id == row.id, entrants.c.game_id.is_(None), entrants.c.is_away.is_(False))
        allowed = (users.c.closed.is_(None), sa.func.coalesce(users.c.banned_until, 0) <= self.now())
        statement = (
            sa.select(entrants, users.c.kind).join(users, users.c.id == entrants.c.user_id).where(*free, *allowed)
        )
        order = (entrants.c.score.desc(), entrants.c.joined, entrants.c.user_id)
        waiting = [Entrant(**entrant) for entrant in connection.execute(statement.order_by(*order)).mappings()]
        if row.class_id is not None:
            waiting = self._present(connection, row.class_id, waiting)
        if len(waiting) < 2:
            return []
        playing = (entrants.c.tournament_id == row.id, entrants.c.game_id.is_not(None))
        alone = len(waiting) == 2 and not connection.execute(sa.select(sa.func.count()).where(*playing)).scalar_one()
        apart = blocked_pairs(connection, [entrant.user_id for entrant in waiting])
        new_games = []
        for one, two in pairs(waiting, partial(_times_met, apart, alone)):
            blue, red = (one, two) if (one.blues, -one.user_id) <= (two.blues, -two.user_id) else (two, one)
            game = create(
                connection,
                self.now(),
                row.terms,
                blue.user_id,
                red.user_id,
                tournament_id=row.id,
                class_id=row.class_id,
            )
            for me, other, colour in ((blue, red, 1), (red, blue, -1)):
                mine = (entrants.c.tournament_id == row.id, entrants.c.user_id == me.user_id)
                met = " ".join([str(other.user_id), *me.met.split()][:MET_LIMIT])
                values = {"game_id": game.id, "met": met, "blues": me.blues + colour}
                connection.execute(sa.update(entrants).where(*mine).values(values))
            self.events.record(connection, GameStarted(game, "tournament"))
            new_games.append(game)
        return new_games

    def _present(self, connection: sa.Connection, class_id: str, waiting: list[Entrant]) -> list[Entrant]:
        """The entrants of a class tournament who can be paired now: pupils who are here and may play, and a bot only
        for a pupil who would have nobody to play, and not twice in a row. Nobody while the class is paused."""
        # Locked, so that a pause either comes first or finds the games that begin here.
        is_paused = sa.select(classes.c.is_paused).where(classes.c.id == class_id).with_for_update(read=True)
        if connection.execute(is_paused).scalar() is not False:
            return []
        seen = sa.select(users.c.id, users.c.seen).join(pupils, pupils.c.user_id == users.c.id)
        here = {
            user_id
            for user_id, last in connection.execute(seen.where(pupils.c.class_id == class_id))
            if self.children.is_here(user_id, last)
        }
        here -= restricted(connection, here, self.now())
        here -= in_live_games(connection, here)  # Of a round that is not over yet.
        people = [each for each in waiting if each.user_id in here or each.kind == "person"]
        bots = [each for each in waiting if each.kind == "bot"]
        if bots and len(people) % 2 and not set(people[-1].met.split()[:1]) & {str(bot.user_id) for bot in bots}:
            return [*people, random.choice(bots)]
        return people

    # Views

    async def listing(self) -> Json:
        """Upcoming, running and recently finished tournaments."""
        recent = sa.or_(tournaments.c.status != "finished", tournaments.c.ends > self.now() - SHOWN_FOR)
        public = sa.and_(recent, tournaments.c.class_id.is_(None))
        rows = await self.database.scan(lambda connection: read_tournaments(connection, public))
        found: dict[str, list[Json]] = {"created": [], "started": [], "finished": []}
        for row in rows:
            found[row.status].append(row.view() | {"players": row.players})
        found["finished"].reverse()
        return found

    async def view(self, tournament_id: str, viewer: User | None) -> Json:
        """A tournament with its standings. Raises NotFoundError."""

        def work(connection: sa.Connection) -> tuple[TournamentRow, list[Entrant], Json | None]:
            row = find_tournament(connection, tournament_id)
            check_visible(connection, row, viewer)
            if row.format != ARENA:
                return row, [], self.rounds.view(connection, row, viewer)
            return *standing(connection, tournament_id), None

        row, found, view = await self.database.scan(work)
        if view is not None:
            return view | {"now": self.now()}
        places = [{"place": place, **entrant.view()} for place, entrant in enumerate(found, start=1)]
        people = [entrant for entrant in places if entrant["kind"] != "bot"]
        podium = [{**entrant, "place": place} for place, entrant in enumerate(people[:PODIUM], start=1)]
        if row.status != "finished":
            podium = []
        running = sorted({entrant.game_id for entrant in found if entrant.game_id})
        return row.view() | {"now": self.now(), "standing": places, "podium": podium, "games": running}


def _check_applicant(connection: sa.Connection, row: TournamentRow, user: User) -> None:
    """Raise ConflictError or ForbiddenError if a user cannot apply for simultaneous games."""
    if row.by_id == user.id:
        raise ConflictError("you are the host of these games", "host")
    if row.by_id is not None and (
        is_blocked(connection, row.by_id, user.id) or is_blocked(connection, user.id, row.by_id)
    ):
        raise ForbiddenError("the host does not accept games with you", "blocked")


def _check_schedule(kind: str, schedule: Schedule) -> None:
    """Raise UnprocessableError for settings that a format cannot have."""
    if kind == ARENA:
        if schedule != NO_ROUNDS:
            raise UnprocessableError("an arena has no rounds", "format")
        return
    if len(set(schedule.ties)) < len(schedule.ties) or (schedule.ties and kind not in (SWISS, ROUND_ROBIN)):
        raise UnprocessableError("expected each tie-break once, in a Swiss tournament or a round-robin", "ties")
    if kind not in FORMATS:
        raise UnprocessableError(f"unknown format {kind!r}; expected one of: {', '.join((ARENA, *FORMATS))}", "format")
    if kind == SWISS and not 1 <= schedule.rounds <= ROUNDS_LIMIT:
        raise UnprocessableError(f"expected 1 to {ROUNDS_LIMIT} rounds", "rounds")
    if schedule.interval is not None and not 0 <= schedule.interval <= INTERVAL_LIMIT:
        raise UnprocessableError("expected at most a day between rounds", "interval")
    if schedule.repeat not in REPEATS:
        raise UnprocessableError(f"unknown repetition {schedule.repeat!r}; expected one of: daily, weekly", "repeat")


def pairs(waiting: list[T], times_met: Callable[[T, T], int | None]) -> Iterable[tuple[T, T]]:
    """Pair players from the top, each with the neighbour they have met least often. `times_met` returns None for
    players who must not meet.

    >>> list(pairs([1, 2, 3, 4], lambda one, two: None if one + two == 3 else 0))
    [(1, 3), (2, 4)]
    >>> list(pairs([1, 2, 3, 4], lambda one, two: 1 if one + two == 3 else 0))
    [(1, 3), (2, 4)]
    """
    left = list(waiting)
    while len(left) > 1:
        one = left.pop(0)
        met = [
            (times, place) for place, two in enumerate(left[:NEIGHBOURS]) if (times := times_met(one, two)) is not None
        ]
        if met:
            yield one, left.pop(min(met)[1])


def _times_met(apart: set[frozenset[int]], alone: bool, one: Entrant, two: Entrant) -> int | None:
    """How often two players met recently; None if one has blocked the other, or they just met and others are free."""
    met = one.met.split(), two.met.split()
    ids = str(one.user_id), str(two.user_id)
    if frozenset((one.user_id, two.user_id)) in apart:
        return None
    if not alone and met[0][:1] == [ids[1]] and met[1][:1] == [ids[0]]:
        return None
    return met[0].count(ids[1])
