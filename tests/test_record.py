"""Records round-trip, and errors name their location."""

import io
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jungle import GAMERZ, GAMES, RULES, STANDARD, Game, InvalidMoveError, Outcome, Position, Reason, Side
from jungle.board_game import BoardGame
from jungle.errors import InvalidRecordError
from jungle.record import Node, Record, dumps, loads, read, write
from jungle.record.record import DERIVED_TAGS

DEN_NEXT = "7/3R3/7/7/7/7/7/7/4e2 b"
"""Blue enters the den with 1-d9."""


A4 = Node.after(Position.initial(), "8-a4")


@pytest.fixture(autouse=True)
def _third_game(third_game: type[BoardGame]) -> None:
    """Records of a game the library does not know are written and read too."""


def random_game(kind: str, rules: str | None, seed: int, plies: int, *, first: Side | None = None) -> BoardGame:
    game, rng = GAMES[kind].new(rules, first=first, seed=seed if GAMES[kind].uses_chance else None), random.Random(seed)
    for _ in range(plies):
        moves = game.legal_moves()
        if not moves:
            break
        captures = [move for move in moves if move.captured is not None]
        game.play(rng.choice(captures or moves))
    return game


def end_game(game: BoardGame, ending: str) -> None:
    if game.outcome() is None and game.side is not None:
        match ending:
            case "resignation":
                game.resign()
            case "enemy resignation":
                game.resign(game.side.opponent)
            case "agreement":
                game.agree_draw()
            case "timeout":
                game.time_out()
            case "adjudication":
                game.adjudicate(Side.RED)
            case "adjudicated draw":
                game.adjudicate(None)


ENDINGS = ("none", "resignation", "enemy resignation", "agreement", "timeout", "adjudication", "adjudicated draw")
TAG_NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name not in DERIVED_TAGS)
NASTY = st.text() | st.text(alphabet='\\"}{\n\r\t []()%nr*\u2028\x85\x0b\ufeff1-0.;', max_size=20)


SETTINGS = [
    *(("jungle", rules) for rules in RULES),
    ("flip", "flip"),
    ("flip", "flip:first_flip_decides=yes,quiet_limit=7"),
    ("tiny", "tiny"),
    ("tiny", "long:quiet_limit=none"),
]


@st.composite
def records(draw: st.DrawFn) -> Record:
    kind, rules = draw(st.sampled_from(SETTINGS))
    first = draw(st.sampled_from([None, Side.RED])) if rules == "standard" else None
    game = random_game(kind, rules, draw(st.integers(0, 999)), draw(st.integers(0, 60)), first=first)
    end_game(game, draw(st.sampled_from(ENDINGS)))
    plies = st.integers(0, len(game))
    record = Record(game, draw(st.dictionaries(TAG_NAMES, NASTY, max_size=4)), draw(st.dictionaries(plies, NASTY)))
    if draw(st.booleans()):
        add_variations(record, random.Random(draw(st.integers(0, 999))), draw(st.lists(NASTY, min_size=1, max_size=9)))
    return record


def add_variations(record: Record, rng: random.Random, comments: list[str]) -> None:
    """Variations with several branches, made of legal moves."""
    for ply in rng.sample(range(len(record.game)), min(3, len(record.game))):
        line = record.game.public()
        while len(line) > ply:
            line.undo()
        for _ in range(rng.choice([1, 1, 2])):
            grow(line, record.variations.setdefault(ply, []), rng, comments, rng.choice([1, 2, 5, 9]))
        if not record.variations[ply]:
            del record.variations[ply]


def grow(line: BoardGame, siblings: list[Node], rng: random.Random, comments: list[str], plies: int) -> None:
    if not plies or not (moves := line.legal_moves()):
        return
    move = rng.choice(moves)
    text = f"{move}={rng.choice(line.hidden()).letter}" if move.is_flip() else str(move)
    node = Node(line.play(text), line.position, rng.choice(["", rng.choice(comments)]))
    siblings.append(node)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        grow(line, node.children, rng, comments, plies - 1)
    line.undo()


