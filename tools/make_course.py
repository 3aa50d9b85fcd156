"""Makes the first course of puzzles: few pieces, one to three moves, and a proof for each.

    jungle tablebase build --pieces 4
    python -m tools.make_course --seed 1 --out src/jungle/puzzles/course.jsonl

Positions are set up at random for each theme and kept if exactly one move wins, or exactly one does not lose: by the
endgame tables, or, with more pieces than they cover, by a search of every move. The same seed and the same tables
give the same file. Puzzles of the face-down game follow those of the 7×9 game.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from jungle.flip import FlipGame, FlipPosition
from jungle.game import Game
from jungle.geometry import BOARD, DENS
from jungle.moves import BoardMove, Move
from jungle.pieces import LETTERS, Animal, Piece, Side
from jungle.players import level
from jungle.players.levels import LevelPlayer
from jungle.position import Position
from jungle.puzzles import Puzzle
from jungle.storage import write_atomically
from jungle.tablebase import Entry, FlipTablebase, JungleTablebase, Tablebase
from tools.make_puzzles import HORIZON, Prover, TooHardError, solution, winning_moves
from tools.program import output_file, run
from tools.tactics import Setting, is_race, is_river_block, is_trap_fight, random_position

WINS = (1, 3, 5)
"""The plies of a win: one to three moves."""
SAVES = (1, 3, 5, 7)
"""In a puzzle with one saving move, every other move loses within this many plies."""
SAFE = 9
"""Without a table, the opponent may not win within this many plies after the saving move."""
RATING_LIMIT = 800
BEGINNERS = ("1", "2", "3", "4")
"""The levels that rate a puzzle."""
ALIKE = 5
"""The most puzzles of a theme that have the same answer."""
SEEDS = (1, 2, 3)
FLIP_PIECES = 5


@dataclass(frozen=True, slots=True)
class Found:
    """A position with one right move, and the solution."""

    position: Position
    line: list[Move]
    goal: str
    plies: int
    proof: Prover

    @property
    def answer(self) -> Move:
        return self.line[0]

    @property
    def others(self) -> list[Move]:
        return [move for move in self.position.legal_moves() if move != self.answer]


def enters_den(found: Found) -> bool:
    """The solver's animal walks into the den; nobody else runs."""
    wins = found.goal == "win" and found.line[-1].target == DENS[found.position.side.opponent]
    return wins and not any(move.is_jump() or move.captured for move in found.line)


def captures_safely(found: Found) -> bool:
    """Two animals can be taken, but one of them is guarded."""
    captures = found.position.legal_captures()
    return found.answer.captured is not None and len(captures) > 1 and not is_retaken(found.position, found.answer)


def jumps(found: Found) -> bool:
    return found.answer.is_jump()


def blocks(found: Found) -> bool:
    return is_river_block(found.position, found.answer)


def escapes(found: Found) -> bool:
    """The animal that moves could have been taken, and is safe now."""
    if found.goal != "save" or found.answer.captured is not None:
        return False
    threats = {move.target for move in found.position.passed().legal_captures()}
    return found.answer.origin in threats and not is_retaken(found.position, found.answer)


def traps(found: Found) -> bool:
    return is_trap_fight(found.position, found.line)


def takes_elephant(found: Found) -> bool:
    return any(move.animal is Animal.RAT and move.captured is Animal.ELEPHANT for move in found.line[::2])


def races(found: Found) -> bool:
    return found.goal == "win" and found.plies > 1 and is_race(found.position, found.line)


def guards(found: Found) -> bool:
    """After every other move an animal walks into the den."""
    if found.goal != "save" or found.plies > 3 or found.answer.captured is not None:
        return False
    side = found.position.side
    return all(runs_home(found.proof, found.position.after(move), DENS[side]) for move in found.others)


