"""What players do in a game: one table of acts, which the WebSocket, the bot API and mail commands share.

Each act is a function of a `Change`, which is one transaction, and of the order that asks for it.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from jungle.errors import GameError, IllegalMoveError, InvalidMoveError
from jungle.pieces import Side
from jungle.server import clocks, playing
from jungle.server.changes import Change, create, is_blocked
from jungle.server.children import check_hours
from jungle.server.circles import check_meeting
from jungle.server.clocks import FREE_PLIES
from jungle.server.errors import ConflictError, ForbiddenError, RequestError, UnprocessableError
from jungle.server.events import Json
from jungle.server.playing import COLOURS
from jungle.server.rows import GameRow, Offer, is_child
from jungle.server.schema import blocks, events, users
from jungle.server.terms import Terms

LONGEST_MOVE = 40
LONGEST_CHAT = 280
MOST_PLIES = 2000
"""A game without a limit of its own is a draw then: replaying it must not take for ever."""
MOST_RETOLD = 10
PHRASES = ("hello", "good_luck", "good_game", "well_played", "thanks", "oops", "rematch_please", "bye")
"""What can be said with a press of a button: all that children say and hear."""
OFFERS = ("draw", "takeback", "abort", "pause")
"""What can be offered. An offer stands until it is answered or the next move is made."""


class Order(msgspec.Struct, frozen=True):
    """Somebody asks for an act in a game; which of the arguments it needs is in the table."""

    act: str
    user_id: int
    move: str | None = None
    kind: str | None = None
    text: str | None = None
    ply: int | None = None
    """The ply that the move is for; the same ply and client again is the same move, and is played once."""
    number: int | None = None
    """The same as mails count: two plies are one move."""
    client: str | None = None
    lag: int = 0


@dataclass(frozen=True, slots=True)
class Ack:
    """A move that is on the disk."""

    version: int
    ply: int
    is_repeat: bool = False


Answer = Ack | str | RequestError | None
"""What an act returns: the ack of a move, the id of a rematch; or a refusal that changed something."""


def start_notice(row: GameRow, side: Side) -> Json:
    """What a player's event stream says about a game that has begun."""
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
            return ConflictError("the time was over before the move came", "flag")
    if len(text) > LONGEST_MOVE:
        raise UnprocessableError("expected a move such as a3a4, got something longer", "invalid_move")
    try:
        move = game.play(text)
    except IllegalMoveError as error:
        raise UnprocessableError(str(error), "illegal_move") from None
    except InvalidMoveError as error:
        raise UnprocessableError(str(error), "invalid_move") from None
    if left is not None:
        change.held.allowances[side] = allowance  # Not for an illegal move: trying would earn more of it.
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
        # The player who moved has one turn less waiting, on all their devices.
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
    # The server that took the move may have died before it told anybody; who knows it already sees the version.
    since = (events.c.game_id == change.row.id, events.c.version >= row.version)
    told = sa.select(events.c.data).where(*since).order_by(events.c.version).limit(MOST_RETOLD)
    change.retold = [data.encode() for data in change.connection.execute(told).scalars()]
    return Ack(row.version, row.ply, is_repeat=True)


def flag(change: Change, side: Side) -> None:
    """Somebody's time is over."""
    if change.row.seats[side].ms is not None:
        change.row = change.row.with_seat(side, ms=0)
    change.game.time_out(side)
    change.end()


def expire(change: Change) -> None:
    """The deadline may have passed: the side to move has lost, or the game never began."""
    row = change.row
    if not row.is_running or row.deadline is None or row.deadline > change.now:
        return
    if row.ply < FREE_PLIES:
        change.abort(row.to_move.user_id)
    else:
        flag(change, row.turn)


def resign(change: Change, order: Order) -> None:
    """Give up; before both have moved, the game is aborted."""
    side = change.require_player(order.user_id)
    change.require_running()
    if change.row.ply < FREE_PLIES:
        change.abort(order.user_id)
        return
    change.game.resign(side)
    change.end()


def abort(change: Change, order: Order) -> None:
    """Call the game off: at once before both have moved, later if both want it."""
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
    standing = waiting.get(kind)
    if kind == "takeback":
        plies_to_take_back(change, side if standing is None else standing.by)
    if standing is None:
        change.set_offers({**waiting, kind: Offer(side)})
        change.tell("offer", kind=kind, by=COLOURS[side])
    elif standing.declined:
        raise ConflictError(f"{kind} was declined; move before you offer again", "declined")
    elif standing.by is not side:
        _accept(change, kind, standing.by)


def accept(change: Change, order: Order) -> None:
    """Accept what the opponent has offered, and offer nothing if that is gone."""
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


