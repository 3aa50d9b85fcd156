"""Positions and moves: the board, the side to move, and the legal moves.

This is the reference executor of the compiled steps: readable, always available, and what the native core is
checked against. Legality is decided here and nowhere else; endings that need the history of a game (repetition,
the chase rule, limits, resignation) belong to `jungle.game`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from jungle.board_position import BoardPosition
from jungle.errors import IllegalMoveError, IllegalMoveReason, InvalidMoveError, InvalidPositionError
from jungle.geometry import BOARD, DENS, DIRECTIONS, SQUARES, SquareLike, squares_in
from jungle.moves import BoardMove, Move, Reach, reach_under
from jungle.pieces import EMPTY, PIECES, Animal, Piece, Side, as_side
from jungle.rules import STANDARD, EqualRanks, Rules
from jungle.rules_text import as_rules, rules_text
from jungle.zobrist import PIECE_KEYS, RED_KEY, board_key

_COORDINATES = re.compile(r"([a-g][1-9])([a-g][1-9])", re.IGNORECASE)
_NOTATION = re.compile(r"([1-8])([-x])([a-g][1-9])", re.IGNORECASE)


@dataclass(frozen=True, slots=True, repr=False)
class Position(BoardPosition[Move]):
    """A board and the side to move, under given rules. Immutable; `play` returns the next position.

    Create one with `initial`, `from_fen` or `of`.

    >>> position = Position.initial()
    >>> position.play("a3a4").fen()
    'l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L r 1 1'
    """

    grid = BOARD
    move_type = Move
    move_forms = "a move like a3a4, 8-a4 or 'move elephant up'"

    rules: Rules = field(hash=False)
    board: bytes
    side: Side
    quiet: int
    number: int
    """The move number, from 1. Increases after each move by Red."""
    _occupied: tuple[int, int] = field(hash=False, compare=False)
    _reach: Reach = field(hash=False, compare=False)
    _key: int = field(hash=False, compare=False)

    @classmethod
    def initial(cls, *, rules: Rules | str = STANDARD, first: Side | None = None) -> Self:
        """The starting position, with Blue or `first` to move. Raises InvalidPositionError if there is no choice."""
        rules = as_rules(rules)
        return cls._make(rules, BOARD.parse_board(rules.start), rules.first_side(first), 0, 1)

    @classmethod
    def from_fen(cls, text: str, *, rules: Rules | str = STANDARD) -> Self:
        """Parse a position written as `board side [quiet [number]]`.

        Raises InvalidPositionError for malformed text and impossible positions.
        """
        rules = as_rules(rules)
        if not isinstance(text, str):
            raise InvalidPositionError(f"expected a position's text, got {text!r}")
        parts = text.split()
        if not 2 <= len(parts) <= 4:
            raise InvalidPositionError(f"expected 'board side quiet number', the last two optional, got {text!r}")
        if parts[1] not in ("b", "r"):
            raise InvalidPositionError(f"expected b or r for the side to move, got {parts[1]!r} in {text!r}")
        quiet = _count("quiet plies", parts[2], 0, text) if len(parts) > 2 else 0
        number = _count("move number", parts[3], 1, text) if len(parts) > 3 else 1
        return cls._checked(rules, BOARD.parse_board(parts[0]), Side("br".index(parts[1])), quiet, number)

    @classmethod
    def of(
        cls,
        pieces: Mapping[int, Piece] | Mapping[str, Piece] | Mapping[SquareLike, Piece],
        side: Side,
        *,
        rules: Rules | str = STANDARD,
        quiet: int = 0,
        number: int = 1,
    ) -> Self:
        """The position with these pieces on the board. Raises InvalidPositionError for an impossible position.

        >>> Position.of({"d7": Piece.from_letter("L"), "a9": Piece.from_letter("r")}, Side.BLUE).fen()
        'r6/7/3L3/7/7/7/7/7/7 b 0 1'
        """
        if not isinstance(pieces, Mapping):
            raise InvalidPositionError(f"expected pieces by their squares, got {pieces!r}")
        board = bytearray(SQUARES)
        for square, piece in pieces.items():
            if not isinstance(piece, Piece):
                raise InvalidPositionError(f"expected a Piece on {square!r}, got {piece!r}")
            board[BOARD.as_square(square)] = piece.code
        # Checked like user input, so that no animal is on the board twice.
        board = bytearray(BOARD.parse_board(BOARD.board_text(bytes(board))))
        quiet, number = _count("quiet plies", quiet, 0), _count("move number", number, 1)
        return cls._checked(as_rules(rules), bytes(board), as_side(side), quiet, number)

    @classmethod
    def _checked(cls, rules: Rules, board: bytes, side: Side, quiet: int, number: int) -> Self:
        """Raise InvalidPositionError for an impossible board."""
        text = BOARD.board_text(board)
        rules.check_board(board)
        if all(board[den] for den in DENS):
            raise InvalidPositionError(f"both dens are entered in {text!r}")
        if not any(board) and rules.equal_ranks is not EqualRanks.BOTH_VANISH:
            raise InvalidPositionError(f"there is no piece on the board in {text!r}")
        return cls._make(rules, board, side, quiet, number)

    @classmethod
    def _make(cls, rules: Rules, board: bytes, side: Side, quiet: int, number: int) -> Self:
        occupied = [0, 0]
        for square, code in enumerate(board):
            if code != EMPTY:
                occupied[PIECES[code].side] |= 1 << square
        key = board_key(board) ^ (RED_KEY if side is Side.RED else 0)
        return cls(rules, board, side, quiet, number, (occupied[0], occupied[1]), reach_under(rules), key)

    def fen(self) -> str:
        """The text form, read back by `from_fen`."""
        return f"{BOARD.board_text(self.board)} {self.side.letter} {self.quiet} {self.number}"

    def __repr__(self) -> str:
        return f"Position.from_fen({self.fen()!r}, rules={rules_text(self.rules)!r})"

    @property
    def key(self) -> int:
        """A 64-bit hash of the pieces, their squares and the side to move: equal whenever the position repeats.

        The same in the C++ core.
        """
        return self._key

    def squares(self, side: Side) -> Iterator[int]:
        """The squares of a side's pieces, from a1 upwards."""
        return squares_in(self._occupied[side])

    def has_pieces(self, side: Side) -> bool:
        return bool(self._occupied[side])

    def den_winner(self) -> Side | None:
        """The side that has entered the enemy's den, or None."""
        return next((side for side in Side if self.board[DENS[side.opponent]] != EMPTY), None)

    def is_decided(self) -> bool:
        """Whether a den has been entered or a side has no pieces."""
        board, occupied = self.board, self._occupied
        return not (occupied[0] and occupied[1]) or board[BLUE_DEN] != EMPTY or board[RED_DEN] != EMPTY

    def iter_legal_moves(self) -> Iterator[Move]:
        """Generate the legal moves in a fixed order; none if the game is decided.

        The chase rule, which depends on the game so far, belongs to `Game.iter_legal_moves`.
        """
        if self.is_decided():
            return
        board, reach, blockers = self.board, self._reach, self._blockers()
        for square in squares_in(self._occupied[self.side]):
            for to, over, by_code in reach[board[square] << 6 | square]:
                move = by_code[board[to]]
                if move is not None and not over & blockers:
                    yield move

    def count_moves(self) -> int:
        """The number of legal moves."""
        return len(self.legal_moves())

    def _blockers(self) -> int:
        """The pieces that block a jump by swimming below it."""
        table, own, enemy = self._reach.table, self._occupied[self.side], self._occupied[self.side.opponent]
        return (own if table.own_blocks else 0) | (enemy if table.enemy_blocks else 0)

    def after(self, move: BoardMove) -> Self:
        """The position after a move that is known to be legal here: `play` without its checks."""
        side, origin, target = self.side, 1 << move.origin, 1 << move.target
        board = bytearray(self.board)
        mover = board[move.origin]
        keys = PIECE_KEYS[mover]
        key = self._key ^ RED_KEY ^ keys[move.origin] ^ PIECE_KEYS[board[move.target]][move.target]
        if not move.trade:
            key ^= keys[move.target]
        board[move.target] = EMPTY if move.trade else mover
        board[move.origin] = EMPTY
        own, enemy = self._occupied if side is Side.BLUE else self._occupied[::-1]
        own = own & ~origin if move.trade else own ^ origin ^ target
        enemy &= ~target
        return type(self)(
            self.rules,
            bytes(board),
            side.opponent,
            self.quiet + 1 if move.captured is None else 0,
            self.number + (side is Side.RED),
            (own, enemy) if side is Side.BLUE else (enemy, own),
            self._reach,
            key,
        )

    def passed(self) -> Self:
        number = self.number + (self.side is Side.RED)
        return self._make(self.rules, self.board, self.side.opponent, self.quiet + 1, number)

    def find_move(self, origin: SquareLike, target: SquareLike) -> Move:
        """The legal move between two squares. Raises IllegalMoveError, which gives the reason."""
        origin, target = BOARD.as_square(origin), BOARD.as_square(target)
        return self._find_way(self._own_piece(origin), origin, target)

    def _find_way(self, piece: Piece, origin: int, target: int) -> Move:
        for way in self._reach[piece.code << 6 | origin]:
            if way[0] == target:
                break
        else:
            raise self._no_way(piece, origin, target)
        _, over, by_code = way
        if over and over & self._blockers():
            raise self._illegal(piece, origin, target, "a rat swims in between", IllegalMoveReason.BLOCKED)
        move = by_code[self.board[target]]
        if move is None:
            occupant = PIECES[self.board[target]]
            if occupant.side is piece.side:
                raise self._illegal(
                    piece, origin, target, f"its own {occupant.animal} stands there", IllegalMoveReason.OWN_PIECE
                )
            raise self._illegal(
                piece, origin, target, f"it may not capture the {occupant.animal} there", IllegalMoveReason.STRONGER
            )
        return move

    def _find_jump(self, piece: Piece, origin: int, direction: str) -> Move:
        step = DIRECTIONS[direction]
        if piece.animal not in self.rules.jumpers:
            message = f"{piece}: only {_listed(self.rules)} can jump"
            raise IllegalMoveError(message, IllegalMoveReason.NO_JUMPER, piece=piece, square=origin)
        target = self._next_square(piece, origin, direction)
        crossed: int | None = target
        while crossed is not None and BOARD.is_water(crossed):
            crossed = BOARD.step_square(crossed, *step)
        ways = self._reach[piece.code << 6 | origin]
        if crossed is None or not any(way[0] == crossed and way[1] for way in ways):
            raise self._illegal(
                piece, origin, target, f"there is no river to jump {direction} over", IllegalMoveReason.NO_RIVER
            )
        return self._find_way(piece, origin, crossed)

    def _no_way(self, piece: Piece, origin: int, target: int) -> IllegalMoveError:
        """Why no step leads from here to there."""
        if all(BOARD.step_square(origin, *step) != target for step in DIRECTIONS.values()):
            return self._illegal(
                piece,
                origin,
                target,
                f"it cannot reach that square from {BOARD.names[origin]}",
                IllegalMoveReason.TOO_FAR,
            )
        if target == DENS[piece.side]:
            return self._illegal(piece, origin, target, "a piece never enters its own den", IllegalMoveReason.OWN_DEN)
        return self._illegal(piece, origin, target, f"the {piece.animal} cannot swim", IllegalMoveReason.RIVER)

    def parse_move(self, text: str) -> Move:
        """Parse a legal move in any notation: ``a3a4``, ``8-a4``, ``8xa4``, ``move lion up``, ``jump lion up``.

        Raises InvalidMoveError for text that is not a move, IllegalMoveError for moves that the rules forbid here.
        """
        if not isinstance(text, str):
            raise InvalidMoveError(f"expected a move as text, got {text!r}")
        stripped = text.strip()
        if match := _COORDINATES.fullmatch(stripped):
            return self.find_move(BOARD.parse_square(match[1]), BOARD.parse_square(match[2]))
        if match := _NOTATION.fullmatch(stripped):
            return self._parse_notation(Animal(int(match[1])), match[2].lower(), BOARD.parse_square(match[3]))
        return self._parse_words(text)

    def _parse_notation(self, animal: Animal, sign: str, target: int) -> Move:
        move = self._find_way(*self._find_own(animal), target)
        if (sign == "x") is (move.captured is None):
            what = f"captures the {move.captured}" if move.captured else "captures nothing"
            message, piece = f"the {animal}'s move {what}: write {self.notation(move)}", self.piece_at(move.origin)
            raise IllegalMoveError(message, IllegalMoveReason.MISNAMED, piece=piece, square=move.origin)
        return move

    def mirrored(self) -> Self:
        """The position with left and right exchanged; its moves are mirrored too."""
        board = bytes(self.board[BOARD.mirror_square(square)] for square in range(SQUARES))
        return self._make(self.rules, board, self.side, self.quiet, self.number)

    def swapped(self) -> Self:
        """The position with the players exchanged: the board rotated by 180 degrees and the colours swapped."""
        board = bytes(_SWAPPED[self.board[BOARD.rotate_square(square)]] for square in range(SQUARES))
        return self._make(self.rules, board, self.side.opponent, self.quiet, self.number)


BLUE_DEN, RED_DEN = DENS
_SWAPPED = {EMPTY: EMPTY} | {piece.code: Piece(piece.side.opponent, piece.animal).code for piece in PIECES.values()}


def _count(name: str, value: int | str, least: int, fen: str | None = None) -> int:
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
        where = f" in {fen!r}" if fen else ""
        raise InvalidPositionError(f"expected a number from {least} for the {name}, got {value!r}{where}")
    return int(text)


def _listed(rules: Rules) -> str:
    """The animals that jump, in words."""
    return " and ".join(str(animal) for animal in sorted(rules.jumpers)) or "nobody"
