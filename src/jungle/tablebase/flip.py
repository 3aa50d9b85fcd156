"""Endgame tables of the face-down game: everything with few pieces, solved.

With all pieces face up a table says who wins and in how many plies the next capture comes; with some face down, up to
four pieces in all, what result to expect. `docs/learn/flip.md` says how they are solved and what they mean under a
limit of quiet plies.
"""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jungle.errors import InvalidPositionError
from jungle.flip import FLIP, FlipMove, FlipPosition, FlipRules
from jungle.flip.native import branches, from_native, native_position, native_rules
from jungle.native import core, native_available
from jungle.tablebase.classes import InvalidMaterialError, TablebaseError
from jungle.tablebase.files import data_folder, file_name, find_files, sole_builder, write_file
from jungle.tablebase.packed import deflate

if TYPE_CHECKING:
    from jungle import _native

SHIPPED = Path(__file__).parent / "shipped" / "flip"
"""The tables to five pieces that come with the package."""
MOST_PIECES = 7
HIDDEN_PIECES = 4
"""Pieces in all, where some lie face down."""
HIDDEN_NAME = "HIDDEN-FOUR"
PARTS = 24
"""Expected results are kept in 24ths."""


@dataclass(frozen=True, slots=True)
class FlipEntry:
    """What is known of a position, for the side to move.

    >>> FlipEntry(1.0, 7).wdl, FlipEntry(0.25, 2).wdl
    (1, None)
    >>> str(FlipEntry(1.0, 7))
    'win, 7 plies to the next capture'
    """

    expected: float
    """1 for a win, 0 for a draw, -1 for a loss; between them where chance has a say."""
    plies: int
    """To the next capture, or the end, of a win or loss; with some face down at most to that or to a flip."""

    @property
    def wdl(self) -> int | None:
        """1, 0 or -1 where the result is certain."""
        return int(self.expected) if self.expected in (-1, 0, 1) else None

    def __str__(self) -> str:
        if not self.wdl:
            return worth_text(self.expected)
        return (
            f"{worth_text(self.expected)}, {'1 ply' if self.plies == 1 else f'{self.plies} plies'} to the next capture"
        )


def worth_text(expected: float) -> str:
    """A value in words where the result is certain, else as a number.

    >>> worth_text(-1.0), worth_text(0.25)
    ('loss', '+0.250 on average')
    """
    return {1.0: "win", 0.0: "draw", -1.0: "loss"}.get(expected, f"{expected:+.3f} on average")


class FlipTables:
    """The tables of a rule set. Make one with `open_tables` or `solved_tables`."""

    def __init__(self, rules: FlipRules, native: "_native.FlipTablebase", faults: tuple[str, ...] = ()) -> None:
        self.rules = rules
        self.native = native
        self.faults = faults
        """What is wrong with files that had to be left aside, one line each."""

    def probe(self, position: FlipPosition) -> FlipEntry | None:
        """What is known of a position, its quiet plies honoured; None where no table has it."""
        if position.is_decided():
            return None
        if position.rules != self.rules:
            raise InvalidPositionError(f"the tables are of other rules than {position.fen()}")
        found = self.native.probe(native_position(position))
        return None if found is None else FlipEntry(found[0] / PARTS, found[1])

    def moves(self, position: FlipPosition) -> list[tuple[FlipMove, float]]:
        """Every move that the tables know, with what to expect of it for the mover, the best first."""
        known = ((move, self._worth(position, move)) for move in position.legal_moves())
        return sorted(((move, worth) for move, worth in known if worth is not None), key=lambda item: -item[1])

    def _worth(self, position: FlipPosition, move: FlipMove) -> float | None:
        worths = []
        for after in branches(position, move):
            if after.is_decided():
                worths.append(_result(after))
            elif (entry := self.probe(after)) is None:
                return None
            else:
                worths.append(-entry.expected)
        return sum(worths) / len(worths)


def _result(decided: FlipPosition) -> float:
    """The result of a decided position for the side that moved last."""
    assert decided.side is not None
    return float(decided.has_pieces(decided.side.opponent)) - float(decided.has_pieces(decided.side))


def built_folder() -> Path:
    """Where tables are built, unless another folder is named."""
    return data_folder() / "flip"


@lru_cache(maxsize=4)
def open_tables(rules: FlipRules = FLIP, folder: Path | None = None) -> FlipTables | None:
    """The tables there are for some rules: those of the package, and those in a folder (by default the data folder).

    None without the core. A damaged file is left aside; `faults` tells.
    """
    if not native_available():
        return None
    files = find_files([SHIPPED, built_folder() if folder is None else folder])
    native = core.FlipTablebase(native_rules(rules), MOST_PIECES)
    limit = rules.quiet_limit or 0
    faults = []
    for number in (*(of.number for of in native.classes), None):
        for held_for in (limit, 0) if limit else (0,):
            path = files.get(_fingerprint(native, number, held_for))
            try:
                if path is not None and native.add(str(path)):
                    break
            except RuntimeError as error:
                faults.append(f"{path}: {error}")
    return FlipTables(rules, native, tuple(faults))


def _fingerprint(native: "_native.FlipTablebase", number: int | None, limit: int) -> int:
    """What a file of a class bears, or, without a number, that of what lies face down."""
    return native.hidden_fingerprint(limit) if number is None else native.fingerprint(number, limit)


def solved_tables(rules: FlipRules, pieces: int) -> FlipTables:
    """Tables of all endings with so many pieces, solved now and kept in memory. Raises TablebaseError."""
    if not native_available():
        raise TablebaseError("solving needs the native core, which is not built here")
    native = core.FlipTablebase(native_rules(rules), pieces)
    for of in native.classes:
        native.put(of.number, native.solve(of.number).values)
    native.solve_hidden()
    return FlipTables(rules, native)


