"""The Gymnasium environments: the agent on one side, one of our players on the other."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from jungle import Game, native_available
from jungle.arena import play_match
from jungle.errors import InvalidArgumentError, JungleError
from jungle.players import InvalidPlayerError, level, player
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
    assert isinstance(env, VersusVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    dice = np.random.default_rng(1)
    observations, infos = env.reset(seed=3)
    finished = 0
    for _ in range(150):
        assert env.observation_space.contains(observations)
        assert (observations["action_mask"] == infos["action_mask"]).all()
        assert (env.action_masks() == infos["action_mask"]).all()
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
    assert set(env.opponents) == {2}
    env.reset()
    assert env.pool.stage == 2
    env.reset(seed=1)
    assert env.pool.stage == 0
    env.close()


def test_a_curriculum_waits_for_an_agent_that_loses() -> None:
    pool = OpponentPool(Curriculum(["random", "captures"], games=4, score=0.6))
    for reward in (1, -1, 0, -1, 1):
        pool.record(0, reward)
        pool.record(1, 1)
    assert pool.stage == 0
    for _ in range(3):
        pool.record(0, 1)
    assert pool.stage == 1


def test_mixed_opponents_are_drawn_by_weight() -> None:
    pool, dice = OpponentPool({"random": 3, "captures": 1, "greedy": 0}), np.random.default_rng(1)
    drawn = [pool.draw(dice) for _ in range(400)]
    assert 250 < drawn.count(0) < 350
    assert set(drawn) == {0, 1}


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
        ({"opponent": 3}, InvalidArgumentError, "expected opponents"),
        ({"opponent": [3]}, InvalidArgumentError, "its description or a policy, got 3"),
        ({"opponent": {"random": -1}}, InvalidArgumentError, "weights from 0"),
        ({"max_plies": 0}, InvalidArgumentError, "max_plies: expected"),
        ({"max_episode_steps": 0}, InvalidArgumentError, "max_episode_steps: expected"),
        ({"capture_reward": "much"}, InvalidArgumentError, "capture_reward: expected a number"),
        ({"dtype": "float64"}, InvalidArgumentError, "uint8 or float32"),
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


# Opponents


def won_line(opponent: str) -> list[int]:
    """The agent's actions in a won game against an opponent, by trying seeds."""
    for seed in range(50):
        env = VersusVectorEnv(1, opponent=opponent, seat=0)
        env.reset(seed=seed)
        dice, rewards, terminations = np.random.default_rng(seed), np.zeros(1), np.zeros(1, np.bool_)
        actions: list[int] = []
        while not terminations[0] and len(actions) < 200:
            game = env.batch.game(0)
            legal = env.batch.encoding.legal_actions(game)
            captures = [action for action, move in legal.items() if move.captured is not None]
            actions.append(int(dice.choice(captures or sorted(legal))))
            _, rewards, terminations, _, _ = env.step([actions[-1]])
        env.close()
        if rewards[0] == 1:
            return actions
    raise AssertionError(f"no game against {opponent} was won")


@pytest.mark.parametrize("opponent", ["1", "2", "6:nodes=50", "greedy"])
def test_episodes_against_a_level_differ(opponent: str) -> None:
    """The agent always plays its first legal action; only the opponent's seeds can make a difference."""
    env = VersusVectorEnv(4, opponent=opponent, seat=0, max_plies=12)
    env.reset(seed=1)
    games = set()
    for _ in range(12):
        moves = [tuple(env.batch.game(i).moves) for i in range(4)]
        _, _, _, truncations, _ = env.step(env.batch.masks.argmax(axis=1))
        if truncations.any():
            games.update(moves)
    assert len(games) == 8  # two episodes in each row
    env.close()


def test_replaying_a_won_line_does_not_win_again() -> None:
    line = won_line("1")
    env = VersusVectorEnv(1, opponent="1", seat=0, autoreset=False)
    wins = 0
    for seed in range(10):
        env.reset(seed=seed)
        for action in line:
            if not env.batch.masks[0, action]:
                break
            _, rewards, terminations, _, _ = env.step([action])
            if terminations[0]:
                wins += int(rewards[0] == 1)
                break
    env.close()
    assert wins <= 3


