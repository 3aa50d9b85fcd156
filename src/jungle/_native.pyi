"""The native core of jungle."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray


def instruction_set() -> str:
    """The instruction set this build of the core needs, such as 'x86-64-v3'."""

class StepTable:
    """A rule set, compiled; see `jungle.rules.StepTable` for the steps."""

    def __init__(self, steps: Sequence[Any], own_blocks: bool, enemy_blocks: bool, takes: Sequence[int], quiet_limit: int, repetition: int, stalemate_loses: bool) -> None: ...

def perft(table: StepTable, board: bytes, side: int, depth: int, threads: int) -> int:
    """The leaves of the game tree at an exact depth."""

def evaluate(table: StepTable, board: bytes, side: int, evaluation: int) -> int:
    """The static evaluation of a position for the side to move."""

class State:
    """A game: a position with its past."""

    def __init__(self, table: StepTable, board: bytes, side: int, quiet: int = 0) -> None: ...

    def moves(self) -> list[int]:
        """All moves allowed now, as origin | target << 6."""

    def play(self, move: int) -> None:
        """Play a move. Raises ValueError when it is illegal."""

    @property
    def key(self) -> int: ...

    @property
    def side(self) -> int: ...

    @property
    def quiet(self) -> int: ...

    def board(self) -> bytes:
        """One code per square."""

    def outcome(self) -> tuple[int, int]:
        """
        (0 ongoing, 1 Blue won, 2 Red won, 3 draw; 0 none, 1 den, 2 capture, 3 no moves, 4 repetition, 5 quiet).
        """

class SearchControl:
    """
    Stops one search, or gives it new limits, from any thread: before it begins, too.
    """

    def __init__(self) -> None: ...

    def stop(self) -> None:
        """End the search with the best it has."""

    def set_deadline(self, soft_ms: int, hard_ms: int) -> None:
        """New limits, from now on; 0 for none."""

class Info:
    """One line of a search, for the side to move."""

    @property
    def line(self) -> int:
        """From 1, the best."""

    @property
    def lines(self) -> int:
        """How many are reported together."""

    @property
    def depth(self) -> int: ...

    @property
    def seldepth(self) -> int: ...

    @property
    def score(self) -> int:
        """
        Centi-cats; in the face-down game the expected result, 30000 for a win.
        """

    @property
    def win_in(self) -> int:
        """Plies to a win, negative to a loss, 0 when neither is certain."""

    @property
    def expected(self) -> float:
        """The expected result from -1 to 1 in the face-down game, otherwise NaN."""

    @property
    def nodes(self) -> int: ...

    @property
    def time_ms(self) -> int: ...

    @property
    def hashfull(self) -> int:
        """Per mille."""

    @property
    def tablebase_hits(self) -> int:
        """Positions found in endgame tables."""

    @property
    def is_solved(self) -> bool:
        """Is the score that of endgame tables?"""

    @property
    def pv(self) -> list[int]:
        """
        Moves, as origin | target << 6; in the face-down game up to the first flip.
        """

class Searcher:
    """Searches games; keeps its hash table from one to the next."""

    def __init__(self, hash_mb: int = 64, threads: int = 1) -> None: ...

    def clear(self) -> None:
        """Forget everything: a new game."""

    def resize(self, hash_mb: int) -> None: ...

    def set_threads(self, threads: int) -> None: ...

    def search(self, table: StepTable, start: bytes, side: int, quiet: int, moves: Sequence[int], *, depth: int = 0, nodes: int = 0, soft_ms: int = 0, hard_ms: int = 0, multipv: int = 1, searchmoves: Sequence[int] = [], contempt: int = 0, evaluation: int = 2, tables: Tablebase | None = None, control: SearchControl | None = None, on_info: Callable[[Info], object] | None = None) -> list[Info]:
        """The best lines, best first; none when there is no legal move."""

class ForcedWin:
    """What a prover found."""

    @property
    def plies(self) -> int:
        """Within which the side to move wins, 0 when no win was found."""

    @property
    def line(self) -> list[int]: ...

    @property
    def nodes(self) -> int: ...

class Prover:
    """Looks for forced wins by proof numbers."""

    def __init__(self) -> None: ...

    def prove(self, table: StepTable, start: bytes, side: int, quiet: int, moves: Sequence[int], nodes: int) -> ForcedWin: ...

def with_network(table: StepTable, weights: bytes) -> StepTable:
    """The same rules with another network behind the full evaluation."""

def network_shape() -> tuple[int, int, int, int, int]:
    """
    Features, hidden units, outputs; what an activation and an output weight of 1 are rounded to.
    """

def network_scale() -> int:
    """Centi-cats of a logit of 1."""

def self_play(table: StepTable, board: bytes, side: int, *, seed: int, games: int, nodes: int, evaluation: int = 2, tables: Tablebase | None = None) -> bytes:
    """
    Play games of the engine against itself; 24 bytes per position: squares of the 16 pieces, side, result, score, quiet plies, ply.
    """

def add_gradient(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], gradient: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], records: bytes, chosen: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, score_scale: float, result_share: float) -> float:
    """
    Add the gradient of the network's loss over some records; the sum of squared errors.
    """

def pack_tablebase(values: bytes, *, planes: int, row: int, fingerprint: int, description: str, deflate: Callable[[bytes], bytes], unused: int = -1) -> bytes:
    """
    The bytes of a table file, each block packed by `deflate`; a value equal to `unused` may become any other.
    """

def inflate(packed: bytes, size: int) -> bytes | None:
    """
    So many bytes out of a raw deflate stream; None where it is not whole, or of another size.
    """

class TablebaseFile:
    """A table file. Raises RuntimeError for one that is damaged."""

    def __init__(self, path: str) -> None: ...

    @property
    def planes(self) -> int: ...

    @property
    def row(self) -> int: ...

    @property
    def size(self) -> int:
        """Values in a plane."""

    @property
    def fingerprint(self) -> int: ...

    @property
    def description(self) -> str: ...

    def value(self, plane: int, index: int) -> int: ...

    def plane(self, plane: int) -> bytes:
        """All values of a plane."""

class MaterialClass:
    """The endings that share one table."""

    @property
    def name(self) -> str: ...

    @property
    def pieces(self) -> int: ...

    @property
    def fingerprint(self) -> int: ...

    @property
    def materials(self) -> int:
        """How many materials belong to it."""

    @property
    def material(self) -> int:
        """Of the one that names it: a bit for each piece, Blue's first."""

    @property
    def size(self) -> int:
        """Positions stored."""

    @property
    def memory(self) -> int:
        """Bytes that solving it takes."""

