"""The server in simulated worlds in which everything fails at times: docs/contribute/simulation.md."""

import os
import subprocess
import sys

import pytest

from tests.server.simulation.world import simulate

SEEDS = 200
PART = 25
"""Seeds per test, so that several processes share them."""


@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_no_fault_breaks_an_invariant(first: int) -> None:
    acknowledged = planned = 0
    for seed in range(first, first + PART):
        world = simulate(seed)
        if world.failure is not None:
            raise AssertionError(
                f"seed {seed}; to see what happens: python -m tests.server.simulation --first {seed} --trace"
            ) from world.failure
        acknowledged += world.acknowledged
        planned += world.referee.plans.played
    assert acknowledged > PART, "hardly anybody could play"
    assert planned > 0, "no conditional move was played"


def test_a_seed_replays_exactly() -> None:
    """In another process, in which sets of texts have another order, and after other seeds. (Its imports take most of
    the time.)"""
    seeds = range(3)
    code = f"""from tests.server.simulation.world import simulate
print(*(simulate(seed).digest() for seed in reversed({seeds})))"""
    digests = [simulate(seed).digest() for seed in seeds]
    other = {**os.environ, "PYTHONHASHSEED": "7"}
    found = subprocess.run([sys.executable, "-c", code], env=other, capture_output=True, text=True, check=True)
    assert found.stdout.split()[::-1] == digests
    assert len(set(digests)) == len(digests)
