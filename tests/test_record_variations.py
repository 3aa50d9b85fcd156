"""Variations in records: how they are written and read, walked and built."""

from collections.abc import Callable
from random import Random

import pytest

from jungle import Game, IllegalMoveError, InvalidMoveError, Outcome, Reason, Side
from jungle.errors import InvalidRecordError, RecordError
from jungle.flip import FlipGame
from jungle.record import NAGS, Node, Record, dumps, loads

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
    assert [str(node.move) for node in record.root.children] == ["a3a4", "g3g4", "a3b3"]
    assert [[str(child.move) for child in node.children] for node in record.mainline()] == [
        ["g7g6"],
        ["a4a5"],
        ["g6g5", "g6g7"],
        [],
    ]


def test_a_record_is_walked_along_its_main_line_and_into_its_variations() -> None:
    [record] = loads(TEXT)
    main = record.mainline()
    assert [str(node.move) for node in main] == ["a3a4", "g7g6", "a4a5", "g6g5"]
    assert [node.position for node in main] == list(record.game.positions[1:])
    assert [node.comment for node in main] == ["bold", "", "", ""]
    quiet = main[2].children[1]
    assert [(str(node.move), node.comment) for node in (quiet, *quiet.mainline())] == [("g6g7", "quiet"), ("a5a6", "")]
    second = record.root.children[2]
    assert [str(node.move) for node in second.walk()] == ["a3b3", "g7g6", "g7f7", "b3a3", "g3g4"]
    back = second.children[1].children[0]
    assert [str(node.move) for node in back.line()] == ["a3b3", "g7f7", "b3a3"]
    assert (main[3].is_mainline(), quiet.is_mainline(), record.root.is_mainline()) == (True, False, True)
    assert repr(second) == "<Node a3b3 '', 2 children>"
    assert repr(record.root) == "<Node at the start, 3 children>"


def test_a_record_is_built_move_by_move() -> None:
    record = Record(Game.from_moves(["a3a4", "g7g6"]))
    node = record.mainline()[0].add("8-f7", "instead")
    node.add_line(["8-a5"])
    node.add("8-a3", "or this").add_line(["8-g7", "8-a4"])
    text = "1. 8-a4 8-g6 (1... 8-f7 {instead} 2. 8-a5 (2. 8-a3 {or this} 8-g7 3. 8-a4)) *\n"
    assert moves_of(dumps([record])) == text
    assert loads(dumps([record])) == [record]
    assert node.add_line([]) is node
    with pytest.raises(IllegalMoveError):
        record.root.add_line(["8-b3", "8-a9"])
    with pytest.raises(InvalidMoveError, match="expected a Move or its text, got <Node"):
        node.add(record.root.children[0])  # type: ignore[arg-type]
    assert moves_of(dumps([record])) == text


def test_changing_a_node_changes_the_record() -> None:
    record = Record(Game.from_moves(["a3a4", "g7g6"]), {"Event": "club"})
    record.mainline()[0].comment = "x"
    record.mainline()[0].add("8-f7").nags.add(NAGS["?"])
    record.mainline()[-1].add("8-a5")
    assert str(record).splitlines()[-1] == "1. 8-a4 {x} 8-g6 (1... 8-f7?) 2. 8-a5 *"
    assert [str(move) for move in record.game.moves] == ["a3a4", "g7g6", "a4a5"]
    record.ending = Outcome(Side.BLUE, Reason.RESIGNATION)
    assert record.result == "1-0"
    assert record.game.outcome() == record.ending
    assert loads(str(record)) == [record]


def test_playing_on_a_game_leaves_its_record_alone() -> None:
    game = Game.from_moves(["a3a4"])
    record = Record(game)
    game.play("g7g6")
    record.game.play("g7f7")
    assert [str(move) for move in record.game.moves] == ["a3a4"]
    resigned = Game()
    resigned.resign()
    ended = Record(resigned)
    assert resigned.outcome() == ended.ending == ended.game.outcome()
    assert Record().game == Game()


