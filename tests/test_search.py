"""The native search: limits, lines, wins and stopping."""

import random
import signal
import threading
from dataclasses import replace
from typing import Any

import pytest

from jungle import RULES, Game, Position, Rules, perft
from jungle.engine.bench import bench, bench_engine, speed
from jungle.native import core
from jungle.native_rules import table
from jungle.rules import STANDARD, EqualRanks, Repetition
from tests.needs import needs_core

pytestmark = needs_core

FIXED_NODES = 30_000
WIN = 32_000
BENCH_DEPTH = 8
SIGNATURE = 69_366
"""The bench's node count at this depth: only a change of the search or its weights may change it."""


def at(position: Position) -> tuple["core.StepTable", bytes, int, int, list[int]]:
    return table(position.rules), position.board, position.side, position.quiet, []


def start(rules: Rules = STANDARD) -> tuple["core.StepTable", bytes, int, int, list[int]]:
    return at(Position.initial(rules=rules))


def test_fixed_nodes_repeat_exactly() -> None:
    def run() -> tuple[int, int, list[int], int]:
        line = core.Searcher(hash_mb=8).search(*start(), nodes=FIXED_NODES)[0]
        return line.score, line.depth, line.pv, line.nodes

    assert run() == run()
    assert run()[3] <= FIXED_NODES + 1


def test_bench_counts_the_recorded_nodes() -> None:
    with bench_engine() as engine:
        assert speed(list(bench(engine, BENCH_DEPTH)))[0] == SIGNATURE


def test_clear_forgets_everything() -> None:
    searcher = core.Searcher(hash_mb=8)
    first = searcher.search(*start(), nodes=FIXED_NODES)[0]
    searcher.search(*start(RULES["gamerz"]), nodes=FIXED_NODES)
    searcher.clear()
    again = searcher.search(*start(), nodes=FIXED_NODES)[0]
    assert (first.pv, first.score, first.nodes) == (again.pv, again.score, again.nodes)


@pytest.mark.parametrize(
    ("fen", "win_in", "best"),
    [
        ("7/3L3/7/7/7/7/7/7/r6 b", 1, "d8d9"),
        ("7/7/3L3/7/7/7/7/7/r6 b", 3, "d7d8"),
        ("7/7/7/3W3/7/7/7/7/e6 b", 5, "d6d7"),
        ("7/7/7/7/7/7/7/3l3/L6 b", -2, None),
    ],
)
def test_wins_report_their_distance(fen: str, win_in: int, best: str | None) -> None:
    position = Position.from_fen(fen)
    line = core.Searcher(hash_mb=4).search(*at(position), depth=10)[0]
    assert line.win_in == win_in
    assert line.score == (WIN - win_in if win_in > 0 else -WIN - win_in)
    if best is not None:
        assert position.find_move(line.pv[0] & 63, line.pv[0] >> 6).uci() == best


def test_lines_are_distinct_and_sorted() -> None:
    lines = core.Searcher(hash_mb=4).search(*start(), depth=6, multipv=5)
    assert [line.line for line in lines] == [1, 2, 3, 4, 5]
    assert len({line.pv[0] for line in lines}) == 5
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


def test_only_searchmoves_are_searched() -> None:
    wanted = [move.origin | move.target << 6 for move in Position.initial().legal_moves()[3:5]]
    lines = core.Searcher(hash_mb=4).search(*start(), depth=5, multipv=4, searchmoves=wanted)
    assert {line.pv[0] for line in lines} == set(wanted)


def test_no_legal_move_gives_no_line() -> None:
    position = Position.from_fen("3L3/7/7/7/7/7/7/7/6r r")
    assert core.Searcher(hash_mb=1).search(*at(position), depth=3) == []


def test_depth_ends_the_search() -> None:
    assert core.Searcher(hash_mb=4).search(*start(), depth=5)[0].depth == 5


