"""What an examinee reads, and what is read from its answers."""

import json
import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files

from jungle.board_game import BoardGame
from jungle.exam.questions import Question
from jungle.exam.worlds import World
from jungle.geometry import BOARD
from jungle.pieces import Animal
from jungle.rules import Blockers
from jungle.rules_words import describe_rules
from jungle.svg import board

WORDS: dict[str, dict[str, str]] = json.loads(files(__package__).joinpath("prompts.json").read_text("utf-8"))
"""The sentences of the prompts by language."""


class View(Enum):
    """How the position is shown."""

    TEXT = "text"
    PICTURE = "picture"
    MOVES = "moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """How the questions are asked."""

    view: View = View.TEXT
    legal: bool = False
    """Whether the legal moves are listed."""
    retry: bool = False
    """Whether an illegal answer may be corrected once."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text, and perhaps a picture as SVG."""

    text: str
    picture: str = ""


def rules_prompt(world: World) -> str:
    """All rules of a world, in its language."""
    words, rules, grid = WORDS[world.language], world.rules, world.grid
    separator = words["separator"]
    rat, elephant = world.animals[0], world.animals[-1]

    def names(animals: Collection[Animal]) -> str:
        return separator.join(world.animals[animal - 1] for animal in sorted(animals))

    def squares(mask: int) -> str:
        return " ".join(world.square_name(square) for square in range(grid.squares) if mask >> square & 1)

    order = separator.join(
        world.animals[animal - 1] for animal in sorted(Animal, key=lambda animal: (-rules.rank(animal), animal))
    )
    letters = separator.join(f"{letter} {name}" for letter, name in zip(world.letters, world.animals, strict=True))
    takes, fails = words["takes"].split("|")
    blue, red = (world.square_name(den) for den in grid.dens if den is not None)
    lines = [
        words["head"],
        words["board"].format(files=" ".join(world.files), ranks=" ".join(world.ranks), letters=letters),
        words["turn"],
        words["dens"].format(blue=blue, red=red),
        words["capture"].format(order=order),
        words["mouse"].format(
            rat=rat,
            elephant=elephant,
            takes=takes if rules.rat_takes_elephant else fails,
            taken=takes if rules.elephant_takes_rat else fails,
        ),
        words["water"].format(water=squares(grid.water), swimmers=names(rules.swimmers)),
        words["jump"].format(names=names(rules.jumpers))
        + (" " if world.language == "en" else "")
        + words["free" if rules.blockers is Blockers.NONE else "blocked"].format(rat=rat),
        words[f"traps.{rules.traps.value}"].format(
            blue=squares(grid.traps[0]), red=squares(grid.traps[1]), all=squares(grid.traps[0] | grid.traps[1])
        ),
        words["draw"],
    ]
    return "\n".join(lines)


def question_prompt(question: Question, conditions: Conditions) -> Prompt:
    """How a question is asked under given conditions."""
    world = question.world
    if world is None:
        assert question.game is not None
        return _chance_prompt(question.game, conditions)
    assert question.start is not None
    words, material, picture = WORDS[world.language], question.material, ""
    sides = words["sides"].split("|")
    side = sides[question.state.side]
    match conditions.view:
        case View.TEXT:
            shown = f"{words['state'].format(side=side)}\n\n{world.board_text(material, question.state)}\n"
        case View.PICTURE:
            shown, picture = words["picture"].format(side=side), world.board_svg(material, question.state)
        case View.MOVES:
            shown = words["moves"].format(
                side=sides[question.start.side],
                placement=world.placement(material, question.start),
                moves=" ".join(_played(question)) or "-",
            )
    parts = [rules_prompt(world), shown]
    if conditions.legal:
        parts.append(words["legal"].format(legal=" ".join(sorted(question.values))))
    example = world.move_name(BOARD.parse_square("a3"), BOARD.parse_square("a4"))
    return Prompt("\n\n".join([*parts, words["ask"].format(example=example)]), picture)


def _played(question: Question) -> list[str]:
    assert question.world is not None
    assert question.start is not None
    state, played = question.start, []
    for number, to in question.moves:
        played.append(question.world.move_name(state.squares[number], to))
        state = state.after(number, to)
    return played


def _chance_prompt(game: BoardGame, conditions: Conditions) -> Prompt:
    hidden = ", ".join(map(str, game.hidden_pieces()))
    shown = f"{game}\n\nFace down (?) lie, in unknown order: {hidden}."
    picture = ""
    if conditions.view is View.PICTURE:
        picture, shown = board(game), f"The picture shows the board. Face down lie, in unknown order: {hidden}."
    elif conditions.view is View.MOVES:
        pieces = ((game.grid.square_name(square), piece) for square, piece in game.faces().items())
        shown = ", ".join(f"{square}: {piece or f'face down, one of {hidden}'}" for square, piece in pieces)
    rules = describe_rules(type(game)()).partition("\nThe board at the start")[0]
    return Prompt(WORDS["en"]["chance"].format(rules=rules, state=shown, side=game.side), picture)


def game_prompt(game: BoardGame, conditions: Conditions) -> Prompt:
    """How a move in a whole game is asked for."""
    rules, picture = describe_rules(type(game)(game.rules)), ""
    moves = " ".join(map(str, game.moves)) or "none"
    match conditions.view:
        case View.TEXT:
            shown = f"The board now:\n\n{game}\n\nThe moves so far: {moves}."
        case View.PICTURE:
            shown, picture = "The picture shows the board now.", board(game)
        case View.MOVES:
            shown = f"The moves so far: {moves}."
    legal = f" The legal moves: {' '.join(move.uci() for move in game.legal_moves())}." if conditions.legal else ""
    ask = WORDS["en"]["ask"].format(example="a3a4")
    return Prompt(f"{rules}\n{shown}\n\nYou play {game.side}, and it is your turn.{legal}\n\n{ask}", picture)


def again(question: Question | None, answer: str) -> str:
    """What is said after an illegal answer, if there is a second try."""
    language = "en" if question is None or question.world is None else question.world.language
    return WORDS[language]["again"].format(answer=answer[-40:])


def read_move(text: str, legal: Collection[str]) -> str | None:
    """The legal move of an answer: what follows the last `MOVE:`, or the whole answer if it is only a move."""
    named = re.findall(r"MOVE\s*[:：]\W*([a-z]\d)\W{0,3}([a-z]\d)", text, re.IGNORECASE)
    move = "".join(named[-1]).lower() if named else text.strip().lower()
    return move if move in legal else None


def read_chance(text: str) -> float | None:
    """The probability of an answer, from 0 to 1; None if there is none."""
    named: Sequence[str] = re.findall(r"PROBABILITY\s*[:：]\s*\**\s*([-+\w.]+(?:\s*%)?)", text, re.IGNORECASE)
    said = named[-1] if named else text.strip()
    try:
        value = float(said.rstrip("%. ")) / (100 if said.endswith("%") else 1)
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= 1 else None
