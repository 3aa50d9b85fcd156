"""Batches of games: the core plays like `Game` and `FlipGame`, whatever the rules and the number of threads."""

import copy
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from jungle import Side, native_available
from jungle.board_game import BoardGame
from jungle.errors import InvalidArgumentError, JungleError
from jungle.flip import FlipGame
from jungle.games import GAMES
from jungle.players import level
from jungle.rl import ACTIONS, PLANES, REASONS, BatchEnv, encoding, move_to_action

pytestmark = pytest.mark.skipif(not native_available(), reason="the C++ core is not built")

KINDS = [("jungle", "standard"), ("jungle", "gamerz"), ("jungle", "leiden"), ("flip", "flip")]
HOUSE_RULES = [
    ("jungle", "standard:equal_ranks=both_vanish,quiet_limit=30"),
    ("jungle", "gamerz:stalemate=draws,quiet_limit=60"),
    ("jungle", "leiden:repetition=allowed,quiet_limit=50"),
    ("flip", "flip:first_flip_decides=yes"),
    ("flip", "flip:quiet_limit=none"),
]


def seat_rewards(game: BoardGame) -> list[float]:
    outcome = game.outcome()
    if outcome is None or outcome.winner is None:
        return [0, 0]
    return [1, -1] if outcome.winner is game.first else [-1, 1]


def ending(env: BatchEnv, i: int) -> tuple[int, str]:
    """The winner's seat, or -1, and why the game ended."""
    return int(env.winners[i]), REASONS[env.reasons[i]]


def library_ending(game: BoardGame) -> tuple[int, str]:
    outcome = game.outcome()
    if outcome is None:
        return -1, ""
    return -1 if outcome.winner is None else int(outcome.winner is not game.first), outcome.reason.value


def choose(game: BoardGame, legal: dict[int, Any], shuttles: bool, dice: random.Random) -> int:
    """A random action. A shuttling player moves back and forth for a while, so that positions repeat."""
    shuttles = shuttles and 1 < len(game) < 100
    back = [action for action, move in legal.items() if shuttles and move.target == game.moves[-2].origin]
    return dice.choice(back if back and dice.random() < 0.9 else list(legal))


def compare_games(kind: str, rules: str, *, games: int, seed: int, history: int = 0, threads: int = 1) -> int:
    """Play random games in both and compare every row after every ply. Returns the number of rows compared."""
    dice, code = random.Random(seed), encoding(kind)
    env = BatchEnv(games, game=kind, rules=rules, seed=seed, history=history, threads=threads, autoreset=False)
    twins = [env.game(i) for i in range(games)]
    shuttling = [dice.random() < 0.3 for _ in range(games)]
    compared, playing = 0, list(range(games))
    while playing:
        actions = []
        for i in playing:
            twin, compared = twins[i], compared + 1
            legal = code.legal_actions(twin)
            assert np.flatnonzero(env.masks[i]).tolist() == sorted(legal), repr(twin)
            assert (env.to_play[i], env.plies[i], env.ends[i]) == (len(twin) % 2, len(twin), not legal), repr(twin)
            assert env.rewards[i].tolist() == seat_rewards(twin), repr(twin)
            assert ending(env, i) == library_ending(twin), repr(twin)
            if compared % 7 == 0 or not legal:
                assert np.array_equal(env.observations[i], code.observe(twin, history)), repr(twin)
            actions.append(choose(twin, legal, shuttling[i], dice) if legal else -1)
        stepped = [(i, action) for i, action in zip(playing, actions, strict=True) if action >= 0]
        for i, action in stepped:
            twins[i].play(code.action_to_move(twins[i], action))
        playing = [i for i, _ in stepped]
        env.step([action for _, action in stepped], where=playing)
    for i, twin in enumerate(twins):
        assert twin.outcome() is not None
        assert i % 10 or env.game(i) == twin
    return compared


@pytest.mark.parametrize(("kind", "rules"), KINDS + HOUSE_RULES)
def test_games_match_the_library(kind: str, rules: str) -> None:
    assert compare_games(kind, rules, games=30, seed=3, history=2) > 500


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("kind", "rules"), KINDS)
def test_ten_thousand_games_match_the_library(kind: str, rules: str) -> None:
    assert sum(compare_games(kind, rules, games=500, seed=seed, history=seed % 3) for seed in range(20)) > 500_000


def rows(env: BatchEnv) -> tuple[NDArray[Any], ...]:
    """A copy of all arrays."""
    return tuple(array.copy() for array in env.batch)


