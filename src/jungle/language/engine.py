"""What the engine says: hints and judgements."""

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
}
