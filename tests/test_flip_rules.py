"""Every sentence of RULES.md on the face-down game, and every rule of its source, as a test with a drawn position."""

import pytest

from jungle import Animal, IllegalMoveError, IllegalMoveReason, Outcome, Piece, Reason, Side
from jungle.flip import FlipGame, FlipMove, FlipPosition
from tests.drawing import drawn_flip

BLUE, RED = Side.BLUE, Side.RED


def moves(position: FlipPosition) -> set[str]:
    return {move.uci() for move in position.legal_moves()}


def outcome(position: FlipPosition, *played: str) -> Outcome | None:
    return FlipGame.from_moves(played, position=position).outcome()


def test_the_board_is_4_by_4_with_all_sixteen_pieces_face_down() -> None:
    assert FlipPosition.initial().fen() == "????/????/????/???? r 0 RCDWPTLErcdwptle"
    assert moves(FlipPosition.initial()) == {file + rank for file in "abcd" for rank in "1234"}


def test_the_shuffle_is_seedable() -> None:
    assert FlipGame(seed=5).deal == FlipGame(seed=5).deal != FlipGame(seed=6).deal
    deal = FlipGame(seed=5).deal
    assert deal is not None
    assert set(deal.values()) == {Piece(side, animal) for side in Side for animal in Animal}


def test_a_seed_always_gives_the_same_deal() -> None:
    deal = FlipGame(seed=3).deal
    assert deal is not None
    assert "".join(deal[square].letter for square in range(16)) == "WcLdwRClTPertEpD"


def test_without_a_seed_the_deal_is_random() -> None:
    deals = [FlipGame().deal for _ in range(20)]
    assert None not in deals
    assert any(deal != deals[0] for deal in deals)


def test_colours_are_fixed_beforehand() -> None:
    assert FlipGame().position.side is RED
    assert FlipGame(first=BLUE).position.side is BLUE
    assert FlipGame(first=BLUE).first is BLUE
    game = FlipGame.from_moves(["b2=T"])
    assert (game.first, game.position.side) == (RED, BLUE)


@pytest.mark.parametrize(("letter", "colour"), [("T", BLUE), ("t", RED)])
def test_the_first_flip_can_decide_the_colours(letter: str, colour: Side) -> None:
    game = FlipGame.from_moves([], first_flip_decides=True)
    assert (game.position.fen(), game.first) == ("????/????/????/???? ? 0 RCDWPTLErcdwptle", None)
    game.play(f"b2={letter}")
    assert (game.first, game.position.side) == (colour, colour.opponent)
    game.undo()
    assert game.first is None
    assert game.position.side is None


def test_a_turn_can_flip_a_piece_of_either_side() -> None:
    for letter in "Tt":
        after = FlipPosition.initial(first=RED).play("b2", revealed=Piece.from_letter(letter))
        assert after.piece_at(5) == Piece.from_letter(letter)
        assert after.side is BLUE
        assert Piece.from_letter(letter) not in after.hidden


def test_a_turn_can_move_a_face_up_piece_one_step_to_an_empty_square() -> None:
    position = drawn_flip(
        """....
           .C..
           ....
           ...e"""
    )
    assert moves(position) == {"b3b4", "b3b2", "b3a3", "b3c3"}
    assert position.play("b3b4").fen() == "1C2/4/4/3e r 1 -"


def test_steps_end_at_the_edge_and_are_never_diagonal() -> None:
    position = drawn_flip("C... .... .... ...e")
    assert moves(position) == {"a4b4", "a4a3"}
    with pytest.raises(IllegalMoveError) as caught:
        position.play("a4b3")
    assert caught.value.reason is IllegalMoveReason.TOO_FAR


def test_a_turn_can_capture_a_weaker_face_up_enemy() -> None:
    position = drawn_flip(
        """....
           .Tp.
           ....
           ...e"""
    )
    assert position.parse_move("b3c3") == FlipMove(9, 10, Animal.TIGER, Animal.LEOPARD)
    assert position.play("b3c3").fen() == "4/2T1/4/3e r 0 -"


def test_own_pieces_cannot_be_captured() -> None:
    with pytest.raises(IllegalMoveError, match="its own cat stands there") as caught:
        drawn_flip(".... .TC. .... ...e").play("b3c3")
    assert caught.value.reason is IllegalMoveReason.OWN_PIECE


def test_the_enemys_pieces_are_not_moved() -> None:
    with pytest.raises(IllegalMoveError, match="Blue is to move and Red's elephant is on d1") as caught:
        drawn_flip(".... .T.. .... ...e").play("d1d2")
    assert caught.value.reason is IllegalMoveReason.ABSENT


def test_face_down_pieces_are_not_moved() -> None:
    with pytest.raises(IllegalMoveError, match="lies face down and cannot move") as caught:
        drawn_flip(".... .?T. .... ...e", hidden="r").play("b3b2")
    assert caught.value.reason is IllegalMoveReason.FACE_DOWN


def test_face_down_pieces_are_not_captured() -> None:
    position = drawn_flip(".... .?T. .... ...e", hidden="r")
    assert moves(position) == {"b3", "c3c4", "c3d3", "c3c2"}
    with pytest.raises(IllegalMoveError, match="a face-down piece cannot be captured") as caught:
        position.play("c3b3")
    assert caught.value.reason is IllegalMoveReason.FACE_DOWN


ORDER = "ELTPDWCR"