class MaterialClasses:
    """
    All classes with up to this many pieces. Raises ValueError for rules that cannot be solved.
    """

    def __init__(self, table: StepTable, pieces: int) -> None: ...

    @property
    def classes(self) -> list[MaterialClass]: ...

    def successors(self, name: str) -> list[str]:
        """The classes that captures lead to."""

    def class_of(self, material: int) -> str | None:
        """The name of the class of a material."""

class TablebaseBuilder:
    """Solves classes, on any thread."""

    def __init__(self, classes: MaterialClasses) -> None: ...

    def build(self, name: str, packed: Mapping[str, bytes], deflate: Callable[[bytes], bytes]) -> bytes | None:
        """
        Solve a class, given the files of those its captures lead to; the bytes of its file, None once stopped.
        """

    def stop(self) -> None:
        """End all work, from any thread."""

class Verified:
    """What a check of a table found."""

    @property
    def positions(self) -> int: ...

    @property
    def wrong(self) -> int: ...

    @property
    def first_wrong(self) -> str: ...

class Tablebase:
    """Table files in use: paths by the names of their classes."""

    def __init__(self, classes: MaterialClasses, paths: Sequence[tuple[str, str]]) -> None: ...

    def probe(self, board: bytes, side: int) -> int | None:
        """
        Plies to the end plus one, the plies odd for a win of the side to move; 0 for a draw; None if no table has it.
        """

    def best_move(self, board: bytes, side: int) -> int | None:
        """
        A move that keeps the result, as origin | target << 6: a quickest win or a slowest loss; None if unknown.
        """

    @property
    def faults(self) -> list[str]:
        """What is wrong with files that could not be used."""

    def verify(self, name: str, sample: int = 0, seed: int = 1) -> Verified:
        """Check all values of a class, or some at random."""

