from dataclasses import replace

import pytest

from jungle import (
    GAMERZ,
    RULES,
    STANDARD,
    EqualRanks,
    Game,
    GameError,
    IllegalMoveError,
    IllegalMoveReason,
    InvalidMoveError,
    JungleError,
    Outcome,
    Position,
    Reason,
    Repetition,
    Rules,
    Side,
    Stalemate,
)

SHUFFLE = ["a3a4", "g7g6", "a4a3", "g6g7"]


def game_at(fen: str, rules: Rules | str = "standard") -> Game:
    return Game(position=Position.from_fen(fen, rules=rules))


# Play, undo, redo


def test_a_new_game() -> None:
    game = Game(rules="gamerz")
    assert game.rules == GAMERZ
    assert game.position == Position.initial(rules="gamerz")
    assert game.outcome() is None
    assert len(game) == 0
    assert len(game.legal_moves()) == 24


def test_the_first_side_is_chosen() -> None:
    assert Game(first=Side.RED).position.side is Side.RED


def test_play_undo_redo() -> None:
    game = Game.from_moves(["a3a4", "8-g6", "move rat up"])
    fens = [position.fen() for position in game.positions]
    assert len(fens) == 4
    assert [move.uci() for move in game.moves] == ["a3a4", "g7g6", "g3g4"]
    assert str(game.undo()) == "g3g4"
    assert str(game.undo()) == "g7g6"
    assert game.position.fen() == fens[1]
    assert [move.uci() for move in game.undone] == ["g7g6", "g3g4"]
    assert game.redo().uci() == "g7g6"
    assert game.redo().uci() == "g3g4"
    assert [position.fen() for position in game.positions] == fens


def test_playing_the_next_undone_move_keeps_the_rest() -> None:
    game = Game.from_moves(["a3a4", "g7g6"])
    game.undo()
    game.undo()
    game.play("a3a4")
    assert game.redo().uci() == "g7g6"
    game.undo()
    game.undo()
    game.play("g3g4")
    with pytest.raises(GameError, match="no move to redo"):
        game.redo()


def test_undo_without_moves_is_refused() -> None:
    with pytest.raises(GameError, match="no move to take back"):
        Game().undo()


@pytest.mark.parametrize(("move", "error"), [("a3a9", IllegalMoveError), ("nonsense", InvalidMoveError)])
def test_a_refused_move_changes_nothing(move: str, error: type[JungleError]) -> None:
    game = Game.from_moves(SHUFFLE)
    game.undo()
    before = repr(game), game.undone
    with pytest.raises(error):
        game.play(move)
    assert (repr(game), game.undone) == before


def test_moves_made_for_another_position_are_refused() -> None:
    move = game_at("7/7/7/7/7/7/Ee5/7/R5c b").position.parse_move("a3b3")
    with pytest.raises(IllegalMoveError, match="does not belong to the position"):
        Game().play(move)


def test_copies_are_independent() -> None:
    game = Game.from_moves(SHUFFLE)
    twin = game.copy()
    twin.play("a3a4")
    assert len(game) == 4
    assert len(twin) == 5
    twin.undo()
    assert twin.positions == game.positions
    assert twin.repetitions() == game.repetitions() == 2


def test_repr_reads_back() -> None:
    game = Game.from_moves(SHUFFLE, rules="leiden")
    assert eval(repr(game)).positions == game.positions


# Endings on the board


@pytest.mark.parametrize("rules", RULES)
def test_entering_the_den_wins(rules: str) -> None:
    game = game_at("7/3C3/7/7/7/7/7/7/6e b", rules)
    game.play("d8d9")
    outcome = game.outcome()
    assert outcome == Outcome(Side.BLUE, Reason.DEN)
    assert outcome.result() == "1-0"
    assert game.legal_moves() == []
    with pytest.raises(IllegalMoveError) as caught:
        game.play("g1g2")
    assert caught.value.reason is IllegalMoveReason.OVER


@pytest.mark.parametrize("rules", RULES)
def test_capturing_the_last_piece_wins(rules: str) -> None:
    game = game_at("7/7/7/7/7/7/Cr5/7/7 b", rules)
    game.play("2xb3")
    assert game.outcome() == Outcome(Side.BLUE, Reason.CAPTURE)
    assert game.legal_moves() == []


