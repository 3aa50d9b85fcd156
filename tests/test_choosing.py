"""How levels choose: the core and the reference agree, and the errors are human ones."""

from random import Random

from jungle import Game, Position
from jungle.engine import Engine, Limit, Line, Score
from jungle.native_rules import table
from jungle.players.choosing import Skill, choose_index, choose_line
from tests.needs import needs_core

BLIND = Skill(plies=2, sees=0, jumps=0, guards=0)
"""Sees none of the opponent's options."""


def random_game(seed: int, plies: int) -> Game:
    random, game = Random(seed), Game()
    while len(game) < plies and game.outcome() is None:
        game.play(random.choice(game.legal_moves()))
    return game


def line(position: Position, moves: str, score: Score) -> Line:
    played = []
    for text in moves.split():
        played.append(position.parse_move(text))
        position = position.after(played[-1])
    return Line(score, tuple(played), 1, 1)


@needs_core
def test_the_native_core_chooses_like_the_reference() -> None:
    from jungle.native import core

    def evaluate(position: Position) -> int:
        return core.evaluate(table(position.rules), position.board, position.side, 1)

    random = Random(1)
    with Engine(hash_mb=1, evaluation="position") as engine:
        for seed in range(60):
            game = random_game(seed, seed * 2)
            if game.outcome():
                continue
            lines = engine.search(game, Limit(nodes=300), multipv=40).lines
            skill = Skill(
                blur=random.choice((0, 40, 300)),
                plies=random.randrange(6),
                sees=random.randrange(1001),
                fades=random.randrange(200),
                jumps=random.randrange(1001),
                guards=random.randrange(1001),
                variety=random.choice((0, 50)),
            )
            last = game.moves[-1].target if game.moves else None
            for opening in (False, True):
                seed = random.getrandbits(64)
                chosen = choose_line(game.position, lines, skill, last=last, is_opening=opening, seed=seed)
                index = choose_index(
                    game.position, lines, skill, last=last, is_opening=opening, seed=seed, evaluate=evaluate
                )
                assert chosen == lines[index]


def chosen(position: Position, lines: list[Line], skill: Skill, seeds: int = 40, last: int | None = None) -> set[str]:
    return {
        choose_line(position, lines, skill, last=last, is_opening=False, seed=seed).move.uci() for seed in range(seeds)
    }


def test_even_the_weakest_skill_sees_an_open_den() -> None:
    position = Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b")
    lines = [line(position, "d8d7", Score(900)), line(position, "d8d9", Score.win(1))]
    assert chosen(position, lines, BLIND) == {"d8d9"}


def test_threats_far_from_the_last_move_are_overlooked_more_often() -> None:
    """The dog is attacked in both; in one of them by the piece that has just moved."""
    position = Position.from_fen("l6/7/7/6w/6D/7/7/7/T6 b")
    lines = [line(position, "a1b1 g6g5", Score(-350)), line(position, "g5g4", Score(-200))]
    skill = Skill(plies=2, sees=900, fades=150)

    def misses(last: str) -> int:
        last_square = position.grid.parse_square(last)
        return sum(
            choose_line(position, lines, skill, last=last_square, is_opening=False, seed=seed).move.uci() == "a1b1"
            for seed in range(200)
        )

    assert misses("g6") < misses("a9")


def test_jumps_are_overlooked_more_often_than_steps() -> None:
    position = Position.from_fen("7/7/2c4/7/7/7/2L4/7/6t b")
    take, wait = line(position, "c3c7", Score(400)), line(position, "c3d3", Score(0))
    assert chosen(position, [take, wait], Skill(plies=2, jumps=500), last=44) == {"c3c7", "c3d3"}
    assert chosen(position, [take, wait], Skill(plies=2), last=44) == {"c3c7"}


def test_the_last_strong_piece_is_not_given_away_for_nothing() -> None:
    """The lion next to the elephant must move, however little the player sees otherwise."""
    position = Position.from_fen("6t/7/7/3e3/3L3/7/7/1C5/6D b")
    with Engine(hash_mb=1, evaluation="position") as engine:
        lines = engine.search(position, Limit(nodes=200), multipv=40).lines
    blurred = Skill(blur=400, plies=2, sees=0, jumps=0, guards=0)
    for seed in range(100):
        move = choose_line(position, lines, blurred, last=None, is_opening=False, seed=seed).move
        assert not any(reply.captured is not None for reply in position.after(move).legal_moves())


def test_without_a_skill_the_best_line_is_chosen() -> None:
    position = Position.initial()
    with Engine(hash_mb=1) as engine:
        lines = engine.search(position, Limit(nodes=300), multipv=40).lines
    assert chosen(position, list(lines), Skill()) == {lines[0].move.uci()}
