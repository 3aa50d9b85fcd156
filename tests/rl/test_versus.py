"""The Gymnasium environments: the agent on one side, one of our players on the other."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv

from jungle import native_available
from jungle.errors import InvalidArgumentError, JungleError
from jungle.players import InvalidPlayerError
from jungle.rl import Curriculum, VersusEnv, VersusVectorEnv, move_to_action
from jungle.rl.opponents import OpponentPool

pytestmark = pytest.mark.skipif(not native_available(), reason="the C++ core is not built")

WON = "r6/3R3/7/7/7/7/7/7/7 b"
"""Blue, who is to move, can enter the den."""


def random_actions(observations: dict[str, Any], dice: np.random.Generator) -> Any:
    masks = observations["action_mask"]
    return (masks * (1 - dice.random(masks.shape))).argmax(axis=-1)


@pytest.mark.parametrize("name", ["jungle/Jungle-v0", "jungle/Flip-v0"])
@pytest.mark.parametrize("opponent", ["random", "captures"])
def test_single_environments_pass_gymnasiums_check(name: str, opponent: str) -> None:
    env = gymnasium.make(name, opponent=opponent, render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)
    env.close()


@pytest.mark.parametrize("name", ["jungle/Jungle-v0", "jungle/Flip-v0"])
def test_vector_environments_come_from_the_registry(name: str) -> None:
    env: Any = gymnasium.make_vec(name, num_envs=5, opponent=["random", "greedy"], history=1)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    dice = np.random.default_rng(1)
    observations, infos = env.reset(seed=3)
    finished = 0
    for _ in range(150):
        assert env.observation_space.contains(observations)
        assert (observations["action_mask"] == infos["action_mask"]).all()
        assert observations["action_mask"].any(axis=1).all()
        observations, rewards, terminations, truncations, infos = env.step(random_actions(observations, dice))
        assert not truncations.any()
        assert not rewards[~terminations].any()
        if terminations.any():
            assert (infos["_final_obs"] == terminations).all()
            for i in np.flatnonzero(terminations):
                assert not infos["final_obs"][i]["action_mask"].any()
                assert env.single_observation_space.contains(infos["final_obs"][i])
        finished += int(terminations.sum())
    assert finished > 3
    env.close()


def play_games(env: VersusVectorEnv, steps: int, seed: int) -> list[Any]:
    dice = np.random.default_rng(seed)
    observations, infos = env.reset(seed=seed)
    seen: list[Any] = []
    for _ in range(steps):
        observations, rewards, terminations, _, infos = env.step(random_actions(observations, dice))
        seen.append((observations["observation"], rewards, terminations, infos["seat"], list(infos["opponent"])))
    env.close()
    return seen


@pytest.mark.parametrize("opponent", ["random", "captures", {"random": 1, "rat-first": 2}])
@pytest.mark.parametrize("game", ["jungle", "flip"])
def test_a_seed_repeats_everything(opponent: Any, game: str) -> None:
    one, other = (play_games(VersusVectorEnv(6, opponent=opponent, game=game), 60, 5) for _ in range(2))
    for left, right in zip(one, other, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_agent_takes_the_given_seat(seat: int) -> None:
    env = VersusVectorEnv(4, seat=seat, opponent="captures")
    env.reset(seed=1)
    assert (env.batch.plies == seat).all()
    assert (env.batch.to_play == seat).all()
    env.step(env.batch.masks.argmax(axis=1))
    assert (env.batch.plies == seat + 2).all()
    assert all(game == env.batch.game(i) for i, game in enumerate(env._games))
    env.close()


def test_seats_are_random_by_default() -> None:
    env = VersusVectorEnv(40)
    env.reset(seed=1)
    assert 5 < env.seats.sum() < 35


def test_rewards_are_the_agents() -> None:
    env = VersusVectorEnv(2, seat=0, start=WON)
    env.reset()
    win = move_to_action(env.batch.game(0), "d8d9")
    _, rewards, terminations, _, infos = env.step([win, -1])
    assert rewards.tolist() == [1, -1]  # an illegal action loses
    assert terminations.all()
    assert infos["_final_obs"].all()
    assert env.batch.plies.tolist() == [0, 0]


def test_an_opponent_may_win_before_the_agent_moves() -> None:
    env = VersusVectorEnv(3, seat=1, start=WON, opponent="greedy")
    observations, _ = env.reset()
    for _ in range(3):
        assert not observations["action_mask"].any()
        observations, rewards, terminations, _, _ = env.step([0, 0, 0])
        assert rewards.tolist() == [-1, -1, -1]
        assert terminations.all()


def test_finished_games_wait_without_autoreset() -> None:
    env = VersusVectorEnv(2, seat=0, start=WON, autoreset=False)
    assert env.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    assert VersusVectorEnv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    env.reset()
    win = move_to_action(env.batch.game(0), "d8d9")
    _, rewards, terminations, _, _ = env.step([win, win])
    assert (rewards.tolist(), terminations.tolist()) == ([1, 1], [True, True])
    _, rewards, terminations, _, _ = env.step([win, win])
    assert (rewards.tolist(), terminations.tolist()) == ([0, 0], [True, True])
    env.reset(options={"reset_mask": np.array([False, True])})
    assert env.batch.masks.any(axis=1).tolist() == [False, True]


def test_a_curriculum_moves_on_when_the_agent_is_good_enough() -> None:
    env = VersusVectorEnv(
        4, seat=0, start=WON, opponent=Curriculum(["random", "captures", "greedy"], games=6, score=0.9)
    )
    env.reset(seed=1)
    win = move_to_action(env.batch.game(0), "d8d9")
    stages = []
    for _ in range(6):
        stages.append(env.pool.stage)
        env.step([win] * 4)
    assert stages == [0, 0, 1, 1, 2, 2]
    assert set(env.opponents) == {"greedy"}
    env.reset()
    assert env.pool.stage == 2
    env.reset(seed=1)
    assert env.pool.stage == 0
    env.close()


def test_a_curriculum_waits_for_an_agent_that_loses() -> None:
    pool = OpponentPool(Curriculum(["random", "captures"], games=4, score=0.6))
    for reward in (1, -1, 0, -1, 1):
        pool.record("random", reward)
        pool.record("captures", 1)
    assert pool.stage == 0
    for _ in range(3):
        pool.record("random", 1)
    assert pool.stage == 1


def test_mixed_opponents_are_drawn_by_weight() -> None:
    pool, dice = OpponentPool({"random": 3, "captures": 1, "greedy": 0}), np.random.default_rng(1)
    drawn = [pool.draw(dice) for _ in range(400)]
    assert 250 < drawn.count("random") < 350
    assert "greedy" not in drawn


def test_levels_are_opponents() -> None:
    env = VersusEnv(opponent="1:nodes=200", game="flip", seat=1)
    observation, info = env.reset(seed=1)
    assert info["opponent"] == "1:nodes=200"
    dice = np.random.default_rng(1)
    for _ in range(5):
        observation, *_ = env.step(random_actions(observation, dice))
    assert env.observation_space.contains(observation)
    env.close()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"opponent": "nobody"}, InvalidPlayerError, "unknown player"),
        ({"opponent": []}, InvalidArgumentError, "expected opponents"),
        ({"opponent": {"random": -1}}, InvalidArgumentError, "weights from 0"),
        ({"seat": 2}, InvalidArgumentError, "expected seat 0, 1 or None, got 2"),
        ({"render_mode": "3d"}, InvalidArgumentError, "render mode"),
        ({"rules": "chess"}, JungleError, "rule set"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        VersusVectorEnv(2, **options)


@pytest.mark.parametrize("options", [{"opponents": []}, {"opponents": "random"}, {"opponents": ["1"], "games": 0}])
def test_invalid_curricula_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgumentError, match="expected"):
        Curriculum(**options)


def test_rendering_shows_every_game() -> None:
    env = VersusVectorEnv(2, render_mode="svg")
    env.reset()
    pictures = env.render()
    assert pictures is not None
    assert [picture[:5] for picture in pictures] == ["<svg ", "<svg "]
