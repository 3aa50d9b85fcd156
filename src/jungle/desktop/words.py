"""What the window says about moves and players."""

from dataclasses import replace

from jungle import phrases
from jungle.boardgame import BoardGame
from jungle.engine import Choice, Hint, MoveReason, Score
from jungle.errors import Obstacle
from jungle.language import Speaker
from jungle.moves import BoardMove
from jungle.pieces import Animal, Side
from jungle.players import names


def player_name(say: Speaker, name: str | None, *, alone: bool = False) -> str:
    """What a player is called: `Hedgehog (3)`, `Biggest-first`, or for a person `Player`; `You` for the only person."""
    if name is None:
        return say("desktop.level.you" if alone else "desktop.level.human")
    return capitalised(names.player_name(say, name))


def game_title(say: Speaker, kind: str) -> str:
    """What a game is called: its kind where there are no words for it."""
    key = f"game.{kind}"
    return say(key) if key in say else capitalised(kind)


def side_name(say: Speaker, side: Side) -> str:
    return say(f"side.{str(side).lower()}")


def capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


def refusal_words(say: Speaker, obstacle: Obstacle, game: BoardGame, animal: Animal | None) -> str:
    """Why an animal may not move where it was put."""
    if obstacle is Obstacle.STRONGER and animal is not None:
        return say("desktop.refused.stronger", animal=say(f"animal.{animal}"))
    return phrases.refusal(say, obstacle, game.rules)


def move_words(
    say: Speaker, game: BoardGame, move: BoardMove, score: Score | None = None, reason: MoveReason | None = None
) -> str:
    """A move in words and, where they are given, what it leads to and why."""
    hint = replace(Hint.of(game, Choice(move, score=score)), reason=reason)
    return phrases.hint_words(say, hint)
