"""Endgame tables of the face-down game.

With all pieces face up a table gives the winner and the plies to the next capture; with some face down, up to
four pieces in all, the expected result. `docs/engine/flip.md` explains how they are solved and what they mean under
a limit of quiet plies.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from jungle.board_position import BoardPosition
from jungle.flip import FlipPosition, FlipRules
from jungle.flip.native import from_native, native_position, native_rules
from jungle.moves import BoardMove
from jungle.native import core, native_available, native_cache
from jungle.rules import RULES_CACHE_SIZE, BaseRules
from jungle.tablebase.errors import TablebaseError
from jungle.tablebase.packed import deflate
from jungle.tablebase.tablebase import Checked, Entry, Solver, Tablebase, TableClass, exact

if TYPE_CHECKING:
    from jungle import _native

HIDDEN_PIECES = 4
"""The largest number of pieces if some lie face down."""
HIDDEN_NAME = "HIDDEN-FOUR"
PARTS = 24
"""Expected results are kept in 24ths."""


class FlipTablebase(Tablebase):
    """Tables read by the core; without it they are empty."""

    folder = "flip"
    position_type = FlipPosition
    rules_type = FlipRules
    most_pieces = 7
    checked_whole = 5
    pieces_in_reach = 8

    def __init__(self, files: dict[int, Path]) -> None:
        super().__init__(files)
        self._opened: dict[FlipRules, _native.FlipTablebase | None] = {}
        self._faults: dict[str, None] = {}

    @classmethod
    def solved(cls, rules: FlipRules, pieces: int) -> Self:
        """Solve all endings with this many pieces and keep them in memory. Raises TablebaseError."""
        if not native_available():
            raise TablebaseError("solving needs the native core, which is not built here")
        native = core.FlipTablebase(native_rules(rules), pieces)
        for of in native.classes:
            native.put(of.number, native.solve(of.number).values)
        native.solve_hidden()
        tables = cls({})
        tables._opened[rules] = native
        return tables

    @property
    def faults(self) -> list[str]:
        return list(self._faults)

    @classmethod
    def solver(cls, rules: BaseRules, pieces: int) -> Solver:
        assert isinstance(rules, FlipRules)
        return FlipSolver(rules, pieces)

    def core_tables(self, rules: BaseRules) -> "_native.FlipTablebase | None":
        assert isinstance(rules, FlipRules)
        if rules not in self._opened and native_available():
            self._opened[rules], faults = _open(rules, tuple(self._files.items()))
            self._faults |= dict.fromkeys(faults)
        return self._opened.get(rules)

    def _probe(self, position: FlipPosition) -> Entry | None:
        native = self.core_tables(position.rules)
        found = native.probe(native_position(position)) if native else None
        return None if found is None else _entry(exact(found[0] / PARTS), found[1])

    def _entry_before(self, move: BoardMove, after: BoardPosition) -> Entry | None:
        if after.is_decided():
            assert isinstance(after, FlipPosition)
            assert after.side is not None
            return _entry(after.has_pieces(after.side.opponent) - after.has_pieces(after.side), 1)
        entry = super()._entry_before(move, after)
        return _entry(entry.wdl, 1) if entry and move.captured else entry

    def _verify(self, rules: FlipRules, of: TableClass, sample: int | None) -> Checked | None:
        native = self.core_tables(rules)
        found = native and next((one for one in native.classes if one.name == of.name and native.has(one.number)), None)
        if not native or not found:
            return None  # Classes with face-down pieces have no check.
        stride = 1 if sample is None else max(1, found.slots // sample)
        error = native.find_error(found.number, stride)
        first = "" if error is None else from_native(native.position(found.number, error), rules).fen()
        return Checked(found.slots // stride, int(error is not None), first)


def _entry(wdl: float, plies: int) -> Entry:
    return Entry(wdl, plies if wdl in (-1, 1) else None, to_capture=True)


@native_cache(RULES_CACHE_SIZE)
def _open(rules: FlipRules, files: tuple[tuple[int, Path], ...]) -> "tuple[_native.FlipTablebase, list[str]]":
    """The tables for given rules, and what is wrong with the files that were skipped."""
    solver, paths = FlipSolver(rules, FlipTablebase.most_pieces), dict(files)
    faults = []
    for marks in solver.marks.values():
        for mark in marks:
            try:
                if mark in paths and solver.native.add(str(paths[mark])):
                    break
            except RuntimeError as error:
                faults.append(f"{paths[mark]}: {error}")
    return solver.native, faults


class FlipSolver(Solver):
    """Solves classes one after another and keeps those that others lead to in memory."""

    def __init__(self, rules: FlipRules, pieces: int) -> None:
        self._rules, self._pieces = rules, pieces
        self._limit = rules.quiet_limit or 0
        self.native = core.FlipTablebase(native_rules(rules), pieces)
        self._found = {of.name: of for of in self.native.classes}
        limits = (self._limit, 0) if self._limit else (0,)
        self.marks = {
            of.name: tuple(self.native.fingerprint(of.number, limit) for limit in limits) for of in self._found.values()
        }
        """The fingerprints of each class: bound to the limit, and to none."""
        if pieces >= HIDDEN_PIECES:
            self.marks[HIDDEN_NAME] = tuple(self.native.hidden_fingerprint(limit) for limit in limits)

    @cached_property
    def classes(self) -> list[TableClass]:
        # Counting the positions of a class takes a while.
        sizes = {name: (of.pieces, of.positions) for name, of in self._found.items()}
        hidden = (HIDDEN_PIECES, self.native.hidden_positions)
        return [TableClass(name, *sizes.get(name, hidden), marks) for name, marks in self.marks.items()]

    def _class_of(self, material: int) -> str | None:
        number = self.native.class_of(material)
        return None if number is None else self.native.classes[number].name

    def successors(self, name: str) -> list[str]:
        if name == HIDDEN_NAME:
            return [of.name for of in self.native.classes if of.pieces <= HIDDEN_PIECES]
        return [self.native.classes[number].name for number in self.native.successors(self._found[name].number)]

    def take(self, of: TableClass, path: Path) -> bool:
        try:
            return self.native.add(str(path))
        except RuntimeError:
            return False

    def solve(self, of: TableClass, files: Mapping[str, Path]) -> tuple[int, bytes]:
        below = [_told(files[name])["needs"] for name in self.successors(of.name)]
        told: dict[str, str | int] = {"game": "flip", "name": of.name, "pieces": of.pieces, "positions": of.positions}
        if of.name == HIDDEN_NAME:
            self.native.solve_hidden()
            values, planes, row = self.native.hidden_values, 2, 1
            half = values[: len(values) // 2]
            told |= {"wins": half.count(2 * PARTS), "draws": half.count(PARTS), "losses": half.count(0)}
            longest, position = self.native.hidden_longest, ""
            needs = max(longest, *below)
            is_bound = bool(self._limit) and needs >= self._limit
        else:
            found = self._found[of.name]
            solution = self.native.solve(found.number)
            values, planes, row = solution.values, found.planes, found.row
            told |= {"wins": solution.wins, "draws": solution.draws, "losses": solution.losses}
            longest = solution.longest
            position = from_native(self.native.position(found.number, solution.longest_slot), self._rules).fen()
            # A win cut off by the limit, here or further on, binds the values to this limit.
            is_bound = solution.is_cut or any(need == self._limit for need in below if self._limit)
            needs = self._limit if is_bound else max([longest, *below])
            if of.pieces < self._pieces or of.pieces <= HIDDEN_PIECES:  # Others lead here.
                self.native.put(found.number, values)
        told |= {"longest": longest, "needs": needs, "position": position}
        mark = of.fingerprints[0 if is_bound else -1]
        data = core.pack_tablebase(
            values, planes=planes, row=row, fingerprint=mark, description=json.dumps(told), deflate=deflate
        )
        return mark, data


def _told(path: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(core.TablebaseFile(str(path)).description)
    return told
