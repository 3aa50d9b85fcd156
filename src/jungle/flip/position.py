"""Positions of the face-down game: what both players see.

A position holds the set of hidden pieces, but not which face-down piece is which. So a
position may be given to any player or engine. Legality is decided here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from jungle.board_position import BoardPosition
from jungle.errors import IllegalMoveError, IllegalMoveReason, InvalidMoveError, InvalidPositionError
from jungle.flip.moves import FlipMove
from jungle.flip.rules import FLIP, GRID, FlipRules
from jungle.geometry import SquareLike
from jungle.moves import BoardMove
from jungle.pieces import EMPTY, FACE_DOWN, LETTERS, PIECES, Piece, Side, as_side
from jungle.rules_text import as_rules, rules_text
from jungle.zobrist import NO_SIDE_KEY, RED_KEY, board_key

_FLIP = re.compile(rf"([a-dA-D][1-4])(?:=([{LETTERS}{LETTERS.lower()}]))?")
_STEP = re.compile(r"([a-d][1-4])(?!\1)([a-d][1-4])", re.IGNORECASE)

NOTHING = "-"
"""The text for no hidden pieces."""


@dataclass(frozen=True, slots=True, repr=False)
class FlipPosition(BoardPosition[FlipMove]):
    """The board, the side to move, and the hidden pieces. Immutable; `play` returns the next position.

    Create one with `initial`, `from_fen` or `of`.

    >>> position = FlipPosition.initial()
    >>> position.play("b2", revealed=Piece.from_letter("T")).fen()
    '????/????/?T??/???? b 0 RCDWPLErcdwptle'
    """

    grid = GRID
    move_type = FlipMove
    move_forms = "a move like b2, b2=T, b2b3 or 'move cat up', with squares from a1 to d4"

    rules: FlipRules = field(hash=False)
    board: bytes
    side: Side | None
    quiet: int
    hidden: frozenset[Piece]
    """The pieces that lie face down, in no particular place."""

    @classmethod
    def initial(cls, *, rules: FlipRules | str = FLIP, first: Side | None = None) -> Self:
        """All pieces face down; `side` is None if the first flip decides the colours."""
        rules = as_rules(rules, FlipRules)
        if first is not None and rules.first_flip_decides:
            raise InvalidPositionError(f"the first flip decides the colours, so {as_side(first)} cannot be first")
        side = None if rules.first_flip_decides else rules.first_side(first)
        return cls(rules, bytes([FACE_DOWN] * GRID.squares), side, 0, frozenset(PIECES.values()))

    @classmethod
    def from_fen(cls, text: str, *, rules: FlipRules | str = FLIP) -> Self:
        """Parse a position written as `board side quiet hidden`.

        The hidden pieces may be in any order; for none write `-` or nothing. Raises InvalidPositionError for
        malformed text and impossible positions.
        """
        rules = as_rules(rules, FlipRules)
        if not isinstance(text, str):
            raise InvalidPositionError(f"expected a position's text, got {text!r}")
        parts = text.split()
        if len(parts) not in (3, 4):
            raise InvalidPositionError(f"expected 'board side quiet hidden', got {text!r}")
        board = GRID.parse_board(parts[0], face_down=True)
        hidden = _parse_hidden(parts[3] if len(parts) == 4 else NOTHING, text)
        face_down = board.count(FACE_DOWN)
        if face_down != len(hidden):
            raise InvalidPositionError(f"{face_down} pieces lie face down, but {len(hidden)} are hidden in {text!r}")
        if twice := next((piece for piece in PIECES.values() if piece in hidden and piece.code in board), None):
            raise InvalidPositionError(f"the {twice} is both on the board and hidden in {text!r}")
        if parts[1] not in _SIDES:
            raise InvalidPositionError(f"expected b, r or ? for the side to move, got {parts[1]!r} in {text!r}")
        side = _SIDES[parts[1]]
        if side is None and face_down != GRID.squares:
            raise InvalidPositionError(f"the side to move is open, but not everything lies face down in {text!r}")
        if not (parts[2].isascii() and parts[2].isdigit() and len(parts[2]) < 10):
            raise InvalidPositionError(f"expected a number for the quiet plies, got {parts[2]!r} in {text!r}")
        return cls(rules, board, side, int(parts[2]), hidden)

    @classmethod
    def of(
        cls,
        pieces: Mapping[int, Piece | None] | Mapping[str, Piece | None],
        side: Side | None,
        *,
        hidden: Iterable[Piece] = (),
        rules: FlipRules | str = FLIP,
        quiet: int = 0,
    ) -> Self:
        """The position with these pieces on the board; None stands for a face-down piece, one of `hidden`.

        Raises InvalidPositionError for an impossible position.

        >>> tiger, rat = Piece.from_letter("T"), Piece.from_letter("r")
        >>> FlipPosition.of({"a1": tiger, "d4": None}, Side.BLUE, hidden=[rat]).fen()
        '3?/4/4/T3 b 0 r'
        """
        if not isinstance(pieces, Mapping):
            raise InvalidPositionError(f"expected pieces by their squares, got {pieces!r}")
        board = bytearray(GRID.squares)
        for square, piece in pieces.items():
            if piece is not None and not isinstance(piece, Piece):
                raise InvalidPositionError(f"expected a Piece or None on {square!r}, got {piece!r}")
            board[GRID.as_square(square)] = FACE_DOWN if piece is None else piece.code
        letters = "".join(piece.letter for piece in hidden)
        mover = "?" if side is None else as_side(side).letter
        # Checked like user input: no animal twice, and as many hidden pieces as face-down squares.
        return cls.from_fen(f"{GRID.board_text(bytes(board))} {mover} {quiet} {letters or NOTHING}", rules=rules)

    def fen(self) -> str:
        """The text form, read back by `from_fen`."""
        hidden = "".join(piece.letter for piece in self.hidden_pieces())
        side = "?" if self.side is None else self.side.letter
        return f"{GRID.board_text(self.board)} {side} {self.quiet} {hidden or NOTHING}"

    def __repr__(self) -> str:
        return f"FlipPosition.from_fen({self.fen()!r}, rules={rules_text(self.rules)!r})"

    @property
    def key(self) -> int:
        """A 64-bit hash, equal whenever the position repeats. Within a game, the board determines what is hidden."""
        key = board_key(self.board)
        return key ^ NO_SIDE_KEY if self.side is None else key ^ RED_KEY if self.side is Side.RED else key

    def hidden_pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in PIECES.values() if piece in self.hidden)

    def is_face_down(self, square: SquareLike) -> bool:
        return self.board[GRID.as_square(square)] == FACE_DOWN

    def face_down(self) -> list[int]:
        """The squares of the pieces that lie face down, from a1 upwards."""
        return [square for square in range(GRID.squares) if self.board[square] == FACE_DOWN]

    def pieces(self, side: Side) -> dict[int, Piece]:
        """A side's face-up pieces by square, from a1 upwards."""
        return {square: piece for square, piece in self.piece_map().items() if piece.side is side}

    def has_pieces(self, side: Side) -> bool:
        """Whether the side has any piece left, face up or hidden."""
        return not (_CODES[side].isdisjoint(self.board) and _PIECES[side].isdisjoint(self.hidden))

    def is_decided(self) -> bool:
        """Whether a side has lost its last piece."""
        return not all(self.has_pieces(side) for side in Side)

    def iter_legal_moves(self) -> Iterator[FlipMove]:
        """Generate the legal moves by square, from a1 upwards; none if the game is decided."""
        if self.is_decided():
            return
        for square, code in enumerate(self.board):
            if code == FACE_DOWN:
                yield FlipMove(square, square)
            elif code != EMPTY and PIECES[code].side is self.side:
                yield from self._steps(square, PIECES[code])

    def legal_moves(self) -> list[FlipMove]:
        return list(self.iter_legal_moves())

    def branches(self, move: BoardMove) -> list[Self]:
        flips = (FlipMove.flip(move.origin, piece) for piece in self.hidden_pieces()) if move.is_flip() else (move,)
        return [self.after(each) for each in flips]

    def _steps(self, origin: int, piece: Piece) -> Iterator[FlipMove]:
        for target in GRID.neighbours(origin):
            found = self.board[target]
            if found == EMPTY:
                yield FlipMove(origin, target, piece.animal)
            elif found != FACE_DOWN:
                side, prey = PIECES[found]
                if side is not piece.side and self.rules.takes(piece.animal, prey):
                    yield FlipMove(origin, target, piece.animal, prey, self.rules.trades(piece.animal, prey))

    def check(self, move: BoardMove | str) -> FlipMove:
        """Check a move and return it complete; a flip that says what it turns up must name a hidden piece.

        Raises InvalidMoveError or IllegalMoveError, which gives the reason.
        """
        if isinstance(move, str):
            return self.parse_move(move)
        found = super(FlipPosition, self).check(move)
        if move.revealed is None:
            return found
        if not found.is_flip() or move.revealed not in self.hidden:
            message = f"{move}: the {move.revealed} is not hidden in {self.fen()}"
            raise IllegalMoveError(message, IllegalMoveReason.MISNAMED, square=found.origin)
        return FlipMove.flip(found.origin, move.revealed)

    def play(self, move: BoardMove | str, revealed: Piece | None = None) -> Self:
        """The position after a move, given as an object or text.

        What a flip turns up is given by `revealed` or the move itself (``b2=T``). Raises InvalidMoveError, also for a
        flip that does not say it, and IllegalMoveError.
        """
        move = self.check(move)
        if revealed is not None:
            if not move.is_flip() or move.revealed not in (None, revealed):
                raise InvalidMoveError(f"{move} does not turn up the {revealed}")
            move = self.check(FlipMove.flip(move.origin, revealed))
        if move.is_flip() and move.revealed is None:
            raise InvalidMoveError(f"expected what {move} turns up, like {move}=T")
        return self.after(move)

    def after(self, move: BoardMove) -> Self:
        """The position after a move that is known to be legal here: `play` without its checks."""
        board = bytearray(self.board)
        if move.is_flip():
            revealed = move.revealed
            assert revealed is not None
            board[move.origin] = revealed.code
            # The first flip may decide the colours: the player who made it plays the colour turned up.
            mover = revealed.side if self.side is None else self.side
            return type(self)(self.rules, bytes(board), mover.opponent, 0, self.hidden - {revealed})
        assert self.side is not None
        board[move.target] = EMPTY if move.trade else board[move.origin]
        board[move.origin] = EMPTY
        quiet = self.quiet + 1 if move.captured is None else 0
        return type(self)(self.rules, bytes(board), self.side.opponent, quiet, self.hidden)

    def passed(self) -> Self:
        return self if self.side is None else replace(self, side=self.side.opponent, quiet=self.quiet + 1)

    def find_move(self, origin: SquareLike, target: SquareLike) -> FlipMove:
        """The legal step between two squares, or the flip if both are the same.

        Raises IllegalMoveError, which gives the reason.
        """
        origin, target = GRID.as_square(origin), GRID.as_square(target)
        if origin == target:
            return self._find_flip(origin)
        return self._find_way(self._own_piece(origin), origin, target)

    def _find_way(self, piece: Piece, origin: int, target: int) -> FlipMove:
        if target not in GRID.neighbours(origin):
            raise self._illegal(
                piece, origin, target, f"it is not next to {GRID.names[origin]}", IllegalMoveReason.TOO_FAR
            )
        if self.is_face_down(target):
            raise self._illegal(
                piece, origin, target, "a face-down piece cannot be captured", IllegalMoveReason.FACE_DOWN
            )
        enemy = self.piece_at(target)
        if enemy is None:
            return FlipMove(origin, target, piece.animal)
        if enemy.side is piece.side:
            raise self._illegal(
                piece, origin, target, f"its own {enemy.animal} stands there", IllegalMoveReason.OWN_PIECE
            )
        if not self.rules.takes(piece.animal, enemy.animal):
            raise self._illegal(
                piece, origin, target, f"it may not capture the {enemy.animal} there", IllegalMoveReason.STRONGER
            )
        return FlipMove(origin, target, piece.animal, enemy.animal, self.rules.trades(piece.animal, enemy.animal))

    def _find_flip(self, square: int) -> FlipMove:
        if self.is_decided():
            raise IllegalMoveError(f"the game is over in {self.fen()}", IllegalMoveReason.OVER, square=square)
        if self.board[square] != FACE_DOWN:
            message = f"there is no face-down piece on {GRID.names[square]} in {self.fen()}"
            raise IllegalMoveError(message, IllegalMoveReason.ABSENT, square=square)
        return FlipMove(square, square)

    def parse_move(self, text: str) -> FlipMove:
        """Parse a legal move: ``b2``, ``b2=T`` or ``flip b2`` turns a piece up, ``b2b3`` or ``move cat up`` moves one.

        Raises InvalidMoveError for text that is not a move, IllegalMoveError for moves that the rules forbid here.
        """
        if not isinstance(text, str):
            raise InvalidMoveError(f"expected a move as text, got {text!r}")
        stripped = text.strip()
        if match := _STEP.fullmatch(stripped):
            return self.find_move(match[1], match[2])
        if match := _FLIP.fullmatch(stripped):
            return self.check(FlipMove.flip(match[1], Piece.from_letter(match[2]) if match[2] else None))
        return self._parse_words(text)


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
