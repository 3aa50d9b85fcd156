"""Notification emails. Each goes to the outbox in the transaction it reports."""

from collections import OrderedDict
from collections.abc import Callable

import sqlalchemy as sa

from jungle.board_game import BoardGame
from jungle.language import Translator
from jungle.language.plurals import counted
from jungle.outcome import Outcome, Reason
from jungle.phrases import ending_words
from jungle.pieces import Side
from jungle.server.game import adapter
from jungle.server.game.adapter import COLOURS, SIDES
from jungle.server.game.events import GameChanged, GameStarted
from jungle.server.game.rows import GameRow, Player
from jungle.server.game.transaction import GameTransaction
from jungle.server.identity.events import CodesGuessed
from jungle.server.identity.users import ANONYMOUS, UserRow, read_users
from jungle.server.json import Json
from jungle.server.lobby.events import ChallengeMade, MessageSent
from jungle.server.mail.boards import board_text, move_list
from jungle.server.mail.outbox import enqueue
from jungle.server.push.notices import MAIL_WAITS, is_pushed
from jungle.server.settings import Settings
from jungle.server.storage.schema import users
from jungle.server.times import HOUR

TEXTS_LIMIT = 100
MAILED = ("move", "end", "offer", "takeback", "chat", "rematch", "pause", "resume")


def game_text(row: GameRow, game: BoardGame, viewer: Side | None, size: str, origin: str) -> str:
    """The state of a game, its move list and its board."""
    blue, red = row.seats
    lines = [f"Board {row.number}: {blue.name} (Blue) against {red.name} (Red), {row.rules} rules"]
    if row.is_running():
        lines.append(f"Move {game.number}: {row.to_move.name} ({row.turn}) to move")
    elif row.status == "aborted":
        lines.append("The game was aborted.")
    elif row.winner is None:
        lines.append(f"The game is a draw ({_ending(row, game)}).")
    else:
        lines.append(f"{row.seats[row.winner].name} ({row.winner}) won {_ending(row, game)}.")
    for kind, side in row.standing.items():
        lines.append(f"{row.seats[side].name} offers {OFFERED[kind]}")
    head = "\n".join(lines)
    return f"{head}\n\n{move_list(game)}\n{board_text(game, viewer, size=size)}\n{origin}/game/{row.id}\n"


def _ending(row: GameRow, game: BoardGame) -> str:
    outcome = Outcome.from_result(row.result or "", Reason(row.reason))
    return ending_words(Translator("en"), outcome, game)


class Notices:
    """Writes emails to the outbox."""

    def __init__(self, settings: Settings, now: Callable[[], int]) -> None:
        self.settings = settings
        self.now = now
        self._texts: OrderedDict[tuple[object, ...], str] = OrderedDict()

    def game_text(self, row: GameRow, game: BoardGame, viewer: Side | None, size: str) -> str:
        """The text of an email about a game, shared by the notice of a change and the reply to its command."""
        # The version covers everything in the events, but not the players' names.
        key = (row.id, row.version, row.moves, *(seat.name for seat in row.seats), viewer, size)
        if (text := self._texts.get(key)) is None:
            text = self._texts[key] = game_text(row, game, viewer, size, self.settings.origin)
            if len(self._texts) > TEXTS_LIMIT:
                self._texts.popitem(last=False)
        return text

    @staticmethod
    def _players(connection: sa.Connection, row: GameRow) -> tuple[GameRow, dict[Side, UserRow]]:
        """The players who still have accounts, and the row with their names."""
        found = {user.id: user for user in read_users(connection, users.c.id.in_([seat.user_id for seat in row.seats]))}
        players = {
            side: found[seat.user_id] for side, seat in zip(Side, row.seats, strict=True) if seat.user_id in found
        }
        for side, user in players.items():
            row = row.with_seat(side, player=Player(ANONYMOUS if user.is_child else user.name, user.kind))
        return row, players

    def _write(self, connection: sa.Connection, key: str, to: UserRow, subject: str, body: str) -> None:
        assert to.address is not None
        now = self.now()
        # A notification says the same. If it arrives, the mail is not needed.
        at = now + MAIL_WAITS if is_pushed(connection, key, now) else now
        enqueue(connection, key, to.address, subject, body, now, at=at, unsubscribe=to.unsubscribe)

    def on_game_started(self, connection: sa.Connection, event: GameStarted) -> None:
        """Send both players the initial board. In tournaments and classes they are looking at it."""
        if event.origin in ("tournament", "round"):
            return
        row, players = self._players(connection, event.row)
        game = adapter.new_game(row.kind, row.rules, row.fen, row.seed)
        for side, player in players.items():
            if _wants(player, row.speed):
                text = self.game_text(row, game, side, player.board_size)
                headline = f"your game with {row.seats[side.opponent].name} begins, {_to_move(row, side)}"
                self._write(connection, f"game:{row.id}:0:{player.id}", player, _subject(row.number, headline), text)

    def on_game_changed(self, connection: sa.Connection, changed: GameChanged) -> None:
        """Notify both players of what happened in a game, if they want email about it."""
        reported = [event for event in changed.events if event["type"] in MAILED]
        if not reported:
            return
        row, players = self._players(connection, changed.row)
        for side, player in players.items():
            # Nobody is notified of their own chat messages.
            happened = [event for event in reported if event["type"] != "chat" or event["name"] != player.name]
            if happened and _wants(player, row.speed):
                body = (
                    _plan_note(changed, side, player.id)
                    + _summary(happened, side)
                    + self.game_text(row, changed.game, side, player.board_size)
                )
                subject = _subject(row.number, _headline(happened[-1], side, row, changed.game))
                self._write(connection, f"game:{row.id}:{row.version}:{player.id}", player, subject, body)

    def remind(self, transaction: GameTransaction) -> None:
        """Remind the player to move of the deadline."""
        row, players = self._players(transaction.connection, transaction.row)
        player = players.get(row.turn)
        if player is None or not _wants(player, row.speed):
            return
        hours = max(0, (row.deadline or 0) - transaction.now) // HOUR
        body = self.game_text(row, transaction.game, row.turn, player.board_size)
        left = counted(hours, "hour")
        subject = _subject(row.number, f"your move against {row.seats[row.turn.opponent].name}, {left} left")
        self._write(transaction.connection, f"remind:{row.id}:{row.ply}:{row.deadline}", player, subject, body)

    def on_challenge(self, connection: sa.Connection, event: ChallengeMade) -> None:
        """Notify a player of a correspondence challenge."""
        challenge = event.challenge
        (player,) = read_users(connection, users.c.id == challenge.to_id)
        terms, number, name = challenge.terms, challenge.number, challenge.from_name
        if not _wants(player, terms.control.speed):
            return
        body = (
            f"{name} challenges you to a game, board {number}: {terms.game}, {terms.rules} rules.\n"
            "Send one of these commands:\n\n"
            f"    {terms.game} accept {number} {player.name} password\n"
            f"    {terms.game} decline {number} {player.name} password\n\n"
            f"{self.settings.origin}/challenge/{challenge.id}\n"
        )
        subject = _subject(number, f"{name} challenges you")
        self._write(connection, f"challenge:{challenge.id}", player, subject, body)

    def on_codes_guessed(self, connection: sa.Connection, event: CodesGuessed) -> None:
        """Warn the owner of an account, however few emails they want."""
        (owner,) = read_users(connection, users.c.id == event.user_id)
        if owner.address is None:
            return
        body = (
            f"Someone has entered {event.count} wrong codes for {owner.name}, after entering the right password.\n"
            "If that was not you, set a new password now. Your second factor still protects the account:\n\n"
            f"{self.settings.origin}/\n"
        )
        self._write(connection, f"codes:{owner.id}:{self.now()}", owner, "Wrong codes for your account", body)

    def on_message(self, connection: sa.Connection, event: MessageSent) -> None:
        """Pass on a message from one player to another."""
        to = event.to
        if to.address is None or to.mail_moves == "never":
            return
        body = f"{event.text}\n\n-- \n{event.sender.name}, via {self.settings.origin}\n"
        self._write(connection, f"message:{event.id}", to, f"Message from {event.sender.name}", body)


