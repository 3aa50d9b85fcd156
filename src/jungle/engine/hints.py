"""Hints and reasons: what to play and what for, and why a move is good or bad. Front ends put them into words.

A hint follows a plan: among moves that cost nothing it prefers the one that makes progress and carries on the plan of
the hint before. The core chooses (`native/jungle/plans.cpp`), for the browser too; the figures are in `hints.json`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib import resources
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeGuard

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.engine.engine import GameEngine, line_numbers, move_code
from jungle.engine.limits import Limit
from jungle.engine.registry import engine_for, features_of
from jungle.engine.score import Score
from jungle.engine.search import MULTIPV_LIMIT, BaseEngine, Line
from jungle.flip import FlipGame, FlipPosition
from jungle.flip.native import native_position, native_rules
from jungle.game import Game
from jungle.geometry import Terrain
from jungle.moves import BoardMove
from jungle.native import core, native_available, native_cache
from jungle.native_rules import table
from jungle.pieces import Animal
from jungle.position import Position
from jungle.task import Task

if TYPE_CHECKING:
    from jungle import _native

FIGURES: dict[str, Any] = json.loads(resources.files("jungle.engine").joinpath("hints.json").read_text("utf-8"))
"""The limits of a search for a hint, and how the core weighs its lines; the browser app reads them too."""
NOWHERE = 63
NO_HINT = (0, 0, -1, NOWHERE)
"""In place of the last hint, for the core."""


class Why(Enum):
    """What a move is about. The order is that of the core's codes, which begin at 1."""

    ENTERS_DEN = "enters_den"
    OPENS_DEN = "opens_den"
    WINS = "wins"
    HOLDS_OUT = "holds_out"
    STOPS_DEN = "stops_den"
    ONLY_MOVE = "only_move"
    TAKES_TRAPPED = "takes_trapped"
    TAKES = "takes"
    TRADES = "trades"
    SAVES = "saves"
    BLOCKS_JUMP = "blocks_jump"
    KEEPS_BLOCK = "keeps_block"
    FORKS = "forks"
    ATTACKS = "attacks"
    NEARER = "nearer"
    HANGS = "hangs"
    ALLOWS_DEN = "allows_den"
    MISSES_WIN = "misses_win"
    MISSES_PREY = "misses_prey"
    LOSES = "loses"
    LOSES_PIECE = "loses_piece"
    MISSES_PIECE = "misses_piece"
    LETS_CLOSER = "lets_closer"
    WORSE = "worse"
    WINS_PIECE = "wins_piece"
    LINES_UP_JUMP = "lines_up_jump"
    GUARDS = "guards"
    NEARER_PAST = "nearer_past"
    OPENS_JUMP = "opens_jump"
    MEETS_ELEPHANT = "meets_elephant"
    HUNTS = "hunts"
    EXCHANGES = "exchanges"
    KEEPS_PIECE = "keeps_piece"
    HOLDS_BACK = "holds_back"
    PROTECTS = "protects"
    KEEPS_AWAY = "keeps_away"
    OBSTRUCTS = "obstructs"
    MAKES_WAY = "makes_way"
    WAITS = "waits"
    LETS_ATTACK = "lets_attack"
    OPENS_ENEMY_JUMP = "opens_enemy_jump"
    LEAVES_DEN = "leaves_den"
    MISSES_RUN = "misses_run"
    MISSES_HUNT = "misses_hunt"
    MISSES_BLOCK = "misses_block"
    MISSES_GUARD = "misses_guard"
    LOSES_TIME = "loses_time"
    TAKES_SAFELY = "takes_safely"
    TAKES_ANYWAY = "takes_anyway"
    CORNERS = "corners"
    FLIP_FIRST = "flip_first"
    FLIP_SAFE = "flip_safe"
    FLIP_GAINS = "flip_gains"
    FLIP_RISKS = "flip_risks"
    FLIP_BOTH = "flip_both"
    FLIP_EXPOSES = "flip_exposes"
    FLIP_WAITS = "flip_waits"
    LEAVES_FLIP = "leaves_flip"
    FLIP_RISKED = "flip_risked"
    MISSES_FLIP = "misses_flip"
    PREPARES_RUN = "prepares_run"
    PREPARES_HUNT = "prepares_hunt"
    ADVANCES = "advances"
    ONLY_WIN = "only_win"
    KEEPS_WIN = "keeps_win"
    HOLDS_DRAW = "holds_draw"
    DEAD_DRAW = "dead_draw"
    HOLDS_ON = "holds_on"
    BLOCKS = "blocks"
    WRONG_TAKER = "wrong_taker"
    WRONG_PREY = "wrong_prey"
    GIVES_WIN_AWAY = "gives_win_away"
    GIVES_DRAW_AWAY = "gives_draw_away"
    DEVELOPS = "develops"