@pytest.mark.parametrize("rules", RULES)
def test_a_side_without_a_legal_move_has_lost(rules: str) -> None:
    game = game_at("7/7/7/7/7/7/P6/7/rL5 b", rules)
    game.play("a3a2")
    outcome = game.outcome()
    assert outcome == Outcome(Side.BLUE, Reason.NO_MOVES)
    assert outcome.result() == "1-0"


def test_stalemate_is_a_draw_if_the_rules_say_so() -> None:
    game = game_at("7/7/7/7/7/7/P6/7/rL5 b", replace(STANDARD, stalemate=Stalemate.DRAWS))
    game.play("a3a2")
    assert game.outcome() == Outcome(None, Reason.NO_MOVES)


def test_last_pieces_that_vanish_together_draw() -> None:
    game = game_at("7/7/7/7/7/7/Tt5/7/7 b", replace(STANDARD, equal_ranks=EqualRanks.BOTH_VANISH))
    game.play("a3b3")
    assert game.outcome() == Outcome(None, Reason.CAPTURE)
    assert game.legal_moves() == []
    assert Position.from_fen(game.position.fen(), rules=game.rules) == game.position


def test_a_side_that_traded_its_last_piece_has_lost() -> None:
    game = game_at("7/7/7/7/7/7/Tt5/7/6c b", replace(STANDARD, equal_ranks=EqualRanks.BOTH_VANISH))
    game.play("a3b3")
    assert game.outcome() == Outcome(Side.RED, Reason.CAPTURE)


# Repetition and the limit


@pytest.mark.parametrize("rules", ["standard", "leiden"])
def test_the_third_occurrence_draws(rules: str) -> None:
    game = Game.from_moves(SHUFFLE, rules)
    assert game.repetitions() == 2
    assert game.outcome() is None
    for move in SHUFFLE:
        game.play(move)
    assert game.repetitions() == 3
    assert game.outcome() == Outcome(None, Reason.REPETITION)
    assert game.legal_moves() == []
    game.undo()
    assert game.outcome() is None


def test_a_repetition_needs_the_same_side_to_move() -> None:
    position = Position.initial()
    assert position.key != Position.initial(first=Side.RED).key


def test_repetition_may_be_allowed() -> None:
    game = Game.from_moves(SHUFFLE * 4, replace(STANDARD, repetition=Repetition.ALLOWED))
    assert game.repetitions() == 5
    assert game.outcome() is None


@pytest.mark.parametrize("rules", ["standard", "leiden"])
def test_200_plies_without_a_capture_draw(rules: str) -> None:
    game = game_at("7/7/7/7/7/7/C6/7/6e b 199 150", rules)
    assert game.outcome() is None
    game.play("a3a4")
    assert game.outcome() == Outcome(None, Reason.QUIET)
    assert game.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play("g1g2")


def test_a_capture_on_the_200th_ply_continues_the_game() -> None:
    game = game_at("7/7/7/7/7/7/Cr5/7/6e b 199 150")
    game.play("2xb3")
    assert game.outcome() is None


def test_a_win_on_the_200th_ply_is_a_win() -> None:
    game = game_at("7/3C3/7/7/7/7/7/7/6e b 199 150")
    game.play("d8d9")
    assert game.outcome() == Outcome(Side.BLUE, Reason.DEN)


def test_gamerz_has_no_limit_and_no_draw_by_repetition() -> None:
    game = game_at("7/7/7/7/7/7/C6/7/6e b 500 300", "gamerz")
    for move in ["a3a4", "g1g2", "a4a3", "g2g1"] * 3:
        if move not in {m.uci() for m in game.legal_moves()}:
            break
        game.play(move)
    assert game.outcome() is None


# The chase rule (gamerz)


def test_the_sources_first_example_elephant_chases_dog() -> None:
    """If Red has an elephant on f2 and Blue a dog on e1, Red may not chase it between e1 and f1 forever."""
    game = game_at("7/7/7/7/7/7/7/5e1/4D2 b", "gamerz")
    for move in ["e1f1", "f2e2", "f1e1", "e2f2"] * 2:
        played = game.legal_moves()
        if move not in {m.uci() for m in played}:
            break
        game.play(move)
    assert [m.uci() for m in game.moves] == ["e1f1", "f2e2", "f1e1", "e2f2", "e1f1", "f2e2", "f1e1"]
    with pytest.raises(IllegalMoveError, match="may not go on chasing the dog") as caught:
        game.play("e2f2")
    assert caught.value.reason is IllegalMoveReason.CHASE
    assert game.outcome() is None


