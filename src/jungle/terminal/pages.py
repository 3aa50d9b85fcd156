"""The pages of the terminal game: welcome and help."""

from datetime import date

import jungle
from jungle.boardgame import AnyGame
from jungle.house_rules import rules_text
from jungle.language import Speaker
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


def ranks_page(say: Speaker, game: AnyGame) -> str:
    """Help 1: the rank of the chess."""
    rank = game.rules.rank
    pieces = [*game.hidden(0), *filter(None, game.faces(0).values())]
    animals = sorted({piece.animal for piece in pieces}, key=rank, reverse=True)
    rows = [
        [say("help.name"), *(say(f"animal.{animal}").capitalize() for animal in animals)],
        [say("help.rank"), *(str(rank(animal)) for animal in animals)],
        [say("help.chess"), *(say(f"terminal.chess.{animal}") for animal in animals)],
    ]
    return "".join("".join(padded(word, CELL) for word in row).rstrip() + "\n" for row in rows)


def squares_page(say: Speaker) -> str:
    """Help 2: the square categories."""
    roof, floor, empty, water = "-" * CELL, "-" * CELL, " " * CELL, "/" * CELL
    den, trap = centred(say("terminal.den"), CELL), centred(say("terminal.trap"), CELL)
    names = [say(f"help.{kind}") for kind in ("land", "water", "den", "trap")]
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


def has_menu(say: Speaker, game: AnyGame) -> bool:
    """Has the help on a game several pages, to be chosen from a menu?"""
    return f"help.{game.kind}.menu" in say


def help_page(say: Speaker, game: AnyGame) -> str:
    """All the help on a game without a menu: its own page or, where nobody has written one, what holds for any game."""
    if f"help.{game.kind}" in say:
        return say(f"help.{game.kind}", limit=game.rules.quiet_limit or "∞") + "\n"
    return "\n".join([ranks_page(say, game), say("help.commands") + "\n", say("help.more") + "\n"])


def menu_page(say: Speaker, option: str, game: AnyGame) -> str | None:
    """The page of an option of the menu: 1 to 5, or 4a to 4c, which tell of other rules where the game has them."""
    match option:
        case "1":
            return ranks_page(say, game)
        case "2":
            return squares_page(say)
        case "3":
            return say("help.commands") + "\n"
        case "4b":
            return say(f"help.{game.kind}.4b") + "\n"
        case "4a" | "4c":
            notes = "".join(f"\n{note}\n" for note in _rule_notes(say, game))
            return say(f"help.{game.kind}.{option}") + "\n" + notes
        case "5":
            return say("help.more") + "\n"
        case _:
            return None


def _rule_notes(say: Speaker, game: AnyGame) -> list[str]:
    """In what the rules of this game differ from those on the page."""
    base, _, differences = rules_text(game.rules).partition(":")
    notes = [say(f"help.rules.{base}")] if f"help.rules.{base}" in say else []
    if differences:
        notes.append(say("help.rules.house", rules=differences.replace(",", "\n")))
    return notes
