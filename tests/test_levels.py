"""The levels and the hint."""

import threading

import pytest

from jungle import Animal, Game, GameError, Position
from jungle.engine import EngineError, Limit, hint
from jungle.language import Translator
from jungle.phrases import hint_words
from jungle.players import LEVEL_NAMES, LEVELS, Player, level, number_of, player, stronger
from jungle.players.levels import LevelPlayer
from tests.needs import needs_core

DEN_IN_ONE = [
    "7/3E3/7/7/7/7/7/r6/7 b",
    "l1C3t/7/7/7/7/7/7/7/T6 b",
    "l5t/5c1/r1p1w1e/7/7/7/E1W1P1R/1C1d1D1/T5L r",
]


@pytest.mark.parametrize("name", LEVELS)
def test_no_level_overlooks_an_open_den(name: str) -> None:
    for seed in range(20 if int(name) < 6 else 1):
        with level(name, seed=seed) as player:
            for position in map(Position.from_fen, DEN_IN_ONE):
                move = player.choose(Game(position=position), Limit(nodes=20_000)).move
                assert position.play(move).den_winner() is position.side


def test_easy_enters_a_den_two_steps_away() -> None:
    """The cat reaches the trap, and no piece is near enough to stop it."""
    position = Position.from_fen("7/7/3C3/7/7/7/7/7/l5t b")
    for seed in range(20):
        assert level("easy", seed=seed).choose(Game(position=position)).move.uci() == "d7d8"


def test_easy_blocks_a_den_that_is_two_steps_away() -> None:
    """Only the capture stops the wolf."""
    position = Position.from_fen("l6/7/7/7/7/7/7/2Tw3/6L b")
    for seed in range(20):
        assert level("easy", seed=seed).choose(Game(position=position)).move.uci() == "c2d2"


def test_easy_usually_captures_hanging_pieces() -> None:
    position = Position.from_fen("l6/7/7/7/7/7/E5t/6L/7 b")
    taken = sum(level("easy", seed=seed).choose(Game(position=position)).move.uci() == "g2g3" for seed in range(40))
    assert 16 <= taken < 40


def test_easy_overlooks_some_threats_and_sees_others() -> None:
    """The lion stands next to the elephant: stepping away saves it, and beginners sometimes miss that."""
    position = Position.from_fen("6t/7/7/3e3/3L3/7/7/1C5/T5D b")
    saved = {level("easy", seed=seed).choose(Game(position=position)).move.animal is Animal.LION for seed in range(40)}
    assert saved == {True, False}


@pytest.mark.parametrize("name", ["easy", "medium"])
@pytest.mark.parametrize("rules", ["standard", "gamerz", "leiden"])
def test_a_whole_game_is_legal_and_repeats_with_its_seed(name: str, rules: str) -> None:
    games = []
    for _ in range(2):
        game = Game(rules)
        with level(name, seed=7) as player:
            while game.outcome() is None and len(game) < 24:
                game.play(player.choose(game).move)
        games.append(game.moves)
    assert games[0] == games[1]


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_levels_vary_their_openings(name: str) -> None:
    chosen = {level(name, seed=seed).choose(Game(), Limit(nodes=20_000)).move for seed in range(8)}
    assert len(chosen) > 1


def test_a_seed_repeats_regardless_of_earlier_games() -> None:
    with level("medium", seed=3) as player:
        first = player.choose(Game())
        player.choose(Game.from_moves(["a3a4"]))
        assert player.choose(Game()) == first


@pytest.mark.parametrize("name", LEVEL_NAMES)
def test_a_finished_game_is_refused(name: str) -> None:
    with level(name, seed=0) as player, pytest.raises(GameError, match="the game is over"):
        player.choose(Game(position=Position.from_fen("3E3/7/7/7/7/7/7/r6/7 r")))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(EngineError) as error:
        level("imposible")
    assert str(error.value) == (
        "expected a level (easy, medium, hard, impossible, or 1 to 10), got 'imposible'; did you mean 'impossible'?"
    )


@pytest.mark.parametrize("name", ["0", "11", "1.5", " 3", "３"])
def test_numbers_off_the_scale_are_refused(name: str) -> None:
    with pytest.raises(EngineError, match="or 1 to 10"):
        level(name)


@pytest.mark.parametrize("game", ["jungle", "flip"])
def test_four_of_the_ten_levels_have_names(game: str) -> None:
    numbers = [number_of(name) for name in LEVEL_NAMES]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == len(LEVELS)
    for name in LEVEL_NAMES:
        assert level(name, game=game).strength == level(str(number_of(name)), game=game).strength


def test_the_scale_has_no_levels_beyond_its_ends() -> None:
    assert [stronger(name) for name in LEVELS] == [*LEVELS[1:], "10"]
    assert [stronger(name, -1) for name in LEVELS] == ["1", *LEVELS[:-1]]


@pytest.mark.parametrize("name", ["1", "2", "3"])
def test_the_last_strong_piece_is_never_given_away_for_nothing(name: str) -> None:
    """The lion, the last strong piece, stands next to the elephant and can escape."""
    position = Position.from_fen("6t/7/7/3e3/3L3/7/7/1C5/6D b")
    for seed in range(40):
        with level(name, seed=seed) as player:
            after = position.after(player.choose(Game(position=position)).move)
        assert not any(reply.captured and reply.captured.name == "LION" for reply in after.legal_moves())


def test_a_given_limit_replaces_the_levels_own() -> None:
    with level("impossible") as player:
        assert player.choose(Game(), Limit(nodes=500)).move in Game().legal_moves()


def test_stop_ends_a_long_search() -> None:
    with level("impossible", time=100.0) as player:
        stopper = threading.Timer(0.05, player.stop)
        stopper.start()
        assert player.choose(Game()).move in Game().legal_moves()
        stopper.join()


@pytest.mark.parametrize(
    ("fen", "english"),
    [
        ("7/3E3/7/7/7/7/7/r6/7 b", "the elephant enters the den and wins"),
        pytest.param(
            "7/7/3C3/7/7/7/7/7/l5t b", "cat to d8: this opens the way to the den and wins in 2 moves", marks=needs_core
        ),
        pytest.param(
            "l6/2e4/7/7/7/7/7/2Tw3/E4RL b",
            "the tiger takes the wolf on d2: anything else lets the wolf into the den",
            marks=needs_core,
        ),
    ],
)
def test_a_hint_says_why(fen: str, english: str) -> None:
    position = Position.from_fen(fen)
    found = hint(Game(position=position), limit=Limit(depth=4))
    assert hint_words(Translator("en"), found) == english
    assert hint_words(Translator("zh"), found).isascii() is False
    assert found.move in position.legal_moves()


def test_a_level_is_a_player_that_starts_again_with_another_seed() -> None:
    with level("3", seed=1) as first, player("3:nodes=500,timeout=9", seed=2) as second:
        assert isinstance(first, Player)
        assert isinstance(second, LevelPlayer)
        assert second.name == "3:nodes=500,timeout=9"
        second.new_game(1)
        assert second.choose(Game()).move == first.choose(Game()).move
