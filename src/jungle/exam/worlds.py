"""The worlds of the exam: the familiar game, and counterfactual ones with other rules, terrain and names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from random import Random
from typing import NamedTuple

from jungle.geometry import BOARD, DIRECTIONS, Grid, Terrain
from jungle.pieces import Animal, Piece, Side
from jungle.rules import STANDARD, Blockers, Rules, Traps
from jungle.svg.diagram import FONTS

ANIMALS = {
    "en": ("rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant"),
    "zh": ("鼠", "猫", "狗", "狼", "豹", "虎", "狮", "象"),
}
OTHER_ANIMALS = {
    "en": ("mole", "fox", "goat", "bear", "yak", "heron", "newt", "quail", "ibex", "zebra", "jackal", "viper"),
    "zh": ("兔", "马", "牛", "羊", "鹿", "熊", "鹰", "蛇", "龟", "猴", "猪", "鹤"),
}
OTHER_LETTERS = "MFGBYHNQIZJV"
SIGNS = {Terrain.LAND: ".", Terrain.WATER: "~", Terrain.TRAP: "#", Terrain.DEN: "*"}
COLOURS = {Terrain.LAND: "#e9f2d8", Terrain.WATER: "#8fc1e3", Terrain.TRAP: "#e8c99a", Terrain.DEN: "#c9a7d8"}


class Step(NamedTuple):
    """A step to a square, over a mask of water squares, with the kinds it may capture there as a mask."""

    to: int
    over: int
    prey: int


class State(NamedTuple):
    """A position: the side to move and the square of each piece, in the order of the material; -1 if captured."""

    side: int
    squares: tuple[int, ...]

    def after(self, number: int, to: int) -> "State":
        """The position after a move that captures nothing."""
        return State(1 - self.side, (*self.squares[:number], to, *self.squares[number + 1 :]))


Material = tuple[Piece, ...]


@dataclass(frozen=True)
class World:
    """Rules on a board, with the words for its animals and squares."""

    rules: Rules = STANDARD
    grid: Grid = BOARD
    animals: tuple[str, ...] = ANIMALS["en"]
    """From the rat's kind to the elephant's."""
    letters: str = "RCDWPTLE"
    files: str = "abcdefg"
    ranks: str = "123456789"
    """The label of each rank, from Blue's side."""
    language: str = "en"

    def square_name(self, square: int) -> str:
        rank, file = divmod(square, self.grid.files)
        return self.files[file] + self.ranks[rank]

    def move_name(self, origin: int, target: int) -> str:
        return self.square_name(origin) + self.square_name(target)

    def letter(self, piece: Piece) -> str:
        letter = self.letters[piece.animal - 1]
        return letter if piece.side is Side.BLUE else letter.lower()

    @cached_property
    def steps(self) -> Mapping[tuple[int, int], Sequence[Sequence[Step]]]:
        """The steps by side, animal and square."""
        return {
            (side, animal): [list(self._steps(side, animal, square)) for square in range(self.grid.squares)]
            for side in Side
            for animal in Animal
        }

    def terrain(self, square: int) -> Terrain:
        """What is shown on a square: without traps, their squares are land."""
        terrain = self.grid.terrain(square)
        return Terrain.LAND if terrain is Terrain.TRAP and self.rules.traps is Traps.NONE else terrain

    def can_stand(self, piece: Piece, square: int) -> bool:
        if self.grid.water >> square & 1 and piece.animal not in self.rules.swimmers:
            return False
        return square not in self.grid.dens

    def _steps(self, side: int, animal: Animal, square: int) -> Iterator[Step]:
        grid, rules = self.grid, self.rules
        swims = animal in rules.swimmers
        if square in grid.dens or (grid.water >> square & 1 and not swims):
            return
        for files, ranks in DIRECTIONS.values():
            to, over = grid.step_square(square, files, ranks), 0
            while to is not None and grid.water >> to & 1 and not swims:
                over |= 1 << to
                to = grid.step_square(to, files, ranks)
            if to is None or to == grid.dens[side] or (over and animal not in rules.jumpers):
                continue
            traps = {Traps.ENEMY: grid.traps[side], Traps.ANY: grid.traps[0] | grid.traps[1], Traps.NONE: 0}
            if traps[rules.traps] >> to & 1:
                prey = sum(enemy.bit for enemy in Animal)
            elif grid.water >> square & 1 == grid.water >> to & 1:
                prey = sum(enemy.bit for enemy in Animal if rules.takes(animal, enemy))
            else:
                prey = 0
            yield Step(to, over, prey)

    def moves(self, material: Material, state: State) -> list[tuple[int, int, int]]:
        """The legal moves as the number of the piece, its target, and the number of the captured piece or -1."""
        blockers = 0
        if self.rules.blockers is not Blockers.NONE:
            rats = (at for piece, at in zip(material, state.squares, strict=True) if piece.animal is Animal.RAT)
            blockers = sum(1 << at for at in rats if at >= 0)
        at = {square: number for number, square in enumerate(state.squares) if square >= 0}
        found = []
        for number, (piece, square) in enumerate(zip(material, state.squares, strict=True)):
            if square < 0 or piece.side != state.side:
                continue
            for to, over, prey in self.steps[piece.side, piece.animal][square]:
                if over & blockers:
                    continue
                met = at.get(to, -1)
                enemy = material[met]
                if met < 0 or (enemy.side != state.side and prey & enemy.animal.bit):
                    found.append((number, to, met))
        return found

    # In words

    def board_text(self, material: Material, state: State) -> str:
        """The board as Blue sees it; below a piece, the sign of its square."""
        at = self._at(material, state)
        rows = []
        for rank in reversed(range(self.grid.ranks)):
            squares = range(rank * self.grid.files, (rank + 1) * self.grid.files)
            row = (f"{self.letter(at[s]) if s in at else ''}{SIGNS[self.terrain(s)]}".rjust(2) for s in squares)
            rows.append(f"{self.ranks[rank]}  {' '.join(row)}")
        return "\n".join([*rows, "    " + "  ".join(self.files)])

    def board_svg(self, material: Material, state: State) -> str:
        """The board as a picture. Its labels need a font of the system."""
        size, at, parts = 48, self._at(material, state), []
        for square in range(self.grid.squares):
            rank, file = divmod(square, self.grid.files)
            x, y = (file + 1) * size, (self.grid.ranks - 1 - rank) * size
            colour = COLOURS[self.terrain(square)]
            parts.append(f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="{colour}" stroke="#777"/>')
            if square in at:
                fill = "#1b5fb8" if at[square].side is Side.BLUE else "#b8321b"
                parts.append(f'<circle cx="{x + 24}" cy="{y + 24}" r="19" fill="{fill}"/>')
                parts.append(_label(x + 24, y + 32, self.letter(at[square]), "#fff"))
        down = self.grid.ranks * size
        parts += [_label((file + 1.5) * size, down + 32, name) for file, name in enumerate(self.files)]
        parts += [_label(24, down - rank * size - 16, name) for rank, name in enumerate(self.ranks)]
        width, height = (self.grid.files + 1) * size, down + size
        inside = f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(parts)}'
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{inside}</svg>'

    def placement(self, material: Material, state: State) -> str:
        """The pieces and their squares in words."""
        sides = ("Blue", "Red") if self.language == "en" else ("蓝方", "红方")
        space = " " if self.language == "en" else ""
        return ", ".join(
            f"{sides[piece.side]}{space}{self.animals[piece.animal - 1]} {self.square_name(square)}"
            for square, piece in sorted(self._at(material, state).items())
        )

    def _at(self, material: Material, state: State) -> dict[int, Piece]:
        return {square: piece for piece, square in zip(material, state.squares, strict=True) if square >= 0}


