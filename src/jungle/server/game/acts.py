"""What players can do in a game: one table of acts, shared by the WebSocket, the bot API and mail commands.

Each act is a function of a `Change`, which is one transaction, and the `Order` that requests it.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from jungle.errors import GameError, IllegalMoveError, InvalidMoveError
from jungle.pieces import Side
from jungle.server.children.children import check_hours
from jungle.server.children.circles import check_meeting
from jungle.server.errors import ConflictError, ForbiddenError, RequestError, UnprocessableError
from jungle.server.game import clocks, playing
from jungle.server.game.changes import Change, create, is_blocked
from jungle.server.game.clocks import FREE_PLIES
from jungle.server.game.playing import COLOURS
from jungle.server.game.rows import GameRow, Offer
from jungle.server.game.terms import Terms
from jungle.server.identity.users import is_child
from jungle.server.json import Json
from jungle.server.storage.schema import blocks, classes, events, users

MOVE_TIME_LIMIT = 40
LONGEST_CHAT = 280
MOST_PLIES = 2000
"""A game whose rules set no limit is drawn at this point, so that replaying it stays fast."""
MOST_RETOLD = 10
PHRASES = ("hello", "good_luck", "good_game", "well_played", "thanks", "oops", "rematch_please", "bye")
"""Phrases sent with the press of a button: the only chat that children send and receive."""
OFFERS = ("draw", "takeback", "abort", "pause")
"""What players can offer. An offer stands until it is answered or the next move is made."""


class Order(msgspec.Struct, frozen=True):
    """A request for an act in a game. The table says which arguments each act needs."""

    act: str
    user_id: int
    move: str | None = None
    kind: str | None = None
    text: str | None = None
    ply: int | None = None
    """The ply of the move. A request with the same ply and client is a repeat, and the move is played only once."""
    number: int | None = None
    """The move number, as used in mails: two plies are one move."""
    client: str | None = None
    lag: int = 0


@dataclass(frozen=True, slots=True)
class Ack:
    """Acknowledges a move that has been written to disk."""

    version: int
    ply: int
    is_repeat: bool = False


Answer = Ack | str | RequestError | None
"""What an act returns: the ack of a move, the id of a rematch, or a refusal that still changed something."""


def start_notice(row: GameRow, side: Side) -> Json:
    """The entry in a player's event stream for a game that has started."""
    return {
        "id": row.id,
        "gameId": row.id,
        "number": row.number,
        "game": row.kind,
        "rules": row.rules,
        "colour": COLOURS[side],
        "speed": row.speed,
        "rated": row.rated,
        "isMyTurn": row.turn is side,
    }


def play(change: Change, order: Order) -> Answer:
    """Play a move."""
    side = change.require_player(order.user_id)
    row, game, ply, text = change.row, change.game, order.ply, (order.move or "").strip()
    if order.client is not None and (repeat := _played_before(change, ply, order.client)):
        return repeat
    change.require_running()
    _require_going(change)
    if ply is not None and ply != row.ply:
        raise ConflictError(f"expected a move for ply {row.ply}, got one for {ply}", "stale")
    if order.number is not None and order.number != game.number:
        raise ConflictError(f"expected move {game.number}, got #{order.number}", "move_number")
    if row.turn is not side:
        raise ConflictError(f"it is {COLOURS[row.turn]}'s turn", "not_your_turn")
    left = row.seats[side].ms
    if left is not None:
        given, allowance = clocks.compensation(order.lag, change.held.allowances.get(side, clocks.MOST_LAG))
        left -= clocks.time_spent(row.ply, row.turn_since, change.now, given)
        if left <= 0:
            flag(change, side)
            return ConflictError("your time ran out before the move arrived", "flag")
    if len(text) > MOVE_TIME_LIMIT:
        raise UnprocessableError("expected a move such as a3a4, got something longer", "invalid_move")
    try:
        move = game.play(text)
    except IllegalMoveError as error:
        raise UnprocessableError(str(error), "illegal_move") from None
    except InvalidMoveError as error:
        raise UnprocessableError(str(error), "invalid_move") from None
    if left is not None:
        change.held.allowances[side] = (
            allowance  # Not for an illegal move: otherwise repeated attempts would earn extra time.
        )
        change.row = row.with_seat(side, ms=left + (row.increment or 0) if row.ply >= FREE_PLIES else left)
    played = playing.move_text(move)
    row = change.set(moves=f"{row.moves} {played}" if row.moves else played, ply=row.ply + 1, offers={})
    fields: Json = {}
    if row.ply == 1 and row.turn is playing.side_to_move(game):
        change.set(seats=row.seats[::-1])  # The first flip gave the player who made it the other colour.
        fields["swapped"] = True
    change.begin_turn()
    row = change.row
    if row.days is not None:
        fields["deadline"] = row.deadline
    change.tell("move", order.client, ply=row.ply - 1, move=played, clock=change.clock(), at=change.now, **fields)
    if game.outcome() is None and row.ply >= MOST_PLIES:
        game.adjudicate(None)
    if game.outcome() is not None:
        change.end()
    elif row.speed == "correspondence" and row.to_move.user_id is not None:
        change.notices.append((row.to_move.user_id, {"type": "yourTurn", "game": start_notice(row, row.turn)}))
        # All devices of the player who moved now show one waiting turn less.
        change.notices.append((order.user_id, {"type": "turn", "game": start_notice(row, row.turn.opponent)}))
    return Ack(change.events[0][0]["version"], row.ply - 1)