def test_variations_are_promoted_demoted_and_removed() -> None:
    [record] = loads(TEXT)
    first, second, third = record.root.children
    order: list[tuple[Callable[[], None], list[Node]]] = [
        (third.promote, [first, third, second]),
        (first.promote, [first, third, second]),
        (second.demote, [first, third, second]),
        (first.demote, [third, first, second]),
        (second.promote_to_main, [second, third, first]),
    ]
    for change, children in order:
        change()
        assert list(record.root.children) == children
    assert [str(move) for move in record.game.moves] == ["g3g4", "g7g6", "g4g5"]
    second.remove()
    assert list(record.root.children) == [third, first]
    assert (second.parent, first.parent) == (None, record.root)
    third.promote_to_main()
    third.children[0].remove()
    text = (
        "1. 8-b3 (1. 8-a4 {bold} 8-g6 2. 8-a5 8-g5 (2... 8-g7 {quiet} 3. 8-a6)) 1... 8-f7\n2. 8-a3 {back} (2. 1-g4) *"
    )
    assert moves_of(str(record)) == text
    assert loads(str(record)) == [record]


def test_a_root_and_a_removed_node_cannot_be_moved() -> None:
    record = Record(Game.from_moves(["a3a4"]))
    removed = record.mainline()[0]
    removed.remove()
    for node in (record.root, removed):
        for action in (node.promote, node.promote_to_main, node.demote, node.remove):
            with pytest.raises(InvalidRecordError, match="expected a move that follows another node, got <Node"):
                action()
    removed.add("8-g6")
    assert record == Record()


def test_a_node_cannot_become_its_own_descendant() -> None:
    record = Record(Game.from_moves(["a3a4", "g7g6"]))
    node = record.mainline()[0]
    for name, value in (("parent", node.children[0]), ("children", (node,)), ("move", None), ("position", None)):
        with pytest.raises(AttributeError):
            setattr(node, name, value)


def test_a_record_can_be_changed_while_it_is_iterated_over() -> None:
    [record] = loads(TEXT)
    for node in record.mainline():
        for other in node.children[1:]:
            other.remove()
    for child in record.root.children[1:]:
        child.remove()
    assert moves_of(str(record)) == "1. 8-a4 {bold} 8-g6 2. 8-a5 8-g5 *"
    for node in record.root.walk():
        if node.comment:
            node.remove()
    assert record == Record()


def test_comments_stand_before_and_after_moves() -> None:
    [record] = loads("1. 8-a4 ({first} {second} 1. {third} 8-b3 {fourth} {fifth}) {last} *")
    assert [node.comment for node in record.root.children] == ["last", "first second third fourth fifth"]


def test_a_variation_may_replace_the_last_move_of_a_finished_game() -> None:
    text = '[FEN "7/3R3/7/7/7/7/7/7/4e2 b"]\n\n1. 1-d9 (1. 1-d7 8-d1) 1-0'
    [record] = loads(text)
    assert record.game.is_over()
    assert [str(node.move) for node in record.root.children[1].walk()] == ["d8d7", "e1d1"]
    assert loads(dumps([record])) == [record]


def test_a_variation_may_reveal_other_pieces_than_the_deal() -> None:
    game = FlipGame(seed=4)
    dealt = game.play("b2")
    other = next(piece for piece in game.hidden_pieces() if piece != dealt.revealed)
    record = Record(game)
    record.root.add(f"b2={other.letter}")
    for deal in (False, True):
        [again] = loads(dumps([record], deal=deal))
        assert again == record


def test_moves_after_a_draw_are_refused() -> None:
    game = Game.from_moves(["a3a4", "g7g6", "a4a3", "g6g7"] * 2)
    record = Record(game)
    node = record.mainline()[6].add("g6g7")
    after = node.add("a3a4")
    with pytest.raises(InvalidRecordError, match="a variation at move 5: the game is over"):
        dumps([record])
    after.remove()
    assert loads(dumps([record])) == [record]


@pytest.mark.parametrize("depth", [10_000])
def test_deep_nesting_is_read_and_written(depth: int) -> None:
    siblings = "1. 8-a4 " + "(1. 8-b3 " * depth + ")" * depth + " *"
    [record] = loads(siblings)
    assert len(record.root.children) == depth + 1
    assert loads(dumps([record])) == [record]


def test_deep_branching_is_read_and_written() -> None:
    """Each move of the line is an alternative to the one before, so the nesting is as deep as the line is long."""
    rng, line = Random(5), Game("gamerz")
    record = Record(Game.from_moves(["a3b3"], "gamerz"))
    node = record.root
    for _ in range(1500):
        quiet = [move for move in line.legal_moves() if not move.captured and move.target not in (3, 59)]
        move, other = rng.sample(quiet, 2)
        if node.parent:
            node.add(other)
        node = node.add(move)
        line.push(move)
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
