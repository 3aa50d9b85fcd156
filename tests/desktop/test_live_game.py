"""A game in progress without a window: what is selected, what may be played, what moves, who thinks."""

import pytest

from jungle.boardgame import BoardGame
from jungle.desktop import thinking
from jungle.desktop.animation import Flare
from jungle.desktop.live_game import LiveGame
from jungle.desktop.play_art import captured
from jungle.engine import Engine, Handle, Limit
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.pieces import Side
from jungle.players import Choice, Player
from tests.desktop.driving import FRAME, MakeLive, click, pass_time


def drag(live: LiveGame, origin: str, target: str | None) -> None:
    live.hand.press(live.game.grid.as_square(origin))
    live.hand.release(None if target is None else live.game.grid.as_square(target))


def run(live: LiveGame, seconds: float) -> None:
    for _ in range(round(seconds / FRAME)):
        live.update(FRAME)


def played(live: LiveGame) -> list[str]:
    return [live.game.notation(move, ply) for ply, move in enumerate(live.game.moves)]


def named(live: LiveGame, squares: frozenset[int]) -> set[str]:
    return {live.game.grid.square_name(square) for square in squares}


def test_click_picks_up_and_click_plays(make_live: MakeLive) -> None:
    live = make_live()
    click(live, "a3")
    selection = live.hand.selection
    assert selection is not None
    assert named(live, selection.targets) == {"a2", "a4", "b3"}
    click(live, "a4")
    assert live.hand.selection is None
    assert played(live) == ["8-a4"]


def test_a_second_click_puts_the_piece_back_and_another_piece_is_picked_up_instead(make_live: MakeLive) -> None:
    live = make_live()
    click(live, "a3", "a3")
    selection = live.hand.selection
    assert selection is None
    click(live, "a3", "g3")
    selection = live.hand.selection
    assert selection is not None
    assert named(live, frozenset({selection.square})) == {"g3"}
    assert played(live) == []


def test_drag_plays_without_a_glide(make_live: MakeLive) -> None:
    live = make_live()
    drag(live, "a3", "a4")
    assert played(live) == ["8-a4"]
    live.update(FRAME)
    assert live.animation.motion is None


def test_drag_off_the_board_keeps_the_piece_picked_up(make_live: MakeLive) -> None:
    live = make_live()
    drag(live, "a3", None)
    assert live.hand.selection is not None
    assert not live.hand.selection.held
    assert played(live) == []


def test_a_move_that_the_rules_forbid_is_explained(make_live: MakeLive) -> None:
    wrong = []
    for fen, origin, target, words in (
        ("7/7/6c/7/7/7/1RD4/7/7 b", "c3", "c4", "Only Rat can move into the river."),
        ("7/7/7/7/7/3c3/2pPt2/7/7 b", "d3", "e3", "The leopard may not capture that animal from there"),
        ("7/7/6r/7/7/7/7/3D3/7 b", "d2", "d1", "You can't move to your side's den."),
        ("7/7/1w5/7/1r5/7/1L5/7/7 b", "b3", "b7", "Can't jump over the river because a rat is blocking the way."),
        ("7/7/7/7/7/7/7/7/LR4r b", "b1", "b1", None),
    ):
        live = make_live(fen)
        click(live, origin, target)
        heard = live.animation.take_sounds()
        if played(live) or (live.notice and live.notice.text) != words or ("refuse" in heard) is (words is None):
            wrong.append((fen, live.notice, heard))
    assert not wrong


def test_a_piece_that_cannot_move_says_so(make_live: MakeLive) -> None:
    live = make_live("7/7/7/7/7/7/D6/C6/LR4r b")
    click(live, "a1")
    assert live.notice is not None
    assert live.notice.text == "Your lion can't move now."


def test_a_piece_dropped_out_of_reach_is_explained_and_a_click_there_puts_it_back(make_live: MakeLive) -> None:
    for target in ("a5", "b4"):
        live = make_live()
        drag(live, "a3", target)
        assert live.hand.selection is None
        assert live.notice is not None
        assert live.notice.text == "The position is too far away."
        live = make_live()
        click(live, "a3", target)
        assert live.hand.selection is None
        assert live.notice is None


