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
    1592, 748, -112, -224, -230, -264, -267, 60, 60,
    1398, 497, -88, -241, -303, -330, -373, 60, 60,
    1275, 488, -19, -214, -259, -310, 60, 60, 60,
    1113, 500, -36, -168, -266, 80, 60, 60, 60,
    1058, 497, 24, -143, 210, 140, 70, 60, 60,
    1047, 522, 78, 340, 270, 200, 130, 60, 60,
    986, 550, 470, 400, 330, 260, 190, 120, 60,
    820, 600, 530, 460, 390, 320, 250, 180, 110,
    880, 660, 590, 520, 450, 380, 310, 240, 170,
    1494, 996, 319, 194, 97, 37, 27, 60, 60,
    1481, 634, 278, 148, 26, -26, -78, 60, 60,
    1265, 730, 343, 161, 47, 6, 60, 60, 60,
    1204, 725, 345, 171, 19, 72, 60, 60, 60,
    1155, 753, 316, 122, 189, 126, 63, 60, 60,
    1207, 752, 386, 306, 243, 180, 117, 60, 60,
    1115, 775, 423, 360, 297, 234, 171, 108, 60,
    738, 540, 477, 414, 351, 288, 225, 162, 99,
    792, 594, 531, 468, 405, 342, 279, 216, 153,
    88, 51, -28, -40, -66, -95, 130, 38, -33,
    -46, -67, -94, 259, 259, 288, 47, -6, 2,
    -6, -14,
)
