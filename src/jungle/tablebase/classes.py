"""Which endings share a table, and the index of a position in it, in pure Python.

Equivalent to `native/tables/jungle/classes.h`, from the compiled steps alone: for machines without the core, and as
a cross-check.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import comb

from jungle.geometry import BOARD, DENS, SQUARES, squares_in
from jungle.pieces import LETTERS, Side
from jungle.rules import RULES_CACHE_SIZE, EqualRanks, Repetition, Rules, Stalemate
from jungle.tablebase.errors import TablebaseError

PIECES_LIMIT = 6
KINDS = len(LETTERS)
PIECES = 2 * KINDS
"""Pieces are counted from 0 here: Blue's rat to elephant, then Red's."""


@dataclass(frozen=True, slots=True)
class Group:
    """Interchangeable pieces: their slots, and the squares one of them may stand on."""

    first: int
    count: int
    ranks: dict[int, int]
    """The number of each square."""

    @property
    def places(self) -> int:
        return comb(len(self.ranks), self.count)

    def number(self, squares: Sequence[int]) -> int:
        ranks = sorted(self.ranks[square] for square in squares[self.first : self.first + self.count])
        return sum(comb(rank, place + 1) for place, rank in enumerate(ranks))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a material maps to the slots of its class."""

    fingerprint: int
    swapped: bool
    """Whether Blue's pieces play Red's role."""
    slots: tuple[int, ...]
    groups: tuple[Group, ...]
    folded: dict[int, int]
    """By the first group's number: its place among those that need no mirror."""

    def index(self, board: bytes, side: int) -> tuple[int, int] | None:
        """The plane and the index of a position; None if a piece is on a square it can never reach."""
        where = {code - 1: square for square, code in enumerate(board) if code}
        squares = [where[piece] for piece in self.slots]
        if self.swapped:
            squares = [BOARD.rotate_square(square) for square in squares]
        for group in self.groups:
            if not all(square in group.ranks for square in squares[group.first : group.first + group.count]):
                return None
        first = self.groups[0].number(squares)
        if first not in self.folded:
            squares = [BOARD.mirror_square(square) for square in squares]
            first = self.groups[0].number(squares)
        index = self.folded[first]
        for group in self.groups[1:]:
            index = index * group.places + group.number(squares)
        return side ^ self.swapped, index


def check_rules(rules: Rules) -> None:
    """Raise TablebaseError for rules under which a position's result depends on earlier moves."""
    if rules.repetition is not Repetition.DRAWS:
        raise TablebaseError(
            f"no tables for {rules.name!r} rules: tables need rules under which threefold repetition draws"
        )
    if rules.equal_ranks is EqualRanks.BOTH_VANISH:
        raise TablebaseError(
            f"no tables for {rules.name!r} rules: tables need rules under which equals do not vanish together"
        )


def material_of(board: bytes) -> int:
    """A bit for each piece on a board."""
    return sum(1 << (code - 1) for code in board if code)


def parse_material(text: str) -> int | None:
    """The material of a name, the letters in any order, or None."""
    blue, dash, red = text.upper().partition("-")
    material = 0
    for shift, letters in ((0, blue), (KINDS, red)):
        for letter in letters:
            place = LETTERS.find(letter)
            if place < 0 or material >> (shift + place) & 1:
                return None
            material |= 1 << (shift + place)
    return material if dash and blue and red else None


