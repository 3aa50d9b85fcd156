"""Rounds: pairing those who are present, simultaneous games with the teacher, and tournaments of a class."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.server.children.children import (
    Children,
    restricted,
)
from jungle.server.errors import ConflictError
from jungle.server.events import Events
from jungle.server.game.commands import end_for_class
from jungle.server.game.events import GameEnded, GameStarted
from jungle.server.game.games import Games
from jungle.server.game.rows import GameRow
from jungle.server.game.terms import Terms
from jungle.server.game.transaction import create, in_live_games
from jungle.server.identity.accounts import HOUSE_BOT, User, name_key
from jungle.server.json import Json
from jungle.server.lobby.tournament_rows import ARENA, NO_ROUNDS, Schedule
from jungle.server.lobby.tournaments import Tournaments, pairs
from jungle.server.realtime.hub import Hub
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.rows import (
    ClassRow,
    Pupil,
    Record,
    read_classes,
    read_pupils,
    records,
    require_teacher,
)
from jungle.server.school.views import ClassViews
from jungle.server.settings import Settings
from jungle.server.storage.database import Database
from jungle.server.storage.schema import classes, games, users

REMEMBERED = 300
"""How many recent games of a class are searched for who has met whom."""


def _last_opponents(connection: sa.Connection, class_id: str) -> tuple[dict[int, int], Counter[int]]:
    """Whom each member of a class has met last, and how often each had Blue recently."""
    statement = sa.select(games.c.blue_id, games.c.red_id).where(games.c.class_id == class_id)
    last: dict[int, int] = {}
    blues: Counter[int] = Counter()
    for blue, red in connection.execute(statement.order_by(games.c.created.desc()).limit(REMEMBERED)):
        for me, other, had_blue in ((blue, red, 1), (red, blue, -1)):
            if me is not None and other is not None:
                last.setdefault(me, other)
                blues[me] += had_blue
    return last, blues


def _odd_one(free: list[Pupil], last: dict[int, int], bot_id: int | None) -> Pupil | None:
    """The pupil left without an opponent, if any: the last one who has not just played the bot."""
    if len(free) % 2 == 0:
        return None
    others = [pupil for pupil in free if bot_id is None or last.get(pupil.user_id) != bot_id]
    return (others or free)[-1]


class Rounds:
    """Starts games in classes, and publishes how they go."""

    def __init__(
        self,
        database: Database,
        events: Events,
        publisher: ClassPublisher,
        views: ClassViews,
        games: Games,
        children: Children,
        tournaments: Tournaments,
        hub: Hub,
        settings: Settings,
        now: Callable[[], int],
    ) -> None:
        self.database = database
        self.events = events
        self.publisher = publisher
        self.views = views
        self.games = games
        self.children = children
        self.tournaments = tournaments
        self.hub = hub
        self.settings = settings
        self.now = now

    async def round(self, user: User, class_id: str, terms: Terms, *, by: str, bot: str | None) -> Json:
        """Pair everyone who is present and free; an odd one out plays a house bot or waits."""

        def find(connection: sa.Connection) -> tuple[dict[int, Record], dict[int, int], Counter[int]]:
            require_teacher(connection, user, class_id)
            return records(connection, class_id), *_last_opponents(connection, class_id)

        results, last, blues = await self.database.scan(find)
        await self.games.precompile(terms)

        def work(connection: sa.Connection) -> tuple[list[GameRow], Pupil | None, list[Pupil]]:
            free, left = self._free(connection, self._unpaused(connection, user, class_id))
            random.shuffle(free)
            if by == "strength":
                free.sort(key=lambda pupil: -results.get(pupil.user_id, Record()).strength)
            bot_id = None if bot is None else self._house_bot(connection, bot)
            odd = _odd_one(free, last, bot_id)
            new_games = []
            met = {frozenset(pair) for pair in last.items()}
            waiting = [pupil for pupil in free if pupil is not odd]
            for one, two in pairs(waiting, lambda one, two: int(frozenset((one.user_id, two.user_id)) in met)):
                order = [one.user_id, two.user_id]
                order.sort(key=lambda user_id: (blues[user_id], random.random()))
                new_games.append(self._start(connection, class_id, terms, *order))
            if odd is not None and bot_id is not None:
                new_games.append(self._start(connection, class_id, terms, odd.user_id, bot_id))
                odd = None
            return new_games, odd, left

        new_games, odd, left = await self.database.write(work)
        shown = await self._begin(user, class_id, new_games)
        return {
            "games": shown,
            "waiting": None if odd is None else odd.name,
            "left": [pupil.name for pupil in left],
        }

    async def simul(self, user: User, class_id: str, terms: Terms, names: list[str] | None) -> Json:
        """Start a game between the teacher and each of these pupils, or everyone, who is present and free."""
        wanted = None if names is None else {name_key(name) for name in names}
        await self.games.precompile(terms)

        def work(connection: sa.Connection) -> tuple[list[GameRow], list[Pupil]]:
            free, left = self._free(connection, self._unpaused(connection, user, class_id))
            new_games = []
            for number, pupil in enumerate(free):
                if wanted is not None and name_key(pupil.name) not in wanted:
                    continue
                colour = terms.colour if terms.colour != "random" else ("blue", "red")[number % 2]
                order = (user.id, pupil.user_id) if colour == "blue" else (pupil.user_id, user.id)
                as_blue = terms if colour == "blue" else terms.reversed()
                new_games.append(self._start(connection, class_id, as_blue, *order, host_id=user.id))
            return new_games, left

        new_games, left = await self.database.write(work)
        return {"games": await self._begin(user, class_id, new_games), "left": [pupil.name for pupil in left]}

    async def end(self, user: User, class_id: str, *, as_draws: bool) -> int:
        """End all running games of a class outside tournaments, and return how many there were."""
        running = sa.select(games.c.id).where(
            games.c.class_id == class_id, games.c.status == "started", games.c.tournament_id.is_(None)
        )

        def find(connection: sa.Connection) -> list[str]:
            require_teacher(connection, user, class_id)
            return list(connection.execute(running).scalars())

        found = await self.database.read(find)
        for game_id in found:
            await self.games.transact(game_id, partial(end_for_class, as_draw=as_draws))
            await asyncio.sleep(0)
        return len(found)

    def _start(
        self,
        connection: sa.Connection,
        class_id: str,
        terms: Terms,
        blue_id: int,
        red_id: int,
        *,
        host_id: int | None = None,
    ) -> GameRow:
        row = create(connection, self.now(), terms, blue_id, red_id, class_id=class_id, host_id=host_id)
        self.events.record(connection, GameStarted(row, "round"))
        return row

    def _unpaused(self, connection: sa.Connection, user: User, class_id: str) -> ClassRow:
        """Lock the class, so that two devices of the teacher do not pair the same pupils."""
        row = require_teacher(connection, user, class_id, lock=True)
        if row.is_paused:
            raise ConflictError("the class is paused; resume it first", "paused")
        return row

    def _free(self, connection: sa.Connection, row: ClassRow) -> tuple[list[Pupil], list[Pupil]]:
        """The pupils who are present and not in a game, and those of them whose guardian does not let them play now."""
        members = read_pupils(connection, row.id)
        present = [pupil for pupil in members if self.children.is_here(pupil.user_id, pupil.seen)]
        ids = [pupil.user_id for pupil in present]
        busy = in_live_games(connection, ids)
        kept = restricted(connection, ids, self.now())
        idle = [pupil for pupil in present if pupil.user_id not in busy]
        return [each for each in idle if each.user_id not in kept], [each for each in idle if each.user_id in kept]

    def _house_bot(self, connection: sa.Connection, strength: str) -> int | None:
        """The account of a house bot of this server, if there is one."""
        if strength not in self.settings.bots.split(",") and not self.hub.others:
            return None
        chosen = (users.c.key == f"{HOUSE_BOT}{strength}", users.c.kind == "bot")
        found: int | None = connection.execute(sa.select(users.c.id).where(*chosen)).scalar()
        return found

    async def _begin(self, user: User, class_id: str, new_games: list[GameRow]) -> list[Json]:
        """Announce committed games."""
        for row in new_games:
            await self.events.emit(GameStarted(row, "round"))
            await asyncio.sleep(0)
        shown = await self.views.named_games(user, [row.id for row in new_games])
        if shown:
            self.publisher.emit(class_id, "round", games=shown)
        return shown

    async def tournament(
        self,
        user: User,
        class_id: str,
        name: str,
        terms: Terms,
        *,
        minutes: int,
        wait: float | None,
        bots: bool,
        kind: str = ARENA,
        schedule: Schedule = NO_ROUNDS,
    ) -> Json:
        """Create a tournament that only the class sees, and enter every pupil who is here. Without `wait` it starts
        when the teacher says so."""

        def find(connection: sa.Connection) -> tuple[ClassRow, list[int]]:
            row = require_teacher(connection, user, class_id)
            members = read_pupils(connection, class_id)
            return row, [each.user_id for each in members if self.children.is_here(each.user_id, each.seen)]

        row, ids = await self.database.read(find)
        length: Json = {"minutes": minutes, "starts": None, "wait": wait, "bots": bots}
        length |= {"kind": kind, "schedule": schedule}
        return await self.tournaments.create(user, name or row.name, terms, **length, class_id=class_id, entering=ids)

    async def on_game_started(self, event: GameStarted) -> None:
        """Publish a rematch or a game of a tournament. A round is published as a whole."""
        if event.origin != "round":
            await self._publish(event.row)

    async def on_game_ended(self, event: GameEnded) -> None:
        """Publish the result of a game, and what it means for its players."""
        await self._publish(event.row)

    async def _publish(self, row: GameRow) -> None:
        if row.class_id is not None:
            with suppress(JungleError):  # It has happened even if the database cannot be read; pages then refetch it.
                await self._publish_game(row.class_id, row)

    async def _publish_game(self, class_id: str, row: GameRow) -> None:
        ids = [seat.user_id for seat in row.seats if seat.user_id is not None]

        def work(connection: sa.Connection) -> tuple[User | None, list[Json]]:
            found = read_classes(connection, classes.c.id == class_id)
            if not found:
                return None, []
            mine = sa.or_(games.c.blue_id.in_(ids), games.c.red_id.in_(ids))
            results = records(connection, class_id, mine)
            members = read_pupils(connection, class_id, users.c.id.in_(ids))
            game_id = row.id if row.is_running() else None
            shown = [self.views.pupil(pupil, results.get(pupil.user_id), game_id) for pupil in members]
            return User(found[0].teacher_id, "", "person"), shown

        teacher, shown = await self.database.scan(work)
        if teacher is None:
            return
        views = await self.views.named_games(teacher, [row.id])
        if row.is_running():
            self.publisher.emit(class_id, "round", games=views)
        else:
            self.publisher.emit(class_id, "over", gameId=row.id, game=views[0] if views else {}, pupils=shown)
