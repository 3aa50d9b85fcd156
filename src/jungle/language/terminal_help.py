"""The help pages of the terminal game; the first four are the manual's, to the letter."""

MESSAGES = {
    "terminal.help.menu": (
        (
            "-SELECT THE GAME INFO YOU WANT TO REFER-\n"
            "1. Rank of the chess    2. Square categories    3. Command guides\n"
            "4. JungleGame rule guide    5. More commands\n"
            "Enter your option:"
        ),
        "-请选择要查看的内容-\n1. 棋子等级    2. 格子种类    3. 命令说明\n4. 斗兽棋规则    5. 更多命令\n请输入选项:",
    ),
    "terminal.help.wrong": ("Please input an option from 1 to 5.", "请输入 1 到 5 的选项。"),
    "terminal.help.name": ("Name", "名称"),
    "terminal.help.rank": ("Rank", "等级"),
    "terminal.help.chess": ("Chess", "棋子"),
    "terminal.help.land": ("L A N D", "陆 地"),
    "terminal.help.water": ("W A T E R", "河 流"),
    "terminal.help.den": ("D E N", "兽 穴"),
    "terminal.help.trap": ("T R A P", "陷 阱"),
    "terminal.help.3": (
        (
            '- "move"\n'
            "    You should match your input with the following format:\n"
            "    move <animal_name> <direction> (e.g. move lion left)\n"
            '- "jump"\n'
            "    You should match your input with the following format:\n"
            "    jump <animal_name> <direction> (e.g. jump wolf up)\n"
            '- "help"\n'
            '    Obtain help information. Just type "help".\n'
            '- "defeat"\n'
            "    Surrender to your opponent.\n"
            '- "exit"\n'
            "    End the game."
        ),
        (
            '- "move" 或 "走"\n'
            "    请按以下格式输入:\n"
            "    move <动物> <方向> (例如 move lion left，或 走 狮 左)\n"
            '- "jump" 或 "跳"\n'
            "    请按以下格式输入:\n"
            "    jump <动物> <方向> (例如 jump lion up，或 跳 狮 上)\n"
            '- "help" 或 "帮助"\n'
            '    查看说明。只需输入 "help"。\n'
            '- "defeat" 或 "认输"\n'
            "    向对手认输。\n"
            '- "exit" 或 "退出"\n'
            "    结束游戏。"
        ),
    ),
    "terminal.help.4": (
        (
            "a. What are the rules for each animal?\n"
            "b. What are the rules for each positions?\n"
            "c. How to win the game?\n"
            "\n"
            "Enter your option (a/b/c):"
        ),
        "a. 各种动物的规则\nb. 各种位置的规则\nc. 怎样获胜\n\n请输入选项 (a/b/c):",
    ),
    "terminal.help.4.wrong": ("Please input 'a', 'b' or 'c'.", "请输入 'a'、'b' 或 'c'。"),
    "terminal.help.4a": (
        (
            "-Game rules for 8 kinds of animals-\n"
            "1. Elephant(rank 8):\n"
            "    1) it can't move into the river;\n"
            "    2) it can capture same/lower rank enemy except rat;\n"
            "    3) it will be attacked by enemy rat if they are both in land;\n"
            "    4) it will not be attacked by enemy rat if the Rat just came from the river.\n"
            "2. Lion(rank 7) or Tiger(rank 6):\n"
            '    1) they can\'t move into the river, but can jump over the river (by "jump" command) ;\n'
            "    when there is no rat in that river;\n"
            "    2) they can capture same/lower rank enemy.\n"
            "3. Rat(rank 1):\n"
            "    1) it can move into the river;\n"
            "    2) it can capture enemy rat if they are both in land or river;\n"
            "    3) it can capture enemy elephant if the rat original position is in land;\n"
            "    It can't capture enemy elephant from river.\n"
            "4. Leopard(rank 5), Wolf(rank 4), Dog(rank 3) and Cat(rank 2):\n"
            "    1) they can't move into the river;\n"
            "    2) they can capture same/lower rank enemy."
        ),
        (
            "-八种动物的规则-\n"
            "1. 象(等级 8):\n"
            "    1) 不能进入河里；\n"
            "    2) 能吃同级或低级的敌兽，鼠除外；\n"
            "    3) 同在陆地时，会被敌方的鼠吃掉；\n"
            "    4) 不会被刚从河里上来的鼠吃掉。\n"
            "2. 狮(等级 7)和虎(等级 6):\n"
            '    1) 不能进入河里，但河中无鼠挡路时可以跳过河（用 "jump"（跳）命令）；\n'
            "    2) 能吃同级或低级的敌兽。\n"
            "3. 鼠(等级 1):\n"
            "    1) 能进入河里；\n"
            "    2) 与敌鼠同在陆地或同在河里时，能吃敌鼠；\n"
            "    3) 原来在陆地时，能吃敌方的象；在河里时不能吃象。\n"
            "4. 豹(等级 5)、狼(等级 4)、狗(等级 3)和猫(等级 2):\n"
            "    1) 不能进入河里；\n"
            "    2) 能吃同级或低级的敌兽。"
        ),
    ),
    "terminal.help.4b": (
        (
            "-Games rules for special positions-\n"
            "1. Trap: An animal may capture any enemy in one of the player's trap squares regardless of rank.\n"
            "2. Den: Any animal steps into the enemy's den first will declare their victory.\n"
            "3. Water: Only rats are allowed to step into the water zone.\n"
            "    Animals except lions/tigers cannot jump across the water.\n"
            "4. Land: All animals are allowed to step by."
        ),
        (
            "-特殊位置的规则-\n"
            "1. 陷阱：进入对方陷阱的动物，可被对方任何动物吃掉，不论等级。\n"
            "2. 兽穴：先走进敌方兽穴的一方获胜。\n"
            "3. 河流：只有鼠可以进入河里。\n"
            "    除狮、虎外，其他动物不能跳过河。\n"
            "4. 陆地：所有动物都可以走。"
        ),
    ),
    "terminal.help.4c": (
        (
            "-Games rules for winner-\n"
            "1. You win if your animal steps into the enemy's den!\n"
            "2. Also, you win if all the enemy's animals are eliminated."
        ),
        "-获胜规则-\n1. 您的动物走进敌方兽穴，您就获胜！\n2. 吃光敌方所有动物，您也获胜。",
    ),
    "terminal.help.rules.gamerz": (
        (
            "-In this game, by the gamerz rules-\n"
            "1. A rat can capture enemy rat also from the river to the land and from the land to the river.\n"
            "2. The dog and the wolf start in each other's place.\n"
            "3. You can't chase the same animal into the same position for the third time.\n"
            "4. There is no draw."
        ),
        (
            "-本局采用 gamerz 规则-\n"
            "1. 鼠从河里到陆地、从陆地到河里也能吃敌鼠。\n"
            "2. 开局时狗和狼互换位置。\n"
            "3. 不能第三次以同样的局面追赶同一只动物。\n"
            "4. 没有和棋。"
        ),
    ),
    "terminal.help.rules.leiden": (
        (
            "-In this game, by the leiden rules-\n"
            "1. The elephant can capture enemy rat too.\n"
            "2. A rat can capture enemy rat also from the river to the land and from the land to the river."
        ),
        "-本局采用 leiden 规则-\n1. 象也能吃敌方的鼠。\n2. 鼠从河里到陆地、从陆地到河里也能吃敌鼠。",
    ),
    "terminal.help.rules.house": ("-House rules of this game-\n{rules}", "-本局的特别规则-\n{rules}"),
    "terminal.help.5": (
        (
            "-More commands-\n"
            '- "undo"\n'
            "    Take back the last move (against the computer: its answer too).\n"
            '- "hint"\n'
            "    Ask the computer for a good move.\n"
            '- "moves" or "moves <animal_name>"\n'
            "    List the moves you can play now.\n"
            '- "history"\n'
            "    List the moves played so far.\n"
            '- "save <file>" and "load <file>"\n'
            "    Save the game in a file, and go on with a saved one.\n"
            '- "flip"\n'
            "    Turn the board round; directions are as you see them.\n"
            '- "board"\n'
            "    Show the board again.\n"
            '- "marks"\n'
            "    Mark the animals ^ (downside) and v (upside), where there are no colours; and not any more.\n"
            "- Moves can also be typed as 8-a4 (rank, then - or x for a capture, then the square),\n"
            "    as a3a4 (from, to; columns a to g from the left, rows 1 to 9 from downside),\n"
            "    or as 0203 (the numbers on the board)."
        ),
        (
            "-更多命令-\n"
            '- "undo" 或 "悔棋"\n'
            "    悔一步棋（与电脑对弈时，连同电脑的应着）。\n"
            '- "hint" 或 "提示"\n'
            "    请电脑指点一步。\n"
            '- "moves" 或 "走法"，后面可加动物\n'
            "    列出现在可以走的棋。\n"
            '- "history" 或 "棋谱"\n'
            "    列出已走的棋。\n"
            '- "save <文件>" 和 "load <文件>"，或 "保存"、"读取"\n'
            "    把对局存入文件，或继续已存的对局。\n"
            '- "flip" 或 "翻转"\n'
            "    翻转棋盘；方向以您看到的为准。\n"
            '- "board" 或 "棋盘"\n'
            "    再显示一次棋盘。\n"
            '- "marks" 或 "标记"\n'
            "    没有颜色时，用 ^（下方）和 v（上方）标出双方的动物；再输入一次则取消。\n"
            "- 也可以这样走棋: 8-a4 (等级，- 表示走、x 表示吃，再写格子)；\n"
            "    a3a4 (从哪里到哪里；列 a 到 g 从左数，行 1 到 9 从下方数)；\n"
            "    或 0203 (棋盘上的编号)。"
        ),
    ),
}
