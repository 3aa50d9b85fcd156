"""The board without a window: selecting, looking back and hints, and how events are shown and heard."""

from collections.abc import Callable

import pytest

from jungle.clock import Clock
from jungle.desktop.animation import Flare
from jungle.desktop.board import Board
from jungle.desktop.play_art import captured
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.geometry import BOARD
from jungle.position import Position
from tests.desktop.driving import FRAME, MakeBoard, click, pass_time


def drag(board: Board, origin: str, target: str | None) -> None:
    board.hand.press(board.game.grid.as_square(origin))
    board.hand.release(None if target is None else board.game.grid.as_square(target))


def run(board: Board, seconds: float) -> None:
    for _ in range(round(seconds / FRAME)):
        board.update(FRAME)


def played(board: Board) -> list[str]:
    return [board.game.notation(move, ply) for ply, move in enumerate(board.game.moves)]


def named(board: Board, squares: frozenset[int]) -> set[str]:
    return {board.game.grid.square_name(square) for square in squares}


def test_click_picks_up_and_click_plays(make_board: MakeBoard) -> None:
    board = make_board()
    click(board, "a3")
    selection = board.hand.selection
    assert selection is not None
    assert named(board, selection.targets) == {"a2", "a4", "b3"}
    click(board, "a4")
    assert board.hand.selection is None
    assert played(board) == ["8-a4"]


