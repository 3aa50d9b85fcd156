"""Simple players for both games: yardsticks that need no engine."""

from random import Random

from jungle.flip import FLIP, FlipGame, FlipMove, strategy
from jungle.game import Game
from jungle.geometry import DENS, file_of, rank_of
from jungle.moves import Move
from jungle.pieces import Animal, Piece


class RandomPlayer:
    """Any legal move, each as likely as another."""

    def __init__(self) -> None:
        self._random = Random()

    def new_game(self, seed: str) -> None:
        self._random.seed(seed)

    def choose(self, game: Game) -> Move:
        return self._random.choice(game.legal_moves())

    def close(self) -> None:
        """Nothing to give back."""


class GreedyPlayer(RandomPlayer):
    """Enters the den if it can, else captures the highest prey, else takes any step that leads nearer to the den.

    >>> from jungle import Game, Position
    >>> game = Game(position=Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b"))
    >>> GreedyPlayer().choose(game).uci()
    'd8d9'
    """

    def choose(self, game: Game) -> Move:
        moves = game.legal_moves()
        return (
            _den_entry(game, moves) or self._capture(game, moves) or self._random.choice(_nearer(game, moves) or moves)
        )

    def _capture(self, game: Game, moves: list[Move]) -> Move | None:
        """A capture of the highest prey, whoever captures it."""
        captures = [move for move in moves if move.captured]
        if not captures:
            return None
        highest = max(_rank(game, move.captured) for move in captures)
        return self._random.choice([move for move in captures if _rank(game, move.captured) == highest])


class BiggestFirstPlayer(RandomPlayer):
    """Lets its highest animals do the work.

    Enters the den if it can; else the highest animal that can capture takes its biggest prey; else the highest
    animal that can come nearer to the enemy's den does so; else any move.
    """

    def choose(self, game: Game) -> Move:
        moves = game.legal_moves()
        if entry := _den_entry(game, moves):
            return entry
        captures = [move for move in moves if move.captured]
        if captures:
            return max(captures, key=lambda move: (_rank(game, move.animal), _rank(game, move.captured)))
        nearer = _nearer(game, moves)
        if not nearer:
            return self._random.choice(moves)
        highest = max(_rank(game, move.animal) for move in nearer)
        return self._random.choice([move for move in nearer if _rank(game, move.animal) == highest])


class RatFirstPlayer(GreedyPlayer):
    """Sends its rat after the enemy's elephant, and is greedy with the others.

    Enters the den or captures like the greedy player; else the rat comes nearer to the elephant, or, when that is
    gone, to the den; else any move.
    """

    def choose(self, game: Game) -> Move:
        moves = game.legal_moves()
        if move := _den_entry(game, moves) or self._capture(game, moves):
            return move
        enemy = game.position.side.opponent
        elephant = game.position.square_of(Piece(enemy, Animal.ELEPHANT))
        goal = DENS[enemy] if elephant is None else elephant
        nearer = [
            move
            for move in moves
            if move.animal is Animal.RAT and _distance(move.target, goal) < _distance(move.origin, goal)
        ]
        return self._random.choice(nearer or moves)


class FlipStrategyPlayer:
    """A strategy of the face-down game, by its name there."""

    def __init__(self, name: str) -> None:
        self._strategy = strategy(name)
        self._random = Random()

    def new_game(self, seed: str) -> None:
        self._random.seed(seed)

    def choose(self, game: FlipGame) -> FlipMove:
        return self._strategy.choose(game.position, self._random)

    def close(self) -> None:
        """Nothing to give back."""


class FlipGreedyPlayer(FlipStrategyPlayer):
    """Captures the highest prey in the face-down game, else does anything."""

    def __init__(self) -> None:
        super().__init__("random")

    def choose(self, game: FlipGame) -> FlipMove:
        moves = game.legal_moves()
        prey = {move: FLIP.rank(move.captured) for move in moves if move.captured}
        best = [move for move, rank in prey.items() if rank == max(prey.values())]
        return self._random.choice(best or moves)


def _den_entry(game: Game, moves: list[Move]) -> Move | None:
    den = DENS[game.position.side.opponent]
    return next((move for move in moves if move.target == den), None)


def _nearer(game: Game, moves: list[Move]) -> list[Move]:
    """The moves that lead nearer to the enemy's den."""
    den = DENS[game.position.side.opponent]
    return [move for move in moves if _distance(move.target, den) < _distance(move.origin, den)]


def _rank(game: Game, animal: Animal | None) -> int:
    return 0 if animal is None else game.rules.rank(animal)


def _distance(origin: int, target: int) -> int:
    return abs(file_of(origin) - file_of(target)) + abs(rank_of(origin) - rank_of(target))
