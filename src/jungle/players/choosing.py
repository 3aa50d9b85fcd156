"""How a level chooses among the lines that a search found: one algorithm, with a row of parameters per level.

A weak level errs as people do. It follows each line as far as it sees, and evaluates the board where its
sight ends. Whether it sees a move is drawn once per move, so it overlooks the same move in every line.
The core does the same (`native/jungle/choosing.cpp`), faster and for the browser too; this is the reference, and plays
if the core was not built.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from jungle.board_position import BoardPosition
from jungle.engine.engine import evaluate, line_numbers, move_code
from jungle.engine.search import Line
from jungle.geometry import BOARD, DENS
from jungle.moves import BoardMove
from jungle.native import core, native_available, native_cache
from jungle.native_rules import table
from jungle.pieces import Animal
from jungle.position import Position
from jungle.zobrist import split_mix

if TYPE_CHECKING:
    from jungle import _native

CERTAIN = 30_000
"""The value of an immediate win; each ply before it costs one."""
UNSEEN = -100_000
HANGING = -50_000
"""The penalty for a line that gives the last strong piece away."""
CLOSE_TO_DEN = 2
"""The distance to a den, in steps, within which people look twice."""
CLOSE_TO_ACTION = 2
"""The BOARD.distance, in steps, up to which nothing counts as far away."""
STRONG = (Animal.TIGER, Animal.LION, Animal.ELEPHANT)
SIGHT, MOOD, TASTE = 1, 2, 3
"""What a number is drawn for."""
NOISE_MEAN, NOISE_DEVIATION = 131_070, 37_837
"""The mean and standard deviation of the sum of four 16-bit numbers, which is nearly normally distributed."""
NOWHERE = 63


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """How accurately a level plays. Chances are per mille."""

    blur: int = 0
    """The standard deviation of its error in judging a line, in centi-cats."""
    plies: int = 0
    """How far it follows a line, further close to a den; 0 for a level that overlooks nothing."""
    sees: int = 1000
    """The chance to see a move next to where something happened."""
    fades: int = 0
    """The reduction of that chance for each step further away."""
    jumps: int = 1000
    """The factor on that chance if the move is a jump."""
    guards: int = 1000
    """The chance to see what happens close to a den."""
    variety: int = 0
    """The most centi-cats it gives up to vary its opening moves."""


def choose_line(
    position: BoardPosition, lines: Sequence[Line], skill: Skill, *, last: int | None, is_opening: bool, seed: int
) -> Line:
    """The line that a level of this skill plays. `last` is where the opponent's last move ended.

    The seed, 64 bits, decides what it overlooks and misjudges. Levels that overlook things (`plies`) exist only in the
    7×9 game.
    """
    if not native_available():
        return lines[choose_index(position, lines, skill, last=last, is_opening=is_opening, seed=seed)]
    numbers = line_numbers(lines)
    if not skill.plies:
        return lines[core.choose_flip_line(numbers, _native_skill(skill), is_opening, seed)]
    assert isinstance(position, Position)
    rules, last = table(position.rules), NOWHERE if last is None else last
    native = _native_skill(skill)
    return lines[core.choose_line(rules, position.board, position.side, numbers, native, last, is_opening, seed)]


@native_cache(None)
def _native_skill(skill: Skill) -> "_native.Skill":
    return core.Skill(**asdict(skill))


def choose_index(
    position: BoardPosition,
    lines: Sequence[Line],
    skill: Skill,
    *,
    last: int | None,
    is_opening: bool,
    seed: int,
    evaluate: Callable[[Position], int] | None = None,
) -> int:
    """The Python implementation. `evaluate` scores a position for the side to move, by default by pieces and places."""
    worths = [_plain_worth(line) for line in lines]
    if skill.plies:
        assert isinstance(position, Position)
        sight = _Glance(position, skill, last, seed, evaluate or _worth_of_position)
        worths = [sight.worth(line) + (HANGING if sight.hangs(line) else 0) for line in lines]
    # What is seen as won or lost is not misjudged.
    worths = [
        worth if abs(worth) >= CERTAIN // 2 else worth + _noise(seed, move_code(line.move), skill.blur)
        for worth, line in zip(worths, lines, strict=True)
    ]
    best = max(worths)
    if not is_opening:
        return worths.index(best)
    least = best - (skill.variety if abs(best) < CERTAIN // 2 else 0)
    liked = [index for index, worth in enumerate(worths) if worth >= least]
    return max(liked, key=lambda index: _draw(seed, TASTE, move_code(lines[index].move)) if skill.variety else -index)


def _worth_of_position(position: Position) -> int:
    return evaluate(position, "position").value(CERTAIN)


class _Glance:
    """What a level sees of the lines of one position."""

    def __init__(
        self, root: Position, skill: Skill, last: int | None, seed: int, evaluate: Callable[[Position], int]
    ) -> None:
        self._root, self._skill, self._last, self._seed, self._evaluate = root, skill, last, seed, evaluate
        own = [
            piece.animal for piece in root.piece_map().values() if piece.side is root.side and piece.animal in STRONG
        ]
        self._last_strong = own[0] if len(own) == 1 else None

    def worth(self, line: Line) -> int:
        """The apparent value of a line; UNSEEN if not even its first move is seen."""
        position = self._root
        focus: int | None = None
        for ply, move in enumerate(line.pv):
            is_too_far = ply >= self._skill.plies and not _is_close_to_den(move.target)
            # If every reply loses, none has to be foreseen.
            is_harmless = ply % 2 and (line.score.win_in or 0) > 0
            if not is_harmless and (is_too_far or not self._sees(move, ply, focus)):
                if ply == 0:
                    return UNSEEN
                worth = self._evaluate(position)
                return -worth if ply % 2 else worth
            focus = move.target
            position = position.after(move)
        return _plain_worth(line)

    def hangs(self, line: Line) -> bool:
        """Whether a line loses the last strong piece for nothing."""
        if self._last_strong is None or (line.score.win_in or 0) > 0 or line.move.captured is not None:
            return False
        return any(reply.captured is self._last_strong for reply in self._root.after(line.move).legal_moves())

    def _sees(self, move: BoardMove, ply: int, focus: int | None) -> bool:
        skill = self._skill
        # An open den is never overlooked.
        if ply == 0 and move.target in DENS:
            return True
        chance = skill.guards
        if not _is_close_to_den(move.target):
            looked_at = [square for square in (self._last, focus) if square is not None]
            nearest = min((BOARD.distance(move.target, square) for square in looked_at), default=0)
            away = 0 if self._last is None else nearest - CLOSE_TO_ACTION
            chance = max(skill.sees - skill.fades * max(away, 0), 0)
            # It always sees its own plain steps.
            if ply == 0 and move.captured is None:
                chance = 1000
            if move.is_jump():
                chance = chance * skill.jumps // 1000
        return _draw(self._seed, SIGHT, move_code(move) | ply % 2 << 12) % 1000 < chance


def _is_close_to_den(square: int) -> bool:
    return min(BOARD.distance(square, den) for den in DENS) <= CLOSE_TO_DEN


def _plain_worth(line: Line) -> int:
    return line.score.value(CERTAIN)


def mixed(value: int) -> int:
    """One step of SplitMix64."""
    return next(split_mix(value))


def _draw(seed: int, purpose: int, code: int) -> int:
    return mixed(seed ^ mixed(code << 8 | purpose))


def _noise(seed: int, code: int, blur: int) -> int:
    bits = _draw(seed, MOOD, code)
    total = sum(bits >> shift & 0xFFFF for shift in range(0, 64, 16))
    return blur * total // NOISE_DEVIATION - blur * NOISE_MEAN // NOISE_DEVIATION
