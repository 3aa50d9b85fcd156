"""The strategies: what they choose in drawn positions of each game, and that they see only what a player sees."""

from collections import Counter
from random import Random

import pytest

from jungle import GAMES, Game
from jungle.board_game import BoardGame
from jungle.flip import FlipGame, FlipPosition
from jungle.players.strategies import STRATEGIES
from tests.drawing import drawn_flip
from tests.random_games import random_flip_game


def choices(name: str, game: BoardGame) -> set[str]:
    """All moves the strategy may choose, over many seeds."""
    return {STRATEGIES[name](game, Random(seed)).uci() for seed in range(40)}


def hunts(name: str, drawings: dict[str, tuple[str, str, set[str]]]) -> dict[str, set[str]]:
    """The same in drawn positions of the face-down game."""
    return {
        what: choices(name, FlipGame(position=drawn_flip(board, hidden=hidden)))
        for what, (board, hidden, _) in drawings.items()
    }


def test_the_den_comes_first() -> None:
    for name in ("greedy", "biggest-first", "rat-first"):
        assert choices(name, Game(fen="7/2eE3/7/7/7/7/7/r6/7 b")) == {"d8d9"}


def test_greedy_takes_the_highest_prey() -> None:
    assert choices("greedy", Game(fen="7/7/7/7/7/7/1cLt3/7/l6 b")) == {"c3d3"}


def test_greedy_advances_if_nothing_can_be_captured() -> None:
    assert choices("greedy", Game(fen="l6/7/7/7/7/7/7/2C4/7 b")) == {"c2c3", "c2d2"}


def test_biggest_first_captures_with_the_highest() -> None:
    # The leopard could capture the wolf, but the lion ranks higher, although its prey is smaller.
    assert choices("biggest-first", Game(fen="7/1w5/1P5/7/7/7/3cL2/7/l6 b")) == {"e3d3"}


def test_biggest_first_advances_its_highest() -> None:
    assert choices("biggest-first", Game()) == {"a3a4", "a3b3"}


def test_rat_first_hunts_the_elephant() -> None:
    # Red's elephant is on g7, four ranks up the file.
    assert choices("rat-first", Game()) == {"g3g4"}


BIGGEST = {
    "the highest animal that can capture": (".Dc. .... .Lp. ...?", "e", {"b2c2"}),
    "the biggest prey": (".... .Lp. .t.. ...?", "e", {"b3b2"}),
    "a lower animal when the highest cannot": ("E... .... .Cr. ...?", "e", {"b2c2"}),
    "the rat's elephant": ("Re.. .... .... ..L?", "c", {"a4b4"}),
    "no capture: beside its highest animal": ("?L?. .... ..C? ....", "ert", {"a4", "c4"}),
    "its highest animal comes nearer to its prey before it flips": ("L... ?... .... C..t", "d", {"a4b4"}),
    "a lower hunter does not": ("E... ?... .... C..r", "d", {"a3"}),
    "nor the highest beside a stronger one": ("T.l. ?... .... ...c", "d", {"a3"}),
    "no capture, none beside: any": ("?... .... ..C. ?...", "er", {"a4", "a1"}),
    "no flip: the highest hunter towards its prey": ("L... .... .... C..t", "-", {"a4b4", "a4a3"}),
    "no flip: the highest has no prey": ("E... .... .... .C.r", "-", {"b1c1"}),
    "no flip: not beside a stronger one": ("T.l. .... .... ...c", "-", {"a4a3"}),
}


def test_biggest_first_hunts_the_strongest_prey() -> None:
    assert hunts("biggest-first", BIGGEST) == {what: expected for what, (_, _, expected) in BIGGEST.items()}


