"""The names that Lichess's bot API uses for what the rest of the server calls otherwise.

Blue moves first and is Lichess's White; Red is its Black.
"""

from jungle.outcome import Reason
from jungle.pieces import Side
from jungle.server.game.adapter import SIDES
from jungle.server.game.rows import GameRow, Seat
from jungle.server.game.views import player_view
from jungle.server.identity.accounts import name_key
from jungle.server.json import Json

COLOURS = ("white", "black")
"""By side."""
ENDINGS = {Reason.RESIGNATION.value: "resign", Reason.TIMEOUT.value: "outoftime"}


def colour_name(colour: str | None) -> str:
    """Lichess's word for a colour; "random" for none.

    >>> colour_name("blue"), colour_name("red"), colour_name("random")
    ('white', 'black', 'random')
    """
    return COLOURS[SIDES[colour]] if colour in SIDES else "random"


def status(status: str, result: str | None, reason: str | None) -> str:
    """Lichess's word for how a game stands; our `reason` says more.

    >>> status("started", "*", None), status("ended", "1-0", "den"), status("ended", "0-1", "timeout")
    ('started', 'variantEnd', 'outoftime')
    """
    if status != "ended":
        return status
    return ENDINGS.get(reason or "", "draw" if result == "1/2-1/2" else "variantEnd")


def player(seat: Seat) -> Json:
    shown = player_view(seat)
    name = shown["name"]
    return {**shown, "id": name and name_key(name), "title": "BOT" if shown["kind"] == "bot" else None}


def players(row: GameRow) -> Json:
    return {COLOURS[side]: player(row.seats[side]) for side in Side}


def variant(rules: str) -> Json:
    return {"key": rules, "name": rules}


def event(line: Json) -> Json:
    """A line of the event stream, with Lichess's names added to ours."""
    if "game" in line:
        return {**line, "game": _game(line["game"])}
    if "challenge" in line:
        return {**line, "challenge": _challenge(line["challenge"])}
    return line


def _game(game: Json) -> Json:
    shown = {**game, "color": colour_name(game["colour"])}
    if "rules" in game:
        shown["variant"] = variant(game["rules"])
    if "winner" in game:
        shown["status"] = {"name": status(game["status"], game["result"], game["reason"])}
        shown["winner"] = game["winner"] and colour_name(game["winner"])
    return shown


def _challenge(challenge: Json) -> Json:
    shown = dict(challenge)
    for ours, theirs in (("challenger", "challenger"), ("to", "destUser")):
        if person := challenge.get(ours):
            title = "BOT" if person["kind"] == "bot" else None
            shown[theirs] = {**person, "id": name_key(person["name"]), "title": title}
    if "rules" in challenge:
        shown |= {"variant": variant(challenge["rules"]), "color": colour_name(challenge["colour"])}
        shown["timeControl"] = _time_control(challenge)
    return shown


def _time_control(challenge: Json) -> Json:
    clock, days = challenge["clock"], challenge["days"]
    if clock is not None:
        return {"type": "clock", **clock}
    return {"type": "unlimited"} if days is None else {"type": "correspondence", "daysPerTurn": days}