def test_keyboard_plays(make_live: MakeLive) -> None:
    live = make_live()
    live.hand.cursor = live.game.grid.as_square("a1")
    live.hand.move_cursor(0, -1)
    live.hand.move_cursor(0, -1)
    live.hand.confirm()
    live.hand.move_cursor(0, -1)
    live.hand.confirm()
    assert played(live) == ["8-a4"]
    assert live.hand.cursor_shown


def test_cursor_stays_on_the_board_and_follows_a_turned_one(make_live: MakeLive) -> None:
    live = make_live()
    live.hand.cursor = live.game.grid.as_square("a1")
    live.hand.move_cursor(-1, 1)
    assert live.hand.cursor == live.game.grid.as_square("a1")
    live.turned = True
    assert live.layout.cell(live.game.grid.as_square("a1")) == (6, 0)
    live.hand.move_cursor(-1, 1)
    assert live.hand.cursor == live.game.grid.as_square("b2")


def test_a_piece_glides_and_then_has_arrived(make_live: MakeLive) -> None:
    live = make_live()
    click(live, "a3", "a4")
    motion = live.animation.motion
    assert motion is not None
    assert motion.progress == 0
    run(live, 0.1)
    motion = live.animation.motion
    assert motion is not None
    assert 0 < motion.progress < 1
    run(live, 0.3)
    assert live.animation.motion is None
    assert "step" in live.animation.sounds


def test_a_jump_takes_longer_and_is_heard_when_it_begins(make_live: MakeLive) -> None:
    live = make_live("7/7/1w5/7/7/7/1L5/7/7 b")
    click(live, "b3", "b7")
    assert "jump" in live.animation.sounds
    run(live, 0.4)
    assert live.animation.motion is not None
    run(live, 0.4)
    assert [effect.flare for effect in live.animation.effects] == [Flare.CAPTURE]
    assert "capture" in live.animation.sounds


def test_what_is_seen_and_heard_where_a_piece_arrives(make_live: MakeLive) -> None:
    for fen, origin, target, flares, sound in (
        ("7/7/6c/7/7/7/1R5/7/7 b", "b3", "b4", [Flare.SPLASH], "splash"),
        ("7/7/3W3/7/7/7/7/4r2/7 b", "d7", "d8", [Flare.TRAP], "trap"),
        ("7/7/7/7/7/7/3W3/6r/7 b", "d3", "d2", [], "step"),  # its own trap
        ("7/3W3/7/7/7/7/7/4r2/7 b", "d8", "d9", [Flare.DEN], "win"),
        ("7/3c3/3W3/7/7/7/7/4r2/7 b", "d7", "d8", [Flare.TRAP, Flare.CAPTURE], "capture"),
    ):
        live = make_live(fen, speed=0)
        click(live, origin, target)
        live.update(FRAME)
        assert [effect.flare for effect in live.animation.effects] == flares, fen
        assert sound in live.animation.sounds, fen
        assert live.animation.motion is None


def test_captured_animals_are_listed_by_rank_as_far_as_one_looks(make_live: MakeLive) -> None:
    live = make_live(Game.from_moves(["d3d4", "g9g8", "d4d5"], fen="6w/7/7/7/3p3/3c3/3P3/7/7 b"))
    assert [str(piece) for piece in captured(live, Side.RED)] == ["Red leopard", "Red cat"]
    assert captured(live, Side.BLUE) == []
    live.look(1)
    assert [str(piece) for piece in captured(live, Side.RED)] == ["Red cat"]


def test_looking_back_shows_the_past_and_forbids_moves(make_live: MakeLive) -> None:
    live = make_live(Game.from_moves(["a3a4", "g7g6", "a4a5"]))
    live.look(1)
    assert live.faces() == live.game.faces(1)
    assert not live.may_play
    click(live, "g7")
    assert live.hand.selection is None
    assert live.cancel()
    assert live.viewing is None
    live.look(1)
    live.resume_here()
    assert len(live.game) == 1
    assert live.may_play


def test_undo_and_redo_between_people(make_live: MakeLive) -> None:
    live = make_live(speed=0)
    assert not live.undo()
    click(live, "a3", "a4")
    assert live.undo()
    assert played(live) == []
    assert live.redo()
    assert played(live) == ["8-a4"]
    assert not live.redo()


def test_the_computer_answers_and_undo_takes_both_back(make_live: MakeLive) -> None:
    live = make_live(None, None, "easy", pace="instant", speed=0)
    click(live, "a3", "a4")
    assert (played(live), live.may_play) == (["8-a4"], False)
    pass_time(live.update, lambda: len(live.game) == 2)
    assert live.may_play
    live.undo()
    assert played(live) == []