GENERIC = frozenset({Why.WAITS, Why.ADVANCES, Why.WORSE})
"""Reasons that name nothing specific on the board."""
_CODES = (None, *Why)


@dataclass(frozen=True, slots=True)
class MoveReason:
    """Why a move is good or bad: the kind of reason, the pieces involved, and their squares before the move."""

    why: Why
    own: int | None = None
    """The square of a piece of the side that moves."""
    enemy: int | None = None
    """The square of a piece of the other side."""
    plies: int = 0
    """Plies to the win or loss, if any."""
    animal: Animal | None = None
    """The animal on `own`."""
    other: Animal | None = None
    """The animal on `enemy`."""
    risks: int = 0
    """Of the face-down pieces, the number that would lose something if they turned up here …"""
    gains: int = 0
    """… the number that would win something …"""
    hidden: int = 0
    """… and the number of all."""

    @classmethod
    def of(cls, position: BoardPosition, found: tuple[int, int, int, int, int, int, int]) -> Self | None:
        code, *squares, plies, risks, gains, hidden = found
        why = _CODES[code]
        if why is None:
            return None
        own, enemy = (None if square == NOWHERE else square for square in squares)
        animal, other = (_animal_at(position, square) for square in (own, enemy))
        return cls(why, own, enemy, plies, animal, other, risks, gains, hidden)

    def decides(self) -> bool:
        """Whether it announces a win or a loss."""
        return self.why in _DECIDING


_DECIDING = (Why.ENTERS_DEN, Why.OPENS_DEN, Why.WINS, Why.HOLDS_OUT, Why.STOPS_DEN, Why.ONLY_MOVE)


def _animal_at(position: BoardPosition, square: int | None) -> Animal | None:
    piece = None if square is None else position.piece_at(square)
    return None if piece is None else piece.animal


def explain(position: BoardPosition, lines: Sequence[Line]) -> MoveReason | None:
    """Why the first of these lines is the best; None in a third-party game, or without the core.

    >>> from jungle.engine import Engine, Limit
    >>> position = Position.from_fen("7/7/3C3/7/7/7/7/7/l5t b")
    >>> with Engine(hash_mb=1) as engine:
    ...     reason = explain(position, engine.search(position, Limit(depth=6), multipv=3).lines)
    >>> reason is None or reason.why is Why.OPENS_DEN
    True
    """
    if not lines or not native_available():
        return None
    numbers = line_numbers(lines)
    if isinstance(position, FlipPosition):
        found = core.explain_flip(native_rules(position.rules), native_position(position), numbers)
    elif _has_reasons(position):
        found = core.explain(table(position.rules), position.board, position.side, numbers)
    else:
        return None
    return MoveReason.of(position, found)


def find_fault(position: BoardPosition, played: Line, better: Line) -> MoveReason | None:
    """What is wrong with a line that was played although there was a better one; None as for `explain`."""
    if not native_available():
        return None
    numbers = line_numbers((played, better))
    if isinstance(position, FlipPosition):
        found = core.find_flip_fault(native_rules(position.rules), native_position(position), numbers)
    elif _has_reasons(position):
        found = core.find_fault(table(position.rules), position.board, position.side, numbers)
    else:
        return None
    return MoveReason.of(position, found)


def _has_reasons(position: BoardPosition) -> TypeGuard[Position]:
    return features_of(position).explains


class PlanKind(Enum):
    """What a plan is for. The order is that of the core's codes, which begin at 1."""

    RUN = "run"
    HUNT = "hunt"
    OPEN_JUMP = "open_jump"
    BLOCK_JUMP = "block_jump"
    MEET_ELEPHANT = "meet_elephant"
    GUARD = "guard"
    EXCHANGE = "exchange"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Plan:
    """What the next moves are for. Squares are those before the move."""

    kind: PlanKind
    piece: int
    """The square of the piece that carries it out."""
    target: int
    """Where that piece goes, or the square of the enemy that it goes after."""
    steps: tuple[int, ...]
    """The squares of its way, the last one its end."""
    animal: Animal
    """The animal on `piece`."""
    enemy: int | None = None
    """The square of the enemy that it is about; in a run, of the only one that can come back in time."""
    other: Animal | None = None
    """The animal on `enemy`."""
    defenders: int = 0
    """In a run, the number of enemies that can come back in time."""

    @classmethod
    def of(cls, position: Position, found: tuple[int, int, int, int, int, list[int]]) -> Self | None:
        kind, piece, target, enemy, defenders, steps = found
        own, other = position.piece_at(piece) if piece != NOWHERE else None, None
        if kind == 0 or own is None:
            return None
        if enemy != NOWHERE and (standing := position.piece_at(enemy)) is not None:
            other = standing.animal
        plan = tuple(PlanKind)[kind - 1]
        return cls(plan, piece, target, tuple(steps), own.animal, None if enemy == NOWHERE else enemy, other, defenders)


