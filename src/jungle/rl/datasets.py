"""Labelled positions for supervised learning: exact endgames, and games of the engine against itself.

Both are endless streams of batches. A batch depends only on the seed and its number, so an executor may compute
several ahead, in any order: `ProcessPoolExecutor()`, or `distributed.Client(address).get_executor()` for a cluster.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import combinations, count, islice
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from jungle.errors import InvalidPositionError, JungleError
from jungle.geometry import BOARD, DENS, DIRECTIONS, SQUARES
from jungle.native import core, native_available, native_cache
from jungle.native_rules import table
from jungle.pieces import PIECES, Side
from jungle.rl.batch import check_whole
from jungle.rl.encoding import COUNT_LIMIT, encoding
from jungle.rules import QUIET_LIMIT, RULES_CACHE_SIZE, Rules
from jungle.rules_text import as_rules
from jungle.tablebase import Entry, JungleTablebase, TablebaseError
from jungle.tablebase.classes import check_rules

AHEAD = 8
"""The number of batches that an executor computes in advance."""
PIECES_LIMIT = 5
"""The largest number of pieces in any table."""
RECORD = np.dtype(
    [
        *(("squares", "u1", 16), ("side", "u1"), ("result", "i1"), ("score", "<i2")),
        *(("quiet", "<u2"), ("ply", "<u2"), ("move", "<u2")),
    ]
)
"""A position in the format of `core.self_play`; the square of a captured piece is SQUARES."""
TURNED = np.array([0, *range(9, 17), *range(1, 9)], np.uint8)
"""Each code with the colours swapped."""

BatchT = TypeVar("BatchT")
Boards = NDArray[np.uint8]


class EndgameBatch(NamedTuple):
    """Solved positions, one per row, as the player to move sees them."""

    observations: NDArray[np.uint8]
    """The planes, as in `BatchEnv`."""
    masks: NDArray[np.bool_]
    """The legal actions."""
    wdl: NDArray[np.int8]
    """1 if the player to move wins with best play, 0 for a draw, -1 for a loss."""
    plies: NDArray[np.int16]
    """Plies to the end of the game; 0 for draws."""
    actions: NDArray[np.int64]
    """A best move: a quickest win, a move that keeps the draw, or a slowest loss; -1 if there is no legal move."""


class SelfPlayBatch(NamedTuple):
    """Positions from the engine's games, one per row, as the player to move sees them, game by game."""

    observations: NDArray[np.uint8]
    """The planes, as in `BatchEnv`."""
    masks: NDArray[np.bool_]
    """The legal actions."""
    scores: NDArray[np.int16]
    """The search's score in centi-cats, for the player to move."""
    results: NDArray[np.int8]
    """The result of the game for the player to move: 1, 0 or -1."""
    plies: NDArray[np.int16]
    """Plies played since the opening."""
    actions: NDArray[np.int64]
    """The move that the search chose."""


def endgames(
    pieces: int = 3,
    *,
    rules: Rules | str = "standard",
    batch: int = 1024,
    batches: int | None = None,
    seed: int = 1,
    folder: str | None = None,
    executor: Executor | None = None,
) -> Iterator[EndgameBatch]:
    """Random positions with this many pieces and their exact values. Endless unless `batches` is given.

    All sets of pieces are equally likely, as are the squares of each piece; wins that would take more plies than the
    rules' quiet limit are left out. Tables of two and three pieces come with
    the package; larger ones are looked up in `folder`, or where `jungle tablebase build` puts them. Raises
    InvalidArgumentError, TablebaseError if a table is missing, and JungleError if the C++ core is not built.

    >>> first = next(endgames(3, batch=2, seed=1))
    >>> first.observations.shape, first.masks.shape, first.wdl.shape
    ((2, 23, 9, 7), (2, 252), (2,))
    """
    _refuse_without_core("endgames")
    check_whole("pieces", pieces, 2, PIECES_LIMIT)
    check_whole("batch", batch, 1, 1 << 20)
    rules = as_rules(rules)
    check_rules(rules)
    make = partial(endgame_batch, pieces=pieces, rules=rules, size=batch, seed=seed, folder=folder)
    return _stream(make, batches, seed, executor)


