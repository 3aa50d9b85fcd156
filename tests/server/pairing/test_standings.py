"""Standings and tie-breaks, by examples that can be checked by hand."""

from jungle.server.pairing.standings import KNOCKOUT, ROUND_ROBIN, standings
from jungle.server.pairing.values import Board


def test_buchholz_and_sonneborn_berger() -> None:
    boards = [
        Board(1, 1, 1, 3, 2, 0),
        Board(1, 2, 2, 4, 2, 0),
        Board(2, 1, 1, 2, 1, 1),
        Board(2, 2, 3, 4, 1, 1),
    ]
    found = standings([1, 2, 3, 4], boards)
    assert [(one.player, one.points, one.buchholz, one.sonneborn, one.wins) for one in found] == [
        (1, 3, 4, 2 * 1 + 1 * 3, 1),
        (2, 3, 4, 2 * 1 + 1 * 3, 1),
        (3, 1, 4, 1 * 1, 0),
        (4, 1, 4, 1 * 1, 0),
    ]


def test_the_direct_encounter_decides_among_equals_who_have_all_met() -> None:
    boards = [
        Board(1, 1, 2, 1, 2, 0),
        Board(1, 2, 3, 4, 2, 0),
        Board(2, 1, 1, 3, 2, 0),
        Board(2, 2, 4, 2, 2, 0),
        Board(3, 1, 1, 4, 2, 0),
        Board(3, 2, 2, 3, 2, 0),
    ]
    found = standings([1, 2, 3, 4], boards, kind=ROUND_ROBIN)
    assert [(one.player, one.points, one.direct) for one in found] == [(2, 4, 2), (1, 4, 0), (3, 2, 2), (4, 2, 0)]


def test_a_round_without_a_game_counts_as_one_against_an_equal() -> None:
    boards = [Board(1, 1, 1, 2, 2, 0), Board(1, 2, 3, None, 2, None), Board(2, 1, 3, 1, 0, 2, is_forfeit=True)]
    first, *_ = standings([1, 2, 3], boards)
    assert (first.player, first.points, first.buchholz, first.sonneborn) == (1, 4, 0 + 4, 2 * 0 + 2 * 4)


def test_a_knockout_counts_rounds() -> None:
    boards = [Board(1, 1, 1, 4, 0, 2), Board(1, 2, 3, 2, 0, 2), Board(2, 1, 2, 4, 0, 2)]
    assert [one.player for one in standings([1, 2, 3, 4], boards, kind=KNOCKOUT)] == [4, 2, 1, 3]


def test_a_chosen_tie_break_comes_before_the_usual_ones() -> None:
    boards = [
        Board(1, 1, 1, 4, 2, 0),
        Board(1, 2, 2, 5, 2, 0),
        Board(1, 3, 3, 6, 1, 1),
        Board(2, 1, 1, 3, 1, 1),
        Board(2, 2, 2, 6, 0, 2),
        Board(2, 3, 5, 4, 2, 0),
        Board(3, 1, 3, 2, 0, 2),
        Board(3, 2, 1, 5, 1, 1),
    ]
    leaders = {
        ties: [one.player for one in standings([1, 2, 3, 4, 5, 6], boards, ties=ties)] for ties in ((), ("sonneborn",))
    }
    assert leaders == {(): [2, 1, 5, 6, 3, 4], ("sonneborn",): [2, 1, 6, 5, 3, 4]}
    cut = next(one for one in standings([1, 2, 3, 4, 5, 6], boards) if one.player == 1)
    assert (cut.buchholz, cut.cut) == (0 + 2 + 3, 2 + 3)
