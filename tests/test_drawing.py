from jungle import Position
from tests.drawing import drawn


def test_a_drawn_board_reads_back() -> None:
    position = Position.initial()
    assert drawn(str(position)).board == position.board


def test_the_start_as_it_is_drawn_in_the_rules() -> None:
    assert (
        drawn("""
        9  l . # * # . t
        8  . d . # . c .
        7  r . p . w . e
        6  . ~ ~ . ~ ~ .
        5  . ~ ~ . ~ ~ .
        4  . ~ ~ . ~ ~ .
        3  E . W . P . R
        2  . C . # . D .
        1  T . # * # . L

           a b c d e f g
        """)
        == Position.initial()
    )
