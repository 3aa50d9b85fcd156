"""Random records, with comments and variations."""

import random

from hypothesis import HealthCheck
from hypothesis import strategies as st

from jungle import RULES, Side
from jungle.board_game import BoardGame
from jungle.record import NAGS, Node, Record
from jungle.record.record import DERIVED_TAGS
from tests.random_games import random_game

DEN_NEXT = "7/3R3/7/7/7/7/7/7/4e2 b"
"""Blue enters the den with 1-d9."""


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
    record = Record(game, draw(st.dictionaries(TAG_NAMES, NASTY, max_size=4)))
    nodes = [record.root, *record.mainline()]
    for ply, comment in draw(st.dictionaries(st.integers(0, len(game)), NASTY)).items():
        nodes[ply].comment = comment
    if draw(st.booleans()):
        add_variations(record, random.Random(draw(st.integers(0, 999))), draw(st.lists(NASTY, min_size=1, max_size=9)))
    return record


def add_variations(record: Record, rng: random.Random, comments: list[str]) -> None:
    """Variations with several branches, made of legal moves, some with NAGs."""
    game, nodes = record.game, [record.root, *record.mainline()]
    for ply in rng.sample(range(len(game)), min(3, len(game))):
        line = game.public()
        while len(line) > ply:
            line.undo()
        for _ in range(rng.choice([1, 1, 2])):
            grow(line, nodes[ply], rng, comments, rng.choice([1, 2, 5, 9]))
        nodes[ply + 1].nags |= {rng.choice([*NAGS.values(), 0, 10, 255])}


def grow(line: BoardGame, parent: Node, rng: random.Random, comments: list[str], plies: int) -> None:
    if not plies or not (moves := line.legal_moves()):
        return
    move = rng.choice(moves)
    text = f"{move}={rng.choice(line.hidden_pieces()).letter}" if move.is_flip() else str(move)
    nags = rng.sample([*NAGS.values(), 0, 10, 255], rng.choice([0, 0, 1, 2]))
    node = parent.add(line.play(text), rng.choice(["", rng.choice(comments)]), nags)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        grow(line, node, rng, comments, plies - 1)
    line.undo()


FIXTURES = [HealthCheck.function_scoped_fixture]
"""The fixture above is the same for every example."""
