"""The values that travel between a run and its workers: conditions, games to be played, and results."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any, Self

from jungle.board_game import BoardGame
from jungle.game import Game
from jungle.outcome import Reason
from jungle.pieces import Side

PLIES_LIMIT = 10_000
"""No game may be longer than this."""
MOVE_TIME_LIMIT = 1e6
"""The most seconds that a move may be allowed."""


class ArenaEnding(Enum):
    """How a game of the arena can end besides the reasons of the game itself."""

    ILLEGAL = "illegal move"
    CRASH = "crash"
    PLIES = "too many plies"
    """Stopped at the limit of plies: inconclusive, half a point for either."""


Ending = Reason | ArenaEnding


def parse_ending(text: str) -> Ending:
    """The ending with this value. Raises ValueError."""
    return ArenaEnding(text) if text in {ending.value for ending in ArenaEnding} else Reason(text)


def is_failure(ending: Ending) -> bool:
    """Whether a player failed, rather than lost."""
    return ending in (Reason.TIMEOUT, ArenaEnding.ILLEGAL, ArenaEnding.CRASH)


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a pair of games begins: a position (the start if empty), the seed of the deal if there is one, and the
    moves to begin with."""

    fen: str = ""
    moves: tuple[str, ...] = ()
    seed: int | None = None


START = Opening()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """The conditions of every game in a run."""

    game: type[BoardGame] = Game
    rules: str = "standard"
    """As `jungle.rules_text` writes them."""
    max_plies: int = 400
    timeout: float = 60.0
    """Seconds that a move may take, unless a player has its own limit."""
    adjudicate: str = ""

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"game": self.game.kind}

    def new_game(self, opening: Opening = START) -> BoardGame:
        """The game after an opening. Raises JungleError for an opening that cannot be played here."""
        return self.game.from_moves(opening.moves, self.rules, fen=opening.fen or None, seed=opening.seed)

    def has_deal(self) -> bool:
        """Whether a game begins with pieces face down, dealt at random."""
        return bool(self.new_game().hidden_pieces())

    def default_openings(self) -> str:
        """A deal makes every pair another game; without one, a few random plies do."""
        return "start" if self.has_deal() else "random:4"

    def __str__(self) -> str:
        return f"{self.game.kind} by {self.rules} rules"


@dataclass(frozen=True, slots=True)
class GameJob:
    """A game to be played: its place in the run, its opening, its players and its seed."""

    pairing: int
    pair: int
    leg: int
    """0 for the first game from an opening, 1 for the one with seats swapped."""
    players: tuple[int, int]
    """The numbers of the players in seat 0, which moves first, and in seat 1."""
    opening: Opening
    seed: str

    @property
    def key(self) -> tuple[int, int, int]:
        return self.pairing, self.pair, self.leg

    @property
    def name(self) -> str:
        """Within its pairing: the pair's number from 1, and which of its two games it is."""
        return f"{self.pair + 1}{'ab'[self.leg]}"


@dataclass(slots=True)
class MoveStats:
    """The cost of a player's moves."""

    moves: int = 0
    """The number of moves it chose, without the opening's."""
    seconds: float = 0.0
    slowest: float = 0.0
    nodes: int = 0
    counted: int = 0
    """The number of moves whose nodes are known."""

    def add_move(self, seconds: float, nodes: int | None) -> None:
        self.moves += 1
        self.seconds += seconds
        if seconds > self.slowest:
            self.slowest = seconds
        if nodes is not None:
            self.nodes += nodes
            self.counted += 1

    def add(self, other: "MoveStats") -> None:
        self.moves += other.moves
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.nodes += other.nodes
        self.counted += other.counted

    def seconds_per_move(self) -> float | None:
        return self.seconds / self.moves if self.moves else None

    def nodes_per_move(self) -> float | None:
        return self.nodes / self.counted if self.counted else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """A game that was played."""

    job: GameJob
    line: str
    """The moves, with spaces between them, the opening's first."""
    winner: int | None
    """The winner's seat; None for draws and games that were not decided."""
    first: Side | None
    """The colour of seat 0; None if the game ended before the first flip decided it."""
    ending: Ending
    detail: str = ""
    """The error, if a player failed."""
    efforts: tuple[MoveStats, MoveStats] = field(default_factory=lambda: (MoveStats(), MoveStats()))
    """By seat."""

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(self.line.split())

    @property
    def plies(self) -> int:
        return self.line.count(" ") + 1 if self.line else 0

    def is_inconclusive(self) -> bool:
        return self.ending is ArenaEnding.PLIES

    def seat(self, player: int) -> int:
        """The seat that a player had."""
        return self.job.players.index(player)

    def side(self, player: int) -> Side | None:
        """The colour that a player had; None if the colours were not decided."""
        return None if self.first is None else self.first.opponent if self.seat(player) else self.first

    @property
    def winning_side(self) -> Side | None:
        """The winner's colour; None without a winner or if the colours were not decided."""
        return None if self.winner is None else self.side(self.job.players[self.winner])

    def points(self, player: int) -> float:
        """A player's share of the point; undecided games count half."""
        return 0.5 if self.winner is None else float(self.winner == self.seat(player))

    def winner_of(self, *players: int) -> int | None:
        """The index of the winner among these players, or None."""
        return None if self.winner is None else players.index(self.job.players[self.winner])

    def to_json(self) -> dict[str, object]:
        return asdict(self) | {"ending": self.ending.value}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Raises KeyError, TypeError or ValueError for data that is not a result."""
        job = data["job"]
        opening = Opening(**{**job["opening"], "moves": tuple(job["opening"]["moves"])})
        first, second = data["efforts"]
        return cls(
            job=GameJob(**{**job, "players": tuple(job["players"]), "opening": opening}),
            line=data["line"],
            winner=data["winner"],
            first=None if data["first"] is None else Side(data["first"]),
            ending=parse_ending(data["ending"]),
            detail=data["detail"],
            efforts=(MoveStats(**first), MoveStats(**second)),
        )