def plies_to_take_back(change: Change, side: Side) -> int:
    """How many plies bring a side to move again. Raises ConflictError when that cannot be."""
    plies = 1 if change.row.turn is not side else 2
    if plies > change.row.ply:
        raise ConflictError("there is no move to take back", "no_takeback")
    if any(move.is_flip for move in change.game.moves[-plies:]):
        raise ConflictError("what was turned up has been seen and cannot be taken back", "no_takeback")
    return plies


def decline(change: Change, order: Order) -> None:
    """Decline the opponent's offer, or withdraw one's own."""
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
    deadline = change.now + row.paused_ms
    change.set(deadline=deadline, remind_at=clocks.reminder(row.control, deadline), paused_ms=None)
    change.tell("resume", by=COLOURS[side], deadline=deadline)


def claim(change: Change, order: Order) -> None:
    """Claim a win, or with the kind `draw` a draw, from an opponent who has gone."""
    side = change.require_player(order.user_id)
    change.require_running()
    patience, since = clocks.GONE.get(change.row.speed), change.row.seats[side.opponent].gone
    if patience is None or since is None or change.now - since < patience or change.row.ply < FREE_PLIES:
        raise ConflictError("the opponent has not been gone for long enough", "not_gone")
    change.game.adjudicate(None if order.kind == "draw" else side)
    change.end()


def rematch(change: Change, order: Order) -> str | None:
    """Offer a rematch with colours changed, or accept it and return the new game's id."""
    side, row = change.require_player(order.user_id), change.row
    if row.is_running:
        raise ConflictError(f"game {row.id} is still going on", "running")
    if row.rematch_id:
        return row.rematch_id
    opponent = row.seats[side.opponent].user_id
    if opponent is None:
        raise ConflictError("the opponent's account is closed", "closed")
    if is_blocked(change.connection, opponent, order.user_id):
        raise ForbiddenError("the opponent does not play with you", "blocked")
    check_meeting(change.connection, order.user_id, opponent, anonymous=True)
    check_hours(change.connection, change.now, order.user_id, opponent)
    asked = row.standing.get("rematch")
    if asked is None:
        change.set_offers({"rematch": Offer(side)})
        change.tell("offer", kind="rematch", by=COLOURS[side])
        # An opponent who has left the table hears it, too.
        change.notices.append((opponent, {"type": "rematchOffered", "game": start_notice(row, side.opponent)}))
    if asked is not side.opponent:
        return None
    blue_id, red_id = (order.user_id, opponent) if side is Side.RED else (opponent, order.user_id)
    terms = Terms(row.kind, row.rules, row.clock_limit, row.increment or 0, row.days, rated=row.rated, fen=row.fen)
    new = create(change.connection, change.now, terms, blue_id, red_id)
    change.begun.append(new)
    change.set(rematch_id=new.id, offers={})
    change.tell("rematch", id=new.id)
    return new.id


def chat(change: Change, order: Order) -> None:
    """Say something to the opponent; spectators may speak when the game is over."""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in order.text or "").split())
    if not 0 < len(text) <= LONGEST_CHAT:
        raise UnprocessableError(f"expected 1 to {LONGEST_CHAT} characters, got {len(text)}", "text")
    row, side = change.row, change.row.side_of(order.user_id)
    if side is None and row.is_running:
        raise ForbiddenError("spectators may chat when the game is over", "not_a_player")
    involved = users.c.id.in_([order.user_id, *(seat.user_id for seat in row.seats)])
    if change.connection.execute(sa.select(users.c.id).where(involved, is_child(users))).first():
        raise ForbiddenError("there is no chat in games with children; use a phrase", "child")
    name = _author(change, order.user_id)
    muted = (blocks.c.blocked_id == order.user_id, blocks.c.user_id.in_([seat.user_id for seat in row.seats]))
    if change.connection.execute(sa.select(blocks.c.user_id).where(*muted)).first():
        raise ForbiddenError("a player of this game has muted you", "muted")
    change.tell("chat", name=name, colour=None if side is None else COLOURS[side], text=text)


def phrase(change: Change, order: Order) -> None:
    """Say one of the quick phrases to the opponent."""
    side = change.require_player(order.user_id)
    if order.kind not in PHRASES:
        raise UnprocessableError(f"expected a phrase of {', '.join(PHRASES)}; got {order.kind!r}", "phrase")
    _author(change, order.user_id)
    change.tell("phrase", colour=COLOURS[side], kind=order.kind)


def _author(change: Change, user_id: int) -> str:
    """The name of a player who wants to say something. Raises ForbiddenError for one who is muted."""
    author = sa.select(users.c.name, users.c.muted_until).where(users.c.id == user_id)
    name, muted_until = change.connection.execute(author).one()
    if (muted_until or 0) > change.now:
        raise ForbiddenError("you may not chat for the time being", "muted")
    return str(name)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that can be done in a game. All of them need a session or a token that may play."""

    do: Callable[[Change, Order], Answer]
    needs: tuple[str, ...] = ()
    """Arguments without which there is nothing to do."""
    limit: str | None = None
    """The rate limit that it counts against."""

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
