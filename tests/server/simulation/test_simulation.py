"""The server in simulated worlds in which everything fails at times: docs/contribute/simulation.md."""

import os
import subprocess
import sys

import pytest

from tests.server.simulation.world import simulate

SEEDS = 75
PART = 25
"""Seeds per test, so that several processes share them."""


@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_no_fault_breaks_an_invariant(first: int) -> None:
    acknowledged = 0
    for seed in range(first, first + PART):
        world = simulate(seed)
        if world.failure is not None:
            raise AssertionError(
                f"seed {seed}; to see what happens: python -m tests.server.simulation --first {seed} --trace"
            ) from world.failure
        acknowledged += world.acknowledged
    assert acknowledged > PART, "hardly anybody could play"


def test_a_seed_replays_exactly() -> None:
    """In another process, in which sets of texts have another order. (Its imports take most of the time.)"""
    seeds = range(3)
    # What the process keeps for all worlds, such as compiled rules, is there from the first world on.
    code = f"""from tests.server.simulation.world import simulate
simulate(0)
print(*(simulate(seed).digest() for seed in {seeds}))"""
    simulate(0)
    digests = [simulate(seed).digest() for seed in seeds]
    other = {**os.environ, "PYTHONHASHSEED": "7"}
    found = subprocess.run([sys.executable, "-c", code], env=other, capture_output=True, text=True, check=True)
    assert found.stdout.split() == digests
    assert len(set(digests)) == len(digests)
