"""Base class for games, whatever their board and rules: positions, moves, undo and redo, and endings.

Code that plays, shows, records, measures or serves a game uses this interface and never asks which game it is.
`Game` and `FlipGame` add legality and the endings that the board shows.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Generic, Self

from jungle.board_position import BoardPosition, MoveT
from jungle.errors import (
    GameError,
    IllegalMoveError,
    IllegalMoveReason,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesError,
)
from jungle.features import Features
from jungle.geometry import Grid, SquareLike
from jungle.moves import BoardMove
from jungle.outcome import Outcome, Reason
from jungle.pieces import Animal, Piece, Side, as_side
from jungle.rules import BaseRules
from jungle.rules_text import as_rules, rules_text

if TYPE_CHECKING:  # The standard library has defaults for type variables from Python 3.13 on.
    from typing_extensions import TypeVar

    PositionT = TypeVar("PositionT", bound=BoardPosition, default=BoardPosition, covariant=True)
    RulesT = TypeVar("RulesT", bound=BaseRules, default=BaseRules, covariant=True)
else:
    from typing import TypeVar

    PositionT, RulesT = TypeVar("PositionT"), TypeVar("RulesT")

REPETITIONS = 3
"""The occurrence of a position that draws, or that the chase rule forbids."""
_NO_COLOURS = "the first flip has not decided the colours yet, so nobody can win"

_WINS_ONLY, _DRAWS_ONLY = (Reason.RESIGNATION, Reason.TIMEOUT), (Reason.AGREEMENT,)

Deal = Mapping[int, Piece]
"""The pieces that lie face down at the start, by square."""


class BoardGame(ABC, Generic[PositionT, MoveT, RulesT]):
    """A game from its start: the positions and moves so far, undone moves, and a declared ending, if any.

    Games are equal if their starts, moves and outcomes are equal; undone moves do not count.
    """

    __slots__ = ("_declared", "_known", "_moves", "_positions", "_seen", "_undone")

    kind: ClassVar[str]
    """The name of the game, its key in `GAMES`."""
    grid: ClassVar[Grid]
    rules_type: ClassVar[type[BaseRules]]
    """The class of its rules, which lists the named rule sets."""
    position_type: ClassVar[type[BoardPosition]]
    uses_directions: ClassVar[bool] = True
    """Whether each player has an edge of the board, so that there is a forward and a backward."""
    uses_chance: ClassVar[bool] = False
    """Whether a seed shuffles the pieces."""
    features: ClassVar[Features] = Features()

    def __init__(
        self,
        rules: BaseRules | str | None = None,
        *,
        first: Side | None = None,
        fen: str | None = None,
        seed: int | None = None,
        deal: Deal | None = None,
        position: BoardPosition | None = None,
        **changes: object,
    ) -> None:
        """Start a new game under the given rules, or from a position or its text. `first` chooses who moves first.

        Rules are a rules object or text; `changes` are differences from them, such as `quiet_limit=60`. Raises
        InvalidRulesError, InvalidPositionError, and InvalidArgumentError for arguments that the game does not take.
        """
        if not self.uses_chance and (seed is not None or deal is not None):
            raise InvalidArgumentError(
                f"this game has no element of chance: expected no seed or deal, got {deal if seed is None else seed!r}"
            )
        if position is not None:
            if not isinstance(position, self.position_type):
                raise InvalidPositionError(f"expected a {self.position_type.__name__}, got {position!r}")
            if fen is not None or rules not in (None, position.rules):
                raise InvalidArgumentError("a position already includes its rules and text; pass it alone")
            start: BoardPosition = position
            if changes:
                start = self._start(self._changed(position.rules, changes), None, position.fen())
        else:
            start = self._start(self._changed(self._rules(rules), changes), first, fen)
        if first is not None and as_side(first) is not start.side:
            raise InvalidArgumentError(f"{start.side} is to move in {start.fen()}, so {first} cannot be first")
        self._positions: list[BoardPosition[MoveT]] = [start]  # type: ignore[list-item]  # of `position_type`
        self._moves: list[MoveT] = []
        self._undone: list[MoveT] = []
        self._seen = Counter([start.key])
        self._declared: Outcome | None = None
        self._known: tuple[Outcome | None] | None = None
        """The outcome, once it has been asked for; None after every change."""

    @classmethod
    def _rules(cls, rules: BaseRules | str | None) -> BaseRules:
        if rules is None:
            return next(iter(cls.rules_type.named.values()))
        if isinstance(rules, str) and "/" in rules:
            raise InvalidRulesError(f"expected rules, got what looks like a position: write fen={rules!r}")
        return as_rules(rules, cls.rules_type)

    @classmethod
    def _changed(cls, rules: BaseRules, changes: dict[str, object]) -> BaseRules:
        """The rules with some fields changed. Raises InvalidRulesError, InvalidArgumentError."""
        known = {field.name for field in fields(cls.rules_type)}
        if unknown := [name for name in changes if name not in known]:
            raise InvalidArgumentError(f"{cls.rules_type.__name__} has no field {', '.join(unknown)}")
        return replace(rules, **changes) if changes else rules  # type: ignore[arg-type]  # a rule checks its own type

    @classmethod
    def _start(cls, rules: BaseRules, first: Side | None, fen: str | None) -> BoardPosition:
        kind = cls.position_type
        return kind.initial(rules=rules, first=first) if fen is None else kind.from_fen(fen, rules=rules)

    @classmethod
    def new(
        cls, rules: str | None = None, *, first: Side | None = None, fen: str | None = None, seed: int | None = None
    ) -> Self:
        """Start a new game. Takes the same arguments for every game."""
        return cls(rules, first=first, fen=fen, seed=seed)

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[BoardMove | str],
        rules: BaseRules | str | None = None,
        *,
        first: Side | None = None,
        fen: str | None = None,
        seed: int | None = None,
        deal: Deal | None = None,
        position: BoardPosition | None = None,
        **changes: object,
    ) -> Self:
        """Replay these moves. Takes the start as the constructor does. Raises what `play` raises."""
        game = cls(rules, first=first, fen=fen, seed=seed, deal=deal, position=position, **changes)
        if not isinstance(moves, Iterable):
            raise InvalidMoveError(f"expected moves, got {moves!r}")
        if seed is None and deal is None:
            game._forget_deal()
        for move in moves:
            game.play(move)
        return game

    def _forget_deal(self) -> None:
        """From now on every flip must say what it turns up. Does nothing if the game has no element of chance."""

    @property
    def rules(self) -> RulesT:
        """The rules the game is played under."""
        return self._positions[0].rules  # type: ignore[return-value]  # they belong to the position

    @property
    def deal(self) -> Deal | None:
        """The pieces face down at the start; None if there are none or they are unknown. Never show it to players."""
        return None

    @abstractmethod
    def _decided(self) -> Outcome | None:
        """An ending that the board shows."""

    def _drawn(self) -> Outcome | None:
        """A draw caused by the history of the game."""
        if self.repetition_draws() and self.repetitions() >= REPETITIONS:
            return Outcome(None, Reason.REPETITION)
        limit = self.rules.quiet_limit
        return Outcome(None, Reason.QUIET) if limit is not None and self.position.quiet >= limit else None

    def repetition_draws(self) -> bool:
        """Whether the third occurrence of a position is a draw."""
        return True

    def _refuse(self, move: BoardMove) -> None:
        """Raise IllegalMoveError for a move that the position allows but the history forbids."""
        if self._is_ended():
            message = f"the game is over in {self.position.fen()}"
            raise IllegalMoveError(message, IllegalMoveReason.OVER, square=move.origin)

    def _completed(self, move: BoardMove) -> MoveT:
        """The move as played, with the result of chance, if any."""
        return move  # type: ignore[return-value]  # a legal move is one of this game

    def _plies_before(self) -> int:
        """The number of plies that move numbers count before the start."""
        return 0

    def copy(self) -> Self:
        """An independent copy; positions are shared, since they never change."""
        twin = object.__new__(type(self))
        twin._positions = self._positions.copy()
        twin._moves = self._moves.copy()
        twin._undone = self._undone.copy()
        twin._seen = self._seen.copy()
        twin._declared = self._declared
        twin._known = self._known
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def public(self) -> Self:
        """A copy of the game as players may see it, without the identity of face-down pieces."""
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
    def start(self) -> PositionT:
        return self._positions[0]  # type: ignore[return-value]  # as all positions, of `position_type`

    @property
    def position(self) -> PositionT:
        return self._positions[-1]  # type: ignore[return-value]

    @property
    def positions(self) -> tuple[PositionT, ...]:
        """All positions so far, beginning with the start."""
        return tuple(self._positions)  # type: ignore[arg-type]

    @property
    def moves(self) -> tuple[MoveT, ...]:
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[MoveT, ...]:
        """The moves that `redo` would play, in order."""
        return tuple(reversed(self._undone))

    def __len__(self) -> int:
        """The number of plies played."""
        return len(self._moves)

    def __bool__(self) -> bool:
        return True

    @property
    def side(self) -> Side | None:
        """The side to move; None only before a first flip that decides the colours."""
        return self.position.side

    @property
    def first(self) -> Side | None:
        """The colour of the player who moves first; None until the first flip decides it."""
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
        """The number of the current move. Increases every two plies."""
        return (self._plies_before() + len(self._moves)) // 2 + 1

    def number_text(self, ply: int | None = None) -> str:
        """The move number as records write it: `7.`, or `7...` before the second move of that number."""
        number, second = divmod(self._plies_before() + self._ply(ply), 2)
        return f"{number + 1}{'...' if second else '.'}"

    def fen(self) -> str:
        """The text form of the current position."""
        return self.position.fen()

    def faces(self, ply: int | None = None) -> dict[int, Piece | None]:
        """What is visible on each occupied square, now or at `ply`; None stands for a face-down piece."""
        return self._positions[self._ply(ply)].faces()

    def hidden_pieces(self, ply: int | None = None) -> tuple[Piece, ...]:
        """The pieces that lie face down, in a fixed order, now or at `ply`."""
        return self._positions[self._ply(ply)].hidden_pieces()

    def captured(self, ply: int | None = None) -> list[Piece]:
        """The captured pieces, strongest first, now or at `ply`."""
        start, present = (Counter([*self.hidden_pieces(at), *filter(None, self.faces(at).values())]) for at in (0, ply))
        rank = self.rules.rank
        return sorted((start - present).elements(), key=lambda piece: (rank(piece.animal), piece.animal), reverse=True)

    def notation(self, move: BoardMove, ply: int | None = None) -> str:
        """A move in record notation, as played now or at `ply`."""
        return self._positions[self._ply(ply)].notation(move)

    def _ply(self, ply: int | None) -> int:
        if ply is None:
            return len(self._moves)
        if type(ply) is not int or not 0 <= ply <= len(self._moves):
            raise InvalidArgumentError(f"expected a ply from 0 to {len(self._moves)}, got {ply!r}")
        return ply

    def repetitions(self) -> int:
        """How often the current position has occurred, including now."""
        return self._seen[self.position.key]

    def _is_ended(self) -> bool:
        """Whether the game ended in a way that the board does not show."""
        if self._known is not None:
            return self._known[0] is not None
        return self._declared is not None or self._drawn() is not None

    def iter_legal_moves(self) -> Iterator[MoveT]:
        """Generate the legal moves in a fixed order; none if the game is over."""
        return iter(()) if self._is_ended() else self._positions[-1].iter_legal_moves()

    def legal_moves(self) -> list[MoveT]:
        """The legal moves as a list, in the order of `iter_legal_moves`."""
        return list(self.iter_legal_moves())

    def legal_captures(self) -> list[MoveT]:
        """The legal moves that capture something, in the same order."""
        return [move for move in self.iter_legal_moves() if move.captured is not None]

    def moves_from(self, square: SquareLike) -> list[MoveT]:
        """The legal moves of the piece on a square, including its flip."""
        origin = self.grid.as_square(square)
        return [move for move in self.iter_legal_moves() if move.origin == origin]

    def is_legal(self, move: BoardMove | str) -> bool:
        """Whether a move, given as an object or text, is legal now. Raises InvalidMoveError if it is not a move."""
        try:
            self.check(move)
        except IllegalMoveError:
            return False
        return True

    def check(self, move: BoardMove | str) -> MoveT:
        """Check a move, given as an object or text, and return it complete, without playing it.

        Raises InvalidMoveError or IllegalMoveError, which gives the reason.
        """
        found = self._positions[-1].check(move)
        self._refuse(found)
        return found

    def find_move(self, origin: SquareLike, target: SquareLike) -> MoveT:
        """The legal move between two squares. A move from a square to itself is a flip.

        Raises IllegalMoveError, which gives the reason.
        """
        move = self._positions[-1].find_move(origin, target)
        self._refuse(move)
        return move

    def find_step(self, animal: Animal, direction: str, *, jump: bool = False) -> MoveT:
        """The legal move of the mover's animal in a direction, as Blue sees the board. Raises IllegalMoveError."""
        move = self._positions[-1].find_step(animal, direction, jump=jump)
        self._refuse(move)
        return move

    def parse_move(self, text: str) -> MoveT:
        """Parse a legal move in any notation of the game. Raises InvalidMoveError, IllegalMoveError."""
        move = self._positions[-1].parse_move(text)
        self._refuse(move)
        return move

    def play(self, move: BoardMove | str) -> MoveT:
        """Play a move, given as an object or text, and return it complete: the game itself has changed.

        Raises InvalidMoveError or IllegalMoveError and leaves the game unchanged.
        """
        return self.push(self.check(move))

    def push(self, move: BoardMove) -> MoveT:
        """Play a move that is known to be legal and return it; a flip is returned with the piece it turned up.

        For moves from `legal_moves()`, `parse_move` and the like: `play` without its checks. Undone moves are
        discarded, unless this is the next one. Raises InvalidMoveError for a flip of an unknown piece.
        """
        try:
            completed = self._completed(move)
            if self._undone and self._undone[-1] == completed:
                self._undone.pop()
            else:
                self._undone.clear()
            self._push(completed)
        except AttributeError:
            if isinstance(move, BoardMove):
                raise
            raise InvalidMoveError(f"expected a move object, got {move!r}: `play` also takes text") from None
        return completed

    def _push(self, move: MoveT) -> None:  # type: ignore[misc]  # a private method may take what the lists hold
        position = self._positions[-1].after(move)
        self._positions.append(position)
        self._moves.append(move)
        self._seen[position.key] += 1
        self._known = None

    def undo(self) -> MoveT | None:
        """Take back the last move and return it. If an ending was declared, take back only that and return None.

        A flipped piece is turned face down again. Raises GameError at the start.
        """
        self._known = None
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

    def redo(self) -> MoveT:
        """Replay the last undone move. Raises GameError if there is none."""
        if not self._undone or self._declared:
            raise GameError("there is no move to redo")
        move = self._undone.pop()
        self._push(move)
        return move

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is in progress."""
        if self._known is None:
            self._known = (self._declared or self._decided() or self._drawn(),)
        return self._known[0]

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

    def end(self, outcome: Outcome) -> Outcome:
        """Declare an ending that the board does not show. Raises GameError.

        Refused if the game is over, for a winner before the colours are decided, and for an outcome that cannot be
        declared: a den that nobody entered, a resignation without a winner.
        """
        if ended := self.outcome():
            raise GameError(f"the game is already over: {ended.result()} by {ended.reason.value}")
        winner, reason = outcome.winner, outcome.reason
        if not reason.is_declared():
            raise GameError(f"the game did not end by {reason.value} on the board")
        if reason in (_WINS_ONLY if winner is None else _DRAWS_ONLY):
            raise GameError(f"a game cannot end {outcome.result()} by {reason.value}")
        if winner is not None:
            as_side(winner)
            if self.side is None:
                raise GameError(_NO_COLOURS)
        self._declared, self._known = outcome, None
        return outcome

    def resign(self, side: Side | None = None) -> Outcome:
        """Resign for a side, by default the side to move. Raises GameError if the game is over or has no sides yet."""
        return self.end(Outcome(self._winner_over(side), Reason.RESIGNATION))

    def agree_draw(self) -> Outcome:
        """Declare a draw by agreement. Raises GameError if the game is over."""
        return self.end(Outcome(None, Reason.AGREEMENT))

    def time_out(self, side: Side | None = None) -> Outcome:
        """Declare a loss on time for a side, by default the side to move. Raises GameError as `resign` does."""
        return self.end(Outcome(self._winner_over(side), Reason.TIMEOUT))

    def adjudicate(self, winner: Side | None) -> Outcome:
        """Declare an outcome decided by a third party. Raises GameError as `resign` does."""
        return self.end(Outcome(winner, Reason.ADJUDICATION))

    def _winner_over(self, side: Side | None) -> Side:
        loser = self.side if side is None else as_side(side)
        if loser is None:
            raise GameError(_NO_COLOURS)
        return loser.opponent
