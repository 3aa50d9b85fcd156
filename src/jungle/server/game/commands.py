"""What players can do in a game: one table of commands, shared by the WebSocket, the bot API and email commands.

Each is a function of a `GameTransaction`, the frame that requests it, and who sent that.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import sqlalchemy as sa

from jungle.errors import GameError, IllegalMoveError, InvalidMoveError
from jungle.pieces import Side
from jungle.server.children.children import check_hours
from jungle.server.children.privacy import check_meeting
from jungle.server.errors import ConflictError, ForbiddenError, RequestError, UnprocessableError
from jungle.server.game import adapter, clocks
from jungle.server.game.adapter import COLOURS
from jungle.server.game.clocks import FREE_PLIES
from jungle.server.game.plans import following, parse_lines, read_plan, remove_plans, save_plan
from jungle.server.game.rows import GameRow, Offer
from jungle.server.game.terms import Terms
from jungle.server.game.transaction import GameTransaction, create, is_blocked
from jungle.server.identity.users import is_child
from jungle.server.json import Json
from jungle.server.realtime import client_frames
from jungle.server.storage.schema import blocks, classes, events, users
from jungle.server.times import SECOND

MOVE_TIME_LIMIT = 40
CHAT_LIMIT = 280
PLIES_LIMIT = 2000
"""A game whose rules set no limit is drawn at this point, so that replaying it stays fast."""
REPUBLISH_LIMIT = 10
PHRASES = ("hello", "good_luck", "good_game", "well_played", "thanks", "oops", "rematch_please", "bye")
"""Phrases sent with the press of a button: the only chat that children send and receive."""
OFFERS = ("draw", "takeback", "abort", "pause")
"""What players can offer. An offer stands until it is answered or the next move is made."""


class Actor(msgspec.Struct, frozen=True):
    """Who runs a command."""

    user_id: int
    lag: int = 0
    """The measured lag of their connection, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Ack:
    """Acknowledges a move that has been written to disk."""

    version: int
    ply: int
    is_repeat: bool = False


Answer = Ack | str | RequestError | None
"""What a command returns: the ack of a move, the id of a rematch, or a refusal that still changed something."""


def start_event(row: GameRow, side: Side) -> Json:
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
        "isHost": row.host_id is not None and row.host_id == row.seats[side].user_id,
    }


def play(transaction: GameTransaction, command: client_frames.Move, actor: Actor) -> Answer:
    """Play a move."""
    side = transaction.require_player(actor.user_id)
    row, game, ply, text = transaction.row, transaction.game, command.ply, command.move.strip()
    if command.client is not None and (repeat := _played_before(transaction, ply, command.client)):
        return repeat
    transaction.require_running()
    _require_not_paused(transaction)
    if ply is not None and ply != row.ply:
        raise ConflictError(f"expected a move for ply {row.ply}, got one for {ply}", "stale")
    if command.number is not None and command.number != game.number:
        raise ConflictError(f"expected move {game.number}, got #{command.number}", "move_number")
    if row.turn is not side:
        raise ConflictError(f"it is {COLOURS[row.turn]}'s turn", "not_your_turn")
    left = row.seats[side].ms
    if left is not None:
        given, allowance = clocks.compensation(actor.lag, transaction.cached.allowances.get(side, clocks.LAG_LIMIT))
        left -= clocks.time_spent(row.ply, row.turn_since, transaction.now, given)
        if left <= 0:
            flag(transaction, side)
            return ConflictError("your time ran out before the move arrived", "flag")
    if len(text) > MOVE_TIME_LIMIT:
        raise UnprocessableError("expected a move such as a3a4, got something longer", "invalid_move")
    try:
        move = adapter.move_text(game.play(text))
    except IllegalMoveError as error:
        raise UnprocessableError(str(error), "illegal_move") from None
    except InvalidMoveError as error:
        raise UnprocessableError(str(error), "invalid_move") from None
    if left is not None:
        transaction.cached.allowances[side] = (
            allowance  # Not for an illegal move: otherwise repeated attempts would earn extra time.
        )
        increment = row.control_of(side).increment if row.ply >= FREE_PLIES else 0
        transaction.row = row.with_seat(side, ms=left + increment)
    _record_move(transaction, move, command.client)
    while row.days is not None and transaction.row.is_running() and (reply := _planned_reply(transaction)):
        _record_move(transaction, reply)
    row = transaction.row
    if row.is_running() and row.speed == "correspondence":
        # All devices of the player who moved last now show one waiting turn less.
        for kind, turn in (("yourTurn", row.turn), ("turn", row.turn.opponent)):
            if (user_id := row.seats[turn].user_id) is not None:
                transaction.user_events.append((user_id, {"type": kind, "game": start_event(row, turn)}))
    return Ack(transaction.events[0][0]["version"], transaction.known.ply)


