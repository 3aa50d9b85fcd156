"""What the engine says: hints, judgements, analysis."""

MESSAGES = {
    "hint.step": ("{animal} to {square}", "{animal}走到{square}"),
    "hint.jump": ("the {animal} jumps to {square}", "{animal}跳到{square}"),
    "hint.capture": ("the {animal} takes the {prey} on {square}", "{animal}吃掉{square}的{prey}"),
    "hint.den": ("the {animal} enters the den and wins", "{animal}进入兽穴，获胜"),
    "hint.sentence": ("{deed}: {judgement}", "{deed}：{judgement}"),
    "score.wins": ("it wins in {moves} moves at most", "最多{moves}步获胜"),
    "score.loses": ("it holds out for {moves} moves", "还能坚持{moves}步"),
    "score.better": ("you stand better", "你占优"),
    "score.worse": ("you stand worse", "你处于劣势"),
    "score.even": ("the game is even", "双方均势"),
    "verdict.best": ("best", "最佳"),
    "verdict.good": ("good", "好棋"),
    "verdict.inaccuracy": ("inaccuracy", "欠准确"),
    "verdict.mistake": ("mistake", "失误"),
    "verdict.blunder": ("blunder", "大错"),
    "analyse.head": (
        "{side} to move, depth {depth}, {nodes} nodes in {seconds} s",
        "轮到{side}，深度{depth}，{seconds}秒内{nodes}个节点",
    ),
    "analyse.game": (
        "Game {number}: {players}, {rules} rules, {result}",
        "第{number}局：{players}，{rules}规则，{result}",
    ),
    "analyse.better": ("better: {line}", "更好：{line}"),
    "analyse.course": ("Blue's chances: {bars}", "蓝方胜算：{bars}"),
    "analyse.accuracy": ("{side}: accuracy {percent} % ({counts})", "{side}：准确率{percent}%（{counts}）"),
}
