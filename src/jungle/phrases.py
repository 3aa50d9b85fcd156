"""Game values in words: lists of animals, player names, refusals, hints and scores."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from jungle.board_game import BoardGame
from jungle.errors import IllegalMoveReason
from jungle.language import Translator
from jungle.outcome import Outcome
from jungle.pieces import Animal
from jungle.rules import BaseRules

if TYPE_CHECKING:  # Only callers that have loaded the engine pass these.
    from jungle.engine import Hint, MoveReason, Score

SAME = {
    IllegalMoveReason.OWN_PIECE: "occupied",
    IllegalMoveReason.STRONGER: "occupied",
    IllegalMoveReason.ABSENT: "nothing",
}
"""Obstacles that share the text of another."""


def refusal(say: Translator, reason: IllegalMoveReason, rules: BaseRules, animal: Animal | None = None) -> str:
    """Why a move is not allowed, as a sentence. `animal` is the one that was to move, if it was named.

    >>> from jungle import STANDARD
    >>> refusal(Translator("en"), IllegalMoveReason.NO_JUMPER, STANDARD, Animal.WOLF)
    'Only Tiger and Lion can jump.'
    """
    swimmers, jumpers = rules.swimmers, rules.jumpers
    match reason:
        case IllegalMoveReason.RIVER if not swimmers:
            return say("refusal.no swimmers")
        case IllegalMoveReason.RIVER if animal in jumpers:
            return say("refusal.river.jumper", animals=listed(say, swimmers), animal=say(f"animal.{animal}"))
        case IllegalMoveReason.RIVER:
            return say("refusal.river", animals=listed(say, swimmers))
        case IllegalMoveReason.NO_JUMPER if jumpers:
            return say("refusal.jumpers", animals=listed(say, jumpers))
        case IllegalMoveReason.NO_JUMPER:
            return say("refusal.no jumpers")
        case IllegalMoveReason.ABSENT if animal is not None:
            return say("refusal.captured", animal=say(f"animal.{animal}"))
        case _:
            return say(f"refusal.{SAME.get(reason, reason.value)}")


def listed(say: Translator, animals: Collection[Animal]) -> str:
    """One or more animals in words, the lowest first: Tiger and Lion."""
    names = [say(f"animal.{animal}").capitalize() for animal in sorted(animals)]
    return say("list.and").join(filter(None, [say("list.comma").join(names[:-1]), names[-1]]))


def has_letters_for_animals(say: Translator) -> bool:
    """Whether an animal's name is a single letter, as in Chinese, so that it can stand for the animal's picture."""
    return all(len(say(f"animal.{animal}")) == 1 for animal in Animal)


def ending_words(say: Translator, outcome: Outcome, game: BoardGame | None = None) -> str:
    """Why a game ended. Given the game, in its own terms.

    >>> from jungle.outcome import Reason
    >>> ending_words(Translator("en"), Outcome(None, Reason.CAPTURE))
    'the last pieces captured each other'
    """
    reason = outcome.reason.value
    keys = [f"ending.{reason}.draw"] if outcome.winner is None else []
    keys += [f"ending.{reason}.{game.kind}"] if game is not None else []
    key = next((key for key in keys if key in say), f"ending.{reason}")
    return say(key, limit=None if game is None else game.rules.quiet_limit)


def about_level(say: Translator, number: int | str) -> str:
    """A sentence about how a level plays.

    >>> about_level(Translator("en"), 6)
    'Misses nothing that is about to happen.'
    """
    return say(f"level.{number}.about")


def player_name(say: Translator, name: str) -> str:
    """The display name of a computer player. A level has one name, whether chosen by number or by word.

    >>> say = Translator("en")
    >>> player_name(say, "3"), player_name(say, "easy"), player_name(say, "rat-first"), player_name(say, "uci:thing")
    ('Hedgehog (3)', 'Hedgehog (3)', 'rat-first', 'uci:thing')
    """
    from jungle.players import canonical_level  # A game between people starts without an engine.

    return next((say(key) for key in (f"level.{canonical_level(name)}", f"strategy.{name}") if key in say), name)


def hint_words(say: Translator, hint: "Hint") -> str:
    """A `jungle.engine.Hint` as a sentence about the move and what it leads to.

    >>> from jungle import Game
    >>> from jungle.engine import hint
    >>> hint_words(Translator("en"), hint(Game(fen="7/3E3/7/7/7/7/7/r6/7 b")))
    'the elephant enters the den and wins'
    """
    animal, prey = (say(f"animal.{animal}") if animal else "" for animal in (hint.move.animal, hint.move.captured))
    action = say(f"hint.{hint.kind.value}", animal=animal, prey=prey, square=hint.square)
    if hint.score is None or hint.kind.value == "den":
        return action
    words = table_words if hint.solved else score_words
    sentence = say("hint.sentence", action=action, judgement=words(say, hint.score))
    if hint.reason is not None and not _is_said(hint):
        # A reason that announces a win or loss says it all.
        judgement = "" if hint.reason.plies else words(say, hint.score)
        told = say("hint.sentence", action=action, judgement=reason_words(say, hint.reason))
        return say("hint.judged", sentence=told, judgement=judgement) if judgement else told
    if hint.other is None:
        return sentence
    move = hint.other.move
    key = "flip" if move.is_flip() else "capture" if move.captured else "step"
    animal, prey = (say(f"animal.{animal}") if animal else "" for animal in (move.animal, move.captured))
    action = say(f"hint.{key}", animal=animal, prey=prey, square=move.grid.square_name(move.target))
    other = say("hint.sentence", action=action, judgement=score_words(say, hint.other.score))
    return say("hint.other", best=sentence, other=other)


def _is_said(hint: "Hint") -> bool:
    """Whether a hint already states its reason: what is captured, or what the tables know."""
    why = hint.reason.why.value if hint.reason else None
    return why == "takes" or (hint.solved and why in ("wins", "holds_out"))


def theme_words(say: Translator, themes: Collection[str]) -> str:
    """What a puzzle is about.

    >>> theme_words(Translator("en"), ("den_race", "quiet_move"))
    'den race, quiet move'
    """
    return say("list.comma").join(say(f"theme.{theme}") for theme in themes)


def reason_words(say: Translator, reason: "MoveReason") -> str:
    """A `jungle.engine.MoveReason` in words.

    >>> from jungle.engine import MoveReason, Why
    >>> reason_words(Translator("en"), MoveReason(Why.SAVES, animal=Animal.LION, other=Animal.ELEPHANT))
    'otherwise the lion can be taken by the elephant next move'
    """
    animal, enemy = (say(f"animal.{animal}") if animal else "" for animal in (reason.animal, reason.other))
    return say(f"reason.{reason.why.value}", animal=animal, enemy=enemy, moves=(reason.plies + 1) // 2)


def score_words(say: Translator, score: "Score") -> str:
    """A `jungle.engine.Score` in words, from the view of the side to move."""
    if score.in_chances:
        return say("score.chance", percent=f"{100 * score.win_probability():.0f}")
    return say(f"score.{score.judgement().value}", moves=score.moves())


def table_words(say: Translator, score: "Score") -> str:
    """The same for a score that endgame tables have proved."""
    if score.win_in is None:
        return say("table.draw")
    return say("table.win" if score.win_in > 0 else "table.loss", moves=score.moves())