def test_the_sources_second_example_tiger_must_cease_shuttling() -> None:
    """Blue's tiger on e3, Red's rat on e5: the tiger shuttles e3 f3, the rat follows on e5 f5."""
    game = game_at("7/7/7/7/4r2/7/4T2/7/6e b", "gamerz")
    shuttle = ["e3f3", "e5f5", "f3e3", "f5e5"]
    for move in shuttle * 2:
        game.play(move)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(shuttle[0])
    assert caught.value.reason is IllegalMoveReason.CHASE
    # The rat, which cannot capture a tiger, may bring the position about; the tiger may not.
    assert game.repetitions() == 3


def test_the_chased_player_may_repeat() -> None:
    game = game_at("7/7/7/7/7/7/7/5e1/4D2 r", "gamerz")
    for move in ["f2e2", "e1f1", "e2f2", "f1e1"]:
        game.play(move)
    for move in ["f2e2", "e1f1", "e2f2"]:
        game.play(move)
    assert "f1e1" in {move.uci() for move in game.legal_moves()}
    game.play("f1e1")
    assert game.repetitions() == 3
    assert game.outcome() is None


@pytest.mark.parametrize(
    ("mover", "chased", "forbidden"),
    [
        ("E", "l", True),
        ("T", "t", True),
        ("C", "l", False),
        ("R", "e", True),
        ("E", "r", False),
        ("R", "r", True),
    ],
)
def test_chases_depend_only_on_the_animals(mover: str, chased: str, forbidden: bool) -> None:
    """Far apart and with no capture possible: only the kinds matter."""
    game = game_at(f"{chased}6/7/7/7/7/7/7/7/5{mover}1 b", "gamerz")
    # The first step enters the cycle, so that Blue's move is the one that closes it for the third time.
    for move in ["f1g1", "a9a8", "g1g2", "a8a9", "g2g1", "a9a8", "g1g2", "a8a9"]:
        game.play(move)
    assert ("g2g1" not in {move.uci() for move in game.legal_moves()}) is forbidden


def test_a_player_without_a_move_under_the_chase_rule_loses() -> None:
    """Blue's rat has only one move, and by kind it chases the elephant that shuttles at the other end."""
    game = game_at("R1t4/lp5/7/7/7/7/6e/7/7 b", "gamerz")
    for move in ["a9b9", "g3g2", "b9a9", "g2g1", "a9b9", "g1g2", "b9a9", "g2g1", "a9b9"]:
        game.play(move)
        assert game.outcome() is None
    game.play("g1g2")
    assert [move.uci() for move in game.position.legal_moves()] == ["b9a9"]
    assert game.legal_moves() == []
    assert game.outcome() == Outcome(Side.RED, Reason.NO_MOVES)


# Declared endings


@pytest.mark.parametrize("side", [None, Side.BLUE, Side.RED])
def test_resigning_gives_the_game_to_the_opponent(side: Side | None) -> None:
    game = Game()
    loser = Side.BLUE if side is None else side
    assert game.resign(side) == game.outcome() == Outcome(loser.opponent, Reason.RESIGNATION)
    assert game.legal_moves() == []


def test_draw_by_agreement() -> None:
    game = Game()
    outcome = game.agree_draw()
    assert outcome == game.outcome() == Outcome(None, Reason.AGREEMENT)
    assert outcome.result() == "1/2-1/2"


def test_running_out_of_time_loses() -> None:
    game = Game()
    assert game.time_out(Side.RED) == game.outcome() == Outcome(Side.BLUE, Reason.TIMEOUT)


def test_adjudication_sets_the_result() -> None:
    assert Game().adjudicate(Side.RED).result() == "0-1"


def test_no_move_after_resignation_until_it_is_taken_back() -> None:
    game = Game.from_moves(["a3a4"])
    game.resign()
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play("g7g6")
    assert game.undo() is None
    assert game.outcome() is None
    assert game.play("g7g6").uci() == "g7g6"


def test_a_game_ends_once() -> None:
    game = Game()
    game.resign()
    with pytest.raises(GameError, match="already over: 0-1 by resignation"):
        game.agree_draw()
