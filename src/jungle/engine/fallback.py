"""The searcher used where the C++ core is missing: the same interface in readable Python, slower.

Iterative deepening and alpha-beta over `Game`, which decides what is legal and how it ends; captures and den
entries are followed until the board is quiet.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from jungle.engine.fallback_tree import DECIDED, WIN, Key, Tree, evaluate, packed
from jungle.engine.searcher import SearchStopped
from jungle.game import Game
from jungle.geometry import BOARD
from jungle.moves import BoardMove
from jungle.pieces import Side
from jungle.position import Position
from jungle.rules import Rules
from jungle.tablebase import Entry, Tablebase

__all__ = ["PythonInfo", "PythonSearcher", "endgame_tables", "evaluate", "make_searcher", "table"]

DEPTH_LIMIT = 64
ENTRY_BYTES = 250
"""What an entry of the transposition table takes, roughly."""


@dataclass(frozen=True, slots=True)
class PythonInfo:
    """One line after a finished depth, as the core reports it."""

    line: int
    depth: int
    seldepth: int
    score: int
    win_in: int
    nodes: int
    time_ms: int
    hashfull: int
    pv: list[int]
    tablebase_hits: int = 0
    is_solved: bool = False


def table(rules: Rules) -> Rules:
    """What `PythonSearcher.search` takes for some rules: here the rules themselves."""
    return rules


def endgame_tables(tables: Tablebase, rules: Rules) -> Tablebase:
    """Endgame tables as `PythonSearcher.search` takes them: here the tables themselves."""
    return tables


class PythonSearcher:
    """Searches one position at a time. `stop` and `set_deadline` may be called from any thread."""

    def __init__(self, hash_mb: int = 64, threads: int = 1) -> None:
        self._seen: dict[Key, tuple[int, int, int, BoardMove]] = {}
        self._judged: tuple[Rules, int, int] | None = None
        """The rules, contempt and evaluation under which the table was filled."""
        self._tree: Tree | None = None
        self.resize(hash_mb)
        self.set_threads(threads)

    def clear(self) -> None:
        """Forget what earlier searches found."""
        self._seen.clear()

    def resize(self, hash_mb: int) -> None:
        self._capacity = hash_mb * 1_000_000 // ENTRY_BYTES
        self.clear()

    def set_threads(self, threads: int) -> None:
        """Nothing to do: Python runs one thread at a time."""

    def stop(self) -> None:
        if tree := self._tree:
            tree.stopped = True

    def set_deadline(self, soft_ms: int, hard_ms: int) -> None:
        """Give the running search new deadlines, in milliseconds from now; 0 for none."""
        if tree := self._tree:
            tree.set_deadline(soft_ms, hard_ms)

    def search(
        self,
        table: Rules,
        start: bytes,
        side: int,
        quiet: int,
        moves: Sequence[int],
        *,
        depth: int = 0,
        nodes: int = 0,
        soft_ms: int = 0,
        hard_ms: int = 0,
        multipv: int = 1,
        searchmoves: Sequence[int] = (),
        contempt: int = 0,
        evaluation: int = 2,
        tables: Tablebase | None = None,
        on_info: Callable[[PythonInfo], None] | None = None,
    ) -> list[PythonInfo]:
        """The best lines, best first; none where there is no legal move."""
        judged = (table, contempt, evaluation)
        if len(self._seen) > self._capacity or self._judged != judged:
            self.clear()
        self._judged = judged
        position = Position.from_fen(f"{BOARD.board_text(start)} {Side(side).letter} {quiet} 1", rules=table)
        game = Game.from_moves((), position=position)
        for move in moves:
            game.push(game.position.find_move(move & 63, move >> 6))
        tree = Tree(game, self._seen, nodes=nodes, contempt=contempt, evaluation=evaluation)
        tree.set_deadline(soft_ms, hard_ms)
        roots = [move for move in game.legal_moves() if not searchmoves or packed(move) in searchmoves]
        if solved := _solved(tables, game, roots, tree, multipv):
            if on_info:
                for info in solved:
                    on_info(info)
            return solved
        self._tree = tree
        lines: list[PythonInfo] = []
        try:
            for iteration in range(1, min(depth or DEPTH_LIMIT, DEPTH_LIMIT) + 1):
                if not roots or (lines and tree.is_enough(lines[0], iteration)):
                    break
                self._iterate(tree, roots, iteration, multipv, lines, on_info)
        except SearchStopped:
            pass
        finally:
            self._tree = None
        return [replace(info, nodes=tree.nodes, time_ms=tree.elapsed_ms()) for info in lines]

    def _iterate(
        self,
        tree: Tree,
        roots: list[BoardMove],
        depth: int,
        multipv: int,
        lines: list[PythonInfo],
        on_info: Callable[[PythonInfo], None] | None,
    ) -> None:
        """Search the best lines one ply deeper, each without the first moves of the lines before it."""
        tree.seldepth = 0
        left = roots.copy()
        found: list[PythonInfo] = []
        while left and len(found) < multipv:
            score, pv = tree.search_root(left, depth)
            left.remove(pv[0])
            # The best move of this depth is searched first at the next.
            roots.remove(pv[0])
            roots.insert(len(found), pv[0])
            found.append(
                PythonInfo(
                    line=0,
                    depth=depth,
                    seldepth=tree.seldepth,
                    score=score,
                    win_in=(WIN - abs(score)) * (1 if score > 0 else -1) if abs(score) > DECIDED else 0,
                    nodes=tree.nodes,
                    time_ms=tree.elapsed_ms(),
                    hashfull=min(1000, 1000 * len(self._seen) // max(self._capacity, 1)),
                    pv=[packed(move) for move in pv],
                )
            )
        found.sort(key=lambda info: -info.score)
        lines[:] = [replace(info, line=number) for number, info in enumerate(found, 1)]
        tree.may_stop = True
        if on_info:
            for info in lines:
                on_info(info)


make_searcher = PythonSearcher


def _is_drawn_after(game: Game, move: BoardMove) -> bool:
    game.push(move)
    ended = game.outcome()
    game.undo()
    return ended is not None and ended.winner is None


def _solved(tables: Tablebase | None, game: Game, roots: list[BoardMove], tree: Tree, multipv: int) -> list[PythonInfo]:
    """The lines of a position if endgame tables know every move of it; otherwise none."""
    entries = tables.moves(game.position) if tables else {}
    if not tables or not roots or not all(move in entries for move in roots):
        return []
    # A third occurrence is a draw, whatever the tables say.
    draws = {move: _is_drawn_after(game, move) for move in roots}
    ranked = sorted(roots, key=lambda move: -entries[move].rank * (not draws[move]))
    lines = []
    for number, move in enumerate(ranked[:multipv], 1):
        entry = Entry(0) if draws[move] else entries[move]
        pv = [move, *(tables.line(game.position.after(move)) if entry.plies else ())]
        win_in = entry.wdl * (entry.plies or 0)
        score = entry.wdl * (WIN - (entry.plies or 0))
        pv_codes = [packed(step) for step in pv]
        lines.append(PythonInfo(number, 1, len(pv), score, win_in, 1, tree.elapsed_ms(), 0, pv_codes, len(roots), True))
    return lines
