"""The native core against the reference: same moves, same endings, same counts, for any rules."""

import random
from collections.abc import Iterator

import pytest

from jungle import (
    RULES,
    Animal,
    Blockers,
    EqualRanks,
    Game,
    Position,
    Reason,
    Repetition,
    Rules,
    Side,
    Stalemate,
    Traps,
)
from jungle.native import core
from jungle.native_rules import table
from jungle.perft import perft, perft_in_python
from jungle.rules import STANDARD
from tests.needs import needs_core

pytestmark = needs_core

REASONS = (None, Reason.DEN, Reason.CAPTURE, Reason.NO_MOVES, Reason.REPETITION, Reason.QUIET)


def random_rules(dice: random.Random) -> Rules:
    """House rules, drawn until they do not contradict themselves."""
    while True:
        swimmers = frozenset(dice.sample(list(Animal), dice.choice((0, 1, 1, 2))))
        jumpers = [animal for animal in Animal if animal not in swimmers]
        try:
            return Rules(
                name="house",
                start=dice.choice(list(RULES.values())).start,
                first=dice.choice(list(Side)),
                ranks=dice.choice(((1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 3, 5, 6, 6, 8), (4, 4, 1, 2, 9, 9, 7, 7))),
                equal_ranks=dice.choice(list(EqualRanks)),
                rat_takes_elephant=dice.random() < 0.8,
                elephant_takes_rat=dice.random() < 0.5,
                water_rat_takes_elephant=dice.random() < 0.2,
                water_rat_takes_land_rat=dice.random() < 0.5,
                land_rat_takes_water_rat=dice.random() < 0.5,
                swimmers=swimmers,
                jumps_forward=frozenset(dice.sample(jumpers, dice.randrange(4))),
                jumps_sideways=frozenset(dice.sample(jumpers, dice.randrange(4))),
                blockers=dice.choice(list(Blockers)),
                traps=dice.choice(list(Traps)),
                trapped_captures=dice.random() < 0.7,
                stalemate=dice.choice(list(Stalemate)),
                repetition=dice.choice(list(Repetition)),
                quiet_limit=dice.choice((None, 5, 40, 200)),
            )
        except ValueError:
            continue


def random_position(rules: Rules, dice: random.Random) -> Position:
    """Few pieces anywhere, so that traps, shores and jumps matter from the first move."""
    while True:
        board = bytearray(63)
        for code in dice.sample(range(1, 17), dice.randint(2, 9)):
            board[dice.choice([square for square in range(63) if not board[square]])] = code
        position = Position._make(rules, bytes(board), dice.choice(list(Side)), dice.choice((0, 0, 3)), 1)
        try:
            return Position.from_fen(position.fen(), rules=rules)
        except ValueError:
            continue


def rule_sets(dice: random.Random, house: int) -> Iterator[Rules]:
    yield from RULES.values()
    yield from (random_rules(dice) for _ in range(house))


def outcome_numbers(game: Game) -> tuple[int, int]:
    outcome = game.outcome()
    if outcome is None:
        return 0, 0
    return 3 if outcome.winner is None else 1 + outcome.winner, REASONS.index(outcome.reason)


def compare_games(rules: Rules, dice: random.Random, plies: int) -> int:
    """Play a random game on both executors and compare them at every ply. Returns the number of positions compared."""
    start = random_position(rules, dice) if dice.random() < 0.7 else Position.initial(rules=rules)
    game = Game(position=start)
    state = core.State(table(rules), start.board, start.side, start.quiet)
    shuttles = dice.random() < 0.4  # back and forth, so that positions repeat
    for ply in range(plies):
        position, moves = game.position, game.legal_moves()
        assert (state.board(), state.side, state.quiet) == (position.board, position.side, position.quiet)
        assert sorted(state.moves()) == sorted(move.origin | move.target << 6 for move in moves), repr(game)
        assert state.outcome() == outcome_numbers(game), repr(game)
        assert state.key == core.State(table(rules), position.board, position.side).key, repr(game)
        if not moves:
            return ply + 1
        captures = [move for move in moves if move.captured]
        if shuttles:
            back = [move for move in moves if ply > 1 and move.target == game.moves[-2].origin]
            move = dice.choice(back or moves)
        else:
            move = dice.choice(captures if captures and dice.random() < 0.5 else moves)
        game.play(move)
        state.play(move.origin | move.target << 6)
    return plies


def test_random_games_agree() -> None:
    dice = random.Random(4)
    compared = sum(compare_games(rules, dice, 80) for rules in rule_sets(dice, 25) for _ in range(5))
    assert compared > 2_000


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_million_positions_agree() -> None:
    dice, compared = random.Random(5), 0
    while compared < 1_000_000:
        compared += sum(compare_games(rules, dice, 250) for rules in rule_sets(dice, 10) for _ in range(20))


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("standard", [1, 24, 576, 12240, 260099, 5111620, 100453636]),
        ("gamerz", [1, 24, 576, 12240, 260099, 5111620, 100453636]),
        ("leiden", [1, 24, 576, 12240, 260100, 5111725, 100459989]),
    ],
)
def test_perft_from_the_start(name: str, counts: list[int]) -> None:
    position = Position.initial(rules=name)
    assert [perft(position, depth, threads=2) for depth in range(len(counts))] == counts


def test_random_rules_have_the_same_perft() -> None:
    dice = random.Random(6)
    for _ in range(20):
        position = random_position(random_rules(dice), dice)
        assert perft(position, 3) == perft_in_python(position, 3), repr(position)


def test_different_positions_have_different_keys() -> None:
    dice = random.Random(7)
    seen: dict[int, int] = {}
    for _ in range(40):
        game = Game()
        while (moves := game.legal_moves()) and len(game) < 60:
            game.play(dice.choice(moves))
            position = game.position
            key = core.State(table(STANDARD), position.board, position.side).key
            assert seen.setdefault(key, position.key) == position.key


@pytest.mark.parametrize(
    ("board", "side"),
    [(bytes(62), 0), (bytes(63), 2), (bytes([17]) + bytes(62), 0), (bytes([1, 1]) + bytes(61), 0)],
)
def test_impossible_boards_are_refused(board: bytes, side: int) -> None:
    with pytest.raises(ValueError, match=r"expected|twice"):
        core.State(table(STANDARD), board, side)


def test_illegal_moves_are_refused() -> None:
    state = core.State(table(STANDARD), Position.initial().board, 0)
    with pytest.raises(ValueError, match="illegal"):
        state.play(0)