def play_steps(env: BatchEnv, steps: int, seed: int) -> Iterator[tuple[NDArray[Any], ...]]:
    """Play random actions, some of them illegal, and return a copy of all arrays after each step."""
    dice = np.random.default_rng(seed)
    for _ in range(steps):
        actions = (env.masks * dice.random(env.masks.shape)).argmax(axis=1)
        actions[dice.random(len(env)) < 0.002] = -1
        env.step(actions)
        yield rows(env)


@pytest.mark.parametrize("kind", GAMES)
def test_threads_change_nothing(kind: str) -> None:
    one, four = (BatchEnv(300, game=kind, seed=5, threads=threads, history=1) for threads in (1, 4))
    ended = 0
    for left, right in zip(play_steps(one, 120, 1), play_steps(four, 120, 1), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))
        ended += int(left[3].sum())
    assert ended > 50


@pytest.mark.parametrize("kind", GAMES)
def test_a_finished_game_starts_again_in_the_same_step(kind: str) -> None:
    env = BatchEnv(50, game=kind, seed=2)
    fresh = BatchEnv(50, game=kind, seed=2)
    seen = 0
    for observations, masks, rewards, ends, to_play, plies, *_ in play_steps(env, 400, 3):
        assert not rewards[~ends].any()
        assert (rewards.sum(axis=1) == 0).all()
        assert (plies[ends] == 0).all()
        assert (to_play == plies % 2).all()
        assert masks.any(axis=1).all()
        if kind == "jungle":  # where every game starts alike
            assert (observations[ends] == fresh.observations[0]).all()
        seen += int(ends.sum())
    assert seen > 20


def test_a_finished_game_stays_without_autoreset() -> None:
    env = BatchEnv(2, start="r6/3R3/7/7/7/7/7/7/7 b", autoreset=False)
    win = move_to_action(env.game(0), "d8d9")
    env.step([win, win])
    assert env.rewards.tolist() == [[1, -1], [1, -1]]
    assert env.ends.all()
    assert not env.masks.any()
    env.step([win, win])
    assert not env.rewards.any()
    assert not env.ends.any()
    assert env.plies.tolist() == [1, 1]
    env.reset(where=[1])
    assert (env.masks.sum(axis=1).tolist(), env.plies.tolist()) == ([0, 4], [1, 0])


@pytest.mark.parametrize("action", [-1, 58, 252, 1 << 40])
def test_an_illegal_action_loses(action: int) -> None:
    env = BatchEnv(1, autoreset=False)
    env.step([action])
    assert (env.rewards.tolist(), env.ends.tolist()) == ([[-1, 1]], [True])
    assert not env.masks.any()
    env = BatchEnv(1)
    env.step(env.masks.argmax(axis=1))
    env.step([action])
    assert (env.rewards.tolist(), env.ends.tolist(), env.plies.tolist()) == ([[1, -1]], [True], [0])


@pytest.mark.parametrize(("kind", "rules"), KINDS)
def test_a_copy_continues_like_its_original(kind: str, rules: str) -> None:
    env = BatchEnv(40, game=kind, rules=rules, seed=4, history=3, autoreset=False)
    originals, copies = np.arange(20), np.arange(20, 40)
    dice = np.random.default_rng(1)
    for _ in range(30):
        env.step((env.masks * dice.random(env.masks.shape)).argmax(axis=1))
    env.copy(originals, copies)
    for i in range(20):
        assert env.game(i) == env.game(i + 20)
        assert env.game(i).deal == env.game(i + 20).deal
    for _ in range(60):
        assert all(np.array_equal(array[:20], array[20:]) for array in env.batch)
        actions = (env.masks[:20] * dice.random((20, ACTIONS[kind]))).argmax(axis=1)
        env.step(np.concatenate([actions, actions]))


@pytest.mark.parametrize("kind", GAMES)
def test_samples_are_legal_and_equally_likely(kind: str) -> None:
    env = BatchEnv(2000, game=kind, seed=1, threads=3, autoreset=False)
    drawn = np.bincount(np.concatenate([env.sample() for _ in range(12)]), minlength=ACTIONS[kind])
    expected = 12 * 2000 / env.masks[0].sum()
    assert ((drawn > 0) == env.masks[0]).all()
    assert (abs(drawn[drawn > 0] - expected) < 6 * expected**0.5).all()
    for _ in range(200):
        alive = np.flatnonzero(env.masks.any(axis=1))
        actions = env.sample()
        assert env.masks[alive, actions[alive]].all()
        assert (np.delete(actions, alive) == -1).all()
        env.step(actions)
        assert (env.plies[alive] > 0).all()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("kind", GAMES)
