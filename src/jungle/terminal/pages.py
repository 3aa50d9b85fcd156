"""The welcome and help pages of the terminal game."""

from collections.abc import Sequence
from datetime import date

import jungle
from jungle.board_game import BoardGame
from jungle.language import Translator
from jungle.rules_text import rules_text
from jungle.terminal.ansi import centred, padded
from jungle.terminal.text_renderer import draw_rules

FRAME = 44
"""The columns inside the welcome page's frame."""
CELL = 9
"""The columns of a square on the page of squares, as on the board."""
SQUARE = CELL + 5
"""The same, including its walls and the gap to the next square."""


def welcome(say: Translator, columns: int = 80) -> str:
    """The welcome page, without its frame in a narrow window."""
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
    if columns < FRAME + 2:
        hint = say("terminal.welcome.hint").replace("-\n-", "").replace("\n", " ")
        return "".join(f"{line.strip()}\n" for line in [lines[0], hint, *lines[-3:]])
    edge = f"|{'-' * FRAME}|\n"
    return edge + "".join(f"|{padded(line, FRAME)}|\n" for line in lines) + edge


def ranks_page(say: Translator, game: BoardGame, columns: int = 80) -> str:
    """Help 1: the ranks of the animals, one per line in a narrow window."""
    rank = game.rules.rank
    pieces = [*game.hidden_pieces(0), *filter(None, game.faces(0).values())]
    animals = sorted({piece.animal for piece in pieces}, key=rank, reverse=True)
    rows = [
        [say("help.name"), *(say(f"animal.{animal}").capitalize() for animal in animals)],
        [say("help.rank"), *(str(rank(animal)) for animal in animals)],
        [say("help.chess"), *(say(f"terminal.chess.{animal}") for animal in animals)],
    ]
    lines = [*rows] if columns >= CELL * (len(animals) + 1) - 1 else [list(row) for row in zip(*rows, strict=True)]
    return "".join("".join(padded(word, CELL) for word in line).rstrip() + "\n" for line in lines)


def squares_page(say: Translator, columns: int = 80) -> str:
    """Help 2: the kinds of squares, four, two or one to a row, depending on the window."""
    per_row = 4 if columns >= 4 * SQUARE - 3 else 2 if columns >= 2 * SQUARE - 3 else 1
    kinds = ("land", "water", "den", "trap")
    return "".join(_squares(say, kinds[start : start + per_row]) for start in range(0, len(kinds), per_row))


def _squares(say: Translator, kinds: Sequence[str]) -> str:
    marks = {kind: centred(say(f"terminal.{kind}"), CELL) for kind in ("den", "trap")}
    fills = [("/" if kind == "water" else " ") * CELL for kind in kinds]
    floors = [("+" if kind == "water" else "-") * CELL for kind in kinds]
    walls = [[marks.get(kind, fill) for kind, fill in zip(kinds, fills, strict=True)], fills, floors]
    lines = [
        "   ".join(f" {'-' * CELL} " for _ in kinds).rstrip(),
        *("   ".join(f"|{part}|" for part in parts) for parts in walls),
        "   ".join(centred(say(f"help.{kind}"), CELL + 2) for kind in kinds).rstrip(),
    ]
    return "".join(f"{line}\n" for line in lines)


def has_menu(say: Translator, game: BoardGame) -> bool:
    """Whether a game's help has several pages to choose from in a menu."""
    return f"help.{game.kind}.menu" in say


def help_page(say: Translator, game: BoardGame, columns: int) -> str:
    """The help of a game without a menu: its own page or, if it has none, a general one."""
    if f"help.{game.kind}" in say:
        return say(f"help.{game.kind}", limit=game.rules.quiet_limit or "∞") + "\n"
    return "\n".join([ranks_page(say, game, columns), say("help.commands") + "\n", say("help.more") + "\n"])


def menu_page(say: Translator, option: str, game: BoardGame, columns: int) -> str | None:
    """The page for a menu option: 1 to 5, or 4a to 4c, which mention how the rules in play differ."""
    match option:
        case "1":
            return ranks_page(say, game, columns)
        case "2":
            return squares_page(say, columns)
        case "3":
            return say("help.commands") + "\n"
        case "4b":
            return say(f"help.{game.kind}.4b") + "\n"
        case "4a" | "4c":
            notes = _rule_notes(say, game)
            if option == "4c" and (draws := draw_rules(say, game)):
                notes.append(
                    "\n".join([say("help.draws"), *(f"{number}. {rule}" for number, rule in enumerate(draws, start=1))])
                )
            return say(f"help.{game.kind}.{option}") + "\n" + "".join(f"\n{note}\n" for note in notes)
        case "5":
            return say("help.more") + "\n"
        case _:
            return None


def _rule_notes(say: Translator, game: BoardGame) -> list[str]:
    """How the rules of this game differ from those on the page."""
    base, _, differences = rules_text(game.rules).partition(":")
    notes = [say(f"help.rules.{base}")] if f"help.rules.{base}" in say else []
    if differences:
        notes.append(say("help.rules.house", rules=differences.replace(",", "\n")))
    return notes