def _played_before(change: Change, ply: int | None, client: str) -> Ack | None:
    if ply is not None and ply >= change.row.ply:
        return None
    chosen = [events.c.game_id == change.row.id, events.c.client == client]
    if ply is not None:
        chosen.append(events.c.ply == ply)
    row = change.connection.execute(sa.select(events.c.version, events.c.ply).where(*chosen)).first()
    if row is None:
        return None
    # The server that accepted the move may have died before publishing it. Clients that have it ignore old versions.
    since = (events.c.game_id == change.row.id, events.c.version >= row.version)
    told = sa.select(events.c.data).where(*since).order_by(events.c.version).limit(MOST_RETOLD)
    change.retold = [data.encode() for data in change.connection.execute(told).scalars()]
    return Ack(row.version, row.ply, is_repeat=True)


def flag(change: Change, side: Side) -> None:
    """End the game because a side has run out of time."""
    if change.row.seats[side].ms is not None:
        change.row = change.row.with_seat(side, ms=0)
    change.game.time_out(side)
    change.end()


def expire(change: Change) -> None:
    """If the deadline has passed, the side to move loses, or the game is aborted if it never really began."""
    row = change.row
    if not row.is_running() or row.deadline is None or row.deadline > change.now:
        return
    if row.ply < FREE_PLIES:
        change.abort(row.to_move.user_id)
    else:
        flag(change, row.turn)


def resign(change: Change, order: Order) -> None:
    """Resign. Before both players have moved, this aborts the game instead."""
    side = change.require_player(order.user_id)
    change.require_running()
    if change.row.ply < FREE_PLIES:
        change.abort(order.user_id)
        return
    change.game.resign(side)
    change.end()


def abort(change: Change, order: Order) -> None:
    """Abort the game: immediately before both players have moved, later only if both agree."""
    change.require_player(order.user_id)
    change.require_running()
    if change.row.ply < FREE_PLIES:
        change.abort(order.user_id)
    else:
        offer(change, msgspec.structs.replace(order, kind="abort"))


def offer(change: Change, order: Order) -> None:
    """Offer something, or accept what the opponent has offered."""
    side, kind = change.require_player(order.user_id), order.kind or ""
    change.require_running()
    row, waiting = change.row, dict(change.row.offers)
    if kind not in OFFERS:
        raise UnprocessableError(f"expected an offer of {', '.join(OFFERS)}; got {kind!r}")
    if kind == "pause" and row.days is None:
        raise ConflictError("only correspondence games can be paused", "not_correspondence")
    _require_going(change)
    standing = waiting.get(kind)
    if kind == "takeback":
        _check_takebacks(change)
        plies_to_take_back(change, side if standing is None else standing.by)
    if standing is None:
        change.set_offers({**waiting, kind: Offer(side)})
        change.tell("offer", kind=kind, by=COLOURS[side])
    elif standing.declined:
        raise ConflictError(f"{kind} was declined; move before you offer again", "declined")
    elif standing.by is not side:
        _accept(change, kind, standing.by)


def accept(change: Change, order: Order) -> None:
    """Accept the opponent's offer. Unlike `offer`, makes no new offer if it is gone."""
    side = change.require_player(order.user_id)
    if change.row.standing.get(order.kind or "") is not side.opponent:
        raise ConflictError(f"there is no offer of {order.kind} to accept", "no_offer")
    offer(change, order)


def _accept(change: Change, kind: str, offered_by: Side) -> None:
    row = change.row
    if kind == "draw":
        try:
            change.game.agree_draw()
        except GameError as error:
            raise ConflictError(str(error)) from None
        change.end()
    elif kind == "abort":
        change.abort(None)
    elif kind == "pause":
        left = max(0, (row.deadline or 0) - change.now)
        change.set(paused_ms=left, deadline=None, remind_at=None, offers={})
        change.tell("pause")
    else:
        plies = plies_to_take_back(change, offered_by)
        for _ in range(plies):
            change.game.undo()
        change.set(moves=" ".join(row.moves.split()[:-plies]), ply=row.ply - plies, offers={})
        change.begin_turn()
        fields: Json = {} if row.days is None else {"deadline": change.row.deadline}
        change.tell("takeback", ply=change.row.ply, clock=change.clock(), at=change.now, **fields)
        if row.days is not None:
            change.notify("turn")


