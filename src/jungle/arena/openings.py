"""Openings: where each pair of games begins, so that no two pairs play the same game.

`start` is the initial position, `random:4` four random plies from there, `book:8` eight plies of the opening book (or
as many as it has), and a file gives one opening a line (a position's text, or moves as ``a3a4 g7g6``), or the games of
a `.jgn` file. A file with fewer openings than pairs starts again from the top.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Self

from jungle.arena.errors import ArenaError, InvalidSettingError
from jungle.arena.games import Conditions, Opening
from jungle.boardgame import BoardGame
from jungle.engine.book import Book
from jungle.errors import JungleError
from jungle.record import load

PLIES_LIMIT = 100
RANDOM_TRIES = 1000
"""How often to try again when random plies have ended the game."""


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings of a run: opening n is always the same one for the same seed.

    >>> openings = Openings.parse("random:4", Conditions(), seed=1)
    >>> openings.opening(7) == openings.opening(7), len(openings.opening(7).moves)
    (True, 4)
    """

    conditions: Conditions
    seed: int
    plies: int
    """Plies to begin with: random ones, or the book's."""
    listed: tuple[Opening, ...] = ()
    book: Book | None = None

    @classmethod
    def parse(cls, text: str, conditions: Conditions, *, seed: int) -> Self:
        """Raises ArenaError, naming the file's line where it is one."""
        if text == "start":
            return cls(conditions, seed, 0)
        kind, colon, count = text.partition(":")
        if kind in ("random", "book") and colon:
            if not (count.isascii() and count.isdigit() and int(count) <= PLIES_LIMIT):
                raise InvalidSettingError(f"openings: expected {kind}:N with N from 0 to {PLIES_LIMIT}, got {text!r}")
            book = Book.open() if kind == "book" else None
            if book and not book.moves(conditions.new_game().position):
                raise InvalidSettingError(f"openings: the book is for the standard rules, not for {conditions}")
            return cls(conditions, seed, int(count), book=book)
        if conditions.has_deal():
            raise InvalidSettingError(f"openings: expected start or random:N for {conditions.game.kind}, got {text!r}")
        path = Path(text)
        if not os.path.isfile(path):  # noqa: PTH113 -- Path.is_file raises for a name too long
            expected = "expected start, random:N, book:N or a file"
            raise InvalidSettingError(f"openings: {expected}, got {text!r}, which is no file")
        read = _from_record if path.suffix == ".jgn" else _from_lines
        listed = tuple(read(path, conditions))
        if not listed:
            raise ArenaError(f"openings: {text!r} has none")
        return cls(conditions, seed, 0, listed)

    def opening(self, pair: int) -> Opening:
        """The opening of a pair. Raises ArenaError where random plies find none."""
        if self.listed:
            return self.listed[pair % len(self.listed)]
        random = Random(f"{self.seed} opening {pair}")
        deal = random.getrandbits(48) if self.conditions.has_deal() else None
        for _ in range(RANDOM_TRIES):
            game = self.conditions.new_game(Opening(seed=deal))
            while len(game) < self.plies and (move := self._next(game, random)):
                game.push(move)
            if game.outcome() is None:
                return Opening(moves=tuple(map(str, game.moves)), seed=deal)
        raise InvalidSettingError(f"openings: {self.plies} random plies nearly always end the game; expected fewer")

    def _next(self, game: BoardGame, random: Random) -> Any:
        moves = game.legal_moves()
        if self.book:
            found = self.book.choose(game.position, random, of=moves)
            return found.move if found else None
        return random.choice(moves) if moves else None


def _from_lines(path: Path, conditions: Conditions) -> Iterator[Opening]:
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
            game = conditions.new_game(opening)
        except JungleError as error:
            raise ArenaError(f"openings: {path} line {number}: {error}") from None
        if game.outcome() is not None:
            raise ArenaError(f"openings: {path} line {number}: the game is over there already")
        yield Opening(opening.fen, tuple(map(str, game.moves)))


def _from_record(path: Path, conditions: Conditions) -> Iterator[Opening]:
    rules = conditions.new_game().rules
    for record in load(path):
        game = record.game
        if game.outcome() is not None:
            raise ArenaError(f"openings: a game in {path} is over; end it earlier, with *")
        if game.rules != rules:
            raise ArenaError(f"openings: a game in {path} is played by other rules than {conditions.rules!r}")
        yield Opening(game.start.fen(), tuple(map(str, game.moves)))