class Advice(NamedTuple):
    """The line that a hint follows."""

    line: Line
    plan: Plan | None = None
    carries_on: bool = False
    goes_back: bool = False
    repeats: bool = False


class HintKind(Enum):
    """What the proposed move does."""

    DEN = "den"
    FLIP = "flip"
    CAPTURE = "capture"
    JUMP = "jump"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Hint:
    """A proposed move and, if it is known, the score for the player who makes it."""

    move: BoardMove
    score: Score | None
    kind: HintKind
    square: str
    """The name of the square that the move goes to."""
    solved: bool = False
    """Whether the score comes from endgame tables."""
    other: Line | None = None
    """In the face-down game, the best alternative: a move if this is a flip, or the reverse."""
    reason: MoveReason | None = None
    """Why it is the best move, if known."""

    plan: Plan | None = None
    """What the next moves are for, if known."""
    carries_on: bool = False
    """Whether the plan is that of the hint before."""
    since: BoardMove | None = None
    """The enemy's move that changed things, if this hint takes back the move of the hint before."""

    def way(self) -> tuple[tuple[int, int], ...]:
        """The steps of the plan besides the move itself, from square to square, for front ends to draw."""
        if self.plan is None:
            return ()
        steps = pairwise((self.plan.piece, *self.plan.steps))
        return tuple(step for step in steps if step != (self.move.origin, self.move.target))

    @classmethod
    def of_move(cls, game: BoardGame, move: BoardMove, score: Score | None = None) -> Self:
        """A move as a hint, without a reason."""
        kind = HintKind.JUMP if move.is_jump() else HintKind.STEP
        if move.is_flip():
            kind = HintKind.FLIP
        elif game.grid.terrain(move.target) is Terrain.DEN:
            kind = HintKind.DEN
        elif move.captured is not None:
            kind = HintKind.CAPTURE
        return cls(move, score, kind, game.grid.square_name(move.target))


def hint(
    game: BoardGame,
    *,
    engine: BaseEngine | None = None,
    limit: Limit | None = None,
    previous: Hint | None = None,
    parent: Task[object] | None = None,
) -> Hint:
    """A move for the side to move, and what it is for. Raises GameError if the game is over.

    Given the `previous` hint of the same side it carries on that plan if that costs no more than
    a small margin. Stopping the task `parent` ends it early.

    >>> from jungle import Game
    >>> found = hint(Game(fen="7/3E3/7/7/7/7/7/r6/7 b"))
    >>> found.move.uci(), found.kind, str(found.score)
    ('d8d9', <HintKind.DEN: 'den'>, 'win in 1')
    """
    if engine is None:
        with hint_engine(game.kind) as own:
            return hint(game, engine=own, limit=limit, previous=previous, parent=parent)

    search = _HintSearch(engine, limit or Limit(movetime=FIGURES["seconds"]), parent)
    lines = search.lines(game)
    advice = _advise(game, search.expected(game, lines), previous)
    if advice.repeats and advice.line.score > Score(0) and (fresh := _fresh_moves(game)):
        again = search.lines(game, fresh)
        if again[0].score > Score(0):
            lines, advice = again, _advise(game, search.expected(game, again), previous)
    chosen = next(line for line in lines if line.move == advice.line.move)
    best = (chosen, *(line for line in lines if line is not chosen))
    return replace(
        Hint.of_move(game, chosen.move, chosen.score),
        solved=search.solved,
        other=_other(best),
        reason=explain(game.position, best),
        plan=None if chosen.score < Score(0) and chosen.score.is_decided() else advice.plan,
        carries_on=advice.carries_on,
        since=game.moves[-1] if advice.goes_back and game.moves else None,
    )


