"""The suite of break-ins: each is what it says, and `jungle bench --suite` counts them."""

import pytest
from tools.breakins import Verification

from jungle import Position
from jungle.cli import main
from jungle.engine.bench import suite
from jungle.engine.forced import forced_win
from jungle.native import native_available

FOUND_BY_OTHERS = {
    "7/ec1p1d1/1wt1l2/R2T1r1/3L3/3W3/1D1E3/2PC3/7 r",
    "4d2/7/e1cwE2/l6/3p3/3Lr2/Rt5/2P1W2/1D3CT b",
    "7/1c4d/2twlp1/2R3L/3W3/7/3e1E1/1D1CT2/7 r",
    "7/ec2pd1/1w1Tl2/R4r1/3L3/3W3/1D1E3/2tC3/1P5 r",
}
"""The positions that showed the weakness: they must not be in a suite that measures its cure."""
PROVED_QUICKLY = 5

native = pytest.mark.skipif(not native_available(), reason="the native core is not built")


def test_the_suite_is_large_and_our_own():
    positions = {" ".join(break_in.fen.split()[:2]) for break_in in suite()}
    assert len(positions) == len(suite()) >= 300
    assert not positions & FOUND_BY_OTHERS
    for break_in in suite():
        position = Position.from_fen(break_in.fen)
        assert position.parse_move(break_in.best) in position.legal_moves()


@native
@pytest.mark.parametrize(
    "break_ins", [suite()[:PROVED_QUICKLY], pytest.param(suite()[PROVED_QUICKLY:], marks=pytest.mark.slow)]
)
def test_the_wins_are_proved(break_ins):
    for break_in in break_ins:
        win = forced_win(Position.from_fen(break_in.fen))
        assert win is not None, break_in
        assert win.plies % 2 == break_in.plies % 2 == 1


@native
@pytest.mark.slow
def test_the_proofs_hold_against_every_defence():
    for break_in in sorted(suite(), key=lambda break_in: break_in.plies)[:20]:
        assert Verification().holds(Position.from_fen(break_in.fen), break_in.plies), break_in


@native
def test_the_command_counts(capsys):
    assert main(["bench", "--suite", "--nodes", "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith("within 100 nodes")
    assert f" of {len(suite())} (" in lines[-1]
