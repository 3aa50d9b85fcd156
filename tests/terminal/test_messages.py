"""Every message of the manual's sections on invalid commands and errors, word for word."""

from pathlib import Path

from jungle import STANDARD
from tests.terminal.sessions import begun

OCCUPIED = "Can't move to next step! The position is occupied by other animals."
OUT_OF_RANGE = "Can't move to next step! The position is out of range."
RIVER = "Can't move to next step! Only Rat can move into the river."
JUMPERS = "Can't jump! Only Tiger and Lion can jump."
DEN = "Can't move to next step! You can't move to your side's den."
SPELLING = "Please spell the full name of the chess correctly (e.g. 'tiger for TIGE')."
DIRECTION = "Please spell the direction correctly (up/down/left/right)."
NO_JUMPERS = "Can't jump! No animal can jump in this game."
BLOCKED = "Can't jump over the river because a rat is blocking the way."

START = STANDARD.start + " b"
# The boards shown in the manual.
BESIDE_LEOPARD_AND_LION = "l5t/1d3c1/1p2wL1/1r5/7/4R1e/ECW4/4PD1/T6 r"
ELEPHANT_ABOVE_RAT = "l5t/1d3c1/2p1wL1/2r4/6e/6R/ECW3D/4P2/T6 r"
RAT_IN_RIGHT_RIVER = "l5t/1d3c1/2p1wL1/2r4/6e/5R1/ECW3D/4P2/T6 b"

# A position, the input, and the answer; None for a legal move.
ANSWERS = [
    (START, "", "Command cannot be empty."),
    (START, " \t ", "Command cannot be empty."),
    (START, "move tigher upp", SPELLING),
    (START, "move tige up", SPELLING),
    (START, "jump leo up", SPELLING),
    (START, "move tiger upp", DIRECTION),
    (START, "jump wolf upward", DIRECTION),
    (START, "mvoe tiger up", "Please input a correct command (move/jump/help/defeat/exit)."),
    (
        START,
        "move tiger",
        "Please match your input with the following format: move <animal_name> <direction> (e.g. move lion left).",
    ),
    (START, "move elephant left", OUT_OF_RANGE),
    (START, "MOVE  Lion  RIGHT", OUT_OF_RANGE),
    (START, "jump tiger left", "Can't jump! The position is out of range."),
    (BESIDE_LEOPARD_AND_LION, "move dog down", OCCUPIED),
    (BESIDE_LEOPARD_AND_LION, "move wolf right", OCCUPIED),
    (ELEPHANT_ABOVE_RAT, "move elephant down", OCCUPIED),
    ("l5t/1d3c1/r1p1w1e/7/7/7/E1W1PDR/1C5/T5L b", "move dog up", RIVER),
    (ELEPHANT_ABOVE_RAT, "move elephant left", RIVER),
    (ELEPHANT_ABOVE_RAT, "jump wolf down", JUMPERS),
    *((START, f"jump {animal} up", JUMPERS) for animal in ("elephant", "leopard", "wolf", "dog", "cat", "rat")),
    (RAT_IN_RIGHT_RIVER, "jump lion down", BLOCKED),
    (START, "jump lion up", "Can't jump! There is no river to jump over in that direction."),
    ("7/7/7/7/7/7/e6/7/4P2 b", "move leopard left", DEN),
    ("e6/3t3/7/7/7/7/7/7/4P2 r", "move tiger up", DEN),
    (
        "7/7/7/7/7/7/5L1/7/r6 b",
        "move lion up",
        f'{RIVER} (By "jump" command the lion can jump over it.)',
    ),
    ("7/7/5d1/7/7/7/5L1/7/r6 b", "jump lion up", None),
    ("7/7/5e1/7/7/7/5L1/7/r6 b", "jump lion up", "Can't jump! The position is occupied by other animals."),
    ("7/7/5T1/7/7/7/5L1/7/r6 b", "jump lion up", "Can't jump! The position is occupied by other animals."),
    (
        "7/7/7/7/7/7/5L1/7/r6 b",
        "move cat up",
        "Can't move to next step! Your cat is not on the chessboard any more.",
    ),
    ("7/7/7/7/7/7/5L1/7/r6 b", "jump tiger up", "Can't jump! Your tiger is not on the chessboard any more."),
    (START, "a3a5", "Can't move to next step! The position is too far away."),
    (START, "a4a5", "Can't move to next step! There is no chess of yours on that position."),
    (START, "a7a6", "Can't move to next step! There is no chess of yours on that position."),
    (START, "8-a3", "Can't move to next step! The position is too far away."),
    (START, "5-e4", RIVER),
    (START, "e3e4", RIVER),
    (START, "8xa4", "Please write '-' for a move to an empty square and 'x' for a capture (8-a4)."),
    (
        START,
        "a9a10",
        "Please name the squares from a1 to g9 (e.g. a3a4), or as they are numbered on the board (e.g. 0203).",
    ),
    (START, "undo", "There is no move to take back."),
    (START, "help me", "Please input an option from 1 to 5."),
    (START, "defeat now", 'Just type "defeat".'),
    (START, "flip over", 'Just type "flip".'),
]

# The same under other rules.
ANSWERS_BY_RULES = [
    ("standard:swimmers=RD", START, "move leopard up", RIVER.replace("Rat", "Rat and Dog")),
    ("standard:swimmers=RCD", START, "move leopard up", RIVER.replace("Rat", "Rat, Cat and Dog")),
    (
        "standard:jumps_sideways=-,jumps_forward=L",
        START,
        "jump tiger up",
        JUMPERS.replace("Tiger and Lion", "Lion"),
    ),
    (
        "standard:jumps_sideways=-,jumps_forward=-",
        START,
        "jump tiger up",
        "Can't jump! No animal can jump in this game.",
    ),
    ("leiden", ELEPHANT_ABOVE_RAT, "move elephant down", None),
]

CHINESE_ANSWERS = [
    ("", "命令不能为空。"),
    ("走 考拉 上", "请正确写出棋子的全名 (例如 'tiger' 或 '虎')。"),
    ("走虎前", "请正确写出方向 (up上/down下/left左/right右)。"),
    ("走象左", "不能走到下一步！该位置超出了棋盘。"),
    ("跳狼上", "不能跳！只有虎和狮能跳。"),
    ("走豹上", "不能走到下一步！只有鼠能进入河里。"),
    ("ｍｏｖｅ　ｅｌｅｐｈａｎｔ　ｌｅｆｔ", "不能走到下一步！该位置超出了棋盘。"),
    ("8-ａ9", "不能走到下一步！该位置太远了。"),
    ("退出 现在", '只需输入 "exit"。'),
]


def test_each_refusal_says_what_is_wrong(tmp_path: Path) -> None:
    wrong = []
    for rules, fen, line, answer in [*(("standard", *row) for row in ANSWERS), *ANSWERS_BY_RULES]:
        session = begun(tmp_path, fen=fen, rules=rules)
        prompt = session.prompt
        text = session.feed(line)
        is_refused = text == f"{answer}\n" and session.prompt == prompt  # The turn is not lost.
        is_right = "-ROUND 2-\n" in text if answer is None else is_refused
        wrong += [] if is_right else [(rules, fen, line, text)]
    assert not wrong


def test_each_refusal_says_what_is_wrong_in_chinese(tmp_path: Path) -> None:
    session = begun(tmp_path, fen=START, lang="zh")
    answers = [(line, session.feed(line)) for line, _ in CHINESE_ANSWERS]
    assert answers == [(line, f"{answer}\n") for line, answer in CHINESE_ANSWERS]
