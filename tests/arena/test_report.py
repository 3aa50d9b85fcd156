"""What is drawn and told: charts, heat, tables and the progress line."""

import io
import re
import xml.etree.ElementTree as ElementTree

import pytest

from jungle import Game, Position, parse_square
from jungle.arena.charts import Axis, Terrain, heat_board, histogram, interval_bars, score_chart, share_bars
from jungle.arena.games import Ending, GameResult
from jungle.arena.heat import JungleHeat
from jungle.arena.progress import Progress, bar
from jungle.arena.report import score_curve
from jungle.arena.runner import BatchSize
from jungle.arena.summary import summarise
from jungle.arena.table import duration, match_table
from jungle.pieces import Animal


def result(pair: int, leg: int, winner: int | None, ending: Ending = Ending.DEN) -> GameResult:
    return GameResult(
        pairing=0,
        pair=pair,
        leg=leg,
        blue=leg,
        red=1 - leg,
        fen="",
        shuffle="",
        opening=0,
        line=" ".join(["a3a4"] * (10 + pair)),
        winner=winner,
        ending=ending,
        choices=(5, 5),
        seconds=(0.5, 1.0),
        slowest=(0.2, 0.4),
        nodes=(100, None),
    )


RESULTS = [
    result(0, 0, 0),
    result(0, 1, 1),
    result(1, 0, None, Ending.REPETITION),
    result(1, 1, 0, Ending.CRASH),
    result(2, 0, None, Ending.PLIES),
]


def test_a_summary_by_hand() -> None:
    summary = summarise(RESULTS, 0, 1, ("A", "B"))
    standing = summary.standing
    assert (standing.wins, standing.draws, standing.losses, standing.inconclusive) == (2, 1, 1, 1)
    assert summary.score == 0.6
    # Pairs: 2 points, ½ point; the third has no second game yet.
    assert summary.pairs.counts == (0, 1, 0, 0, 1)
    assert summary.endings[Ending.DEN, 0] == 2
    assert summary.endings[Ending.CRASH, 1] == 1
    first, second = summary.efforts
    # A was Blue in three games and Red in two.
    assert first.seconds == pytest.approx(3 * 0.5 + 2 * 1.0)
    assert first.nodes_per_move() == 20
    assert second.nodes_per_move() == 20
    assert first.slowest == 0.4
    assert summary.failures == [RESULTS[3]]


def test_the_table_tells_it() -> None:
    table = match_table(summarise(RESULTS, 0, 1, ("A", "B")))
    assert re.search(r"A +5 +2 +1 +1 +1 +60.0%", table)
    assert re.search(r"crash +· +1 +·", table)
    assert "length  10.8 plies on average, median 11, from 10 to 12" in table
    assert match_table(summarise([], 0, 1, ("A", "B"))) == "no game was finished"


def test_the_curve_ends_at_the_score() -> None:
    curve = score_curve([result(pair, leg, leg) for pair in range(3000) for leg in (0, 1)], 0)
    assert curve[-1][0] == 3000
    assert curve[-1][2] == 1.0
    assert len(curve) < 1000


def test_heat_follows_pieces_and_captures() -> None:
    start = Position.from_fen("7/7/7/7/7/7/7/1Cc4/6d b")
    heat = JungleHeat()
    heat.add(Game.from_moves(["b2c2", "g1g2"], position=start))
    b2, c2 = parse_square("b2"), parse_square("c2")
    assert heat.stood[Animal.CAT][b2] == 1
    assert heat.stood[Animal.CAT][c2] == 2
    # Red's cat stood on c2 for one ply and was captured there: e8, as Red sees it.
    assert heat.stood[Animal.CAT][parse_square("e8")] == 1
    assert heat.captured[Animal.CAT][parse_square("e8")] == 1
    assert sum(map(sum, heat.captured.values())) == 1


def test_charts_are_well_formed() -> None:
    names = ("won by <A>", "won by B & C", "nobody")
    drawings = [
        score_chart([(1, 0.0, 0.5, 1.0)], across_title="pairs", label="one"),
        score_chart([(n, 0.4, 0.5, 0.6) for n in range(1, 50)], across_title="pairs", label="more"),
        histogram([[5], [], []], across_title="plies", label="one", names=names),
        histogram([[5, 400], [17] * 9, [33]], across_title="plies", label="more", names=names),
        share_bars([("<den>", [3, 0, 1]), ("crash", [0, 1, 0])], label="shares", names=names),
        heat_board(Terrain(4, 4, ["land"] * 16), [0] * 16, title="rat & co", heat="stood", unit="its time"),
        interval_bars([("A", 10.0, 0.0)], label="one"),
    ]
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert root.tag == "svg"
        for rect in root.iter("rect"):
            assert float(rect.attrib["width"]) > 0
            assert float(rect.attrib["height"]) > 0
        assert "nan" not in drawing


@pytest.mark.parametrize(
    ("low", "high", "ticks"), [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (3, 47, [10, 20, 30, 40]), (0, 1200, [0, 500, 1000])]
)
def test_ticks_are_round(low: float, high: float, ticks: list[float]) -> None:
    assert Axis(low, high, 0, 100).ticks() == ticks


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal_is_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    stream = Terminal()
    with Progress(stream, total=100, played=10) as progress:
        progress.show(40, "score 55.0%")
    line = stream.getvalue().split("\r\x1b[K")[1]
    assert "40/100 games  score 55.0%" in line
    assert "left" in line
    assert len(line) < 70
    assert stream.getvalue().endswith("\r\x1b[K")
    assert "\n" not in stream.getvalue()


def test_bar() -> None:
    assert [bar(share)[:3] for share in (0, 0.02, 1)] == ["░░░", "▌░░", "███"]


@pytest.mark.parametrize(("seconds", "text"), [(None, "–"), (0.0005, "500 µs"), (2.5, "2.50 s"), (7300, "2:01 h")])
def test_duration(seconds: float | None, text: str) -> None:
    assert duration(seconds) == text


def test_batches_fill_their_time_and_shrink_towards_the_end() -> None:
    size = BatchSize(0.1)
    assert size.games(1000, 2) == 1
    size.learn([result(0, 0, 0)] * 50)  # 1.5 s a game
    assert size.games(1000, 2) == 1
    quick = BatchSize(0.1)
    quick.learn([GameResult.from_json({**result(0, 0, 0).to_json(), "seconds": (0.005, 0.0047)})] * 50)  # 10 ms
    assert quick.games(1000, 2) == 100
    assert quick.games(120, 2) == 20
    assert quick.games(10, 2) == 10