def test_a_person_as_red_sees_the_board_turned(make_live: MakeLive) -> None:
    assert make_live(None, "easy", None).turned
    assert not make_live(None, None, "easy").turned
    assert not make_live(FlipGame(seed=1), "random", None).turned


class Brooder(Player):
    """A player that thinks for ever, unless it is stopped."""

    def __init__(self) -> None:
        super().__init__("brooder")
        self._engine = Engine(hash_mb=1)

    def _choose(self, game: BoardGame, limit: Limit | None, handle: Handle[Choice]) -> Choice:
        return Choice(handle.run_inner(self._engine.prepare(game, Limit())).move)

    def close(self) -> None:
        super().close()
        self._engine.close()


@pytest.mark.parametrize("frames", [0, 20])
@pytest.mark.parametrize("stop", ["undo", "pause", "close", "resume_here", "resign"])
def test_a_thinking_engine_stops(make_live: MakeLive, monkeypatch: pytest.MonkeyPatch, stop: str, frames: int) -> None:
    monkeypatch.setattr(thinking, "player", lambda name, game: Brooder())
    live = make_live(Game.from_moves(["a3a4"]), None, "brooder")
    pass_time(live.update, lambda: live.is_thinking)
    handle = live._thinking._tasks["move"]
    if frames:
        handle.wait(0.05)
        run(live, frames * FRAME)
    if stop == "resume_here":
        live.look(0)
    getattr(live, stop)()
    assert not live.is_thinking
    # Without a stop that arrives, however early it came, this would never end.
    assert handle.wait(20)
    assert len(live.game) == (0 if stop in ("undo", "resume_here") else 1)


def test_a_player_that_fails_is_told_and_the_game_waits(make_live: MakeLive, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, game: str) -> Player:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(thinking, "player", broken)
    live = make_live(None, "easy", None, pace="instant", speed=0)
    pass_time(live.update, lambda: live.paused)
    assert live.notice is not None
    assert live.notice.text == "The engine failed: no such thing"


def test_hint_proposes_a_legal_move_in_words(make_live: MakeLive) -> None:
    live = make_live("7/3W3/7/7/7/7/7/4r2/7 b")
    live.ask_hint()
    pass_time(live.update, lambda: live.hint is not None)
    assert live.hint in live.legal_moves
    assert live.notice is not None
    assert live.notice.text == "The wolf enters the den and wins"
    click(live, "d8", "d9")
    assert live.hint is None


def test_the_judgement_follows_the_game(make_live: MakeLive) -> None:
    live = make_live("7/3W3/7/7/7/7/7/4r2/7 b", judging=True)
    pass_time(live.update, lambda: live.bar.chance > 0.9)
    click(live, "d8", "d9")
    run(live, 3)
    assert live.bar.chance == pytest.approx(1, abs=0.01)
    assert not live.is_moving


def test_the_result_is_told_after_a_moment(make_live: MakeLive) -> None:
    live = make_live("7/3W3/7/7/7/7/7/4r2/7 b")
    click(live, "d8", "d9")
    due = [live.result_due]
    run(live, 2)
    due.append(live.result_due)
    live.undo()
    due.append(live.result_due)
    assert due == [False, True, False]
    assert live.outcome is None


def test_resigning_ends_the_game_for_the_person(make_live: MakeLive) -> None:
    live = make_live(None, None, "easy")
    live.resign()
    assert live.outcome is not None
    assert live.outcome.winner is Side.RED
    run(live, 0.1)
    assert "lose" in live.animation.sounds


def test_two_computers_play_on_their_own_and_pause(make_live: MakeLive) -> None:
    live = make_live(None, "random", "random", pace="instant", speed=0)
    pass_time(live.update, lambda: len(live.game) >= 6)
    live.pause()
    count = len(live.game)
    run(live, 0.3)
    assert len(live.game) == count
    live.pause()
    pass_time(live.update, lambda: len(live.game) > count)
    assert live.undo()
    assert live.paused


def test_looking_back_leaves_the_hint_behind(make_live: MakeLive) -> None:
    live = make_live(Game.from_moves(["a3a4", "g7g6"]))
    live.ask_hint()
    live.look(0)
    assert live.notice is None
    run(live, 0.1)
    assert live.hint is None
