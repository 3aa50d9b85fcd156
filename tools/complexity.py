"""How large both games are, and what our code does with them: `python -m tools.complexity [part …] [--out FOLDER]`.

Prints one JSON object; `--out` also draws the plots of docs/engine/complexity.md. The parts are independent of each
other: positions, games, tree, cost, tables, hidden, depth.
"""

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, log10, perm
from pathlib import Path
from typing import Any

from jungle import GAMES, STANDARD, Position, perft
from jungle.board_game import BoardGame
from jungle.engine import Limit, engine_for
from jungle.flip import FLIP, FlipPosition
from jungle.flip.native import native_rules
from jungle.native import core
from jungle.pieces import EMPTY, FACE_DOWN, Piece, Side
from jungle.svg.charts import Axis, histogram
from jungle.tablebase import FlipTablebase
from jungle.tablebase.jungle import material_classes
from tools.program import run

SEED = 1
GAMES_PLAYED = 100
NODES = {"jungle": 2_000, "flip": 2_000}
PROBES = 2_000
PROBE_LIMIT = 400
"""The longest game, in plies: a random game on the large board may never end."""
DEPTHS = {"jungle": 10, "flip": 7}


def positions() -> dict[str, Any]:
    """The exact numbers of undecided positions, with either side to move, and of deals."""
    return {
        "jungle_positions": jungle_positions(),
        "jungle_positions_log10": round(log10(jungle_positions()), 2),
        "flip_positions": flip_positions(),
        "flip_positions_log10": round(log10(flip_positions()), 2),
        "flip_face_up_positions": flip_positions(most_hidden=0),
        "deals": factorial(16),
        "deals_up_to_symmetry": factorial(16) // 8,
        "reachable_share": reachable_share(),
    }


def jungle_positions() -> int:
    """Land animals on 49 squares, rats also on 12 of water; no piece in a den, and no side without pieces."""
    land, water = 49, 12

    def placed(animals: int, rats: int) -> int:
        """Ways to put any subset of the land animals and rats on the board, including none."""
        total = 0
        for up in range(animals + 1):
            free = land - up + water
            total += comb(animals, up) * perm(land, up) * sum(comb(rats, r) * perm(free, r) for r in range(rats + 1))
        return total

    both, one, none = placed(14, 2), placed(7, 1), 1
    return 2 * (both - 2 * one + none)


def flip_positions(most_hidden: int = 16) -> int:
    """Face-up pieces by square, face-down squares, and which pieces are hidden; no side without pieces."""

    def placed(pieces: int) -> int:
        total = 0
        for hidden in range(min(pieces, most_hidden) + 1):
            for up in range(pieces - hidden + 1):
                which = comb(pieces, hidden) * comb(pieces - hidden, up)
                total += which * comb(16, hidden) * perm(16 - hidden, up)
        return total

    return 2 * (placed(16) - 2 * placed(8) + 1)


def reachable_share() -> dict[str, float]:
    """The part of uniformly drawn positions of the large game in which the last move can be taken back.

    Necessary for being reachable, and cheap: a sample of positions, and the quiet moves that may have led there.
    """
    rng = random.Random(SEED)
    found, drawn = 0, 0
    while drawn < 2_000:
        drawn += 1
        found += any(True for _ in taken_back(random_position(rng)))
    share = found / drawn
    return {"jungle": share, "error": round(1.96 * math.sqrt(share * (1 - share) / drawn), 4)}


def random_position(rng: random.Random) -> Position:
    """Uniform among those that `jungle_positions` counts, but for sides without pieces, which are rare."""
    grid = Position.grid
    land = [square for square in range(63) if square not in grid.dens and not grid.is_water(square)]
    everything = [square for square in range(63) if square not in grid.dens]
    shapes = [(animals, rats) for animals in range(15) for rats in range(3)]
    weights = [comb(14, a) * perm(49, a) * comb(2, r) * perm(61 - a, r) for a, r in shapes]
    animals, rats = rng.choices(shapes, weights)[0]
    codes = rng.sample([side * 8 + kind for side in (0, 1) for kind in range(2, 9)], animals)
    pieces = dict(zip(rng.sample(land, animals), codes, strict=True))
    free = [square for square in everything if square not in pieces]
    pieces.update(zip(rng.sample(free, rats), rng.sample([1, 9], rats), strict=True))
    board = bytes(pieces.get(square, 0) for square in range(63))
    return Position.from_fen(f"{grid.board_text(board)} {rng.choice('br')}")


def taken_back(position: Position) -> Iterator[object]:
    """Quiet moves of the other side that lead to a position, found by moving its pieces on."""
    return (move for move in position.passed().legal_moves() if move.captured is None)


