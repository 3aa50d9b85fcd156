"""Makes the puzzles of `jungle.puzzles`: found in our own games and proved by exhaustive search.

    python -m tools.make_puzzles --count 1000 --seed 1 --out src/jungle/puzzles/puzzles.jsonl

A position is kept when exactly one move wins by force, or exactly one does not lose by force. The engine only proposes
candidates; a proof that considers every move of both sides decides. Rerun the command to resume a stopped run: the
games are numbered, and each depends only on the seed and its number. Other seeds can add to the same file: the shipped
puzzles come from seeds 1, 2 and 3.

    python -m tools.make_puzzles --theme river_block --count 24 --seed 1 --out src/jungle/puzzles/puzzles.jsonl

Some themes are rare in games. With `--theme`, positions with a few pieces are set up at random, as in `tools.tactics`,
until the file has enough puzzles of that theme.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from jungle.engine import Engine, Limit, Line
from jungle.errors import JungleError
from jungle.game import Game
from jungle.moves import Move
from jungle.native import core
from jungle.native_rules import table
from jungle.options import whole_number
from jungle.pieces import Animal
from jungle.players import level
from jungle.players.choosing import Skill, choose_line
from jungle.position import Position
from jungle.puzzles import Puzzle
from jungle.storage import write_atomically
from tools.program import output_file, run
from tools.tactics import SETTINGS, is_race, is_river_block, is_trap_fight, random_position

PLAYERS = (
    Skill(blur=50, plies=3, sees=800, fades=50, jumps=700),
    Skill(blur=30, plies=5, sees=950, fades=20, jumps=900),
    Skill(blur=60),
    Skill(blur=20),
)
"""Players that play well and sometimes err, as people do. Not the levels themselves, which may be retuned."""
OPENING_PLIES = 6
"""The number of random plies before they start."""
GAME_LIMIT = 160
LOOK = Limit(nodes=2500)
LINES = 8
HORIZON = 9
"""The longest win, in plies, and how deep the other moves of a shorter one are searched."""
SLACK = 2
"""For this many more plies no other move may win, and the saving move may not lose after all."""
SAVES = (3, 5, 7)
"""In a puzzle with one saving move, every other move loses within this many plies."""
LEAST_MOVES = 5
POSITIONS = 150_000
"""A proof that takes more positions is abandoned."""
PAUSE = 12
"""The number of plies after a puzzle in which the same game gives no other."""
SOLVERS = ("1", "2", "3", "4", "5", "6", "7")
SEEDS = (1, 2, 3)


class TooHardError(Exception):
    """A proof takes too long."""


class Prover:
    """The core's proof, for one puzzle."""

    def __init__(self, position: Position) -> None:
        self._proof = core.Proof(table(position.rules), POSITIONS)

    def wins(self, position: Position, plies: int) -> bool:
        return self._sure(self._proof.wins(position.board, position.side, plies))

    def loses(self, position: Position, plies: int) -> bool:
        return self._sure(self._proof.loses(position.board, position.side, plies))

    @staticmethod
    def _sure(found: bool | None) -> bool:
        if found is None:
            raise TooHardError
        return found


def winning_moves(proof: Prover, position: Position, plies: int) -> list[Move]:
    """The moves that win within this many plies."""
    return [move for move in position.legal_moves() if proof.loses(position.after(move), plies - 1)]


def is_proved(puzzle: Puzzle) -> bool:
    """Whether exactly one move wins, or exactly one does not lose, as claimed."""
    position = Position.from_fen(puzzle.fen)
    proof, answer = Prover(position), puzzle.answer
    if puzzle.goal == "win":
        return (
            proof.loses(position.after(answer), puzzle.plies - 1)
            and not proof.wins(position, puzzle.plies - 2)
            and winning_moves(proof, position, horizon(puzzle.plies)) == [answer]
        )
    others = [move for move in position.legal_moves() if move != answer]
    return not proof.wins(position.after(answer), puzzle.plies + SLACK) and all(
        proof.wins(position.after(move), puzzle.plies) for move in others
    )


def horizon(plies: int) -> int:
    """How deep the other moves are searched if one wins in this many plies."""
    return max(plies + SLACK, HORIZON)