class Skill:
    """How exactly a level chooses; see `jungle.players.choosing.Skill`."""

    def __init__(self, *, blur: int, plies: int, sees: int, fades: int, jumps: int, guards: int, variety: int) -> None: ...

def choose_line(table: StepTable, board: bytes, side: int, lines: Sequence[tuple[int, int, Sequence[int]]], skill: Skill, last: int, is_opening: bool, seed: int) -> int:
    """
    The index of the line that a level plays; each line is score, win_in and moves.
    """

def choose_flip_line(lines: Sequence[tuple[int, int, Sequence[int]]], skill: Skill, is_opening: bool, seed: int) -> int:
    """The same by the scores alone, as in the face-down game."""

def explain(table: StepTable, board: bytes, side: int, lines: Sequence[tuple[int, int, Sequence[int]]]) -> tuple[int, int, int, int, int, int, int]:
    """
    Why the first line is the best: a code, the squares of an own and an enemy piece (63 for none), plies, and of the face-down pieces the number that would lose, that would win, and of all.
    """

class HintFigures:
    """How a hint weighs moves; see `jungle.engine.hints.HintFigures`."""

    def __init__(self, *, margin: int, margin_share: int, step: int, carry_on: int, undo: int, back: int, repeat: int, sight: int, blur: int) -> None: ...

def candidates(lines: Sequence[tuple[int, int, Sequence[int]]], figures: HintFigures) -> list[int]:
    """
    The indices of the lines that a hint may choose from; the first is the one that the others are compared with.
    """

def expected_score(game: State, answers: Sequence[tuple[int, int, Sequence[int]]], figures: HintFigures) -> int:
    """
    What the move before this position is worth against an opponent who errs, in centi-cats, given the answers to it.
    """

def advise(game: State, lines: Sequence[tuple[int, int, Sequence[int]]], last: tuple[int, int, int, int], figures: HintFigures) -> tuple[int, tuple[int, int, int, int, int, list[int]], bool, bool, bool]:
    """
    The line that a hint follows, its plan (kind, piece, target, enemy, defenders, steps), and whether it carries on the last hint's plan, takes its move back, or repeats a position. The last hint is its move, and the kind, animal and target of its plan.
    """

def find_fault(table: StepTable, board: bytes, side: int, lines: Sequence[tuple[int, int, Sequence[int]]]) -> tuple[int, int, int, int, int, int, int]:
    """
    What is wrong with the first of two lines, the second being better; in the form of explain.
    """

def advise_flip(rules: FlipRules, position: FlipPosition, past: Sequence[int], lines: Sequence[tuple[int, int, Sequence[int]]]) -> int:
    """The line that a hint follows. In the face-down game."""

def explain_flip(rules: FlipRules, position: FlipPosition, lines: Sequence[tuple[int, int, Sequence[int]]]) -> tuple[int, int, int, int, int, int, int]:
    """As explain. In the face-down game."""

def find_flip_fault(rules: FlipRules, position: FlipPosition, lines: Sequence[tuple[int, int, Sequence[int]]]) -> tuple[int, int, int, int, int, int, int]:
    """As find_fault. In the face-down game."""

class Proof:
    """
    What can be forced, by trying every move of both sides. None if it gave up.
    """

    def __init__(self, table: StepTable, positions: int) -> None: ...

    def wins(self, board: bytes, side: int, plies: int) -> bool | None:
        """Can the side to move force a win within this many plies?"""

    def loses(self, board: bytes, side: int, plies: int) -> bool | None:
        """Does the side to move lose within this many plies, whatever it does?"""

