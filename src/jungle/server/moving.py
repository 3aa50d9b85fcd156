"""Moving: what a move, a flag and a deadline do to a game. Each function works inside one `Change`."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from jungle.boardgame import BoardGame
from jungle.errors import IllegalMoveError, InvalidMoveError
from jungle.outcome import Outcome, Reason
from jungle.server import clocks, playing
from jungle.server.changes import OTHER, Change, Row
from jungle.server.clocks import FREE_PLIES
from jungle.server.errors import ConflictError, RequestError, UnprocessableError
from jungle.server.schema import events

LONGEST_MOVE = 40
MOST_PLIES = 2000
"""A game without a limit of its own is a draw then: replaying it must not take for ever."""
MOST_RETOLD = 10


@dataclass(frozen=True, slots=True)
class Ack:
    """A move that is on the disk."""

    version: int
    ply: int
    is_repeat: bool = False


def replayed(row: Row) -> BoardGame:
    """The game of a row, with the ending that the row declares."""
    game = playing.replay(row["kind"], row["rules"], row["fen"], row["seed"], row["moves"].split())
    if row["status"] == "ended" and game.outcome() is None:
        game.end(Outcome.from_result(row["result"], Reason(row["reason"])))
    return game


def moves_since(known: Row, row: Row) -> list[str] | None:
    """What was played since a row was known; None if more than that has happened."""
    if (known["status"], row["status"]) != ("started", "started"):
        return None
    before, now = known["moves"].split(), row["moves"].split()
    return now[len(before) :] if now[: len(before)] == before else None


def start_notice(row: Row, colour: str) -> dict[str, Any]:
    """What a player's event stream says about a game that has begun."""
    return {
        "id": row["id"],
        "gameId": row["id"],
        "number": row["number"],
        "game": row["kind"],
        "rules": row["rules"],
        "colour": colour,
        "speed": row["speed"],
        "rated": row["rated"],
        "isMyTurn": row["turn"] == colour,
    }


def play(
    change: Change, user_id: int, text: str, ply: int | None, number: int | None, client: str | None, lag: int
) -> Ack | RequestError:
    colour = change.require_player(user_id)
    row, game = change.row, change.game
    if client is not None and (repeat := _played_before(change, ply, client)):
        return repeat
    change.require_running()
    if ply is not None and ply != row["ply"]:
        raise ConflictError(f"expected a move for ply {row['ply']}, got one for {ply}", "stale")
    if number is not None and number != game.number:
        raise ConflictError(f"expected move {game.number}, got #{number}", "move_number")
    if row["turn"] != colour:
        raise ConflictError(f"it is {row['turn']}'s turn", "not_your_turn")
    left = row[f"{colour}_ms"]
    if left is not None:
        given, allowance = clocks.compensation(lag, change.held.allowances.get(colour, clocks.MOST_LAG))
        left -= clocks.time_spent(row["ply"], row["turn_since"], change.now, given)
        if left <= 0:
            flag(change, colour)
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
        change.held.allowances[colour] = allowance  # Not for an illegal move: trying would earn more of it.
        row[f"{colour}_ms"] = left + row["increment"] if row["ply"] >= FREE_PLIES else left
    played = playing.move_text(move)
    row["moves"] = f"{row['moves']} {played}" if row["moves"] else played
    row["ply"] += 1
    row["offers"] = "{}"
    fields: dict[str, Any] = {}
    if row["ply"] == 1 and row["turn"] == playing.colour_to_move(game):
        _swap_seats(row)  # The first flip gave the player who made it the other colour.
        fields["swapped"] = True
    change.begin_turn()
    if row["days"] is not None:
        fields["deadline"] = row["deadline"]
    change.tell("move", client, ply=row["ply"] - 1, move=played, clock=change.clock(), at=change.now, **fields)
    if game.outcome() is None and row["ply"] >= MOST_PLIES:
        game.adjudicate(None)
    if game.outcome() is not None:
        change.end()
    elif row["speed"] == "correspondence" and row[f"{row['turn']}_id"] is not None:
        change.notices.append((row[f"{row['turn']}_id"], {"type": "yourTurn", "game": start_notice(row, row["turn"])}))
        # One turn less waits for whoever moved, on all their devices.
        change.notices.append((user_id, {"type": "turn", "game": start_notice(row, OTHER[row["turn"]])}))
    return Ack(change.events[0][0]["version"], row["ply"] - 1)


def _played_before(change: Change, ply: int | None, client: str) -> Ack | None:
    if ply is not None and ply >= change.row["ply"]:
        return None
    chosen = [events.c.game_id == change.id, events.c.client == client]
    if ply is not None:
        chosen.append(events.c.ply == ply)
    row = change.connection.execute(sa.select(events.c.version, events.c.ply).where(*chosen)).first()
    if row is None:
        return None
    # The server that took the move may have died before it told anybody; who knows it already sees the version.
    since = (events.c.game_id == change.id, events.c.version >= row.version)
    told = sa.select(events.c.data).where(*since).order_by(events.c.version).limit(MOST_RETOLD)
    change.retold = [data.encode() for data in change.connection.execute(told).scalars()]
    return Ack(row.version, row.ply, is_repeat=True)


def _swap_seats(row: Row) -> None:
    for name in ("id", "ms", "gone"):
        row[f"blue_{name}"], row[f"red_{name}"] = row[f"red_{name}"], row[f"blue_{name}"]


def flag(change: Change, colour: str) -> None:
    if change.row[f"{colour}_ms"] is not None:
        change.row[f"{colour}_ms"] = 0
    change.game.time_out(playing.COLOURS[colour])
    change.end()


def expire(change: Change) -> None:
    row = change.row
    if not change.is_running or row["deadline"] is None or row["deadline"] > change.now:
        return
    if row["ply"] < FREE_PLIES:
        change.abort(row[f"{row['turn']}_id"])
    else:
        flag(change, row["turn"])