def test_rewards_agree_with_the_arena() -> None:
    """`greedy` as the agent scores against level 1 what it scores in a match."""
    games = 120
    env = VersusVectorEnv(30, opponent="1", max_plies=400)
    env.reset(seed=3)
    agent = player("greedy", seed=1)
    outcomes: list[int] = []
    while len(outcomes) < games:
        actions = [
            move_to_action(game, agent.choose(game).move) for game in (env.batch.game(i) for i in range(env.num_envs))
        ]
        _, _, terminations, truncations, infos = env.step(actions)
        over = terminations | truncations
        if over.any():
            outcomes += infos["final_info"]["outcome"][over].tolist()
    env.close()
    score = (np.mean(outcomes) + 1) / 2
    with play_match("greedy", "1", games=games, openings="start", seed=5) as match:
        points = match.result().standing.points
    assert abs(score - points / games) < 0.15


def test_a_player_object_is_an_opponent() -> None:
    with level("2", seed=1) as opponent:
        env = VersusVectorEnv(3, opponent=opponent, seat=1)
        _, infos = env.reset(seed=1)
        assert set(infos["opponent"]) == {"2"}
        first = [env.batch.game(i).moves for i in range(3)]
        env.reset(seed=2)
        assert first != [env.batch.game(i).moves for i in range(3)]
        env.close()
        opponent.choose(Game())  # The caller's player stays open.


def test_a_policy_is_an_opponent() -> None:
    seen: list[int] = []

    def snapshot(observations: Any) -> Any:
        assert observations["observation"].dtype == np.float32
        seen.append(len(observations["action_mask"]))
        return observations["action_mask"].argmax(axis=1)

    env = VersusVectorEnv(4, opponent=[snapshot, "random"], seat=0, dtype="float32")
    _, infos = env.reset(seed=2)
    assert set(infos["opponent"]) == {"snapshot", "random"}
    env.step(env.batch.masks.argmax(axis=1))
    assert seen == [list(infos["opponent"]).count("snapshot")]
    moved = env.batch.game(int((infos["opponent"] == "snapshot").argmax())).moves
    assert [move_to_action(Game.from_moves(moved[:n]), move) for n, move in enumerate(moved)] == [0, 0]


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (lambda observations: [0.5] * 2, "expected 2 actions, got float64"),
        (lambda observations: [0], "expected 2 actions"),
        (lambda observations: [0, 251], "expected a legal action, got 251"),
        (lambda observations: [-1, 0], "expected a legal action, got -1"),
    ],
)
def test_a_policys_mistakes_are_errors(policy: Any, message: str) -> None:
    env = VersusVectorEnv(2, opponent=policy, seat=1)
    with pytest.raises(InvalidArgumentError, match=message):
        env.reset()


def test_a_curriculum_may_mix_kinds_of_opponents() -> None:
    curriculum = Curriculum(["random", lambda observations: observations["action_mask"].argmax(axis=1), "1"], games=2)
    env = VersusVectorEnv(2, opponent=curriculum)
    env.reset(seed=1)
    assert env.pool.names == ("random", "<lambda>", "1")


# Ends, truncations and rewards


def test_games_are_cut_off_at_max_plies() -> None:
    env = VersusVectorEnv(3, seat=0, max_plies=6, autoreset=True)
    env.reset(seed=1)
    for step in range(1, 4):
        _, rewards, terminations, truncations, infos = env.step(env.batch.masks.argmax(axis=1))
        assert not terminations.any()
        assert not rewards.any()
        assert truncations.all() == (step == 3)
    assert infos["final_info"]["reason"].tolist() == ["max_plies"] * 3
    assert infos["final_info"]["outcome"].tolist() == [0] * 3
    assert env.batch.plies.tolist() == [0] * 3
    # What was seen last is the cut-off position, to estimate its value from.
    assert infos["final_obs"][0]["observation"][:16].sum() > 10


def test_make_vec_takes_max_episode_steps() -> None:
    env: Any = gymnasium.make_vec("jungle/Jungle-v0", num_envs=4, max_episode_steps=20, opponent="random")
    observations, _ = env.reset(seed=1)
    dice = np.random.default_rng(1)
    truncated = 0
    for step in range(1, 41):
        observations, _, _, truncations, infos = env.step(random_actions(observations, dice))
        truncated += int(truncations.sum())
        assert not truncations.any() or step >= 20
        if truncations.any():
            assert set(infos["final_info"]["reason"][truncations]) == {"max_episode_steps"}
    assert truncated >= 4
    env.close()