class FlipRules:
    """
    What each animal takes, which captures remove both pieces, and the quiet plies that draw.
    """

    def __init__(self, takes: Sequence[int], trades: Sequence[int], quiet_limit: int) -> None: ...

class FlipPosition:
    """What both players see."""

    def __init__(self, board: bytes, hidden: int, side: int, quiet: int = 0) -> None:
        """
        One code per square: 0 empty, 1 to 16 a piece, 17 face down; the hidden pieces as a mask; side 2 before a first flip that decides the colours.
        """

    @property
    def board(self) -> bytes: ...

    @property
    def hidden(self) -> int: ...

    @property
    def side(self) -> int: ...

    @property
    def quiet(self) -> int: ...

    @property
    def key(self) -> int: ...

    def moves(self, rules: FlipRules) -> list[int]:
        """All legal moves, as origin | target << 4; a flip ends where it starts."""

    def after(self, rules: FlipRules, move: int, revealed: int | None = None) -> FlipPosition:
        """The position after a move. Raises ValueError."""

    def perft(self, rules: FlipRules, depth: int) -> int:
        """
        The leaves of the game tree, a flip having a branch for each hidden piece.
        """

    def evaluate(self, rules: FlipRules) -> int:
        """The static evaluation for the side to move; a win is 30000."""

    def features(self, rules: FlipRules) -> list[int]:
        """How often each weight of the evaluation counts."""

class FlipSearcher:
    """
    Searches the face-down game; keeps its hash table from one search to the next.
    """

    def __init__(self, hash_mb: int = 64, threads: int = 1) -> None: ...

    def clear(self) -> None:
        """Forget everything: a new game."""

    def resize(self, hash_mb: int) -> None: ...

    def set_threads(self, threads: int) -> None: ...

    def search(self, rules: FlipRules, position: FlipPosition, past: Sequence[bytes], *, tables: FlipTablebase | None = None, depth: int = 0, nodes: int = 0, soft_ms: int = 0, hard_ms: int = 0, multipv: int = 1, searchmoves: Sequence[int] = [], control: SearchControl | None = None, on_info: Callable[[Info], object] | None = None) -> list[Info]:
        """
        The best lines, best first; none when there is no legal move. `past` are the boards since the last flip or capture, oldest first.
        """

def flip_self_play(rules: FlipRules, tables: FlipTablebase | None, *, seed: int, games: int, nodes: int) -> bytes:
    """
    Play games of the engine against itself; 24 bytes per position: the board, hidden pieces, side, result, score, ply.
    """

def flip_features(rules: FlipRules, samples: bytes) -> bytes:
    """
    How often each weight of the evaluation counts in such positions, one byte per weight.
    """

def flip_weights() -> list[int]: ...

