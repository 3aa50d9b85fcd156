"""The face-down game's texts in the terminal; the rest it shares with the terminal game."""

MESSAGES = {
    "flip.side.red": ("red", "红方"),
    "flip.side.blue": ("blue", "蓝方"),
    "flip.Side.red": ("Red", "红方"),
    "flip.Side.blue": ("Blue", "蓝方"),
    "flip.side.first": ("first", "先手"),
    "flip.mark.red": ("-RED-", "-红-"),
    "flip.mark.blue": ("-BLUE-", "-蓝-"),
    "flip.strategy.biggest-first": ("biggest-first", "大者优先"),
    "flip.strategy.rat-first": ("rat-first", "鼠优先"),
    "flip.strategy.random": ("random", "随机"),
    "flip.ask.mode": (
        "Please choose your play mode (friend/computer): ",
        "请选择对局方式 (friend朋友/computer电脑): ",
    ),
    "flip.ask.mode.wrong": ("Please input 'friend' or 'computer'.", "请输入 'friend' 或 'computer'（朋友/电脑）。"),
    "flip.ask.strategy": (
        "Please choose the computer's strategy ({strategies}): ",
        "请选择电脑的策略 ({strategies}): ",
    ),
    "flip.ask.strategy.wrong": ("Please input one of {strategies}.", "请输入 {strategies} 之一。"),
    "flip.ask.colour": (
        "Please choose your colour (red/blue, red moves first): ",
        "请选择您的颜色 (red红/blue蓝，红方先走): ",
    ),
    "flip.ask.colour.wrong": ("Please input 'red' or 'blue'.", "请输入 'red' 或 'blue'（红/蓝）。"),
    "flip.ask.command": (
        "Please input your command (flip/move/help/defeat/exit): ",
        "请输入命令 (flip翻/move走/help帮助/defeat认输/exit退出): ",
    ),
    "flip.ask.flip": ("Which piece to flip (e.g. b2): ", "翻哪个棋子 (例如 b2): "),
    "flip.ask.from": ("Move from (e.g. b2): ", "从哪里走 (例如 b2): "),
    "flip.ask.to": ("Move to (e.g. b3): ", "走到哪里 (例如 b3): "),
    "flip.unknown": (
        "Please input a correct command (flip/move/help/defeat/exit).",
        "请输入正确的命令 (flip翻/move走/help帮助/defeat认输/exit退出)。",
    ),
    "flip.square": ("Please name a square from a1 to d4 (e.g. b2).", "请写出 a1 到 d4 的格子 (例如 b2)。"),
    "flip.format": (
        (
            "Please match your input with the following format: move <from> <to> (e.g. move b2 b3) "
            "or move <animal_name> <direction> (e.g. move lion left)."
        ),
        "请按以下格式输入：move <从> <到> (例如 move b2 b3)，或 move <动物> <方向> (例如 走 狮 左)。",
    ),
    "flip.turned up": ("The piece on {square} is {side} {animal}!", "{square} 的棋子是{side}的{animal}！"),
    "flip.captures": ("{animal} captures {prey}!", "{animal}吃掉{prey}！"),
    "flip.trade": ("{animal} meets {prey}: both disappear!", "{animal}遇到{prey}：同归于尽！"),
    "flip.words.flip": ("flip {square}", "翻 {square}"),
    "flip.words.move": ("move {origin} {target}", "走 {origin} {target}"),
    "flip.plays": ("{side} player (computer, {strategy}): {words}", "{side}（电脑，{strategy}）：{words}"),
    "flip.cannot.flip": ("Can't flip! {why}", "不能翻！{why}"),
    "flip.why.no face-down": ("There is no face-down piece on that position.", "该位置没有未翻开的棋子。"),
    "flip.why.face down": ("The piece on that position is still face down.", "该位置的棋子还没有翻开。"),
    "flip.why.not there": ("Your {animal} is not face up on the board.", "您的{animal}不在棋盘上，或还没有翻开。"),
    "flip.loop": (
        "the largest loop number is reached (rounds without a flip or a capture: {limit})",
        "达到最大循环数（没有翻棋或吃子的回合数：{limit}）",
    ),
    "flip.no undo": ("A piece that was turned up can't be turned down again.", "翻开的棋子不能再翻回去。"),
    "flip.no colours": (
        "Please flip a piece first: nobody has a colour yet.",
        "请先翻一个棋子：双方还没有颜色。",
    ),
    "flip.help": (
        (
            "-Rank of the chess-\n"
            "ELEP > LION > TIGE > LEOP > DOG > WOLF > CAT > RAT, and RAT > ELEP\n"
            "\n"
            "-Rules-\n"
            "1. All sixteen pieces lie face down at first. In your turn either flip a piece, whosever it is,\n"
            "    or move one of your face-up pieces one step up, down, left or right.\n"
            "2. You can move to an empty square, or capture a face-up enemy of lower rank.\n"
            "    The rat captures the elephant, and the elephant can't capture the rat.\n"
            "3. If two same animals meet, they disappear together.\n"
            "4. Whoever loses all the pieces, or can't flip or move, loses the game.\n"
            "5. Nobody wins after {limit} rounds without a flip or a capture, or when a position occurs for the\n"
            "    third time.\n"
            "\n"
            "-Commands-\n"
            '- "flip <square>" (e.g. flip b2), or just b2\n'
            '- "move <from> <to>" (e.g. move b2 b3), or just b2b3; "move <animal_name> <direction>" too\n'
            '- "defeat": surrender to your opponent. "exit": end the game.\n'
            '- "undo", "moves", "history", "board", "marks", "save <file>", "load <file>"\n'
            "    as in the big game; a flip can't be taken back."
        ),
        (
            "-棋子等级-\n"
            "象 > 狮 > 虎 > 豹 > 狗 > 狼 > 猫 > 鼠，而鼠 > 象\n"
            "\n"
            "-规则-\n"
            "1. 十六个棋子开始时全部扣着。轮到您时，可以翻开任意一个棋子，\n"
            "    或把自己已翻开的一个棋子向上、下、左、右走一步。\n"
            "2. 可以走到空格，或吃掉已翻开的低级敌兽。\n"
            "    鼠能吃象，象不能吃鼠。\n"
            "3. 相同的动物相遇，同归于尽。\n"
            "4. 棋子全部被吃，或既不能翻也不能走的一方输。\n"
            "5. 连续 {limit} 回合没有翻棋或吃子，或同一局面出现第三次，为和棋。\n"
            "\n"
            "-命令-\n"
            '- "flip <格子>" 或 "翻 <格子>" (例如 翻 b2)，或只写 b2\n'
            '- "move <从> <到>" 或 "走 b2 b3"，或只写 b2b3；也可以写 "走 狮 左"\n'
            '- "defeat"（认输）：向对手认输。"exit"（退出）：结束游戏。\n'
            '- "undo"（悔棋）、"moves"（走法）、"history"（棋谱）、"board"（棋盘）、"marks"（标记）、\n'
            '    "save <文件>"（保存）、"load <文件>"（读取），与大棋盘相同；翻棋不能悔。'
        ),
    ),
}
