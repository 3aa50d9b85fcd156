"""Tactical positions with known best moves, found at random and proved by exhaustive search.

    python -m tools.tactics --each 12 --seed 1 > tests/tactics/suite.json

A position is kept if exactly one move wins by force within some plies, or exactly one does not lose by force. The
proofs consider every move and use no evaluation. The moves of the solution determine the theme of a position.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from jungle.geometry import BOARD, DENS, SQUARES, TRAPS
from jungle.moves import Move
from jungle.options import whole_number
from jungle.pieces import Animal, Piece, Side
from jungle.position import Position
from jungle.rules import STANDARD
from tools.program import run

LONGEST = 9
"""The longest win searched for, in plies."""
SAVES = (1, 3, 5, 7)
"""In a puzzle with one saving move, every other move loses within this many plies."""
SLACK = 2
"""For this many more plies no other move may win, and the saving move may not lose after all."""
STATES_AT_MOST = 20_000
"""A proof that takes more positions is abandoned."""


class TooHardError(Exception):
    """A proof takes too long."""


class Proof:
    """Proves what is forced from a position, by searching every move of both sides.

    >>> Proof().distance(Position.from_fen("7/7/3C3/7/7/7/7/7/l5t b"))
    3
    """

    def __init__(self) -> None:
        self._wins: dict[tuple[int, int], bool] = {}

    def wins(self, position: Position, plies: int) -> bool:
        """Whether the side to move can force a win within this many plies."""
        if plies < 1:
            return False
        if plies % 2 == 0:  # a win takes the winner's move last
            plies -= 1
        known = self._wins.get((position.key, plies))
        if known is None:
            if len(self._wins) > STATES_AT_MOST:
                raise TooHardError
            moves = sorted(position.legal_moves(), key=_is_quiet)
            known = any(self.loses(position.after(move), plies - 1) for move in moves)
            self._wins[position.key, plies] = known
        return known

    def loses(self, position: Position, plies: int) -> bool:
        """Whether the side to move loses within this many plies, whatever it does."""
        if position.is_decided():
            return position.den_winner() is position.side.opponent or not position.has_pieces(position.side)
        if plies < 0:
            return False
        moves = position.legal_moves()
        # A side without a move has lost, so an empty list is a loss.
        return all(plies > 0 and self.wins(position.after(move), plies - 1) for move in moves)

    def distance(self, position: Position) -> int | None:
        """The plies to the nearest forced win of the side to move, up to LONGEST."""
        return next((plies for plies in range(1, LONGEST + 1, 2) if self.wins(position, plies)), None)


@dataclass(frozen=True, slots=True)
class Tactic:
    """A position with one best move: the only one that wins, or the only one that does not lose."""

    fen: str
    best: str
    goal: str
    """win or save."""
    plies: int
    """Plies to the win, or within which every other move loses."""
    themes: tuple[str, ...]


def is_proved(tactic: Tactic) -> bool:
    """Whether the proof holds."""
    position, proof = Position.from_fen(tactic.fen), Proof()
    best = position.parse_move(tactic.best)
    others = [move for move in position.legal_moves() if move != best]
    if tactic.goal == "win":
        return proof.loses(position.after(best), tactic.plies - 1) and not any(
            proof.loses(position.after(move), _horizon(tactic.plies) - 1) for move in others
        )
    return not proof.wins(position.after(best), tactic.plies + SLACK) and all(
        proof.wins(position.after(move), tactic.plies) for move in others
    )


def _horizon(plies: int) -> int:
    """How deep the other moves are searched if one wins in this many plies."""
    return max(plies + SLACK, LONGEST)


def find(position: Position) -> Tactic | None:
    """The tactic of a position, if it has one."""
    proof = Proof()
    moves = position.legal_moves()
    if len(moves) < 3:
        return None
    if plies := proof.distance(position):
        winning = [move for move in moves if proof.loses(position.after(move), _horizon(plies) - 1)]
        if plies < 3 or len(winning) != 1:
            return None
        themes = _themes(proof, position, winning[0], plies)
        return Tactic(position.fen(), winning[0].uci(), "win", plies, themes) if themes else None
    for plies in SAVES:
        saving = [move for move in moves if not proof.wins(position.after(move), plies)]
        if len(saving) == 1 and not proof.wins(position.after(saving[0]), plies + SLACK):
            themes = _themes(proof, position, saving[0], 0)
            return Tactic(position.fen(), saving[0].uci(), "save", plies, themes) if themes else None
    return None


def _themes(proof: Proof, position: Position, best: Move, plies: int) -> tuple[str, ...]:
    """The theme of a tactic."""
    line = list(_line(proof, position, best, plies))
    named = {
        "den race": is_race(position, line),
        "trap fight": is_trap_fight(position, line),
        "rat and elephant": any({move.animal, move.captured} == {Animal.RAT, Animal.ELEPHANT} for move in line),
        "jump fork": _is_jump_fork(proof, position, best, plies),
        "river block": is_river_block(position, best),
        "zugzwang": plies > 3 and _is_zugzwang(proof, position.after(best), plies),
    }
    return tuple(theme for theme, is_one in named.items() if is_one)


def _line(proof: Proof, position: Position, best: Move, plies: int) -> Iterator[Move]:
    """The solution: shortest wins, longest defences."""
    yield best
    position = position.after(best)
    while plies > 1 and not position.is_decided() and (replies := position.legal_moves()):
        plies -= 2
        reply = max(replies, key=lambda move: proof.distance(position.after(move)) or 0)
        yield reply
        position = position.after(reply)
        moves = position.legal_moves()
        move = next((move for move in moves if proof.loses(position.after(move), plies - 1)), None)
        if move is None:
            return
        yield move
        position = position.after(move)


def is_race(position: Position, line: list[Move]) -> bool:
    """Den entry without a capture, while the other side has a runner too."""
    if any(move.captured for move in line) or line[-1].target != DENS[position.side.opponent]:
        return False
    den = DENS[position.side]
    return min(BOARD.distance(square, den) for square in position.squares(position.side.opponent)) <= len(line)


def is_trap_fight(position: Position, line: list[Move]) -> bool:
    """A capture that only the trap allows."""
    for move in line:
        if (
            move.animal
            and move.captured
            and (TRAPS[position.side] >> move.target & 1)
            and not position.rules.takes(move.animal, move.captured)
        ):
            return True
        position = position.after(move)
    return False


def _is_jump_fork(proof: Proof, position: Position, best: Move, plies: int) -> bool:
    """A jump that threatens to win in two ways at once."""
    if not best.is_jump():
        return False
    threatening = position.after(best).passed()
    threats = [move for move in threatening.legal_moves() if proof.loses(threatening.after(move), plies - 3)]
    return len(threats) >= 2


def is_river_block(position: Position, best: Move) -> bool:
    """A rat that moves into the path of an enemy's jump."""
    if best.animal is not Animal.RAT or not BOARD.is_water(best.target):
        return False
    before = {move for move in position.passed().legal_moves() if move.is_jump()}
    after = {move for move in position.after(best).legal_moves() if move.is_jump()}
    return bool(before - after)


