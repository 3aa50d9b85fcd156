"""Compares the speed of our environments with others: `python -m tools.rl_speed` prints a Markdown table.

Each plays at random, with observation and legal actions after every step. A figure is the best of a few short rounds,
in steps per second of processor time, all threads together: what one core does. Peers come with
`pip install junglegame[rl,peers]`; those that are missing are left out.
"""

import argparse
import importlib.util
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from benchmarks.rl import GAMES, batch_rate, best_rate, single_rate

from jungle.rl import flip_v0, jungle_v0


class Row(NamedTuple):
    """The environment, the package it needs, and its steps per second."""

    title: str
    package: str
    rate: Callable[[], int]


def pettingzoo_rate(name: str) -> int:
    """One of PettingZoo's own environments."""
    import pettingzoo

    return single_rate(pettingzoo.make("aec", f"classic/{name}"))


def openspiel_rate(name: str) -> int:
    """A game of OpenSpiel, stepped from Python."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()

    def play() -> int:
        nonlocal state
        for _ in range(200):
            while state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, shares)[0])
            if state.is_terminal():
                state = game.new_initial_state()
                continue
            state.observation_tensor()
            state.apply_action(dice.choice(state.legal_actions()))
        return 200

    return best_rate(play)


def envpool_rate(name: str, games: int) -> int:
    """An environment of EnvPool on one thread."""
    import envpool

    env = envpool.make_gymnasium(name, num_envs=games, num_threads=1, seed=1)
    dice = np.random.default_rng(1)
    _, info = env.reset()

    def play() -> int:
        nonlocal info
        masks = info["legal_action_mask"]
        info = env.step((masks * (1 - dice.random(masks.shape))).argmax(axis=1).astype(np.int32))[-1]
        return games

    return best_rate(play)


def pgx_rate(name: str, games: int) -> int:
    """A game of pgx, compiled by JAX for the processor."""
    import jax
    import pgx

    env = pgx.make(name)

    def random_step(state: Any, key: Any) -> Any:
        action = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask))
        return env.step(jax.lax.cond(state.terminated | state.truncated, lambda: env.init(key), lambda: state), action)

    step = jax.jit(jax.vmap(random_step))
    keys = jax.random.split(jax.random.PRNGKey(1), games)
    state = jax.jit(jax.vmap(env.init))(keys)

    def play() -> int:
        nonlocal state, keys
        keys = jax.vmap(lambda key: jax.random.split(key)[0])(keys)
        state = step(state, keys)
        state.observation.block_until_ready()
        return games

    return best_rate(play)


ROWS = [
    Row(f"**Jungle, `BatchEnv`**, {GAMES} games", "jungle", lambda: batch_rate(game="jungle")),
    Row(
        f"**Jungle, `BatchEnv`, `gamerz`**, {GAMES} games", "jungle", lambda: batch_rate(game="jungle", rules="gamerz")
    ),
    Row(f"**face-down game, `BatchEnv`**, {GAMES} games", "jungle", lambda: batch_rate(game="flip")),
    Row("**Jungle, PettingZoo**", "jungle", lambda: single_rate(jungle_v0.env())),
    Row("**face-down game, PettingZoo**", "jungle", lambda: single_rate(flip_v0.env())),
    Row("chess, PettingZoo", "chess", lambda: pettingzoo_rate("chess_v6")),
    Row("connect four, PettingZoo", "pettingzoo", lambda: pettingzoo_rate("connect_four_v3")),
    Row("chess, OpenSpiel from Python", "pyspiel", lambda: openspiel_rate("chess")),
    Row("banqi, OpenSpiel from Python", "pyspiel", lambda: openspiel_rate("banqi")),
    Row("animal shogi, EnvPool, 256 games", "envpool", lambda: envpool_rate("AnimalShogi-v1", 256)),
    Row("animal shogi, pgx on the processor, 256 games", "pgx", lambda: pgx_rate("animal_shogi", 256)),
]


def measured(words: list[str]) -> Iterator[tuple[str, int]]:
    """The rows that contain one of some words, or all, with their figures."""
    for row in ROWS:
        if words and not any(word.lower() in row.title.lower() for word in words):
            continue
        if importlib.util.find_spec(row.package) is None:
            continue
        yield row.title, row.rate()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.rl_speed", description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", help="measure the rows that contain one of these words")
    print("| environment | steps/s |\n|---|--:|", flush=True)
    for title, rate in measured(parser.parse_args().only):
        print(f"| {title} | {rate:,} |", flush=True)


if __name__ == "__main__":
    main()