@pytest.mark.parametrize("name", list(RULES))
def test_the_moves_of_every_line_can_be_played(name: str) -> None:
    dice = random.Random(8)
    searcher = core.Searcher(hash_mb=4)
    game = Game(rules=name)
    while (moves := game.legal_moves()) and len(game) < 60:
        so_far = [move.origin | move.target << 6 for move in game.moves]
        for line in searcher.search(*start(RULES[name])[:4], so_far, nodes=2000, multipv=2):
            twin = game.copy()
            for code in line.pv:
                twin.play(twin.position.find_move(code & 63, code >> 6))
        game.play(dice.choice(moves))


def test_stop_from_another_thread() -> None:
    control = core.SearchControl()
    threading.Timer(0.2, control.stop).start()
    lines = core.Searcher(hash_mb=4).search(*start(), control=control)  # Without the stop this would never end.
    assert lines[0].pv


def test_the_shortest_search_has_a_score() -> None:
    line = core.Searcher(hash_mb=4).search(*start(), nodes=1)[0]
    assert line.depth == 1
    assert abs(line.score) < 1000


def test_a_deadline_can_be_set_during_a_search() -> None:
    control = core.SearchControl()
    threading.Timer(0.1, lambda: control.set_deadline(50, 50)).start()
    assert core.Searcher(hash_mb=4).search(*start(), control=control)[0].time_ms >= 100


def test_commands_to_a_control_before_the_search_take_effect() -> None:
    searcher = core.Searcher(hash_mb=4)
    stopped, late = core.SearchControl(), core.SearchControl()
    stopped.stop()
    late.set_deadline(1, 20)
    assert searcher.search(*start(), control=stopped)[0].depth == 1
    assert searcher.search(*start(), control=late)[0].pv


def test_a_control_reaches_only_its_own_search() -> None:
    searcher = core.Searcher(hash_mb=4)
    first = core.SearchControl()
    searcher.search(*start(), depth=1, control=first)
    first.stop()
    assert searcher.search(*start(), depth=5, on_info=lambda _: first.stop())[0].depth == 5


def test_two_threads_reach_the_depth() -> None:
    lines = core.Searcher(hash_mb=4, threads=2).search(*start(), depth=10)
    assert lines[0].depth >= 10


