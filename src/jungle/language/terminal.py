"""The terminal game's prompts, questions, answers and closing lines. Its help pages are in `terminal_help`.

The English is that of the game's manual, to the letter where the manual gives a text.
"""

MESSAGES = {
    # The welcome page: each line fits the frame.
    "terminal.welcome.title": ("-WELCOME TO JUNGLE-", "-欢迎来到斗兽棋-"),
    "terminal.welcome.hint": (
        'Type "help" if you need instructions anyt-\n-ime during the game. Cheers and ENJOY!',
        '游戏中随时输入 "help"(或"帮助")查看说明。\n祝您玩得愉快！',
    ),
    "terminal.welcome.version": ("Game Version: V{version}", "游戏版本: V{version}"),
    "terminal.welcome.date": ("(Last updated on {date})", "(最后更新：{date})"),
    "terminal.welcome.licence": ("(Free software: GPL-3.0-or-later)", "(自由软件: GPL-3.0-or-later)"),
    "terminal.date": ("{month} {day}, {year}", "{year}年{number}月{day}日"),
    # Names.
    "terminal.up": ("up", "上"),
    "terminal.down": ("down", "下"),
    "terminal.left": ("left", "左"),
    "terminal.right": ("right", "右"),
    "terminal.move": ("move", "走"),
    "terminal.jump": ("jump", "跳"),
    "terminal.side.red": ("upside", "上方"),
    "terminal.side.blue": ("downside", "下方"),
    "terminal.Side.red": ("Upside", "上方"),
    "terminal.Side.blue": ("Downside", "下方"),
    "terminal.chess.rat": ("RAT", "鼠"),
    "terminal.chess.cat": ("CAT", "猫"),
    "terminal.chess.dog": ("DOG", "狗"),
    "terminal.chess.wolf": ("WOLF", "狼"),
    "terminal.chess.leopard": ("LEOP", "豹"),
    "terminal.chess.tiger": ("TIGE", "虎"),
    "terminal.chess.lion": ("LION", "狮"),
    "terminal.chess.elephant": ("ELEP", "象"),
    "terminal.trap": ("-TRAP-", "-陷阱-"),
    "terminal.den": ("-DEN-", "-兽穴-"),
    "terminal.and": (" and ", "和"),
    "terminal.comma": (", ", "、"),
    "terminal.level.easy": ("easy", "简单"),
    "terminal.level.medium": ("medium", "中等"),
    "terminal.level.hard": ("hard", "困难"),
    "terminal.level.impossible": ("impossible", "地狱"),
    # Questions.
    "terminal.ask.side": ("Please choose your preferred side (up/down): ", "请选择您的一方 (up/down 或 上/下): "),
    "terminal.ask.side.wrong": ("Please input 'up' or 'down'.", "请输入 'up' 或 'down'（上/下）。"),
    "terminal.ask.command": (
        "Please input your command (move/jump/help/defeat/exit): ",
        "请输入命令 (move走/jump跳/help帮助/defeat认输/exit退出): ",
    ),
    "terminal.ask.yes": ("Please input 'yes' or 'no'.", "请输入 'yes' 或 'no'（是/否）。"),
    "terminal.turn": ("Now is {side} player's turn!", "现在轮到{side}走棋！"),
    "terminal.round": ("-ROUND {round}-", "-第 {round} 回合-"),
    "terminal.first.fixed": (
        "By the {rules} rules the {side} player moves first.",
        "按 {rules} 规则，{side}先走。",
    ),
    "terminal.defeat": (
        "You will admit your defeat and surrender to your opponent. Please confirm again (yes/no):",
        "您将向对手认输。请再次确认 (yes/no 或 是/否):",
    ),
    "terminal.exit": (
        (
            "-WARNING!!!-\n"
            "Be aware that the whole game will be terminated without saving the current chessboard!\n"
            "Confirm your exit? (yes/no):"
        ),
        "-警告！！！-\n请注意，整局游戏将会终止，当前棋盘不会另存！\n确认退出吗？(yes/no 或 是/否):",
    ),
    # Endings.
    "terminal.wins": ("{side} player wins the game!", "{side}获胜！"),
    "terminal.no moves": ("{side} player can't move any more.", "{side}已无棋可走。"),
    "terminal.draw": ("Nobody wins the game: {reason}.", "和棋：{reason}。"),
    "terminal.rounds": ("(Total number of rounds: {round} )", "(总回合数：{round} )"),
    "terminal.goodbye": ("Have a good day and see you next time! :)", "祝您愉快，下次再见！ :)"),
    "terminal.resume": ("(To go on with this game: jungle play --resume)", "(继续这局棋: jungle play --resume)"),
    "terminal.resumed": ("Welcome back! The game goes on.", "欢迎回来！对局继续。"),
    # What a command cannot do.
    "terminal.empty": ("Command cannot be empty.", "命令不能为空。"),
    "terminal.unknown": (
        "Please input a correct command (move/jump/help/defeat/exit).",
        "请输入正确的命令 (move走/jump跳/help帮助/defeat认输/exit退出)。",
    ),
    "terminal.format": (
        "Please match your input with the following format: {verb} <animal_name> <direction> (e.g. {verb} lion left).",
        "请按以下格式输入：{verb} <动物> <方向> (例如 {verb} lion left，或 走 狮 左)。",
    ),
    "terminal.alone": ('Just type "{verb}".', '只需输入 "{verb}"。'),
    "terminal.animal": (
        "Please spell the full name of the chess correctly (e.g. 'tiger for TIGE').",
        "请正确写出棋子的全名 (例如 'tiger' 或 '虎')。",
    ),
    "terminal.direction": (
        "Please spell the direction correctly (up/down/left/right).",
        "请正确写出方向 (up上/down下/left左/right右)。",
    ),
    "terminal.square": (
        "Please name the squares from a1 to g9 (e.g. a3a4), or as they are numbered on the board (e.g. 0203).",
        "请写出 a1 到 g9 的格子 (例如 a3a4)，或棋盘上的编号 (例如 0203)。",
    ),
    # What stands in the way of a move.
    "terminal.cannot.move": ("Can't move to next step! {why}", "不能走到下一步！{why}"),
    "terminal.cannot.jump": ("Can't jump! {why}", "不能跳！{why}"),
    "terminal.why.edge": ("The position is out of range.", "该位置超出了棋盘。"),
    "terminal.why.occupied": ("The position is occupied by other animals.", "该位置已被其他动物占据。"),
    "terminal.why.river": ("Only {animals} can move into the river.", "只有{animals}能进入河里。"),
    "terminal.why.river.jumper": (
        'Only {animals} can move into the river. (By "jump" command the {animal} can jump over it.)',
        '只有{animals}能进入河里。（{animal}可以用 "jump"（跳）命令跳过去。）',
    ),
    "terminal.why.no swimmers": ("Nobody can move into the river.", "没有动物能进入河里。"),
    "terminal.why.own den": ("You can't move to your side's den.", "不能走进自己的兽穴。"),
    "terminal.why.jumpers": ("Only {animals} can jump.", "只有{animals}能跳。"),
    "terminal.why.no jumpers": ("Nobody can jump in this game.", "本局没有动物能跳。"),
    "terminal.why.no river": ("There is no river to jump over in that direction.", "那个方向没有可以跳过的河。"),
    "terminal.why.captured": (
        "Your {animal} is not on the chessboard any more.",
        "您的{animal}已经不在棋盘上了。",
    ),
    "terminal.why.nothing": ("There is no chess of yours on that position.", "该位置没有您的棋子。"),
    "terminal.why.too far": ("The position is too far away.", "该位置太远了。"),
    "terminal.why.chase": (
        "You can't chase the same animal into the same position for the third time.",
        "不能第三次以同样的局面追赶同一只动物。",
    ),
    "terminal.blocked": (
        "Can't jump over the river because a rat is blocking the way.",
        "不能跳过河，因为有鼠挡住了路。",
    ),
    "terminal.misnamed": (
        "Please write '-' for a move to an empty square and 'x' for a capture ({right}).",
        "走到空格写 '-'，吃子写 'x' ({right})。",
    ),
    # The computer.
    "terminal.plays": ("{side} player (computer, {level}): {words}", "{side}（电脑，{level}）：{words}"),
    "terminal.plays.capture": (
        "{side} player (computer, {level}): {words}, captures {prey}!",
        "{side}（电脑，{level}）：{words}，吃掉{prey}！",
    ),
    "terminal.thinking": ("The computer is thinking… {seconds} s", "电脑正在思考… {seconds} 秒"),
    # More commands.
    "terminal.words": ("{verb} {animal} {direction}", "{verb}{animal}{direction}"),
    "terminal.hint": ("Hint: {words}  ({notation}; {why})", "提示：{words}  ({notation}；{why})"),
    "terminal.undone": ("Taken back: {words}", "已悔棋：{words}"),
    "terminal.nothing to undo": ("There is no move to take back.", "没有可以悔的棋。"),
    "terminal.moves": ("You can play:", "可以走："),
    "terminal.no moves of": ("Your {animal} can't move now.", "您的{animal}现在不能走。"),
    "terminal.history": ("Moves so far:", "已走的棋："),
    "terminal.history.empty": ("No move has been played yet.", "还没有走过棋。"),
    "terminal.flipped": (
        "The board is turned; directions are as you see them now.",
        "棋盘已翻转；方向以您现在看到的为准。",
    ),
    "terminal.which file": ("Please name a file (e.g. {verb} game.jgn).", "请写出文件名 (例如 {verb} game.jgn)。"),
    "terminal.saved": ("The game is saved in {file}.", "对局已保存到 {file}。"),
    "terminal.overwrite": (
        "{file} exists already. Overwrite it? (yes/no):",
        "{file} 已存在。要覆盖吗？(yes/no 或 是/否):",
    ),
    "terminal.not saved": ("The game is not saved.", "对局没有保存。"),
    "terminal.save.failed": ("Can't save the game: {why}.", "无法保存：{why}。"),
    "terminal.loaded": ("The game of {file} goes on.", "继续 {file} 中的对局。"),
    "terminal.load.failed": ("Can't load the game: {why}.", "无法读取：{why}。"),
    "terminal.load.none": ("There is no unfinished game in {file}.", "{file} 中没有未下完的对局。"),
    "terminal.state.failed": (
        "(The game can't be kept for --resume: {why}. It goes on without.)",
        "(无法保存进度供 --resume 使用：{why}。对局照常继续。)",
    ),
}