@pytest.mark.parametrize("hunter", ORDER)
@pytest.mark.parametrize("prey", ORDER)
def test_the_order_is_elephant_lion_tiger_leopard_dog_wolf_cat_rat(hunter: str, prey: str) -> None:
    """A higher animal captures any lower one. The rat captures the elephant, but not the other way round."""
    position = drawn_flip(f".... .{hunter}{prey.lower()}. .... ....")
    if hunter + prey == "RE":
        expected = True
    elif hunter + prey == "ER":
        expected = False
    else:
        expected = ORDER.index(hunter) <= ORDER.index(prey)
    assert ("b3c3" in moves(position)) is expected
    if not expected:
        with pytest.raises(IllegalMoveError, match="may not capture") as caught:
            position.play("b3c3")
        assert caught.value.reason is IllegalMoveReason.STRONGER
    elif hunter != prey:
        assert position.play("b3c3").fen() == f"4/2{hunter}1/4/4 r 0 -"


def test_the_dog_stands_above_the_wolf() -> None:
    assert "b3c3" in moves(drawn_flip(".... .Dw. .... ...e"))
    assert "b3c3" not in moves(drawn_flip(".... .Wd. .... ...e"))


@pytest.mark.parametrize("animal", ORDER)
def test_equals_vanish_together(animal: str) -> None:
    other = "L" if animal == "C" else "C"
    position = drawn_flip(f".... .{animal}{animal.lower()}. .... {other}..{other.lower()}")
    assert position.play("b3c3").fen() == f"4/4/4/{other}2{other.lower()} r 0 -"


def test_the_sources_example_in_which_the_tigers_vanish_and_red_wins() -> None:
    position = drawn_flip(
        """....
           .tT.
           ....
           w...""",
        side="r",
    )
    assert outcome(position, "b3c3") == Outcome(RED, Reason.CAPTURE)


def test_a_side_whose_last_piece_is_gone_loses() -> None:
    assert outcome(drawn_flip(".... .Tp. .... ...."), "b3c3") == Outcome(BLUE, Reason.CAPTURE)
    assert outcome(drawn_flip(".... .Tp. .... ...c"), "b3c3") is None


def test_hidden_pieces_keep_a_side_in_the_game() -> None:
    position = drawn_flip(".... .Tp. .... ...?", hidden="c")
    assert outcome(position, "b3c3") is None
    assert moves(position.play("b3c3")) == {"d1"}


def test_losing_both_last_pieces_at_once_is_a_draw() -> None:
    assert outcome(drawn_flip(".... .Tt. .... ...."), "b3c3") == Outcome(None, Reason.CAPTURE)


def test_a_side_that_can_neither_flip_nor_move_loses() -> None:
    blocked = drawn_flip(
        """....
           ....
           c...
           Rt.."""
    )
    assert moves(blocked) == set()
    assert outcome(blocked) == Outcome(RED, Reason.NO_MOVES)
    with_a_flip = drawn_flip(
        """....
           ...?
           c...
           Rt..""",
        hidden="E",
    )
    assert outcome(with_a_flip) is None
    assert moves(with_a_flip) == {"d3"}


def test_forty_plies_without_a_flip_or_capture_draw() -> None:
    near = drawn_flip("C... .... .... c..?", hidden="e", quiet=38)
    game = FlipGame.from_moves(["a4a3"], position=near)
    assert game.outcome() is None
    game.play("a1a2")
    assert game.outcome() == Outcome(None, Reason.QUIET)
    assert game.legal_moves() == []
    with pytest.raises(IllegalMoveError) as caught:
        game.play("a3a4")
    assert caught.value.reason is IllegalMoveReason.OVER


@pytest.mark.parametrize("move", ["d1=e", "a4b4"], ids=["flip", "capture"])
def test_a_flip_or_a_capture_resets_the_count(move: str) -> None:
    game = FlipGame.from_moves([move], position=drawn_flip("Cr.. .... .... c..?", hidden="e", quiet=39))
    assert game.position.quiet == 0
    assert game.outcome() is None


def test_the_largest_loop_number_is_settable() -> None:
    start = drawn_flip("C... .... .... ...c")
    played = ["a4a3", "d1d2", "a3a2"]
    assert FlipGame.from_moves(played, position=start, quiet_limit=3).outcome() == Outcome(None, Reason.QUIET)
    far = drawn_flip("C... .... .... ...c", quiet=500)
    assert FlipGame.from_moves(played, position=far, quiet_limit=None).outcome() is None


def test_threefold_repetition_draws() -> None:
    there_and_back = ["a4a3", "d1d2", "a3a4", "d2d1"]
    game = FlipGame.from_moves(there_and_back, position=drawn_flip("C... .... .... ...c"))
    assert (game.repetitions(), game.outcome()) == (2, None)
    for move in there_and_back:
        game.play(move)
    assert (game.repetitions(), game.outcome()) == (3, Outcome(None, Reason.REPETITION))
    assert game.legal_moves() == []


def test_red_flips_first_and_sides_alternate() -> None:
    game = FlipGame(seed=1)
    sides = [game.position.side]
    for square in ("a1", "a2", "a3"):
        game.play(square)
        sides.append(game.position.side)
    assert sides == [RED, BLUE, RED, BLUE]


def test_the_moves_are_written_b2_and_b2b3() -> None:
    position = drawn_flip(".... .?T. .... ...e", hidden="r")
    assert [str(move) for move in position.legal_moves()] == ["b3", "c3c2", "c3d3", "c3c4"]
