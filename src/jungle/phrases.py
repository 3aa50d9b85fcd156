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
    from jungle.engine import Hint, Line, MoveReason, Plan, Score
    from jungle.engine.review import MoveReview
    from jungle.moves import BoardMove

SAME = {
    IllegalMoveReason.OWN_PIECE: "occupied",
    IllegalMoveReason.STRONGER: "occupied",
    IllegalMoveReason.ABSENT: "nothing",
}
"""Obstacles that share the text of another."""

PLANNED = ("nearer", "nearer_past", "hunts", "meets_elephant", "opens_jump", "lines_up_jump")
"""Reasons that the plan puts better."""
TOLD = ("run", "hunt", "meet_elephant", "open_jump")
"""Plans that are worth a sentence even if there is another reason for the move …"""
SOON = 4
"""… if they are carried out within this many moves."""


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
    """A `jungle.engine.Hint` as a sentence about the move and what it is for.

    >>> from jungle import Game
    >>> from jungle.engine import hint
    >>> hint_words(Translator("en"), hint(Game(fen="7/3E3/7/7/7/7/7/r6/7 b")))
    'the elephant enters the den and wins'
    """
    sentence = _judged_words(say, hint)
    if _tells_plan(hint) and hint.plan is not None:
        sentence = say("hint.plan", hint=sentence, plan=plan_words(say, hint.plan))
    if hint.other is not None:
        sentence = say("hint.other", best=sentence, other=_other_words(say, hint.other))
    if hint.since is not None and hint.since.animal is not None:
        square = hint.since.grid.square_name(hint.since.target)
        sentence = say("hint.since", prey=say(f"animal.{hint.since.animal}"), square=square, hint=sentence)
    return sentence


def _judged_words(say: Translator, hint: "Hint") -> str:
    """The move, the reason for it, and who is ahead."""
    action = _action_words(say, hint.kind.value, hint.move)
    if hint.score is None or hint.kind.value == "den":
        return action
    judgement = (table_words if hint.solved else score_words)(say, hint.score)
    sentence = say("hint.sentence", action=action, judgement=judgement)
    if hint.reason is not None and not _is_said(hint):
        if _is_planned(hint):
            return say("hint.judged", sentence=action, judgement=judgement)
        told = say("hint.sentence", action=action, judgement=reason_words(say, hint.reason))
        # A reason that announces a win or loss says it all.
        return told if hint.reason.decides() else say("hint.judged", sentence=told, judgement=judgement)
    return sentence


def _other_words(say: Translator, other: "Line") -> str:
    """In the face-down game, what the best flip or the best move would have come to."""
    move = other.move
    key = "flip" if move.is_flip() else "capture" if move.captured else "step"
    action = _action_words(say, key, move)
    return say("hint.sentence", action=action, judgement=score_words(say, other.score))


def _action_words(say: Translator, kind: str, move: "BoardMove") -> str:
    animal, prey = (say(f"animal.{animal}") if animal else "" for animal in (move.animal, move.captured))
    return say(f"hint.{kind}", animal=animal, prey=prey, square=move.grid.square_name(move.target))


def _is_said(hint: "Hint") -> bool:
    """Whether a hint already states its reason: what is captured, or what the tables know."""
    why = hint.reason.why.value if hint.reason else None
    return why == "takes" or (hint.solved and why in ("wins", "holds_out"))


def _is_planned(hint: "Hint") -> bool:
    """Whether the plan says what the reason would, and more."""
    return hint.plan is not None and hint.reason is not None and hint.reason.why.value in PLANNED


def _tells_plan(hint: "Hint") -> bool:
    """Whether the plan is worth a sentence besides the reason."""
    plan, reason = hint.plan, hint.reason
    if plan is None or reason is None or reason.decides():
        return False
    if _is_planned(hint):
        return True
    return plan.kind.value in TOLD and plan.enemy != reason.enemy and len(plan.steps) <= SOON


def _rivals(say: Translator, own: Animal | None, other: Animal | None) -> tuple[str, str]:
    """The names of an own animal and an enemy's, told apart if they are the same."""
    animal, enemy = (say(f"animal.{animal}") if animal else "" for animal in (own, other))
    return animal, say("animal.enemy", animal=enemy) if enemy and own is other else enemy


def plan_words(say: Translator, plan: "Plan") -> str:
    """A `jungle.engine.Plan` as a sentence.

    >>> from jungle.engine import Plan, PlanKind
    >>> run = Plan(PlanKind.RUN, 38, 59, (45, 52, 59), Animal.LION, 50, Animal.DOG, 1)
    >>> plan_words(Translator("en"), run)
    'Run: the lion reaches the den in 3 moves; only the dog can come back in time'
    """
    key = f"plan.{plan.kind.value}"
    if key == "plan.run" and plan.defenders < 2:
        key = ("plan.run.free", "plan.run.enemy")[plan.defenders]
    animal, enemy = _rivals(say, plan.animal, plan.other)
    return say(key, animal=animal, enemy=enemy, moves=len(plan.steps))


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
    animal, enemy = _rivals(say, reason.animal, reason.other)
    moves = (reason.plies + 1) // 2
    numbers = {"risks": reason.risks, "gains": reason.gains, "hidden": reason.hidden}
    return say(
        f"reason.{reason.why.value}", animal=animal, enemy=enemy, moves=moves, count=moves or reason.risks, **numbers
    )


def story_words(
    say: Translator,
    outcome: Outcome | None,
    moment: "MoveReview | None",
    *,
    number: int | str = "",
    side: str = "",
    move: str = "",
    better: str = "",
) -> str:
    """When a game was decided, and what to practise, in one paragraph.

    The number, side and moves of the moment are given in the front end's own words.
    """
    from jungle.engine.review import practice_for

    if moment is None:
        key = "open" if outcome is None else "drawn" if outcome.winner is None else "even"
        story = say(f"review.story.{key}")
    else:
        story = say("review.story.decided", number=number, side=side, move=move)
        if moment.fault is not None:
            story = say("review.story.fault", sentence=story, fault=reason_words(say, moment.fault))
        story = say("review.story.better", sentence=story, move=better)
        if moment.reason is not None:
            story = say("review.story.fault", sentence=story, fault=reason_words(say, moment.reason))
    return say("review.story", story=story, practice=say(f"practice.{practice_for(moment)}"))


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
