"""Rules as data: a rule set is a value that compiles to a table of steps.

A `Rules` value holds everything in which rule sets differ. `Rules.compile` turns it
into a `StepTable`: for every side, animal and square the steps it may take. Terrain, jumps and the right to
capture are decided then, so an executor of the table knows no rule: a step may be taken when nothing that
blocks stands on `over` and the target is empty or holds prey.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import lru_cache
from types import MappingProxyType, UnionType
from typing import ClassVar, NamedTuple, Self, get_origin

from jungle.errors import InvalidPositionError, InvalidRulesError
from jungle.geometry import BOARD, DENS, DIRECTIONS, SQUARES, TRAPS
from jungle.pieces import EMPTY, PIECES, Animal, Side, as_side

RULES_CACHE_SIZE = 64
"""The number of compiled rule sets kept in memory; clients of a server can ask for any number."""


class EqualRanks(Enum):
    """What happens when an animal captures one of its own rank."""

    CAPTURES = "captures"
    BOTH_VANISH = "both_vanish"

    __repr__ = Enum.__str__


class Traps(Enum):
    """Which pieces a trap exposes to every enemy."""

    ENEMY = "enemy"
    """A piece in one of the enemy's traps."""
    ANY = "any"
    """A piece in any trap, its own included."""
    NONE = "none"

    __repr__ = Enum.__str__


class Blockers(Enum):
    """Whose rats block a jump by swimming below it."""

    EITHER = "either"
    ENEMY = "enemy"
    NONE = "none"

    __repr__ = Enum.__str__


class Stalemate(Enum):
    """The result for a player without a legal move."""

    LOSES = "loses"
    DRAWS = "draws"

    __repr__ = Enum.__str__


class Repetition(Enum):
    """What the third occurrence of a position means."""

    DRAWS = "draws"
    CHASE = "chase"
    """No draw, but a side that threatens the animal that just moved may not repeat the position."""
    ALLOWED = "allowed"

    __repr__ = Enum.__str__


class Step(NamedTuple):
    """One step of an animal from a square: plain, swimming or jumping."""

    to: int
    """The target square."""
    over: int
    """The water crossed, as a mask; 0 unless it is a jump."""
    prey: int
    """The kinds of enemy that may be captured there from here, as a mask of `Animal.bit`."""
    trade: int
    """The part of `prey` whose capture removes the captor too."""


@dataclass(frozen=True, slots=True)
class StepTable:
    """The steps of a rule set, as `steps[side][animal - 1][square]`, and whose rats block jumps."""

    steps: tuple[tuple[tuple[tuple[Step, ...], ...], ...], ...]
    own_blocks: bool
    enemy_blocks: bool


