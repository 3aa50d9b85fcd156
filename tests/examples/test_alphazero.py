"""The AlphaZero example: its search finds wins, and a few rounds of training beat a random player."""

import io
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jungle import Game, native_available
from jungle.cli import main
from jungle.players import player
from jungle.uci.session import UciSession

pytestmark = pytest.mark.skipif(not native_available(), reason="the C++ core is not built")

WIN_IN_ONE = "7/3E3/7/7/7/7/7/r6/7 b"
LOSS_IN_TWO = "7/7/7/7/7/7/C6/3e3/6R b"
"""Red's elephant enters the den next, and the rat is too far from d1's traps to stop it."""


def ignorant(observations: Any) -> tuple[Any, Any]:
    """A network that has learned nothing."""
    return np.zeros((len(observations), 252), np.float32), np.zeros(len(observations), np.float32)


def search_of(fen: str, games: int = 3, simulations: int = 64) -> Any:
    return import_module("examples.alphazero.search").Search(games, simulations, start=Game(fen=fen).position)


def test_the_search_finds_a_win_without_a_network() -> None:
    search = search_of(WIN_IN_ONE)
    found = search.run(ignorant)
    search.env.step(found.actions, where=np.arange(3))
    assert search.env.ends[:3].all()
    assert (search.env.rewards[:3, 0] == 1).all()
    assert (found.values > 0.3).all()
    assert (found.policies.max(1) > 0.9).all()


def test_the_search_knows_when_it_is_lost() -> None:
    assert (search_of(LOSS_IN_TWO).run(ignorant).values < -0.3).all()


def test_policies_are_distributions_over_legal_moves() -> None:
    search = search_of(Game().fen())
    found = search.run(ignorant, active=np.array([0, 2]))
    assert found.policies.shape == (2, 252)
    assert found.policies.sum(1) == pytest.approx(1, abs=1e-3)
    assert ((found.policies > 0) == search.env.masks[[0, 2]]).all()


@pytest.mark.parametrize("candidates", [1, 2, 3, 8, 16])
@pytest.mark.parametrize("simulations", [1, 8, 16, 33])
def test_sequential_halving_uses_every_simulation(candidates: int, simulations: int) -> None:
    halving = import_module("examples.alphazero.search").halving
    order = halving(candidates, simulations)
    assert len(order) == simulations
    assert order[: min(candidates, simulations)] == [0] * min(candidates, simulations) or candidates == 1
    assert order == sorted(order)


def test_mirrored_actions_are_the_moves_of_the_mirrored_position() -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    from jungle import rl  # imported late: it needs the extra

    train = import_module("examples.alphazero.train")
    position = Game(fen="l5t/1d3c1/r1p1w1e/7/7/E6/2W1P1R/1C3D1/T5L r").position
    mirrored = rl.action_mask(Game(position=position.mirrored()))
    assert np.array_equal(rl.action_mask(Game(position=position))[train.MIRRORED], mirrored)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a short run that was stopped after two rounds and resumed."""
    torch: Any = pytest.importorskip("torch", reason="torch is not installed")
    torch.set_num_threads(1)  # Threads that wait for each other are slow on a busy machine.
    train = import_module("examples.alphazero.train")
    folder = tmp_path_factory.mktemp("alphazero")
    settings = train.Settings(
        blocks=2, games=32, simulations=8, quick=4, thorough=1.0, warmup=300, plies=20, longest=30
    )
    train.Run(folder, settings).train(minutes=30, rounds=2)
    resumed = train.Run(folder, settings)
    assert resumed.round == 2
    assert len(resumed.replay) > 0
    resumed.train(minutes=30, rounds=4)
    assert resumed.round == 4
    return folder


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_few_rounds_beat_a_random_player(run: Path) -> None:
    agent, network = import_module("examples.alphazero.agent"), import_module("examples.alphazero.network")
    trained = network.Network.load(run / "checkpoint.pt")
    measure = import_module("examples.yardstick").measure
    score = measure(agent.BatchAgent(trained, 20, 16), "random", games=20).mean()
    untrained = network.Network(**trained.shape)
    before = measure(agent.BatchAgent(untrained, 20, 16), "random", games=20).mean()
    assert score >= 0.85
    assert score > before


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_network_is_a_player_everywhere(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    described = f"python:examples.alphazero.agent:Agent,network={run / 'checkpoint.pt'},simulations=8"
    with player(described) as agent:
        assert agent.choose(Game(fen=WIN_IN_ONE)).move.uci() == "d8d9"
        game = Game("gamerz")
        for _ in range(6):
            game.play(agent.choose(game).move)
    output = io.StringIO()
    session = UciSession(output, described)
    session.handle(["position", "fen", *WIN_IN_ONE.split()])
    session.handle(["go", "movetime", "1000"])
    session.wait()
    session.close()
    assert output.getvalue().splitlines()[-1] == "bestmove d8d9"
    assert main(["stats", described, "random", "--games", "2", "--restart"]) == 0
    assert "crash" not in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_other_settings_do_not_resume_a_run(run: Path) -> None:
    train = import_module("examples.alphazero.train")
    with pytest.raises(SystemExit, match="other settings"):
        train.Run(run, train.Settings(seed=2))
