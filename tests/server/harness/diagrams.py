"""Boards as the play-by-email server drew them."""

SOURCE = """\
           a   b   c   d   e   f   g
        /+---+---+---+---+---+---+---+
       / |v7 |   | T |vvv| T |   |v6 | 9
      /  +---+---+---+---+---+---+---+
  RED<   |   |v4 |   | T |   |v2 |   | 8
      \\  +---+---+---+---+---+---+---+
       \\ |v1 |   |v5 |   |v3 |   |v8 | 7
        \\+---+---+---+---+---+---+---+
         |   | ~ | ~ |   | ~ | ~ |   | 6
         +---+---+---+---+---+---+---+
         |   | ~ | ~ |   | ~ | ~ |   | 5
         +---+---+---+---+---+---+---+
         |   | ~ | ~ |   | ~ | ~ |   | 4
        /+---+---+---+---+---+---+---+
       / | 8^|   | 3^|   | 5^|   | 1^| 3
      /  +---+---+---+---+---+---+---+
 BLUE<   |   | 2^|   | T |   | 4^|   | 2
      \\  +---+---+---+---+---+---+---+
       \\ | 6^|   | T |^^^| T |   | 7^| 1
        \\+---+---+---+---+---+---+---+
            a   b   c   d   e   f   g
"""

LEGEND = [
    "vvv: Red's Den",
    "^^^: Blue's Den",
    "T:   Trap",
    "~:   Water",
    "1-8: Playing pieces",
    "     initial locations",
]
SOURCE_WITH_LEGEND = "".join(
    f"{line:<49}{LEGEND[number - 2]}\n" if 2 <= number < 8 else f"{line}\n"
    for number, line in enumerate(SOURCE.splitlines())
)
