"""How a person has fared against the computer, by level."""

from pathlib import Path

from jungle.boardgame import BoardGame
from jungle.language import Speaker
from jungle.phrases import about_level
from jungle.storage import archive, scores
from jungle.terminal.computers import computer_name

Results = tuple[int, int, int]
"""Games won, drawn and lost."""


def is_level(name: str) -> bool:
    """Is this a player of the scale of ten strengths?"""
    from jungle.engine import LEVELS, STRENGTHS

    return name in LEVELS or name in STRENGTHS


def results(folder: Path, kind: str) -> dict[str, Results]:
    """The results in one game by opponent; levels are counted by number, whichever name they had."""
    from jungle.engine import number_of

    found: dict[str, Results] = {}
    for (played, name), (wins, draws, losses) in scores(archive(folder)).items():
        if played == kind:
            key = str(number_of(name)) if is_level(name) else name
            before = found.get(key, (0, 0, 0))
            found[key] = before[0] + wins, before[1] + draws, before[2] + losses
    return found


def results_line(say: Speaker, folder: Path, game: BoardGame, name: str) -> str:
    """How often a person has won against this player, after a game that has ended; empty if nothing was saved."""
    from jungle.engine import number_of

    if not len(game):
        return say("terminal.results.none")
    found = results(folder, game.kind).get(str(number_of(name)) if is_level(name) else name)
    if found is None:
        return ""
    wins, draws, losses = found
    return say("terminal.results", level=computer_name(say, name), wins=wins, draws=draws, losses=losses)


def level_list(say: Speaker, folder: Path, kind: str) -> str:
    """All strengths, how they play, and how a person has fared against each."""
    from jungle.engine import LEVELS, STRENGTHS, number_of

    words = {number_of(word): word for word in LEVELS}
    found = results(folder, kind)
    lines = [say("terminal.levels")]
    for name in STRENGTHS:
        word = words.get(int(name))
        title = computer_name(say, name) + (f", {say(f'level.{word}')}" if word else "")
        lines.append(f"{name:>4}. {title}: {about_level(say, name)}")
        if name in found:
            wins, draws, losses = found[name]
            lines.append("      " + say("terminal.results.short", wins=wins, draws=draws, losses=losses))
    return "".join(f"{line}\n" for line in lines)