def _record_move(transaction: GameTransaction, played: str, client: str | None = None) -> None:
    """Record a move that has just been played, and begin the next turn or end the game."""
    row, game = transaction.row, transaction.game
    row = transaction.set(moves=f"{row.moves} {played}" if row.moves else played, ply=row.ply + 1, offers={})
    fields: Json = {}
    if row.ply == 1 and row.turn is adapter.side_to_move(game):
        transaction.set(seats=row.seats[::-1])  # The first flip gave the player who made it the other colour.
        fields["swapped"] = True
    transaction.begin_turn()
    row = transaction.row
    if (deadline := row.shown_deadline()) is not None:
        fields["deadline"] = deadline
    transaction.emit(
        "move", client, ply=row.ply - 1, move=played, clock=transaction.clock(), at=transaction.now, **fields
    )
    if game.outcome() is None and row.ply >= PLIES_LIMIT:
        game.adjudicate(None)
    if game.outcome() is not None:
        transaction.end()


def _planned_reply(transaction: GameTransaction) -> str | None:
    """Play what the player to move has planned as an answer to the last move, and return it.

    A plan that has no answer, or an illegal one, is removed.
    """
    row, game, connection = transaction.row, transaction.game, transaction.connection
    user_id = row.to_move.user_id
    if user_id is None or (planned := read_plan(connection, row.id, user_id)) is None:
        return None
    begins, lines = planned
    found = following(lines, row.moves.rpartition(" ")[2]) if begins == row.ply - 1 else None
    if found is None or not game.is_legal(found[0]):
        save_plan(connection, row.id, user_id, row.ply, [])
        _note_dropped_plan(transaction, user_id)
        return None
    reply, left = found
    save_plan(connection, row.id, user_id, row.ply + 1, left)
    return adapter.move_text(game.play(reply))


def _note_dropped_plan(transaction: GameTransaction, user_id: int) -> None:
    row = transaction.row
    if (side := row.side_of(user_id)) is not None:
        transaction.dropped_plans.append(user_id)
        transaction.user_events.append((user_id, {"type": "planDropped", "game": start_event(row, side)}))


def plan(transaction: GameTransaction, command: client_frames.Plan, actor: Actor) -> None:
    """Set conditional moves for the opponent's next move, or remove them. The opponent notices nothing."""
    side = transaction.require_player(actor.user_id)
    transaction.require_running()
    row = transaction.row
    if row.days is None:
        raise ConflictError("conditional moves are for correspondence games", "plan_live")
    if command.ply is not None and command.ply != row.ply:
        raise ConflictError(f"expected conditional moves for ply {row.ply}, got some for {command.ply}", "stale")
    if command.lines and row.turn is side:
        raise ConflictError("it is your turn: make a move before you plan the next ones", "your_turn")
    save_plan(transaction.connection, row.id, actor.user_id, row.ply, parse_lines(transaction.game, command.lines))


def _played_before(transaction: GameTransaction, ply: int | None, client: str) -> Ack | None:
    row = transaction.row
    # A takeback comes after an offer and leaves fewer plies: at least three events that are not among the moves now.
    if ply is not None and ply >= row.ply and row.version - row.ply < 3:
        return None
    chosen = [events.c.game_id == row.id, events.c.client == client]
    if ply is not None:
        chosen.append(events.c.ply == ply)
    played = transaction.connection.execute(sa.select(events.c.version, events.c.ply).where(*chosen)).first()
    if played is None:
        return None
    # The server that accepted the move may have died before publishing it. Clients that have it ignore old versions.
    since = (events.c.game_id == row.id, events.c.version >= played.version)
    published = sa.select(events.c.data).where(*since).order_by(events.c.version).limit(REPUBLISH_LIMIT)
    transaction.republished = [data.encode() for data in transaction.connection.execute(published).scalars()]
    return Ack(played.version, played.ply, is_repeat=True)


