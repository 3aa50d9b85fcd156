"""The teacher's board: checked strictly, since it reaches children, and without free text."""

import msgspec

from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.games import game_type
from jungle.server.errors import UnprocessableError
from jungle.server.game import adapter
from jungle.server.json import Json

COLOURS = ("green", "red", "blue", "yellow")
"""The colours of arrows and circles."""
MOVES_LIMIT, DRAWINGS_LIMIT, SOLUTIONS_LIMIT = 1000, 64, 20


class Board(msgspec.Struct, frozen=True):
    """A position, or a game up to a ply, with drawings and perhaps a question."""

    game: str
    rules: str
    fen: str
    moves: tuple[str, ...]
    ply: int
    arrows: tuple[tuple[str, str, str], ...]
    """From, to and colour."""
    circles: tuple[tuple[str, str], ...]
    ask: bool
    """True if the pupils are asked to find a move."""
    solution: tuple[str, ...] | None
    """The right moves. Pupils do not see them while the question is open."""

    def view(self, *, is_teacher: bool) -> Json:
        shown: Json = msgspec.to_builtins(self)
        return shown if is_teacher or not self.ask else shown | {"solution": None}

    def is_right(self, move: str) -> bool | None:
        """Whether an answer is right; None if no solution was given."""
        return move in self.solution if self.solution else None

    def asks_the_same(self, before: "Board") -> bool:
        """True if answers to the board before are answers to this one: the position is the same, and no new question
        has been asked since."""
        same = (self.game, self.rules, self.fen) == (before.game, before.rules, before.fen)
        return same and self.moves[: self.ply] == before.moves[: before.ply] and before.ask >= self.ask


def checked_board(shown: Json) -> Board:
    """Parse a board from a teacher's page. Compiling house rules takes a while. Raises UnprocessableError."""
    try:
        board = msgspec.convert(shown, Board)
        if board.game not in adapter.kinds():
            raise UnprocessableError(
                f"unknown game {board.game!r}; expected one of: {', '.join(adapter.kinds())}", "game"
            )
        if len(board.moves) > MOVES_LIMIT or max(len(board.arrows), len(board.circles)) > DRAWINGS_LIMIT:
            raise UnprocessableError("expected fewer moves or drawings", "board")
        if not 0 <= board.ply <= len(board.moves):
            raise UnprocessableError(f"expected a ply from 0 to {len(board.moves)}, got {board.ply}", "board")
        rules = adapter.canonical_rules(board.game, board.rules)
        board = msgspec.structs.replace(board, rules=rules)
        start = _start(board)
        moves = _played(start, board.moves)
        board = msgspec.structs.replace(board, fen=start.start.fen(), moves=moves)
        solution = None if board.solution is None else _solution(board)
    except msgspec.ValidationError as error:
        raise UnprocessableError(str(error), "board") from None
    except UnprocessableError:
        raise
    except JungleError as error:
        raise UnprocessableError(str(error), "board") from None
    grid = start.grid
    for square in (*(name for arrow in board.arrows for name in arrow[:2]), *(circle[0] for circle in board.circles)):
        if square not in grid.names:
            raise UnprocessableError(f"expected a square, got {square!r}", "board")
    for colour in (each[-1] for each in (*board.arrows, *board.circles)):
        if colour not in COLOURS:
            raise UnprocessableError(f"unknown colour {colour!r}; expected one of: {', '.join(COLOURS)}", "board")
    return msgspec.structs.replace(board, solution=solution)


def legal_answers(board: Board) -> frozenset[str]:
    """The legal answers on a board that asks for a move."""
    return frozenset(move.uci() for move in _shown(board).legal_moves())


def _start(board: Board) -> BoardGame:
    """The game a board starts from; its face-down pieces are unknown."""
    return game_type(board.game).new(board.rules, fen=board.fen).public()


def _played(game: BoardGame, moves: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(adapter.move_text(game.play(move)) for move in moves)


def _shown(board: Board) -> BoardGame:
    game = _start(board)
    for move in board.moves[: board.ply]:
        game.play(move)
    return game


def _solution(board: Board) -> tuple[str, ...]:
    legal, solution = legal_answers(board), board.solution or ()
    for move in solution:
        if move not in legal:
            raise UnprocessableError(f"{move!r} is not a legal move there", "board")
    if len(solution) > SOLUTIONS_LIMIT:
        raise UnprocessableError(f"expected at most {SOLUTIONS_LIMIT} moves", "board")
    return tuple(dict.fromkeys(solution))


def is_usual(shown: Json) -> bool:
    """True for a named rule set, which need not be compiled."""
    kind, rules = shown.get("game"), shown.get("rules")
    return isinstance(kind, str) and kind in adapter.kinds() and rules in adapter.rule_sets(kind)