def _require_going(change: Change) -> None:
    if change.row.is_halted():
        raise ConflictError("the teacher has paused the game", "paused")


def _check_takebacks(change: Change) -> None:
    """Raise ConflictError if the teacher of the game's class has turned takebacks off."""
    if change.row.class_id is not None:
        allowed = sa.select(classes.c.takebacks).where(classes.c.id == change.row.class_id)
        if change.connection.execute(allowed).scalar() is False:
            raise ConflictError("takebacks are off in this class", "takebacks_off")


def plies_to_take_back(change: Change, side: Side) -> int:
    """How many plies to take back until a side is to move again. Raises ConflictError if that is impossible."""
    plies = 1 if change.row.turn is not side else 2
    if plies > change.row.ply:
        raise ConflictError("there is no move to take back", "no_takeback")
    if any(move.is_flip() for move in change.game.moves[-plies:]):
        raise ConflictError("a flip cannot be taken back: the piece has been seen", "no_takeback")
    return plies


def decline(change: Change, order: Order) -> None:
    """Decline the opponent's offer, or withdraw your own."""
    side, kind = change.require_player(order.user_id), order.kind or ""
    offers = dict(change.row.offers)
    standing = offers.get(kind)
    if standing is None or standing.declined:
        raise ConflictError(f"there is no offer of {kind} to decline", "no_offer")
    if standing.by is side:
        del offers[kind]
    else:
        offers[kind] = Offer(standing.by, declined=True)
    change.set_offers(offers)
    change.tell("decline", kind=kind, by=COLOURS[side])


def resume(change: Change, order: Order) -> None:
    """End a pause that both agreed to."""
    side, row = change.require_player(order.user_id), change.row
    if row.paused_ms is None:
        raise ConflictError(f"game {row.id} is not paused", "not_paused")
    _require_going(change)
    deadline = change.now + row.paused_ms
    change.set(deadline=deadline, remind_at=clocks.reminder(row.control, deadline), paused_ms=None)
    change.tell("resume", by=COLOURS[side], deadline=deadline)


def halt(change: Change) -> None:
    """Pause a game of a class for its teacher: the clock stops."""
    row = change.row
    if not row.is_running() or row.paused_ms is not None or row.days is not None:
        return
    if row.deadline is not None and row.deadline <= change.now:
        expire(change)
        return
    if (left := row.to_move.ms) is not None:
        left -= clocks.time_spent(row.ply, row.turn_since, change.now, 0)
        change.row = row.with_seat(row.turn, ms=max(left, 1))  # Only the lag allowance is left.
    rest = 0 if row.deadline is None else row.deadline - change.now
    change.set(paused_ms=rest, deadline=None, turn_since=change.now)
    change.tell("pause", clock=change.clock(), at=change.now)


def proceed(change: Change) -> None:
    """Resume a paused game of a class for its teacher."""
    row = change.row
    if not row.is_running() or not row.is_halted():
        return
    for side in Side:
        if row.seats[side].gone is not None:  # The absence did not count during the pause.
            row = change.row = row.with_seat(side, gone=change.now)
    deadline = None if row.to_move.ms is None else change.now + (row.paused_ms or 0)
    change.set(paused_ms=None, deadline=deadline, turn_since=change.now)
    change.tell("resume", clock=change.clock(), at=change.now)


def claim(change: Change, order: Order) -> None:
    """Claim a win, or a draw with the kind `draw`, from an opponent who has left."""
    side = change.require_player(order.user_id)
    change.require_running()
    _require_going(change)
    patience, since = clocks.GONE.get(change.row.speed), change.row.seats[side.opponent].gone
    if patience is None or since is None or change.now - since < patience or change.row.ply < FREE_PLIES:
        raise ConflictError("your opponent has not been gone long enough", "not_gone")
    change.game.adjudicate(None if order.kind == "draw" else side)
    change.end()