def _plan_note(changed: GameChanged, side: Side, user_id: int) -> str:
    """Says that a player's conditional moves were played or removed. The opponent's are never mentioned."""
    moves = sum(event["type"] == "move" for event in changed.events)
    # The first move was sent by its player; the others alternate.
    planned = moves > 1 if changed.row.turn is not side else moves > 2
    lines = ["Your conditional moves were played."] if planned else []
    if user_id in changed.dropped_plans:
        lines.append("The game took another course, so your conditional moves have been removed.")
    return "".join(f"{line}\n" for line in lines) + ("\n" if lines else "")


def _summary(happened: list[Json], side: Side) -> str:
    lines = []
    for event in happened:
        if event["type"] == "chat":
            lines.append(f"{event['name']} says: {event['text']}")
        elif event["type"] == "end" and event["winner"]:
            lines.append("You have won the game!" if event["winner"] == COLOURS[side] else "You have lost the game.")
    return "".join(f"{line}\n" for line in lines) + ("\n" if lines else "")


def _wants(player: UserRow, speed: str) -> bool:
    if player.address is None or player.closed is not None or player.is_child:
        return False
    return player.mail_moves == "always" or (player.mail_moves == "correspondence" and speed == "correspondence")


def _subject(number: int, headline: str) -> str:
    """The subject of an email about a board."""
    return f"Jungle {number}: {headline}"


def _to_move(row: GameRow, side: Side) -> str:
    return "your move" if row.turn is side else f"{row.to_move.name} to move"


OFFERED = {
    "draw": "a draw",
    "takeback": "to undo the last move",
    "abort": "to abort the game",
    "pause": "a break",
    "rematch": "a rematch",
}


def _headline(event: Json, side: Side, row: GameRow, game: BoardGame) -> str:
    """What happened, in words for the player of a side."""

    def who(actor: Side) -> str:
        return "you" if actor is side else row.seats[actor].name

    opponent, colour = row.seats[side.opponent].name, COLOURS[side]
    match event["type"]:
        case "move":
            move = game.notation(game.moves[-1], len(game) - 1)
            return f"{who(row.turn.opponent)} played {move}, {_to_move(row, side)}"
        case "end" if event["winner"] == colour:
            return f"you won against {opponent}"
        case "end" if event["winner"]:
            return f"you lost to {opponent}"
        case "end" if event["status"] == "aborted":
            return f"your game with {opponent} was aborted"
        case "end":
            return f"your game with {opponent} is a draw"
        case "chat":
            return f"{event['name']} sent a chat message"
        case "offer":
            return (
                f"{who(SIDES[event['by']])} {'offer' if event['by'] == colour else 'offers'} {OFFERED[event['kind']]}"
            )
        case "takeback":
            return f"the last move was taken back, {_to_move(row, side)}"
        case "rematch":
            return f"your rematch with {opponent} begins"
        case "pause":
            return f"your game with {opponent} is paused"
        case "resume":
            return f"your game with {opponent} continues, {_to_move(row, side)}"
    return f"your game with {opponent}"