QUIET_LIMIT = 999_999_999
"""The largest limit of quiet plies: the text of a position cannot hold more."""
STANDARD_START = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L"
GAMERZ_START = "l5t/1w3c1/r1p1d1e/7/7/7/E1D1P1R/1C3W1/T5L"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseRules:
    """Base class for rules: which animal captures which, and how long a game may last without a capture.

    Raises InvalidRulesError for rules that contradict themselves.
    """

    named: ClassVar[Mapping[str, Self]]
    """The rule sets of this game by name; the first is the default."""

    name: str
    first: Side = Side.BLUE
    """Who moves first."""
    first_may_be_chosen: bool = True
    """Whether the players may agree that the other side moves first."""
    ranks: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    """The rank of each animal, from the rat to the elephant."""
    equal_ranks: EqualRanks = EqualRanks.CAPTURES
    rat_takes_elephant: bool = True
    elephant_takes_rat: bool = False
    """Outside traps."""
    quiet_limit: int | None = None
    """The number of plies without a capture (or a flip) after which the game is drawn."""

    @property
    def swimmers(self) -> frozenset[Animal]:
        """The animals that may enter the water."""
        return frozenset()

    @property
    def jumpers(self) -> frozenset[Animal]:
        """The animals that jump over water."""
        return frozenset()

    @property
    def repetition(self) -> Repetition:
        """What the third occurrence of a position means."""
        return Repetition.DRAWS

    def __post_init__(self) -> None:
        fault = next(self._contradictions(), None)
        if fault:
            raise InvalidRulesError(f"rules {self.name!r}: {fault}")

    def first_side(self, chosen: Side | None) -> Side:
        """The side that moves first, given the players' choice. Raises InvalidPositionError if they have none."""
        if chosen is None or as_side(chosen) is self.first:
            return self.first
        if not self.first_may_be_chosen:
            raise InvalidPositionError(f"under {self.name!r} rules {self.first} moves first, not {chosen}")
        return chosen

    def rank(self, animal: Animal) -> int:
        return self.ranks[animal - 1]

    def takes(self, hunter: Animal, prey: Animal) -> bool:
        """Whether the hunter can capture the prey by kind alone: on open land and outside traps."""
        if hunter is Animal.RAT and prey is Animal.ELEPHANT:
            return self.rat_takes_elephant
        if hunter is Animal.ELEPHANT and prey is Animal.RAT:
            return self.elephant_takes_rat
        return self.rank(hunter) >= self.rank(prey)

    def trades(self, hunter: Animal, prey: Animal) -> bool:
        """Whether both vanish when the hunter captures the prey."""
        return self.equal_ranks is EqualRanks.BOTH_VANISH and self.rank(hunter) == self.rank(prey)

    def _contradictions(self) -> Iterator[str]:
        """What is wrong with the rules, the most obvious fault first."""
        for field in fields(self):
            value = getattr(self, field.name)
            kind = field.type if isinstance(field.type, UnionType) else get_origin(field.type) or field.type
            # A bool is an int in Python, but never valid as a number here.
            if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):  # type: ignore[arg-type]
                yield f"{field.name} is {value!r}, expected {getattr(kind, '__name__', kind)}"
                return
        if not self.name.isidentifier():
            yield f"name is {self.name!r}, expected one word of letters, digits and '_'"
        if len(self.ranks) != len(Animal) or not all(type(r) is int and 1 <= r <= 9 for r in self.ranks):
            yield f"ranks is {self.ranks!r}, expected eight numbers from 1 to 9, from the rat to the elephant"
        if self.quiet_limit is not None and not 1 <= self.quiet_limit <= QUIET_LIMIT:
            yield f"quiet_limit is {self.quiet_limit}, expected 1 to {QUIET_LIMIT} plies, or None"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(BaseRules):
    """A rule set for the 7×9 board; house rules are one `dataclasses.replace` away.

    Raises InvalidRulesError for rules that contradict themselves.

    >>> from dataclasses import replace
    >>> lions_only = replace(STANDARD, jumps_sideways=frozenset({Animal.LION}))
    >>> lions_only.jumps_sideways == STANDARD.jumps_sideways
    False
    """

    name: str = "standard"
    start: str = STANDARD_START
    """The board at the start, as in a position's text."""
    water_rat_takes_elephant: bool = False
    """Whether a rat in the water may capture an elephant on land."""
    water_rat_takes_land_rat: bool = False
    land_rat_takes_water_rat: bool = False
    swimmers: frozenset[Animal] = frozenset({Animal.RAT})
    """The animals that may enter the water, where only other swimmers can reach them."""
    jumps_forward: frozenset[Animal] = frozenset({Animal.TIGER, Animal.LION})
    """The animals that jump over water along the files."""
    jumps_sideways: frozenset[Animal] = frozenset({Animal.TIGER, Animal.LION})
    """The animals that jump over water along the ranks."""
    blockers: Blockers = Blockers.EITHER
    traps: Traps = Traps.ENEMY
    trapped_captures: bool = True
    """Whether a piece in an enemy trap can still capture."""
    stalemate: Stalemate = Stalemate.LOSES
    repetition: Repetition = Repetition.DRAWS
    quiet_limit: int | None = 200

    @property
    def jumpers(self) -> frozenset[Animal]:
        return self.jumps_forward | self.jumps_sideways

    def check_board(self, board: bytes) -> None:
        """Raise InvalidPositionError if a piece is on a square it can never reach."""
        for square, code in enumerate(board):
            if code == EMPTY:
                continue
            side, animal = piece = PIECES[code]
            if BOARD.is_water(square) and animal not in self.swimmers:
                raise InvalidPositionError(f"{piece} on {BOARD.square_name(square)}: the {animal} cannot swim")
            if square == DENS[side]:
                raise InvalidPositionError(f"{piece} on {BOARD.square_name(square)}: a piece never enters its own den")

    def compile(self) -> StepTable:
        """The table of steps, built once per rule set."""
        return _compile(self)

    def _contradictions(self) -> Iterator[str]:
        wrong = next(super(Rules, self)._contradictions(), None)
        if wrong:
            yield wrong
            return
        for name in ("swimmers", "jumps_forward", "jumps_sideways"):
            if not all(isinstance(animal, Animal) for animal in getattr(self, name)):
                yield f"{name} holds something that is not an Animal: {set(getattr(self, name))!r}"
                return
        for animal in sorted(self.swimmers & self.jumpers):
            yield f"the {animal} both swims and jumps over water"
        if self.water_rat_takes_elephant and not self.rat_takes_elephant:
            yield "a rat takes an elephant from the water but not on land"
        if Animal.RAT not in self.swimmers:
            for name in ("water_rat_takes_elephant", "water_rat_takes_land_rat", "land_rat_takes_water_rat"):
                if getattr(self, name):
                    yield f"{name} is set, but the rat does not swim"
        if self.traps is Traps.NONE and not self.trapped_captures:
            yield "trapped pieces do not capture, but there are no traps"
        try:
            board = BOARD.parse_board(self.start)
            self.check_board(board)
            for side in Side:
                if not any(code and PIECES[code].side is side for code in board):
                    yield f"{side} has no pieces at the start"
                if board[DENS[side]]:
                    yield f"{side}'s den is taken at the start"
        except InvalidPositionError as error:
            yield f"start: {error}"


