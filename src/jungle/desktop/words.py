"""What the window says about moves and players."""

from jungle.boardgame import AnyGame
from jungle.engine import Score
from jungle.errors import Obstacle
from jungle.geometry import Terrain
from jungle.language import Speaker, phrases
from jungle.pieces import Piece
from jungle.players import Choice

CLEARLY = 100
"""Centi-cats from which one side is said to be better."""


def player_name(say: Speaker, name: str | None, *, alone: bool = False) -> str:
    """What a player is called: `Hard`, `Biggest-first`, or for a person `Player`; `You` for the only person."""
    if name is None:
        return say("desktop.level.you" if alone else "desktop.level.human")
    return capitalised(phrases.player_name(say, name))


def game_title(say: Speaker, kind: str) -> str:
    """What a game is called; one that has no words for it, by its kind."""
    key = f"desktop.start.{kind}"
    return say(key) if key in say else capitalised(kind)


def capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


def refusal_words(say: Speaker, obstacle: Obstacle, game: AnyGame, piece: Piece | None) -> str:
    """Why a piece may not go where it was put."""
    if obstacle is Obstacle.STRONGER and piece is not None:
        return say("desktop.refused.stronger", animal=say(f"animal.{piece.animal}"))
    return phrases.refusal(say, obstacle, game.rules)


def hint_words(say: Speaker, game: AnyGame, choice: Choice) -> str:
    """A proposed move and, where that is known, what it leads to."""
    move = choice.move
    is_den = game.grid.terrain(move.target) is Terrain.DEN
    if move.is_flip:
        key = "hint.flip"
    elif is_den:
        key = "hint.den"
    elif move.captured is not None:
        key = "hint.capture"
    else:
        key = "hint.jump" if move.is_jump else "hint.step"
    words = say(
        key,
        animal=say(f"animal.{move.animal}") if move.animal else "",
        prey=say(f"animal.{move.captured}") if move.captured else "",
        square=game.grid.square_name(move.target),
    )
    if choice.score is not None and not is_den:
        words = say("hint.sentence", deed=words, judgement=_score_words(say, choice.score))
    return capitalised(words)


def _score_words(say: Speaker, score: Score) -> str:
    """A score in words, from the view of the side to move."""
    if score.win_in is not None:
        return say("score.wins" if score.win_in > 0 else "score.loses", moves=(abs(score.win_in) + 1) // 2)
    if abs(score.centi_cats) < CLEARLY:
        return say("score.even")
    return say("score.better" if score.centi_cats > 0 else "score.worse")