def games() -> dict[str, Any]:
    """Branching and length of games that the engine plays against itself at fixed nodes."""
    figures: dict[str, Any] = {}
    for kind in GAMES:
        lengths, widths, outcomes = play_games(kind, GAMES_PLAYED)
        figures[kind] = {
            "games": len(lengths),
            "nodes_a_move": NODES[kind],
            "plies_mean": round(statistics.mean(lengths), 1),
            "plies_error": round(1.96 * statistics.stdev(lengths) / math.sqrt(len(lengths)), 1),
            "plies_median": statistics.median(lengths),
            "moves_mean": round(statistics.mean(widths), 2),
            "moves_most": max(widths),
            "draws": outcomes.count(None),
            "lengths": lengths,
            "widths": widths,
        }
    return figures


def play_games(kind: str, count: int) -> tuple[list[int], list[int], list[object]]:
    rng = random.Random(SEED)
    lengths: list[int] = []
    widths: list[int] = []
    winners: list[object] = []
    with engine_for(kind, hash_mb=8) as engine:
        for number in range(count):
            game: BoardGame = GAMES[kind].new(seed=number) if kind == "flip" else GAMES[kind].new()
            while not game.outcome() and len(game) < PROBE_LIMIT:
                moves = game.legal_moves()
                widths.append(len(moves))
                # The first moves of the large game are random; otherwise all games would be the same.
                varied = kind == "jungle" and len(game) < 6
                game.push(rng.choice(moves) if varied else engine.search(game, Limit(nodes=NODES[kind])).move)
            lengths.append(len(game))
            outcome = game.outcome()
            winners.append(outcome.winner if outcome else None)
    return lengths, widths, winners


def tree() -> dict[str, Any]:
    """Knuth's estimate of the leaves of the tree: the mean over random games of the product of their branchings."""
    figures = {}
    for kind in GAMES:
        rng = random.Random(SEED)
        logs = [probe(kind, rng) for _ in range(PROBES)]
        top = max(logs)
        # The mean of products, taken around the largest so that nothing overflows; its error from parts of the sample.
        parts = [logs[start::10] for start in range(10)]
        means = [top + log10(statistics.mean(10 ** (log - top) for log in part)) for part in parts]
        figures[kind] = {
            "probes": PROBES,
            "log10_leaves": round(top + log10(statistics.mean(10 ** (log - top) for log in logs)), 1),
            "log10_spread_of_tenths": [round(min(means), 1), round(max(means), 1)],
            "log10_median_game": round(statistics.median(logs), 1),
        }
    return figures


def probe(kind: str, rng: random.Random) -> float:
    """The decimal logarithm of the product of branchings along a random game; a flip branches by what may come up."""
    game: BoardGame = GAMES[kind].new(seed=rng.randrange(2**31)) if kind == "flip" else GAMES[kind].new()
    total = 0.0
    while not game.outcome() and len(game) < PROBE_LIMIT:
        moves = game.legal_moves()
        hidden = len(game.hidden_pieces())
        weights = [hidden if move.is_flip() else 1 for move in moves]
        total += log10(sum(weights))
        game.push(rng.choices(moves, weights)[0])
    return total


def cost() -> dict[str, Any]:
    """Processor time in nanoseconds per leaf of move generation and per node of each search."""
    figures: dict[str, Any] = {}
    middle = FlipPosition.from_fen("W?E1/?LdP/rlpC/1c1? r 0 Dwe")
    counts: tuple[tuple[str, Callable[[], int]], ...] = (
        ("jungle_perft", lambda: perft(Position.initial(), 6)),
        ("flip_perft", lambda: perft(middle, 6)),
    )
    for name, count in counts:
        started = time.process_time()
        leaves = count()
        figures[f"{name}_ns"] = round(1e9 * (time.process_time() - started) / leaves, 2)
    for kind in GAMES:
        with engine_for(kind) as engine:
            game = GAMES[kind].new(fen=middle.fen()) if kind == "flip" else GAMES[kind].new()
            started = time.process_time()
            result = engine.search(game, Limit(nodes=2_000_000))
            figures[f"{kind}_search_ns"] = round(1e9 * (time.process_time() - started) / result.nodes, 1)
    return figures


def tables() -> dict[str, Any]:
    """Classes and positions of exact tables, by pieces."""
    flip = core.FlipTablebase(native_rules(FLIP), 8).classes
    large = material_classes(STANDARD, 5).classes
    figures: dict[str, Any] = {"flip": {}, "jungle": {}}
    for pieces in range(2, 9):
        # Slots, which a few percent of symmetric positions share, are counted without visiting billions of positions.
        layer = [of for of in flip if of.pieces == pieces]
        figures["flip"][pieces] = {
            "classes": len(layer),
            "values": sum(of.slots for of in layer),
            "largest": max(of.slots for of in layer),
        }
    for pieces in range(2, max(of.pieces for of in large) + 1):
        classes = [of for of in large if of.pieces == pieces]
        figures["jungle"][pieces] = {"classes": len(classes), "values": sum(of.size for of in classes)}
    return figures