def flag(transaction: GameTransaction, side: Side) -> None:
    """End the game because a side has run out of time."""
    if transaction.row.seats[side].ms is not None:
        transaction.row = transaction.row.with_seat(side, ms=0)
    transaction.game.time_out(side)
    transaction.end()


def expire(transaction: GameTransaction) -> None:
    """If the deadline has passed, the side to move loses, or the game is aborted if it never really began."""
    row = transaction.row
    if not row.is_running() or row.deadline is None or row.deadline > transaction.now:
        return
    if row.ply < FREE_PLIES:
        transaction.abort(row.to_move.user_id)
    else:
        flag(transaction, row.turn)


def resign(transaction: GameTransaction, command: client_frames.Resign, actor: Actor) -> None:
    """Resign. Before both players have moved, this aborts the game instead."""
    side = transaction.require_player(actor.user_id)
    transaction.require_running()
    if transaction.row.ply < FREE_PLIES:
        transaction.abort(actor.user_id)
        return
    transaction.game.resign(side)
    transaction.end()


def abort(transaction: GameTransaction, command: client_frames.Abort, actor: Actor) -> None:
    """Abort the game: immediately before both players have moved, later only if both agree."""
    transaction.require_player(actor.user_id)
    transaction.require_running()
    if transaction.row.ply < FREE_PLIES:
        transaction.abort(actor.user_id)
    else:
        offer(transaction, client_frames.Offer(game=command.game, kind="abort"), actor)


def offer(transaction: GameTransaction, command: client_frames.Offer | client_frames.Accept, actor: Actor) -> None:
    """Offer something, or accept what the opponent has offered."""
    side, kind = transaction.require_player(actor.user_id), command.kind
    transaction.require_running()
    row, waiting = transaction.row, dict(transaction.row.offers)
    if kind not in OFFERS:
        raise UnprocessableError(f"unknown offer {kind!r}; expected one of: {', '.join(OFFERS)}")
    if kind == "pause" and row.days is None:
        raise ConflictError("only correspondence games can be paused", "not_correspondence")
    _require_not_paused(transaction)
    standing = waiting.get(kind)
    if kind == "takeback":
        _check_takebacks(transaction)
        plies_to_take_back(transaction, side if standing is None else standing.by)
    if standing is None:
        transaction.set_offers({**waiting, kind: Offer(side)})
        transaction.emit("offer", kind=kind, by=COLOURS[side])
    elif standing.declined:
        raise ConflictError(f"{kind} was declined; move before you offer again", "declined")
    elif standing.by is not side:
        _accept(transaction, kind, standing.by)


def accept(transaction: GameTransaction, command: client_frames.Accept, actor: Actor) -> None:
    """Accept the opponent's offer. Unlike `offer`, makes no new offer if it is gone."""
    side = transaction.require_player(actor.user_id)
    if transaction.row.standing.get(command.kind) is not side.opponent:
        raise ConflictError(f"there is no offer of {command.kind} to accept", "no_offer")
    offer(transaction, command, actor)


def _accept(transaction: GameTransaction, kind: str, offered_by: Side) -> None:
    row = transaction.row
    if kind == "draw":
        try:
            transaction.game.agree_draw()
        except GameError as error:
            raise ConflictError(str(error)) from None
        transaction.end()
    elif kind == "abort":
        transaction.abort(None)
    elif kind == "pause":
        left = max(0, (row.deadline or 0) - transaction.now)
        transaction.set(paused_ms=left, deadline=None, remind_at=None, offers={})
        transaction.emit("pause")
    else:
        plies = plies_to_take_back(transaction, offered_by)
        for _ in range(plies):
            transaction.game.undo()
        transaction.set(moves=" ".join(row.moves.split()[:-plies]), ply=row.ply - plies, offers={})
        transaction.begin_turn()
        if row.days is not None:
            for user_id in remove_plans(transaction.connection, row.id):
                _note_dropped_plan(transaction, user_id)
        deadline = transaction.row.shown_deadline()
        fields: Json = {} if deadline is None else {"deadline": deadline}
        transaction.emit("takeback", ply=transaction.row.ply, clock=transaction.clock(), at=transaction.now, **fields)
        if row.days is not None:
            transaction.notify("turn")


