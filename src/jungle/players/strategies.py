"""Simple players that need no engine: yardsticks, and opponents for beginners."""

from collections.abc import Callable
from random import Random
from typing import Any

from jungle.engine import Handle, Limit
from jungle.flip import FlipGame, Step, strategy
from jungle.flip.board import RANK
from jungle.game import Game
from jungle.geometry import DENS, file_of, rank_of
from jungle.moves import Move
from jungle.pieces import Animal, Piece
from jungle.players.player import Choice, Player

Strategy = Callable[[Any, Random], Any]


class StrategyPlayer(Player):
    """Plays by a strategy, and lets chance decide between moves that this likes equally."""

    def __init__(self, name: str, strategy: Strategy, seed: int | str | None = None) -> None:
        super().__init__(name)
        self._strategy = strategy
        self._random = Random(seed)

    def new_game(self, seed: int | str | None = None) -> None:
        self._random.seed(seed)

    def _choose(self, game: Any, limit: Limit | None, handle: Handle[Choice]) -> Choice:
        return Choice(self._strategy(game, self._random))


def choose_at_random(game: Any, random: Random) -> Any:
    """Any legal move, each as likely as another."""
    return random.choice(game.legal_moves())


def choose_greedily(game: Any, random: Random) -> Any:
    """Enter the den if possible, else capture the highest prey, else take any step that leads nearer to the den.

    >>> from jungle import Position
    >>> game = Game(position=Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b"))
    >>> choose_greedily(game, Random(1)).uci()
    'd8d9'
    """
    moves = game.legal_moves()
    if isinstance(game, FlipGame):
        prey = {move: RANK[move.captured] for move in moves if isinstance(move, Step) and move.captured}
        return random.choice([move for move, rank in prey.items() if rank == max(prey.values())] or moves)
    return _den_entry(game, moves) or _capture(game, moves, random) or random.choice(_nearer(game, moves) or moves)


def choose_biggest_first(game: Any, random: Random) -> Any:
    """Let the highest animals do the work.

    Enter the den if possible; else the highest animal that can capture takes its biggest prey; else the highest
    animal that can come nearer to the enemy's den does so; else any move.
    """
    if isinstance(game, FlipGame):
        return strategy("biggest-first").choose(game.position, random)
    moves = game.legal_moves()
    if entry := _den_entry(game, moves):
        return entry
    captures = [move for move in moves if move.captured]
    if captures:
        return max(captures, key=lambda move: (_rank(game, move.animal), _rank(game, move.captured)))
    nearer = _nearer(game, moves)
    if not nearer:
        return random.choice(moves)
    highest = max(_rank(game, move.animal) for move in nearer)
    return random.choice([move for move in nearer if _rank(game, move.animal) == highest])


def choose_rat_first(game: Any, random: Random) -> Any:
    """Send the rat after the enemy's elephant, and be greedy with the others.

    Enter the den or capture like the greedy player; else the rat comes nearer to the elephant, or, when that is
    gone, to the den; else any move.
    """
    if isinstance(game, FlipGame):
        return strategy("rat-first").choose(game.position, random)
    moves = game.legal_moves()
    if move := _den_entry(game, moves) or _capture(game, moves, random):
        return move
    enemy = game.position.side.opponent
    elephant = game.position.square_of(Piece(enemy, Animal.ELEPHANT))
    goal = DENS[enemy] if elephant is None else elephant
    nearer = [
        move
        for move in moves
        if move.animal is Animal.RAT and _distance(move.target, goal) < _distance(move.origin, goal)
    ]
    return random.choice(nearer or moves)


STRATEGIES: dict[str, Strategy] = {
    "biggest-first": choose_biggest_first,
    "rat-first": choose_rat_first,
    "greedy": choose_greedily,
    "random": choose_at_random,
}


def _den_entry(game: Game, moves: list[Move]) -> Move | None:
    den = DENS[game.position.side.opponent]
    return next((move for move in moves if move.target == den), None)


def _capture(game: Game, moves: list[Move], random: Random) -> Move | None:
    """A capture of the highest prey, whoever captures it."""
    captures = [move for move in moves if move.captured]
    if not captures:
        return None
    highest = max(_rank(game, move.captured) for move in captures)
    return random.choice([move for move in captures if _rank(game, move.captured) == highest])


def _nearer(game: Game, moves: list[Move]) -> list[Move]:
    """The moves that lead nearer to the enemy's den."""
    den = DENS[game.position.side.opponent]
    return [move for move in moves if _distance(move.target, den) < _distance(move.origin, den)]


def _rank(game: Game, animal: Animal | None) -> int:
    return 0 if animal is None else game.rules.rank(animal)


def _distance(origin: int, target: int) -> int:
    return abs(file_of(origin) - file_of(target)) + abs(rank_of(origin) - rank_of(target))