def test_a_copied_batch_is_independent(kind: str, copied: Callable[[BatchEnv], BatchEnv]) -> None:
    env = BatchEnv(100, game=kind, seed=1, history=1, threads=2)
    for _ in play_steps(env, 30, 1):
        pass
    before, twin = rows(env), copied(env)
    after = list(play_steps(twin, 60, 2))
    assert all(np.array_equal(a, b) for a, b in zip(before, rows(env), strict=True))
    for left, right in zip(after, play_steps(env, 60, 2), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))
    assert twin.game(7) == env.game(7)
    assert np.array_equal(twin.sample(), env.sample())


@pytest.mark.parametrize("autoreset", [True, False])
def test_games_are_cut_off_at_max_plies(autoreset: bool) -> None:
    env = BatchEnv(20, seed=1, max_plies=5, autoreset=autoreset)
    for step in range(1, 6):
        env.step(env.sample())
        assert (env.truncations == (step == 5)).all()
        assert not env.ends.any()
    assert {ending(env, i) for i in range(20)} == {(-1, "max_plies")}
    assert not env.rewards.any()
    assert (env.plies == (0 if autoreset else 5)).all()
    assert env.masks.any() == autoreset
    env.step(env.sample())
    assert not env.truncations.any()
    assert not env.reasons.any()


def test_the_end_by_the_rules_comes_before_max_plies() -> None:
    env = BatchEnv(1, start="r6/3R3/7/7/7/7/7/7/7 b", max_plies=1)
    env.step([move_to_action(env.game(0), "d8d9")])
    assert (env.ends[0], env.truncations[0], ending(env, 0)) == (True, False, (0, "den"))


@pytest.mark.parametrize("kind", ["jungle", "flip"])
def test_captures_are_rewarded(kind: str) -> None:
    env = BatchEnv(30, game=kind, seed=1, capture_reward=0.5, autoreset=False)
    captures = 0
    for _ in range(80):
        actions = env.sample()
        expected = np.zeros((30, 2))
        for i in np.flatnonzero(actions >= 0).tolist():
            game, seat = env.game(i), int(env.to_play[i])
            move = game.play(encoding(kind).action_to_move(game, actions[i]))
            gain = 0.5 if move.captured and not move.trade else 0
            captures += gain > 0
            expected[i] = seat_rewards(game)
            expected[i, seat] += gain
            expected[i, 1 - seat] -= gain
        env.step(actions)
        assert np.array_equal(env.rewards, expected)
    assert captures > 10


def test_illegal_actions_report_why_the_game_ended_too() -> None:
    env = BatchEnv(2)
    env.step([-1, 56])
    assert ending(env, 0) == (1, "illegal action")
    assert ending(env, 1) == (-1, "")


def test_scaled_observations_go_from_0_to_1() -> None:
    env = BatchEnv(30, seed=1, history=1)
    most = 0.0
    for _ in play_steps(env, 250, 1):
        floats = env.observations * env.scale
        assert floats.dtype == np.float32
        assert floats.max() <= 1
        most = max(most, float(floats[:, 22].max()))
    assert 0.2 < most < 1


