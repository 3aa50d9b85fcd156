"""Actions and planes: every move has one action, and planes show what the player to move sees."""

import random

import numpy as np
import pytest

from jungle import Game, IllegalMoveError, IllegalMoveReason, InvalidArgumentError, Side
from jungle.flip import FlipGame
from jungle.games import GAMES, game_type
from jungle.rl import ACTIONS, PLANES, action_mask, action_to_move, encoding, move_to_action, observe


@pytest.mark.parametrize("kind", GAMES)
def test_actions_and_moves_round_trip(kind: str) -> None:
    dice, used = random.Random(1), set()
    for seed in range(8):
        game = game_type(kind).new(seed=seed if kind == "flip" else None)
        while moves := game.legal_moves():
            actions = [move_to_action(game, move) for move in moves]
            assert [action_to_move(game, action) for action in actions] == moves
            assert np.flatnonzero(action_mask(game)).tolist() == sorted(actions)
            used.update(actions)
            game.play(dice.choice(moves))
        assert not action_mask(game).any()
    assert max(used) < ACTIONS[kind]
    assert len(used) > 0.5 * ACTIONS[kind]


def test_a_jump_is_the_action_of_its_direction() -> None:
    game = Game(fen="7/7/7/7/7/7/1L5/7/6c b")  # a lion on b3, with the river before it
    jump = action_to_move(game, 4 * 15)
    assert (jump.uci(), jump.is_jump()) == ("b3b7", True)


def test_both_players_see_the_board_from_their_own_side() -> None:
    game = Game()
    blue = move_to_action(game, "a3a4")
    game.play("a3a4")
    assert move_to_action(game, "g7g6") == blue
    game.play("g7g6")
    again = Game()
    assert np.array_equal(observe(game)[16:21], observe(again)[16:21])
    rows = dict(zip(PLANES["jungle"], observe(game), strict=True))
    assert rows["own elephant"][3, 0] == rows["enemy elephant"][5, 6] == 1
    assert rows["own den"][0, 3] == rows["enemy den"][8, 3] == 1
    assert rows["own traps"].sum() == rows["enemy traps"].sum() == 3
    assert rows["river"].sum() == 12
    assert (rows["quiet plies"] == 2).all()


def test_repetitions_are_counted() -> None:
    game = Game()
    plane = PLANES["jungle"].index("repetitions")
    for move in ["a3a4", "g7g6", "a4a3", "g6g7"]:
        assert not observe(game)[plane].any()
        game.play(move)
    assert (observe(game)[plane] == 1).all()


def test_history_shows_earlier_boards_as_the_mover_sees_them() -> None:
    game = Game.from_moves(["a3a4", "g7g6", "a4a5"])
    planes = observe(game, history=4)
    own = len(PLANES["jungle"])
    assert planes.shape == (own + 4 * 16, 9, 7)
    for back in (1, 2, 3):
        earlier = Game.from_moves([move.uci() for move in game.moves[:-back]])
        seen = encoding("jungle").observe(earlier, viewer=Side.RED)
        assert np.array_equal(planes[own + 16 * (back - 1) : own + 16 * back], seen[:16])
    assert not planes[own + 48 :].any()


def test_flip_planes_show_the_pool_and_nothing_hidden() -> None:
    one, other = FlipGame(seed=1), FlipGame(seed=2)
    assert one.deal != other.deal
    assert np.array_equal(observe(one), observe(other))
    revealed = one.play("b2").revealed
    assert revealed is not None
    rows = dict(zip(PLANES["flip"], observe(one), strict=True))
    owner = "own" if revealed.side is one.side else "enemy"
    assert rows[f"{owner} {revealed.animal}"][1, 1] == 1
    assert not rows[f"hidden {owner} {revealed.animal}"].any()
    assert rows["face down"].sum() == 15
    assert sum(rows[name].any() for name in PLANES["flip"] if name.startswith("hidden")) == 15


@pytest.mark.parametrize(
    ("action", "reason", "message"),
    [
        (58, IllegalMoveReason.EDGE, r"action 58 \(a3 left\) leaves the board"),
        (120, IllegalMoveReason.ABSENT, r"action 120 \(c5 up\)"),
        (4 * 16, IllegalMoveReason.RIVER, r"action 64 \(c3 up\)"),
    ],
)
def test_illegal_actions_name_the_reason(action: int, reason: IllegalMoveReason, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=message) as caught:
        action_to_move(Game(), action)
    assert caught.value.reason is reason


@pytest.mark.parametrize("action", [-1, 252, 1.5, None, "a3a4"])
def test_numbers_out_of_the_action_range_are_refused(action: object) -> None:
    with pytest.raises(InvalidArgumentError, match="expected an action from 0 to 251"):
        action_to_move(Game(), action)  # type: ignore[arg-type]
