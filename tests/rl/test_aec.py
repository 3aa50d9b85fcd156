"""The PettingZoo environments: its own tests pass, and they behave like the games and the batches."""

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pettingzoo
import pytest

from jungle import Game, Side, native_available, rl
from jungle.errors import InvalidArgumentError, InvalidPositionError, InvalidRulesError
from jungle.rl import BatchEnv, encoding, flip_v0, jungle_v0, move_to_action
from tests.third_game import TinyGame

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # It imports its own environments in a deprecated way.
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

ENVIRONMENTS = [jungle_v0, flip_v0]
# PettingZoo exempts its own environments with Dict observations by name, and warns about all others.
DICT_OBSERVATIONS = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # At the end of a game nothing is legal.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    # When the last two pieces vanish together, the board is empty.
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
]


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def with_marks(marks: list[Any]) -> Any:
    return [pytest.param(module, marks=marks, id=module.__name__.rpartition(".")[2]) for module in ENVIRONMENTS]


@pytest.mark.parametrize("module", with_marks(DICT_OBSERVATIONS))
def test_environments_pass_pettingzoos_api_test(module: ModuleType) -> None:
    api_test(module.env(), num_cycles=300)
    api_test(module.env(history=2, capture_reward=0.1), num_cycles=100)


@pytest.mark.parametrize("module", ENVIRONMENTS)
def test_seeds_repeat_games(module: ModuleType) -> None:
    seed_test(module.env, num_cycles=100)


