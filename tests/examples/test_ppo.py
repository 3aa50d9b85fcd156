"""The PPO example: a minute of training beats a random player, and the network plays in the arena."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from jungle import Game, native_available
from jungle.players import player

pytestmark = [
    pytest.mark.skipif(not native_available(), reason="the C++ core is not built"),
    pytest.mark.slow,
    pytest.mark.timeout(900),
]


@pytest.fixture(scope="module")
def ppo() -> Any:
    torch: Any = pytest.importorskip("torch", reason="torch is not installed")
    torch.set_num_threads(1)  # Threads that wait for each other are slow on a busy machine.
    return import_module("examples.ppo.ppo")


def test_start_positions_are_reproducible_and_in_progress(ppo: Any) -> None:
    positions = ppo.random_positions(50, seed=3)
    assert positions == ppo.random_positions(50, seed=3)
    assert all(Game(position=position).outcome() is None for position in positions)
    assert len({position.fen() for position in positions}) > 40


def test_some_updates_beat_a_random_player(ppo: Any, tmp_path: Path) -> None:
    settings = ppo.Settings(games=128, steps=64, starts=300, layers=3)
    ppo.Trainer(tmp_path, settings).train(minutes=30, updates=25)
    measure = import_module("examples.yardstick").measure
    score = measure(ppo.BatchAgent(ppo.Network.load(tmp_path / "network.pt"), 40), "random", games=40).mean()
    assert score >= 0.75
    with player(f"python:examples.ppo.ppo:Agent,network={tmp_path / 'network.pt'}", seed="1") as agent:
        game = Game()
        assert agent.choose(game).move in game.legal_moves()
