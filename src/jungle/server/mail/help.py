"""The help page sent by `help` and `jungle help`."""

from jungle.games import GAMES
from jungle.server.mail.boards import board_text
from jungle.server.mail.parser import GENERAL, OF_A_GAME

INTRODUCTION = """\
Jungle by email
===============

Write a command in the subject of an email. The body is used only by "chat"
and "message". The password is your play-by-email password, not the one you
use to log in on the web. A board is the number of a game, or its id on the
web.

"""

MOVING = """\
Moving
------
A move is four characters: the rank of the piece (1 to 8), "-" or "x" for a
capture, and the target square: 1-g4, 8-B3, 2xb7. Coordinates work too: a3a4.
In the face-down game, b2 flips a piece and b2b3 moves one. Add a move number,
such as "#3", and the move is played only if it is the third; otherwise you
get the current board. Instead of a move you can send:

    resign
    propose draw | propose undo
    accept draw | accept undo
    reject draw | reject undo

After each move, both players get the move list and the board, each with
their own den at the bottom. "small" (21 rows) and "large" (39 rows) set the
size of the boards in all your current games. "submit" stores a move until
you "confirm" it; "preview" shows the board after some moves without playing
them.

Challenges
----------
The player named first is Blue and moves first. The challenge must be sent by
one of the two players; the other accepts or declines it.
Options: -rules=gamerz|standard|leiden, -days=7, -unrated.

"""

RULES = """\
The rules (gamerz)
------------------
The board has seven files and nine ranks; Blue's den is d1, Red's is d9. A
piece moves one square up, down, left or right. You win by entering the
opponent's den or by capturing all the opponent's pieces; you may not enter
your own den. From weakest to strongest: 1 rat, 2 cat, 3 dog, 4 wolf,
5 leopard (or cougar), 6 tiger, 7 lion, 8 elephant. Each captures pieces of
its own rank and below. The rat captures the elephant, and the elephant cannot
capture the rat. A piece in one of your traps (T) can be captured by any of
your pieces. Only the rat can swim (~), and it cannot capture an elephant from
the water. Tigers and lions jump over water, along files and ranks, unless a
rat is in the way. You may not repeat a position for the third time by moving
a piece that could capture the one your opponent has just moved.

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
    """The whole page, or the lines about one command."""
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
