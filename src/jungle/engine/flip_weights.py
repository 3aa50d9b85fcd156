"""The weights of the face-down game's evaluation, in thousandths of a logit, as the core has them.

Animals are known by whom they take: `UP + prey * ENEMIES + hunters` is the weight of a face-up animal that can take so
many of the enemies still in the game, and can be taken by so many.
"""

ENEMIES = 9
UP = 0
HIDDEN = UP + ENEMIES * ENEMIES
HUNT = HIDDEN + ENEMIES * ENEMIES
"""Prey at a distance of 1 to 6, ours to move; …"""
WAIT = HUNT + 6
"""… and theirs."""
PLACE = WAIT + 6
"""A face-up piece in a corner, on an edge, inside."""
MOBILITY = PLACE + 3
BLOCKED = MOBILITY + 1
BESIDE_DOWN = BLOCKED + 1
MOVE = BESIDE_DOWN + 1
"""Being to move while something is hidden; …"""
LATE_MOVE = MOVE + 1
"""… and afterwards."""

# Written by tools/tune_flip.py.
# fmt: off
WEIGHTS = (
    1750, 1063, -172, -265, -358, -404, -530, 60, 60,
    1827, 717, -78, -296, -457, -492, -632, 60, 60,
    1560, 626, -4, -312, -355, -535, 60, 60, 60,
    1412, 617, -18, -329, -425, 80, 60, 60, 60,
    1355, 629, -36, -349, 210, 140, 70, 60, 60,
    1297, 627, -139, 340, 270, 200, 130, 60, 60,
    1301, 754, 470, 400, 330, 260, 190, 120, 60,
    820, 600, 530, 460, 390, 320, 250, 180, 110,
    880, 660, 590, 520, 450, 380, 310, 240, 170,
    1554, 1115, 373, 312, 90, -30, -126, 60, 60,
    1961, 1074, 391, 200, 23, -100, -244, 60, 60,
    1542, 1045, 481, 168, 53, -164, 60, 60, 60,
    1422, 935, 429, 101, -68, 72, 60, 60, 60,
    1357, 916, 375, 10, 189, 126, 63, 60, 60,
    1329, 866, 180, 306, 243, 180, 117, 60, 60,
    1273, 1026, 423, 360, 297, 234, 171, 108, 60,
    738, 540, 477, 414, 351, 288, 225, 162, 99,
    792, 594, 531, 468, 405, 342, 279, 216, 153,
    145, 66, -49, -85, -124, -137, 216, 46, -51,
    -83, -130, -146, 298, 290, 357, 79, 0, 0,
    16, 31,
)
