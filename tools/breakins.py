"""Forced wins that a quick player of our own overlooked, each proved.

    python -m tools.breakins --count 320 --seed 1 > src/jungle/engine/breakins.json

The engine plays itself with few nodes a move. From the position in which it first sees a win we go back, as long as a
proof finds that the winner could have forced it earlier. The earliest such position is kept, unless a search from
nothing with more nodes than the player had finds the win as well: what is found at once tells nothing.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random

from jungle.engine.bench import BreakIn
from jungle.engine.engine import Engine
from jungle.engine.forced import forced_win
from jungle.engine.limits import Limit
from jungle.game import Game
from jungle.options import whole_number
from jungle.position import Position

RANDOM_PLIES = 8
PLIES_AT_MOST = 300
QUIET_AT_MOST = 80
"""Plies without a capture after which a game is given up."""
PLAYER_NODES = 600
SEARCH_NODES = 20_000
PROOF_NODES = 300_000
HASH_MB = 2
VERIFY_AT_MOST = 20_000
"""Positions that a verification looks at."""


class TooHardError(Exception):
    """A verification takes longer than it is worth."""


@dataclass(slots=True)
class Verification:
    """Plays a proof out: the prover's move for the winner, and every move of the loser, by the Python rules."""

    looked_at: int = 0

    def holds(self, position: Position, plies: int, seen: dict[tuple[int, int], bool] | None = None) -> bool:
        """Does the prover's play win within so many plies against everything?"""
        seen = {} if seen is None else seen
        if position.is_decided() or plies < 1:
            return False
        if (position.key, plies) in seen:
            return seen[position.key, plies]
        self.looked_at += 1
        if self.looked_at > VERIFY_AT_MOST:
            raise TooHardError
        win = forced_win(position)
        holds = False
        if win and win.plies <= plies:
            after = position.after(win.line[0])
            if after.is_decided():
                holds = after.den_winner() is position.side or not after.has_pieces(after.side)
            else:
                # Without a move the loser has lost, so that an empty list is a win.
                replies = [after.after(move) for move in after.legal_moves()]
                holds = all(self.holds(reply, win.plies - 2, seen) for reply in replies)
        seen[position.key, plies] = holds
        return holds


def play(engine: Engine, random: Random) -> tuple[Game, int] | None:
    """A game up to the move that sees a win, and the plies of it, negative for a loss; None where nobody wins."""
    game = Game()
    while len(game) < RANDOM_PLIES and (moves := game.legal_moves()):
        game.play(random.choice(moves))
    engine.new_game()
    while game.outcome() is None and len(game) < PLIES_AT_MOST and game.position.quiet <= QUIET_AT_MOST:
        result = engine.search(game, Limit(nodes=PLAYER_NODES))
        if result.score.win_in is not None:
            return game, result.score.win_in
        game.play(result.move)
    return None


def earliest(game: Game, win_in: int) -> BreakIn | None:
    """The earliest position before the end of a game in which the winner is proved to win."""
    found = None
    game.undo()
    if win_in > 0:
        game.undo()
    while len(game) > RANDOM_PLIES and (win := forced_win(game, PROOF_NODES)):
        found = BreakIn(game.position.fen(), win.line[0].uci(), win.plies)
        game.undo()
        game.undo()
    return found


def collect(count: int, seed: int) -> Iterator[BreakIn]:
    """So many break-ins; the same for the same seed."""
    random = Random(seed)
    seen: set[int] = set()
    games = 0
    with Engine(hash_mb=HASH_MB) as engine:
        while len(seen) < count:
            games += 1
            played = play(engine, random)
            found = played and earliest(*played)
            if not found:
                continue
            position = Position.from_fen(found.fen)
            engine.new_game()
            sees_it = engine.search(position, Limit(nodes=SEARCH_NODES)).score.win_in is not None
            # A proof from the position alone, without what was played before.
            win = forced_win(position, 2 * PROOF_NODES)
            if sees_it or not win or position.key in seen:
                continue
            seen.add(position.key)
            print(f"\r{len(seen)}/{count} after {games} games", end="", file=sys.stderr, flush=True)
            yield BreakIn(found.fen, win.line[0].uci(), win.plies)
    print(file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.breakins", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--count", type=whole_number(least=1), default=320, metavar="N", help="positions (default: 320)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the random generator's start (default: 1)")
    args = parser.parse_args(arguments)
    for number, found in enumerate(collect(args.count, args.seed)):
        print("," if number else "[", json.dumps(asdict(found)), end="", sep="\n", flush=True)
    print("\n]")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\njungle: interrupted")