def test_the_legality_of_a_move_is_checked_once(make_board: MakeBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    board = make_board()
    checks: list[str] = []
    for name in ("find_move", "check"):
        method = getattr(Position, name)

        def counting(*args: object, name: str = name, method: Callable[..., object] = method) -> object:
            checks.append(name)
            return method(*args)

        monkeypatch.setattr(Position, name, counting)
    click(board, "a3", "a4")
    drag(board, "g7", "g6")
    assert (played(board), checks) == (["8-a4", "8-g6"], ["find_move"] * 2)


def test_a_second_click_puts_the_piece_back_and_another_piece_is_picked_up_instead(make_board: MakeBoard) -> None:
    board = make_board()
    click(board, "a3", "a3")
    selection = board.hand.selection
    assert selection is None
    click(board, "a3", "g3")
    selection = board.hand.selection
    assert selection is not None
    assert named(board, frozenset({selection.square})) == {"g3"}
    assert played(board) == []


def test_drag_plays_without_a_glide(make_board: MakeBoard) -> None:
    board = make_board()
    drag(board, "a3", "a4")
    assert played(board) == ["8-a4"]
    board.update(FRAME)
    assert board.animation.motion is None


def test_drag_off_the_board_keeps_the_piece_picked_up(make_board: MakeBoard) -> None:
    board = make_board()
    drag(board, "a3", None)
    assert board.hand.selection is not None
    assert not board.hand.selection.held
    assert played(board) == []


def test_a_move_that_the_rules_forbid_is_explained(make_board: MakeBoard) -> None:
    wrong = []
    for fen, origin, target, words in (
        ("7/7/6c/7/7/7/1RD4/7/7 b", "c3", "c4", "Only Rat can move into the river."),
        ("7/7/7/7/7/3c3/2pPt2/7/7 b", "d3", "e3", "The leopard cannot capture that animal from there"),
        ("7/7/6r/7/7/7/7/3D3/7 b", "d2", "d1", "You can't move to your side's den."),
        ("7/7/1w5/7/1r5/7/1L5/7/7 b", "b3", "b7", "Can't jump over the river because a rat is blocking the way."),
        ("7/7/7/7/7/7/7/7/LR4r b", "b1", "b1", None),
    ):
        board = make_board(fen)
        click(board, origin, target)
        heard = board.animation.take_sounds()
        if played(board) or (board.notice and board.notice.text) != words or ("refuse" in heard) is (words is None):
            wrong.append((fen, board.notice, heard))
    assert not wrong


def test_a_piece_that_cannot_move_says_so(make_board: MakeBoard) -> None:
    board = make_board("7/7/7/7/7/7/D6/C6/LR4r b")
    click(board, "a1")
    assert board.notice is not None
    assert board.notice.text == "Your lion can't move now."


def test_a_piece_dropped_out_of_reach_is_explained_and_a_click_there_puts_it_back(make_board: MakeBoard) -> None:
    for target in ("a5", "b4"):
        board = make_board()
        drag(board, "a3", target)
        assert board.hand.selection is None
        assert board.notice is not None
        assert board.notice.text == "The position is too far away."
        board = make_board()
        click(board, "a3", target)
        assert board.hand.selection is None
        assert board.notice is None


def test_arrows_and_enter_play_a_move(make_board: MakeBoard) -> None:
    board = make_board()
    board.hand.cursor = board.game.grid.as_square("a1")
    board.hand.move_cursor(0, -1)
    board.hand.move_cursor(0, -1)
    board.hand.confirm()
    board.hand.move_cursor(0, -1)
    board.hand.confirm()
    assert played(board) == ["8-a4"]
    assert board.hand.cursor_shown


def test_cursor_stays_on_the_board_and_follows_a_turned_one(make_board: MakeBoard) -> None:
    board = make_board()
    board.hand.cursor = board.game.grid.as_square("a1")
    board.hand.move_cursor(-1, 1)
    assert board.hand.cursor == board.game.grid.as_square("a1")
    board.turned = True
    assert board.layout.cell(board.game.grid.as_square("a1")) == (6, 0)
    board.hand.move_cursor(-1, 1)
    assert board.hand.cursor == board.game.grid.as_square("b2")


def test_a_piece_glides_and_then_has_arrived(make_board: MakeBoard) -> None:
    board = make_board()
    click(board, "a3", "a4")
    motion = board.animation.motion
    assert motion is not None
    assert motion.progress == 0
    run(board, 0.1)
    motion = board.animation.motion
    assert motion is not None
    assert 0 < motion.progress < 1
    run(board, 0.3)
    assert board.animation.motion is None
    assert "step" in board.animation.sounds


def test_a_jump_takes_longer_and_sounds_when_it_starts(make_board: MakeBoard) -> None:
    board = make_board("7/7/1w5/7/7/7/1L5/7/7 b")
    click(board, "b3", "b7")
    assert "jump" in board.animation.sounds
    run(board, 0.4)
    assert board.animation.motion is not None
    run(board, 0.4)
    assert [effect.flare for effect in board.animation.effects] == [Flare.CAPTURE]
    assert "capture" in board.animation.sounds


def test_effects_and_sounds_match_the_square_where_a_piece_lands(make_board: MakeBoard) -> None:
    for fen, origin, target, flares, sound in (
        ("7/7/6c/7/7/7/1R5/7/7 b", "b3", "b4", [Flare.SPLASH], "splash"),
        ("7/7/3W3/7/7/7/7/4r2/7 b", "d7", "d8", [Flare.TRAP], "trap"),
        ("7/7/7/7/7/7/3W3/6r/7 b", "d3", "d2", [], "step"),  # its own trap
        ("7/3W3/7/7/7/7/7/4r2/7 b", "d8", "d9", [Flare.DEN], "win"),
        ("7/3c3/3W3/7/7/7/7/4r2/7 b", "d7", "d8", [Flare.TRAP, Flare.CAPTURE], "capture"),
    ):
        board = make_board(fen, speed=0)
        click(board, origin, target)
        board.update(FRAME)
        assert [effect.flare for effect in board.animation.effects] == flares, fen
        assert sound in board.animation.sounds, fen
        assert board.animation.motion is None


def test_a_person_as_red_sees_the_board_turned(make_board: MakeBoard) -> None:
    assert make_board(None, "easy", None).turned
    assert not make_board(None, None, "easy").turned
    assert not make_board(FlipGame(seed=1), None, "random").turned


def test_hint_proposes_a_legal_move_in_words(make_board: MakeBoard) -> None:
    board = make_board("7/3W3/7/7/7/7/7/4r2/7 b")
    board.ask_hint()
    pass_time(board.update, lambda: board.hint is not None)
    assert board.hint in board.live.legal_moves
    assert board.notice is not None
    assert board.notice.text == "The wolf enters the den and wins"
    click(board, "d8", "d9")
    assert board.hint is None


def test_the_path_of_a_plan_is_shown_with_the_hint(make_board: MakeBoard) -> None:
    board = make_board("7/7/3C3/7/7/7/7/7/l5t b")
    board.ask_hint()
    pass_time(board.update, lambda: board.hint is not None)
    assert board.hint is not None
    assert board.hint.uci() == "d7d8"
    assert board.way == ((BOARD.parse_square("d8"), BOARD.parse_square("d9")),)
    click(board, "d7", "d8")
    assert not board.way


def test_looking_back_hides_the_hint(make_board: MakeBoard) -> None:
    board = make_board(Game.from_moves(["a3a4", "g7g6"]))
    board.ask_hint()
    board.look(0)
    assert board.notice is None
    run(board, 0.1)
    assert board.hint is None


def test_captured_animals_are_listed_strongest_first_up_to_the_shown_move(make_board: MakeBoard) -> None:
    board = make_board(Game.from_moves(["d3d4", "g9g8", "d4d5"], fen="6w/7/7/7/3p3/3c3/3P3/7/7 b"))
    assert [str(piece) for piece in captured(board, 0)] == ["Red leopard", "Red cat"]
    assert captured(board, 1) == []
    board.look(1)
    assert [str(piece) for piece in captured(board, 0)] == ["Red cat"]


def test_looking_back_shows_the_past_and_forbids_moves(make_board: MakeBoard) -> None:
    board = make_board(Game.from_moves(["a3a4", "g7g6", "a4a5"]))
    board.look(1)
    assert board.faces() == board.game.faces(1)
    assert not board.may_play
    click(board, "g7")
    assert board.hand.selection is None
    assert board.cancel()
    assert board.viewing is None
    assert not board.cancel()


def test_the_computer_waits_while_the_player_looks_back(make_board: MakeBoard) -> None:
    board = make_board(Game.from_moves(["a3a4"]), None, "random", speed=0)
    board.look(0)
    pass_time(board.update, board.live.is_thinking)
    run(board, 0.2)
    assert len(board.game) == 1
    board.look(None)
    pass_time(board.update, lambda: len(board.game) == 2)


def test_undo_and_redo_are_animated_and_heard(make_board: MakeBoard) -> None:
    board = make_board(Game.from_moves(["a3a4", "g7g6"]))
    board.look(0)
    board.live.undo()
    board.update(FRAME)
    assert board.viewing is None
    motion = board.animation.motion
    assert motion is not None
    assert motion.backwards
    assert "back" in board.animation.take_sounds()
    board.live.redo()
    board.update(FRAME)
    motion = board.animation.motion
    assert motion is not None
    assert not motion.backwards
    assert motion.move.uci() == "g7g6"


def test_the_result_is_shown_a_moment_after_the_last_move(make_board: MakeBoard) -> None:
    board = make_board("7/3W3/7/7/7/7/7/4r2/7 b")
    click(board, "d8", "d9")
    due = [board.result_due]
    run(board, 2)
    due.append(board.result_due)
    board.live.undo()
    board.update(FRAME)
    due.append(board.result_due)
    assert due == [False, True, False]


@pytest.mark.parametrize(
    ("seats", "sound"), [((None, "easy"), "lose"), ((None, None), "win"), (("easy", None), "lose")]
)
def test_the_ending_sound_matches_the_persons_result(
    make_board: MakeBoard, seats: tuple[str | None, str | None], sound: str
) -> None:
    board = make_board(None, *seats)
    board.live.resign()
    run(board, 0.1)
    assert sound in board.animation.sounds


def test_a_failing_player_is_reported_and_the_game_waits(make_board: MakeBoard) -> None:
    board = make_board(None, "python:no.such.module:Player", None)
    pass_time(board.update, lambda: board.live.paused)
    assert board.notice is not None
    assert board.notice.text.startswith("The engine failed: ")
    assert not board.live.is_thinking()


def test_the_evaluation_bar_follows_the_game(make_board: MakeBoard) -> None:
    board = make_board("7/3W3/7/7/7/7/7/4r2/7 b")
    board.live.evaluating = True
    pass_time(board.update, lambda: board.chance > 0.9)
    click(board, "d8", "d9")
    run(board, 3)
    assert board.chance == pytest.approx(1, abs=0.01)
    assert not board.is_moving()


@pytest.mark.parametrize("control", ["", "5+0"])
def test_passing_time_changes_the_screen_only_with_a_clock(make_board: MakeBoard, control: str) -> None:
    board = make_board(Game.from_moves(["a3a4"]), clock=Clock.of(control))
    board.update(2.0)
    assert board.changed is bool(control)


def test_a_new_game_starts_on_the_same_board(make_board: MakeBoard) -> None:
    board = make_board(Game.from_moves(["a3a4"]), speed=1)
    board.look(0)
    board.live.again()
    board.update(FRAME)
    assert (board.viewing, len(board.game), board.animation.is_busy()) == (None, 0, False)
    assert board.may_play
