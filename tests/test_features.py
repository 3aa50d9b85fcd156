"""A game brings along what it has beyond its rules, and nobody else needs to know."""

import subprocess
import sys

import pytest

from jungle.board_game import BoardGame
from jungle.desktop.words import game_title
from jungle.engine import Limit, engine_for, features_of, open_book, open_tables, searches_natively
from jungle.features import Features
from jungle.flip import FlipGame
from jungle.games import GAMES
from jungle.language import Translator, languages
from jungle.pieces import Side
from jungle.play import Setup
from jungle.players import level
from jungle.players.levels import strength
from jungle.tablebase import Tablebase
from jungle.terminal.opening import next_question
from tests.third_game import TinyGame
from tests.third_game.engine import TinyEngine


def test_a_game_is_imported_without_its_engine_and_tables() -> None:
    code = "import sys, jungle; jungle.GAMES['flip'](); print(*(name for name in sys.modules if 'jungle.' in name))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "jungle.flip" in loaded
    assert not {"jungle.engine", "jungle.tablebase", "jungle.language"} & {*loaded}


@pytest.mark.parametrize("kind", GAMES)
def test_everything_a_game_names_exists(kind: str) -> None:
    features = GAMES[kind].features
    with engine_for(kind, hash_mb=1) as engine:
        assert engine.game_type is GAMES[kind]
    assert isinstance(open_tables(kind), Tablebase)
    assert bool(open_book(kind)) is bool(features.book)
    assert strength("10", kind).uses_full_budget
    assert features_of(GAMES[kind].new().position) is features_of(GAMES[kind].new()) is features


def test_a_third_game_has_its_own_engine_book_and_levels(third_game: type[TinyGame]) -> None:
    with engine_for("tiny", hash_mb=1) as engine:
        assert isinstance(engine, TinyEngine)
        assert engine.search(third_game(), Limit(depth=1)).move in third_game().legal_moves()
    assert not searches_natively("tiny")
    assert open_tables("tiny") is None
    assert strength("3", "tiny").nodes == 30
    with level("10", game="tiny", seed=1) as player:
        choice = player.choose(third_game())
    assert (choice.move.uci(), choice.nodes) == ("c2b2", 0)  # From the book.


def test_a_third_game_has_its_own_words(third_game: type[TinyGame]) -> None:
    titles = [game_title(Translator(language), "tiny") for language in languages()]
    assert titles == ["Tiny game 3×4", "小棋 3×4", "Tiny game 3×4"]  # English where a language is missing.


def test_words_of_a_game_last_as_long_as_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    say = Translator("en")
    assert "game.tiny" not in say
    monkeypatch.setitem(GAMES, "tiny", TinyGame)
    assert "game.tiny" in say


def test_a_game_names_the_strategies_to_ask_for(third_game: type[TinyGame]) -> None:
    class Undirected(TinyGame):
        kind = "undirected"
        uses_directions = False

    GAMES["undirected"] = Undirected
    try:
        question = next_question(Setup(kind="undirected", against_computer=True), Translator("en"))
    finally:
        del GAMES["undirected"]
    assert question is not None
    assert question.values == {"strategies": "greedy/random"}


def test_a_game_without_features_is_searched_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain(TinyGame):
        kind = "plain"
        features = Features()

    monkeypatch.setitem(GAMES, "plain", Plain)
    game: BoardGame = Plain()
    with level("2", game="plain", seed=1) as player:
        assert player.choose(game).move in game.legal_moves()
    with engine_for("plain", hash_mb=1) as engine:
        assert engine.search(game, Limit(depth=2)).move in game.legal_moves()
    assert open_book("plain") is None
    assert open_tables("plain") is None


def test_rules_of_every_game_say_who_swims_and_jumps(third_game: type[TinyGame]) -> None:
    for game in (FlipGame, third_game):
        rules = game.new().rules
        assert not rules.swimmers
        assert not rules.jumpers
    assert {str(animal) for animal in GAMES["jungle"].new().rules.jumpers} == {"tiger", "lion"}
    assert third_game.new().side is Side.BLUE
