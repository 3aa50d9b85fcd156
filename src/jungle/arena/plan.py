"""The plan of a run: every game that is to be played, in order, and what makes two runs the same."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import jungle
from jungle.arena.errors import within
from jungle.arena.games import Conditions, GameJob, GameResult
from jungle.arena.openings import Openings
from jungle.players import PlayerSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Who meets whom how often. Raises InvalidPlayerError or ArenaError for plans that cannot be played.

    Players are known by their number in `players`; a pairing's first player is Blue in the first game of each pair.

    >>> plan = Plan(command="stats", players=("random", "greedy"), games=4)
    >>> [(job.pair, job.leg, job.blue) for job in plan.jobs()]
    [(0, 0, 0), (0, 1, 1), (1, 0, 0), (1, 1, 1)]
    """

    command: str
    players: tuple[str, ...]
    names: tuple[str, ...] = ()
    """Their descriptions, unless given."""
    pairings: tuple[tuple[int, int], ...] = ((0, 1),)
    games: int = 10
    """For each pairing."""
    seed: int = 1
    openings: str = "random:4"
    conditions: Conditions = field(default_factory=Conditions)
    extra: str = ""
    """Anything else that distinguishes this run from others, such as its test."""

    @classmethod
    def match(
        cls,
        first: str,
        second: str,
        *,
        command: str,
        games: int,
        seed: int,
        openings: str | None,
        conditions: Conditions,
        extra: str = "",
    ) -> Self:
        """Two players. Where no openings are named, the game has its own."""
        return cls(
            command=command,
            players=(first, second),
            games=within("games", games, 1),
            seed=within("seed", seed, 0),
            openings=openings or conditions.default_openings(),
            conditions=conditions,
            extra=extra,
        )

    def __post_init__(self) -> None:
        for text in self.players:
            PlayerSpec.parse(text).check_game(self.conditions.game.kind)
        self.make_openings().opening(0)

    def __str__(self) -> str:
        most = self.conditions.max_plies
        return f"{self.conditions}, openings {self.openings}, seed {self.seed}, at most {most} plies"

    def make_openings(self) -> Openings:
        return Openings.parse(self.openings, self.conditions, seed=self.seed)

    @property
    def total(self) -> int:
        return self.games * len(self.pairings)

    def name(self, player: int) -> str:
        """A player's name, with a number if it plays against itself."""
        if self.names:
            return self.names[player]
        text = self.players[player]
        return f"{text} (2)" if text in self.players[:player] else text

    def is_wanted(self, key: tuple[int, int, int]) -> bool:
        """Is a game part of the plan? A run that was begun with more games may have others too."""
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
            for pairing, (first, second) in enumerate(self.pairings):
                for leg in range(min(2, self.games - 2 * pair)):
                    blue, red = (first, second) if leg == 0 else (second, first)
                    seed = f"{self.seed} {pairing} {pair} {leg}"
                    yield GameJob(pairing, pair, leg, blue, red, opening, seed)

    def identity(self) -> dict[str, Any]:
        """What makes a run the same one: all settings but the number of games, and how and where they are played."""
        path = Path(self.openings)
        openings = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else self.openings
        return {
            "command": self.command,
            "players": list(self.players),
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