def test_a_truncated_game_waits_without_autoreset() -> None:
    env = VersusVectorEnv(2, seat=0, max_episode_steps=1, autoreset=False)
    env.reset(seed=1)
    for _ in range(2):
        _, rewards, terminations, truncations, infos = env.step(env.batch.masks.argmax(axis=1))
        assert truncations.all()
        assert not rewards.any()
        assert not terminations.any()
        assert env.batch.plies.tolist() == [2, 2]
        assert infos["reason"].tolist() == ["max_episode_steps"] * 2
    env.reset(options={"reset_mask": np.array([True, False])})
    assert env.batch.plies.tolist() == [0, 2]


@pytest.mark.parametrize("game", ["jungle", "flip"])
def test_final_infos_have_the_outcome_and_its_reason(game: str) -> None:
    env = VersusVectorEnv(10, game=game, max_plies=300)
    observations, _ = env.reset(seed=1)
    dice, reasons = np.random.default_rng(1), set()
    for _ in range(250):
        observations, rewards, terminations, truncations, infos = env.step(random_actions(observations, dice))
        over = terminations | truncations
        assert ("final_info" in infos) == over.any()
        for i in np.flatnonzero(over):
            assert infos["final_info"]["outcome"][i] == rewards[i]
            reasons.add(infos["final_info"]["reason"][i])
        assert "reason" not in infos
    assert "den" in reasons if game == "jungle" else reasons >= {"capture", "quiet"}


def test_a_single_game_tells_its_outcome() -> None:
    env = VersusEnv(seat=0, start=WON)
    _, info = env.reset(seed=1)
    assert "outcome" not in info
    win = move_to_action(env._many.batch.game(0), "d8d9")
    assert env.action_masks().sum() == 4
    assert env.action_masks()[win]
    _, reward, terminated, truncated, info = env.step(win)
    assert (reward, terminated, truncated, info["outcome"], info["reason"]) == (1, True, False, 1, "den")


def test_captures_are_rewarded_and_their_loss_is_punished() -> None:
    start = "l6/7/7/7/3C3/3r3/7/7/L6 b"  # The cat takes the rat.
    env = VersusVectorEnv(2, seat=0, start=start, capture_reward=0.25)
    env.reset(seed=1)
    take = move_to_action(env.batch.game(0), "d5d4")
    other = move_to_action(env.batch.game(0), "a1a2")
    _, rewards, *_ = env.step([take, other])
    assert rewards.tolist() == [0.25, 0]
    env = VersusVectorEnv(1, seat=1, start=start, capture_reward=0.25, opponent="captures")
    env.reset(seed=1)
    _, rewards, *_ = env.step(env.batch.masks.argmax(axis=1))
    assert rewards.tolist() == [-0.25]  # for the opponent's first move
    env = VersusVectorEnv(1, seat=0, start=start.replace(" b", " r"), capture_reward=0.25, opponent="captures")
    env.reset(seed=1)
    _, rewards, *_ = env.step([move_to_action(env.batch.game(0), "a9a8")])
    assert rewards.tolist() == [-0.25]  # for the opponent's answer


@pytest.mark.parametrize("actions", [[0.5, 0.5], [0], [[0, 0]], None])
def test_bad_actions_are_refused(actions: Any) -> None:
    env = VersusVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(InvalidArgumentError, match="expected 2 actions"):
        env.step(actions)


def test_observations_may_be_floats_from_0_to_1() -> None:
    env = VersusVectorEnv(3, dtype="float32", history=1)
    twin = VersusVectorEnv(3, history=1)
    observations, _ = env.reset(seed=1)
    plain, _ = twin.reset(seed=1)
    dice = np.random.default_rng(1)
    for _ in range(60):
        assert env.observation_space.contains(observations)
        planes = observations["observation"]
        assert planes.dtype == np.float32
        assert planes.shape == (3, 23 + 16, 9, 7)
        assert np.allclose(planes[:, 21], plain["observation"][:, 21] / 2)
        assert np.allclose(planes[:, 22], plain["observation"][:, 22] / 200)
        assert np.array_equal(planes[:, 23:], plain["observation"][:, 23:])
        actions = random_actions(observations, dice)
        observations, *_ = env.step(actions)
        plain, *_ = twin.step(actions)