def _label(x: float, y: float, text: str, colour: str = "#222") -> str:
    style = f'font-family="{FONTS}" font-size="22" text-anchor="middle" fill="{colour}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def counterfactual(random: Random, number: int) -> World:
    """An unseen world. Every second one keeps the board; every third one is described in Chinese."""
    ranks = list(STANDARD.ranks)
    while sum(a != b for a, b in zip(ranks, STANDARD.ranks, strict=True)) < 6:
        random.shuffle(ranks)
    animals = list(Animal)
    random.shuffle(animals)
    swimmers, jumpers = frozenset(animals[: random.randint(1, 2)]), frozenset(animals[2 : 2 + random.randint(1, 3)])
    rules = replace(
        STANDARD,
        ranks=tuple(ranks),
        swimmers=swimmers,
        jumps_forward=jumpers,
        jumps_sideways=jumpers,
        blockers=Blockers.NONE,
        traps=random.choice((Traps.ANY, Traps.NONE)),
        rat_takes_elephant=random.random() < 0.5,
        elephant_takes_rat=random.random() < 0.5,
    )
    language = "zh" if number % 3 == 2 else "en"
    world = World(rules, animals=ANIMALS[language], language=language)
    if number % 2:
        world = replace(world, grid=_other_board(random))
    chosen = random.sample(range(len(OTHER_LETTERS)), 8)
    return replace(
        world,
        animals=tuple(OTHER_ANIMALS[language][index] for index in chosen),
        letters="".join(OTHER_LETTERS[index] for index in chosen),
        files="".join(random.sample("klopqrstuvwx", 7)),
        ranks="".join(random.sample("123456789", 9)),
    )


def _other_board(random: Random) -> Grid:
    """A board with its dens off the middle file, traps around them, and two other lakes."""
    grid = Grid(BOARD.files, BOARD.ranks)
    file = random.choice((0, 1, 5, 6))
    dens = (file, grid.rotate_square(file))
    traps = tuple(
        sum(1 << to for step in DIRECTIONS.values() if (to := grid.step_square(den, *step)) is not None) for den in dens
    )
    top, left = random.choice((3, 4)), random.choice((0, 1))
    lake = {rank * grid.files + left + column for rank in (top, top + 1) for column in range(2)}
    lake |= {grid.rotate_square(square) for square in lake}
    return replace(grid, water=sum(1 << square for square in lake), traps=(traps[0], traps[1]), dens=dens)
