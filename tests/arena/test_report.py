"""Heat maps, results as text, curves and the progress line."""

import re
from dataclasses import replace

import pytest

from jungle import Game, Position
from jungle.arena.games import ArenaEnding, Ending, GameJob, GameResult, MoveStats, Opening
from jungle.arena.report import HeatMap, score_curve
from jungle.arena.run import BatchSize
from jungle.arena.summary import duration, match_text, summarise
from jungle.flip import FlipGame
from jungle.geometry import BOARD
from jungle.outcome import Reason
from jungle.pieces import Animal, Side


def result(pair: int, leg: int, winner: int | None, ending: Ending = Reason.DEN, *, seconds: float = 0.5) -> GameResult:
    return GameResult(
        job=GameJob(0, pair, leg, (leg, 1 - leg), Opening(), ""),
        line=" ".join(["a3a4"] * (10 + pair)),
        winner=winner,
        first=Side.BLUE,
        ending=ending,
        efforts=(MoveStats(5, seconds, 0.2, 100, 5), MoveStats(5, 2 * seconds, 0.4)),
    )


RESULTS = [
    result(0, 0, 0),
    result(0, 1, 1),
    result(1, 0, None, Reason.REPETITION),
    result(1, 1, 0, ArenaEnding.CRASH),
    result(2, 0, None, ArenaEnding.PLIES),
]


def test_a_summary_matches_hand_computed_figures() -> None:
    summary = summarise(RESULTS, 0, 1, ("A", "B"))
    standing = summary.standing
    assert (standing.wins, standing.draws, standing.losses, standing.inconclusive) == (2, 1, 1, 1)
    assert summary.score == 0.6
    # Pairs: 2 points, ½ point; the third has no second game yet.
    assert summary.pairs.counts == (0, 1, 0, 0, 1)
    assert summary.endings[Reason.DEN, 0] == 2
    assert summary.endings[ArenaEnding.CRASH, 1] == 1
    first, second = summary.efforts
    # A was Blue in three games and Red in two.
    assert first.seconds == pytest.approx(3 * 0.5 + 2 * 1.0)
    assert first.nodes_per_move() == 20
    assert second.nodes_per_move() == 20
    assert first.slowest == 0.4
    assert summary.failures == [RESULTS[3]]


def test_colours_and_seats_are_counted_separately() -> None:
    swapped = [replace(one, first=Side.RED) for one in RESULTS[:2]]
    summary = summarise([*RESULTS, *swapped], 0, 1, ("A", "B"))
    # A moved first in games 1a, 2a and 3a, and had Red in the first of the swapped ones.
    assert [seat.games for seat in summary.by_seat] == [4, 3]
    assert [seat.wins for seat in summary.by_seat] == [2, 2]
    assert {side: standing.games for side, standing in summary.by_side.items()} == {Side.BLUE: 4, Side.RED: 3}
    assert {side: standing.wins for side, standing in summary.by_side.items()} == {Side.BLUE: 2, Side.RED: 2}
    nobody = summarise([replace(RESULTS[0], first=None)], 0, 1, ("A", "B"))
    assert (nobody.standing.wins, sum(standing.games for standing in nobody.by_side.values())) == (1, 0)


def test_the_table_shows_the_summary() -> None:
    table = match_text(summarise(RESULTS, 0, 1, ("A", "B")))
    assert re.search(r"A +5 +2 +1 +1 +1 +60.0%", table)
    assert re.search(r"crash +· +1 +·", table)
    assert "length: 10.8 plies on average, median 11, from 10 to 12" in table
    assert match_text(summarise([], 0, 1, ("A", "B"))) == "no game was finished"


def test_the_curve_ends_at_the_score() -> None:
    curve = score_curve([result(pair, leg, leg) for pair in range(1000) for leg in (0, 1)], 0)
    assert curve[-1][0] == 1000
    assert curve[-1][2] == 1.0
    assert len(curve) < 800


def test_the_heat_map_follows_pieces_and_captures() -> None:
    game = Game.from_moves(["b2c2", "g1g2"], position=Position.from_fen("7/7/7/7/7/7/7/1Cc4/6d b"))
    heat = HeatMap(game)
    heat.add(game)
    b2, c2 = BOARD.parse_square("b2"), BOARD.parse_square("c2")
    assert heat.stood[Animal.CAT][b2] == 1
    assert heat.stood[Animal.CAT][c2] == 2
    # Red's cat stood on c2 for one ply and was captured there: e8, as Red sees it.
    assert heat.stood[Animal.CAT][BOARD.parse_square("e8")] == 1
    assert heat.captured[Animal.CAT][BOARD.parse_square("e8")] == 1
    assert sum(map(sum, heat.captured.values())) == 1
    assert "seen from the side of the animal's owner" in heat.caption


def test_the_heat_map_counts_a_piece_from_its_flip() -> None:
    game = FlipGame.from_moves(["b2=t", "b3=T", "b2b3"])
    heat = HeatMap(game)
    heat.add(game)
    assert list(heat.stood) == list(reversed(Animal))
    # Red's tiger was up on b2 for two plies, Blue's on b3 for one; then both vanished on b3.
    assert heat.stood[Animal.TIGER][5] == 2
    assert heat.stood[Animal.TIGER][9] == 1
    assert heat.captured[Animal.TIGER][9] == 2
    assert sum(map(sum, heat.stood.values())) == 3
    assert "turned up" in heat.caption


@pytest.mark.parametrize(("seconds", "text"), [(None, "–"), (0.0005, "500 µs"), (2.5, "2.50 s"), (7300, "2:01 h")])
def test_durations_read_as_words(seconds: float | None, text: str) -> None:
    assert duration(seconds) == text


def test_batches_fill_their_time_and_shrink_towards_the_end() -> None:
    size = BatchSize(0.1)
    assert size.games(1000, 2) == 1
    size.learn([result(0, 0, 0)] * 50)  # 1.5 s per game
    assert size.games(1000, 2) == 1
    quick = BatchSize(0.1)
    quick.learn([result(0, 0, 0, seconds=0.0097 / 3)] * 50)  # 10 ms
    assert quick.games(1000, 2) == 100
    assert quick.games(120, 2) == 20
    assert quick.games(10, 2) == 10
