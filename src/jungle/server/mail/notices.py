"""Mails that the server writes by itself. They go to the outbox within the transaction that they report."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa

from jungle.boardgame import BoardGame
from jungle.pieces import Side
from jungle.server import playing
from jungle.server.accounts import User
from jungle.server.changes import OTHER, Change, Row
from jungle.server.clocks import HOUR
from jungle.server.events import decode
from jungle.server.mail.boards import board_text, move_list
from jungle.server.mail.outbox import enqueue
from jungle.server.schema import users
from jungle.server.settings import Settings

MOST_TEXTS = 100
TOLD = ("move", "end", "offer", "takeback", "chat", "rematch", "pause", "resume")


def game_text(row: Mapping[str, Any], game: BoardGame, viewer: Side | None, size: str, origin: str) -> str:
    """The list of moves, the board, and how things stand."""
    names = {colour: row.get(f"{colour}_name") or "?" for colour in OTHER}
    lines = [f"Board {row['number']}: {names['blue']} (Blue) against {names['red']} (Red), {row['rules']} rules"]
    if row["status"] == "started":
        lines.append(f"Move {game.number}: {names[row['turn']]} ({row['turn'].capitalize()}) to move")
    elif row["status"] == "aborted":
        lines.append("The game was aborted.")
    else:
        winner = {"1-0": "blue", "0-1": "red"}.get(row["result"])
        how = f"{names[winner]} ({winner.capitalize()}) has won" if winner else "The game is a draw"
        lines.append(f"{how}: {row['reason']}.")
    for kind, offer in decode(row["offers"]).items():
        if not offer.get("declined"):
            lines.append(f"{names[offer['by']]} offers: {'undo' if kind == 'takeback' else kind}")
    head = "\n".join(lines)
    return f"{head}\n\n{move_list(game)}\n{board_text(game, viewer, size=size)}\n{origin}/game/{row['id']}\n"


class Notices:
    """Writes mails to the outbox."""

    def __init__(self, settings: Settings, now: Callable[[], int]) -> None:
        self.settings = settings
        self.now = now
        self._texts: OrderedDict[tuple[object, ...], str] = OrderedDict()

    def game_text(self, row: Mapping[str, Any], game: BoardGame, viewer: Side | None, size: str) -> str:
        """What a mail says about a game. The notice of a change and the answer to its command share one text."""
        said = ("id", "version", "moves", "status", "result", "reason", "turn", "offers", "blue_name", "red_name")
        key = (*(row.get(name) for name in said), viewer, size)
        if (text := self._texts.get(key)) is None:
            text = self._texts[key] = game_text(row, game, viewer, size, self.settings.origin)
            if len(self._texts) > MOST_TEXTS:
                self._texts.popitem(last=False)
        return text

    @staticmethod
    def _players(connection: sa.Connection, row: Row) -> dict[str, Mapping[str, Any]]:
        ids = [row["blue_id"], row["red_id"]]
        rows = connection.execute(sa.select(users).where(users.c.id.in_(ids))).mappings().all()
        by_id = {row["id"]: dict(row) for row in rows}
        return {colour: by_id[row[f"{colour}_id"]] for colour in OTHER if row[f"{colour}_id"] in by_id}

    def _write(self, connection: sa.Connection, key: str, to: Mapping[str, Any], subject: str, body: str) -> None:
        now, unsubscribe = self.now(), to["unsubscribe"]
        enqueue(connection, key, to["address"], subject, body, now, unsubscribe=unsubscribe)

    def game_begun(self, connection: sa.Connection, row: Row) -> None:
        """Send the first board to both players: one of them has to move."""
        players = self._players(connection, row)
        named, game = _named(row, players), playing.new_game(row["kind"], row["rules"], row["fen"], row["seed"])
        for colour, player in players.items():
            if _wants(player, row):
                text = self.game_text(named, game, playing.COLOURS[colour], player["board_size"])
                key = f"game:{row['id']}:0:{player['id']}"
                opponent = _name(named, OTHER[colour])
                subject = _subject(row, f"your game with {opponent} begins, {_to_move(named, colour)}")
                self._write(connection, key, player, subject, text)

    def game_changed(self, change: Change) -> None:
        """Tell both players of a game what happened, if they want it by mail."""
        happened = [event for event, _, _ in change.events if event["type"] in TOLD]
        if not happened:
            return
        players = self._players(change.connection, change.row)
        row = _named(change.row, players)
        for colour, player in players.items():
            if not _wants(player, row):
                continue
            text = self._told(happened, colour, row, change)
            size = player["board_size"]
            body = f"{text}{self.game_text(row, change.game, playing.COLOURS[colour], size)}"
            subject = _subject(row, _headline(happened[-1], colour, row, change.game))
            key = f"game:{change.id}:{change.row['version']}:{player['id']}"
            self._write(change.connection, key, player, subject, body)

    @staticmethod
    def _told(happened: list[dict[str, Any]], colour: str, row: Row, change: Change) -> str:
        lines = []
        for event in happened:
            if event["type"] == "chat":
                lines.append(f"{event['name']} says: {event['text']}")
            elif event["type"] == "end" and event["winner"] == colour:
                lines.append("You have won the game!")
            elif event["type"] == "end" and event["winner"]:
                lines.append("You have lost the game.")
        return "".join(f"{line}\n" for line in lines) + ("\n" if lines else "")

    def remind(self, change: Change) -> None:
        """Remind the player to move of the deadline."""
        players = self._players(change.connection, change.row)
        row = _named(change.row, players)
        player = players.get(row["turn"])
        if player is None or not _wants(player, row):
            return
        hours = max(0, (row["deadline"] or 0) - change.now) // HOUR
        viewer = playing.COLOURS[row["turn"]]
        body = self.game_text(row, change.game, viewer, player["board_size"])
        left = "1 hour" if hours == 1 else f"{hours} hours"
        subject = _subject(row, f"your move against {_name(row, OTHER[row['turn']])}, {left} left")
        key = f"remind:{change.id}:{row['ply']}:{row['deadline']}"
        self._write(change.connection, key, player, subject, body)

    def challenged(self, connection: sa.Connection, challenge: Mapping[str, Any], name: str) -> None:
        """Tell somebody of a correspondence challenge."""
        row = connection.execute(sa.select(users).where(users.c.id == challenge["to_id"])).mappings().one()
        player = dict(row)
        terms = decode(challenge["terms"])
        if not _wants(player, {"speed": "correspondence" if terms["days"] else "live"}):
            return
        number = challenge["number"]
        body = (
            f"{name} challenges you to a game, board {number}: {terms['game']}, {terms['rules']} rules.\n\n"
            f"    {terms['game']} accept {number} {player['name']} password\n"
            f"    {terms['game']} decline {number} {player['name']} password\n\n"
            f"{self.settings.origin}/challenge/{challenge['id']}\n"
        )
        subject = _subject(challenge, f"{name} challenges you")
        self._write(connection, f"challenge:{challenge['id']}", player, subject, body)

    def message(self, connection: sa.Connection, sender: User, to: Mapping[str, Any], text: str, number: int) -> None:
        """Pass on a message from one player to another."""
        if to["address"] is None or to["mail_moves"] == "never":
            return
        body = f"{text}\n\n-- \n{sender.name}, by way of {self.settings.origin}\n"
        subject = f"Message from {sender.name}"
        self._write(connection, f"message:{number}", to, subject, body)


def _wants(player: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    if player["address"] is None or player["closed"] is not None:
        return False
    choice = player["mail_moves"]
    return bool(choice == "always" or (choice == "correspondence" and row["speed"] == "correspondence"))


def _named(row: Row, players: Mapping[str, Mapping[str, Any]]) -> Row:
    return {**row, **{f"{colour}_name": player["name"] for colour, player in players.items()}}


def _subject(row: Mapping[str, Any], headline: str) -> str:
    """The subject of a mail about a board."""
    return f"Jungle {row['number']}: {headline}"


def _name(row: Row, colour: str) -> str:
    return str(row.get(f"{colour}_name", "?"))


def _to_move(row: Row, colour: str) -> str:
    return "your move" if row["turn"] == colour else f"{_name(row, row['turn'])} to move"


OFFERED = {
    "draw": "a draw",
    "takeback": "to undo",
    "abort": "to abort the game",
    "pause": "a pause",
    "rematch": "a rematch",
}


def _headline(event: dict[str, Any], colour: str, row: Row, game: BoardGame) -> str:
    """What has happened, to the player of a colour."""

    def who(actor: str) -> str:
        return "you" if actor == colour else _name(row, actor)

    opponent = _name(row, OTHER[colour])
    match event["type"]:
        case "move":
            move = game.notation(game.moves[-1], len(game) - 1)
            return f"{who(OTHER[row['turn']])} played {move}, {_to_move(row, colour)}"
        case "end" if event["winner"] == colour:
            return f"you won against {opponent}"
        case "end" if event["winner"]:
            return f"you lost to {opponent}"
        case "end" if event["status"] == "aborted":
            return f"your game with {opponent} was aborted"
        case "end":
            return f"your game with {opponent} is a draw"
        case "chat":
            return f"{event['name']} says something"
        case "offer":
            return f"{who(event['by'])} {'offer' if event['by'] == colour else 'offers'} {OFFERED[event['kind']]}"
        case "takeback":
            return f"the last move was taken back, {_to_move(row, colour)}"
        case "rematch":
            return f"your rematch with {opponent} begins"
        case "pause":
            return f"your game with {opponent} is paused"
        case "resume":
            return f"your game with {opponent} continues, {_to_move(row, colour)}"
    return f"your game with {opponent}"