@lru_cache(4096)
def ending(rules: Rules, material: int) -> Ending | None:
    """The class of a material under given rules; None if a side has no pieces, or there are too many."""
    own, other = ([p for p in range(PIECES) if material >> p & 1 and p // KINDS == side] for side in (0, 1))
    if not own or not other or len(own) + len(other) > PIECES_LIMIT:
        return None
    table = _relations(rules)
    described: list[tuple[list[int], bool, tuple[int, ...]]] = []
    for swapped, (mine, theirs) in enumerate(((own, other), (other, own))):
        for first in permutations(mine):
            for second in permutations(theirs):
                pairs = [(a, b) for a in first for b in second]
                relations = [table.relation[pair] for a, b in pairs for pair in ((a, b), (b, a))]
                movers = [table.mover[piece] for piece in first + second]
                described.append(([PIECES_LIMIT - len(first), *movers, *relations], bool(swapped), first + second))
    least, swapped, slots = min(described, key=lambda entry: (entry[0], entry[1]))
    compiled = rules.compile()
    flags = compiled.own_blocks | compiled.enemy_blocks << 1 | (rules.stalemate is Stalemate.LOSES) << 2
    groups = _groups(table, slots)
    slots = tuple(slot for group in groups for slot in group)
    laid: list[Group] = []
    place = 0
    for group in groups:
        # Squares as the class sees them, whose first side plays Blue.
        home = table.home[group[0] % KINDS if group[0] // KINDS == swapped else group[0] % KINDS + KINDS]
        laid.append(Group(place, len(group), {square: rank for rank, square in enumerate(home)}))
        place += len(group)
    return Ending(_hash([*least, flags]), swapped, slots, tuple(laid), _folded(laid[0]))


def _groups(table: "_Relations", slots: tuple[int, ...]) -> list[list[int]]:
    groups: list[list[int]] = []
    for slot in reversed(slots):
        fits = next((group for group in groups if _are_alike(table, group[0], slot, slots)), None)
        if fits is None:
            groups.append([slot])
        else:
            fits.append(slot)
    groups.sort(key=lambda group: (-len(group), len(table.home[group[0]])))
    single = next((place for place, group in enumerate(groups) if len(group) == 1), None)
    if len(groups) > 2 and len(groups[0]) > 1 and single is not None and single != len(groups) - 1:
        groups.insert(0, groups.pop(single))
    return groups


def _are_alike(table: "_Relations", one: int, two: int, slots: tuple[int, ...]) -> bool:
    if one // KINDS != two // KINDS or table.mover[one] != table.mover[two]:
        return False
    enemies = [slot for slot in slots if slot // KINDS != one // KINDS]
    relation = table.relation
    return all(
        relation[one, enemy] == relation[two, enemy] and relation[enemy, one] == relation[enemy, two]
        for enemy in enemies
    )


def _folded(group: Group) -> dict[int, int]:
    """The sets of squares of a group that represent themselves and their mirror images, numbered."""
    folded: dict[int, int] = {}
    squares = list(group.ranks)
    alone = Group(0, group.count, group.ranks)
    for number in range(group.places):
        chosen = _chosen(squares, group.count, number)
        if alone.number([BOARD.mirror_square(square) for square in chosen]) >= number:
            folded[number] = len(folded)
    return folded


def _chosen(squares: list[int], count: int, number: int) -> list[int]:
    chosen = []
    most = len(squares)
    for place in range(count, 0, -1):
        most -= 1
        while comb(most, place) > number:
            most -= 1
        number -= comb(most, place)
        chosen.append(squares[most])
    return chosen


@dataclass(frozen=True, slots=True)
class _Relations:
    """What each piece can do, as numbers for comparison."""

    mover: list[int]
    relation: dict[tuple[int, int], int]
    home: list[list[int]]


@lru_cache(RULES_CACHE_SIZE)
def _relations(rules: Rules) -> _Relations:
    check_rules(rules)
    steps = [rules.compile().steps[piece // KINDS][piece % KINDS] for piece in range(PIECES)]
    movers, homes = [], []
    for piece in range(PIECES):
        side = piece // KINDS
        ways, home = [], set()
        for origin in range(SQUARES):
            for step in steps[piece][origin]:
                over = sum(1 << _seen(side, square) for square in squares_in(step.over))
                ways.append((_seen(side, origin), _seen(side, step.to), over))
                home |= {origin, step.to}
        movers.append(_hash([part for way in sorted(ways) for part in way]))
        homes.append(sorted(home - set(DENS)))
    relation = {}
    for hunter in range(PIECES):
        side = hunter // KINDS
        for prey in range(PIECES):
            if prey // KINDS == side:
                continue
            captures = sorted(
                (_seen(side, origin), _seen(side, step.to))
                for origin in range(SQUARES)
                for step in steps[hunter][origin]
                if step.prey >> (prey % KINDS + 1) & 1 and step.to in homes[prey]
            )
            relation[hunter, prey] = _hash([square for capture in captures for square in capture])
    return _Relations(movers, relation, homes)


def _seen(side: int, square: int) -> int:
    """A square as the side sees it from its own den."""
    return BOARD.rotate_square(square) if side == Side.RED else square


def _hash(values: Sequence[int]) -> int:
    """FNV-1a over whole numbers of 64 bits."""
    number = 0xCBF29CE484222325
    for value in values:
        for byte in value.to_bytes(8, "little"):
            number = (number ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return number
