"""The two-piece endings against published counts, and against play."""

from dataclasses import replace

import pytest

from jungle import RULES, STANDARD, Animal, EqualRanks, Game, Position, Repetition, Side
from jungle.engine.tablebase import probe, table

# Wins, draws and losses of the side to move, whose den is d1, over all positions with nobody in a den.
LEIDEN = {
    "rat rat": (2055, 0, 1605),
    "rat leopard": (915, 698, 1327),
    "rat lion": (849, 203, 1888),
    "rat elephant": (1565, 407, 968),
    "leopard rat": (1700, 640, 600),
    "leopard lion": (749, 71, 1532),
    "leopard elephant": (779, 97, 1476),
    "tiger lion": (905, 155, 1292),
    "lion rat": (2229, 177, 534),
    "lion leopard": (1774, 74, 504),
    "lion tiger": (1676, 134, 542),
    "lion lion": (1403, 0, 949),
    "lion elephant": (993, 584, 775),
    "elephant rat": (1352, 365, 1223),
    "elephant leopard": (1716, 98, 538),
    "elephant lion": (1086, 632, 634),
    "elephant elephant": (1317, 0, 1035),
}
STANDARD_ONLY = {"rat rat": (1712, 742, 1206), "rat elephant": (2082, 104, 754), "elephant rat": (1043, 101, 1796)}
CASES = [("leiden", pair, counts) for pair, counts in LEIDEN.items()]
CASES += [("standard", pair, counts) for pair, counts in (LEIDEN | STANDARD_ONLY).items()]


@pytest.mark.parametrize(("rules", "pair", "counts"), CASES)
def test_published_counts(rules, pair, counts):
    blue, red = (Animal[name.upper()] for name in pair.split())
    solved = table(RULES[rules], blue, red)
    plies = [plies for (_, side), plies in solved.items() if side is Side.BLUE]
    wins = sum(count % 2 for count in plies)
    homes = [61 if animal is Animal.RAT else 49 for animal in (blue, red)]
    assert (wins, homes[0] * homes[1] - min(homes) - len(plies), len(plies) - wins) == counts


@pytest.mark.parametrize("rules", ["leiden", "standard"])
def test_the_longest_win_is_as_published(rules):
    assert max(table(RULES[rules], Animal.WOLF, Animal.WOLF).values()) == 34


@pytest.mark.parametrize("fen", ["7/7/7/3L3/7/7/7/2r4/7 b", "7/7/3e3/7/7/7/3R3/7/7 r", "7/7/1t5/7/7/7/1L5/7/7 b"])
def test_best_play_ends_when_the_table_says(fen):
    game = Game(position=Position.from_fen(fen))
    left = probe(game.position).win_in
    assert left is not None
    while game.outcome() is None:
        scores = {move: probe(game.position.after(move)) for move in game.legal_moves()}
        # No score for what ends the game at once.
        game.play(min(scores, key=lambda move: (scores[move] is not None, scores[move] or 0)))
        left = abs(left) - 1
        if game.outcome() is None:
            assert abs(probe(game.position).win_in) == left
    assert left == 0


def test_a_win_that_comes_after_the_quiet_limit_is_a_draw():
    board = "7/7/1t5/7/7/7/1L5/7/7"
    win = probe(Position.from_fen(f"{board} b")).win_in
    assert win is not None
    left = STANDARD.quiet_limit - abs(win)
    assert probe(Position.from_fen(f"{board} b {left}")).win_in == win
    assert probe(Position.from_fen(f"{board} b {left + 1}")).win_in is None


def test_equals_that_vanish_together_win_nothing():
    rules = replace(STANDARD, equal_ranks=EqualRanks.BOTH_VANISH)
    beside = Position.from_fen("7/7/7/7/7/7/Tt5/7/7 b", rules=rules)
    assert probe(beside) is not None
    assert probe(beside).win_in != 1


@pytest.mark.parametrize(
    "position",
    [
        Position.initial(),
        Position.from_fen("3L3/7/7/7/7/7/7/7/6c r"),
        Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b", rules="gamerz"),
        Position.from_fen("7/7/7/3L3/7/7/7/2r4/7 b", rules=replace(STANDARD, repetition=Repetition.ALLOWED)),
    ],
    ids=["too many pieces", "over", "chase rule", "repetition allowed"],
)
def test_where_the_tables_do_not_reach(position):
    assert probe(position) is None
