"""The help page that `help` and `jungle help` mail."""

from jungle.games import GAMES
from jungle.server.mail.boards import board_text
from jungle.server.mail.parser import GENERAL, OF_A_GAME

INTRODUCTION = """\
Jungle by mail
==============

Write a command into the subject of a mail; the body matters only to "chat"
and "message". The password is your mail password, which is not the one you
sign in with on the web. A board is the number of a game, or its web id.

"""

MOVING = """\
Moving
------
A move is four characters: the rank of the piece (1 to 8), "-" or "x" for a
capture, and the square it goes to: 1-g4, 8-B3, 2xb7. Coordinates work too:
a3a4. In the face-down game b2 turns a piece up and b2b3 moves one. With "#3"
after it, a move counts only if it is the third; otherwise you get the board
as it stands. Instead of a move you may send:

    resign
    propose draw | propose undo
    accept draw | accept undo
    reject draw | reject undo

After each move both players get the list of moves and the board, each with
their own den at the bottom. "small" (21 rows) and "large" (39 rows) set the
size of the boards in all of your current games. "submit" keeps a move until
you "confirm" it; "preview" shows the board after some moves without playing
them.

Challenges
----------
The player named first moves first (Blue), and only one of the two may send
the challenge. The other accepts or declines it.
Options: -rules=gamerz|standard|leiden, -days=7, -unrated.

"""

RULES = """\
The rules (gamerz)
------------------
Seven files, nine ranks; Blue's den is d1, Red's d9. A piece moves one square
up, down, left or right. Enter the other den, or take all the other pieces,
and you win; your own den is closed to you. 1 rat, 2 cat, 3 dog, 4 wolf,
5 leopard (or cougar), 6 tiger, 7 lion, 8 elephant: each takes its equals and
those below it. The rat takes the elephant, and is safe from it. A piece in
one of your traps (T) can be taken by any of your pieces. Only the rat swims
(~), and from the water it takes no elephant. Tiger and lion jump over water,
along files and ranks, unless a rat swims in their way. You may not bring
about a position for the third time with a piece that could take the one your
opponent has just moved.

"""

LEGEND = (
    "vvv: Red's Den",
    "^^^: Blue's Den",
    "T:   Trap",
    "~:   Water",
    "1-8: Playing pieces",
    "     initial locations",
)
LEGEND_COLUMN = 49
FIRST_RANK_ROW = 2


def help_text(subject: tuple[str, ...] = ()) -> str:
    """The whole page, or what it says about one command."""
    if subject:
        wanted = " ".join(subject).lower()
        lines = [usage for usage in _usages() if wanted in usage.lower()]
        if lines:
            return "\n".join(lines) + "\n"
    commands = "Commands\n--------\n" + "".join(f"    {usage}\n" for usage in _usages()) + "\n"
    return INTRODUCTION + commands + MOVING + RULES + _map()


def _usages() -> list[str]:
    return [*GENERAL.values(), *(f"jungle {usage}" for usage in OF_A_GAME.values())]


def _map() -> str:
    """The initial arrangement, with a legend on its right."""
    rows = board_text(GAMES["jungle"].new("gamerz")).splitlines()
    for number, line in enumerate(LEGEND, start=FIRST_RANK_ROW):
        rows[number] = f"{rows[number]:<{LEGEND_COLUMN}}{line}"
    return "\n".join(rows) + "\n"
