"""Email commands for one board: show, move, offer, submit and confirm, preview, chat."""

from dataclasses import dataclass

import sqlalchemy as sa

from jungle.board_game import BoardGame
from jungle.errors import IllegalMoveError
from jungle.pieces import Side
from jungle.server.errors import ConflictError, ForbiddenError, NotFoundError, RequestError, UnprocessableError
from jungle.server.game.commands import CHAT_LIMIT
from jungle.server.game.plans import Line, read_plan
from jungle.server.game.rows import GameRow, find_game, number_or_id
from jungle.server.identity.accounts import User
from jungle.server.mail import listings
from jungle.server.mail.boards import board_text
from jungle.server.mail.parser import MailCommand, joined_moves, split_number
from jungle.server.mail.services import MailServices
from jungle.server.realtime import client_frames
from jungle.server.storage.schema import games, submissions, users

ANSWERS = {"propose": client_frames.Offer, "accept": client_frames.Accept, "reject": client_frames.Decline}
OFFERED = {"draw": "draw", "undo": "takeback"}


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a command."""

    text: str
    status: int = 200
    key: str | None = None
    """Set if the sender also gets the same text as a notice, so that it is sent only once."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a command, as far as known without a password."""

    channel: str
    source: str
    """The source that rate limits count: the peer's network."""
    address: str | None = None
    """The address in From, if SPF or DKIM vouches for it."""
    user: User | None = None
    mail_id: str | None = None
    """Identifies the email, so that a move in an email that arrives twice counts once."""