def find(position: Position, lines: Sequence[Line], source: str) -> Puzzle | None:
    """The puzzle of a position, if the lines promise one and the proof holds."""
    if len(lines) < 2 or position.count_moves() < LEAST_MOVES:
        return None
    best, second = lines[0].score.win_in or 0, lines[1].score.win_in or 0
    proof = Prover(position)
    if 3 <= best <= HORIZON and second <= 0:
        plies = next((plies for plies in range(1, best + 1, 2) if proof.wins(position, plies)), 0)
        if plies < 3 or len(winning := winning_moves(proof, position, horizon(plies))) != 1:
            return None
        return _made(position, winning[0], "win", plies, proof, source)
    if best >= 0 and second < 0:
        for plies in SAVES:
            saving = [move for move in position.legal_moves() if not proof.wins(position.after(move), plies)]
            if len(saving) == 1 and not proof.wins(position.after(saving[0]), plies + SLACK):
                return _made(position, saving[0], "save", plies, proof, source)
    return None


def _made(position: Position, answer: Move, goal: str, plies: int, proof: Prover, source: str) -> Puzzle:
    line = list(solution(proof, position, answer, plies)) if goal == "win" else [answer]
    fen = Position.from_fen(f"{' '.join(position.fen().split()[:2])} 0 1").fen()
    return Puzzle(
        id=hashlib.sha256(fen.encode()).hexdigest()[:6],
        fen=fen,
        moves=tuple(move.uci() for move in line),
        goal=goal,
        plies=plies,
        rating=0,
        themes=_themes(proof, position, line, goal, plies),
        source=source,
    )


def solution(proof: Prover, position: Position, answer: Move, plies: int) -> Iterator[Move]:
    """The line as far as the solver has no choice: the only winning moves, and the replies that hold out longest."""
    yield answer
    position = position.after(answer)
    while not position.is_decided() and (replies := position.legal_moves()) and plies > 2:
        plies -= 2
        reply = max(replies, key=lambda move: _distance(proof, position.after(move), plies))
        position = position.after(reply)
        moves = winning_moves(proof, position, plies)
        if len(moves) != 1:
            return
        yield reply
        yield moves[0]
        position = position.after(moves[0])


def _distance(proof: Prover, position: Position, most: int) -> int:
    return next((plies for plies in range(1, most + 1, 2) if proof.wins(position, plies)), most)


class Solvers:
    """The levels that rate a puzzle: the more of them fail, and the stronger they are, the harder it is."""

    def __init__(self) -> None:
        self._levels = [[level(name, seed=seed) for seed in SEEDS] for name in SOLVERS]

    def rating(self, puzzle: Puzzle) -> int:
        """500 for a puzzle that every level solves, 200 more per level that fails, and 40 per move to look ahead."""
        failures: int = sum(
            player.choose(puzzle.game()).move != puzzle.answer for players in self._levels for player in players
        )
        return 500 + 200 * failures // len(SEEDS) + 40 * (puzzle.plies // 2)


def _themes(proof: Prover, position: Position, line: list[Move], goal: str, plies: int) -> tuple[str, ...]:
    """The themes of a puzzle, at least one of `THEMES`."""
    answer = line[0]
    after = position.after(answer)
    waiting = after.passed()
    threats = [move for move in waiting.legal_moves() if proof.loses(waiting.after(move), plies - 3)]
    named = {
        "den_race": goal == "win" and is_race(position, line),
        "trap_fight": is_trap_fight(position, line),
        "rat_and_elephant": any({move.animal, move.captured} == {Animal.RAT, Animal.ELEPHANT} for move in line),
        "jump": answer.is_jump(),
        "jump_fork": goal == "win" and answer.is_jump() and len(threats) >= 2,
        "river_block": is_river_block(position, answer),
        "zugzwang": goal == "win" and plies > 3 and not proof.wins(waiting, plies - 2),
        "capture": answer.captured is not None,
        "quiet_move": answer.captured is None,
        "defence": goal == "save",
    }
    return tuple(theme for theme, is_one in named.items() if is_one)


