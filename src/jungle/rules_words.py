"""A rule set in plain English, generated from its fields: house rules are described as exactly as named ones."""

from collections.abc import Collection, Iterator
from typing import TypeGuard

from jungle.board_game import BoardGame
from jungle.flip.rules import FlipRules
from jungle.geometry import DENS
from jungle.pieces import Animal
from jungle.rules import BaseRules, Blockers, EqualRanks, Repetition, Rules, Stalemate, Traps
from jungle.rules_text import rules_text

NOTATION = "Moves are written as origin and target squares, such as a3a4."


def describe_rules(game: BoardGame) -> str:
    """The rules of a game as numbered sentences, with its board."""
    sentences = list(_sentences(game))
    lines = [f"# {game.kind}, {rules_text(game.rules)} rules", ""]
    lines += [f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1)]
    return "\n".join([*lines, "", "The board at the start:", "", "```", str(game), "```", ""])


def _sentences(game: BoardGame) -> Iterator[str]:
    rules = game.rules
    grid = game.grid
    yield (
        f"The board has {grid.files} files (a to {grid.file_names[-1]}, left to right) and {grid.ranks} ranks "
        "(1 at the bottom). Upper-case letters are Blue's pieces, lower-case letters Red's: "
        + ", ".join(f"{animal.letter.upper()} {animal}" for animal in reversed(Animal))
        + "."
    )
    yield "The players move in turn, one piece one square up, down, left or right, never diagonally."
    if _is_jungle(rules):
        blue, red = (grid.square_name(den) for den in DENS)
        yield f"Blue's den is {blue} and Red's is {red}. No piece may enter its own den."
        yield "You win by moving any piece into the enemy's den, or by capturing all enemy pieces."
    elif isinstance(rules, FlipRules):
        yield (
            "All pieces start face down (?) in random squares. A move turns up one face-down piece of either side "
            "(written as its square, such as b2), or moves one of your own face-up pieces."
        )
        yield "A face-down piece cannot move or be captured. You win when the enemy has no pieces left."
        if rules.first_flip_decides:
            yield "The first player plays the colour of the first piece turned up."
    yield from _captures(rules)
    if _is_jungle(rules):
        yield from _terrain(rules)
        yield (
            "A player without a legal move " + ("loses." if rules.stalemate is Stalemate.LOSES else "draws the game.")
        )
    else:
        yield "A player without a legal move loses."
    match rules.repetition:
        case Repetition.DRAWS:
            yield "The game is a draw when a position occurs for the third time."
        case Repetition.CHASE:
            yield "A side that chases the same piece may not bring about the same position for the third time."
        case Repetition.ALLOWED:
            yield "Positions may repeat without limit."
    if rules.quiet_limit is not None:
        flip = "" if _is_jungle(rules) else " or flip"
        yield f"The game is a draw after {rules.quiet_limit} moves in a row, by both sides, without a capture{flip}."
    yield NOTATION


def _captures(rules: BaseRules) -> Iterator[str]:
    order = sorted(Animal, key=lambda animal: -rules.rank(animal))
    equal = "equal or lower rank" if rules.equal_ranks is EqualRanks.CAPTURES else "lower rank"
    ranks = ", ".join(f"{animal} {rules.rank(animal)}" for animal in order)
    yield f"You capture by moving onto an enemy piece of {equal}. The ranks: {ranks}."
    if rules.equal_ranks is EqualRanks.BOTH_VANISH:
        yield "If a piece captures one of equal rank, both are removed."
    yield "The rat captures the elephant." if rules.rat_takes_elephant else "The rat cannot capture the elephant."
    yield "The elephant captures the rat." if rules.elephant_takes_rat else "The elephant cannot capture the rat."


def _terrain(rules: Rules) -> Iterator[str]:
    yield f"The squares shown as ~ are water. Only these may enter it: {_listed(rules.swimmers)}."
    across = "A piece cannot capture from water to land or from land to water"
    allowed = [
        text
        for text, is_allowed in (
            ("a rat in the water may capture a rat on land", rules.water_rat_takes_land_rat),
            ("a rat on land may capture a rat in the water", rules.land_rat_takes_water_rat),
            ("a rat in the water may capture an elephant on land", rules.water_rat_takes_elephant),
        )
        if is_allowed
    ]
    yield f"{across}{', except that ' if allowed else ''}{' and '.join(allowed)}."
    if rules.jumpers:
        yield (
            "Jumpers cross the water in a straight line to the first land square, and may capture there. Along a file: "
            f"{_listed(rules.jumps_forward)}; along a rank: {_listed(rules.jumps_sideways)}."
        )
        match rules.blockers:
            case Blockers.EITHER:
                yield "A rat of either side in the water on the way blocks a jump."
            case Blockers.ENEMY:
                yield "Only an enemy rat in the water on the way blocks a jump."
            case Blockers.NONE:
                yield "Rats do not block jumps."
    match rules.traps:
        case Traps.ENEMY:
            yield "The squares shown as # next to a den are its owner's traps. Any piece may capture an enemy in them."
        case Traps.ANY:
            yield "The squares shown as # are traps. Any piece captures any enemy in a trap."
        case Traps.NONE:
            yield "The squares shown as # have no effect."
    if not rules.trapped_captures:
        yield "A piece in an enemy trap cannot capture."


def _is_jungle(rules: BaseRules) -> TypeGuard[Rules]:
    return isinstance(rules, Rules)


def _listed(animals: Collection[Animal]) -> str:
    return ", ".join(map(str, sorted(animals))) or "none"
