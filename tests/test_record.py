"""Records round-trip, and errors name their location."""

import io
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jungle import GAMERZ, GAMES, STANDARD, Game, InvalidMoveError, Outcome, Position, Reason, Side
from jungle.board_game import BoardGame
from jungle.errors import InvalidRecordError
from jungle.record import Record, dumps, loads, read, write
from tests.random_games import random_game
from tests.random_records import DEN_NEXT, FIXTURES, records


@pytest.fixture(autouse=True)
def _third_game(third_game: type[BoardGame]) -> None:
    """Records of a game the library does not know are written and read too."""


@settings(max_examples=100, suppress_health_check=FIXTURES)
@given(st.lists(records(), max_size=3), st.booleans())
def test_records_round_trip(batch: list[Record], deal: bool) -> None:
    text = dumps(batch, deal=deal)
    again = loads(text)
    assert again == batch
    assert [list(record.tags) for record in again] == [list(record.tags) for record in batch]
    assert [record.game.deal for record in again] == [record.game.deal if deal else None for record in batch]
    assert dumps(again, deal=deal) == text


@settings(max_examples=40, suppress_health_check=FIXTURES)
@given(records())
def test_the_writer_keeps_to_lines_of_80_columns_except_for_comments(record: Record) -> None:
    _, _, moves = dumps([Record(record.game)]).partition("\n\n")
    lines = moves.rstrip("\n").split("\n")
    assert max(map(len, lines)) <= 80
    for line, following in pairwise(lines):
        word, *rest = following.split()
        token = f"{word} {rest[0]}" if word.endswith(".") else word
        assert len(line) + 1 + len(token) > 80


def test_a_record_of_a_finished_game_says_how_it_ended() -> None:
    rules = "leiden"
    game = Game.from_moves(["1-d9"], position=Position.from_fen(DEN_NEXT, rules=rules))
    record = Record(game, {"Event": 'the "cup"'})
    record.root.comment, record.mainline()[0].comment = "a {small} one\n", "den"
    assert dumps([record]) == (
        '[Event "the \\"cup\\""]\n'
        f'[Rules "{rules}"]\n'
        '[FEN "7/3R3/7/7/7/7/7/7/4e2 b 0 1"]\n'
        '[Result "1-0"]\n'
        '[Termination "den"]\n'
        "\n"
        "{a {small\\} one\\n} 1. 1-d9 {den} 1-0\n"
        "\n"
    )


def test_a_game_started_by_red() -> None:
    record = Record(Game.from_moves(["1-a6", "8-a4", "1-a5"], first=Side.RED))
    text = dumps([record])
    assert "1... 1-a6 2. 8-a4 1-a5 *" in text
    assert '[FEN "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1"]' in text
    assert loads(text) == [record]


def test_a_record_of_the_flip_game() -> None:
    game = GAMES["flip"].new("flip:quiet_limit=60", seed=4)
    for square in ("b2", "c3", "a1"):
        game.play(square)
    assert dumps([Record(game, {"Red": "Bo"})], deal=True) == (
        '[Red "Bo"]\n'
        '[Game "flip"]\n'
        '[Rules "flip:quiet_limit=60"]\n'
        '[Deal "Drwl/pTdL/Rcet/WCEP"]\n'
        '[Result "*"]\n'
        "\n"
        "1. b2=c c3=d 2. a1=W *\n"
        "\n"
    )
    [public] = loads(dumps([Record(game)]))
    [own] = loads(dumps([Record(game)], deal=True))
    assert public.game == own.game == game
    assert own.game.play("d4") == game.play("d4")
    with pytest.raises(InvalidMoveError, match="the deal is unknown"):
        public.game.play("d4")


def test_house_rules_are_kept() -> None:
    record = Record(Game(replace(STANDARD, quiet_limit=7, jumps_sideways=frozenset())))
    text = dumps([record])
    assert '[Rules "standard:jumps_sideways=-,quiet_limit=7"]' in text
    assert loads(text)[0].game.rules == record.game.rules


def test_the_move_number_of_the_start_is_kept() -> None:
    position = Position.from_fen("7/7/7/e6/7/7/7/7/4E2 r 3 17")
    record = Record(Game.from_moves(["8-a7", "8-e2"], position=position))
    text = dumps([record])
    assert "17... 8-a7 18. 8-e2 *" in text
    assert loads(text) == [record]


def test_records_differ_in_moves_outcome_tags_and_comments() -> None:
    changes: list[Callable[[Record], object]] = [
        lambda record: record.mainline()[-1].add("a2a1"),
        lambda record: setattr(record, "ending", Outcome(Side.RED, Reason.RESIGNATION)),
        lambda record: record.tags.update(Event="other"),
        lambda record: setattr(record.root, "comment", "so"),
        lambda record: record.mainline()[1].nags.add(1),
        lambda record: record.root.add("8-b3"),
        lambda record: record.mainline()[1].remove(),
    ]
    for change in changes:
        record, other = (Record(Game.from_moves(["a1a2", "g9g8"]), {"Event": "one"}) for _ in range(2))
        assert record == other
        change(other)
        assert record != other


