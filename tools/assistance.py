"""Calibrates the nightly engine check: plays games between levels, and between levels and engine users, and counts whom
thresholds would report.

    python -m tools.assistance --games 24 --keep /tmp/checks.jsonl
    python -m tools.assistance --read /tmp/checks.jsonl

The levels, which err like people, are the honest players; engine users play the engine's moves always or every second
time. Each game is judged as on the server, and a player's games are grouped into sets as large as the server requires
before it reports anyone.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from types import SimpleNamespace

from jungle.engine import engine_for
from jungle.game import Game
from jungle.options import whole_number
from jungle.pieces import Side
from jungle.players import player
from jungle.server.ops.assistance import AGREEMENT_LIMIT, LEAST_GAMES, LEAST_LOSS, LEAST_MOVES, Check, combined, compare
from tools.program import run

HONEST = ("1", "2", "3", "4", "5", "6", "7", "8")
USERS = {
    "engine, 20,000 nodes": ("engine:nodes=20000", 1),
    "engine, 200,000 nodes": ("engine:nodes=200000", 1),
    "level 4 with every second move": ("engine:nodes=200000", 2),
}
"""The engine users, and how often they play the engine's move: always, or every second time."""
OPPONENTS = ("3", "4", "5", "6")
PLIES_LIMIT = 160
AGREEMENTS = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8)
LOSSES = (0.002, 0.005, 0.01, 0.02)


def pairs() -> list[tuple[str, str]]:
    """Neighbouring levels, and each engine user against levels."""
    honest = [(one, two) for one in HONEST for two in HONEST if 0 <= int(two) - int(one) <= 1]
    return honest + [(user, level) for user in USERS for level in OPPONENTS]


def play(names: tuple[str, str], seed: int) -> Game:
    """A game; who moves first is drawn."""
    draw = Random(seed)
    first = draw.randrange(2)
    seats = names if first == 0 else (names[1], names[0])
    with ExitStack() as stack:
        own, helper = [], []
        for seat, name in enumerate(seats):
            spec, every = USERS.get(name, (name, 1))
            helper.append((stack.enter_context(player(spec, seed=seed + seat, threads=1)), every))
            usual = spec if every == 1 else "4"
            own.append(helper[-1][0] if every == 1 else stack.enter_context(player(usual, seed=seed, threads=1)))
        game = Game()
        while game.outcome() is None and len(game) < PLIES_LIMIT:
            seat = len(game) % 2
            chooser = helper[seat][0] if (len(game) // 2) % helper[seat][1] == 0 else own[seat]
            game.play(chooser.choose(game).move)
    return game


def checks(games: int) -> Iterator[dict[str, object]]:
    """The findings of the server's check for each player of each game."""
    judge = engine_for("jungle", hash_mb=16)
    for number in range(games):
        for index, names in enumerate(pairs()):
            seed = 1000 * index + number
            game = play(names, seed)
            seats = names if Random(seed).randrange(2) == 0 else (names[1], names[0])
            found = compare("standard", [move.uci() for move in game.moves], judge)
            for side in Side:
                check = found[side]
                yield {"player": seats[side], "moves": check["moves"], "agreed": check["agreed"], "lost": check["lost"]}


def sets(rows: Iterable[dict[str, object]]) -> dict[str, list[Check]]:
    """A player's games, in sets with as many moves and games as a report needs."""
    found: dict[str, list[Check]] = defaultdict(list)
    waiting: dict[str, list[SimpleNamespace]] = defaultdict(list)
    for row in rows:
        name = str(row["player"])
        waiting[name].append(SimpleNamespace(**row, seconds=0.0, spread=0.0))
        check = combined(waiting[name])
        if check.games >= LEAST_GAMES and check.moves >= LEAST_MOVES:
            found[name].append(check)
            waiting[name].clear()
    return found


def report(found: dict[str, list[Check]]) -> None:
    print(f"{'player':<32}{'sets':>6}{'agreement':>22}{'loss per move':>24}{'reported':>10}")
    for name in (*HONEST, *USERS):
        some = found.get(name, [])
        if not some:
            continue
        agreed = sorted(check.agreed / check.moves for check in some)
        lost = sorted(check.lost / check.moves for check in some)
        middle, reported = len(some) // 2, sum(check.is_suspicious() for check in some)
        spread = f"{agreed[0]:.0%} … {agreed[middle]:.0%} … {agreed[-1]:.0%}"
        losses = f"{lost[0]:.2%} … {lost[middle]:.2%} … {lost[-1]:.2%}"
        print(f"{name:<32}{len(some):>6}{spread:>22}{losses:>24}{reported:>10}")
    honest = [check for name in HONEST for check in found.get(name, [])]
    users = [check for name in USERS for check in found.get(name, [])]
    print(f"\nhonest sets reported / engine users' sets reported, of {len(honest)} / {len(users)}, by thresholds")
    print(f"{'agreement at least':<20}" + "".join(f"{f'loss ≤ {loss:.1%}':>14}" for loss in LOSSES))
    for agreement in AGREEMENTS:
        cells = []
        for loss in LOSSES:
            counts = [
                sum(check.agreed / check.moves >= agreement and check.lost / check.moves <= loss for check in some)
                for some in (honest, users)
            ]
            mark = "*" if (agreement, loss) == (AGREEMENT_LIMIT, LEAST_LOSS) else ""
            cells.append(f"{f'{counts[0]} / {counts[1]}{mark}':>14}")
        print(f"{f'{agreement:.0%}':<20}" + "".join(cells))
    print("* the server's thresholds")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.assistance", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=whole_number(least=1), default=8, help="games per pair of players")
    parser.add_argument("--keep", type=Path, help="append the findings to this file")
    parser.add_argument("--read", type=Path, help="read such a file instead of playing")
    options = parser.parse_args(arguments)
    if options.read:
        rows = [json.loads(line) for line in options.read.read_text(encoding="utf-8").splitlines()]
    else:
        rows = []
        for row in checks(options.games):
            rows.append(row)
            if options.keep:
                with options.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    report(sets(rows))
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