def runs_home(proof: Prover, position: Position, den: int) -> bool:
    """Whether the side to move wins by entering this den, now or with the next move."""
    near = {den, *BOARD.neighbours(den)}
    return any(move.target in near and proof.loses(position.after(move), 2) for move in position.legal_moves())


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: how many puzzles it gets, how positions are set up, and what the solution has to show."""

    count: int
    settings: tuple[Setting, ...]
    """Used in turn."""
    shows: Callable[[Found], bool]


THEMES = {
    "enter_den": Theme(14, (Setting(own_near="d7"),), enters_den),
    "safe_capture": Theme(14, (Setting(own_near="d6", enemy_near="d6"),), captures_safely),
    "jump": Theme(
        14,
        (
            Setting(own=(Animal.TIGER,), own_near="d4", enemy_near="b5", pieces=2),
            Setting(own=(Animal.LION,), own_near="c7", enemy_near="c3", pieces=2),
            Setting(own=(Animal.LION,), own_near="c3", enemy_near="c7", pieces=2),
        ),
        jumps,
    ),
    "rat_and_elephant": Theme(
        13, (Setting(own=(Animal.RAT,), enemy=(Animal.ELEPHANT,), own_near="d6", enemy_near="d6"),), takes_elephant
    ),
    "trap_fight": Theme(13, (Setting(own_near="d2", enemy_near="d2"),), traps),
    "escape": Theme(13, (Setting(own_near="d3", enemy_near="d3"),), escapes),
    "guard_den": Theme(13, (Setting(own_near="d3", enemy_near="d2"),), guards),
    "river_block": Theme(
        13, (Setting(own=(Animal.RAT,), enemy=(Animal.TIGER,), own_near="c5", enemy_near="c6"),), blocks
    ),
    "den_race": Theme(13, (Setting(own_near="d7", enemy_near="d3"),), races),
}


@cache
def tables() -> tuple[Tablebase, Tablebase]:
    """The tables of both games: those built on this machine, and the shipped ones."""
    return JungleTablebase.from_folder(), FlipTablebase.shipped()


def is_retaken(position: Position | FlipPosition, move: BoardMove) -> bool:
    """Whether the animal that moves can be taken where it arrives."""
    return any(reply.target == move.target for reply in position.after(move).legal_captures())


def find(position: Position) -> Found | None:
    """The only move that wins or saves a position, with the complete solution; None if there is none."""
    proof = Prover(position)
    moves = position.legal_moves()
    if len(moves) < 2:
        return None
    entries = tables()[0].moves(position)
    known = entries if len(entries) == len(moves) else None
    if plies := next((plies for plies in WINS if proof.wins(position, plies)), 0):
        winning = winning_moves(proof, position, HORIZON)
        if len(winning) != 1 or (known and sum(entry.wdl == 1 for entry in known.values()) != 1):
            return None
        line = list(solution(proof, position, winning[0], plies))
        return Found(position, line, "win", plies, proof) if len(line) == plies else None
    for plies in SAVES:
        saving = [move for move in moves if not proof.wins(position.after(move), plies)]
        if len(saving) == 1:
            is_safe = known[saving[0]].wdl >= 0 if known else not proof.wins(position.after(saving[0]), SAFE)
            return Found(position, saving, "save", plies, proof) if is_safe else None
    return None


def rating(puzzle: Puzzle, choices: int, solvers: Sequence[LevelPlayer]) -> int:
    """200 for a puzzle without an alternative, more for every move to look ahead, for every choice, and for every
    beginner of ours that fails."""
    failures = sum(solver.choose(puzzle.game()).move.uci() != puzzle.moves[0] for solver in solvers)
    return 200 + 110 * (len(puzzle.moves) // 2) + 12 * choices + 180 * failures // len(solvers)


def made(fen: str, line: Sequence[BoardMove], goal: str, plies: int, theme: str, source: str, rules: str) -> Puzzle:
    name = hashlib.sha256(fen.encode()).hexdigest()[:6]
    return Puzzle(name, fen, tuple(move.uci() for move in line), goal, plies, 0, (theme,), source, rules)


def set_up(theme: str, seed: int, number: int) -> Puzzle | None:
    """The puzzle of that theme in a position of the 7×9 game set up at random, if it has one."""
    chosen = THEMES[theme]
    setting = chosen.settings[number % len(chosen.settings)]
    position = random_position(setting, Random(f"course {theme} {seed} {number}"))
    if position.side is Side.RED:
        position = position.swapped()
    if position.is_decided():
        return None
    try:
        found = find(position)
    except TooHardError:
        return None
    if found is None or not chosen.shows(found):
        return None
    return made(position.fen(), found.line, found.goal, found.plies, theme, f"{theme}.{seed}.{number}", "standard")


FLIP_THEMES = ("safe_capture", "rat_and_elephant", "trade", "hunt", "escape", "turn_up")
FLIP_COUNT = 10


def random_flip_position(theme: str, draw: Random) -> FlipPosition:
    """Two to five pieces; in half of the positions, and wherever one is to be turned up, some lie face down."""
    has_hidden = theme == "turn_up" or draw.random() < 0.5
    total = draw.randint(3, 4) if has_hidden else draw.randint(3, FLIP_PIECES)
    letters = draw.sample(LETTERS + LETTERS.lower(), total)
    if theme == "rat_and_elephant":
        letters = list(dict.fromkeys(["R", "e", *letters]))
    if theme == "trade":
        letters.insert(1, letters[0].swapcase())
        letters = list(dict.fromkeys(letters))
    hidden = draw.randint(1, total - 2) if has_hidden else 0
    squares = draw.sample(range(FlipGame.grid.squares), total)
    faces = [Piece.from_letter(letter) for letter in letters[:total]]
    up = faces[: total - hidden]
    board: dict[int, Piece | None] = dict.fromkeys(squares)
    board.update(zip(squares, up, strict=False))
    return FlipPosition.of(board, Side.BLUE, hidden=faces[total - hidden :])


def flip_line(position: FlipPosition, goal: str) -> list[BoardMove]:
    """The right moves and the best replies, until a capture decides, chance does, or there is a choice."""
    known = tables()[1]
    line: list[BoardMove] = []
    while len(line) < max(WINS):
        right = right_moves(known.moves(position), len(position.legal_moves()), goal)
        if len(right) != 1:
            return line[:-1] if line else []
        line.append(right[0])
        if right[0].is_flip() or right[0].captured or goal == "save":
            return line
        position = position.after(right[0])
        reply = known.best_moves(position)
        if position.is_decided() or not reply or reply[0].is_flip():
            return line
        line.append(reply[0])
        position = position.after(reply[0])
    return line[: max(WINS)]


def right_moves(entries: dict[BoardMove, Entry], moves: int, goal: str) -> list[BoardMove]:
    """The moves that win for certain, or those that do not lose for certain."""
    if len(entries) != moves:
        return []
    return [move for move, entry in entries.items() if (entry.wdl == 1 if goal == "win" else entry.wdl > -1)]


def shows_flip(theme: str, position: FlipPosition, line: Sequence[BoardMove], goal: str) -> bool:
    """Whether the solution of a face-down puzzle shows its theme."""
    answer, last = line[0], line[-1]
    captures = position.legal_captures()
    match theme:
        case "safe_capture":
            return answer.captured is not None and len(captures) > 1 and not is_retaken(position, answer)
        case "rat_and_elephant":
            return goal == "win" and any(
                move.animal is Animal.RAT and move.captured is Animal.ELEPHANT for move in line[::2]
            )
        case "trade":
            return any(move.trade for move in line[::2])
        case "hunt":
            return goal == "win" and answer.captured is None and not answer.is_flip() and bool(last.captured)
        case "escape":
            threats = {move.target for move in position.passed().legal_captures()}
            return answer.origin in threats and not answer.captured and not is_retaken(position, answer)
        case _:
            return answer.is_flip() and len(position.legal_moves()) > 2


def set_up_flip(theme: str, seed: int, number: int) -> Puzzle | None:
    """The puzzle of that theme in a position of the face-down game set up at random, if it has one."""
    position = random_flip_position(theme, Random(f"course flip {theme} {seed} {number}"))
    moves = position.legal_moves()
    if position.is_decided() or len(moves) < 2:
        return None
    entries = tables()[1].moves(position)
    for goal in ("win", "save"):
        if len(right_moves(entries, len(moves), goal)) == 1 and (line := flip_line(position, goal)):
            if not shows_flip(theme, position, line, goal):
                return None
            source = f"flip.{theme}.{seed}.{number}"
            return made(position.fen(), line, goal, len(line), theme, source, "flip")
        if right_moves(entries, len(moves), goal):
            return None
    return None


def kept(puzzles: Iterator[Puzzle | None], count: int, solvers: Sequence[LevelPlayer]) -> list[Puzzle]:
    """The first puzzles rated low enough, each with other animals, the easiest first."""
    found: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        if puzzle is None:
            continue
        game = puzzle.game()
        animals = "".join(sorted(filter(str.isalpha, puzzle.fen)))
        if animals in found or [each.moves[0] for each in found.values()].count(puzzle.moves[0]) >= ALIKE:
            continue
        rated = replace(puzzle, rating=rating(puzzle, len(game.legal_moves()), solvers))
        if rated.rating >= RATING_LIMIT:
            continue
        found[animals] = rated
        print(f"{puzzle.source}: {len(found)}/{count}", file=sys.stderr, flush=True)
        if len(found) == count:
            break
    return sorted(found.values(), key=lambda puzzle: (len(puzzle.moves), puzzle.rating))


def beginners(kind: str) -> list[LevelPlayer]:
    return [level(name, game=kind, seed=seed) for name in BEGINNERS for seed in SEEDS]


def course(seed: int) -> list[Puzzle]:
    """Both courses, theme by theme."""
    made: list[Puzzle] = []
    solvers = beginners(Game.kind)
    for theme, chosen in THEMES.items():
        tried = (set_up(theme, seed, number) for number in range(1, sys.maxsize))
        made += kept(tried, chosen.count, solvers)
    solvers = beginners(FlipGame.kind)
    for theme in FLIP_THEMES:
        tried = (set_up_flip(theme, seed, number) for number in range(1, sys.maxsize))
        made += kept(tried, FLIP_COUNT, solvers)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.make_course", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="seed of the random generator (default: 1)")
    parser.add_argument("--out", type=output_file, required=True, help="the file to write")
    args = parser.parse_args(arguments)
    lines = [json.dumps(puzzle.to_data(), separators=(",", ":")) for puzzle in course(args.seed)]
    write_atomically(Path(args.out), "\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    run(main)
