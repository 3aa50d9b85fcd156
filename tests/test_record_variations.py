"""Variations in records: how they are written and read, walked and built."""

from random import Random

import pytest

from jungle import Game, IllegalMoveError
from jungle.errors import InvalidRecordError, RecordError
from jungle.flip import FlipGame
from jungle.record import Node, Record, dumps, loads

TEXT = """\
1. 8-a4 {bold} (1. 1-g4 {why} 8-g6 2. 1-g5) (1. 8-b3 8-g6 (1... 8-f7 2. 8-a3
{back} (2. 1-g4))) 1... 8-g6 2. 8-a5 8-g5 (2... 8-g7 {quiet} 3. 8-a6) *
"""


def moves_of(text: str) -> str:
    return text.partition("\n\n")[2].removesuffix("\n")


def test_variations_are_written_like_those_of_chess_games() -> None:
    [record] = loads(TEXT)
    assert moves_of(dumps([record])) == TEXT
    assert [str(move) for move in record.game.moves] == ["a3a4", "g7g6", "a4a5", "g6g5"]
    assert record.comments == {1: "bold"}
    assert {ply: [str(node.move) for node in nodes] for ply, nodes in record.variations.items()} == {
        0: ["g3g4", "a3b3"],
        3: ["g6g7"],
    }


def test_a_record_is_walked_along_its_main_line_and_into_its_variations() -> None:
    [record] = loads(TEXT)
    main = record.mainline()
    assert [str(node.move) for node in main] == ["a3a4", "g7g6", "a4a5", "g6g5"]
    assert [node.position for node in main] == list(record.game.positions[1:])
    assert [node.comment for node in main] == ["bold", "", "", ""]
    assert [str(node.move) for node in main[2].children] == ["g6g5", "g6g7"]
    quiet = main[2].children[1]
    assert [(str(node.move), node.comment) for node in quiet.mainline()] == [("g6g7", "quiet"), ("a5a6", "")]
    second = record.variations[0][1]
    assert [str(node.move) for node in second.walk()] == ["a3b3", "g7g6", "g7f7", "b3a3", "g3g4"]
    assert repr(second) == "<Node a3b3 '', followed by 4 moves>"


def test_a_record_is_built_move_by_move() -> None:
    record = Record(Game.from_moves(["a3a4", "g7g6"]))
    node = record.add_variation(1, ["8-f7", "8-a5"], "instead")
    node.add("8-a3", "or this").add_line(["8-g7", "8-a4"])
    text = "1. 8-a4 8-g6 (1... 8-f7 {instead} 2. 8-a5 (2. 8-a3 {or this} 8-g7 3. 8-a4)) *\n"
    assert moves_of(dumps([record])) == text
    assert loads(dumps([record])) == [record]
    with pytest.raises(InvalidRecordError, match="expected the ply of a move, from 0 to 1, got 2"):
        record.add_variation(2, ["8-a5"])
    with pytest.raises(InvalidRecordError, match="expected the moves of a variation, got none"):
        record.add_variation(0, [])
    with pytest.raises(IllegalMoveError):
        record.add_variation(1, ["8-f7", "8-a9"])
    assert loads(dumps([record])) == [record]


def test_comments_stand_before_and_after_moves() -> None:
    [record] = loads("1. 8-a4 ({first} {second} 1. {third} 8-b3 {fourth} {fifth}) {last} *")
    assert record.variations[0][0].comment == "first second third fourth fifth"
    assert record.comments == {1: "last"}


def test_a_variation_may_replace_the_last_move_of_a_finished_game() -> None:
    text = '[FEN "7/3R3/7/7/7/7/7/7/4e2 b"]\n\n1. 1-d9 (1. 1-d7 8-d1) 1-0'
    [record] = loads(text)
    assert record.game.is_over()
    assert [str(node.move) for node in record.variations[0][0].mainline()] == ["d8d7", "e1d1"]
    assert loads(dumps([record])) == [record]


def test_a_variation_may_reveal_other_pieces_than_the_deal() -> None:
    game = FlipGame(seed=4)
    dealt = game.play("b2")
    other = next(piece for piece in game.hidden() if piece != dealt.revealed)
    record = Record(game)
    record.add_variation(0, [f"b2={other.letter}"])
    for deal in (False, True):
        [again] = loads(dumps([record], deal=deal))
        assert again == record


def test_what_follows_a_draw_is_refused() -> None:
    game = Game.from_moves(["a3a4", "g7g6", "a4a3", "g6g7"] * 2)
    record = Record(game)
    node = record.add_variation(7, ["g6g7", "a3a4"])
    with pytest.raises(InvalidRecordError, match="a variation at move 5: the game is over"):
        dumps([record])
    node.children.clear()
    assert loads(dumps([record])) == [record]


@pytest.mark.parametrize("depth", [10_000])
def test_deep_nesting_is_read_and_written(depth: int) -> None:
    siblings = "1. 8-a4 " + "(1. 8-b3 " * depth + ")" * depth + " *"
    [record] = loads(siblings)
    assert len(record.variations[0]) == depth
    assert loads(dumps([record])) == [record]


def test_deep_branching_is_read_and_written() -> None:
    """Each move of the line is an alternative to the one before, so the nesting is as deep as the line is long."""
    rng, line = Random(5), Game("gamerz")
    record = Record(Game.from_moves(["a3b3"], "gamerz"))
    siblings = record.variations.setdefault(0, [])
    for _ in range(1500):
        quiet = [move for move in line.legal_moves() if not move.captured and move.target not in (3, 59)]
        move, other = rng.sample(quiet, 2)
        if siblings is not record.variations[0]:
            siblings.append(Node.after(line.position, other))
        siblings.append(node := Node.after(line.position, move))
        line.push(move)
        siblings = node.children
    text = dumps([record])
    assert text.count("(") == 1500
    assert ")" * 1500 in text
    assert loads(text) == [record]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 100_000, "line 1, column 1: expected a move before the variation"),
        ("1. 8-a4 " + "(1. 8-b3 " * 10_000 + "*", "line 1, column 90000: the variation is not closed"),
        ("1. 8-a4 " + ")" * 10_000 + " *", "line 1, column 9: ')' closes no variation"),
        ("1. 8-a4 " + "(1. 8-b3 8-g6 (1... 8-f7 2. 8-g1)))", "line 1, column 37: move 2, Blue"),
    ],
    ids=["opened", "never closed", "closed", "illegal"],
)
def test_hostile_variations_are_reported_in_one_line(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
