"""Animals on the shore of a river, and what they may do there."""

from jungle import (
    Rules,
)
from tests.drawing import drawn, targets

# A shore with rats of both sides in every arrangement that the rule sets judge differently.
SHORE = """
    9  . . # * # . .
    8  . . . # . . .
    7  . . . . . . .
    6  . ~ ~ . ~ ~ .
    5  {} {} ~ . ~ ~ .
    4  . ~ ~ . ~ ~ .
    3  . . . . . . .
    2  . . . # . . .
    1  . . # * # . .
"""


def shore(land: str, water: str, side: str, rules: Rules | str) -> set[str]:
    """The legal moves of a piece on a5, with another piece in the water on b5."""
    mine = "a5" if (land.isupper() if side == "b" else land.islower()) else "b5"
    return targets(drawn(SHORE.format(land, water), side, rules=rules), mine)


JUMPS = """
    9  . . # * # . .
    8  . . . # . . .
    7  . . . . . . .
    6  . ~ ~ . ~ ~ .
    5  . ~ ~ {} ~ ~ .
    4  . ~ ~ . ~ ~ .
    3  . {} . . . . .
    2  . . . # . . .
    1  . . # * # . c
"""


RAT_BELOW = """
    9  . . # * # . .
    8  . . . # . . .
    7  . . . . . . .
    6  . {} ~ . ~ ~ .
    5  . {} ~ . ~ ~ .
    4  . {} {} . ~ ~ .
    3  . L . . . . .
    2  . . . # . . .
    1  . . # * # . c
"""


TRAP = """
    9  . . # * # . .
    8  . . . # . . .
    7  . . . . . . .
    6  . ~ ~ . ~ ~ .
    5  . ~ ~ . ~ ~ .
    4  . ~ ~ . ~ ~ .
    3  . . . {} . . .
    2  . . . {} {} . .
    1  . . # * # . .
"""
