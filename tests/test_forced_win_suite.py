"""The break-in suite: each position is what it claims to be, and `jungle bench --suite` counts them."""

from itertools import islice
from random import Random

import pytest
from tools.forced_wins import TooHardError, Verification

from jungle import Game, Position, Side
from jungle.cli import main
from jungle.engine import Engine, Limit, SearchResult
from jungle.engine.bench import SUITE_NODES, ForcedWinPosition, bench_engine, invented_history, prove, solve, suite
from jungle.engine.forced import forced_win
from tests.needs import needs_core

FOUND_BY_OTHERS = {
    "7/ec1p1d1/1wt1l2/R2T1r1/3L3/3W3/1D1E3/2PC3/7 r",
    "4d2/7/e1cwE2/l6/3p3/3Lr2/Rt5/2P1W2/1D3CT b",
    "7/1c4d/2twlp1/2R3L/3W3/7/3e1E1/1D1CT2/7 r",
    "7/ec2pd1/1w1Tl2/R4r1/3L3/3W3/1D1E3/2tC3/1P5 r",
}
"""The positions that revealed the weakness: they must not be in the suite that measures the fix."""


def test_the_suite_is_large_and_original() -> None:
    positions = {" ".join(break_in.fen.split()[:2]) for break_in in suite()}
    assert len(positions) == len(suite()) >= 300
    assert not positions & FOUND_BY_OTHERS
    for break_in in suite():
        position = Position.from_fen(break_in.fen)
        assert position.parse_move(break_in.best) in position.legal_moves()


@needs_core
def test_the_wins_are_proved() -> None:
    for break_in in suite():
        win = forced_win(Position.from_fen(break_in.fen))
        assert win is not None, break_in
        assert win.plies % 2 == break_in.plies % 2 == 1


@needs_core
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("some", [slice(20), pytest.param(slice(20, None), marks=pytest.mark.slow)])
def test_the_wins_hold_against_every_defence(some: slice) -> None:
    too_hard = 0
    for break_in in sorted(suite(), key=lambda break_in: break_in.plies)[some]:
        try:
            assert Verification().holds(Position.from_fen(break_in.fen), break_in.plies), break_in
        except TooHardError:
            too_hard += 1
    assert too_hard <= 1


@pytest.mark.parametrize("break_in", suite()[:20])
def test_an_invented_history_leads_to_its_position(break_in: ForcedWinPosition) -> None:
    position = Position.from_fen(break_in.fen)
    start, moves = invented_history(position, 8, Random(1))
    game = Game.from_moves(moves, fen=start.fen())
    assert (game.position.board, game.position.side) == (position.board, position.side)
    assert len({each.key for each in game.positions}) == len(moves) + 1 > 1
    assert all(move.captured is None for move in moves)
    assert game.position.quiet == max(position.quiet, len(moves))


@pytest.mark.parametrize("seed", range(10))
def test_an_invented_history_repeats_no_position(seed: int) -> None:
    start, moves = invented_history(Position.from_fen("r6/7/7/7/7/7/7/7/6R b"), 12, Random(seed))
    game = Game.from_moves(moves, fen=start.fen())
    assert len({each.key for each in game.positions}) == len(moves) + 1


@needs_core
def test_earlier_positions_are_searched_on_the_attackers_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[Side] = []
    search = Engine.search

    def noted(self: Engine, game: Game, limit: Limit) -> SearchResult:
        searched.append(game.position.side)
        return search(self, game, limit)

    monkeypatch.setattr(Engine, "search", noted)
    with bench_engine() as engine:
        next(solve(engine, 1000, 8))
        assert searched == [Position.from_fen(suite()[0].fen).side] * 4
        searched.clear()
        next(solve(engine, 1000))
        assert not searched


@needs_core
@pytest.mark.slow
def test_a_warm_table_does_not_hide_wins() -> None:
    """What a cold search finds within 100,000 nodes, one with a warm table finds with the suite's node count."""
    with bench_engine() as engine:
        cold = list(islice(solve(engine, 100_000), 100))
        warm = list(islice(solve(engine, SUITE_NODES, 8), 100))
    hidden = [found for found, remembered in zip(cold, warm, strict=True) if found and not remembered]
    assert len(hidden) <= 1


@needs_core
@pytest.mark.parametrize("options", [[], ["--warm", "2"], ["--prove"]])
def test_the_command_counts(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--suite", "--nodes", "100", *options]) == 0
    *_, last, seconds = capsys.readouterr().out.splitlines()
    assert last.endswith("within 100 nodes")
    assert f" of {len(suite())} (" in last
    assert seconds.endswith(" s in all")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--warm", "2"], "--warm needs --suite"),
        (["--prove"], "--prove needs --suite"),
        (["--nodes", "5"], "--nodes needs --suite"),
        (["--suite", "--depth", "2"], "--depth cannot be combined with --suite"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *options]) != 0
    out, err = capsys.readouterr()
    assert not out
    assert message in err
    assert err.count("\n") == 1


@needs_core
def test_proofs_are_counted() -> None:
    proved = list(islice(prove(200_000), 20))
    assert sum(nodes is not None for nodes in proved) > 10
    assert all(nodes <= 200_000 for nodes in proved if nodes)
