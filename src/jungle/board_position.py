"""Base class for positions, whatever the board and rules."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from jungle.errors import IllegalMoveError, IllegalMoveReason, InvalidMoveError
from jungle.geometry import DIRECTIONS, Grid, SquareLike, Terrain
from jungle.moves import BoardMove
from jungle.pieces import FACE_DOWN, FACE_DOWN_SIGN, PIECES, Animal, Piece, Side, parse_animal
from jungle.rules import BaseRules

if TYPE_CHECKING:  # The standard library has defaults for type variables from Python 3.13 on.
    from typing_extensions import TypeVar

    MoveT = TypeVar("MoveT", bound=BoardMove, default=BoardMove, covariant=True)
else:
    from typing import TypeVar

    MoveT = TypeVar("MoveT")

_TERRAIN_SIGNS = {Terrain.LAND: ".", Terrain.WATER: "~", Terrain.TRAP: "#", Terrain.DEN: "*"}


class BoardPosition(ABC, Generic[MoveT]):
    """A board and the side to move, under given rules. Immutable; `play` returns the next position."""

    __slots__ = ()

    grid: ClassVar[Grid]
    move_type: ClassVar[type[BoardMove]]
    move_forms: ClassVar[str]
    """Examples of what `parse_move` reads, for error messages."""
    rules: BaseRules
    board: bytes
    """One code per square, see `jungle.pieces`."""
    side: Side | None
    """The side to move; None before a first flip that decides the colours."""
    quiet: int
    """Plies since the last capture or flip."""

    @property
    @abstractmethod
    def key(self) -> int:
        """A 64-bit hash of the pieces, their squares and the side to move: equal whenever the position repeats."""

    @classmethod
    @abstractmethod
    def initial(cls, *, rules: Any = ..., first: Side | None = None) -> Self:
        """The starting position; rules may be text. Raises InvalidPositionError, InvalidRulesError."""

    @classmethod
    @abstractmethod
    def from_fen(cls, text: str, *, rules: Any = ...) -> Self:
        """Parse a position in the form that `fen` writes. Raises InvalidPositionError, InvalidRulesError."""

    @abstractmethod
    def fen(self) -> str:
        """The text form."""

    @abstractmethod
    def is_decided(self) -> bool:
        """Whether the board alone shows that the game is over."""

    @abstractmethod
    def iter_legal_moves(self) -> Iterator[MoveT]:
        """Generate the legal moves in a fixed order; none if the game is decided."""

    @abstractmethod
    def find_move(self, origin: SquareLike, target: SquareLike) -> MoveT:
        """The legal move between two squares. Raises IllegalMoveError, which gives the reason."""

    @abstractmethod
    def parse_move(self, text: str) -> MoveT:
        """Parse a legal move. Raises InvalidMoveError, IllegalMoveError."""

    @abstractmethod
    def after(self, move: BoardMove) -> Self:
        """The position after a move that is known to be legal here: `play` without its checks."""

    def branches(self, move: BoardMove) -> Sequence[Self]:
        """The positions that a legal move can lead to: one, or one for each piece that a flip can turn up."""
        return [self.after(move)]

    @abstractmethod
    def passed(self) -> Self:
        """The position with the other side to move, as if the mover had passed. For analysis: passing is not legal."""

    def legal_moves(self) -> list[MoveT]:
        """The legal moves as a list, in the order of `iter_legal_moves`."""
        return list(self.iter_legal_moves())

    def legal_captures(self) -> list[MoveT]:
        """The legal moves that capture something, in the same order.

        >>> from jungle import Position
        >>> position = Position.from_fen("7/7/7/7/7/7/3r3/3C3/7 b")
        >>> [move.uci() for move in position.legal_captures()]
        ['d2d3']
        """
        return [move for move in self.iter_legal_moves() if move.captured is not None]

    def has_moves(self) -> bool:
        """Whether there is a legal move. Much faster than listing them all."""
        return next(self.iter_legal_moves(), None) is not None

    def hidden_pieces(self) -> tuple[Piece, ...]:
        """The pieces that lie face down, in a fixed order."""
        return ()

    def piece_at(self, square: SquareLike) -> Piece | None:
        """The face-up piece on a square, or None."""
        return PIECES.get(self.board[self.grid.as_square(square)])

    def piece_map(self) -> dict[int, Piece]:
        """The face-up pieces by square, from a1 upwards."""
        return {square: PIECES[code] for square, code in enumerate(self.board) if code in PIECES}

    def faces(self) -> dict[int, Piece | None]:
        """What is visible on each occupied square; None stands for a face-down piece."""
        return {square: PIECES.get(code) for square, code in enumerate(self.board) if code}

    def square_of(self, piece: Piece) -> int | None:
        """The square of a face-up piece, or None."""
        square = self.board.find(piece.code)
        return square if square >= 0 else None

    def moves_from(self, square: SquareLike) -> list[MoveT]:
        """The legal moves of the piece on a square."""
        origin = self.grid.as_square(square)
        return [move for move in self.iter_legal_moves() if move.origin == origin]

    def attackers(self, square: SquareLike) -> list[int]:
        """The squares of the pieces that could capture the piece on a square if it were their turn.

        Nothing attacks an empty square, a piece that lies face down, or anything once the game is decided.
        """
        target = self.grid.as_square(square)
        piece = self.piece_at(target)
        if piece is None:
            return []
        position = self.passed() if self.side is piece.side else self
        return [move.origin for move in position.iter_legal_moves() if move.target == target]

    def is_legal(self, move: BoardMove | str) -> bool:
        """Whether a move, given as an object or text, is legal here. Raises InvalidMoveError if it is not a move."""
        try:
            self.check(move)
        except IllegalMoveError:
            return False
        return True

    def check(self, move: BoardMove | str) -> MoveT:
        """Check a move and return it complete: a move made by `from_uci` only knows its squares.

        Raises InvalidMoveError or IllegalMoveError, which gives the reason.
        """
        if isinstance(move, str):
            return self.parse_move(move)
        if not isinstance(move, self.move_type):
            raise InvalidMoveError(f"expected a {self.move_type.__name__} or its text, got {move!r}")
        found = self.find_move(move.origin, move.target)
        if move.is_complete() and move.details() != found.details():
            message = f"{move!r} does not belong to the position {self.fen()}"
            piece = self.piece_at(found.origin)
            raise IllegalMoveError(message, IllegalMoveReason.MISNAMED, piece=piece, square=found.origin)
        return found

    def play(self, move: BoardMove | str) -> Self:
        """The position after a move, given as an object or text: this one never changes.

        Raises InvalidMoveError, IllegalMoveError.
        """
        return self.after(self.check(move))

    def notation(self, move: BoardMove) -> str:
        """A move in record notation."""
        return move.notation()

    def words(self, move: BoardMove) -> str:
        """A move in English words, which `parse_move` reads.

        >>> from jungle import Position
        >>> Position.initial().words(Position.initial().parse_move("a3a4"))
        'move elephant up'
        """
        if move.is_flip():
            return f"flip {move.uci()}"
        return f"{'jump' if move.is_jump() else 'move'} {move.animal} {move.direction}"

    def _parse_words(self, text: str) -> MoveT:
        """The legal move that `words` writes as this text. Raises InvalidMoveError, IllegalMoveError."""
        match text.lower().split():
            case ["flip", square] if square in self.grid.names:
                return self.find_move(square, square)
            case [("move" | "jump") as verb, name, direction]:
                animal = parse_animal(name)
                if animal is None:
                    raise InvalidMoveError(f"expected an animal, got {name!r} in {text!r}")
                return self.find_step(animal, direction, jump=verb == "jump")
        raise InvalidMoveError(f"expected {self.move_forms}, got {text!r}")

    def find_step(self, animal: Animal, direction: str, *, jump: bool = False) -> MoveT:
        """The legal move of the mover's animal up, down, left or right, as Blue sees the board.

        Raises IllegalMoveError: a jump is not a step, and a step is not a jump.
        """
        if not isinstance(animal, Animal):
            raise InvalidMoveError(f"expected an Animal, got {animal!r}")
        if direction not in tuple(DIRECTIONS):
            raise InvalidMoveError(f"expected {', '.join(DIRECTIONS)}, got {direction!r}")
        piece, origin = self._find_own(animal)
        if jump:
            return self._find_jump(piece, origin, direction)
        return self._find_way(piece, origin, self._next_square(piece, origin, direction))

    def _find_way(self, piece: Piece, origin: int, target: int) -> MoveT:
        """The legal move of the mover's piece on a square. Raises IllegalMoveError."""
        return self.find_move(origin, target)

    def _find_jump(self, piece: Piece, origin: int, direction: str) -> MoveT:
        raise IllegalMoveError(f"{piece}: no animal can jump", IllegalMoveReason.NO_JUMPER, piece=piece, square=origin)

    def _find_own(self, animal: Animal) -> tuple[Piece, int]:
        """The mover's piece of that kind and its square. Raises IllegalMoveError if there is none."""
        if self.is_decided():
            raise IllegalMoveError(f"the game is over in {self.fen()}", IllegalMoveReason.OVER)
        piece = None if self.side is None else Piece(self.side, animal)
        square = None if piece is None else self.square_of(piece)
        if piece is None or square is None:
            message = f"{self.side} has no {animal} to move in {self.fen()}"
            raise IllegalMoveError(message, IllegalMoveReason.ABSENT, piece=piece)
        return piece, square

    def _next_square(self, piece: Piece, origin: int, direction: str) -> int:
        target = self.grid.step_square(origin, *DIRECTIONS[direction])
        if target is None:
            message = f"{piece} on {self.grid.names[origin]}: {direction} leaves the board in {self.fen()}"
            raise IllegalMoveError(message, IllegalMoveReason.EDGE, piece=piece, square=origin)
        return target

    def _own_piece(self, origin: int) -> Piece:
        """The mover's piece on a square. Raises IllegalMoveError if there is none."""
        if self.is_decided():
            raise IllegalMoveError(f"the game is over in {self.fen()}", IllegalMoveReason.OVER, square=origin)
        name, piece = self.grid.names[origin], self.piece_at(origin)
        if self.board[origin] == FACE_DOWN:
            message = f"the piece on {name} lies face down and cannot move in {self.fen()}"
            raise IllegalMoveError(message, IllegalMoveReason.FACE_DOWN, square=origin)
        if piece is None:
            message = f"there is no piece on {name} in {self.fen()}"
            raise IllegalMoveError(message, IllegalMoveReason.ABSENT, square=origin)
        if piece.side is not self.side:
            message = f"{self.side} is to move and {piece.side}'s {piece.animal} is on {name} in {self.fen()}"
            raise IllegalMoveError(message, IllegalMoveReason.ABSENT, square=origin)
        return piece

    def _illegal(self, piece: Piece, origin: int, target: int, why: str, reason: IllegalMoveReason) -> IllegalMoveError:
        message = f"{piece} to {self.grid.names[target]}: {why} in {self.fen()}"
        return IllegalMoveError(message, reason, piece=piece, square=origin)

    def __str__(self) -> str:
        """The board as Blue sees it: `?` face down, `~` water, `#` traps, `*` dens."""
        lines = []
        for rank in reversed(range(self.grid.ranks)):
            squares = range(rank * self.grid.files, (rank + 1) * self.grid.files)
            lines.append(f"{rank + 1}  " + " ".join(map(self._sign, squares)))
        return "\n".join([*lines, "", "   " + " ".join(self.grid.file_names)])

    def _sign(self, square: int) -> str:
        if self.board[square] == FACE_DOWN:
            return FACE_DOWN_SIGN
        piece = self.piece_at(square)
        return piece.letter if piece else _TERRAIN_SIGNS[self.grid.terrain(square)]

    def _repr_svg_(self) -> str:
        return str(import_module("jungle.svg").board(self))
