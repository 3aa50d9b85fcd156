"""The plan of a run: every game that is to be played, in order, where each begins, and what makes two runs the same."""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Self

import jungle
from jungle.arena.adjudication import Adjudication
from jungle.arena.errors import ArenaError, InvalidSettingError, check_range
from jungle.arena.games import MOVE_TIME_LIMIT, PLIES_LIMIT, Conditions, GameJob, GameResult, Opening
from jungle.board_game import BoardGame
from jungle.engine.book import Book
from jungle.errors import JungleError
from jungle.games import DEFAULT_GAME, game_type
from jungle.moves import BoardMove
from jungle.pieces import Side
from jungle.players import Player, PlayerSpec
from jungle.record import load
from jungle.rules_text import rules_text

PLAN_SETTINGS = ("games", "seed", "game", "rules", "openings", "max_plies", "timeout", "adjudicate")
"""The settings that a user chooses besides the players."""
OPENING_LIMIT = 100
"""The most plies of an opening."""
RANDOM_TRIES = 1000
"""How often to try again when random plies have ended the game."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The games of a run: who plays whom, and how often. Raises InvalidPlayerError or ArenaError for invalid plans.

    Players are known by their number in `players`. In the first game of each pair, a pairing's first player is Blue, or
    moves first if the first flip decides the colours; in the second they swap seats.

    >>> plan = Plan(command="stats", players=("random", "greedy"), games=4)
    >>> [(job.pair, job.leg, job.players) for job in plan.jobs()]
    [(0, 0, (0, 1)), (0, 1, (1, 0)), (1, 0, (0, 1)), (1, 1, (1, 0))]
    """

    command: str
    players: tuple[str | Player, ...]
    """Their descriptions or, for games in this process, the players themselves."""
    names: tuple[str, ...] = ()
    """Their descriptions, unless given."""
    pairings: tuple[tuple[int, int], ...] = ((0, 1),)
    games: int = 10
    """The number of games per pairing."""
    seed: int = 1
    game: str = DEFAULT_GAME
    rules: str | None = None
    openings: str = ""
    """As `Openings.parse` reads them; empty for the game's default."""
    max_plies: int = 400
    timeout: float = 60.0
    adjudicate: str = ""
    extra: str = ""
    """Anything else that distinguishes this run from others, such as its test."""

    def __post_init__(self) -> None:
        check_range("games", self.games, 1)
        check_range("seed", self.seed, 0)
        check_range("max_plies", self.max_plies, 1, PLIES_LIMIT)
        check_range("timeout", self.timeout, 0.001, MOVE_TIME_LIMIT)
        if self.adjudicate:
            Adjudication.parse(self.adjudicate)
        for player in self.players:
            if not isinstance(player, Player):
                PlayerSpec.parse(player)
        self.make_openings().opening(0)

    @cached_property
    def conditions(self) -> Conditions:
        """The conditions of every game."""
        kind = game_type(self.game)
        return Conditions(
            game=kind,
            rules=rules_text(kind.new(self.rules).rules),
            max_plies=self.max_plies,
            timeout=float(self.timeout),
            adjudicate=self.adjudicate,
        )

    @property
    def _openings(self) -> str:
        return self.openings or self.conditions.default_openings()

    def __str__(self) -> str:
        most = self.conditions.max_plies
        return f"{self.conditions}, openings {self._openings}, seed {self.seed}, at most {most} plies"

    def make_openings(self) -> "Openings":
        return Openings.parse(self._openings, self.conditions, seed=self.seed)

    @property
    def total(self) -> int:
        return self.games * len(self.pairings)

    def name(self, player: int) -> str:
        """A player's name, with a number if it plays against itself."""
        if self.names:
            return self.names[player]
        descriptions = self.descriptions
        text = descriptions[player]
        return f"{text} (2)" if text in descriptions[:player] else text

    @property
    def descriptions(self) -> tuple[str, ...]:
        """The players by name."""
        return tuple(player.name if isinstance(player, Player) else player for player in self.players)

    def is_wanted(self, key: tuple[int, int, int]) -> bool:
        """Whether a game is part of the plan. A run that was started with more games may have others."""
        pairing, pair, leg = key
        return pairing < len(self.pairings) and 2 * pair + leg < self.games

    def in_order(self, results: Iterable[GameResult]) -> list[GameResult]:
        """The results that are part of the plan, in its order, whatever order they came in."""
        wanted = (result for result in results if self.is_wanted(result.job.key))
        return sorted(wanted, key=lambda result: (result.job.pair, result.job.pairing, result.job.leg))

    def jobs(self) -> Iterator[GameJob]:
        """Every game, pair by pair through all pairings, so that a run cut short is balanced."""
        openings = self.make_openings()
        for pair in range((self.games + 1) // 2):
            opening = openings.opening(pair)
            seat = self.conditions.new_game(opening).seat_of(Side.BLUE) or 0
            for pairing, (first, second) in enumerate(self.pairings):
                for leg in range(min(2, self.games - 2 * pair)):
                    players = (first, second) if leg == seat else (second, first)
                    yield GameJob(pairing, pair, leg, players, opening, f"{self.seed} {pairing} {pair} {leg}")

    def identity(self) -> dict[str, object]:
        """The identity of a run: all settings except the number of games, and how and where they are played."""
        path = Path(self._openings)
        openings = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else self._openings
        return {
            "command": self.command,
            "players": list(self.descriptions),
            "names": list(self.names),
            "pairings": [list(pairing) for pairing in self.pairings],
            "seed": self.seed,
            "openings": openings,
            **self.conditions.to_json(),
            "extra": self.extra,
            "version": jungle.__version__,
        }

    def digest(self) -> str:
        """A short name for the identity."""
        return hashlib.sha256(json.dumps(self.identity(), sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Openings:
    """Where each pair of games begins: opening n is always the same one for the same seed.

    `start` is the initial position, `random:4` four random plies from there, `book:8` eight plies of the opening book
    (or as many as it has), and a file gives one opening a line (a position's text, or moves as ``a3a4 g7g6``), or the
    games of a `.jgn` file. A file with fewer openings than pairs starts again from the top.

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
        """Raises ArenaError, which names the line if the openings come from a file."""
        if text == "start":
            return cls(conditions, seed, 0)
        kind, colon, count = text.partition(":")
        if kind in ("random", "book") and colon:
            if not (count.isascii() and count.isdigit() and int(count) <= OPENING_LIMIT):
                raise InvalidSettingError(f"openings: expected {kind}:N with N from 0 to {OPENING_LIMIT}, got {text!r}")
            book = Book.open() if kind == "book" else None
            if book and not book.moves(conditions.new_game().position):
                raise InvalidSettingError(f"openings: the book covers only the standard rules, not {conditions}")
            return cls(conditions, seed, int(count), book=book)
        if conditions.has_deal():
            raise InvalidSettingError(f"openings: expected start or random:N for {conditions.game.kind}, got {text!r}")
        path = Path(text)
        if not os.path.isfile(path):  # noqa: PTH113 -- Path.is_file raises for a name too long
            expected = "expected start, random:N, book:N or a file"
            raise InvalidSettingError(f"openings: {expected}, got {text!r}, which is not a file")
        read = _from_record if path.suffix == ".jgn" else _from_lines
        listed = tuple(read(path, conditions))
        if not listed:
            raise ArenaError(f"openings: {text!r} contains no openings")
        return cls(conditions, seed, 0, listed)

    def opening(self, pair: int) -> Opening:
        """The opening of a pair. Raises ArenaError if random plies find none."""
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

    def _next(self, game: BoardGame, random: Random) -> BoardMove | None:
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
            raise ArenaError(f"openings: {path} line {number}: the game is already over there")
        yield Opening(opening.fen, tuple(map(str, game.moves)))


def _from_record(path: Path, conditions: Conditions) -> Iterator[Opening]:
    rules = conditions.new_game().rules
    for record in load(path):
        game = record.game
        if game.outcome() is not None:
            raise ArenaError(f"openings: a game in {path} is over; end it earlier, with *")
        if game.rules != rules:
            raise ArenaError(f"openings: a game in {path} uses other rules than {conditions.rules!r}")
        yield Opening(game.start.fen(), tuple(map(str, game.moves)))
