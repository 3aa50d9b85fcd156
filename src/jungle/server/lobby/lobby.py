"""Matchmaking: challenges by name and by link, and open seeks."""

import random
from collections.abc import Callable
from dataclasses import replace

import sqlalchemy as sa

from jungle.server.children.children import check_hours, why_not
from jungle.server.children.privacy import check_meeting, circle_of
from jungle.server.errors import ConflictError, ForbiddenError, LimitedError, NotFoundError, UnprocessableError
from jungle.server.events import Events
from jungle.server.game.adapter import COLOURS
from jungle.server.game.events import GameStarted
from jungle.server.game.games import Games
from jungle.server.game.privacy import shown_to
from jungle.server.game.ratings import START_RATING, rating_kind
from jungle.server.game.rows import GameRow, number_or_id
from jungle.server.game.terms import OTHER, Terms
from jungle.server.game.transaction import create, is_blocked, load_rating, new_id, new_number
from jungle.server.identity.accounts import User, require
from jungle.server.identity.users import UserRow
from jungle.server.json import Json, encode
from jungle.server.lobby.events import ChallengeMade, ChallengesCancelled
from jungle.server.lobby.rows import WITH_NAMES, ChallengeRow, challenger, read_challenges
from jungle.server.realtime.hub import Hub
from jungle.server.realtime.lobby_feed import LobbyFeed
from jungle.server.storage.database import Database, take_turns
from jungle.server.storage.schema import blocks, challenges, games, ratings
from jungle.server.times import DAY, HOUR, SECOND

LIVE_LIFE = 15 * 60 * SECOND
SEEK_LIFE = 15 * SECOND
"""How long a seek with a clock lasts; it is renewed while its owner is connected."""
CORRESPONDENCE_LIFE = 14 * DAY
ABORTS = 3
"""After this many aborted games within an hour, a player has to wait."""
CANDIDATES = 100
"""How many seeks are looked at for one that fits. All but a few have been ruled out by then."""
OPEN_LIMIT = 50
"""How many open challenges one player may have."""