def test_an_exception_in_the_listener_stops_the_search() -> None:
    def listen(info: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        core.Searcher(hash_mb=4).search(*start(), on_info=listen)


def test_control_c_stops_the_search() -> None:
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        core.Searcher(hash_mb=4).search(*start())


def test_an_illegal_history_is_refused() -> None:
    with pytest.raises(ValueError, match="illegal"):
        core.Searcher(hash_mb=1).search(*start()[:4], [0], depth=1)


def test_the_search_sees_the_quiet_limit_coming() -> None:
    """One ply before the limit a quiet move is worth nothing, however large the lead."""
    position = Position.from_fen("7/r6/7/7/7/7/7/L6/6E b 9", rules=replace(STANDARD, quiet_limit=10))
    assert core.Searcher(hash_mb=1).search(*at(position), depth=8)[0].score == 0


def test_searching_near_the_quiet_limit_does_not_hide_later_wins() -> None:
    """A table entry from shortly before the limit says nothing about the position long before it."""
    searcher = core.Searcher(hash_mb=4)
    fen = "7/7/4c2/7/7/7/1L5/7/7 b"
    near, far = (at(Position.from_fen(f"{fen} {quiet} 1")) for quiet in (195, 0))
    assert [searcher.search(*place, depth=20)[0].win_in for place in (near, far, near)] == [0, 9, 0]


@pytest.mark.parametrize("other", [{"rules": RULES["leiden"]}, {"evaluation": 0}, {"contempt": 100}], ids=str)
def test_results_under_other_settings_are_forgotten(other: dict[str, Any]) -> None:
    searcher = core.Searcher(hash_mb=8)
    first = searcher.search(*start(), nodes=FIXED_NODES)[0]
    searcher.search(*start(other.pop("rules", STANDARD)), nodes=FIXED_NODES, **other)
    again = searcher.search(*start(), nodes=FIXED_NODES)[0]
    assert (first.pv, first.score, first.nodes) == (again.pv, again.score, again.nodes)


@pytest.mark.parametrize("fen", ["7/7/7/7/7/7/2Cc3/7/5e1 b", "7/7/3c3/3C3/7/7/7/7/5e1 b"])
def test_trading_away_the_last_piece_loses(fen: str) -> None:
    position = Position.from_fen(fen, rules=replace(STANDARD, equal_ranks=EqualRanks.BOTH_VANISH))
    (trade,) = (move for move in position.legal_moves() if move.trade)
    game = Game(position=position)
    game.play(trade)
    assert (outcome := game.outcome())
    assert outcome.winner is position.side.opponent
    lines = core.Searcher(hash_mb=1).search(*at(position), depth=6, multipv=4)
    assert {line.pv[0]: line.win_in for line in lines}[trade.origin | trade.target << 6] == -1
    assert lines[-1].win_in == -1


def test_control_c_stops_perft() -> None:
    threading.Timer(0.1, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        perft(Position.initial(), 12)


def test_perft_works_with_any_number_of_threads() -> None:
    assert core.perft(*start()[:3], 5, 50_000) == 5_111_620


@pytest.mark.parametrize(
    ("rules", "fen", "moves"),
    [
        # The den was approached and left twice before: the reply that repeats the position draws.
        ("leiden", "7/7/7/7/7/3E3/7/3r3/7 r", "d2d3 d4d5 d3d2 d5d4 d2d3 d4d5"),
        ("standard", "7/7/7/7/7/7/D6/7/4t2 r", "e1f1 a3b3 f1e1 b3a3 e1e2 a3b3"),
        ("standard", "2r4/7/7/7/3l3/7/7/7/1P2w2 r", "e1f1 b1b2 f1e1 b2b1 e1f1 b1b2"),
        ("leiden", "7/7/7/7/7/7/5L1/7/2c4 b", "f3f2 c1b1 f2f3 b1c1 f3f2 c1b1"),
    ],
)
def test_a_win_that_a_repetition_spoils_is_not_announced(rules: str, fen: str, moves: str) -> None:
    game = Game.from_moves(moves.split(), position=Position.from_fen(fen, rules=rules))
    side = game.position.side
    searcher = core.Searcher(hash_mb=4)

    def look() -> "core.Info":
        so_far = [move.origin | move.target << 6 for move in game.moves]
        return searcher.search(*at(game.start)[:4], so_far, depth=12)[0]

    announced = look().win_in
    while not game.outcome() and len(game) < 100:
        best = look().pv[0]
        game.play(game.position.find_move(best & 63, best >> 6))
    ended = game.outcome()
    winner = ended.winner if ended else None
    assert (announced > 0) <= (winner is side)
    assert (announced < 0) <= (winner is side.opponent)


def test_a_search_cut_short_proves_no_loss_by_one_move() -> None:
    """Two hundred nodes end the depth in which the first move turns out to lose, and another would have won."""
    moves = "a9b9 e2f2 b9c9 e3d3 c9b9 d3e3 b9c9 e3d3 c9b9 d3d2 b9c9 f2e2 c9b9 d2c2 b9c9 c2d2 c9b9 d2c2"
    game = Game.from_moves(moves.split(), position=Position.from_fen("C6/7/7/7/7/7/4w2/4d2/4P2 b", rules="gamerz"))
    so_far = [move.origin | move.target << 6 for move in game.moves]
    for nodes in range(20, 400, 5):
        assert core.Searcher(hash_mb=1).search(*at(game.start)[:4], so_far, nodes=nodes)[0].win_in >= 0


def test_a_long_history_does_not_slow_the_search() -> None:
    rules = replace(STANDARD, repetition=Repetition.ALLOWED, quiet_limit=None)
    there_and_back = Game.from_moves(["a3a4", "g7g6", "a4a3", "g6g7"], rules).moves
    long_past = [move.origin | move.target << 6 for move in there_and_back] * 10_000
    searcher = core.Searcher(hash_mb=4)
    # The fastest of three: the machine may be busy.
    fresh, long = (
        min(searcher.search(*start(rules)[:4], past, nodes=50_000)[0].time_ms for _ in range(3))
        for past in ([], long_past)
    )
    assert long < 5 * fresh + 50
