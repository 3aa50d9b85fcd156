"""Offers: draw, takeback, abort, pause. They stand until they are answered or the next move is made."""

from jungle.errors import GameError
from jungle.server.changes import OTHER, Change
from jungle.server.errors import ConflictError, UnprocessableError

OFFERS = ("draw", "takeback", "abort", "pause")


def offer(change: Change, user_id: int, kind: str) -> None:
    colour = change.require_player(user_id)
    change.require_running()
    if kind not in OFFERS:
        raise UnprocessableError(f"expected an offer of {', '.join(OFFERS)}; got {kind!r}")
    if kind == "pause" and change.row["days"] is None:
        raise ConflictError("only correspondence games can be paused", "not_correspondence")
    if kind == "takeback":
        plies_to_take_back(change, OTHER[colour] if change.offers.get(kind, {}).get("by") == OTHER[colour] else colour)
    waiting = change.offers
    standing = waiting.get(kind)
    if standing is None:
        waiting[kind] = {"by": colour}
        change.set_offers(waiting)
        change.tell("offer", kind=kind, by=colour)
    elif standing.get("declined"):
        raise ConflictError(f"{kind} was declined; move before you offer again", "declined")
    elif standing["by"] == OTHER[colour]:
        _accept(change, kind, OTHER[colour])


def _accept(change: Change, kind: str, offered_by: str) -> None:
    if kind == "draw":
        try:
            change.game.agree_draw()
        except GameError as error:
            raise ConflictError(str(error)) from None
        change.end()
    elif kind == "abort":
        change.abort(None)
    elif kind == "pause":
        row = change.row
        row["paused_ms"] = max(0, row["deadline"] - change.now)
        row["deadline"] = row["remind_at"] = None
        change.set_offers({})
        change.tell("pause")
    else:
        row, plies = change.row, plies_to_take_back(change, offered_by)
        for _ in range(plies):
            change.game.undo()
        row["moves"] = " ".join(row["moves"].split()[:-plies])
        row["ply"] -= plies
        change.set_offers({})
        change.begin_turn()
        fields = {} if row["days"] is None else {"deadline": row["deadline"]}
        change.tell("takeback", ply=row["ply"], clock=change.clock(), at=change.now, **fields)
        if row["days"] is not None:
            change.notify("turn")


def plies_to_take_back(change: Change, colour: str) -> int:
    """How many plies bring `colour` to move again. Raises ConflictError when that cannot be."""
    plies = 1 if change.row["turn"] != colour else 2
    if plies > change.row["ply"]:
        raise ConflictError("there is no move to take back", "no_takeback")
    if any(move.is_flip for move in change.game.moves[-plies:]):
        raise ConflictError("what was turned up has been seen and cannot be taken back", "no_takeback")
    return plies
