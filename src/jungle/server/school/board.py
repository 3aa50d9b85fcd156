"""The teacher's board: what it shows, the question it asks, and the answers."""

from collections import Counter
from collections.abc import Callable

import sqlalchemy as sa

from jungle.server.background import Background
from jungle.server.errors import ConflictError, ForbiddenError, UnprocessableError
from jungle.server.identity.accounts import User
from jungle.server.json import Json, encode
from jungle.server.school.class_board import Board, checked_board, legal_answers
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.rows import (
    ClassRow,
    read_classes,
    read_pupils,
    require_member,
    require_teacher,
)
from jungle.server.storage.database import Database, insert_once
from jungle.server.storage.schema import answers, classes


def asking(row: ClassRow, version: int) -> Board:
    """The board of a class that asks for a move. Raises ConflictError if it does not, or not this one."""
    board = row.shown_board
    if board is None or not board.ask:
        raise ConflictError("the teacher's board does not ask for a move", "not_asked")
    if row.board_version != version:
        raise ConflictError(f"the board has changed: it is at version {row.board_version}", "stale")
    return board


def tally(connection: sa.Connection, row: ClassRow, names: dict[int, str]) -> Json:
    """The answers on the current board: how often each move was chosen, and by whom."""
    given = (answers.c.class_id == row.id, answers.c.board_version == row.board_version)
    statement = sa.select(answers.c.user_id, answers.c.move).where(*given).order_by(answers.c.at)
    found = [(names[user_id], move) for user_id, move in connection.execute(statement) if user_id in names]
    board = row.shown_board
    shown = [
        {"name": name, "move": move, "isRight": None if board is None else board.is_right(move)} for name, move in found
    ]
    return {"tally": dict(Counter(move for _, move in found)), "answers": shown}


class Boards:
    """The boards that teachers show to their classes."""

    def __init__(
        self, database: Database, publisher: ClassPublisher, background: Background, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.publisher = publisher
        self.background = background
        self.now = now
        self._legal: dict[tuple[str, int], frozenset[str]] = {}
        """The legal answers on the boards that teachers show."""

    async def show_board(self, user: User, class_id: str, shown: Json | None) -> int:
        """Show a position on every pupil's screen, or hide it, and return its version.

        The version changes with what is asked: drawing an arrow or revealing the solution keeps the answers.
        """
        await self.database.read(lambda connection: require_teacher(connection, user, class_id))
        board = None if shown is None else await self.background.run(checked_board, shown)

        def work(connection: sa.Connection) -> int:
            row = require_teacher(connection, user, class_id, lock=True)
            before, version = row.shown_board, row.board_version
            if before is None or board is None or not board.asks_the_same(before):
                version += 1
                older = (answers.c.class_id == class_id, answers.c.board_version < version)
                connection.execute(sa.delete(answers).where(*older))
            values = {"board": "" if board is None else encode(board).decode(), "board_version": version}
            connection.execute(sa.update(classes).where(classes.c.id == class_id).values(values))
            return version

        version = await self.database.write(work)
        self.publisher.emit(
            class_id, "board", board=None if board is None else board.view(is_teacher=False), version=version
        )
        if board is not None and board.ask and board.solution:
            self.publisher.emit_to_teacher(class_id, "board", board=board.view(is_teacher=True), version=version)
        return version

    async def answer(self, user: User, class_id: str, version: int, move: str) -> str:
        """Answer the question on the teacher's board, or change the answer. Raises RequestError."""

        def find(connection: sa.Connection) -> ClassRow:
            row, is_teacher = require_member(connection, user, class_id)
            if is_teacher:
                raise ForbiddenError("only pupils can answer", "not_in_class")
            return row

        row = await self.database.read(find)
        board = asking(row, version)
        legal = self._legal.get((class_id, version))
        if legal is None:
            legal = await self.background.run(legal_answers, board)
            if len(self._legal) > 1000:
                self._legal.clear()
            self._legal[class_id, version] = legal
        if move not in legal:
            raise UnprocessableError(f"{move!r} is not a legal move here", "illegal_move")

        def work(connection: sa.Connection) -> tuple[Board, Json]:
            require_member(connection, user, class_id)
            (row,) = read_classes(connection, classes.c.id == class_id, lock=True)
            board = asking(row, version)
            key = {"class_id": class_id, "board_version": version, "user_id": user.id}
            insert_once(connection, answers, {**key, "move": move, "at": self.now()})
            mine = [answers.c[name] == value for name, value in key.items()]
            connection.execute(sa.update(answers).where(*mine).values(move=move, at=self.now()))
            names = {pupil.user_id: pupil.name for pupil in read_pupils(connection, class_id)}
            return board, tally(connection, row, names)

        board, answers_view = await self.database.write(work)
        right = board.is_right(move)
        self.publisher.emit_to_teacher(
            class_id, "answer", name=user.name, move=move, isRight=right, tally=answers_view["tally"]
        )
        return move
