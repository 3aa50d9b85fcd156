"""Texts of the window whose keys are computed."""

from jungle.arena.summary import ENDINGS
from jungle.desktop.views.setup import MODES
from jungle.desktop.views.statistics import PLAYERS
from jungle.desktop.words import game_title, player_name
from jungle.games import GAMES
from jungle.language import Translator, languages
from jungle.players import NAMES


def test_every_player_and_every_game_has_a_name() -> None:
    for language in languages():
        say = Translator(language)
        names = {*PLAYERS, *NAMES}
        if language == "zh":
            assert not [name for name in names if player_name(say, name).isascii()]
        assert player_name(say, None) != player_name(say, None, alone=True)
        keys = [f"ending.{ending.value}" for ending in ENDINGS] + [f"setup.{mode}" for mode in MODES]
        choices = [choice for game in GAMES.values() for choice in game.features.rule_choices.items()]
        keys += [f"setup.{key}.{name}" for key, options in choices for name in options]
        assert not [key for key in keys if f"desktop.{key}" not in say]
        assert not [kind for kind in GAMES if f"game.{kind}" not in say]


def test_unknown_players_and_games_are_shown_by_name() -> None:
    say = Translator("en")
    assert (player_name(say, "uci:thing"), game_title(say, "tiny")) == ("Uci:thing", "Tiny")
