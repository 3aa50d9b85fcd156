"""Environments for learning: steps per second of random play, with observation and mask after every step."""

import random
import time
from collections.abc import Callable
from statistics import fmean
from typing import Any

import numpy as np

from benchmarks import benchmark
from jungle import Game
from jungle.players import level
from jungle.rl import BatchEnv, VersusVectorEnv, flip_v0, jungle_v0

GAMES = 1024
ROUNDS = 8
ROUND_SECONDS = 0.25


def best_rate(play: Callable[[], int], clock: Callable[[], float] = time.process_time) -> int:
    """Steps per second in the best of a few short rounds; `play` plays some and returns how many.

    The seconds are those of the processor, on all threads together: a figure for one core, on which other work on the
    machine has little influence.
    """
    play()  # everything that is created on first use
    best = 0.0
    for _ in range(ROUNDS):
        steps, began = 0, clock()
        while (elapsed := clock() - began) < ROUND_SECONDS:
            steps += play()
        best = max(best, steps / elapsed)
    return round(best)


def batch_rate(*, threads: int = 1, **options: Any) -> int:
    """Random play in a batch; measured in wall-clock time if there are several threads."""
    env = BatchEnv(GAMES, seed=1, threads=threads, **options)

    def play() -> int:
        for _ in range(20):
            env.step(env.sample())
        return 20 * GAMES

    for _ in range(10):  # until the games are at different stages
        play()
    return best_rate(play, time.process_time if threads == 1 else time.perf_counter)


def versus_rate(level: str) -> int:
    """A random agent in the Gymnasium environment against a level: the agent's steps, with the replies."""
    env = VersusVectorEnv(GAMES // 4, opponent=level)
    env.reset(seed=1)

    def play() -> int:
        env.step(env.batch.sample())
        return env.num_envs

    for _ in range(20):
        play()
    return best_rate(play)


def single_rate(env: Any) -> int:
    """Random play in a PettingZoo environment with action masks."""
    dice = random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(200):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
                observation, *_ = env.last()
            env.step(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        return 200

    return best_rate(play)


@benchmark
def batch() -> dict[str, float]:
    return {
        "rl_batch_steps_per_s": batch_rate(game="jungle"),
        "rl_batch_gamerz_steps_per_s": batch_rate(game="jungle", rules="gamerz"),
        "rl_batch_flip_steps_per_s": batch_rate(game="flip"),
        "rl_batch_2_threads_steps_per_s": batch_rate(game="jungle", threads=2),
    }


@benchmark
def versus() -> dict[str, float]:
    return {f"rl_versus_level_{level}_steps_per_s": versus_rate(level) for level in "12345"}


@benchmark
def level_nodes() -> dict[str, float]:
    """What limits `versus`: how many nodes a level searches per move, in random games. The same on every machine."""
    games, dice = [Game() for _ in range(100)], random.Random(1)
    for game in games:
        for _ in range(dice.randrange(60)):
            if not game.is_over():
                game.play(dice.choice(game.legal_moves()))
    games = [game for game in games if not game.is_over()]
    return {
        f"rl_level_{name}_nodes_per_move": round(fmean(level(name, seed=1).choose(game).nodes or 0 for game in games))
        for name in "12345"
    }


@benchmark
def single() -> dict[str, float]:
    return {
        "rl_aec_steps_per_s": single_rate(jungle_v0.env()),
        "rl_aec_flip_steps_per_s": single_rate(flip_v0.env()),
    }