class BoardCommands:
    """The commands for boards."""

    def __init__(self, services: MailServices) -> None:
        self.services = services

    async def check(self, name: str, password: str, sender: Sender) -> User:
        """The user with this play-by-email password. Over HTTP, the account password works if there is none."""
        channel = "mail_password" if sender.channel == "smtp" else "play"
        return await self.services.attempts.check_password(name, password, sender.source, channel=channel)

    async def find(self, board: str) -> GameRow:
        return await self.services.database.read(lambda connection: find_game(connection, board))

    async def _id(self, board: str) -> str:
        """The id of the game on a board."""
        statement = sa.select(games.c.id).where(number_or_id(games, board))
        found: str | None = await self.services.database.read(lambda connection: connection.execute(statement).scalar())
        if found is None:
            raise NotFoundError(f"there is no game {board!r}", "no_game")
        return found

    async def _view(self, row: GameRow, sender: Sender, user: User | None = None) -> tuple[Side | None, str]:
        """The side at the bottom of the board, and its size, as preferred by the user or else by the sender.

        A sender's address does not prove identity, but is enough to choose how a board is drawn.
        """
        user = user or sender.user
        if user is not None and user.board_size is not None:
            return row.side_of(user.id), user.board_size
        if user is not None:
            who = users.c.id == user.id
        elif sender.address is not None:
            who = users.c.address.in_({sender.address, sender.address.lower()})
        else:
            return None, "small"
        chosen = sa.select(users.c.id, users.c.board_size).where(who, users.c.closed.is_(None))
        sizes = await self.services.database.read(lambda connection: dict(connection.execute(chosen).all()))
        for user_id, size in sizes.items():
            if (side := row.side_of(user_id)) is not None:
                return side, size
        return None, next(iter(sizes.values()), "small")

    async def _board(self, row: GameRow, sender: Sender, user: User | None = None) -> str:
        """The move list and the board, as this user wants to see them."""
        viewer, size = await self._view(row, sender, user)
        return self.services.notices.game_text(row, self.services.games.committed(row), viewer, size)

    async def move(self, command: MailCommand, sender: Sender) -> Reply:
        """A move; or `resign`; or `propose`, `accept` or `reject`, followed by `draw` or `undo`."""
        board, name, password, *words = command.take(4, 6)
        user = await self.check(name, password, sender)
        game_id = await self._id(board)
        word, *more = joined_moves(words)
        if len(more) > 1:
            raise UnprocessableError(f"expected: {command.usage}", "usage")
        move, number = split_number(word)
        what = more[0].lower() if more else "draw"
        game_command: client_frames.Command
        if move.lower() == "resign":
            game_command = client_frames.Resign(game=game_id)
        elif (answer := ANSWERS.get(move.lower())) is None:
            game_command = client_frames.Move(game=game_id, move=move, number=number, id=sender.mail_id)
        elif what in OFFERED:
            game_command = answer(game=game_id, kind=OFFERED[what])
        else:
            raise UnprocessableError(f"expected {move.lower()} draw or {move.lower()} undo, got {what!r}", "usage")
        return await self._run(game_command, user, sender)

    async def _run(self, game_command: client_frames.Command, user: User, sender: Sender) -> Reply:
        """The board after a command; if it is refused, the reason and the current board."""
        game_id = game_command.game
        try:
            await self.services.games.execute(game_command, user.id)
        except (ConflictError, UnprocessableError) as error:
            row = await self.find(game_id)
            why = _why_refused(error, row, self.services.games.committed(row), user)
            return Reply(f"{why}\n\n{await self._board(row, sender, user)}", error.status)
        return await self._moved(game_id, user, sender)

    async def _moved(self, game_id: str, user: User, sender: Sender) -> Reply:
        row = await self.find(game_id)
        return Reply(await self._board(row, sender, user), key=f"game:{game_id}:{row.version}:{user.id}")

    async def plan(self, command: MailCommand, sender: Sender) -> str | Reply:
        """Show, set or remove conditional moves: lines of moves, separated by semicolons."""
        board, name, password, *words = command.take(3)
        user = await self.check(name, password, sender)
        row = await self.find(board)
        if row.side_of(user.id) is None:
            raise ForbiddenError(f"only the players of board {row.number} may do that", "not_a_player")
        if words:
            parts = [] if words == ["none"] else " ".join(words).split(";")
            lines = [joined_moves(part.split()) for part in parts if part.strip()]
            try:
                await self.services.games.execute(client_frames.Plan(game=row.id, lines=lines), user.id)
            except UnprocessableError as error:
                game = self.services.games.committed(row)
                return Reply(f"{_without_position(error, game)}\n", error.status)
        planned = await self.services.database.read(lambda connection: read_plan(connection, row.id, user.id))
        if planned is None:
            return f"You have no conditional moves on board {row.number}.\n"
        text = "".join(f"    if {_planned_text(line)}\n" for line in planned[1])
        return f"Your conditional moves on board {row.number}, which only you can see:\n\n{text}"

    async def resign(self, command: MailCommand, sender: Sender) -> Reply:
        board, name, password = command.take(3, 3)
        user = await self.check(name, password, sender)
        game_id = await self._id(board)
        return await self._run(client_frames.Resign(game=game_id), user, sender)

    async def chat(self, command: MailCommand, sender: Sender) -> str:
        board, name, password = command.take(3, 3)
        user = await self.check(name, password, sender)
        game_id = await self._id(board)
        await self.services.games.execute(client_frames.Chat(game=game_id, text=command.body[:CHAT_LIMIT]), user.id)
        return "Sent.\n"

    async def submit(self, command: MailCommand, sender: Sender) -> str:
        """Store a move until it is confirmed."""
        board, name, password, *words = command.take(4, 6)
        user = await self.check(name, password, sender)
        row = await self.find(board)
        word, *more = joined_moves(words)
        if more:
            raise UnprocessableError(f"expected: {command.usage}", "usage")
        move, number = split_number(word)
        game = self.services.games.committed(row).copy()
        if number is not None and number != game.number:
            return f"expected move {game.number}, got #{number}\n\n{await self._board(row, sender, user)}"
        if user.id != row.to_move.user_id or not row.is_running():
            raise ConflictError(f"it is not {user.name}'s turn on board {board}", "not_your_turn")
        try:
            text = game.parse_move(move).uci()
        except IllegalMoveError as error:
            raise UnprocessableError(_without_position(error, game), "illegal_move") from None

        def work(connection: sa.Connection) -> None:
            pair = (submissions.c.game_id == row.id, submissions.c.user_id == user.id)
            connection.execute(sa.delete(submissions).where(*pair))
            values = {"game_id": row.id, "user_id": user.id, "ply": row.ply, "move": text}
            connection.execute(sa.insert(submissions), values)

        await self.services.database.write(work)
        shown = game.public() if game.hidden_pieces() else game
        if not game.parse_move(move).is_flip():  # The piece is only revealed when the flip is played.
            shown.play(text)
        viewer, size = await self._view(row, sender, user)
        picture = board_text(shown, viewer, size=size)
        return f"To play {word}, send: {command.game} confirm {board} {name} password\n\n{picture}"

    async def confirm(self, command: MailCommand, sender: Sender) -> Reply:
        board, name, password = command.take(3, 3)
        user = await self.check(name, password, sender)
        game_id = await self._id(board)
        pair = (submissions.c.game_id == game_id, submissions.c.user_id == user.id)
        chosen = sa.select(submissions.c.move, submissions.c.ply, games.c.ply.label("now"))
        chosen = chosen.join(games, games.c.id == submissions.c.game_id).where(*pair)
        kept = await self.services.database.read(lambda connection: connection.execute(chosen).first())
        if kept is None or kept.ply != kept.now:
            raise ConflictError(f"no move is waiting to be confirmed on board {board}", "no_submission")

        reply = await self._run(client_frames.Move(game=game_id, move=kept.move, ply=kept.ply), user, sender)
        if reply.status == 200:
            await self.services.database.execute(sa.delete(submissions).where(*pair))
        return reply

    async def preview(self, command: MailCommand, sender: Sender) -> str:
        """The board after some moves, without playing them."""
        board, *moves = command.take(2)
        row, played = await self.find(board), joined_moves(moves)[:20]
        game = self.services.games.committed(row).public()
        try:
            for move in played:
                game.play(move)
        except IllegalMoveError as error:
            raise UnprocessableError(_without_position(error, game), "illegal_move") from None
        viewer, size = await self._view(row, sender)
        return f"Board {row.number} after {' '.join(played)}:\n\n{board_text(game, viewer, size=size)}"

    async def show(self, command: MailCommand, sender: Sender) -> str:
        """A board, now or before the n-th move; or a user's profile."""
        (word,) = command.take(1, 1)
        board, number = split_number(word)
        try:
            row = await self.find(board)
        except NotFoundError:
            if board.isdigit():
                raise
            return await listings.profile(self.services, board)
        if number is None:
            return await self._board(row, sender)
        game = self.services.games.committed(row)
        plies = [ply for ply in range(len(game) + 1) if game.number_text(ply).rstrip(".") == str(number)]
        if not plies:
            raise UnprocessableError(f"expected a move from 1 to {game.number}, got #{number}")
        viewer, size = await self._view(row, sender)
        picture = board_text(game, viewer, size=size, ply=plies[0])
        return f"Board {row.number} before move {number}:\n\n{picture}"


def _planned_text(line: Line) -> str:
    """
    >>> _planned_text(("g7g6", "a4a5", "g6g5", "a5a6"))
    'g7g6, then a4a5; if g6g5, then a5a6'
    """
    pairs = zip(line[::2], line[1::2], strict=True)
    return "; if ".join(f"{move}, then {reply}" for move, reply in pairs)


def _why_refused(error: RequestError, row: GameRow, game: BoardGame, user: User) -> str:
    """Words an error about a board in terms of its number and players."""
    opponent = next((seat.name for seat in row.seats if seat.user_id != user.id), "?")
    match error.code:
        case "over":
            return f"your game with {opponent}, board {row.number}, is over"
        case "not_your_turn":
            return f"it is {opponent}'s turn"
    return _without_position(error, game)


def _without_position(error: Exception, game: BoardGame) -> str:
    """An error about a move, without the position's FEN: the email shows the board, or the player has it."""
    return str(error).removesuffix(f" in {game.fen()}")