def test_records_differ_in_rules_and_start() -> None:
    assert Record(Game()) != Record(Game(GAMERZ)) != Record(Game(first=Side.RED))
    assert Record(Game()) != Record(GAMES["flip"].new())
    assert Record(Game()) != "a record"


def test_undone_moves_are_not_part_of_a_record() -> None:
    game = Game.from_moves(["a3a4"])
    game.undo()
    assert Record(game) == Record(Game())


def commented(comment: object) -> Record:
    record = Record(Game.from_moves(["a3a4"]))
    record.mainline()[0].comment = comment  # type: ignore[assignment]
    return record


def rated(*nags: object) -> Record:
    record = Record(Game.from_moves(["a3a4"]))
    record.mainline()[0].nags = set(nags)  # type: ignore[arg-type]
    return record


def commented_in_a_variation() -> Record:
    record = Record(Game.from_moves(["a3b3"]))
    record.root.add("a3a4", "\udc80")
    return record


def continued_after_a_draw() -> Record:
    record = Record(Game.from_moves(["a3a4", "g7g6", "a4a3", "g6g7"] * 2))
    record.mainline()[-1].add("a3a4")
    return record


def rated_at_the_start() -> Record:
    record = Record()
    record.root.nags.add(1)
    return record


def ended(outcome: Outcome) -> Record:
    record = Record()
    record.ending = outcome
    return record


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(Game(), {"White Player": "x"}), "expected a tag's name of letters, digits and '_', got 'White Player'"),
        (Record(Game(), {"": "x"}), "tag's name"),
        (Record(Game(), {"Result": "1-0"}), "the tag Result comes from the game"),
        (Record(Game(), {"Event": "\udc80"}), "the tag Event contains an unpaired surrogate"),
        (Record(Game(), {"Event": 3}), "expected text for the tag Event, got 3"),  # type: ignore[dict-item]
        (commented(3), "expected text for the comment on a3a4, got 3"),
        (commented("\ud800"), "the comment on a3a4 contains an unpaired surrogate"),
        (commented_in_a_variation(), "the comment on a3a4 contains an unpaired surrogate"),
        (rated(256), "expected a NAG from 0 to 255 on a3a4, got 256"),
        (rated(-1), "expected a NAG from 0 to 255 on a3a4, got -1"),
        (rated("!"), "expected a NAG from 0 to 255 on a3a4, got '!'"),
        (rated(True), "expected a NAG from 0 to 255 on a3a4, got True"),
        (rated_at_the_start(), "a NAG belongs to a move: expected none at the start, got {1}"),
        (continued_after_a_draw(), "the main line: the game is over in"),
        (ended(Outcome(Side.RED, Reason.DEN)), "the record's ending: the game did not end by den on the board"),
    ],
)
def test_records_that_cannot_be_written_are_refused(record: Record, message: str) -> None:
    stream = io.StringIO()
    with pytest.raises(InvalidRecordError) as caught:
        write([Record(Game()), record], stream)
    assert message in str(caught.value)
    assert loads(stream.getvalue()) == [Record(Game())]


def test_a_record_needs_a_game() -> None:
    with pytest.raises(InvalidRecordError, match="expected a game, got 'a3a4'"):
        Record("a3a4")  # type: ignore[arg-type]


def test_results_and_terminations_become_outcomes() -> None:
    found = {
        text: loads(text)[0].game.outcome()
        for text in (
            "1. 8-a4 1-0",
            "1. 8-a4 1/2-1/2",
            '[Termination "adjudication"]\n\n0-1',
            '[Termination "resignation"]\n\n1. 8-a4 1-0',
            '[Termination "resignation"]\n\n1. 8-a4 0-1',
            '[Termination "timeout"]\n\n0-1',
            '[Termination "agreement"]\n\n1/2-1/2',
            f'[FEN "{DEN_NEXT}"]\n\n1. 1-d9 1-0',
            '[Game "flip"]\n\nb2=T 1-0',
        )
    }
    assert list(found.values()) == [
        Outcome(Side.BLUE, Reason.ADJUDICATION),
        Outcome(None, Reason.ADJUDICATION),
        Outcome(Side.RED, Reason.ADJUDICATION),
        Outcome(Side.BLUE, Reason.RESIGNATION),
        Outcome(Side.RED, Reason.RESIGNATION),
        Outcome(Side.RED, Reason.TIMEOUT),
        Outcome(None, Reason.AGREEMENT),
        Outcome(Side.BLUE, Reason.DEN),
        Outcome(Side.BLUE, Reason.ADJUDICATION),
    ]


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\r\n[Rules "standard"]\r\n\r\n1. 8-a4 {so\r\nso} 8-g6\r\n2. 8-a5 *\r\n',
        '\ufeff[Event "x"]\n\n1. 8-a4 {so\nso} 8-g6 2. 8-a5 *',
        '\ufeff% made by hand\n[Event "x"]\n\n1. 8-a4 {so\nso} 8-g6 2. 8-a5 *',
        '\n\n  [ Event   "x" ]  \n\t\n\n  1. 8-a4   {so\nso}\n\n8-g6\t2.  8-a5  * \n \n',
        '[Event "x"]\n1.8-a4{so\nso}1...8-G6 2.8-a5 *',
        '[Event "x"]\n% ignored\n\n%ignored {\n8-a4 {so\nso} g7g6 8-a5\n% ignored\n*',
    ],
    ids=["windows line ends", "byte order mark", "mark and %", "blanks", "no spaces, red's number", "no numbers"],
)
def test_files_that_people_and_other_systems_make(text: str) -> None:
    expected = Record(Game.from_moves(["a3a4", "g7g6", "a4a5"]), {"Event": "x"})
    expected.mainline()[0].comment = "so\nso"
    assert loads(text) == [expected]
    assert list(read(text.splitlines(keepends=True))) == [expected]


