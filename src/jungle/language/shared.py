"""The words of the game: animals, sides, endings."""

MESSAGES = {
    "side.blue": ("Blue", "蓝方"),
    "side.red": ("Red", "红方"),
    "animal.rat": ("rat", "鼠"),
    "animal.cat": ("cat", "猫"),
    "animal.dog": ("dog", "狗"),
    "animal.wolf": ("wolf", "狼"),
    "animal.leopard": ("leopard", "豹"),
    "animal.tiger": ("tiger", "虎"),
    "animal.lion": ("lion", "狮"),
    "animal.elephant": ("elephant", "象"),
    "ending.den": ("by entering the den", "攻入兽穴"),
    "ending.capture": ("by capturing the last piece", "吃光对方棋子"),
    "ending.no moves": ("because the opponent cannot move", "对方无棋可走"),
    "ending.repetition": ("the position occurred three times", "局面三次重复"),
    "ending.quiet": ("too long without a capture", "长时间没有吃子"),
    "ending.resignation": ("by resignation", "对方认输"),
    "ending.agreement": ("by agreement", "双方同意和棋"),
    "ending.timeout": ("on time", "对方超时"),
    "ending.adjudication": ("by adjudication", "裁定"),
}
