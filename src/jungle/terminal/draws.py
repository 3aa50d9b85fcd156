"""Draws before they happen: the rules in play, and a warning when one comes near."""

from jungle.boardgame import REPETITIONS, BoardGame
from jungle.language import Speaker

WARNED_AT = (20, 5)
"""Plies before the limit of moves without a capture at which players are warned."""


def draw_rules(say: Speaker, game: BoardGame) -> list[str]:
    """What makes this game a draw, and how far it is from that; nothing where no draw is possible."""
    rules = [say("draws.repetition")] if game.repetition_draws() else []
    limit = game.rules.quiet_limit
    if limit is not None:
        rules.append(_of_game(say, "quiet", game, limit=limit, left=limit - game.position.quiet))
    return rules


def draw_warning(say: Speaker, game: BoardGame) -> str:
    """A line where the last move has brought a draw near, or nothing."""
    if game.outcome() is not None:
        return ""
    if game.repetition_draws() and game.repetitions() == REPETITIONS - 1:
        return say("draws.repetition.near")
    limit, quiet = game.rules.quiet_limit, game.position.quiet
    if limit is not None and quiet and limit - quiet in WARNED_AT:
        return _of_game(say, "quiet.near", game, left=limit - quiet)
    return ""


def _of_game(say: Speaker, name: str, game: BoardGame, **values: int) -> str:
    """A text, in the words that this game has for it."""
    own_key = f"draws.{name}.{game.kind}"
    return say(own_key if own_key in say else f"draws.{name}", **values)