def _require_not_paused(transaction: GameTransaction) -> None:
    if transaction.row.is_paused_for_class():
        raise ConflictError("the teacher has paused the game", "paused")


def _check_takebacks(transaction: GameTransaction) -> None:
    """Raise ConflictError if the teacher of the game's class has turned takebacks off."""
    if transaction.row.class_id is not None:
        allowed = sa.select(classes.c.takebacks).where(classes.c.id == transaction.row.class_id)
        if transaction.connection.execute(allowed).scalar() is False:
            raise ConflictError("takebacks are off in this class", "takebacks_off")


def plies_to_take_back(transaction: GameTransaction, side: Side) -> int:
    """How many plies to take back until a side is to move again. Raises ConflictError if that is impossible."""
    plies = 1 if transaction.row.turn is not side else 2
    if plies > transaction.row.ply:
        raise ConflictError("there is no move to take back", "no_takeback")
    if any(move.is_flip() for move in transaction.game.moves[-plies:]):
        raise ConflictError("a flip cannot be taken back: the piece has been seen", "no_takeback")
    return plies


def decline(transaction: GameTransaction, command: client_frames.Decline, actor: Actor) -> None:
    """Decline the opponent's offer, or withdraw your own."""
    side, kind = transaction.require_player(actor.user_id), command.kind
    offers = dict(transaction.row.offers)
    standing = offers.get(kind)
    if standing is None or standing.declined:
        raise ConflictError(f"there is no offer of {kind} to decline", "no_offer")
    if standing.by is side:
        del offers[kind]
    else:
        offers[kind] = Offer(standing.by, declined=True)
    transaction.set_offers(offers)
    transaction.emit("decline", kind=kind, by=COLOURS[side])


def resume(transaction: GameTransaction, command: client_frames.Resume, actor: Actor) -> None:
    """End a pause that both agreed to."""
    side, row = transaction.require_player(actor.user_id), transaction.row
    if row.paused_ms is None:
        raise ConflictError(f"game {row.id} is not paused", "not_paused")
    _require_not_paused(transaction)
    deadline = transaction.now + row.paused_ms
    transaction.set(deadline=deadline, remind_at=clocks.reminder(row.control, deadline), paused_ms=None)
    transaction.emit("resume", by=COLOURS[side], deadline=deadline)


def pause_for_class(transaction: GameTransaction) -> None:
    """Pause a game of a class for its teacher: the clock stops."""
    row = transaction.row
    if not row.is_running() or row.paused_ms is not None or row.days is not None:
        return
    if row.deadline is not None and row.deadline <= transaction.now:
        expire(transaction)
        return
    if (left := row.to_move.ms) is not None:
        left -= clocks.time_spent(row.ply, row.turn_since, transaction.now, 0)
        transaction.row = row.with_seat(row.turn, ms=max(left, 1))  # Only the lag allowance is left.
    rest = 0 if row.deadline is None else row.deadline - transaction.now
    transaction.set(paused_ms=rest, deadline=None, turn_since=transaction.now)
    transaction.emit("pause", clock=transaction.clock(), at=transaction.now)


def resume_for_class(transaction: GameTransaction) -> None:
    """Resume a paused game of a class for its teacher."""
    row = transaction.row
    if not row.is_running() or not row.is_paused_for_class():
        return
    for side in Side:
        if row.seats[side].gone is not None:  # The absence did not count during the pause.
            row = transaction.row = row.with_seat(side, gone=transaction.now)
    deadline = None if row.to_move.ms is None else transaction.now + (row.paused_ms or 0)
    transaction.set(paused_ms=None, deadline=deadline, turn_since=transaction.now)
    shown = transaction.row.shown_deadline()
    fields: Json = {} if shown is None else {"deadline": shown}
    transaction.emit("resume", clock=transaction.clock(), at=transaction.now, **fields)


