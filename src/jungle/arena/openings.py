"""Openings: where each pair of games begins, so that no two pairs are the same game again.

`start` is the initial position, `random:4` four random plies from there, and a file gives one opening a line (a
position's text, or moves as ``a3a4 g7g6``), or the games of a `.jgn` file. A file with fewer openings than pairs
is gone through again from the top.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Self

from jungle.arena.boards import Board
from jungle.arena.errors import ArenaError
from jungle.arena.games import Opening
from jungle.errors import JungleError

RANDOM_PLIES_LIMIT = 100
RANDOM_TRIES = 1000
"""How often random plies are begun anew that ended the game."""


def default_openings(*, flip: bool) -> str:
    """Four random plies; the face-down game begins with a new shuffle for each pair, and needs no more."""
    return "start" if flip else "random:4"


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings of a run: opening n is always the same one for the same seed.

    >>> openings = Openings.parse("random:4", Board("standard"), seed=1)
    >>> openings.opening(7) == openings.opening(7), len(openings.opening(7).moves)
    (True, 4)
    """

    board: Board
    seed: int
    plies: int
    """Random plies to begin with."""
    listed: tuple[Opening, ...] = ()

    @classmethod
    def parse(cls, text: str, board: Board, *, seed: int) -> Self:
        """Raises ArenaError, naming the file's line where it is one."""
        if text == "start":
            return cls(board, seed, 0)
        kind, colon, count = text.partition(":")
        if kind == "random" and colon:
            if not (count.isascii() and count.isdigit() and int(count) <= RANDOM_PLIES_LIMIT):
                raise ArenaError(f"openings: expected random:N with N from 0 to {RANDOM_PLIES_LIMIT}, got {text!r}")
            return cls(board, seed, int(count))
        if board.flip:
            raise ArenaError(f"openings: expected start or random:N for the face-down game, got {text!r}")
        path = Path(text)
        if not os.path.isfile(path):  # noqa: PTH113 -- Path.is_file raises for a name too long
            raise ArenaError(f"openings: expected start, random:N or a file, got {text!r}, which is no file")
        listed = _from_record(path, board) if path.suffix == ".jgn" else _from_lines(path, board)
        if not listed:
            raise ArenaError(f"openings: {text!r} has none")
        return cls(board, seed, 0, tuple(listed))

    def opening(self, pair: int) -> Opening:
        """The opening of a pair. Raises ArenaError where random plies find none."""
        if self.listed:
            return self.listed[pair % len(self.listed)]
        if not self.plies and not self.board.flip:
            return Opening()
        random = Random(f"{self.seed} opening {pair}")
        shuffle = str(random.getrandbits(48)) if self.board.flip else ""
        for _ in range(RANDOM_TRIES):
            opening = self._random_opening(random, shuffle)
            if opening is not None:
                return opening
        raise ArenaError(f"openings: {self.plies} random plies nearly always end the game; expected fewer")

    def _random_opening(self, random: Random, shuffle: str) -> Opening | None:
        """Some random plies; None where the game ended on the way."""
        game = self.board.new_game(Opening(shuffle=shuffle))
        for _ in range(self.plies):
            moves = game.legal_moves()
            if not moves:
                return None
            game.play(random.choice(moves))
        if game.outcome() is not None:
            return None
        return Opening(moves=tuple(str(move) for move in game.moves), shuffle=shuffle)


def _from_lines(path: Path, board: Board) -> list[Opening]:
    openings = []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ArenaError(f"openings: cannot read {str(path)!r}: {error}") from None
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        opening = Opening(fen=text) if "/" in text else Opening(moves=tuple(text.split()))
        try:
            game = board.new_game(opening)
        except JungleError as error:
            raise ArenaError(f"openings: {path} line {number}: {error}") from None
        if game.outcome() is not None:
            raise ArenaError(f"openings: {path} line {number}: the game is over there already")
        openings.append(Opening(opening.fen, tuple(str(move) for move in game.moves)))
    return openings


def _from_record(path: Path, board: Board) -> list[Opening]:
    from jungle.record import load

    openings = []
    for record in load(path):
        moves = list(record.game.moves)
        if record.game.outcome() is not None:
            raise ArenaError(f"openings: a game in {path} is over; end it earlier, with *")
        if record.game.rules != board.as_rules():
            raise ArenaError(f"openings: a game in {path} is played by other rules than {board.rules!r}")
        openings.append(Opening(record.game.start.fen(), tuple(str(move) for move in moves)))
    return openings
