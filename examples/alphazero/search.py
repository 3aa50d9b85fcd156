"""Tree search for many games at once, with every game and every node of its tree in one `BatchEnv`.

This is AlphaZero's search as improved by Danihelka et al. ("Policy improvement by planning with Gumbel", 2022), which
gets a useful policy out of very few simulations. At the root, a handful of moves drawn by the policy compete in rounds;
the better half stays. Below the root, moves are chosen so that visits follow the improved policy.

Slot `k * games + g` of the environment holds node `k` of game `g`; node 0 is the game itself. A simulation makes one
new node in each game: it copies the parent's slot, plays the move there, and asks the network about all new positions
in one batch.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jungle import rl

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Evaluate = Callable[[NDArray[np.uint8]], tuple[Floats, Floats]]

DISCOUNT = 0.99
"""The discount per ply. Below 1, because otherwise the winner has no reason to make progress."""
TRUST_BASE, TRUST = 50, 1.0
"""How far search values move the policy: a value of 1 adds (TRUST_BASE + most visits) * TRUST to a logit."""
NEVER = -1e9
SMALLEST = 1e-6
"""The least share of a legal move in a policy: 0 is for illegal ones."""


class Found(NamedTuple):
    """The result of a search for each game."""

    actions: Ints
    """The moves to play."""
    policies: Floats
    """The improved policies, to train on."""
    values: Floats
    """The values of the games for the players to move."""


class Search:
    """Searches `games` games at a time. `env` holds them in its first slots, to be stepped by the caller.

    They begin from `start`, a position under any rules, or else from the initial position of the standard rules.
    """

    def __init__(self, games: int, simulations: int, *, start: Any = None, seed: int = 1, candidates: int = 16) -> None:
        self.games, self.simulations = games, simulations
        slots = games * (simulations + 1)
        self.env = rl.BatchEnv(slots + 1, start=start, seed=seed, autoreset=False)
        self.fresh = slots
        """A slot with a game that has not started."""
        self.random = np.random.default_rng(seed)
        actions = self.env.masks.shape[1]
        self.children = np.full((slots, actions), -1, np.int64)
        self.visits = np.zeros((slots, actions), np.float32)
        self.sums = np.zeros((slots, actions), np.float32)
        self.logits = np.zeros((slots, actions), np.float32)
        self.worth = np.zeros(slots, np.float32)
        """The value of a node for the player to move: from the network, or from the rules if the game is over."""
        self.over = np.zeros(slots, bool)
        self.candidates = candidates

    def run(
        self, evaluate: Evaluate, *, noise: float = 1.0, active: Ints | None = None, simulations: int | None = None
    ) -> Found:
        """Search the games that are `active` (all unless given). Without noise the best moves are played.

        `simulations` may be fewer than the search has room for.
        """
        roots = np.arange(self.games) if active is None else active
        simulations = simulations or self.simulations
        self._open(roots, evaluate)
        gumbel = (noise * self.random.gumbel(size=(len(roots), self.logits.shape[1]))).astype(np.float32)
        start = np.where(self.logits[roots] > NEVER, gumbel + self.logits[roots], NEVER)
        counts = np.minimum((start > NEVER).sum(1), self.candidates)
        rounds = np.array([halving(count, simulations) for count in range(1, self.candidates + 1)])
        for simulation in range(simulations):
            self._simulate(roots, start, rounds[counts - 1, simulation], simulation + 1, evaluate)
        improved = self._improved(roots)
        visits = self.visits[roots]
        score = np.where(visits == visits.max(1, keepdims=True), start + improved - self.logits[roots], NEVER)
        policies = np.where(start > NEVER, np.maximum(softmax(improved), SMALLEST), 0)
        seen = visits.sum(1)
        values = (self.worth[roots] + self.sums[roots].sum(1)) / (1 + seen)
        return Found(score.argmax(1), policies, values)

    def _open(self, slots: Ints, evaluate: Evaluate) -> None:
        """Create nodes for slots whose games have just been stepped or copied."""
        self.children[slots] = -1
        self.visits[slots] = self.sums[slots] = 0
        self.over[slots] = over = self.env.ends[slots]
        mover = self.env.to_play[slots].astype(np.int64)
        self.worth[slots] = np.where(over, self.env.rewards[slots, mover], 0)
        alive = slots[~over]
        if len(alive):
            logits, values = evaluate(self.env.observations[alive])
            self.logits[alive] = np.where(self.env.masks[alive] != 0, logits, NEVER)
            self.worth[alive] = values

    def _simulate(self, roots: Ints, start: Floats, allowed: Ints, number: int, evaluate: Evaluate) -> None:
        score = start + self._improved(roots) - self.logits[roots]
        score[self.visits[roots] != allowed[:, None]] += NEVER / 2
        games, nodes, actions = np.arange(len(roots)), roots, score.argmax(1)
        path = []
        leaf = np.empty(len(roots), np.int64)
        while True:
            path.append((games, nodes, actions))
            below = self.children[nodes, actions]
            leaf[games] = below
            inner = np.flatnonzero((below >= 0) & ~self.over[below])
            if not len(inner):
                break
            games, nodes = games[inner], below[inner]
            visits = self.visits[nodes]
            wanted = softmax(self._improved(nodes)) - visits / (1 + visits.sum(1, keepdims=True))
            actions = np.where(self.logits[nodes] > NEVER, wanted, NEVER).argmax(1)
        ends = np.empty((2, len(roots)), np.int64)
        for games, nodes, actions in path:
            ends[:, games] = nodes, actions
        new = np.flatnonzero(leaf < 0)
        if len(new):
            parents, actions = ends[:, new]
            slots = number * self.games + roots[new]
            self.env.copy(parents, slots)
            self.env.step(actions, where=slots)
            self._open(slots, evaluate)
            self.children[parents, actions] = leaf[new] = slots
        values = self.worth[leaf]
        for games, nodes, actions in reversed(path):
            values[games] *= -DISCOUNT
            self.visits[nodes, actions] += 1
            self.sums[nodes, actions] += values[games]

    def _improved(self, nodes: Ints) -> Floats:
        """The logits plus the search's values; a move without visits gets the mean value of its siblings."""
        visits, logits = self.visits[nodes], self.logits[nodes]
        seen = visits > 0
        total = visits.sum(1, keepdims=True)
        q = self.sums[nodes] / np.maximum(visits, 1)
        prior = np.where(seen, softmax(logits), 0)
        mean = (prior * q).sum(1, keepdims=True) / np.maximum(prior.sum(1, keepdims=True), 1e-9)
        mixed = (self.worth[nodes][:, None] + total * mean) / (1 + total)
        trust = (TRUST_BASE + visits.max(1, keepdims=True)) * TRUST
        return logits + trust * np.where(seen, q, mixed)


def softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


@cache
def halving(candidates: int, simulations: int) -> list[int]:
    """For each simulation, how often the move it tries must have been visited before: sequential halving.

    >>> halving(4, 8)
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    if candidates == 1:
        return list(range(simulations))
    rounds = math.ceil(math.log2(candidates))
    order: list[int] = []
    visits = [0] * candidates
    left = candidates
    while len(order) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            order += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return order[:simulations]