def selfplay(
    *,
    rules: Rules | str = "standard",
    games: int = 4,
    nodes: int = 2000,
    batches: int | None = None,
    seed: int = 1,
    executor: Executor | None = None,
) -> Iterator[SelfPlayBatch]:
    """Positions from games of the engine against itself, `games` games per batch. Endless unless `batches` is given.

    The engine searches `nodes` nodes per move. Games start with random plies, four in ten of them with animals missing,
    and one move in fifty is random. They end once a win is proven or the shipped endgame tables know the result.
    Positions in which the engine captures are left out, and the repetition plane is always 0. Raises
    InvalidArgumentError, InvalidRulesError, and JungleError if the C++ core is not built.

    >>> first = next(selfplay(games=1, nodes=100, seed=1))
    >>> len(first.scores) == len(first.observations), set(first.results.tolist()) <= {-1, 0, 1}
    (True, True)
    """
    _refuse_without_core("selfplay")
    check_whole("games", games, 1, 1 << 20)
    check_whole("nodes", nodes, 1, 1 << 40)
    make = partial(selfplay_batch, rules=as_rules(rules), games=games, nodes=nodes, seed=seed)
    return _stream(make, batches, seed, executor)


def endgame_batch(
    number: int, *, pieces: int, rules: Rules, size: int, seed: int, folder: str | None = None
) -> EndgameBatch:
    """One batch of `endgames`."""
    random = np.random.default_rng((seed, number))
    boards, sides = _placed(pieces, rules, size, random)
    entries = [_solve(board, side, rules, folder) for board, side in zip(boards, sides, strict=True)]
    while late := [row for row, entry in enumerate(entries) if entry.plies and entry.plies > _limit(rules)]:
        boards[late], sides[late] = _placed(pieces, rules, len(late), random)
        for row in late:
            entries[row] = _solve(boards[row], sides[row], rules, folder)
    return EndgameBatch(
        *_observed(rules, boards, sides, np.zeros(size, np.uint16)),
        np.array([entry.wdl for entry in entries], np.int8),
        np.array([entry.plies or 0 for entry in entries], np.int16),
        _actions(_best_moves(boards, sides, rules, folder), sides),
    )


def _placed(pieces: int, rules: Rules, size: int, random: np.random.Generator) -> tuple[Boards, NDArray[np.uint8]]:
    """Random boards with this many pieces, and who is to move."""
    materials, allowed = _materials(pieces), _allowed(rules)
    chosen = materials[random.integers(len(materials), size=size)]
    squares = _draw(allowed, chosen, random)
    while len(again := np.flatnonzero(_clash(squares))):
        squares[again] = _draw(allowed, chosen[again], random)
    boards = np.zeros((size, SQUARES), np.uint8)
    boards[np.arange(size)[:, None], squares] = chosen + 1
    return boards, random.integers(2, size=size).astype(np.uint8)


def _solve(board: Boards, side: int, rules: Rules, folder: str | None) -> Entry:
    """The value ignoring the limit of quiet plies. Raises TablebaseError."""
    entry = _tables(folder).probe_board(board.tobytes(), Side(side), _unlimited(rules))
    if entry is None:
        pieces = int(np.count_nonzero(board))
        raise TablebaseError(
            f"no endgame table covers {BOARD.board_text(board.tobytes())!r}; "
            f"`jungle tablebase build --pieces {pieces}` builds those of {pieces} pieces"
        )
    return entry


def _best_moves(boards: Boards, sides: NDArray[np.uint8], rules: Rules, folder: str | None) -> NDArray[np.int64]:
    """A best move for each board, by its code; -1 if there is none."""
    tables = _tables(folder).core_tables(_unlimited(rules))
    moves = (tables.best_move(board.tobytes(), int(side)) for board, side in zip(boards, sides, strict=True))
    return np.array([-1 if move is None else move for move in moves], np.int64)


def _limit(rules: Rules) -> int:
    return QUIET_LIMIT if rules.quiet_limit is None else rules.quiet_limit


@lru_cache(RULES_CACHE_SIZE)
def _unlimited(rules: Rules) -> Rules:
    return replace(rules, quiet_limit=None)


def selfplay_batch(number: int, *, rules: Rules, games: int, nodes: int, seed: int) -> SelfPlayBatch:
    """One batch of `selfplay`."""
    played = core.self_play(
        table(rules),
        BOARD.parse_board(rules.start),
        int(rules.first),
        seed=int(np.random.SeedSequence((seed, number)).generate_state(1, np.uint64)[0]),
        games=games,
        nodes=nodes,
        # Tables built on this machine would make the positions depend on it.
        tables=JungleTablebase.shipped().core_tables(rules),
    )
    records = np.frombuffer(played, RECORD)
    boards = np.zeros((len(records), SQUARES + 1), np.uint8)
    boards[np.arange(len(records))[:, None], records["squares"]] = np.arange(1, 17)
    return SelfPlayBatch(
        *_observed(rules, boards[:, :SQUARES], records["side"], records["quiet"]),
        records["score"].astype(np.int16),
        records["result"].copy(),
        records["ply"].astype(np.int16),
        _actions(records["move"].astype(np.int64), records["side"]),
    )