def test_a_fork_can_use_the_batch() -> None:
    """Its threads do not exist in the other process, which must neither wait for them at a step nor at the end."""
    script = """
import multiprocessing, numpy
from jungle.rl import BatchEnv
env = BatchEnv(500, seed=1, threads=4)
env.step(env.sample())
def work(queue):
    global env
    env.step(env.sample())
    queue.put(env.observations.sum())
    del env
context = multiprocessing.get_context("fork")
queue = context.Queue()
child = context.Process(target=work, args=(queue,))
child.start()
found = queue.get(timeout=60)
child.join(60)
env.step(env.sample())
assert found == env.observations.sum() and child.exitcode == 0, (found, child.exitcode)
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)


def test_samples_depend_on_the_seed_alone() -> None:
    one, other = BatchEnv(200, seed=1), BatchEnv(200, seed=1, threads=4)
    first = one.sample()
    assert np.array_equal(first, np.concatenate([other.sample(range(100)), other.sample(range(100, 200))]))
    assert not np.array_equal(first, one.sample())
    assert not np.array_equal(first, BatchEnv(200, seed=2).sample())
    one.reset(seed=1)
    assert np.array_equal(first, one.sample())


def test_stepping_one_game_does_not_affect_others() -> None:
    env = BatchEnv(3, game="flip", seed=1)
    before = rows(env)
    env.step([3, 4], where=[2, 0])
    assert env.plies.tolist() == [1, 0, 1]
    assert all(np.array_equal(a[1], b[1]) for a, b in zip(before, rows(env), strict=True))


def test_deals_depend_on_the_seed() -> None:
    deals = {seed: [BatchEnv(8, game="flip", seed=seed).game(i).deal for i in range(8)] for seed in (1, 2)}
    assert len({str(deal) for deals_of_seed in deals.values() for deal in deals_of_seed}) == 16
    env = BatchEnv(8, game="flip", seed=2)
    assert [env.game(i).deal for i in range(8)] == deals[2]
    env.reset()
    assert not any(env.game(i).deal in deals[2] for i in range(8))
    assert env.reset(seed=1).plies.tolist() == [0] * 8
    assert [env.game(i).deal for i in range(8)] == deals[1]
    assert env.reset(seed=7) is env.batch


def test_face_down_pieces_cannot_be_seen() -> None:
    env = BatchEnv(64, game="flip", seed=1)
    assert len({str(env.game(i).deal) for i in range(64)}) == 64
    assert (env.observations == env.observations[0]).all()


def test_games_draw_from_several_starts() -> None:
    starts = ["r6/3R3/7/7/7/7/7/7/7 b", "7/7/7/7/7/7/7/3r3/4R2 r"]
    env = BatchEnv(50, start=starts, seed=1)
    assert {env.game(i).start.side for i in range(50)} == set(Side)
    assert (env.to_play == 0).all()


def test_the_callers_arrays_are_written_into() -> None:
    shape = encoding("flip").shape()
    observations = np.full((4, *shape), 9, np.uint8)
    env = BatchEnv(4, game="flip", seed=1, out={"observations": observations})
    assert env.observations is observations
    assert np.array_equal(observations, BatchEnv(4, game="flip", seed=1).observations)
    with pytest.raises(InvalidArgumentError, match="masks as a contiguous"):
        BatchEnv(4, out={"masks": np.zeros((4, 252), np.int8)})
    with pytest.raises(InvalidArgumentError, match=r"got mask$"):
        BatchEnv(4, out={"mask": np.zeros((4, 252), np.bool_)})


def test_dlpack_shares_the_memory() -> None:
    env = BatchEnv(2)
    for array in env.batch:
        assert np.shares_memory(np.from_dlpack(array), array)
    masks = env.masks
    del env
    assert masks.any()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda env: env.step([0]), "expected 3 actions, got 1"),
        (lambda env: env.step([0, 0], where=[1, 1]), "game 1 is listed twice"),
        (lambda env: env.step([0], where=[3]), "expected games from 0 to 2, got 3"),
        (lambda env: env.step(None), "row of whole numbers, got object"),
        (lambda env: env.copy(None, [0]), "row of whole numbers, got object"),
        (lambda env: env.step([0.5] * 3), "whole numbers, got float64"),
        (lambda env: env.step([[0, 0, 0]]), "row of whole numbers"),
        (lambda env: env.copy([0], [1, 2]), "as many sources as targets, got 1 and 2"),
        (lambda env: env.copy([0, 1], [1, 2]), "game 1 is both a source and a target"),
        (lambda env: env.copy([-1], [1]), "expected games from 0 to 2, got -1"),
        (lambda env: env.reset(where=[7]), "expected games from 0 to 2, got 7"),
        (lambda env: env.reset(seed=1, where=[0]), "got both"),
        (lambda env: env.reset(seed=-1), "the seed: expected"),
        (lambda env: env.game(3), "expected a whole number from 0 to 2, got 3"),
    ],
)
def test_bad_calls_are_refused_and_change_nothing(call: Any, message: str) -> None:
    env = BatchEnv(3)
    before = rows(env)
    with pytest.raises(InvalidArgumentError, match=message):
        call(env)
    assert all(np.array_equal(a, b) for a, b in zip(before, rows(env), strict=True))
    env.step([56] * 3)
    assert env.plies.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "the number of games"),
        ({"threads": 0}, "the number of threads"),
        ({"history": -1}, "earlier boards"),
        ({"max_plies": 0}, "max_plies: expected"),
        ({"capture_reward": float("nan")}, "capture_reward: expected a number, got nan"),
        ({"game": "chess"}, "expected one of: jungle, flip"),
        ({"rules": "chess"}, "expected a rule set"),
        ({"start": []}, "at least one starting position"),
        ({"start": "3R3/7/7/7/7/7/7/7/4r2 r"}, "already over"),
        ({"start": "x"}, "expected"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(JungleError, match=message):
        BatchEnv(**{"n": 2, **options})


def test_autoreset_is_declared_as_gymnasium_does() -> None:
    modes = [BatchEnv(1, autoreset=autoreset).metadata["autoreset_mode"] for autoreset in (True, False)]
    assert modes == [AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]


def test_planes_have_names() -> None:
    assert {kind: len(names) for kind, names in PLANES.items()} == {"jungle": 23, "flip": 35}
    env = BatchEnv(1, game="flip", history=2)
    assert env.observations.shape == (1, 35 + 2 * 17, 4, 4)
    assert isinstance(env.game(0), FlipGame)


# Levels


CORE_LEVELS = {"jungle": ["1", "2", "3", "4", "5", "6", "7"], "flip": ["1", "2", "3", "4", "5", "6", "7", "8", "9"]}
COMPARED = [
    *(("jungle", rules, name) for rules in ("standard", "gamerz:quiet_limit=200") for name in CORE_LEVELS["jungle"]),
    *(("flip", rules, name) for rules in ("flip", "flip:quiet_limit=20") for name in CORE_LEVELS["flip"][:6]),
]


@pytest.mark.parametrize(("game", "rules", "name"), COMPARED)
def test_a_level_chooses_in_the_core_as_in_python(game: str, rules: str, name: str) -> None:
    """From the opening to the end of games, whatever was searched before, on several threads."""
    env = BatchEnv(20, game=game, rules=rules, seed=int(name), threads=3, autoreset=False)
    seeds = np.random.default_rng(1).integers(1 << 63, size=20).astype(np.uint64)
    steps = 60 if name in "123" else 24
    compared = 0
    with level(name, game=game) as player:
        for step in range(steps):
            actions = env.choose(name, seeds)
            for i in np.flatnonzero(actions >= 0).tolist():
                if (step + i) % 4 and step > 8:
                    continue
                board = env.game(i)
                player.new_game(int(seeds[i]))
                assert actions[i] == env.encoding.move_to_action(board, player.choose(board).move), repr(board)
                compared += 1
            # Random replies lead to positions of all kinds.
            env.step(actions if step % 3 else env.sample())
    assert compared > 150


@pytest.mark.parametrize("name", ["1", "5"])
def test_a_seed_decides_a_choice_and_the_other_games_do_not(name: str) -> None:
    env = BatchEnv(60, seed=1, autoreset=False)
    seeds = np.arange(60, dtype=np.uint64)
    for _ in range(6):
        env.step(env.sample())
    first = env.choose(name, seeds)
    assert np.array_equal(first, env.choose(name, seeds))
    assert np.array_equal(first[40:], env.choose(name, seeds[40:], where=range(40, 60)))
    assert not np.array_equal(first, env.choose(name, seeds + np.uint64(100)))
    fresh = BatchEnv(400)
    assert len(set(fresh.choose(name, np.arange(400)).tolist())) > 4


def test_games_that_are_over_have_no_choice() -> None:
    env = BatchEnv(2, start="r6/3R3/7/7/7/7/7/7/7 b", autoreset=False)
    env.step([move_to_action(env.game(0), "d8d9")], where=[0])
    assert env.choose("3", [1, 1]).tolist() == [-1, move_to_action(env.game(1), "d8d9")]


@pytest.mark.parametrize(
    ("level", "seeds", "where", "message"),
    [
        ("10", [1, 1], None, r"\(1, 2, 3, 4, 5, 6, 7\), got '10'"),
        ("random", [1, 1], None, "got 'random'"),
        ("1", [1], None, "expected a seed and room"),
        ("1", [-1, 1], None, "a row of seeds from 0"),
        ("1", [0.5, 1], None, "got float64"),
        ("1", [1], [2], "expected games from 0 to 1, got 2"),
    ],
)
def test_bad_choices_are_refused(level: str, seeds: Any, where: Any, message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        BatchEnv(2).choose(level, seeds, where=where)


@pytest.mark.parametrize("game", CORE_LEVELS)
def test_levels_without_a_book_and_tables_play_in_the_core(game: str) -> None:
    assert BatchEnv(1, game=game).core_levels() == tuple(CORE_LEVELS[game])