@dataclass(frozen=True, slots=True)
class FlipBuilt:
    """One class, built or found."""

    name: str
    pieces: int
    positions: int
    size: int
    """Bytes of its file."""
    seconds: float
    """0 where the file was there before."""
    wins: int
    draws: int
    losses: int
    longest: int
    """The most plies to the next capture of any win or loss."""
    needs: int
    """The smallest limit under which the values hold; the limit itself where they hold under no other."""
    position: str
    """Where the longest is, as text."""


class FlipBuilder:
    """Builds the tables of the face-down game into a folder. Raises TablebaseError.

    The same call goes on where an earlier one was killed: a class whose file is there is not built again.
    """

    def __init__(self, rules: FlipRules = FLIP, folder: Path | None = None, *, pieces: int = 6, jobs: int = 1) -> None:
        if not native_available():
            raise TablebaseError("building tables needs the native core, which is not built here")
        if not 2 <= pieces <= MOST_PIECES:
            raise InvalidMaterialError(f"expected 2 to {MOST_PIECES} pieces, got {pieces}")
        self.rules, self.folder, self.pieces, self.jobs = rules, folder or built_folder(), pieces, jobs
        self._native = core.FlipTablebase(native_rules(rules), pieces)
        self._limit = rules.quiet_limit or 0
        self._built: dict[int, FlipBuilt] = {}

    @property
    def classes(self) -> "list[_native.FlipClass]":
        return self._native.classes

    def run(self) -> Iterator[FlipBuilt]:
        """Build class by class, those of a layer beside each other, and then what lies face down."""
        with sole_builder(self.folder), ThreadPoolExecutor(self.jobs) as pool:
            for pieces in range(2, self.pieces + 1):
                layer = [of for of in self._native.classes if of.pieces == pieces]
                for built, of in zip(pool.map(self._find_or_build, layer), layer, strict=True):
                    self._built[of.number] = built
                    yield built
            if self.pieces >= HIDDEN_PIECES:
                yield self._build_hidden()

    def _path(self, name: str, number: int | None, limit: int) -> tuple[Path, int]:
        mark = _fingerprint(self._native, number, limit)
        return self.folder / file_name(name, mark), mark

    def _find_or_build(self, of: "_native.FlipClass") -> FlipBuilt:
        for limit in {self._limit, 0}:
            path, _ = self._path(of.name, of.number, limit)
            if not path.exists():
                continue
            try:
                told = json.loads(core.TablebaseFile(str(path)).description)
                if self._native.add(str(path)):
                    del told["game"]
                    return FlipBuilt(**told, size=path.stat().st_size, seconds=0.0)
            except (RuntimeError, ValueError, KeyError):
                continue  # A damaged file is built anew.
        return self._build(of)

    def _build(self, of: "_native.FlipClass") -> FlipBuilt:
        started = time.monotonic()
        solution = self._native.solve(of.number)
        below = [self._built[number].needs for number in self._native.successors(of.number)]
        # A win cut off by the limit, here or further on, binds the values to this limit.
        is_bound = solution.is_cut or any(need == self._limit for need in below if self._limit)
        needs = self._limit if is_bound else max([solution.longest, *below])
        told: dict[str, Any] = {
            "name": of.name,
            "pieces": of.pieces,
            "positions": of.positions,
            "wins": solution.wins,
            "draws": solution.draws,
            "losses": solution.losses,
            "longest": solution.longest,
            "needs": needs,
            "position": from_native(self._native.position(of.number, solution.longest_slot), self.rules).fen(),
        }
        path, mark = self._path(of.name, of.number, self._limit if is_bound else 0)
        values = solution.values
        write_file(path, _packed(values, of.planes, of.row, mark, told))
        if of.pieces < self.pieces or of.pieces <= HIDDEN_PIECES:  # Others lead here.
            self._native.put(of.number, values)
        size = path.stat().st_size
        return FlipBuilt(**told, size=size, seconds=time.monotonic() - started)

    def _build_hidden(self) -> FlipBuilt:
        started = time.monotonic()
        self._native.solve_hidden()
        values = self._native.hidden_values
        half = values[: len(values) // 2]
        below = [built.needs for built in self._built.values() if built.pieces <= HIDDEN_PIECES]
        needs = max(self._native.hidden_longest, *below)
        told: dict[str, Any] = {
            "name": HIDDEN_NAME,
            "pieces": HIDDEN_PIECES,
            "positions": self._native.hidden_positions,
            "wins": half.count(2 * PARTS),
            "draws": half.count(PARTS),
            "losses": half.count(0),
            "longest": self._native.hidden_longest,
            "needs": needs,
            "position": "",
        }
        is_bound = self._limit and needs >= self._limit
        path, mark = self._path(HIDDEN_NAME, None, self._limit if is_bound else 0)
        write_file(path, _packed(values, 2, 1, mark, told))
        return FlipBuilt(**told, size=path.stat().st_size, seconds=time.monotonic() - started)


def _packed(values: bytes, planes: int, row: int, mark: int, told: dict[str, Any]) -> bytes:
    """The bytes of a file."""
    description = json.dumps({"game": "flip", **told})
    return core.pack_tablebase(
        values, planes=planes, row=row, fingerprint=mark, description=description, deflate=deflate
    )


def build(
    rules: FlipRules = FLIP,
    folder: Path | None = None,
    *,
    pieces: int = 6,
    jobs: int = 1,
    report: Callable[[FlipBuilt], None] = lambda built: None,
) -> list[FlipBuilt]:
    """Build all tables to so many pieces; `report` hears of each."""
    done = []
    for built in FlipBuilder(rules, folder, pieces=pieces, jobs=jobs).run():
        report(built)
        done.append(built)
    open_tables.cache_clear()
    return done