def test_two_comments_in_one_place_become_one() -> None:
    [record] = loads("{one} {two} 1. {three} 8-a4 {} {four} {} *")
    assert (record.root.comment, record.mainline()[0].comment) == ("one two three", "four")


def test_inside_a_comment_a_percent_sign_is_text() -> None:
    assert loads("{one\n% two} *")[0].root.comment == "one\n% two"


def test_games_need_no_tags_and_no_blank_line_before_tags() -> None:
    text = '1. 8-a4 *\n\n1. 8-b3 *\n[Event "x"]\n\n*'
    assert [[move.uci() for move in record.game.moves] for record in loads(text)] == [["a3a4"], ["a3b3"], []]


@pytest.mark.parametrize("text", ["", "\n \n", "% nothing\n", "\ufeff"])
def test_a_file_without_games(text: str) -> None:
    assert loads(text) == []


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        (
            "; by hand\n1. 8-a4 ; bold (really) $9 }\n8-g6;so\n2. ; late\n8-a5 *",
            ["by hand", "bold (really) $9 }", "so late", ""],
        ),
        (
            ';one\r\n ; two\r\n\r\n[Event "x"]\r\n;three\r\n[Site "y"]\r\n\r\n;four\r\n1. 8-a4 *',
            ["one two three four", ""],
        ),
        ("1. 8-a4 {a ; b} ;\n*", ["", "a ; b"]),
        ("1. 8-a4 (;first\n1. 8-b3 ;second\n) *", ["", ""]),
    ],
    ids=["moves", "tags", "in braces, and an empty one", "variation"],
)
def test_a_semicolon_begins_a_comment_to_the_end_of_the_line(text: str, comments: list[str]) -> None:
    [record] = loads(text)
    assert [record.root.comment, *(node.comment for node in record.mainline())] == comments
    assert [node.comment for node in record.root.children[1:]] == ["first second"] * text.count("(;")
    assert loads(dumps([record])) == [record]


def test_nags_are_read_and_written_as_signs_and_numbers() -> None:
    signs = "1. 8-a4! 8-g6? 2. 8-a5!! 8-g5?? 3. 8-a6!? 8-g4?! $10 4. 1xg4 $0 $255 *"
    [record] = loads(signs)
    assert [node.nags for node in record.mainline()] == [{1}, {2}, {3}, {4}, {5}, {6, 10}, {0, 255}]
    assert str(record).splitlines()[-1] == signs
    [same] = loads("8-a4 $1 8-g6$2 8-a5 !! 8-g5 {so} ?? 8-a6!? 8-g4 $10 $6 $10 1xg4$255$0 *")
    assert [node.nags for node in same.mainline()] == [node.nags for node in record.mainline()]
    [variation] = loads("1. 8-a4 (1. 8-b3!? $7) *")
    assert variation.root.children[1].nags == {5, 7}
    [flip] = loads('[Game "flip"]\n\n1. b2=T?! c3=d! *')
    assert [node.nags for node in flip.mainline()] == [{6}, {1}]
    for some in ([record], [variation], [flip]):
        assert loads(dumps(some)) == some


def test_notebooks_show_a_record_and_its_repr_is_short() -> None:
    record = Record(random_game("jungle", None, 3, 300), {"Blue": "<Ada>", "Red": "Bo"})
    record.mainline()[0].comment = "<script>"
    page = ElementTree.fromstring(record._repr_html_())
    assert len(page.findall(".//{http://www.w3.org/2000/svg}svg")) == 1
    assert "".join(page.find("pre").itertext()) == str(record)  # type: ignore[union-attr]
    assert repr(record) == f"<Record '<Ada>' vs. 'Bo', {len(record.game)} plies, {record.result}>"
    assert repr(Record(Game.from_moves(["a3a4"]))) == "<Record, 1 ply, *>"
    assert str(Record()).endswith("\n\n*")
