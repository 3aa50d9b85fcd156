"""Positions of the flip game: what both players see.

What lies under a face-down piece is no part of a position, only the set of all that is still hidden; so a
position may be handed to any player or engine. Legality is decided here.
"""

import re
from dataclasses import dataclass
from typing import Self

from jungle.errors import IllegalMoveError, InvalidMoveError, InvalidPositionError, Obstacle
from jungle.flip.board import (
    FACE_DOWN,
    FACE_DOWN_SIGN,
    FILE_NAMES,
    FILES,
    NEIGHBOURS,
    RANKS,
    SQUARES,
    board_text,
    parse_board,
    parse_square,
    square_name,
    takes,
)
from jungle.flip.moves import Flip, FlipMove, Step
from jungle.pieces import EMPTY, LETTERS, PIECES, Piece, Side

_FLIP = re.compile(rf"([a-dA-D][1-4])(?:=([{LETTERS}{LETTERS.lower()}]))?")
_STEP = re.compile(r"([a-d][1-4])([a-d][1-4])", re.IGNORECASE)

NOTHING = "-"
"""What is hidden when nothing is."""


@dataclass(frozen=True, slots=True, repr=False)
class FlipPosition:
    """What lies and stands where, who moves, and what is still hidden. Never changes; `play` gives the next one.

    Make one with `initial` or `from_fen`.

    >>> position = FlipPosition.initial()
    >>> position.play("b2", revealed=Piece.from_letter("T")).fen()
    '????/????/?T??/???? b 0 RCDWPLErcdwptle'
    """

    board: bytes
    """One code a square, see `jungle.flip.board`."""
    side: Side | None
    """Who moves; None before a first flip that decides the colours."""
    quiet: int
    """Plies since the last flip or capture."""
    hidden: frozenset[Piece]
    """The pieces that lie face down, wherever they lie."""

    @classmethod
    def initial(cls, *, first: Side | None = Side.RED) -> Self:
        """All face down. With None for the first player the first flip decides who plays which colour."""
        return cls(bytes([FACE_DOWN] * SQUARES), first, 0, frozenset(PIECES.values()))

    @classmethod
    def from_fen(cls, text: str) -> Self:
        """The position of a text `board side quiet hidden`.

        The hidden pieces come in any order; for none write `-` or nothing. Raises InvalidPositionError for text that
        cannot be understood and for positions that cannot be.
        """
        parts = text.split()
        if len(parts) not in (3, 4):
            raise InvalidPositionError(f"expected 'board side quiet hidden', got {text!r}")
        board = parse_board(parts[0])
        hidden = _parse_hidden(parts[3] if len(parts) == 4 else NOTHING, text)
        face_down = board.count(FACE_DOWN)
        if face_down != len(hidden):
            raise InvalidPositionError(f"{face_down} pieces lie face down, but {len(hidden)} are hidden in {text!r}")
        if twice := next((piece for piece in PIECES.values() if piece in hidden and piece.code in board), None):
            raise InvalidPositionError(f"the {twice} is both on the board and hidden in {text!r}")
        if parts[1] not in _SIDES:
            raise InvalidPositionError(f"expected b, r or ? for the side to move, got {parts[1]!r} in {text!r}")
        side = _SIDES[parts[1]]
        if side is None and face_down != SQUARES:
            raise InvalidPositionError(f"the side to move is open, but not everything lies face down in {text!r}")
        if not (parts[2].isascii() and parts[2].isdigit() and len(parts[2]) < 10):
            raise InvalidPositionError(f"expected a number for the quiet plies, got {parts[2]!r} in {text!r}")
        return cls(board, side, int(parts[2]), hidden)

    def fen(self) -> str:
        """The text form, read back by `from_fen`."""
        hidden = "".join(piece.letter for piece in PIECES.values() if piece in self.hidden)
        side = "?" if self.side is None else self.side.letter
        return f"{board_text(self.board)} {side} {self.quiet} {hidden or NOTHING}"

    def __str__(self) -> str:
        """The board: letters, `?` face down, `.` empty."""
        lines = []
        for rank in reversed(range(RANKS)):
            signs = (self._sign(square) for square in range(rank * FILES, (rank + 1) * FILES))
            lines.append(f"{rank + 1}  " + " ".join(signs))
        return "\n".join([*lines, "", "   " + " ".join(FILE_NAMES)])

    def _sign(self, square: int) -> str:
        if self.is_face_down(square):
            return FACE_DOWN_SIGN
        piece = self.piece_at(square)
        return piece.letter if piece else "."

    def __repr__(self) -> str:
        return f"FlipPosition.from_fen({self.fen()!r})"

    @property
    def key(self) -> tuple[bytes, Side | None]:
        """What repeats when a position repeats; within a game the board tells what is hidden."""
        return self.board, self.side

    def piece_at(self, square: int) -> Piece | None:
        """The face-up piece on a square."""
        return PIECES.get(self.board[square])

    def is_face_down(self, square: int) -> bool:
        return self.board[square] == FACE_DOWN

    def face_down(self) -> list[int]:
        """The squares of the pieces that lie face down, from a1 upwards."""
        return [square for square in range(SQUARES) if self.board[square] == FACE_DOWN]

    def pieces(self, side: Side) -> dict[int, Piece]:
        """A side's face-up pieces by square, from a1 upwards."""
        found = ((square, self.piece_at(square)) for square in range(SQUARES))
        return {square: piece for square, piece in found if piece is not None and piece.side is side}

    def has_pieces(self, side: Side) -> bool:
        """Is any piece of the side left, face up or hidden?"""
        return not (_CODES[side].isdisjoint(self.board) and _PIECES[side].isdisjoint(self.hidden))

    def is_decided(self) -> bool:
        """Has a side lost its last piece?"""
        return not all(self.has_pieces(side) for side in Side)

    def legal_moves(self) -> list[FlipMove]:
        """All that may be done here, by square from a1 upwards; nothing when the game is decided."""
        if self.is_decided():
            return []
        moves: list[FlipMove] = []
        for square, code in enumerate(self.board):
            if code == FACE_DOWN:
                moves.append(Flip(square))
            elif code != EMPTY and PIECES[code].side is self.side:
                moves += self._steps(square, PIECES[code])
        return moves

    def _steps(self, origin: int, piece: Piece) -> list[FlipMove]:
        steps: list[FlipMove] = []
        for target in NEIGHBOURS[origin]:
            found = self.board[target]
            if found == EMPTY:
                steps.append(Step(origin, target, piece.animal))
            elif found != FACE_DOWN:
                enemy = PIECES[found]
                if enemy.side is not piece.side and takes(piece.animal, enemy.animal):
                    steps.append(Step(origin, target, piece.animal, enemy.animal))
        return steps

    def is_legal(self, move: FlipMove) -> bool:
        """May this be done here? A flip that says what it turns up must name a hidden piece."""
        try:
            self.check(move)
        except IllegalMoveError:
            return False
        return True

    def check(self, move: FlipMove) -> None:
        """Raise IllegalMoveError, which names the obstacle, for what may not be done here."""
        match move:
            case Flip(square, revealed):
                self.find_flip(square)
                if revealed is not None and revealed not in self.hidden:
                    raise IllegalMoveError(f"{move}: the {revealed} is not hidden in {self.fen()}", Obstacle.MISNAMED)
            case Step(origin, target):
                if self.find_step(origin, target) != move:
                    message = f"{move!r} was made for another position than {self.fen()}"
                    raise IllegalMoveError(message, Obstacle.MISNAMED)

    def play(self, move: FlipMove | str, revealed: Piece | None = None) -> Self:
        """The position after a move, given as such or as text.

        What a flip turns up is told by `revealed` or by the move itself (``b2=T``). Raises InvalidMoveError, also for a
        flip that does not say it, and IllegalMoveError.
        """
        move = self.parse_move(move) if isinstance(move, str) else move
        if revealed is not None:
            if not isinstance(move, Flip) or move.revealed not in (None, revealed):
                raise InvalidMoveError(f"{move} does not turn up the {revealed}")
            move = Flip(move.square, revealed)
        self.check(move)
        if isinstance(move, Flip) and move.revealed is None:
            raise InvalidMoveError(f"expected what {move} turns up, like {move}=T")
        return self.after(move)

    def after(self, move: FlipMove) -> Self:
        """The position after a move that is known to be legal here: `play` without its checks."""
        board = bytearray(self.board)
        if isinstance(move, Flip):
            revealed = move.revealed
            assert revealed is not None
            board[move.square] = revealed.code
            # The first flip may decide who plays which colour: whoever made it plays the one turned up.
            mover = revealed.side if self.side is None else self.side
            return type(self)(bytes(board), mover.opponent, 0, self.hidden - {revealed})
        assert self.side is not None
        board[move.target] = EMPTY if move.is_trade else board[move.origin]
        board[move.origin] = EMPTY
        quiet = self.quiet + 1 if move.captured is None else 0
        return type(self)(bytes(board), self.side.opponent, quiet, self.hidden)

    def find_flip(self, square: int) -> Flip:
        """The turning of the piece on a square. Raises IllegalMoveError, which names the obstacle."""
        self._check_undecided()
        if not self.is_face_down(square):
            message = f"there is no face-down piece on {square_name(square)} in {self.fen()}"
            raise IllegalMoveError(message, Obstacle.ABSENT)
        return Flip(square)

    def find_step(self, origin: int, target: int) -> Step:
        """The legal step between two squares. Raises IllegalMoveError, which names the obstacle."""
        piece = self._own_piece(origin)
        where = f"{piece} to {square_name(target)}"
        if target not in NEIGHBOURS[origin]:
            raise IllegalMoveError(f"{where}: it is not next to {square_name(origin)}", Obstacle.TOO_FAR)
        if self.is_face_down(target):
            message = f"{where}: what lies face down cannot be captured in {self.fen()}"
            raise IllegalMoveError(message, Obstacle.FACE_DOWN)
        enemy = self.piece_at(target)
        if enemy is None:
            return Step(origin, target, piece.animal)
        if enemy.side is piece.side:
            message = f"{where}: its own {enemy.animal} stands there in {self.fen()}"
            raise IllegalMoveError(message, Obstacle.OWN_PIECE)
        if not takes(piece.animal, enemy.animal):
            message = f"{where}: it may not capture the {enemy.animal} there in {self.fen()}"
            raise IllegalMoveError(message, Obstacle.STRONGER)
        return Step(origin, target, piece.animal, enemy.animal)

    def _own_piece(self, origin: int) -> Piece:
        """The piece to be moved from a square, if it is one."""
        self._check_undecided()
        name = square_name(origin)
        if self.is_face_down(origin):
            message = f"the piece on {name} lies face down and cannot move in {self.fen()}"
            raise IllegalMoveError(message, Obstacle.FACE_DOWN)
        piece = self.piece_at(origin)
        if piece is None:
            raise IllegalMoveError(f"there is no piece on {name} in {self.fen()}", Obstacle.ABSENT)
        if piece.side is not self.side:
            message = f"{self.side} is to move and {piece.side}'s {piece.animal} is on {name} in {self.fen()}"
            raise IllegalMoveError(message, Obstacle.ABSENT)
        return piece

    def _check_undecided(self) -> None:
        if self.is_decided():
            raise IllegalMoveError(f"the game is over in {self.fen()}", Obstacle.OVER)

    def parse_move(self, text: str) -> FlipMove:
        """The move of a text: ``b2`` or ``b2=T`` turns a piece up, ``b2b3`` moves one.

        Raises InvalidMoveError for what is no move at all, IllegalMoveError for what may not be done here.
        """
        stripped = text.strip()
        if match := _STEP.fullmatch(stripped):
            return self.find_step(parse_square(match[1]), parse_square(match[2]))
        if match := _FLIP.fullmatch(stripped):
            flip = Flip(parse_square(match[1]), Piece.from_letter(match[2]) if match[2] else None)
            self.check(flip)
            return flip
        raise InvalidMoveError(f"expected a move like b2, b2=T or b2b3 with squares from a1 to d4, got {text!r}")


_PIECES = tuple(frozenset(piece for piece in PIECES.values() if piece.side is side) for side in Side)
_CODES = tuple(frozenset(piece.code for piece in pieces) for pieces in _PIECES)
_SIDES = {"b": Side.BLUE, "r": Side.RED, "?": None}


def _parse_hidden(letters: str, text: str) -> frozenset[Piece]:
    hidden: set[Piece] = set()
    for letter in "" if letters == NOTHING else letters:
        try:
            piece = Piece.from_letter(letter)
        except InvalidPositionError as error:
            raise InvalidPositionError(f"hidden pieces: {error}, in {text!r}") from None
        if piece in hidden:
            raise InvalidPositionError(f"the {piece} is hidden twice in {text!r}")
        hidden.add(piece)
    return frozenset(hidden)