@pytest.mark.parametrize("module", ENVIRONMENTS)
def test_every_render_mode_shows_something(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jungle.rl.rendering.FRAMES_PER_SECOND", 1000)
    modes = {"svg": lambda text: text.startswith("<svg "), "ansi": lambda text: "\n" in text}
    render_test(module.env, custom_tests=modes)


@pytest.mark.slow
@pytest.mark.parametrize("module", ENVIRONMENTS)
def test_pettingzoos_benchmark_runs(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(module.env())
    assert "turns per second" in capsys.readouterr().out


def play_out(env: Any, seed: int, watch: Callable[[str, Any, int], None] = lambda *_: None) -> dict[str, float]:
    """Play a game at random and return all rewards; `watch` sees each agent, its observation and its action."""
    dice = np.random.default_rng(seed)
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        rewards[agent] += reward
        if termination:
            env.step(None)
            continue
        action = int(dice.choice(np.flatnonzero(observation["action_mask"])))
        watch(agent, observation, action)
        env.step(action)
    return rewards


@pytest.mark.skipif(not native_available(), reason="the C++ core is not built")
@pytest.mark.parametrize("rules", ["standard", "gamerz:quiet_limit=100", "leiden"])
def test_single_games_and_batches_show_the_same(rules: str) -> None:
    batch = BatchEnv(1, rules=rules, history=1, autoreset=False)

    def compare(agent: str, observation: Any, action: int) -> None:
        assert agent == f"player_{batch.to_play[0]}"
        assert np.array_equal(observation["observation"], batch.observations[0])
        assert np.array_equal(observation["action_mask"], batch.masks[0])
        batch.step([action])

    rewards = play_out(jungle_v0.raw_env(rules=rules, history=1), 3, compare)
    assert batch.ends[0]
    assert batch.rewards[0].tolist() == list(rewards.values())


@pytest.mark.parametrize("module", ENVIRONMENTS)
def test_rewards_tell_who_won(module: ModuleType) -> None:
    env, results = module.env(), set()
    for seed in range(8):
        rewards = play_out(env, seed)
        game = env.unwrapped.game
        outcome = game.outcome()
        assert outcome is not None
        winner = None if outcome.winner is None else f"player_{int(outcome.winner is not game.first)}"
        assert rewards == {agent: 0 if winner is None else 1 if agent == winner else -1 for agent in rewards}
        results.add(winner)
    assert len(results) > 1


def test_an_illegal_action_ends_the_game() -> None:
    env: Any = jungle_v0.env()
    env.reset()
    env.step(move_to_action(Game(), "a3a4"))
    env.step(58)  # off the board
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 1, "player_1": -1}
    observation, reward, termination, truncation, info = env.last()
    assert (reward, termination, truncation) == (1, True, False)
    assert not observation["action_mask"].any()
    assert not info["action_mask"].any()
    env.step(None)
    env.step(None)
    assert not env.agents


def test_a_waiting_player_sees_the_board_from_their_side() -> None:
    env: Any = jungle_v0.env()
    env.reset()
    waiting = env.observe("player_1")
    assert not waiting["action_mask"].any()
    code = encoding("jungle")
    assert np.array_equal(waiting["observation"], code.observe(Game(), viewer=Side.RED))
    assert np.array_equal(waiting["observation"], env.observe("player_0")["observation"])  # the start is symmetric
    env.step(move_to_action(Game(), "a3a4"))
    assert not np.array_equal(env.observe("player_1")["observation"], env.observe("player_0")["observation"])


def test_captures_are_rewarded_on_request() -> None:
    fen = "7/7/7/7/7/7/7/rC5/6c b"
    for reward in (0.0, 0.25):
        env: Any = jungle_v0.env(fen=fen, capture_reward=reward)
        env.reset()
        env.step(move_to_action(Game(fen=fen), "b2a2"))
        assert env.rewards == {"player_0": reward, "player_1": -reward}


def test_rules_and_positions_are_keywords() -> None:
    env: Any = jungle_v0.env(rules="gamerz", fen="7/7/7/7/7/7/7/rC5/6c r")
    env.reset()
    assert env.unwrapped.game == Game("gamerz", fen="7/7/7/7/7/7/7/rC5/6c r")
    flip: Any = flip_v0.env(rules="flip:first_flip_decides=yes")
    flip.reset(seed=1)
    flip.step(3)
    assert flip.unwrapped.game.first is not None


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rules": "chess"}, InvalidRulesError, "expected a rule set"),
        ({"fen": "x"}, InvalidPositionError, "expected"),
        ({"fen": "3R3/7/7/7/7/7/7/7/4r2 r"}, InvalidArgumentError, "already over"),
        ({"render_mode": "3d"}, InvalidArgumentError, "unknown render mode '3d'"),
        ({"history": -1}, InvalidArgumentError, "earlier boards"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        jungle_v0.env(**options)


def test_environments_are_registered() -> None:
    assert str(pettingzoo.make("aec", "jungle/jungle_v0", rules="leiden")) == "jungle_v0"
    assert str(pettingzoo.make("aec", "jungle/flip_v0")) == "flip_v0"


def test_environments_survive_pickling() -> None:
    env = pickle.loads(pickle.dumps(jungle_v0.raw_env(rules="leiden", history=1)))
    assert (env.game.rules.name, env.observation_space("player_0")["observation"].shape) == ("leiden", (39, 9, 7))


def test_rgb_arrays_show_the_board() -> None:
    env: Any = jungle_v0.env(render_mode="rgb_array")
    env.reset()
    before = env.render()
    env.step(move_to_action(Game(), "a3a4"))
    assert before.shape == env.render().shape
    assert (before != env.render()).any()
    env.close()


def test_a_third_game_needs_no_code_here(third_game: type[TinyGame]) -> None:
    env: Any = rl.env(third_game.kind)
    assert env.metadata["name"] == "tiny_v0"
    rewards = play_out(env, 1)
    assert env.unwrapped.game.outcome() is not None
    assert sum(rewards.values()) == 0
    if native_available():
        with pytest.raises(InvalidArgumentError, match="jungle, flip in batches, not 'tiny'"):
            BatchEnv(1, game="tiny")


@pytest.mark.parametrize("package", ["numpy", "gymnasium", "pettingzoo"])
def test_a_missing_package_is_named_with_the_command_that_installs_it(package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import jungle.rl"
    failed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert failed.returncode == 1
    last = failed.stderr.splitlines()[-1]
    assert last.startswith(f"ModuleNotFoundError: jungle.rl needs {package}: ")
    assert "[rl]" in last


def test_games_are_cut_off_at_max_plies() -> None:
    env: Any = jungle_v0.env(max_plies=4)
    env.reset(seed=1)
    for _ in range(4):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    observation, reward, termination, truncation, info = env.last()
    assert (reward, termination, truncation) == (0, False, True)
    assert (info["outcome"], info["reason"]) == (0, "max_plies")
    assert not observation["action_mask"].any()
    env.step(None)
    env.step(None)
    assert not env.agents


@pytest.mark.parametrize("module", ENVIRONMENTS)
def test_infos_have_the_outcome_and_its_reason(module: ModuleType) -> None:
    reasons = set()
    for seed in range(8):
        env = module.raw_env()
        rewards = play_out(env, seed)
        dice = np.random.default_rng(seed)
        env.reset(seed=seed)
        infos: dict[str, Any] = {}
        for agent in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                infos[agent] = info
                env.step(None)
            else:
                assert "outcome" not in info
                env.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
        assert {agent: info["outcome"] for agent, info in infos.items()} == rewards
        assert {info["reason"] for info in infos.values()} == {env.game.outcome().reason.value}
        reasons |= {info["reason"] for info in infos.values()}
    assert len(reasons) > 1


def test_observations_may_be_floats_from_0_to_1() -> None:
    seen: list[Any] = []
    for dtype in ("float32", "uint8"):
        env: Any = jungle_v0.raw_env(dtype=dtype, history=1)
        env.reset(seed=1)
        for text in ("a3a4", "g7g6", "a4a3", "g6g7", "a3a4"):
            env.step(move_to_action(env.game, text))
        seen.append(env.last()[0]["observation"])
        assert env.observation_space("player_0").contains(env.last()[0])
    floats, plain = seen
    assert floats.dtype == np.float32
    assert floats[21, 0, 0] == plain[21, 0, 0] / 2 > 0
    assert floats[22, 0, 0] == pytest.approx(plain[22, 0, 0] / 200)
    with pytest.raises(InvalidArgumentError, match="uint8 or float32"):
        jungle_v0.env(dtype="int8")