def _is_zugzwang(proof: Proof, position: Position, plies: int) -> bool:
    """Whether the side to move would be safe, within our horizon, if it could pass."""
    return not proof.wins(position.passed(), plies)


def _is_quiet(move: Move) -> bool:
    return move.captured is None and move.target not in DENS


@dataclass(frozen=True, slots=True)
class Setting:
    """The pieces for a theme and where they are placed, so that it comes up often enough."""

    own: tuple[Animal, ...] = ()
    enemy: tuple[Animal, ...] = ()
    pieces: int = 3
    """The largest number per side."""
    own_near: str = ""
    """Squares near which the mover's pieces are placed, as Blue; anywhere if empty."""
    enemy_near: str = ""


SETTINGS = {
    "den race": Setting(),
    "trap fight": Setting(own_near="d2", enemy_near="d2", pieces=2),
    "rat and elephant": Setting(own=(Animal.RAT,), enemy=(Animal.ELEPHANT,), own_near="d8", enemy_near="d8", pieces=2),
    "jump fork": Setting(own=(Animal.LION,), own_near="c4", enemy_near="d8", pieces=2),
    "river block": Setting(own=(Animal.RAT,), enemy=(Animal.TIGER,), own_near="c5", enemy_near="c6", pieces=2),
    "zugzwang": Setting(own_near="d7", enemy_near="d7", pieces=2),
}
THEMES = tuple(SETTINGS)
NEAR = 3
"""Steps."""


def random_position(setting: Setting, draw: Random) -> Position:
    """A few pieces placed for the theme; Blue moves, or Red in the same position rotated."""
    pieces: dict[int | str, Piece] = {}
    for side, needed, near in (
        (Side.BLUE, setting.own, setting.own_near),
        (Side.RED, setting.enemy, setting.enemy_near),
    ):
        spare = [animal for animal in Animal if animal not in needed]
        count = max(draw.randint(1, setting.pieces), len(needed))
        for animal in (*needed, *draw.sample(spare, count - len(needed))):
            squares = [
                square
                for square in range(SQUARES)
                if square not in pieces
                and square not in DENS
                and (animal in STANDARD.swimmers or not BOARD.is_water(square))
                and (not near or BOARD.distance(square, BOARD.parse_square(near)) <= NEAR)
            ]
            pieces[draw.choice(squares)] = Piece(side, animal)
    position = Position.of(pieces, Side.BLUE)
    return position if draw.random() < 0.5 else position.swapped()


def collect(each: int, seed: int) -> Iterator[Tactic]:
    """This many tactics of each theme; reproducible for the same seed."""
    draw = Random(seed)
    seen: set[str] = set()
    for theme, setting in SETTINGS.items():
        found = tries = 0
        while found < each:
            tries += 1
            position = random_position(setting, draw)
            if position.fen() in seen or position.is_decided():
                continue
            try:
                tactic = find(position)
            except TooHardError:
                continue
            if tactic and theme in tactic.themes:
                seen.add(tactic.fen)
                found += 1
                print(f"{theme}: {found}/{each} after {tries} tries", file=sys.stderr, flush=True)
                yield tactic


def load(text: str) -> list[Tactic]:
    """The tactics of a suite's text."""
    return [Tactic(**{**entry, "themes": tuple(entry["themes"])}) for entry in json.loads(text)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.tactics", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--each", type=whole_number(least=1), default=12, metavar="N", help="positions of each theme (default: 12)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the random generator (default: 1)")
    args = parser.parse_args(arguments)
    entries: list[dict[str, Any]] = [asdict(tactic) for tactic in collect(args.each, args.seed)]
    print("[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]")
    return 0


if __name__ == "__main__":
    run(main)
