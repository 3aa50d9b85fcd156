"""Simple players that need no engine: baselines, and opponents for beginners.

They see what a player sees, never the face-down pieces. On boards with dens they run for the enemy's; without dens
they hunt. `biggest-first` and `rat-first` come from the source of the face-down game.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

from jungle.board_game import BoardGame
from jungle.engine import Limit
from jungle.engine.errors import refuse_when_over
from jungle.moves import BoardMove
from jungle.pieces import Animal
from jungle.players.player import Choice, TaskPlayer
from jungle.task import Task

Key = TypeVar("Key", int, tuple[int, ...])
Strategy = Callable[[BoardGame, Random], BoardMove]


class StrategyPlayer(TaskPlayer):
    """Plays by a strategy and picks at random among equally good moves."""

    def __init__(self, name: str, strategy: Strategy, seed: int | str | None = None) -> None:
        super().__init__(name)
        self._strategy = strategy
        self._random = Random(seed)

    def new_game(self, seed: int | str | None = None) -> None:
        self._random.seed(seed)

    def choose(self, game: BoardGame, limit: Limit | None = None) -> Choice:
        # Without a task, which would cost more than the choice itself; there is nothing to stop.
        return Choice(self._strategy(game, self._random))

    def _choose(self, game: BoardGame, limit: Limit | None, task: Task[Choice]) -> Choice:
        return self.choose(game)


def choose_at_random(game: BoardGame, random: Random) -> BoardMove:
    """A legal move, all equally likely."""
    return random.choice(_moves(game))


def choose_captures(game: BoardGame, random: Random) -> BoardMove:
    """Enter the den if possible, else capture, else make any move: how a small child plays."""
    sight = _Sight(game)
    return sight.den_entry() or random.choice(sight.captures or sight.moves)


def choose_greedily(game: BoardGame, random: Random) -> BoardMove:
    """Enter the den if possible, else capture the highest prey, else approach the den, else make any move.

    >>> from jungle import Game
    >>> choose_greedily(Game(fen="7/3E3/7/7/7/7/7/r6/7 b"), Random(1)).uci()
    'd8d9'
    """
    sight = _Sight(game)
    return sight.den_entry() or random.choice(sight.highest_prey() or sight.nearer(sight.den) or sight.moves)


def choose_biggest_first(game: BoardGame, random: Random) -> BoardMove:
    """Let the highest animals do the work.

    Enter the den if possible; else the highest animal that can capture takes its biggest prey; else the highest animal
    that can comes nearer to the den. Without a den, the highest animal comes nearer to its prey; else a piece next to
    high animals is turned up; else the highest animal that can hunts.
    """
    sight = _Sight(game)
    captures = _best(sight.captures, lambda move: (-sight.rank(move.animal), -sight.rank(move.captured)))
    if sight.den is not None:
        entry = sight.den_entry() or (captures[0] if captures else None)
        highest = _best(sight.nearer(sight.den), lambda move: -sight.rank(move.animal))
        return entry or random.choice(highest or sight.moves)
    hunt = captures or _best(sight.chases(), sight.walk)
    return random.choice(hunt or _best(sight.flips, sight.lowness) or _best(sight.moves, sight.walk))


def choose_rat_first(game: BoardGame, random: Random) -> BoardMove:
    """Let the rats decide.

    With dens, our rat goes for the enemy's elephant: enter the den or capture like the greedy player; else the rat
    approaches the elephant or, if that is gone, the den; else any move. Without dens, the enemy's rat is
    hunted first, and our elephant and rat move last.
    """
    sight = _Sight(game)
    if sight.den is not None:
        elephant = next((square for square, animal in sight.enemies.items() if animal is Animal.ELEPHANT), sight.den)
        hunt = [move for move in sight.nearer(elephant) if move.animal is Animal.RAT]
        return sight.den_entry() or random.choice(sight.highest_prey() or hunt or sight.moves)
    # Better the rat for nothing than for our own, but better for our own than another prey.
    captures = _best(
        sight.captures,
        lambda move: (move.captured is not Animal.RAT, move.trade, -sight.rank(move.captured)),
    )
    return random.choice(captures or _best(sight.flips, sight.disquiet) or _best(sight.moves, sight.rat_walk))


STRATEGIES: dict[str, Strategy] = {
    "biggest-first": choose_biggest_first,
    "rat-first": choose_rat_first,
    "greedy": choose_greedily,
    "captures": choose_captures,
    "random": choose_at_random,
}


def _moves(game: BoardGame) -> list[BoardMove]:
    """The legal moves. Raises GameError if there are none, since the game is over."""
    moves = game.legal_moves()
    if not moves:
        refuse_when_over(game)
    return moves


def _best(moves: Iterable[BoardMove], key: Callable[[BoardMove], Key]) -> list[BoardMove]:
    """The moves with the lowest key."""
    keyed = [(key(move), move) for move in moves]
    lowest = min((value for value, _ in keyed), default=None)
    return [move for value, move in keyed if value == lowest]


class _Sight:
    """The view of the side to move of a game that is not over."""

    def __init__(self, game: BoardGame) -> None:
        self.moves = _moves(game)
        self.captures = [move for move in self.moves if move.captured is not None]
        self.flips = [move for move in self.moves if move.is_flip()]
        self._grid, self._rules, side = game.grid, game.rules, game.side
        self.den = None if side is None else self._grid.dens[side.opponent]
        """The enemy's, if the game has dens."""
        self.own: dict[int, Animal] = {}
        self.enemies: dict[int, Animal] = {}
        for square, piece in game.faces().items():
            if piece is not None:
                (self.own if piece.side is side else self.enemies)[square] = piece.animal

    def rank(self, animal: Animal | None) -> int:
        return 0 if animal is None else self._rules.rank(animal)

    def den_entry(self) -> BoardMove | None:
        return next((move for move in self.moves if move.target == self.den), None)

    def highest_prey(self) -> list[BoardMove]:
        """The captures of the highest prey, by any animal."""
        return _best(self.captures, lambda move: -self.rank(move.captured))

    def nearer(self, goal: int | None) -> list[BoardMove]:
        """The moves that lead nearer to a square."""
        if goal is None:
            return []
        away = self._grid.distance
        return [move for move in self.moves if away(move.target, goal) < away(move.origin, goal)]

    def beside(self, square: int, pieces: dict[int, Animal]) -> list[Animal]:
        """The given pieces that are next to a square."""
        return [pieces[place] for place in self._grid.neighbours(square) if place in pieces]

    def lowness(self, flip: BoardMove) -> int:
        """Sort key for a flip: lower the higher our animals next to it are."""
        return -max(map(self.rank, self.beside(flip.origin, self.own)), default=0)

    def disquiet(self, flip: BoardMove) -> int:
        """0 next to the enemy's rat, 2 next to our elephant or rat, otherwise 1."""
        if Animal.RAT in self.beside(flip.origin, self.enemies):
            return 0
        return 1 + any(animal in (Animal.ELEPHANT, Animal.RAT) for animal in self.beside(flip.origin, self.own))

    def chases(self) -> list[BoardMove]:
        """The safe moves that bring our highest animal nearer to its prey."""
        highest = max(self.own.values(), key=self.rank, default=None)
        moves = [move for move in self.moves if move.animal is highest and not move.is_flip()]
        return [move for move in moves if self._comes_nearer(move) and not self._is_exposed(move)]

    def _comes_nearer(self, move: BoardMove) -> bool:
        return self._way(move.animal, move.target) < self._way(move.animal, move.origin)

    def _way(self, hunter: Animal | None, square: int) -> int:
        """The distance from a square to the nearest prey; 0 if there is none."""
        prey = (place for place, animal in self.enemies.items() if self._wins(hunter, animal))
        return min((self._grid.distance(square, place) for place in prey), default=0)

    def walk(self, move: BoardMove) -> tuple[bool, bool, int, int]:
        """Safe before unsafe, hunters before others, then the highest animal, then the shortest way to its prey."""
        has_prey = any(self._wins(move.animal, animal) for animal in self.enemies.values())
        return self._is_exposed(move), not has_prey, -self.rank(move.animal), self._way(move.animal, move.target)

    def rat_walk(self, move: BoardMove) -> tuple[bool, bool, bool, int, int]:
        """As `walk`, but animals that can take the enemy's rat go for it first, the nearest of them before others."""
        rat = next((square for square, animal in self.enemies.items() if animal is Animal.RAT), None)
        if rat is not None and self._wins(move.animal, Animal.RAT):
            way = self._grid.distance(move.target, rat)
            return self._is_exposed(move), False, False, way, -self.rank(move.animal)
        exposed, idle, rank, way = self.walk(move)
        return exposed, True, idle, rank, way

    def _wins(self, hunter: Animal | None, prey: Animal | None) -> bool:
        """Whether the hunter may capture the prey and survive."""
        return hunter is not None and prey is not None and hunter is not prey and self._rules.takes(hunter, prey)

    def _is_exposed(self, move: BoardMove) -> bool:
        """Whether an enemy could capture the animal on its target and survive."""
        return any(self._wins(enemy, move.animal) for enemy in self.beside(move.target, self.enemies))
