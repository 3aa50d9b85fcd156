"""Collects forced wins that a fast player of ours overlooked, each proved.

    python -m tools.forced_wins --seeds 7 8 --each 50 --into src/jungle/engine/forced_wins.json

The engine plays itself with few nodes per move. From the position in which it first sees a win we go back, as long as a
proof shows that the winner could have forced it earlier. The earliest such position is kept, unless a cold search with
more nodes than the player had finds the win as well: easy wins measure nothing. A different search plays different
games, and so makes a different suite.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from jungle.engine import Engine, Limit
from jungle.engine.bench import ForcedWinPosition
from jungle.engine.forced import forced_win
from jungle.errors import JungleError
from jungle.moves import BoardMove
from jungle.native import core
from jungle.native_rules import table
from jungle.options import whole_number
from jungle.position import Position
from jungle.progress import Progress
from jungle.storage import write_atomically
from tools.program import output_file, run

RANDOM_PLIES = 8
PLIES_AT_MOST = 300
QUIET_AT_MOST = 80
"""The number of plies without a capture after which a game is abandoned."""
PLAYER_NODES = 600
SEARCH_NODES = 10_000
PROOF_NODES = 200_000
HASH_MB = 1
CONTEMPT = 20
ONGOING = (0, 0)
VERIFY_AT_MOST = 20_000
"""The largest number of positions in a verification."""


class TooHardError(Exception):
    """A verification takes too long."""


@dataclass(slots=True)
class Verification:
    """Plays a win out: one move for the winner, and every move of the loser, by the Python rules."""

    looked_at: int = 0

    def holds(self, position: Position, plies: int, seen: dict[tuple[int, int], bool] | None = None) -> bool:
        """Whether the game is won within this many plies against every defence."""
        seen = {} if seen is None else seen
        if position.is_decided() or plies < 1:
            return False
        if (position.key, plies) in seen:
            return seen[position.key, plies]
        self.looked_at += 1
        if self.looked_at > VERIFY_AT_MOST:
            raise TooHardError
        holds = False
        if move := winning_move(position, plies):
            after = position.after(move)
            if after.is_decided():
                holds = after.den_winner() is position.side or not after.has_pieces(after.side)
            else:
                # A loser without a move has lost, so an empty list is a win.
                replies = [after.after(move) for move in after.legal_moves()]
                holds = all(self.holds(reply, plies - 2, seen) for reply in replies)
        seen[position.key, plies] = holds
        return holds


def winning_move(position: Position, plies: int) -> BoardMove | None:
    """A move claimed to win within this many plies.

    In the middle of a win, a new proof may take a longer route than the one that led there; the search knows a shorter
    one.
    """
    win = forced_win(position)
    if win and win.plies <= plies:
        return win.line[0]
    with Engine(hash_mb=HASH_MB) as engine:
        found = engine.search(position, Limit(nodes=PROOF_NODES))
    return found.move if found.score.win_in is not None and 0 < found.score.win_in <= plies else None


class Player:
    """Plays thousands of games against itself, directly in the core."""

    def __init__(self) -> None:
        self.start = Position.initial()
        self._table = table(self.start.rules)
        self._searcher = core.Searcher(hash_mb=HASH_MB)
        self._prover = core.Prover()

    def search(self, moves: list[int], nodes: int) -> "core.Info | None":
        """The best line after some moves, if the game is not over."""
        start = self.start
        lines = self._searcher.search(self._table, start.board, start.side, 0, moves, nodes=nodes, contempt=CONTEMPT)
        return lines[0] if lines else None

    def has_forced_win(self, moves: list[int]) -> bool:
        start = self.start
        return self._prover.prove(self._table, start.board, start.side, 0, moves, PROOF_NODES).plies > 0

    def play(self, random: Random) -> tuple[list[int], int] | None:
        """The moves until the search sees a win, and its plies, negative for a loss; None if neither side wins."""
        start = self.start
        state = core.State(self._table, start.board, start.side)
        moves: list[int] = []
        self._searcher.clear()
        while len(moves) < PLIES_AT_MOST and state.quiet <= QUIET_AT_MOST and state.outcome() == ONGOING:
            if len(moves) < RANDOM_PLIES:
                moves.append(random.choice(state.moves()))
            else:
                best = self.search(moves, PLAYER_NODES)
                if not best:
                    return None
                if best.win_in:
                    return moves, best.win_in
                moves.append(best.pv[0])
            state.play(moves[-1])
        return None

    def earliest(self, moves: list[int], win_in: int) -> list[int] | None:
        """The moves to the earliest position before the end of a game from which the winner is proved to win."""
        found = None
        length = len(moves) - (2 if win_in > 0 else 1)
        while length > RANDOM_PLIES and self.has_forced_win(moves[:length]):
            found = moves[:length]
            length -= 2
        return found

    def sees_win(self, position: Position) -> bool:
        """Whether a search with an empty table finds it."""
        self._searcher.clear()
        lines = self._searcher.search(
            self._table, position.board, position.side, position.quiet, [], nodes=SEARCH_NODES
        )
        return lines[0].win_in > 0


def collect(count: int, seed: int, seen: set[int]) -> Iterator[ForcedWinPosition]:
    """This many new break-ins; reproducible for the same seed and the same search."""
    random, player = Random(seed), Player()
    found_before, games = len(seen), 0
    with Progress("break-ins", count) as progress:
        while len(seen) < found_before + count:
            games += 1
            played = player.play(random)
            moves = played and player.earliest(*played)
            if not moves:
                continue
            position = player.start
            for code in moves:
                position = position.after(position.find_move(code & 63, code >> 6))
            # The position alone, without its history.
            win = forced_win(position, 2 * PROOF_NODES)
            if not win or position.key in seen or player.sees_win(position):
                continue
            seen.add(position.key)
            done = len(seen) - found_before
            progress.show(done, f"seed {seed}, {games} games")
            yield ForcedWinPosition(position.fen(), win.line[0].uci(), win.plies)


def load(path: Path) -> list[ForcedWinPosition]:
    """The break-ins of a suite's file. Raises JungleError."""
    try:
        found = [ForcedWinPosition(**entry) for entry in json.loads(path.read_text("utf-8"))]
        for break_in in found:
            Position.from_fen(break_in.fen)
    except (ValueError, TypeError) as error:
        raise JungleError(f"{path}: expected a suite of break-ins, got something else: {error}") from None
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.forced_wins", description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--each", type=whole_number(least=1), default=50, metavar="N", help="positions of each seed (default: 50)")
    add("--seeds", type=int, nargs="+", default=[1], metavar="SEED", help="seeds of the random generator (default: 1)")
    add("--into", type=output_file, required=True, metavar="FILE.json", help="the suite to add to")
    args = parser.parse_args(arguments)
    found = load(args.into) if args.into.exists() else []
    seen = {Position.from_fen(break_in.fen).key for break_in in found}
    for seed in args.seeds:
        for break_in in collect(args.each, seed, seen):
            found.append(break_in)
            write_atomically(args.into, "[\n" + ",\n".join(json.dumps(asdict(each)) for each in found) + "\n]\n")
    return 0


if __name__ == "__main__":
    run(main)