def end_for_class(transaction: GameTransaction, *, as_draw: bool) -> None:
    """End a game of a class for its teacher, as a draw or without a result. One that never really began has none."""
    if not transaction.row.is_running():
        return
    if as_draw and transaction.row.ply >= FREE_PLIES:
        transaction.game.adjudicate(None)
        transaction.end()
    else:
        transaction.abort(None)


def claim(transaction: GameTransaction, command: client_frames.Claim, actor: Actor) -> None:
    """Claim a win, or a draw with the kind `draw`, from an opponent who has left."""
    side = transaction.require_player(actor.user_id)
    transaction.require_running()
    _require_not_paused(transaction)
    patience, since = clocks.GONE.get(transaction.row.speed), transaction.row.seats[side.opponent].gone
    if patience is None or since is None or transaction.now - since < patience or transaction.row.ply < FREE_PLIES:
        raise ConflictError("your opponent has not been gone long enough", "not_gone")
    transaction.game.adjudicate(None if command.kind == "draw" else side)
    transaction.end()


def give(transaction: GameTransaction, command: client_frames.Give, actor: Actor) -> None:
    """Give the opponent some time."""
    side = transaction.require_player(actor.user_id)
    transaction.require_running()
    _require_not_paused(transaction)
    row, other = transaction.row, side.opponent
    if (left := row.seats[other].ms) is None:
        raise ConflictError("this game has no clock", "no_clock")
    if row.tournament_id is not None:
        raise ConflictError("in a tournament, nobody can give time", "no_gifts")
    if left + clocks.GIFT > clocks.MAIN_TIME_LIMIT:
        raise ConflictError("your opponent has enough time", "enough_time")
    transaction.row = row.with_seat(other, ms=left + clocks.GIFT)
    if row.deadline is not None and row.turn is other and row.ply >= FREE_PLIES:
        if row.deadline <= transaction.now:  # The flag has fallen, and only the sweeper has not been here yet.
            raise ConflictError("your opponent's time is up", "flag")
        transaction.set(deadline=row.deadline + clocks.GIFT)
    transaction.emit("give", by=COLOURS[side], seconds=clocks.GIFT // SECOND, clock=transaction.clock())


def rematch(transaction: GameTransaction, command: client_frames.Rematch, actor: Actor) -> str | None:
    """Offer a rematch with colours swapped, or accept one and return the new game's id."""
    side, row = transaction.require_player(actor.user_id), transaction.row
    if row.is_running():
        raise ConflictError(f"game {row.id} is not over yet", "running")
    if row.rematch_id:
        return row.rematch_id
    opponent = row.seats[side.opponent].user_id
    if opponent is None:
        raise ConflictError("your opponent's account is closed", "closed")
    if is_blocked(transaction.connection, opponent, actor.user_id):
        raise ForbiddenError("your opponent does not accept games with you", "blocked")
    check_meeting(transaction.connection, actor.user_id, opponent, anonymous=True)
    check_hours(transaction.connection, transaction.now, actor.user_id, opponent)
    asked = row.standing.get("rematch")
    if asked is None:
        transaction.set_offers({"rematch": Offer(side)})
        transaction.emit("offer", kind="rematch", by=COLOURS[side])
        # This also reaches an opponent who has left the game's page.
        transaction.user_events.append((opponent, {"type": "rematchOffered", "game": start_event(row, side.opponent)}))
    if asked is not side.opponent:
        return None
    blue_id, red_id = (actor.user_id, opponent) if side is Side.RED else (opponent, actor.user_id)
    control, other = (row.control_of(row.side_of(user_id) or Side.BLUE) for user_id in (blue_id, red_id))
    terms = Terms(row.kind, row.rules, control.limit, control.increment, row.days, rated=row.rated, fen=row.fen)
    if row.has_odds():
        terms = replace(terms, opponent_limit=other.limit, opponent_increment=other.increment)
    new = create(
        transaction.connection, transaction.now, terms, blue_id, red_id, class_id=_class_in_session(transaction)
    )
    transaction.new_games.append(new)
    transaction.set(rematch_id=new.id, offers={})
    transaction.emit("rematch", id=new.id)
    return new.id


def _class_in_session(transaction: GameTransaction) -> str | None:
    """The class that a game belongs to. Raises ConflictError if it is paused."""
    if (class_id := transaction.row.class_id) is None:
        return None
    # Locked, so that a pause either comes first or finds the new game.
    chosen = sa.select(classes.c.is_paused).where(classes.c.id == class_id).with_for_update(read=True)
    if (is_paused := transaction.connection.execute(chosen).scalar()) is None:
        return None
    if is_paused:
        raise ConflictError("the teacher has paused the class", "paused")
    return class_id


def chat(transaction: GameTransaction, command: client_frames.Chat, actor: Actor) -> None:
    """Send a chat line to the opponent. Spectators may chat once the game is over."""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in command.text).split())
    if not 0 < len(text) <= CHAT_LIMIT:
        raise UnprocessableError(f"expected 1 to {CHAT_LIMIT} characters, got {len(text)}", "text")
    row, side = transaction.row, transaction.row.side_of(actor.user_id)
    if side is None and row.is_running():
        raise ForbiddenError("spectators may chat once the game is over", "not_a_player")
    involved = users.c.id.in_([actor.user_id, *(seat.user_id for seat in row.seats)])
    if transaction.connection.execute(sa.select(users.c.id).where(involved, is_child(users))).first():
        raise ForbiddenError("there is no chat in games with children; use a phrase", "child")
    name = _author(transaction, actor.user_id)
    muted = (blocks.c.blocked_id == actor.user_id, blocks.c.user_id.in_([seat.user_id for seat in row.seats]))
    if transaction.connection.execute(sa.select(blocks.c.user_id).where(*muted)).first():
        raise ForbiddenError("one of the players has blocked you", "muted")
    transaction.emit("chat", name=name, colour=None if side is None else COLOURS[side], text=text)


