"""The pages of the terminal game: welcome and help."""

from collections.abc import Sequence
from datetime import date

import jungle
from jungle.house_rules import rules_text
from jungle.language import Speaker
from jungle.pieces import Animal
from jungle.rules import Rules
from jungle.terminal.paint import centred, padded

FRAME = 44
"""The columns inside the welcome page's frame."""
CELL = 9
"""The columns of a square on the page of squares, as on the board."""


def welcome(say: Speaker) -> str:
    """The page that a game begins with."""
    updated = date.fromisoformat(jungle.__date__)
    month = say("terminal.months").split()[updated.month - 1]
    day = say("terminal.date", year=updated.year, month=month, day=updated.day)
    lines = [
        centred(say("terminal.welcome.title"), FRAME),
        *(" " + line for line in say("terminal.welcome.hint").splitlines()),
        "",
        "",
        " " + say("terminal.welcome.version", version=jungle.__version__),
        " " + say("terminal.welcome.date", date=day),
        " " + say("terminal.welcome.licence"),
    ]
    edge = f"|{'-' * FRAME}|\n"
    return edge + "".join(f"|{padded(line, FRAME)}|\n" for line in lines) + edge


def ranks_page(say: Speaker) -> str:
    """Help 1: the rank of the chess."""
    animals = sorted(Animal, reverse=True)
    return _table(
        [
            [say("terminal.help.name"), *(say(f"animal.{animal}").capitalize() for animal in animals)],
            [say("terminal.help.rank"), *(str(int(animal)) for animal in animals)],
            [say("terminal.help.chess"), *(say(f"terminal.chess.{animal}") for animal in animals)],
        ]
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    return "".join("".join(padded(word, CELL) for word in row).rstrip() + "\n" for row in rows)


def squares_page(say: Speaker) -> str:
    """Help 2: the square categories."""
    roof, floor, empty, water = "-" * CELL, "-" * CELL, " " * CELL, "/" * CELL
    den, trap = centred(say("terminal.den"), CELL), centred(say("terminal.trap"), CELL)
    names = [say(f"terminal.help.{kind}") for kind in ("land", "water", "den", "trap")]
    return (
        "   ".join([f" {roof} "] * 4).rstrip()
        + "\n"
        + "".join(
            "   ".join(f"|{part}|" for part in parts) + "\n"
            for parts in ([empty, water, den, trap], [empty, water, empty, empty], [floor, "+" * CELL, floor, floor])
        )
        + "   ".join(centred(name, CELL + 2) for name in names).rstrip()
        + "\n"
    )


def help_page(say: Speaker, option: str, rules: Rules) -> str:
    """The page of an option: 1 to 5, or 4a to 4c, which tell of other rules where the game has them."""
    if option == "1":
        return ranks_page(say)
    if option == "2":
        return squares_page(say)
    page = say(f"terminal.help.{option}") + "\n"
    return page + "".join(f"\n{note}\n" for note in _rule_notes(say, rules)) if option in ("4a", "4c") else page


def _rule_notes(say: Speaker, rules: Rules) -> list[str]:
    """In what the rules of this game differ from those on the page."""
    base, _, differences = rules_text(rules).partition(":")
    notes = [] if base == "standard" else [say(f"terminal.help.rules.{base}")]
    if differences:
        notes.append(say("terminal.help.rules.house", rules=differences.replace(",", "\n")))
    return notes