FIXTURES = [HealthCheck.function_scoped_fixture]
"""The fixture above is the same for every example."""


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
    record.comments.clear()
    record.variations.clear()
    record.tags.clear()
    _, _, moves = dumps([record]).partition("\n\n")
    lines = moves.rstrip("\n").split("\n")
    assert max(map(len, lines)) <= 80
    for line, following in pairwise(lines):
        word, *rest = following.split()
        token = f"{word} {rest[0]}" if word.endswith(".") else word
        assert len(line) + 1 + len(token) > 80


def test_a_record_of_a_finished_game_says_how_it_ended() -> None:
    rules = "leiden"
    game = Game.from_moves(["1-d9"], position=Position.from_fen(DEN_NEXT, rules=rules))
    assert dumps([Record(game, {"Event": 'the "cup"'}, {0: "a {small} one\n", 1: "den"})]) == (
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
        lambda record: record.game.play("a3a4"),
        lambda record: record.game.resign(),
        lambda record: record.tags.update(Event="other"),
        lambda record: record.comments.update({0: ""}),
        lambda record: record.add_variation(0, ["8-b3"]),
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


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(Game(), {"White Player": "x"}), "expected a tag's name of letters, digits and '_', got 'White Player'"),
        (Record(Game(), {"": "x"}), "tag's name"),
        (Record(Game(), {"Result": "1-0"}), "the tag Result comes from the game"),
        (Record(Game(), {"Event": "\udc80"}), "the tag Event contains an unpaired surrogate"),
        (Record(Game(), {"Event": 3}), "expected text for the tag Event, got 3"),  # type: ignore[dict-item]
        (Record("a3a4"), "expected a game, got 'a3a4'"),  # type: ignore[arg-type]
        (
            Record(Game(), {}, {"0": "early"}),  # type: ignore[dict-item]
            "expected a comment by its ply, got '0': 'early'",
        ),
        (Record(Game(), {}, {1: "too far"}), "a comment after ply 1 in a game of 0 plies"),
        (Record(Game(), {}, {-1: "before"}), "a comment after ply -1"),
        (Record(Game(), {}, {0: "\ud800"}), "the comment after ply 0 contains an unpaired surrogate"),
        (Record(Game(), {}, {}, {0: [A4]}), "expected variations by ply, from 0 to -1, got [0]"),
        (Record(Game.from_moves(["a3a4"]), {}, {}, {1: [A4]}), "expected variations by ply, from 0 to 0, got [1]"),
        (Record(Game.from_moves(["a3a4", "g7g6"]), {}, {}, {1: [A4]}), "a variation at move 1: "),
        (Record(Game.from_moves(["a3a4"]), {}, {}, {0: ["8-a4"]}), "expected a Node"),  # type: ignore[list-item]
        (
            Record(Game.from_moves(["a3b3"]), {}, {}, {0: [Node(A4.move, A4.position, "\udc80")]}),
            "the comment on a3a4 in a variation contains an unpaired surrogate",
        ),
    ],
)
def test_records_that_cannot_be_written_are_refused(record: Record, message: str) -> None:
    stream = io.StringIO()
    with pytest.raises(InvalidRecordError) as caught:
        write([Record(Game()), record], stream)
    assert message in str(caught.value)
    assert loads(stream.getvalue()) == [Record(Game())]


def test_endings() -> None:
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
    expected = Record(Game.from_moves(["a3a4", "g7g6", "a4a5"]), {"Event": "x"}, {1: "so\nso"})
    assert loads(text) == [expected]
    assert list(read(text.splitlines(keepends=True))) == [expected]


def test_two_comments_in_one_place_become_one() -> None:
    assert loads("{one} {two} 1. {three} 8-a4 {} {} *")[0].comments == {0: "one two three", 1: " "}


def test_inside_a_comment_a_percent_sign_is_text() -> None:
    assert loads("{one\n% two} *")[0].comments == {0: "one\n% two"}


def test_games_need_no_tags_and_no_blank_line_before_tags() -> None:
    text = '1. 8-a4 *\n\n1. 8-b3 *\n[Event "x"]\n\n*'
    assert [[move.uci() for move in record.game.moves] for record in loads(text)] == [["a3a4"], ["a3b3"], []]


@pytest.mark.parametrize("text", ["", "\n \n", "% nothing\n", "\ufeff"])
def test_a_file_without_games(text: str) -> None:
    assert loads(text) == []
