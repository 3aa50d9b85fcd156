"""What every game has, whatever its board and rules: positions and moves, back and forth, and endings.

Code that plays, shows, records, measures or serves a game uses this surface and never asks which game it is.
`Game` and `FlipGame` add what is legal and how the board ends it.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, ClassVar, Self

from jungle.boardposition import BoardPosition
from jungle.errors import (
    GameError,
    IllegalMoveError,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidPositionError,
    Obstacle,
)
from jungle.geometry import Grid, SquareLike
from jungle.house_rules import as_rules, rules_text
from jungle.moves import BoardMove
from jungle.outcome import Outcome, Reason
from jungle.pieces import Animal, Piece, Side, as_side
from jungle.rules import CaptureOrder

REPETITIONS = 3
"""The occurrence of a position that draws, or that the chase rule forbids."""
_NO_COLOURS = "nobody has a colour before the first piece is turned up, so nobody can win"

_WINS_ONLY, _DRAWS_ONLY = (Reason.RESIGNATION, Reason.TIMEOUT), (Reason.AGREEMENT,)

Deal = Mapping[int, Piece]
"""What lies face down at the start, by square."""


class BoardGame(ABC):
    """A game from its start: the positions and moves so far, what was undone, and an ending if one was declared.

    Games are equal when their starts, moves and outcomes are; what was undone does not count.
    """

    __slots__ = ("_declared", "_moves", "_positions", "_seen", "_undone")

    kind: ClassVar[str]
    """The name of the game, its key in `GAMES`."""
    grid: ClassVar[Grid]
    rules_type: ClassVar[type[CaptureOrder]]
    """The class of its rules, which knows the named ones."""
    position_type: ClassVar[type[BoardPosition]]
    has_direction: ClassVar[bool] = True
    """Does each player have an edge of the board, so that there is forward and backward?"""
    has_chance: ClassVar[bool] = False
    """Does a seed shuffle the game?"""

    def __init__(
        self,
        rules: Any = None,
        *,
        first: Side | None = None,
        fen: str | None = None,
        seed: int | None = None,
        deal: Deal | None = None,
        position: BoardPosition | None = None,
    ) -> None:
        """A new game under some rules, or from a position or its text. `first` chooses who begins.

        Rules are given as such or as text. Raises InvalidRulesError, InvalidPositionError, and InvalidArgumentError for
        arguments that the game does not take.
        """
        if not self.has_chance and (seed is not None or deal is not None):
            raise InvalidArgumentError(
                f"chance has no part in this game: expected no seed or deal, got {deal if seed is None else seed!r}"
            )
        start = self._start(rules, first, fen) if position is None else position
        if not isinstance(start, self.position_type):
            raise InvalidPositionError(f"expected a {self.position_type.__name__}, got {position!r}")
        if position is not None and (fen is not None or rules not in (None, position.rules)):
            raise InvalidArgumentError("a position has rules and a text of its own: expected it alone")
        if first is not None and as_side(first) is not start.side:
            raise InvalidArgumentError(f"{start.side} is to move in {start.fen()}, so {first} cannot be first")
        self._positions: list[BoardPosition] = [start]
        self._moves: list[BoardMove] = []
        self._undone: list[BoardMove] = []
        self._seen = Counter([start.key])
        self._declared: Outcome | None = None

    def _start(self, rules: Any, first: Side | None, fen: str | None) -> BoardPosition:
        kind: Any = self.position_type
        rules = next(iter(self.rules_type.named.values())) if rules is None else as_rules(rules, self.rules_type)
        found: BoardPosition = (
            kind.initial(rules=rules, first=first) if fen is None else kind.from_fen(fen, rules=rules)
        )
        return found

    @classmethod
    def new(
        cls, rules: str | None = None, *, first: Side | None = None, fen: str | None = None, seed: int | None = None
    ) -> Self:
        """A new game: the class itself, called in the way that is the same for every game."""
        return cls(rules, first=first, fen=fen, seed=seed)

    @classmethod
    def from_moves(cls, moves: Iterable[BoardMove | str], rules: Any = None, **start: Any) -> Self:
        """The game of these moves; its start is given as to the class itself. Raises what `play` raises."""
        return cls(rules, **start)._played(moves)

    def _played(self, moves: Iterable[BoardMove | str]) -> Self:
        if not isinstance(moves, Iterable):
            raise InvalidMoveError(f"expected some moves, got {moves!r}")
        for move in moves:
            self.play(move)
        return self

    @property
    def rules(self) -> CaptureOrder:
        """The rules the game is played under."""
        return self.start.rules

    @property
    def deal(self) -> Deal | None:
        """What lies face down at the start; None where nothing does, or nobody knows. Not for players' eyes."""
        return None

    @abstractmethod
    def _decided(self) -> Outcome | None:
        """An ending that the board shows."""

    def _drawn(self) -> Outcome | None:
        """A draw that the history of the game brings."""
        if self.repetition_draws() and self.repetitions() >= REPETITIONS:
            return Outcome(None, Reason.REPETITION)
        limit = self.rules.quiet_limit
        return Outcome(None, Reason.QUIET) if limit is not None and self.position.quiet >= limit else None

    def repetition_draws(self) -> bool:
        """Does the third occurrence of a position draw?"""
        return True

    def _refuse(self, move: BoardMove) -> None:
        """Raise IllegalMoveError for a move that the position allows and the history forbids."""
        if self._is_ended():
            raise IllegalMoveError(f"the game is over in {self.position.fen()}", Obstacle.OVER)

    def _completed(self, move: BoardMove) -> BoardMove:
        """The move as it is played: with what chance adds to it."""
        return move

    def _plies_before(self) -> int:
        """The plies that the numbering counts before the start."""
        return 0

    def copy(self) -> Self:
        """An independent copy; positions are shared, since they never change."""
        twin = object.__new__(type(self))
        twin._positions = self._positions.copy()
        twin._moves = self._moves.copy()
        twin._undone = self._undone.copy()
        twin._seen = self._seen.copy()
        twin._declared = self._declared
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def public(self) -> Self:
        """A copy of the game as players may see it: it does not know what lies face down."""
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoardGame):
            return NotImplemented
        return (
            type(self) is type(other)
            and self.start == other.start
            and self._moves == other._moves
            and self.outcome() == other.outcome()
        )

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        moves, fen = [str(move) for move in self._moves], self.start.fen()
        return f"{type(self).__name__}.from_moves({moves!r}, {rules_text(self.rules)!r}, fen={fen!r})"

    def _repr_svg_(self) -> str:
        return str(import_module("jungle.svg").board(self))

    @property
    def start(self) -> BoardPosition:
        return self._positions[0]

    @property
    def position(self) -> BoardPosition:
        return self._positions[-1]

    @property
    def positions(self) -> tuple[BoardPosition, ...]:
        """Every position so far, the start first."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[BoardMove, ...]:
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[BoardMove, ...]:
        """The moves that `redo` would play, in order."""
        return tuple(reversed(self._undone))

    def __len__(self) -> int:
        """The number of plies played."""
        return len(self._moves)

    def __bool__(self) -> bool:
        return True

    @property
    def side(self) -> Side | None:
        """Who moves; None only before a first flip that decides the colours."""
        return self.position.side

    @property
    def first(self) -> Side | None:
        """The colour of the player who begins; None while the first flip is still to decide it."""
        if self.start.side is not None or not self._moves:
            return self.start.side
        second = self._positions[1].side
        return None if second is None else second.opponent

    @property
    def seat(self) -> int:
        """The seat of the player to move. Seat 0 moves first."""
        return len(self._moves) % 2

    def side_of(self, seat: int) -> Side | None:
        """The side of the player in a seat; None until the first flip decides it."""
        first = self.first
        return None if first is None else first.opponent if seat else first

    def seat_of(self, side: Side) -> int | None:
        """The seat of the player of a side; None until the first flip decides it."""
        first = self.first
        return None if first is None else int(side is not first)

    @property
    def number(self) -> int:
        """The number of the present move, one more after two plies."""
        return (self._plies_before() + len(self._moves)) // 2 + 1

    def number_text(self, ply: int | None = None) -> str:
        """The number as records write it before the next move: `7.`, or `7...` where it is the second of its number."""
        number, second = divmod(self._plies_before() + self._ply(ply), 2)
        return f"{number + 1}{'...' if second else '.'}"

    def fen(self) -> str:
        """The text form of the present position."""
        return self.position.fen()

    def faces(self, ply: int | None = None) -> dict[int, Piece | None]:
        """What anybody may see on each occupied square, now or after some plies; None is a piece face down."""
        return self._positions[self._ply(ply)].faces()

    def hidden(self, ply: int | None = None) -> tuple[Piece, ...]:
        """What lies face down, in a fixed order, now or after some plies."""
        return self._positions[self._ply(ply)].hidden_pieces()

    def captured(self, ply: int | None = None) -> list[Piece]:
        """The pieces that are gone, now or after some plies, the strongest first."""
        start, present = (Counter([*self.hidden(at), *filter(None, self.faces(at).values())]) for at in (0, ply))
        rank = self.rules.rank
        return sorted((start - present).elements(), key=lambda piece: (rank(piece.animal), piece.animal), reverse=True)

    def notation(self, move: BoardMove, ply: int | None = None) -> str:
        """A move in the form of records, to be played now or after some plies."""
        return self._positions[self._ply(ply)].notation(move)

    def _ply(self, ply: int | None) -> int:
        if ply is None:
            return len(self._moves)
        if type(ply) is not int or not 0 <= ply <= len(self._moves):
            raise InvalidArgumentError(f"expected a ply from 0 to {len(self._moves)}, got {ply!r}")
        return ply

    def repetitions(self) -> int:
        """How often the present position has occurred, including now."""
        return self._seen[self.position.key]

    def _is_ended(self) -> bool:
        """Has it ended in a way that the board does not show?"""
        return self._declared is not None or self._drawn() is not None

    def iter_legal_moves(self) -> Iterator[BoardMove]:
        """The moves allowed now, found one at a time, in a fixed order; none when the game is over."""
        return iter(()) if self._is_ended() else self.position.iter_legal_moves()

    def legal_moves(self) -> list[BoardMove]:
        """All moves of `iter_legal_moves`."""
        return list(self.iter_legal_moves())

    def moves_from(self, square: SquareLike) -> list[BoardMove]:
        """The moves that the piece on a square may make now; turning it up is one."""
        origin = self.grid.as_square(square)
        return [move for move in self.iter_legal_moves() if move.origin == origin]

    def is_legal(self, move: BoardMove | str) -> bool:
        """May this move, given as such or as text, be played now? Raises InvalidMoveError for what is no move."""
        try:
            self._checked(move)
        except IllegalMoveError:
            return False
        return True

    def _checked(self, move: BoardMove | str) -> BoardMove:
        move = self.position.check(move)
        self._refuse(move)
        return move

    def find_move(self, origin: SquareLike, target: SquareLike) -> BoardMove:
        """The move between two squares; from a square to itself it is a flip.

        Raises IllegalMoveError, which names the obstacle.
        """
        move = self.position.find_move(origin, target)
        self._refuse(move)
        return move

    def find_step(self, animal: Animal, direction: str, *, jump: bool = False) -> BoardMove:
        """The move of an own animal up, down, left or right, as Blue sees the board. Raises IllegalMoveError."""
        move = self.position.find_step(animal, direction, jump=jump)
        self._refuse(move)
        return move

    def parse_move(self, text: str) -> BoardMove:
        """The move of a text in any form the game has. Raises InvalidMoveError, IllegalMoveError."""
        move = self.position.parse_move(text)
        self._refuse(move)
        return move

    def play(self, move: BoardMove | str) -> BoardMove:
        """Check a move, given as such or as text, play it, and return it as `push` does.

        Raises InvalidMoveError or IllegalMoveError, and leaves the game as it was.
        """
        return self.push(self._checked(move))

    def push(self, move: BoardMove) -> BoardMove:
        """Play a move that is known to be legal, and return it; a flip comes back with what it turned up.

        For moves taken from `legal_moves()`, `parse_move` and the like: `play` without its checks. What was undone is
        forgotten, unless the move is the next of it. Raises InvalidMoveError if nobody knows what a flip turns up.
        """
        move = self._completed(move)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self._push(move)
        return move

    def _push(self, move: BoardMove) -> None:
        position = self.position.after(move)
        self._positions.append(position)
        self._moves.append(move)
        self._seen[position.key] += 1

    def undo(self) -> BoardMove | None:
        """Take back the last move and return it, or, where an ending was declared, that alone (None).

        A piece turned up is turned down again. Raises GameError at the start.
        """
        if self._declared:
            self._declared = None
            return None
        if not self._moves:
            raise GameError("there is no move to take back")
        position = self._positions.pop()
        self._seen[position.key] -= 1
        if not self._seen[position.key]:
            del self._seen[position.key]
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def redo(self) -> BoardMove:
        """Play again the move taken back last. Raises GameError when there is none."""
        if not self._undone or self._declared:
            raise GameError("there is no move to play again")
        move = self._undone.pop()
        self._push(move)
        return move

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is in progress."""
        return self._declared or self._decided() or self._drawn()

    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.outcome() is not None

    def end(self, outcome: Outcome) -> Outcome:
        """Declare an ending that the board does not show. Raises GameError.

        It is refused when the game is over, for a winner while nobody has a colour, and for an outcome that cannot be
        declared: a den that nobody entered, a resignation without a winner.
        """
        if ended := self.outcome():
            raise GameError(f"the game is over already: {ended.result()} by {ended.reason.value}")
        winner, reason = outcome.winner, outcome.reason
        if not reason.is_declared:
            raise GameError(f"the moves do not end by {reason.value}")
        if reason in (_WINS_ONLY if winner is None else _DRAWS_ONLY):
            raise GameError(f"{outcome.result()} cannot come by {reason.value}")
        if winner is not None:
            as_side(winner)
            if self.side is None:
                raise GameError(_NO_COLOURS)
        self._declared = outcome
        return outcome

    def resign(self, side: Side | None = None) -> Outcome:
        """A side, or else the one to move, gives up. Raises GameError when the game is over, or has no sides yet."""
        return self.end(Outcome(self._winner_over(side), Reason.RESIGNATION))

    def agree_draw(self) -> Outcome:
        """Both players call it a draw. Raises GameError when the game is over."""
        return self.end(Outcome(None, Reason.AGREEMENT))

    def time_out(self, side: Side | None = None) -> Outcome:
        """A side, or else the one to move, ran out of time. Raises GameError as `resign` does."""
        return self.end(Outcome(self._winner_over(side), Reason.TIMEOUT))

    def adjudicate(self, winner: Side | None) -> Outcome:
        """Somebody else decides the game. Raises GameError as `resign` does."""
        return self.end(Outcome(winner, Reason.ADJUDICATION))

    def _winner_over(self, side: Side | None) -> Side:
        loser = self.side if side is None else as_side(side)
        if loser is None:
            raise GameError(_NO_COLOURS)
        return loser.opponent