class _HintSearch:
    """The searches that a hint consists of: the best move first, then its rivals, then the enemy's answers to each."""

    def __init__(self, engine: BaseEngine, limit: Limit, parent: Task[object] | None) -> None:
        self._engine = engine
        self._limit = limit
        self._parent = parent
        self.solved = False
        """Whether endgame tables know every move."""

    def lines(self, game: BoardGame, moves: Sequence[BoardMove] | None = None) -> list[Line]:
        """The best line and its rivals, best first."""
        count = len(game.legal_moves() if moves is None else moves)
        if game.hidden_pieces():
            # Flips and moves are compared by chances, which needs exact scores for all of them.
            return list(self._search(game, 1, moves, lines=count))
        shares = FIGURES["shares"]
        best = self._search(game, shares["best"] / 100, moves)[0]
        if count == 1:
            return [best]
        if best.score.is_decided() and best.score > Score(0):
            # Only a shorter win is better: the rest of the budget looks for one.
            again = self._search(game, 1 - shares["best"] / 100, moves)[0]
            return [max(best, again, key=lambda line: line.score)]
        found = self._search(game, shares["lines"] / 100, moves, lines=min(FIGURES["lines"], count))
        if found[0].score.is_decided() and found[0].score > best.score:
            best = found[0]
        elif not best.score.is_decided():
            # Scores are compared at the same depth.
            same = next((line for line in found if line.move == best.move), best)
            best = replace(best, score=same.score)
        return [best, *(line for line in found if line.move != best.move)]

    def expected(self, game: BoardGame, lines: Sequence[Line]) -> list[Line]:
        """The lines that a hint may follow, by what they are worth against an opponent who errs."""
        if not isinstance(game, Game) or not native_available():
            return list(lines)
        found = [lines[index] for index in core.candidates(line_numbers(lines), _weights())]
        if len(found) == 1:
            return found
        share = FIGURES["shares"]["answers"] / 100 / len(found)
        return [self._answered(game, line, share) for line in found]

    def _answered(self, game: Game, line: Line, share: float) -> Line:
        after = game.copy()
        after.push(line.move)
        if after.is_over():
            return line
        answers = self._enemy_search(after, share)
        return replace(line, score=Score(core.expected_score(_state(after), line_numbers(answers), _weights())))

    def _enemy_search(self, game: Game, share: float) -> tuple[Line, ...]:
        """A search for the enemy, in which a draw is worth to this side what it is worth in its own searches."""
        engine, count = self._engine, len(game.legal_moves())
        if not isinstance(engine, GameEngine):
            return self._search(game, share, lines=count)
        contempt = engine.contempt
        engine.contempt = -contempt
        try:
            return self._search(game, share, lines=count)
        finally:
            engine.contempt = contempt

    def _search(
        self, game: BoardGame, share: float, moves: Sequence[BoardMove] | None = None, *, lines: int = 1
    ) -> tuple[Line, ...]:
        limit = self._limit.shared(share)
        search = self._engine.prepare(game, limit, multipv=min(lines, MULTIPV_LIMIT), searchmoves=moves)
        found = search.run() if self._parent is None else self._parent.run_child(search)
        self.solved = found.solved
        return found.lines


def hint_engine(kind: str) -> BaseEngine:
    """An engine for the hints of a game. It dislikes draws, so that hints keep a game going that is even."""
    return engine_for(kind, hash_mb=FIGURES["hash_mb"], contempt=FIGURES["contempt"])


def _other(lines: Sequence[Line]) -> Line | None:
    """The best line that starts with a flip if the first does not, or the reverse."""
    return next((line for line in lines if line.move.is_flip() is not lines[0].move.is_flip()), None)


def _fresh_moves(game: BoardGame) -> list[BoardMove]:
    """The moves after which no position of the game occurs again."""
    seen = {(position.board, position.side) for position in game.positions}
    after = ((move, game.position.after(move)) for move in game.legal_moves() if not move.is_flip())
    return [move for move, position in after if (position.board, position.side) not in seen]


def _advise(game: BoardGame, lines: Sequence[Line], previous: Hint | None) -> Advice:
    """The line to follow: the first in other games, or without the core."""
    if not native_available():
        return Advice(lines[0])
    if isinstance(game, FlipGame):
        return Advice(lines[_advise_flip(game, lines)])
    if not isinstance(game, Game):
        return Advice(lines[0])
    index, plan, *flags = core.advise(_state(game), line_numbers(lines), _last_numbers(previous), _weights())
    return Advice(lines[index], Plan.of(game.position, plan), *flags)


def _state(game: Game) -> "_native.State":
    start = game.start
    state = core.State(table(game.rules), start.board, int(start.side), start.quiet)
    for move in game.moves:
        state.play(move_code(move))
    return state


def _advise_flip(game: FlipGame, lines: Sequence[Line]) -> int:
    position = game.position
    past = game.positions[max(0, len(game.positions) - 1 - position.quiet) : -1]
    keys = [native_position(earlier).key for earlier in past]
    return core.advise_flip(native_rules(position.rules), native_position(position), keys, line_numbers(lines))


def _last_numbers(previous: Hint | None) -> tuple[int, int, int, int]:
    """The previous hint as the core takes it: its move, and its plan's kind, animal and target."""
    if previous is None or previous.plan is None:
        return NO_HINT
    plan = previous.plan
    return move_code(previous.move), 1 + tuple(PlanKind).index(plan.kind), plan.animal - 1, plan.target


@native_cache(None)
def _weights() -> "_native.HintFigures":
    return core.HintFigures(**FIGURES["weights"])
