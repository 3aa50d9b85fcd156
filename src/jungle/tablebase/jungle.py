"""Endgame tables of the 7×9 game."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from jungle.native import core, native_available, native_cache
from jungle.native_rules import table
from jungle.pieces import Side
from jungle.position import Position
from jungle.rules import RULES_CACHE_SIZE, BaseRules, Rules
from jungle.tablebase import packed
from jungle.tablebase.classes import PIECES_LIMIT, check_rules, ending, material_of
from jungle.tablebase.errors import TablebaseError
from jungle.tablebase.files import pieces_of, read_file
from jungle.tablebase.tablebase import Checked, Entry, Solver, Tablebase, TableClass

DRAW = 0
"""The stored byte for a draw; any other value is the plies plus one."""
SEED = 2026


class _Codes(Protocol):
    """Looks up a board in a table: the core's reader, or the one in Python."""

    def probe(self, board: bytes, side: int) -> int | None: ...

    @property
    def faults(self) -> list[str]: ...


class JungleTablebase(Tablebase):
    """Files are opened on first use."""

    position_type = Position
    rules_type = Rules
    most_pieces = PIECES_LIMIT
    checked_whole = 3
    pieces_in_reach = 6

    def __init__(self, files: dict[int, Path]) -> None:
        super().__init__(files)
        self._codes: dict[Rules, _Codes | None] = {}

    @classmethod
    def check_rules(cls, rules: BaseRules) -> None:
        super().check_rules(rules)
        check_rules(rules)  # type: ignore[arg-type]

    @property
    def faults(self) -> list[str]:
        return [fault for codes in self._codes.values() if codes for fault in codes.faults]

    @classmethod
    def solver(cls, rules: BaseRules, pieces: int) -> Solver:
        assert isinstance(rules, Rules)
        return JungleSolver(rules, pieces)

    def _probe(self, position: Position) -> Entry | None:
        return self.probe_board(position.board, position.side, position.rules, quiet=position.quiet)

    def probe_board(self, board: bytes, side: Side, rules: Rules, *, quiet: int = 0) -> Entry | None:
        """Like `probe`, for a board that is not decided, without building a position.

        A win or loss that the limit of quiet plies might prevent is not reported, unless no capture but the last one
        can come between: then it is a draw.
        """
        limit = rules.quiet_limit
        if limit is not None and quiet >= limit:
            return None
        codes = self._of_rules(rules)
        code = codes.probe(board, side) if codes else None
        if code is None:
            return None
        entry = _entry(code)
        if limit is None or entry.plies is None or quiet + entry.plies <= limit:
            return entry
        return Entry(0) if sum(map(bool, board)) == 2 else None

    def core_tables(self, rules: BaseRules) -> Any:
        assert isinstance(rules, Rules)
        return self._of_rules(rules) if native_available() else None

    def _verify(self, rules: Rules, of: TableClass, sample: int | None) -> Checked:
        found = self.core_tables(rules).verify(of.name, sample or 0, SEED)
        return Checked(found.positions, found.wrong, found.first_wrong)

    def _of_rules(self, rules: Rules) -> _Codes | None:
        if rules not in self._codes:
            if len(self._codes) >= RULES_CACHE_SIZE:
                del self._codes[next(iter(self._codes))]
            self._codes[rules] = _open(rules, self._files)
        return self._codes[rules]


def _entry(code: int) -> Entry:
    return Entry(0) if code == DRAW else Entry(-1 if code % 2 else 1, code - 1)


@native_cache(RULES_CACHE_SIZE)
def material_classes(rules: Rules, pieces: int) -> "core.MaterialClasses":
    """All classes of up to this many pieces under given rules. Needs the core. Raises TablebaseError."""
    check_rules(rules)
    return core.MaterialClasses(table(rules), pieces)


class JungleSolver(Solver):
    """Solves a class from the bytes of its successors alone, so that it can run on other machines."""

    def __init__(self, rules: Rules, pieces: int) -> None:
        self._classes = material_classes(rules, pieces)
        self._builder = core.TablebaseBuilder(self._classes)

    @cached_property
    def classes(self) -> list[TableClass]:
        return [
            TableClass(of.name, of.pieces, of.size, (of.fingerprint,), of.memory, of.materials)
            for of in self._classes.classes
        ]

    def _class_of(self, material: int) -> str | None:
        return self._classes.class_of(material)

    def successors(self, name: str) -> list[str]:
        return self._classes.successors(name)

    def take(self, of: TableClass, path: Path) -> bool:
        try:
            return core.TablebaseFile(str(path)).fingerprint in of.fingerprints
        except RuntimeError:
            return False

    def solve(self, of: TableClass, files: Mapping[str, Path]) -> tuple[int, bytes] | None:
        return self.solve_from(of, {name: read_file(files[name]) for name in self.successors(of.name)})

    def solve_from(self, of: TableClass, successors: dict[str, bytes]) -> tuple[int, bytes] | None:
        """The same from the bytes of the successors' files."""
        data = self._builder.build(of.name, successors, packed.deflate)
        return (of.fingerprints[0], data) if data else None

    def stop(self) -> None:
        self._builder.stop()
        self._builder = core.TablebaseBuilder(self._classes)  # A stopped solver stays stopped.


def _open(rules: Rules, files: dict[int, Path]) -> _Codes | None:
    try:
        check_rules(rules)
    except TablebaseError:
        return None
    if not native_available():
        return _PythonCodes(rules, files)
    classes = material_classes(rules, max((pieces_of(path) for path in files.values()), default=2))
    paths = [(of.name, str(files[of.fingerprint])) for of in classes.classes if of.fingerprint in files]
    return core.Tablebase(classes, paths)


class _PythonCodes:
    """Reads table files in Python."""

    def __init__(self, rules: Rules, files: dict[int, Path]) -> None:
        self._rules = rules
        self._files = files
        self._open: dict[int, packed.PackedTable | None] = {}
        self.faults: list[str] = []

    def probe(self, board: bytes, side: int) -> int | None:
        found = ending(self._rules, material_of(board))
        if found is None or (place := found.index(board, side)) is None:
            return None
        try:
            table = self._table(found.fingerprint)
            return None if table is None else table.value(*place)
        except (OSError, ValueError) as error:
            self._open[found.fingerprint] = None
            self.faults.append(f"{self._files[found.fingerprint]}: {error}")
            return None

    def _table(self, fingerprint: int) -> packed.PackedTable | None:
        if fingerprint not in self._open:
            path = self._files.get(fingerprint)
            opened = packed.PackedTable(path) if path else None
            if opened and opened.fingerprint != fingerprint:
                raise ValueError("it is a table for other rules or pieces")
            self._open[fingerprint] = opened
        return self._open[fingerprint]
