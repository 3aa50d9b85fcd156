"""Our games in OpenSpiel: its own game tests pass, and recorded playthroughs stay the same."""

import os
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from jungle import Game, rl  # noqa: E402
from jungle.errors import InvalidRulesError, JungleError  # noqa: E402
from jungle.flip import FlipGame  # noqa: E402
from jungle.rl import open_spiel  # noqa: E402

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
NAMES = ("python_jungle", "python_flip")


@pytest.mark.parametrize("name", NAMES)
def test_open_spiels_own_tests_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", ["leiden", "standard:quiet_limit=30", "gamerz:quiet_limit=50"])
def test_rules_are_a_parameter(rules: str) -> None:
    game = pyspiel.load_game("python_jungle", {"rules": rules})
    assert str(game.new_initial_state()) == Game(rules).fen()
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "params",
    [
        {"rules": "standard:equal_ranks=both_vanish,quiet_limit=30"},
        {"rules": "standard:equal_ranks:both_vanish;quiet_limit:30"},
        {"rules": "standard:quiet_limit=8", "fen": "r6/7/3E3/7/7/7/7/7/7 b 0 1"},
        {"fen": "r6/7/3E3/7/7/7/7/7/7 b 0 1"},
        {},
    ],
)
def test_the_text_of_a_game_makes_it_again(params: dict[str, str]) -> None:
    game = pyspiel.load_game("python_jungle", params)
    again = pyspiel.load_game(str(game))
    assert again.start.rules == game.start.rules
    assert str(again.new_initial_state()) == str(game.new_initial_state())
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(restored) == str(state)


def test_a_flip_game_may_start_from_a_position() -> None:
    game = pyspiel.load_game("python_flip", {"fen": "W?E1/?LdP/rlpC/1c1? r 0 Dwe"})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    assert game.max_game_length() < pyspiel.load_game("python_flip").max_game_length()


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"fen": "3R3/7/7/7/7/7/7/7/4r2 r"}, "already over"),
        ({"fen": "x"}, "expected"),
        ({"rules": "standard:height:3"}, "height"),
    ],
)
def test_bad_parameters_are_refused(params: dict[str, str], message: str) -> None:
    with pytest.raises(JungleError, match=message):
        open_spiel.JungleGame(params)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("r6/7/3E3/7/7/7/7/7/7 b 0 1", 1.0),  # The elephant is in the den before the rat gets anywhere.
        ("7/7/3E3/7/7/7/3e3/7/7 r 0 1", 1.0),  # The first to move wins the race.
        ("r6/7/7/7/7/7/7/7/6R b 0 1", 0.0),  # Five plies are too few.
    ],
)
def test_cfr_solves_a_reduced_game(fen: str, value: float) -> None:
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    expected = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    game = pyspiel.load_game("python_jungle", {"rules": "standard:quiet_limit=5", "fen": fen})
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    found = expected.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)
    assert found[0] == pytest.approx(value, abs=0.02)
    assert minimax.alpha_beta_search(game)[0] == value


def test_rules_without_a_longest_game_are_refused() -> None:
    with pytest.raises(InvalidRulesError, match="quiet limit"):
        open_spiel.JungleGame({"rules": "gamerz"})


@pytest.mark.parametrize("name", NAMES)
def test_random_games_match_the_library(name: str) -> None:
    random = Random(1)
    for _ in range(5):
        state = pyspiel.load_game(name).new_initial_state()
        moves: list[str] = []
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                assert sum(chances) == pytest.approx(1)
                action = random.choice(outcomes)
                moves[-1] += "=" + state.action_to_string(action)
            else:
                action = random.choice(state.legal_actions())
                moves.append(state.action_to_string(action))
            state.apply_action(action)
        kind: Any = FlipGame if name == "python_flip" else Game
        game = kind.from_moves(moves)
        assert game.fen() == str(state)
        outcome = game.outcome()
        winner = outcome.winner
        expected = [0, 0] if winner is None else [1, -1] if winner is game.first else [-1, 1]
        assert state.returns() == expected


def test_a_flip_has_every_hidden_piece_as_its_outcome() -> None:
    state = pyspiel.load_game("python_flip").new_initial_state()
    state.apply_action(5)
    assert state.is_chance_node()
    assert str(state).endswith("turning up b2")
    assert state.chance_outcomes() == [(code, 1 / 16) for code in range(16)]
    state.apply_action(7)
    assert not state.is_chance_node()
    assert state.current_player() == 1
    state.apply_action(6)
    assert [code for code, _ in state.chance_outcomes()] == [code for code in range(16) if code != 7]


def test_a_clone_is_independent() -> None:
    state = pyspiel.load_game("python_jungle").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    before = str(state)
    state.clone().apply_action(state.legal_actions()[0])
    assert str(state) == before


def test_observations_match_the_library_scaled_to_0_to_1() -> None:
    state = pyspiel.load_game("python_jungle").new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[-1])
    tensor = np.array(state.observation_tensor(0))
    assert tensor[0] == 1
    planes = tensor[1:].reshape(23, 9, 7)
    seen = rl.observe(state.game)
    assert np.array_equal(planes[:-2], seen[:-2])
    assert planes[-1] == pytest.approx(seen[-1] / 200)
    assert np.array(state.observation_tensor(1))[0] == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_playthrough_can_be_reproduced(name: str) -> None:
    """With JUNGLE_RECORD=1 in the environment, the file is rewritten from the actions in it."""
    flags = pytest.importorskip("absl.flags")
    playthrough = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    flags.FLAGS.mark_as_parsed()
    path = PLAYTHROUGHS / f"{name}.txt"
    recorded = path.read_text(encoding="utf-8")
    actions = [int(line.removeprefix("action: ")) for line in recorded.splitlines() if line.startswith("action: ")]
    lines = playthrough.playthrough(name, actions, seed=1).splitlines()
    # The tensors fill most of the text, and have their own tests.
    text = "\n".join(line for line in lines if "Tensor(" not in line and not set(line) & set("◯◉")) + "\n"
    if os.environ.get("JUNGLE_RECORD") == "1":
        path.write_text(text, encoding="utf-8")
        recorded = text
    assert text == recorded
