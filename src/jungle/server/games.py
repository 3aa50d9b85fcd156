"""The one place where a game changes: a command comes in, is one transaction, and events go out.

The database is the truth. A game that was just played is kept in memory too, and used only if its version is
still that of the row.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

import sqlalchemy as sa

from jungle.rules import RULES_KEPT
from jungle.server import clocks, metrics, playing
from jungle.server.background import Background
from jungle.server.changes import OTHER, Change, Held, Row, Unsaved, VersionError
from jungle.server.clocks import FREE_PLIES
from jungle.server.creation import create, is_blocked
from jungle.server.database import Database, insert_once
from jungle.server.errors import ConflictError, ForbiddenError, NotFoundError, RequestError, UnprocessableError
from jungle.server.events import Hub, encode
from jungle.server.groups import Groups
from jungle.server.moving import Ack, expire, moves_since, play, replayed, start_notice
from jungle.server.offers import offer
from jungle.server.schema import blocks, games, presences, users
from jungle.server.scoring import tournament_notice
from jungle.server.terms import Terms

T = TypeVar("T")
Act = Callable[[Change], T]

MOST_HELD = 4000
LONGEST_CHAT = 280

_wants_mail = sa.exists().where(
    users.c.id.in_((games.c.blue_id, games.c.red_id)), users.c.address.is_not(None), users.c.mail_moves != "never"
)
_LOCK_GAMES = (
    sa.select(games, _wants_mail.label("wants_mail"))
    .where(games.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(games.c.id)  # In one order everywhere, so that two servers do not wait for each other.
    .with_for_update(of=games)
)
_LOOK_AT_GAME = sa.select(games, _wants_mail.label("wants_mail")).where(games.c.id == sa.bindparam("game"))
SLOW_PLIES = 200


class Games:
    """All games, by id."""

    def __init__(self, database: Database, hub: Hub, background: Background, now: Callable[[], int]) -> None:
        self.database = database
        self.hub = hub
        self.background = background
        self.now = now
        self.mail: Callable[[Change], None] | None = None
        """Writes mails to the outbox, in the same transaction."""
        self.mail_begun: Callable[[sa.Connection, Row], None] | None = None
        self.present: Counter[tuple[str, int]] = Counter()
        """Connections of players to their games, on this server."""
        self.is_closing = False
        """The server is about to stop: players who disconnect now have not left."""
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._unusual: OrderedDict[tuple[str, str], set[str]] = OrderedDict()
        """Those of them with house rules, by game and rules, which take memory for each rule set."""
        self._groups = Groups(self)
        database.on_rollback.append(self.forget_games)

    async def command(self, game_id: str, act: Act[T]) -> T:
        """Let `act` change a game, commit, and tell everybody."""
        started = time.perf_counter()
        if game_id not in self._held:
            await self._prepare(game_id)
        if self.database.locks_rows:
            change, result = await self._groups.command(game_id, act)
        else:
            change, result = await self.database.write(lambda connection: self._alone(connection, game_id, act))
        metrics.command_seconds.observe(time.perf_counter() - started)
        self._publish(change)
        if isinstance(result, RequestError):  # A refusal that changed something: the flag had fallen.
            raise result
        return result

    def _alone(self, connection: sa.Connection, game_id: str, act: Act[T]) -> tuple[Change, T]:
        if (held := self._held.get(game_id)) is not None:
            try:
                return self.attempt(connection, held, act)
            except VersionError:
                pass
        if (held := self.load(connection, [game_id]).get(game_id)) is None:
            raise NotFoundError(f"there is no game {game_id!r}", "no_game")
        return self.attempt(connection, held, act)

    def attempt(
        self, connection: sa.Connection, held: Held, act: Act[T], unsaved: Unsaved | None = None
    ) -> tuple[Change, T]:
        """Let `act` change a game that is loaded."""
        # Nobody may see a move that is not committed yet.
        game_id = held.row["id"]
        self._held.pop(game_id, None)
        change = Change(connection, held, self.now())
        try:
            result = act(change)
        except RequestError:  # Refused before anything was changed.
            self._hold(game_id, held)
            raise
        if change.row != held.row:
            if held.wants_mail and self.mail and change.events:
                self.mail(change)
            held = change.save(unsaved)
        self._hold(game_id, held)
        return change, result

    async def _prepare(self, game_id: str) -> None:
        """Replay a game in the background if that takes long: the transaction runs on the event loop."""
        row = await self.database.read(
            lambda connection: connection.execute(_LOOK_AT_GAME, {"game": game_id}).mappings().first()
        )
        values = {} if row is None else dict(row)
        if values and self._is_slow(values):
            wants_mail = values.pop("wants_mail")
            game = await self.background.run(replayed, values)
            if game_id not in self._held:
                self._hold(game_id, Held(values, game, wants_mail))

    def _hold(self, game_id: str, held: Held) -> None:
        self._held[game_id] = held
        if len(self._held) > MOST_HELD:
            oldest, dropped = self._held.popitem(last=False)
            self._unusual.get((dropped.row["kind"], dropped.row["rules"]), set()).discard(oldest)
        kind, rules = held.row["kind"], held.row["rules"]
        if not playing.is_usual(kind, rules):
            self._unusual.setdefault((kind, rules), set()).add(game_id)
            self._unusual.move_to_end((kind, rules))
            if len(self._unusual) > RULES_KEPT:
                self.forget(self._unusual.popitem(last=False)[1])

    def _is_slow(self, row: Mapping[str, Any]) -> bool:
        """Would replaying this game hold up others?"""
        is_compiled = playing.is_usual(row["kind"], row["rules"]) or (row["kind"], row["rules"]) in self._unusual
        return row["ply"] > SLOW_PLIES or not is_compiled

    def load(self, connection: sa.Connection, ids: list[str]) -> dict[str, Held]:
        """Lock those of these games that exist, and bring what is in memory up to date."""
        rows = map(dict, connection.execute(_LOCK_GAMES, {"ids": ids}).mappings().all())
        return {row["id"]: self._updated(self._held.pop(row["id"], None), row) for row in rows}

    @staticmethod
    def _updated(held: Held | None, row: Row) -> Held:
        wants_mail = row.pop("wants_mail")
        if held is not None and held.row["version"] == row["version"]:
            held.row, held.wants_mail = row, wants_mail
            return held
        if held is not None and (moves := moves_since(held.row, row)) is not None:
            for move in moves:  # The opponent plays on another server.
                held.game.play(move)
            held.row, held.wants_mail = row, wants_mail
            return held
        return Held(row, replayed(row), wants_mail)

    def forget(self, ids: Iterable[str]) -> None:
        """Look these up again: what was done to them is not kept."""
        for game_id in ids:
            self._held.pop(game_id, None)

    def forget_games(self) -> None:
        """Look everything up again: it is not what is stored, or somebody's address has changed."""
        self._held.clear()
        self._unusual.clear()

    def _publish(self, change: Change) -> None:
        topic = f"game:{change.id}"
        for data in (*change.retold, *(data for _, data, _ in change.events)):
            self.hub.publish(topic, data)
        for user_id, notice in change.notices:
            self.hub.publish(f"user:{user_id}", encode(notice))
        if change.row["tournament_id"] and not change.is_running:
            self.hub.publish(f"tournament:{change.row['tournament_id']}", encode(tournament_notice(change.row)))

    def held(self, row: Row) -> Any:
        """The game of a row as it was committed."""
        held = self._held.get(row["id"])
        return held.game if held is not None and held.row["version"] == row["version"] else replayed(row)

    async def look(self, row: Row) -> Any:
        """The same, with a long game replayed in the background."""
        held = self._held.get(row["id"])
        if held is not None and held.row["version"] == row["version"]:
            return held.game
        return await self.background.run(replayed, row) if self._is_slow(row) else replayed(row)

    async def warm(self, terms: Terms) -> None:
        """Compile house rules in the background, before a transaction needs them."""
        if not playing.is_usual(terms.game, terms.rules):
            await self.background.run(playing.new_game, terms.game, terms.rules, terms.fen, 0)

    async def resign_all(self, user_id: int) -> None:
        """Give up all running games of somebody who leaves."""
        chosen = (sa.or_(games.c.blue_id == user_id, games.c.red_id == user_id), games.c.status == "started")
        statement = sa.select(games.c.id).where(*chosen)
        for game_id in await self.database.read(lambda connection: list(connection.execute(statement).scalars())):
            await self.resign(game_id, user_id)

    # Beginning

    def begun(self, connection: sa.Connection, row: Row) -> None:
        """Write to both players that their game has begun, in the transaction that begins it."""
        if self.mail_begun:
            self.mail_begun(connection, row)

    def announce(self, row: Row) -> None:
        """Tell both players that their game has begun, once it is committed."""
        for colour in OTHER:
            notice = {"type": "gameStart", "game": start_notice(row, colour)}
            self.hub.publish(f"user:{row[f'{colour}_id']}", encode(notice))
        self.hub.publish("lobby", encode({"type": "game", "id": row["id"], "speed": row["speed"]}))

    # Moving

    async def play(
        self,
        game_id: str,
        user_id: int,
        text: str,
        *,
        ply: int | None = None,
        number: int | None = None,
        client: str | None = None,
        lag: int = 0,
    ) -> Ack:
        """Play a move. The same ply and client name again is the same move, and is played once."""
        ack = await self.command(game_id, lambda change: play(change, user_id, text.strip(), ply, number, client, lag))
        if isinstance(ack, Ack) and not ack.is_repeat:
            metrics.moves.inc()
        assert isinstance(ack, Ack)
        return ack

    async def resign(self, game_id: str, user_id: int) -> None:
        """Give up; before both have moved, the game is aborted."""

        def act(change: Change) -> None:
            colour = change.require_player(user_id)
            change.require_running()
            if change.row["ply"] < FREE_PLIES:
                change.abort(user_id)
                return
            change.game.resign(playing.COLOURS[colour])
            change.end()

        await self.command(game_id, act)

    async def abort(self, game_id: str, user_id: int) -> None:
        """Call the game off: at once before both have moved, later if both want it."""

        def act(change: Change) -> None:
            change.require_player(user_id)
            change.require_running()
            if change.row["ply"] < FREE_PLIES:
                change.abort(user_id)
            else:
                offer(change, user_id, "abort")

        await self.command(game_id, act)

    async def offer(self, game_id: str, user_id: int, kind: str) -> None:
        """Offer, or accept what the opponent has offered."""
        await self.command(game_id, lambda change: offer(change, user_id, kind))

    async def decline(self, game_id: str, user_id: int, kind: str) -> None:
        """Decline the opponent's offer, or withdraw one's own."""

        def act(change: Change) -> None:
            colour = change.require_player(user_id)
            offers = change.offers
            offer = offers.get(kind)
            if offer is None or offer.get("declined"):
                raise ConflictError(f"there is no offer of {kind} to decline", "no_offer")
            if offer["by"] == colour:
                del offers[kind]
            else:
                offer["declined"] = True
            change.set_offers(offers)
            change.tell("decline", kind=kind, by=colour)

        await self.command(game_id, act)

    async def resume(self, game_id: str, user_id: int) -> None:
        """End a pause that both agreed to."""

        def act(change: Change) -> None:
            colour = change.require_player(user_id)
            if change.row["paused_ms"] is None:
                raise ConflictError(f"game {game_id} is not paused", "not_paused")
            change.row["deadline"] = change.now + change.row["paused_ms"]
            change.row["remind_at"] = clocks.reminder(change.control, change.row["deadline"])
            change.row["paused_ms"] = None
            change.tell("resume", by=colour, deadline=change.row["deadline"])

        await self.command(game_id, act)

    async def claim(self, game_id: str, user_id: int, draw: bool) -> None:
        """Claim the game from an opponent who has gone."""

        def act(change: Change) -> None:
            colour = change.require_player(user_id)
            change.require_running()
            patience = clocks.GONE.get(change.row["speed"])
            since = change.row[f"{OTHER[colour]}_gone"]
            if patience is None or since is None or change.now - since < patience or change.row["ply"] < FREE_PLIES:
                raise ConflictError("the opponent has not been gone for long enough", "not_gone")
            change.game.adjudicate(None if draw else playing.COLOURS[colour])
            change.end()

        await self.command(game_id, act)

    async def chat(self, game_id: str, user_id: int, name: str, text: str) -> None:
        """Say something to the opponent; spectators may speak when the game is over."""
        text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        if not 0 < len(text) <= LONGEST_CHAT:
            raise UnprocessableError(f"expected 1 to {LONGEST_CHAT} characters, got {len(text)}", "text")

        def act(change: Change) -> None:
            colour = change.colour_of(user_id)
            if colour is None and change.is_running:
                raise ForbiddenError("spectators may chat when the game is over", "not_a_player")
            author = sa.select(users.c.muted_until).where(users.c.id == user_id)
            if (change.connection.execute(author).scalar() or 0) > change.now:
                raise ForbiddenError("you may not chat for the time being", "muted")
            muted = (
                blocks.c.blocked_id == user_id,
                blocks.c.user_id.in_([change.row["blue_id"], change.row["red_id"]]),
            )
            if change.connection.execute(sa.select(blocks.c.user_id).where(*muted)).first():
                raise ForbiddenError("a player of this game has muted you", "muted")
            change.tell("chat", name=name, colour=colour, text=text)

        await self.command(game_id, act)

    async def presence(self, game_id: str, user_id: int, is_here: bool) -> None:
        """Note that a player follows the game, or has gone."""

        def act(change: Change) -> str | None:
            colour = change.colour_of(user_id)
            if colour is None:
                return None
            is_anywhere = self._note_presence(change.connection, game_id, user_id, is_here)
            if is_anywhere != is_here or is_here == (change.row[f"{colour}_gone"] is None) or not change.is_running:
                return None
            change.row[f"{colour}_gone"] = None if is_here else change.now
            return colour

        if colour := await self.command(game_id, act):
            told = {"type": "presence", "game": game_id, "colour": colour, "here": is_here}
            self.hub.publish(f"game:{game_id}", encode(told))

    def _note_presence(self, connection: sa.Connection, game_id: str, user_id: int, is_here: bool) -> bool:
        """Write down whether a player is connected to this server; returns whether they are connected to any. The
        game's row is locked meanwhile, so that of two servers that a player leaves at once one sees it."""
        if not self.database.locks_rows:  # There is no other.
            return is_here
        mine = {"game_id": game_id, "user_id": user_id, "server": self.hub.name}
        if is_here:
            insert_once(connection, presences, mine)
            return True
        own = (presences.c.game_id == game_id, presences.c.user_id == user_id)
        connection.execute(sa.delete(presences).where(*own, presences.c.server == self.hub.name))
        return connection.execute(sa.select(presences.c.server).where(*own)).first() is not None

    async def release(self, servers: Collection[str]) -> None:
        """Servers have stopped: players connected to them, and to no other, have gone."""
        theirs = sa.select(presences.c.game_id, presences.c.user_id).where(presences.c.server.in_(servers))
        found = await self.database.read(lambda connection: connection.execute(theirs).all())
        await self.database.execute(sa.delete(presences).where(presences.c.server.in_(servers)))
        for game_id, user_id in dict.fromkeys(map(tuple, found)):
            if (game_id, user_id) not in self.present:
                await self.presence(game_id, user_id, False)

    async def expire(self, game_id: str) -> None:
        """The deadline may have passed: the side to move has lost, or the game never began."""
        await self.command(game_id, expire)

    async def rematch(self, game_id: str, user_id: int) -> str | None:
        """Offer a rematch with colours changed, or accept it and return the new game's id."""
        created: list[Row] = []

        def act(change: Change) -> str | None:
            colour = change.require_player(user_id)
            row, offers = change.row, change.offers
            if change.is_running:
                raise ConflictError(f"game {game_id} is still going on", "running")
            if row["rematch_id"]:
                identity: str = row["rematch_id"]
                return identity
            opponent = row[f"{OTHER[colour]}_id"]
            if opponent is None:
                raise ConflictError("the opponent's account is closed", "closed")
            if is_blocked(change.connection, opponent, user_id):
                raise ForbiddenError("the opponent does not play with you", "blocked")
            asked = offers.get("rematch", {}).get("by")
            if asked is None:
                change.set_offers({"rematch": {"by": colour}})
                change.tell("offer", kind="rematch", by=colour)
                # Whoever has left the table hears it, too.
                change.notices.append((opponent, {"type": "rematchOffered", "game": start_notice(row, OTHER[colour])}))
            if asked != OTHER[colour]:
                return None
            new = create(
                change.connection,
                change.now,
                kind=row["kind"],
                rules=row["rules"],
                control=change.control,
                blue_id=row["red_id"],
                red_id=row["blue_id"],
                rated=row["rated"],
                fen=row["fen"],
            )
            self.begun(change.connection, new)
            created.append(new)
            row["rematch_id"] = new["id"]
            change.set_offers({})
            change.tell("rematch", id=new["id"])
            return str(new["id"])

        new_game = await self.command(game_id, act)
        for row in created[-1:]:
            self.announce(row)
        return new_game