class FlipClass:
    """Material of the face-down game with the same capture relation."""

    @property
    def number(self) -> int: ...

    @property
    def pieces(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def relation(self) -> str:
        """Who takes whom, as bytes that two classes share only if they are one."""

    @property
    def sizes(self) -> list[int]:
        """Pieces in each group of like animals."""

    @property
    def planes(self) -> int: ...

    @property
    def row(self) -> int: ...

    @property
    def slots(self) -> int:
        """Values stored."""

    @property
    def positions(self) -> int:
        """Different positions among them."""

class FlipSolution:
    """A solved class."""

    @property
    def values(self) -> bytes: ...

    @property
    def wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def losses(self) -> int: ...

    @property
    def longest(self) -> int: ...

    @property
    def longest_slot(self) -> int: ...

    @property
    def is_cut(self) -> bool:
        """May the limit have made draws of wins?"""

class FlipTablebase:
    """Exact values of endings of the face-down game."""

    def __init__(self, rules: FlipRules, pieces: int) -> None: ...

    @property
    def classes(self) -> list[FlipClass]: ...

    def class_of(self, pieces: int) -> int | None:
        """The class of some pieces, given as a mask."""

    def has(self, number: int) -> bool: ...

    def successors(self, number: int) -> list[int]:
        """The classes that captures lead to."""

    def solve(self, number: int) -> FlipSolution: ...

    def find_error(self, number: int, stride: int = 1) -> int | None:
        """The first slot whose value does not follow from those after each move."""

    def put(self, number: int, values: bytes) -> None: ...

    def forget(self, number: int) -> None:
        """Free the memory of a class."""

    def fingerprint(self, number: int, limit: int) -> int:
        """What the file of a class bears; limit 0 where it is bound to none."""

    def hidden_fingerprint(self, limit: int) -> int: ...

    def add(self, path: str) -> bool:
        """
        Take a file; False if it holds under longer limits only. Raises RuntimeError for a damaged one.
        """

    def position(self, number: int, slot: int) -> FlipPosition: ...

    def solve_hidden(self) -> None:
        """All positions of at most four pieces of which some lie face down."""

    @property
    def hidden_positions(self) -> int: ...

    @property
    def hidden_longest(self) -> int: ...

    @property
    def hidden_values(self) -> bytes:
        """
        Two planes: 24 + the expected result in 24ths, and the quiet plies that must be left.
        """

    def probe(self, position: FlipPosition) -> tuple[int, int] | None:
        """
        The expected result in 24ths for the side to move, and the plies to the next capture.
        """

class Level:
    """A row of levels.json, for a level without a book and tables."""

    def __init__(self, *, skill: Skill, nodes: int, lines: int, opening_plies: int, opening_lines: int, contempt: int, hash_mb: int, evaluation: int, likely_win: float, spread: float) -> None: ...

class JungleBatch:
    """Many 7×9 games."""

    def __init__(self, rules: StepTable, starts: Sequence[tuple[bytes, int, int]], arrays: Sequence[object], seed: int, threads: int, history: int, autoreset: bool, capture_reward: float, max_plies: int) -> None: ...

    def copied(self, arrays: Sequence[object]) -> JungleBatch:
        """The same games with arrays of their own, which the caller fills."""

    def restart(self, seed: int) -> None:
        """Start all games, as in a new batch with that seed."""

    def reset(self, where: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Restart these games."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], where: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Play an action in each of these games."""

    def sample(self, where: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Draw a legal action for each of these games, or -1 if it is over."""

    def choose(self, level: Level, where: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """The move of a level in each of these games, or -1 if it is over."""

    def copy(self, sources: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Copy games, with their past, onto others."""

    def start(self, number: int) -> int:
        """The number of the start that a game began from."""

    def played(self, number: int) -> bytes:
        """The actions of a game so far."""

    def deal(self, number: int) -> bytes:
        """
        What lay face down at the start of a game, by square: the piece's code less one.
        """

class FlipBatch:
    """Many face-down 4×4 games."""

    def __init__(self, rules: FlipRules, starts: Sequence[FlipPosition], arrays: Sequence[object], seed: int, threads: int, history: int, autoreset: bool, capture_reward: float, max_plies: int) -> None: ...

    def copied(self, arrays: Sequence[object]) -> FlipBatch:
        """The same games with arrays of their own, which the caller fills."""

    def restart(self, seed: int) -> None:
        """Start all games, as in a new batch with that seed."""

    def reset(self, where: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Restart these games."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], where: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Play an action in each of these games."""

    def sample(self, where: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Draw a legal action for each of these games, or -1 if it is over."""

    def choose(self, level: Level, where: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """The move of a level in each of these games, or -1 if it is over."""

    def copy(self, sources: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Copy games, with their past, onto others."""

    def start(self, number: int) -> int:
        """The number of the start that a game began from."""

    def played(self, number: int) -> bytes:
        """The actions of a game so far."""

    def deal(self, number: int) -> bytes:
        """
        What lay face down at the start of a game, by square: the piece's code less one.
        """
