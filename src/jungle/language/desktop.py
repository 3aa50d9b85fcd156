"""The texts of the window."""

MESSAGES = {
    "desktop.title": ("Jungle", "斗兽棋"),
    "desktop.back": ("Back", "返回"),
    "desktop.continue": ("Continue", "继续游戏"),
    "desktop.continue.detail": ("{players}, move {number}", "{players}，第 {number} 回合"),
    "desktop.start.pvp": ("Player vs Player", "双人对战"),
    "desktop.start.pva": ("Player vs AI", "人机对战"),
    "desktop.start.ava": ("AI vs AI", "电脑对战"),
    "desktop.start.flip": ("Face-down game 4×4", "暗棋 4×4"),
    "desktop.start.rules": ("Rules", "规则"),
    "desktop.start.statistics": ("Statistics", "统计"),
    "desktop.start.load": ("Load", "载入棋局"),
    "desktop.start.config": ("Config", "设置"),
    "desktop.start.quit": ("Quit", "退出"),
    "desktop.start.motto": ("The game of animals, dens and rivers", "猛兽、兽穴与河流的对决"),
    "desktop.settings.broken": (
        "Your settings could not be read ({why}). They are kept as {path}; these are the usual ones.",
        "无法读取设置（{why}）。原文件保留为 {path}，现使用默认设置。",
    ),
    "desktop.settings.unwritten": ("Cannot write {path}: {why}", "无法写入 {path}：{why}"),
    "desktop.save.broken": (
        "The game under way could not be read. It is kept: {why}",
        "无法读取上次的棋局，文件已保留：{why}",
    ),
    "desktop.autosave.failed": ("This game is not kept on the disk: {why}", "棋局未能自动保存：{why}"),
    "desktop.setup.pvp": ("Player vs Player", "双人对战"),
    "desktop.setup.pva": ("Player vs AI", "人机对战"),
    "desktop.setup.ava": ("AI vs AI", "电脑对战"),
    "desktop.setup.flip": ("Face-down game", "暗棋"),
    "desktop.setup.side": ("You play", "执棋"),
    "desktop.setup.random": ("By lot", "随机"),
    "desktop.setup.level": ("Level", "难度"),
    "desktop.setup.level.blue": ("Blue", "蓝方"),
    "desktop.setup.level.red": ("Red", "红方"),
    "desktop.setup.pace": ("Speed", "速度"),
    "desktop.setup.first": ("Moves first", "先走"),
    "desktop.setup.first.fixed": ("Under {rules} rules Blue begins.", "按 {rules} 规则，蓝方先走。"),
    "desktop.setup.rules": ("Rules", "规则"),
    "desktop.setup.opponent": ("Opponent", "对手"),
    "desktop.setup.friend": ("A friend", "朋友"),
    "desktop.setup.colours": ("Colours", "颜色"),
    "desktop.setup.colours.fixed": ("Red begins", "红方先走"),
    "desktop.setup.colours.flip": ("First flip decides", "翻棋定色"),
    "desktop.setup.flip.detail": (
        (
            "Sixteen pieces lie face down. Turn one up, or move a piece of yours: one step, onto an empty square "
            "or onto "
            "a lower animal. Here the dog outranks the wolf, and equals vanish together."
        ),
        (
            "十六枚棋子全部背面朝上。每次翻开一枚，或将己方棋子移动一格：走到"
            "空格，或吃掉等级较低的动物。此玩法中狗大于狼，同类相遇同归于尽。"
        ),
    ),
    "desktop.setup.replaces": (
        "The first move takes the place of the game under way.",
        "走出第一步后，将取代未完成的棋局。",
    ),
    "desktop.setup.play": ("Play", "开始"),
    "desktop.setup.watch": ("Watch", "观战"),
    "desktop.level.human": ("Player", "玩家"),
    "desktop.level.you": ("You", "你"),
    "desktop.level.easy": ("Easy", "简单"),
    "desktop.level.medium": ("Medium", "中等"),
    "desktop.level.hard": ("Hard", "困难"),
    "desktop.level.impossible": ("Impossible", "不可能"),
    "desktop.level.biggest-first": ("Biggest first", "大兽优先"),
    "desktop.level.rat-first": ("Rat first", "鼠优先"),
    "desktop.level.random": ("Random", "随机"),
    "desktop.level.greedy": ("Greedy", "贪吃"),
    "desktop.level.easy.detail": ("Sees one move ahead. Good for learning.", "只看一步，适合初学。"),
    "desktop.level.medium.detail": ("Looks a little ahead and errs at times.", "略看几步，偶尔失误。"),
    "desktop.level.hard.detail": ("Thinks half a second. For those who know the game.", "思考半秒，适合熟手。"),
    "desktop.level.impossible.detail": ("Two seconds on every core. Good luck.", "全力思考两秒，祝你好运。"),
    "desktop.level.biggest-first.detail": ("Captures with its highest animals.", "优先用大兽吃子。"),
    "desktop.level.rat-first.detail": ("Hunts your rat before all else.", "优先捕捉你的老鼠。"),
    "desktop.level.random.detail": ("Does anything at all.", "随意走子。"),
    "desktop.pace.slow": ("Slow", "慢"),
    "desktop.pace.normal": ("Normal", "正常"),
    "desktop.pace.fast": ("Fast", "快"),
    "desktop.pace.instant": ("At once", "立即"),
    "desktop.config.title": ("Config", "设置"),
    "desktop.config.piece_set": ("Pieces", "棋子"),
    "desktop.config.piece_set.painted": ("Painted", "彩绘"),
    "desktop.config.piece_set.characters": ("Characters", "汉字"),
    "desktop.config.piece_set.letters": ("Letters", "字母"),
    "desktop.config.theme": ("Board", "棋盘"),
    "desktop.config.theme.meadow": ("Meadow", "草原"),
    "desktop.config.theme.parchment": ("Parchment", "羊皮纸"),
    "desktop.config.theme.night": ("Night", "夜晚"),
    "desktop.config.theme.lacquer": ("Lacquer", "漆器"),
    "desktop.config.sound": ("Sound", "声音"),
    "desktop.config.music_volume": ("Music", "音乐"),
    "desktop.config.effects_volume": ("Effects", "音效"),
    "desktop.config.animation": ("Animation", "动画"),
    "desktop.config.animation.slow": ("Slow", "慢"),
    "desktop.config.animation.normal": ("Normal", "正常"),
    "desktop.config.animation.fast": ("Fast", "快"),
    "desktop.config.animation.off": ("Off", "关"),
    "desktop.config.language": ("Language", "语言"),
    "desktop.config.rules": ("Rules", "规则"),
    "desktop.config.rules.standard": ("Standard", "标准"),
    "desktop.config.rules.gamerz": ("Gamerz", "Gamerz"),
    "desktop.config.rules.leiden": ("Leiden", "Leiden"),
    "desktop.config.evaluation_bar": ("Evaluation bar", "局势条"),
    "desktop.config.coordinates": ("Coordinates", "坐标"),
    "desktop.config.silent": ("No sound device was found: the game stays silent.", "未找到声音设备：游戏保持静音。"),
    "desktop.config.no_chinese": (
        "No Chinese font was found on this system: texts stay English.",
        "No Chinese font was found on this system: texts stay English.",
    ),
    "desktop.play.turn": ("{side} to move", "轮到{side}"),
    "desktop.play.anyone": ("Turn a piece up", "请翻一枚棋子"),
    "desktop.play.thinking": ("thinking", "思考中"),
    "desktop.play.paused": ("paused", "已暂停"),
    "desktop.play.round": ("Move {number}", "第 {number} 回合"),
    "desktop.play.moves": ("Moves", "着法"),
    "desktop.play.no_moves": ("No moves yet", "尚未走子"),
    "desktop.play.looking": ("Looking back at move {number}", "回看第 {number} 回合"),
    "desktop.play.resume": ("Play from here", "从这里继续"),
    "desktop.play.present": ("Return", "返回"),
    "desktop.play.undo": ("Undo (U)", "悔棋 (U)"),
    "desktop.play.redo": ("Redo (R)", "重做 (R)"),
    "desktop.play.hint": ("Hint (H)", "提示 (H)"),
    "desktop.play.flip": ("Flip board (F)", "翻转棋盘 (F)"),
    "desktop.play.sound": ("Sound (M)", "声音 (M)"),
    "desktop.play.bar": ("Evaluation bar (E)", "局势条 (E)"),
    "desktop.play.save": ("Save the game (S)", "保存棋局 (S)"),
    "desktop.play.pause": ("Pause (Space)", "暂停 (空格)"),
    "desktop.play.menu": ("Menu (Esc)", "菜单 (Esc)"),
    "desktop.play.first": ("To the start (Home)", "开局 (Home)"),
    "desktop.play.previous": ("One move back (Page Up)", "上一步 (Page Up)"),
    "desktop.play.next": ("One move on (Page Down)", "下一步 (Page Down)"),
    "desktop.play.last": ("To the present (End)", "当前 (End)"),
    "desktop.play.saved": ("Saved as {name}", "已保存为 {name}"),
    "desktop.play.save.failed": ("The game could not be saved: {why}", "无法保存棋局：{why}"),
    "desktop.play.flip.unsaved": (
        "The face-down game is kept by itself; records are for the 7×9 game.",
        "暗棋会自动保存；棋谱仅用于 7×9 棋局。",
    ),
    "desktop.menu.title": ("Menu", "菜单"),
    "desktop.menu.resume": ("Go on", "继续"),
    "desktop.menu.new": ("New game", "新游戏"),
    "desktop.menu.save": ("Save the game", "保存棋局"),
    "desktop.menu.resign": ("Resign", "认输"),
    "desktop.menu.draw": ("Agree on a draw", "同意和棋"),
    "desktop.menu.config": ("Config", "设置"),
    "desktop.menu.home": ("Start screen", "主菜单"),
    "desktop.result.wins": ("{side} wins", "{side}获胜"),
    "desktop.result.you": ("You win!", "你赢了！"),
    "desktop.result.lost": ("You lost", "你输了"),
    "desktop.result.reason": ("{side} wins {reason}", "{side}获胜：{reason}"),
    "desktop.result.draw": ("A draw", "和棋"),
    "desktop.result.again": ("Play again", "再来一局"),
    "desktop.result.look": ("Look at the board", "查看棋盘"),
    "desktop.result.home": ("Start screen", "主菜单"),
    "desktop.hint.looking": ("Looking for a good move …", "正在寻找好棋……"),
    "desktop.hint.turn": ("turn up the piece on {square}", "翻开 {square} 的棋子"),
    "desktop.hint.go": ("the {animal} goes to {square}", "{animal}走到 {square}"),
    "desktop.hint.take": ("the {animal} takes the {prey}", "{animal}吃{prey}"),
    "desktop.thinking.failed": ("The engine failed: {why}", "引擎出错：{why}"),
    "desktop.refused.stuck": ("The {animal} cannot move now", "{animal}现在无法移动"),
    "desktop.refused.absent": ("There is nothing of yours to move there", "那里没有你的棋子"),
    "desktop.refused.edge": ("The board ends there", "棋盘到此为止"),
    "desktop.refused.too far": (
        "The {animal} goes one square at a time, never diagonally",
        "{animal}每次只走一格，不能斜走",
    ),
    "desktop.refused.own piece": ("Your own piece stands there", "那里是己方棋子"),
    "desktop.refused.stronger": ("The {animal} may not capture that animal from there", "{animal}不能吃掉那只动物"),
    "desktop.refused.river": ("The {animal} cannot swim", "{animal}不会游泳"),
    "desktop.refused.own den": ("Nobody may enter their own den", "不能进入己方兽穴"),
    "desktop.refused.no jumper": ("The {animal} cannot jump", "{animal}不会跳"),
    "desktop.refused.no river": ("There is no river to jump over", "没有河可跳"),
    "desktop.refused.blocked": ("A rat swims in the way of the jump", "河中有鼠，不能跳过"),
    "desktop.refused.misnamed": ("That is not possible", "无法这样走"),
    "desktop.refused.face down": ("A piece that lies face down cannot be taken", "背面朝上的棋子不能吃"),
    "desktop.refused.chase": (
        "The position has occurred twice: the {animal} may not go on chasing",
        "局面已出现两次：{animal}不能继续追赶",
    ),
    "desktop.refused.over": ("The game is over", "对局已结束"),
    "desktop.library.title": ("Load a game", "载入棋局"),
    "desktop.library.empty": (
        "No saved games yet. Press S in a game to save it, or put .jgn files into {folder}",
        "尚无保存的棋局。对局中按 S 保存，或将 .jgn 文件放入 {folder}",
    ),
    "desktop.library.row": ("{blue} – {red}, {moves} moves", "{blue} – {red}，{moves} 步"),
    "desktop.library.open": ("Open", "打开"),
    "desktop.library.faults": ("{count} could not be read: {first}", "{count} 个无法读取：{first}"),
    "desktop.rules.title": ("Rules", "规则"),
    "desktop.rules.try": ("Try it: you move Blue", "试一试：你走蓝方"),
    "desktop.rules.reset": ("Reset", "重来"),
    "desktop.rules.done": ("That is it!", "就是这样！"),
    "desktop.rules.page": ("{page} of {pages}", "{page} / {pages}"),
    "desktop.rules.den.title": ("The goal", "目标"),
    "desktop.rules.den.text": (
        (
            "You win at once when one of your animals enters the enemy's den, the cave on the far side. You also "
            "win when "
            "the enemy has no animals left. Walk the wolf into the red den."
        ),
        "己方任一动物进入对方兽穴（对面的洞穴）立即获胜；吃光对方棋子也获胜。请把狼走进红方兽穴。",
    ),
    "desktop.rules.steps.title": ("One step at a time", "每次一步"),
    "desktop.rules.steps.text": (
        "Players take turns, and must move. An animal goes one square up, down, left or right, never diagonally.",
        "双方轮流走子，必须走。动物每次上、下、左、右走一格，不能斜走。",
    ),
    "desktop.rules.ranks.title": ("Who captures whom", "吃子"),
    "desktop.rules.ranks.text": (
        (
            "Every animal has a number. It captures an enemy of the same or a lower number by moving onto it. "
            "The leopard "
            "(5) takes the cat (2) and the other leopard, but not the tiger (6)."
        ),
        "每只动物都有等级。走到同级或更低级的敌方动物上即可吃掉它。豹（5）能吃猫（2）和对方的豹，但不能吃虎（6）。",
    ),
    "desktop.rules.rat.title": ("The rat and the elephant", "鼠与象"),
    "desktop.rules.rat.text": (
        (
            "The smallest brings down the biggest: the rat (1) captures the elephant (8). The elephant may not capture "
            "the rat. Try both."
        ),
        "以小胜大：鼠（1）能吃象（8），象却不能吃鼠。两种走法都试试。",
    ),
    "desktop.rules.river.title": ("The rivers", "河流"),
    "desktop.rules.river.text": (
        "Only rats swim. All other animals stay on land, so the dog cannot follow the rat into the water.",
        "只有鼠能下河，其他动物都留在陆地上，所以狗无法跟着鼠下水。",
    ),
    "desktop.rules.shore.title": ("Water and land", "水与岸"),
    "desktop.rules.shore.text": (
        (
            "A rat in the water is safe from everybody on land, and it captures nobody on land from there: not "
            "even the "
            "elephant. Two rats in the water may capture each other."
        ),
        "水中的鼠不会被岸上的动物吃掉，也不能从水中吃岸上的动物，包括象。水中的两只鼠可以互吃。",
    ),
    "desktop.rules.jump.title": ("Jumping over the river", "跳河"),
    "desktop.rules.jump.text": (
        (
            "Lions and tigers jump straight across a river, lengthwise or sideways, to the first square of land "
            "beyond. "
            "They may capture where they land. Jump the lion over to the wolf, or the tiger sideways."
        ),
        "狮和虎可以直线跳过河（纵向或横向），落到对岸第一格，落点可以吃子。让狮跳过去吃狼，或让虎横跳。",
    ),
    "desktop.rules.blocked.title": ("A rat in the way", "鼠挡路"),
    "desktop.rules.blocked.text": (
        "A rat of either side that swims below a jump blocks it. The lion cannot jump here; the tiger beside it can.",
        "任何一方的鼠在跳跃路线的水中都会挡住跳跃。这里狮不能跳，旁边的虎可以。",
    ),
    "desktop.rules.traps.title": ("Traps", "陷阱"),
    "desktop.rules.traps.text": (
        (
            "Around each den lie three traps. An animal in an enemy trap can be captured by anybody, whatever "
            "its number: "
            "the cat takes the elephant. It still captures with its full strength itself."
        ),
        "每个兽穴周围有三个陷阱。动物进入对方陷阱后，任何敌方动物都能吃掉它：猫也能吃象。陷阱中的动物自身吃子能力不变。",
    ),
    "desktop.rules.own_den.title": ("Your own den", "己方兽穴"),
    "desktop.rules.own_den.text": (
        "No animal enters its own den. Your own traps are plain ground to you: the dog may go anywhere but home.",
        "动物不能进入己方兽穴。己方陷阱对自己没有影响：狗可以去任何地方，就是不能回家。",
    ),
    "desktop.rules.no_moves.title": ("Nowhere to go", "无路可走"),
    "desktop.rules.no_moves.text": (
        "A player who cannot move has lost. Shut in the red cat.",
        "轮到走子却无棋可走的一方输。请把红方的猫困住。",
    ),
    "desktop.rules.draws.title": ("Draws and rule sets", "和棋与规则集"),
    "desktop.rules.draws.text": (
        (
            "Standard: the same position for the third time, or 200 plies without a capture, is a draw. Gamerz: "
            "dog and "
            "wolf swap places, rats fight across the shore, no draws, but no endless chasing. Leiden: the "
            "elephant takes "
            "the rat too, and rats fight across the shore."
        ),
        (
            "标准：同一局面第三次出现，或连续 200 步无吃子，为和棋。Gamerz：狗狼互换位"
            "置，鼠可隔岸互吃，没有和棋，但不准无限追赶。Leiden：象也能吃鼠，鼠可隔岸互吃。"
        ),
    ),
    "desktop.statistics.title": ("Statistics", "统计"),
    "desktop.statistics.first": ("First player", "甲方"),
    "desktop.statistics.second": ("Second player", "乙方"),
    "desktop.statistics.games": ("Games", "局数"),
    "desktop.statistics.start": ("Run", "开始"),
    "desktop.statistics.stop": ("Stop", "停止"),
    "desktop.statistics.running": ("{done} of {total} games", "{done} / {total} 局"),
    "desktop.statistics.idle": ("Choose two players and press Run.", "选择双方后按“开始”。"),
    "desktop.statistics.failed": ("The run failed: {why}", "运行出错：{why}"),
    "desktop.statistics.results": ("Results", "结果"),
    "desktop.statistics.all": ("All", "总计"),
    "desktop.statistics.draws": ("drawn", "和"),
    "desktop.statistics.score": ("Score of the first player", "甲方得分率"),
    "desktop.statistics.lengths": ("Length of the games in plies", "对局步数"),
    "desktop.statistics.endings": ("How they ended", "终局方式"),
    "desktop.ending.den": ("den entered", "攻入兽穴"),
    "desktop.ending.capture": ("all captured", "吃光棋子"),
    "desktop.ending.no moves": ("no moves", "无棋可走"),
    "desktop.ending.repetition": ("repetition", "三次重复"),
    "desktop.ending.quiet": ("no captures", "无吃子"),
    "desktop.ending.adjudication": ("adjudged", "裁定"),
    "desktop.ending.timeout": ("on time", "超时"),
    "desktop.ending.illegal move": ("illegal move", "违规"),
    "desktop.ending.crash": ("crash", "崩溃"),
    "desktop.ending.too many plies": ("inconclusive", "未分胜负"),
}