_tables = native_cache(None)(JungleTablebase.from_folder)
"""The tables of a folder, opened once: there are thousands of batches."""


@cache
def _materials(pieces: int) -> NDArray[np.int64]:
    """All sets of this many pieces, as codes less one, in which both sides have at least one."""
    half = len(PIECES) // 2
    sets = [chosen for chosen in combinations(range(2 * half), pieces) if chosen[0] < half <= chosen[-1]]
    return np.array(sets)


@lru_cache(RULES_CACHE_SIZE)
def _allowed(rules: Rules) -> tuple[NDArray[np.int64], ...]:
    """The squares on which each piece may stand in a game that is not over, by its code less one."""

    def may_stand(code: int, square: int) -> bool:
        board = bytearray(SQUARES)
        board[square] = code
        try:
            rules.check_board(bytes(board))
        except InvalidPositionError:
            return False
        return square not in DENS

    return tuple(np.array([square for square in range(SQUARES) if may_stand(code, square)]) for code in PIECES)


def _draw(
    allowed: tuple[NDArray[np.int64], ...], chosen: NDArray[np.int64], random: np.random.Generator
) -> NDArray[np.int64]:
    """A random square for each piece, independently."""
    lots = random.random(chosen.shape)
    counts = np.array([len(squares) for squares in allowed])
    padded = np.zeros((len(allowed), max(counts)), np.int64)
    for row, squares in zip(padded, allowed, strict=True):
        row[: len(squares)] = squares
    drawn: NDArray[np.int64] = padded[chosen, (lots * counts[chosen]).astype(np.int64)]
    return drawn


def _clash(squares: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The rows in which two pieces share a square."""
    ordered = np.sort(squares, axis=1)
    clashes: NDArray[np.bool_] = (ordered[:, 1:] == ordered[:, :-1]).any(1)
    return clashes


def _observed(
    rules: Rules, boards: Boards, sides: NDArray[np.uint8], quiet: NDArray[np.uint16]
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Observations and masks of positions without a history, equal to those of `observe` and `action_mask`."""
    code = encoding("jungle")
    seen = np.where(sides[:, None] == Side.RED, TURNED[boards][:, ::-1], boards)
    planes = np.zeros((len(boards), *code.shape()), np.uint8)
    flat = planes.reshape(len(boards), -1, SQUARES)
    flat[:, : len(PIECES)] = seen[:, None, :] == np.arange(1, len(PIECES) + 1)[None, :, None]
    planes[:, len(PIECES) : -2] = code.terrain
    flat[:, -1] = np.minimum(quiet, COUNT_LIMIT)[:, None]
    masks = np.zeros((len(boards), code.actions), np.bool_)
    compiled = table(rules)
    for mask, board, side in zip(masks, boards, sides, strict=True):
        moves = np.array(core.State(compiled, board.tobytes(), int(side)).moves(), np.int64)
        mask[_actions(moves, side)] = True
    return planes, masks


def _actions(moves: NDArray[np.int64], sides: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The actions of moves by their codes, for the sides that make them; -1 remains -1."""
    origins, targets = moves & 63, moves >> 6
    turned = sides == Side.RED
    origins, targets = (np.where(turned, SQUARES - 1 - squares, squares) for squares in (origins, targets))
    along = origins % BOARD.files == targets % BOARD.files
    directions = np.where(along, targets < origins, 2 + (targets > origins))
    actions: NDArray[np.int64] = np.where(moves < 0, -1, len(DIRECTIONS) * origins + directions)
    return actions


def _stream(
    make: Callable[[int], BatchT], batches: int | None, seed: int, executor: Executor | None
) -> Iterator[BatchT]:
    check_whole("seed", seed, 0, (1 << 63) - 1)
    if batches is not None:
        check_whole("batches", batches, 0, 1 << 62)
    numbers = islice(count(), batches)
    return map(make, numbers) if executor is None else _computed_ahead(make, numbers, executor)


def _computed_ahead(make: Callable[[int], BatchT], numbers: Iterator[int], executor: Executor) -> Iterator[BatchT]:
    waiting: deque[Future[BatchT]] = deque(executor.submit(make, number) for number in islice(numbers, AHEAD))
    try:
        while waiting:
            batch = waiting.popleft().result()
            waiting.extend(executor.submit(make, number) for number in islice(numbers, 1))
            yield batch
    finally:
        for future in waiting:
            future.cancel()


def _refuse_without_core(name: str) -> None:
    if not native_available():
        raise JungleError(f"{name} needs the C++ core, which is not built here")