def phrase(transaction: GameTransaction, command: client_frames.Phrase, actor: Actor) -> None:
    """Say one of the quick phrases to the opponent."""
    side = transaction.require_player(actor.user_id)
    if command.kind not in PHRASES:
        raise UnprocessableError(f"unknown phrase {command.kind!r}; expected one of: {', '.join(PHRASES)}", "phrase")
    _author(transaction, actor.user_id)
    transaction.emit("phrase", colour=COLOURS[side], kind=command.kind)


def _author(transaction: GameTransaction, user_id: int) -> str:
    """The name of a player who wants to say something. Raises ForbiddenError if they are muted."""
    author = sa.select(users.c.name, users.c.muted_until).where(users.c.id == user_id)
    name, muted_until = transaction.connection.execute(author).one()
    if (muted_until or 0) > transaction.now:
        raise ForbiddenError("you have been muted and cannot chat", "muted")
    return str(name)


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """How one command runs. All commands need a session, or a token that allows playing."""

    run: Callable[[GameTransaction, Any, Actor], Answer]
    limit: str | None = None
    """The rate limit it counts against."""


COMMANDS: dict[type[client_frames.Command], CommandSpec] = {
    client_frames.Move: CommandSpec(play, "move"),
    client_frames.Plan: CommandSpec(plan, "plan"),
    client_frames.Resign: CommandSpec(resign),
    client_frames.Abort: CommandSpec(abort),
    client_frames.Offer: CommandSpec(offer),
    client_frames.Accept: CommandSpec(accept),
    client_frames.Decline: CommandSpec(decline),
    client_frames.Resume: CommandSpec(resume),
    client_frames.Claim: CommandSpec(claim),
    client_frames.Give: CommandSpec(give, "give"),
    client_frames.Rematch: CommandSpec(rematch),
    client_frames.Chat: CommandSpec(chat, "chat"),
    client_frames.Phrase: CommandSpec(phrase, "chat"),
}