@lru_cache(RULES_CACHE_SIZE)
def _compile(rules: Rules) -> StepTable:
    return StepTable(
        tuple(
            tuple(tuple(tuple(_steps(rules, side, animal, square)) for square in range(SQUARES)) for animal in Animal)
            for side in Side
        ),
        own_blocks=rules.blockers is Blockers.EITHER,
        enemy_blocks=rules.blockers is not Blockers.NONE,
    )


def _steps(rules: Rules, side: Side, animal: Animal, square: int) -> Iterator[Step]:
    if square in DENS or (BOARD.is_water(square) and animal not in rules.swimmers):
        return  # The animal can never be here.
    for files, ranks in DIRECTIONS.values():
        to, over = BOARD.step_square(square, files, ranks), 0
        if to is not None and BOARD.is_water(to) and animal not in rules.swimmers:
            if animal not in (rules.jumps_forward if ranks else rules.jumps_sideways):
                continue
            while to is not None and BOARD.is_water(to):
                over |= 1 << to
                to = BOARD.step_square(to, files, ranks)
        if to is None or to == DENS[side]:
            continue
        prey = _prey(
            rules,
            animal,
            BOARD.is_water(square),
            BOARD.is_water(to),
            exposed=_exposes(rules, side, to),
            trapped=not rules.trapped_captures and _exposes(rules, side.opponent, square),
        )
        yield Step(to, over, *prey)


def _exposes(rules: Rules, side: Side, square: int) -> bool:
    """Whether any piece of `side` can capture an enemy on this square."""
    if rules.traps is Traps.NONE:
        return False
    traps = TRAPS[side] if rules.traps is Traps.ENEMY else TRAPS[0] | TRAPS[1]
    return bool(traps >> square & 1)


# The many steps of a rule set fall into a few cases, so cache them.
@lru_cache(64 * RULES_CACHE_SIZE)
def _prey(
    rules: Rules, animal: Animal, from_water: bool, to_water: bool, *, exposed: bool, trapped: bool
) -> tuple[int, int]:
    """The prey of an animal with such a step, and those that vanish with their captor, as masks of kinds."""
    if trapped:
        return 0, 0
    if exposed:
        return sum(enemy.bit for enemy in Animal), 0
    prey = [enemy for enemy in Animal if _captures(rules, animal, from_water, enemy, to_water)]
    traded = [enemy for enemy in prey if rules.trades(animal, enemy)]
    return sum(enemy.bit for enemy in prey), sum(enemy.bit for enemy in traded)


def _captures(rules: Rules, animal: Animal, from_water: bool, enemy: Animal, to_water: bool) -> bool:
    if to_water and enemy not in rules.swimmers:
        return False
    if from_water is to_water:
        return rules.takes(animal, enemy)
    # Across the shore only rats capture, and only as the rules say.
    if animal is not Animal.RAT:
        return False
    if enemy is Animal.RAT:
        return rules.water_rat_takes_land_rat if from_water else rules.land_rat_takes_water_rat
    return enemy is Animal.ELEPHANT and from_water and rules.water_rat_takes_elephant


STANDARD = Rules()
GAMERZ = Rules(
    name="gamerz",
    start=GAMERZ_START,
    first_may_be_chosen=False,
    water_rat_takes_land_rat=True,
    land_rat_takes_water_rat=True,
    repetition=Repetition.CHASE,
    quiet_limit=None,
)
LEIDEN = Rules(
    name="leiden",
    first_may_be_chosen=False,
    elephant_takes_rat=True,
    water_rat_takes_land_rat=True,
    land_rat_takes_water_rat=True,
)
RULES = MappingProxyType({rules.name: rules for rules in (STANDARD, GAMERZ, LEIDEN)})
"""The named rule sets."""
Rules.named = RULES