RAT = {
    "takes the rat before bigger prey": (".Lp. .r.. .C.. ...?", "e", {"b4b3", "b2b3"}),
    "takes the rat rather than be traded": (".Rr. ..C. .... ...?", "e", {"c3c4"}),
    "even trades for the rat before other prey": (".Rr. .... .Lp. ...?", "e", {"b4c4"}),
    "no rat: the biggest prey": (".... .Lp. .t.. ...?", "e", {"b3b2"}),
    "uncovers beside the enemy's rat first": ("?r?. .... E?.. ...?", "Lcdt", {"a4", "c4"}),
    "beside the enemy's rat, even beside its own elephant": ("r?E. .... .... ...?", "Lc", {"b4"}),
    "leaves those beside its elephant and rat for last": ("?E.. .... ..?R ?...", "cdt", {"a1"}),
    "turns them when nothing else is left": ("?E.. .... ..?R ....", "cd", {"a4", "c2"}),
    "an enemy's elephant is none of its own": ("?e.. .... .... ?..C", "dl", {"a4", "a1"}),
    "no flip: towards the enemy's rat, the nearest hunter": ("L..r .... C... ....", "-", {"a4b4"}),
    "no flip, no rat: as the highest hunter": ("L... .... .... C..t", "-", {"a4b4", "a4a3"}),
    "no flip: its elephant keeps away from the rat": ("E.r. .... .... ...d", "-", {"a4a3"}),
}


def test_rat_first_hunts_the_enemy_rat() -> None:
    assert hunts("rat-first", RAT) == {what: expected for what, (_, _, expected) in RAT.items()}


def test_random_can_choose_every_move() -> None:
    position = drawn_flip("L..r .... C..? ....", hidden="e")
    assert choices("random", FlipGame(position=position)) == {move.uci() for move in position.legal_moves()}


def test_before_colours_are_decided_any_piece_is_flipped() -> None:
    game = FlipGame(position=FlipPosition.initial(rules="flip:first_flip_decides=yes"))
    for name in STRATEGIES:
        assert choices(name, game) <= {move.uci() for move in game.legal_moves()}
        assert len(choices(name, game)) > 8


def test_strategies_never_look_at_hidden_pieces() -> None:
    """Two games that look alike but are dealt differently get the same choice."""
    differently_dealt = 0
    for seed in range(100):
        game = random_flip_game(seed, seed % 60)
        if game.outcome() or len(game.position.hidden) < 2:
            continue
        assert game.deal is not None
        hidden = game.position.face_down()
        deal = dict(game.deal)
        for square, other in zip(hidden, hidden[1:] + hidden[:1], strict=True):
            deal[square] = game.deal[other]
        twin = FlipGame.from_moves(game.moves, position=game.start, deal=deal)
        assert twin.position == game.position
        assert twin.deal != game.deal
        for strategy in STRATEGIES.values():
            assert len({str(strategy(either, Random(seed))) for either in (game, twin, game.public())}) == 1
        differently_dealt += 1
    assert differently_dealt > 25


def play(kind: str, names: tuple[str, str], seed: int, most: int = 1000) -> BoardGame:
    game, random = GAMES[kind].new(seed=seed if kind == "flip" else None), Random(seed)
    while not game.outcome() and len(game) < most:
        game.play(STRATEGIES[names[len(game) % 2]](game, random))
    return game


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("name", ["biggest-first", "rat-first", "greedy"])
def test_a_strategy_beats_chance(name: str, kind: str) -> None:
    """Whichever player moves first, every move of every game is legal."""
    points: Counter[str] = Counter()
    for seed in range(40 if kind == "flip" else 10):
        for names in ((name, "random"), ("random", name)):
            game = play(kind, names, seed, 100)
            outcome = game.outcome()
            if outcome and outcome.winner is not None:
                points[names[0 if outcome.winner is game.first else 1]] += 1
    assert points[name] > 1.5 * points["random"]


@pytest.mark.usefixtures("third_game")
def test_strategies_play_every_game_and_repeat_with_the_same_seed() -> None:
    for kind in GAMES:
        for seed in range(5):
            game = play(kind, ("biggest-first", "rat-first"), seed, 60)
            assert game.moves == play(kind, ("biggest-first", "rat-first"), seed, 60).moves
            assert game.start == GAMES[kind].new().start


def test_a_strategy_does_not_change_the_game() -> None:
    game = FlipGame.from_moves(["a1", "b2"], seed=3)
    before = (game.position, game.moves, dict(game.deal or {}))
    for strategy in STRATEGIES.values():
        strategy(game, Random(1))
    assert before == (game.position, game.moves, dict(game.deal or {}))