class Lobby:
    """Challenges and seeks until they become games."""

    def __init__(
        self, database: Database, events: Events, hub: Hub, feed: LobbyFeed, games: Games, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.events = events
        self.hub = hub
        self.feed = feed
        self.games = games
        self.now = now

    async def challenge(self, user: User, other: str | None, terms: Terms, *, confirmed: bool = True) -> Json:
        """Challenge a player by name, or create an open challenge for the first person to follow the link."""

        def work(connection: sa.Connection) -> tuple[Json, Json | None, int | None]:
            if other is None:
                return self._view_for(connection, user, self._insert(connection, user, terms, "link", None)), None, None
            row = self._opponent(connection, user, other, terms)
            challenge = self._insert(connection, user, terms, "direct", row.id, confirmed)
            opponent = User(row.id, row.name, row.kind, is_child=row.is_child)
            mine, theirs = (self._view_for(connection, viewer, challenge) for viewer in (user, opponent))
            return mine, theirs, row.id

        self._check_rated(user, terms)
        view, event, opponent = await self.database.write(work)
        if opponent is not None:
            self.hub.publish(f"user:{opponent}", encode({"type": "challenge", "challenge": event}))
        return view

    @staticmethod
    def _check_rated(user: User, terms: Terms) -> None:
        if terms.rated and user.is_guest():
            raise ForbiddenError("guests can only play casual games; sign up to play rated ones", "guest")
        if terms.rated and user.is_child:
            raise ForbiddenError("children can only play casual games", "child")

    def _opponent(self, connection: sa.Connection, user: User, name: str, terms: Terms) -> UserRow:
        row = require(connection, name, with_children=True)
        if row.id == user.id:
            raise UnprocessableError("you cannot challenge yourself", "self")
        try:
            check_meeting(connection, user.id, row.id)
        except ForbiddenError:
            if row.is_child and row.id not in circle_of(connection, user.id):
                # A stranger must not learn that this child exists.
                raise NotFoundError(f"there is no user {name!r}", "no_user") from None
            raise
        if terms.rated and row.is_child:
            raise UnprocessableError(f"{row.name} can only play casual games", "child")
        if terms.rated and row.kind == "guest":
            raise UnprocessableError(f"{row.name} is a guest and can only play casual games", "guest")
        if is_blocked(connection, row.id, user.id):
            raise ForbiddenError(f"{row.name} does not accept challenges", "blocked")
        return row

    def _insert(
        self,
        connection: sa.Connection,
        user: User,
        terms: Terms,
        kind: str,
        opponent: int | None,
        confirmed: bool = True,
        low: int | None = None,
        high: int | None = None,
        pool: str | None = None,
    ) -> ChallengeRow:
        now = self.now()
        self._check_aborter(connection, user, now)
        check_hours(connection, now, user.id)
        waiting = sa.select(sa.func.count()).where(challenges.c.from_id == user.id, challenges.c.status == "open")
        if connection.execute(waiting).scalar_one() >= OPEN_LIMIT:
            raise LimitedError(f"{OPEN_LIMIT} of your challenges are already open; cancel some first", retry_after=60)
        is_slow = terms.days is not None or kind == "link"
        identity = new_id()
        row = {
            "id": identity,
            "number": new_number(connection),
            "kind": kind,
            "from_id": user.id,
            "to_id": opponent,
            "confirmed": confirmed,
            "terms": terms.text(),
            "pool": pool,
            "colour": None if pool is None else terms.colour,
            "rating_low": low,
            "rating_high": high,
            "status": "open",
            "created": now,
            "expires": now + (CORRESPONDENCE_LIFE if is_slow else SEEK_LIFE if kind == "seek" else LIVE_LIFE),
        }
        connection.execute(sa.insert(challenges), row)
        found = self._find(connection, identity)
        if opponent is not None:
            self.events.record(connection, ChallengeMade(found))
        return found

    @staticmethod
    def _check_aborter(connection: sa.Connection, user: User, now: int) -> None:
        """Make a player who keeps aborting games wait."""
        recent = (games.c.aborted_by == user.id, games.c.ended > now - HOUR)
        last, count = connection.execute(sa.select(sa.func.max(games.c.ended), sa.func.count()).where(*recent)).one()
        if count >= ABORTS:
            wait = (last + (count - ABORTS + 1) * 60 * SECOND - now) // SECOND
            if wait > 0:
                raise LimitedError(f"too many aborted games; wait {wait} s", "aborts", retry_after=wait)

    async def accept(self, user: User, challenge_id: str) -> GameRow | None:
        """Accept a challenge and start the game. Both players must accept a challenge whose sender was not verified."""

        asked = await self.database.read(lambda connection: self._find(connection, challenge_id))
        await self.games.precompile(asked.terms)

        now = self.now()

        def work(connection: sa.Connection) -> tuple[ChallengeRow, GameRow | None]:
            row = self._open(connection, challenge_id)
            if not row.confirmed and user.id in (row.from_id, row.to_id):
                self._confirm(connection, row, user.id)
                return row, None
            if row.from_id == user.id:
                raise ConflictError("this is your own challenge; your opponent has to accept it", "own")
            if row.to_id not in (None, user.id):
                raise ForbiddenError("this challenge is for another player", "not_yours")
            able = sa.select(challenger.c.id).where(challenger.c.id == row.from_id, *_may_play(now))
            if connection.execute(able).first() is None:
                raise ConflictError(f"{row.from_name} can no longer play", "not_open")
            self._check_rated(user, row.terms)
            check_meeting(connection, row.from_id, user.id)
            self._check_aborter(connection, user, now)
            if row.kind != "direct" and is_blocked(connection, row.from_id, user.id):
                raise ForbiddenError(f"{row.from_name} does not accept games with you", "blocked")
            return row, self._begin(connection, row, row.terms, user.id)

        challenge, game = await self.database.write(work)
        if game is not None:
            await self.events.emit(GameStarted(game, "challenge"))
            self._ended(challenge)
        return game

    @staticmethod
    def _confirm(connection: sa.Connection, row: ChallengeRow, user_id: int) -> None:
        """The first player to accept a challenge from an unverified sender becomes the challenger."""
        values: dict[str, object] = {"confirmed": True}
        if user_id == row.to_id:
            values.update(from_id=row.to_id, to_id=row.from_id, terms=row.terms.reversed().text())
        connection.execute(sa.update(challenges).where(challenges.c.id == row.id).values(values))

    def _begin(self, connection: sa.Connection, challenge: ChallengeRow, terms: Terms, opponent: int) -> GameRow:
        check_hours(connection, self.now(), challenge.from_id, opponent)
        colour = terms.colour if terms.colour != "random" else random.choice(COLOURS)
        blue, red = (challenge.from_id, opponent) if colour == "blue" else (opponent, challenge.from_id)
        as_blue = terms if colour == "blue" else terms.reversed()
        row = create(connection, self.now(), as_blue, blue, red, number=challenge.number)
        statement = sa.update(challenges).where(challenges.c.id == challenge.id, challenges.c.status == "open")
        if connection.execute(statement.values(status="accepted", game_id=row.id)).rowcount != 1:
            raise ConflictError("another player was faster", "taken")
        self.events.record(connection, GameStarted(row, "challenge"))
        return row

    async def decline(self, user: User, challenge_id: str) -> None:
        """Decline a challenge, or cancel your own."""

        def work(connection: sa.Connection) -> tuple[ChallengeRow, str, int | None]:
            row = self._open(connection, challenge_id)
            if user.id not in (row.from_id, row.to_id):
                raise ForbiddenError("this challenge is not yours", "not_yours")
            status = "cancelled" if user.id == row.from_id else "declined"
            connection.execute(sa.update(challenges).where(challenges.c.id == row.id).values(status=status))
            recipient = row.to_id if status == "cancelled" else row.from_id
            return row, status, recipient

        row, status, recipient = await self.database.write(work)
        kind = "challengeCanceled" if status == "cancelled" else "challengeDeclined"
        if recipient is not None:
            view = self.view(row) | {"status": status}
            self.hub.publish(f"user:{recipient}", encode({"type": kind, "challenge": view}))
        self._ended(row)

    async def seek(
        self, user: User, terms: Terms, low: int | None, high: int | None
    ) -> tuple[Json | None, GameRow | None]:
        """Find an opponent: returns the seek that is now open, or the game that starts."""
        self._check_rated(user, terms)
        kind = rating_kind(terms.game, terms.control.speed)
        pool = _pool(terms)

        def work(connection: sa.Connection) -> tuple[Json | None, ChallengeRow | None, GameRow | None]:
            now = self.now()
            take_turns(connection, f"seek {pool}")
            check_hours(connection, now, user.id)
            own = self._rating(connection, user.id, kind)
            for row in read_challenges(connection, _candidates(user.id, terms, pool, (own, kind), (low, high), now)):
                if row.from_id == user.id:
                    if terms.limit is None and row.terms == terms and (row.rating_low, row.rating_high) == (low, high):
                        # A double click. (With a clock, each page has its own seek.)
                        return self.view(row), None, None
                    continue
                try:
                    check_meeting(connection, user.id, row.from_id, anonymous=True)
                except ForbiddenError:
                    continue
                if why_not(connection, row.from_id, now)[0] is not None:
                    continue  # A child whose playing time has ended since it began to seek.
                self._check_aborter(connection, user, now)
                other = row.terms
                if other.colour == "random":
                    other = replace(other, colour=OTHER[terms.colour])
                return None, row, self._begin(connection, row, other, user.id)
            waiting_seek = self._insert(connection, user, terms, "seek", None, low=low, high=high, pool=pool)
            return self.view(waiting_seek), None, None

        seek, met, game = await self.database.write(work)
        if seek is not None:
            self.feed.add(seek=seek)
        if met is not None and game is not None:
            self._ended(met)
            await self.events.emit(GameStarted(game, "challenge"))
        return seek, game

    async def renew(self) -> None:
        """Renew the seeks of users connected to this server, and remove expired ones."""
        now = self.now()
        seeks = (challenges.c.kind == "seek", challenges.c.status == "open")
        columns = (challenges.c.id, challenges.c.from_id, challenges.c.expires, challenges.c.pool, challenges.c.terms)
        is_short = challenges.c.expires <= now + SEEK_LIFE
        live = sa.select(*columns).where(*seeks, sa.or_(is_short, challenges.c.pool.is_(None)))
        found = await self.database.read(lambda connection: connection.execute(live).all())
        for seek in found:
            if seek.pool is None:  # From a server of an earlier version.
                terms = Terms.read(seek.terms)
                filled = sa.update(challenges).where(challenges.c.id == seek.id)
                await self.database.execute(filled.values(pool=_pool(terms), colour=terms.colour))
        found = [seek for seek in found if seek.expires <= now + SEEK_LIFE]
        kept = [seek.id for seek in found if seek.expires > now and self.hub.has_listeners(f"user:{seek.from_id}")]
        if kept:
            renewed = sa.update(challenges).where(*seeks, challenges.c.id.in_(kept), challenges.c.expires > now)
            await self.database.execute(renewed.values(expires=now + SEEK_LIFE))
        if late := [seek.id for seek in found if seek.expires <= now]:
            ending = sa.update(challenges).where(*seeks, challenges.c.id.in_(late), challenges.c.expires <= now)
            if await self.database.execute(ending.values(status="cancelled")):
                self.feed.remove_seeks(late)

    @staticmethod
    def _rating(connection: sa.Connection, user_id: int, kind: str | None) -> float:
        return load_rating(connection, user_id, kind or "").rating

    async def seeks(self) -> list[Json]:
        """All open seeks."""
        chosen = (challenges.c.kind == "seek", challenges.c.status == "open", challenges.c.expires > self.now())
        statement = WITH_NAMES.where(*chosen, *_may_play(self.now())).order_by(challenges.c.created.desc()).limit(100)
        rows = await self.database.read(lambda connection: read_challenges(connection, statement))
        return [self.view(row) for row in rows]

    async def of_user(self, user: User) -> Json:
        """The open challenges to and from a user."""
        user_id = user.id
        chosen = (
            sa.or_(challenges.c.to_id == user_id, challenges.c.from_id == user_id),
            challenges.c.status == "open",
            challenges.c.expires > self.now(),
        )
        statement = WITH_NAMES.where(*chosen).order_by(challenges.c.created)

        def work(connection: sa.Connection) -> Json:
            rows = [(row, self._view_for(connection, user, row)) for row in read_challenges(connection, statement)]
            return {
                "in": [view for row, view in rows if row.to_id == user_id],
                "out": [view for row, view in rows if row.from_id == user_id],
            }

        return await self.database.read(work)

    async def find(self, challenge_id: str) -> Json:
        return self.view(await self.database.read(lambda connection: self._find(connection, challenge_id)))

    def _find(self, connection: sa.Connection, challenge_id: str) -> ChallengeRow:
        for row in read_challenges(connection, WITH_NAMES.where(number_or_id(challenges, challenge_id))):
            return row
        raise NotFoundError(f"there is no challenge {challenge_id!r}", "no_challenge")

    def _open(self, connection: sa.Connection, challenge_id: str) -> ChallengeRow:
        row = self._find(connection, challenge_id)
        if row.status != "open" or row.expires <= self.now():
            status = row.status if row.status != "open" else "expired"
            raise ConflictError(f"challenge {challenge_id} is {status}", "not_open")
        return row

    def _ended(self, row: ChallengeRow) -> None:
        if row.kind == "seek":
            self.feed.remove_seeks([row.id])

    def on_cancelled(self, event: ChallengesCancelled) -> None:
        """Tell the lobby that these seeks are gone."""
        self.feed.remove_seeks(list(event.ids))

    @classmethod
    def _view_for(cls, connection: sa.Connection, viewer: User, row: ChallengeRow) -> Json:
        """A challenge as this user may see it: children and strangers do not see each other's names."""
        shown = cls.view(row)
        people = (
            ("challenger", row.from_id, row.from_name, row.from_kind),
            ("to", row.to_id, row.to_name, row.to_kind),
        )
        for role, user_id, name, kind in people:
            if user_id is not None and name is not None and kind is not None:
                person = shown_to(connection, viewer, user_id, name, kind)
                shown[role] = {"name": person.name, "kind": person.kind}
        return shown

    @staticmethod
    def view(row: ChallengeRow) -> Json:
        return {
            "id": row.id,
            "number": row.number,
            "kind": row.kind,
            "status": row.status,
            "challenger": {"name": row.from_name, "kind": row.from_kind},
            "to": None if row.to_name is None else {"name": row.to_name, "kind": row.to_kind},
            "ratings": [row.rating_low, row.rating_high],
            "created": row.created,
            "expires": row.expires,
            "gameId": row.game_id,
            **row.terms.view(),
        }


def _pool(terms: Terms) -> str:
    """What two seeks must have in common to be paired: everything but the colour."""
    return replace(terms, colour="random").text()


def _candidates(
    user_id: int,
    terms: Terms,
    pool: str,
    own: tuple[float, str | None],
    wanted: tuple[int | None, int | None],
    now: int,
) -> sa.Select[tuple[object, ...]]:
    """The seeks of others that fit a user's, oldest first, and the user's own. `own` is the user's rating and its kind,
    `wanted` the range of ratings that the user accepts."""
    rating, kind = own
    low, high = wanted
    theirs = ratings.alias("theirs")
    their_rating = sa.func.coalesce(theirs.c.rating, START_RATING)
    fits = [
        sa.or_(challenges.c.rating_low.is_(None), challenges.c.rating_low <= rating),
        sa.or_(challenges.c.rating_high.is_(None), challenges.c.rating_high >= rating),
        *([] if low is None else [their_rating >= low]),
        *([] if high is None else [their_rating <= high]),
        *([] if terms.colour == "random" else [challenges.c.colour != terms.colour]),
    ]
    for one, two in ((challenges.c.from_id, user_id), (user_id, challenges.c.from_id)):
        fits.append(~sa.exists().where(blocks.c.user_id == one, blocks.c.blocked_id == two))
    return (
        WITH_NAMES.outerjoin(theirs, sa.and_(theirs.c.user_id == challenges.c.from_id, theirs.c.kind == (kind or "")))
        .where(challenges.c.pool == pool, challenges.c.status == "open", challenges.c.expires > now, *_may_play(now))
        .where(sa.or_(challenges.c.from_id == user_id, sa.and_(*fits)))
        .order_by(challenges.c.created)
        .limit(CANDIDATES)
        .with_for_update(of=challenges)
    )


def _may_play(now: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Conditions: the challenger's account is open and not banned."""
    return challenger.c.closed.is_(None), sa.func.coalesce(challenger.c.banned_until, 0) <= now
