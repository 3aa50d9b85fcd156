"""Solves the endings of any world exactly, by going backwards from the decided positions."""

from array import array
from collections import defaultdict
from functools import lru_cache
from itertools import product

from jungle.exam.worlds import Material, State, World
from jungle.pieces import Animal, Side
from jungle.rules import Blockers
from jungle.tablebase import Entry

DRAW = 0
"""The code of a draw. Any other code is the plies to the end plus one: even for a win, odd for a loss."""


@lru_cache(16)
def solver_of(world: World) -> "Solver":
    """The solver of a world, kept for the next exam of this process."""
    return Solver(world)


class Solver:
    """The results of a world's positions, solved when they are first asked for, smaller endings first."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._solved: dict[Material, array[int]] = {}

    def code(self, material: Material, state: State) -> int:
        """The code of a position in which both sides have pieces and nobody has entered a den."""
        left = [(piece, square) for piece, square in zip(material, state.squares, strict=True) if square >= 0]
        pieces = tuple(piece for piece, _ in left)
        return self._codes(pieces)[_index(state.side, [square for _, square in left])]

    def values(self, material: Material, state: State) -> dict[tuple[int, int], Entry]:
        """The result of each move, by origin and target, for the side that makes it."""
        values = {}
        for number, to, met in self.world.moves(material, state):
            code = self._after(material, state, number, to, met)
            entry = Entry(1 if code % 2 == 0 else -1, code - 1) if code else Entry(0)
            values[state.squares[number], to] = entry
        return values

    def _after(self, material: Material, state: State, number: int, to: int, met: int) -> int:
        """The code before a move whose result is looked up."""
        if to == self.world.grid.dens[1 - state.side]:
            return 2
        squares = [-1 if other == met else square for other, square in enumerate(state.squares)]
        squares[number] = to
        enemy = 1 - state.side
        if not any(square >= 0 and piece.side == enemy for piece, square in zip(material, squares, strict=True)):
            return 2
        code = self.code(material, State(enemy, tuple(squares)))
        return code + 1 if code else DRAW

    def _codes(self, material: Material) -> "array[int]":
        if material not in self._solved:
            self._solved[material] = self._solve(material)
        return self._solved[material]

    def _solve(self, material: Material) -> "array[int]":
        world, count = self.world, len(material)
        size = 2 * world.grid.squares**count
        codes, open_moves = array("h", bytes(2 * size)), array("h", bytes(2 * size))
        due: dict[int, list[tuple[int, State]]] = defaultdict(list)
        """By plies: positions won or without a move by then (1), and those with a capture that loses by then (-1)."""
        homes = [[s for s in range(world.grid.squares) if world.can_stand(piece, s)] for piece in material]
        rows = [
            [{step.to: step for step in steps} for steps in world.steps[piece.side, piece.animal]] for piece in material
        ]
        pairs = [
            [(i, j) for i in range(count) for j in range(count) if i != j and material[i].side == side] for side in Side
        ]
        movers = [[i for i in range(count) if material[i].side == side] for side in Side]
        crossing = [[any(step.over for step in row.values()) for row in table] for table in rows]
        for squares in product(*homes):
            if len(set(squares)) < count:
                continue
            index = _index(0, squares)
            for side in Side:
                if any(crossing[i][squares[i]] for i in movers[side]):  # Something in the water may block it.
                    left = len(world.moves(material, State(side, squares)))
                else:
                    left = sum(len(rows[i][squares[i]]) for i in movers[side])
                    for i, j in pairs[side]:
                        step = rows[i][squares[i]].get(squares[j])
                        if step and (material[j].side == side or not step.prey & material[j].animal.bit):
                            left -= 1
                open_moves[index + side] = left
                if not left:
                    due[0].append((1, State(side, squares)))
                if any(world.grid.dens[1 - side] in rows[i][squares[i]] for i in movers[side]):
                    due[1].append((1, State(side, squares)))
                elif any(squares[j] in rows[i][squares[i]] for i, j in pairs[side]):
                    state = State(side, squares)
                    for number, to, met in world.moves(material, state):
                        if met >= 0 and (code := self._after(material, state, number, to, met)):
                            due[code - 1].append((1 if code % 2 == 0 else -1, state))
        self._go_backwards(material, codes, open_moves, due)
        return codes

    def _go_backwards(
        self, material: Material, codes: "array[int]", open_moves: "array[int]", due: dict[int, list[tuple[int, State]]]
    ) -> None:
        back = self._backward_steps(material)
        rats = [number for number, piece in enumerate(material) if piece.animal is Animal.RAT]
        blocks = self.world.rules.blockers is not Blockers.NONE
        plies, front = 0, list[State]()
        while front or any(at >= plies for at in due):
            found = list[State]()
            for kind, state in due.pop(plies, ()):
                index = _index(*state)
                open_moves[index] -= kind < 0
                if not codes[index] and (kind > 0 or not open_moves[index]):
                    codes[index] = plies + 1
                    found.append(state)
            for after in front:
                taken, mover = set(after.squares), 1 - after.side
                blockers = sum(1 << after.squares[number] for number in rats) if blocks else 0
                for number, piece in enumerate(material):
                    if piece.side != mover:
                        continue
                    for origin, over in back[number][after.squares[number]]:
                        if origin in taken or over & blockers:
                            continue
                        squares = (*after.squares[:number], origin, *after.squares[number + 1 :])
                        index = _index(mover, squares)
                        open_moves[index] -= plies % 2 == 0  # A move to a position that the enemy wins in odd plies.
                        if not codes[index] and (plies % 2 or not open_moves[index]):
                            codes[index] = plies + 1
                            found.append(State(mover, squares))
            front = found
            plies += 1

    def _backward_steps(self, material: Material) -> list[dict[int, list[tuple[int, int]]]]:
        """For each piece and square, the squares that it can have come from."""
        tables = []
        for piece in material:
            table: dict[int, list[tuple[int, int]]] = defaultdict(list)
            for origin, steps in enumerate(self.world.steps[piece.side, piece.animal]):
                for step in steps:
                    table[step.to].append((origin, step.over))
            tables.append(table)
        return tables


def _index(side: int, squares: "tuple[int, ...] | list[int]") -> int:
    index = 0
    for square in squares:
        index = index * 63 + square
    return 2 * index + side