def rematch(change: Change, order: Order) -> str | None:
    """Offer a rematch with colours swapped, or accept one and return the new game's id."""
    side, row = change.require_player(order.user_id), change.row
    if row.is_running():
        raise ConflictError(f"game {row.id} is not over yet", "running")
    if row.rematch_id:
        return row.rematch_id
    opponent = row.seats[side.opponent].user_id
    if opponent is None:
        raise ConflictError("your opponent's account is closed", "closed")
    if is_blocked(change.connection, opponent, order.user_id):
        raise ForbiddenError("your opponent does not accept games with you", "blocked")
    check_meeting(change.connection, order.user_id, opponent, anonymous=True)
    check_hours(change.connection, change.now, order.user_id, opponent)
    asked = row.standing.get("rematch")
    if asked is None:
        change.set_offers({"rematch": Offer(side)})
        change.tell("offer", kind="rematch", by=COLOURS[side])
        # This also reaches an opponent who has left the game's page.
        change.notices.append((opponent, {"type": "rematchOffered", "game": start_notice(row, side.opponent)}))
    if asked is not side.opponent:
        return None
    blue_id, red_id = (order.user_id, opponent) if side is Side.RED else (opponent, order.user_id)
    terms = Terms(row.kind, row.rules, row.clock_limit, row.increment or 0, row.days, rated=row.rated, fen=row.fen)
    new = create(change.connection, change.now, terms, blue_id, red_id, class_id=_class_in_session(change))
    change.begun.append(new)
    change.set(rematch_id=new.id, offers={})
    change.tell("rematch", id=new.id)
    return new.id


def _class_in_session(change: Change) -> str | None:
    """The class that a game belongs to. Raises ConflictError if it is paused."""
    if (class_id := change.row.class_id) is None:
        return None
    # Locked, so that a pause either comes first or finds the new game.
    chosen = sa.select(classes.c.is_paused).where(classes.c.id == class_id).with_for_update(read=True)
    if (is_paused := change.connection.execute(chosen).scalar()) is None:
        return None
    if is_paused:
        raise ConflictError("the teacher has paused the class", "paused")
    return class_id


def chat(change: Change, order: Order) -> None:
    """Send a chat line to the opponent. Spectators may chat once the game is over."""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in order.text or "").split())
    if not 0 < len(text) <= LONGEST_CHAT:
        raise UnprocessableError(f"expected 1 to {LONGEST_CHAT} characters, got {len(text)}", "text")
    row, side = change.row, change.row.side_of(order.user_id)
    if side is None and row.is_running():
        raise ForbiddenError("spectators may chat once the game is over", "not_a_player")
    involved = users.c.id.in_([order.user_id, *(seat.user_id for seat in row.seats)])
    if change.connection.execute(sa.select(users.c.id).where(involved, is_child(users))).first():
        raise ForbiddenError("there is no chat in games with children; use a phrase", "child")
    name = _author(change, order.user_id)
    muted = (blocks.c.blocked_id == order.user_id, blocks.c.user_id.in_([seat.user_id for seat in row.seats]))
    if change.connection.execute(sa.select(blocks.c.user_id).where(*muted)).first():
        raise ForbiddenError("one of the players has blocked you", "muted")
    change.tell("chat", name=name, colour=None if side is None else COLOURS[side], text=text)


def phrase(change: Change, order: Order) -> None:
    """Say one of the quick phrases to the opponent."""
    side = change.require_player(order.user_id)
    if order.kind not in PHRASES:
        raise UnprocessableError(f"expected a phrase of {', '.join(PHRASES)}; got {order.kind!r}", "phrase")
    _author(change, order.user_id)
    change.tell("phrase", colour=COLOURS[side], kind=order.kind)


def _author(change: Change, user_id: int) -> str:
    """The name of a player who wants to say something. Raises ForbiddenError if they are muted."""
    author = sa.select(users.c.name, users.c.muted_until).where(users.c.id == user_id)
    name, muted_until = change.connection.execute(author).one()
    if (muted_until or 0) > change.now:
        raise ForbiddenError("you have been muted and cannot chat", "muted")
    return str(name)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a player can do in a game. All acts need a session, or a token that allows playing."""

    do: Callable[[Change, Order], Answer]
    needs: tuple[str, ...] = ()
    """Required arguments."""
    limit: str | None = None
    """The rate limit it counts against."""

    def check(self, order: Order) -> None:
        """Raise UnprocessableError for an order that lacks an argument."""
        for name in self.needs:
            if getattr(order, name) is None:
                raise UnprocessableError(f"expected {order.act} with a {name}", "frame")


ACTS = {
    "move": Act(play, ("move",), "move"),
    "resign": Act(resign),
    "abort": Act(abort),
    "offer": Act(offer, ("kind",)),
    "accept": Act(accept, ("kind",)),
    "decline": Act(decline, ("kind",)),
    "resume": Act(resume),
    "claim": Act(claim),
    "rematch": Act(rematch),
    "chat": Act(chat, ("text",), "chat"),
    "phrase": Act(phrase, ("kind",), "chat"),
}
