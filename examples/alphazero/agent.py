"""A trained network as a player: `jungle stats python:examples.alphazero.agent:Agent,network=RUN/checkpoint.pt 3`."""

import numpy as np
import torch
from numpy.typing import NDArray

from examples.alphazero.network import Network
from examples.alphazero.search import Search
from jungle import Game, rl
from jungle.players import Choice


class BatchAgent:
    """Plays many games at once, for `examples.yardstick`."""

    def __init__(self, network: Network, games: int, simulations: int) -> None:
        self.network = network
        self.search = Search(games, simulations)
        self.env = self.search.env

    def choose(self, where: NDArray[np.int64]) -> NDArray[np.int64]:
        return self.search.run(self.network.evaluate, noise=0.0, active=where).actions


class Agent:
    """Plays one game: a `python:` player for the arena, the engine protocol and wherever else players are named."""

    def __init__(self, network: str, simulations: int | str = 64) -> None:
        torch.set_num_threads(1)
        self._network = Network.load(network)
        self._simulations = int(simulations)
        self._search: Search | None = None
        self._game = Game()

    def new_game(self, seed: str) -> None:
        """The search is deterministic, so the seed does not matter."""
        self._search = None

    def choose(self, game: Game) -> Choice:
        """The best move, by a search that has followed the whole game and so knows about repetitions."""
        if self._search is None or self._game.start != game.start or self._game.moves != game.moves[: len(self._game)]:
            self._search = Search(1, self._simulations, start=game.start)
            self._game = Game(position=game.start)
        for move in game.moves[len(self._game) :]:
            self._search.env.step([rl.move_to_action(self._game, move)], where=[0])
            self._game.play(move)
        found = self._search.run(self._network.evaluate, noise=0.0)
        return Choice(rl.action_to_move(game, found.actions[0]), self._simulations)
