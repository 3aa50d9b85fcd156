"""The strategies: what they choose in drawn positions, and that they see only what a player sees."""

import random
from collections import Counter

import pytest

from drawing import drawn_flip
from jungle import GameError, Piece, UnknownStrategyError
from jungle.flip import STRATEGIES, FlipGame, FlipPosition, strategy
from test_flip_game import random_game

NAMES = ("biggest-first", "rat-first", "random")


def choices(name: str, position: FlipPosition) -> set[str]:
    """All that the strategy may choose, over many throws of chance."""
    return {strategy(name).choose(position, random.Random(seed)).uci() for seed in range(40)}


def test_the_strategies_by_name() -> None:
    assert tuple(STRATEGIES) == NAMES
    assert all(strategy(name).name == name for name in NAMES)


@pytest.mark.parametrize("name", ["", "biggest", "Random", "strongest"])
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownStrategyError, match="expected a strategy of biggest-first, rat-first, random; got"):
        strategy(name)


BIGGEST = {
    "the highest animal that can capture": (".Dc. .... .Lp. ...?", "e", {"b2c2"}),
    "the biggest prey": (".... .Lp. .t.. ...?", "e", {"b3b2"}),
    "a lower animal when the highest cannot": ("E... .... .Cr. ...?", "e", {"b2c2"}),
    "the rat's elephant": ("Re.. .... .... ..L?", "c", {"a4b4"}),
    "no capture: beside its highest animal": ("?L?. .... ..C? ....", "ert", {"a4", "c4"}),
    "no capture, none beside: any": ("?... .... ..C. ?...", "er", {"a4", "a1"}),
    "no flip: the highest hunter towards its prey": ("L... .... .... C..t", "-", {"a4b4", "a4a3"}),
    "no flip: the highest has no prey": ("E... .... .... .C.r", "-", {"b1c1"}),
    "no flip: not beside a stronger one": ("T.l. .... .... ...c", "-", {"a4a3"}),
}


@pytest.mark.parametrize(("board", "hidden", "expected"), BIGGEST.values(), ids=BIGGEST)
def test_biggest_first(board: str, hidden: str, expected: set[str]) -> None:
    assert choices("biggest-first", drawn_flip(board, hidden=hidden)) == expected


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


@pytest.mark.parametrize(("board", "hidden", "expected"), RAT.values(), ids=RAT)
def test_rat_first(board: str, hidden: str, expected: set[str]) -> None:
    assert choices("rat-first", drawn_flip(board, hidden=hidden)) == expected


def test_random_chooses_everything() -> None:
    position = drawn_flip("L..r .... C..? ....", hidden="e")
    assert choices("random", position) == {move.uci() for move in position.legal_moves()}


@pytest.mark.parametrize("name", NAMES)
def test_before_colours_are_decided_any_piece_is_turned_up(name: str) -> None:
    position = FlipPosition.initial(rules="flip:first_flip_decides=yes")
    assert choices(name, position) <= {move.uci() for move in position.legal_moves()}
    assert len(choices(name, position)) > 8


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_chosen_when_the_game_is_over(name: str) -> None:
    game = FlipGame()
    game.resign()
    with pytest.raises(GameError, match="the game is over"):
        strategy(name).choose(game, random.Random(1))
    with pytest.raises(GameError, match="there is no legal move"):
        strategy(name).choose(drawn_flip(".... .T.. .... ...."), random.Random(1))


@pytest.mark.parametrize("name", NAMES)
def test_they_never_look_at_hidden_pieces(name: str) -> None:
    """Two games that look alike and are dealt differently get the same choice."""
    differently_dealt = 0
    for seed in range(200):
        game = random_game(seed, seed % 60)
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
        chosen = {str(strategy(name).choose(either, random.Random(seed))) for either in (game, twin, game.position)}
        assert len(chosen) == 1
        differently_dealt += 1
    assert differently_dealt > 50


def play(names: tuple[str, str], seed: int) -> FlipGame:
    game, rng = FlipGame(seed), random.Random(seed)
    players = [strategy(name) for name in names]
    while not game.outcome():
        game.play(players[len(game) % 2].choose(game, rng))
    return game


@pytest.mark.parametrize("name", ["biggest-first", "rat-first"])
def test_five_hundred_games_each_against_chance(name: str) -> None:
    """A strategy beats random play, whoever begins; every move of every game is legal, and every game ends."""
    points: Counter[str] = Counter()
    for seed in range(250):
        for names in ((name, "random"), ("random", name)):
            outcome = play(names, seed).outcome()
            assert outcome is not None
            # Red begins.
            points["draw" if outcome.winner is None else names[0 if outcome.winner.letter == "r" else 1]] += 1
    assert points.total() == 500
    assert points[name] > 2 * points["random"]


def test_the_strategies_play_each_other_and_repeat_with_the_seed() -> None:
    for seed in range(50):
        game = play(("biggest-first", "rat-first"), seed)
        assert game.outcome() is not None
        assert game.moves == play(("biggest-first", "rat-first"), seed).moves


def test_a_strategy_does_not_change_the_game() -> None:
    game = FlipGame.from_moves(["a1", "b2"], seed=3)
    before = (game.position, game.moves, dict(game.deal or {}))
    for name in NAMES:
        strategy(name).choose(game, random.Random(1))
    assert before == (game.position, game.moves, dict(game.deal or {}))
    assert Piece.from_letter("R") not in game.position.hidden