def mine(seed: int, number: int, engine: Engine, solvers: Solvers) -> Iterator[Puzzle]:
    """The puzzles from one game, each with a different answer."""
    random = Random(f"puzzles {seed} {number}")
    players = random.choices(PLAYERS, k=2)
    game = Game()
    for _ in range(OPENING_PLIES):
        game.push(random.choice(game.legal_moves()))
    next_at = len(game)
    answers: set[str] = set()
    while game.outcome() is None and len(game) < GAME_LIMIT:
        engine.new_game()
        lines = engine.search(game, LOOK, multipv=LINES).lines
        if len(game) >= next_at:
            try:
                puzzle = find(game.position, lines, f"{seed}.{number}.{len(game)}")
            except TooHardError:
                puzzle = None
            if puzzle and puzzle.moves[0] not in answers:
                answers.add(puzzle.moves[0])
                yield replace(puzzle, rating=solvers.rating(puzzle))
                next_at = len(game) + PAUSE
        skill, last = players[len(game) % 2], game.moves[-1].target
        bits = random.getrandbits(64)
        game.push(choose_line(game.position, lines, skill, last=last, is_opening=False, seed=bits).move)


def load(path: Path) -> list[Puzzle]:
    """The puzzles in a file; none if it does not exist. Raises JungleError."""
    if not path.exists():
        return []
    try:
        return [Puzzle.from_data(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    except (ValueError, TypeError, LookupError) as error:
        raise JungleError(f"{path}: expected puzzles, got something else: {error}") from None


def set_up(theme: str, seed: int, number: int, engine: Engine, solvers: Solvers) -> Puzzle | None:
    """The puzzle of that theme in a position set up at random, if it has one."""
    position = random_position(SETTINGS[theme.replace("_", " ")], Random(f"puzzles {theme} {seed} {number}"))
    if position.is_decided():
        return None
    engine.new_game()
    try:
        puzzle = find(position, engine.search(position, LOOK, multipv=LINES).lines, f"{theme}.{seed}.{number}")
    except TooHardError:
        return None
    if puzzle is None or theme not in puzzle.themes:
        return None
    return replace(puzzle, rating=solvers.rating(puzzle))


def collect(count: int, seed: int, path: Path, theme: str | None = None) -> None:
    """Add puzzles to a file until it has this many, of one theme if given; it is rewritten after each find."""
    found = {puzzle.id: puzzle for puzzle in load(path)}
    sources = [puzzle.source.split(".") for puzzle in found.values()]
    if theme is None:
        number = max((int(number) for origin, number, _ in sources if origin == str(seed)), default=0)
    else:
        number = max((int(number) for *origin, number in sources if origin == [theme, str(seed)]), default=0)
    solvers = Solvers()
    with Engine(hash_mb=1, evaluation="position") as engine:
        while (have := sum(theme is None or theme in puzzle.themes for puzzle in found.values())) < count:
            number += 1
            before = len(found)
            if theme is None:
                fresh = list(mine(seed, number, engine, solvers))
            else:
                fresh = [puzzle for puzzle in [set_up(theme, seed, number, engine, solvers)] if puzzle]
            for puzzle in fresh:
                mirrored = Position.from_fen(puzzle.fen).mirrored().fen()
                if all(other.fen != mirrored for other in found.values()):
                    found.setdefault(puzzle.id, puzzle)
            if len(found) > before:
                lines = [json.dumps(puzzle.to_data(), separators=(",", ":")) for _, puzzle in sorted(found.items())]
                write_atomically(path, "\n".join(lines) + "\n")
                print(f"{have + len(found) - before}/{count} after {number} tries", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.make_puzzles", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--count", type=whole_number(least=1), default=1000, help="puzzles in the file (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random generator (default: 1)")
    themes = [name.replace(" ", "_") for name in SETTINGS]
    parser.add_argument("--theme", choices=themes, help="set up positions of this theme, instead of playing games")
    parser.add_argument("--out", type=output_file, required=True, help="the file, which may already contain puzzles")
    args = parser.parse_args(arguments)
    collect(args.count, args.seed, args.out, args.theme)
    return 0


if __name__ == "__main__":
    run(main)