def hidden() -> dict[str, Any]:
    """Expected results if all remaining pieces lie face down and Blue is to move: least, most and mean."""
    opened = FlipTablebase.from_folder()
    native = opened.core_tables(FLIP)
    assert native is not None
    figures: dict[str, Any] = {}
    for of in native.classes:
        if of.pieces > 4:
            continue
        blue, red = of.name.split("-")
        pieces = frozenset(map(Piece.from_letter, blue + red.lower()))
        worths = []
        for squares in combinations(range(16), of.pieces):
            board = bytes(FACE_DOWN if square in squares else EMPTY for square in range(16))
            entry = opened.probe(FlipPosition(FLIP, board, Side.BLUE, 0, pieces))
            assert entry is not None
            worths.append(Fraction(entry.wdl).limit_denominator(24))
        figures[of.name] = [str(min(worths)), str(max(worths)), round(float(sum(worths) / len(worths)), 3)]
    return figures


def depth() -> dict[str, Any]:
    """Nodes of a search from the start by depth, and how they grow."""
    figures: dict[str, Any] = {}
    for kind in GAMES:
        nodes = []
        with engine_for(kind) as engine:
            for level in range(1, DEPTHS[kind] + 1):
                engine.new_game()
                nodes.append(engine.search(GAMES[kind].new(), Limit(depth=level)).nodes)
        growth = (nodes[-1] / nodes[1]) ** (1 / (len(nodes) - 2))
        figures[kind] = {"nodes": nodes, "growth_a_ply": round(growth, 2)}
    return figures


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "positions": positions,
    "games": games,
    "tree": tree,
    "cost": cost,
    "tables": tables,
    "hidden": hidden,
    "depth": depth,
}

STYLE = (
    "<style>text{font:12px sans-serif;fill:#444}.grid{stroke:#bbb;stroke-width:.7}.series0{fill:#2f6db5;stroke:none}"
    ".line0{fill:none;stroke:#2f6db5;stroke-width:2}.line1{fill:none;stroke:#c4502a;stroke-width:2}</style>"
)


def standalone(svg: str) -> str:
    """A chart of a report as a standalone document."""
    head, end, body = svg.partition(">")
    return (
        f"{head.replace('<svg', '<svg xmlns=' + chr(34) + 'http://www.w3.org/2000/svg' + chr(34))}{end}{STYLE}{body}\n"
    )


def curves(series: Sequence[tuple[str, Sequence[tuple[int, float]]]], *, across: str, title: str) -> str:
    """Curves over a logarithmic scale."""
    width, height = 640, 300
    points = [point for _, values in series for point in values]
    x = Axis(min(p[0] for p in points), max(p[0] for p in points), 60, width - 110)
    y = Axis(0, math.ceil(max(log10(p[1]) for p in points)), height - 40, 24)
    parts = [f'<text x="60" y="14">{title}</text>']
    for power in range(0, int(y.high) + 1, max(1, int(y.high) // 6)):
        parts.append(f'<line class="grid" x1="60" x2="{width - 110}" y1="{y.place(power)}" y2="{y.place(power)}"/>')
        parts.append(f'<text x="52" y="{y.place(power) + 4}" text-anchor="end">1e{power}</text>')
    for place in range(int(x.low), int(x.high) + 1):
        parts.append(f'<text x="{x.place(place)}" y="{height - 22}" text-anchor="middle">{place}</text>')
    parts.append(f'<text x="{width / 2 - 30}" y="{height - 4}" text-anchor="middle">{across}</text>')
    for number, (name, values) in enumerate(series):
        line = " ".join(f"{x.place(place):.1f},{y.place(log10(value)):.1f}" for place, value in values)
        parts.append(f'<polyline class="line{number}" points="{line}"/>')
        last = values[-1]
        parts.append(f'<text x="{x.place(last[0]) + 6}" y="{y.place(log10(last[1])) + 4}">{name}</text>')
    return f'<svg viewBox="0 0 {width} {height}">' + "\n".join(parts) + "</svg>"


def draw(figures: dict[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if "games" in figures:
        for kind, found in figures["games"].items():
            for what, title in (("lengths", "plies of a game"), ("widths", "legal moves of a position")):
                chart = histogram([found[what]], across_title=title, label=f"{kind}: {title}", names=[kind])
                (folder / f"complexity-{kind}-{what}.svg").write_text(standalone(chart), encoding="utf-8")
    if "depth" in figures:
        series = [(kind, list(enumerate(found["nodes"], 1))) for kind, found in figures["depth"].items()]
        chart = curves(series, across="depth of the search", title="nodes")
        (folder / "complexity-depth.svg").write_text(standalone(chart), encoding="utf-8")
    if "tables" in figures:
        series = [
            (kind, [(pieces, row["values"]) for pieces, row in found.items()])
            for kind, found in figures["tables"].items()
        ]
        chart = curves(series, across="pieces", title="values in the tables")
        (folder / "complexity-tables.svg").write_text(standalone(chart), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="all, if none is named")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="draw the plots there")
    options = parser.parse_args()
    figures = {}
    for part in options.parts or PARTS:
        started = time.perf_counter()
        figures[part] = PARTS[part]()
        print(f"{part}: {time.perf_counter() - started:.1f} s", file=sys.stderr)
    if options.out:
        draw(figures, options.out)
    for found in figures.get("games", {}).values():  # The plots show them.
        del found["lengths"], found["widths"]
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    run(main)
