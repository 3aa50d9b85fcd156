"""The results of an exam: figures with their intervals, as JSON and as a page."""

from collections.abc import Sequence
from html import escape
from statistics import fmean
from typing import Any

import jungle
from jungle.arena.ratings import rate_against
from jungle.arena.report import figure, page, table_of, tile
from jungle.arena.scores import Interval, mean_interval
from jungle.exam.exam import LADDER, Answered, Exam

BINS = 10
TITLES = {
    "exact": "Endgames with exact values",
    "unseen": "Rules that nobody has seen",
    "control": "The same positions, familiar rules",
    "hidden": "Face-down positions",
}


def figures(exam: Exam, identity: dict[str, Any]) -> dict[str, Any]:
    """All results, for the file and for the page."""
    parts = {part: [one for one in exam.answered if one.question.part == part] for part in TITLES}
    told: dict[str, Any] = {"jungle": jungle.__version__, "run": identity, "trouble": exam.trouble}
    told |= {"questions": exam.total, "answered": len(exam.answered), "cost": round(exam.cost(), 6)}
    replies = list(exam.journal.answers.values())
    told["tokens"] = [sum(reply.tokens[index] for reply in replies) for index in (0, 1)]
    for part in ("exact", "unseen", "control"):
        if parts[part]:
            told[part] = _moves(parts[part])
    if pairs := _pairs(parts["unseen"], parts["control"]):
        told["difference"] = {
            "pairs": len(pairs),
            "regret": _interval(
                mean_interval([a.question.regret(_move(a)) - b.question.regret(_move(b)) for a, b in pairs], -1.0)
            ),
            "perfect": _interval(mean_interval([float(_perfect(a)) - _perfect(b) for a, b in pairs], -1.0)),
        }
    if parts["hidden"]:
        told["hidden"] = _hidden(parts["hidden"])
    if exam.played:
        games = sorted(exam.played, key=lambda game: (int(game.level), not game.first))
        rating = rate_against([(LADDER[game.level], game.points) for game in games])
        fields = ("level", "first", "points", "plies", "ending", "illegal", "failed")
        told["play"] = {
            "games": [{name: getattr(game, name) for name in fields} for game in games],
            "elo": _interval(Interval(rating.elo - rating.error, rating.elo, rating.elo + rating.error)),
        }
    return told


def _moves(answered: Sequence[Answered]) -> dict[str, Any]:
    return {
        "questions": len(answered),
        "regret": _interval(mean_interval([one.question.regret(_move(one)) for one in answered])),
        "perfect": _interval(mean_interval([float(_perfect(one)) for one in answered])),
        "chance_regret": fmean(fmean(map(one.question.regret, one.question.values)) for one in answered),
        **_faults(answered),
    }


def _hidden(answered: Sequence[Answered]) -> dict[str, Any]:
    """The Brier score to be expected, if a draw is decided by a coin; without an answer, that of the worst chance."""
    scores, floor, binned = [], [], dict[int, list[tuple[float, float]]]()
    for one in answered:
        expected, said = one.question.expected or 0.0, one.answer
        chance = said if isinstance(said, float) else float(expected < 0.5)
        floor.append(expected * (1 - expected))
        scores.append((chance - expected) ** 2 + floor[-1])
        if isinstance(said, float):
            binned.setdefault(min(int(said * BINS), BINS - 1), []).append((said, expected))
    bins = [
        [fmean(said for said, _ in pairs), fmean(true for _, true in pairs), len(pairs)]
        for _, pairs in sorted(binned.items())
    ]
    means = {"best_brier": fmean(floor), "bins": bins}
    return {"questions": len(answered), "brier": _interval(mean_interval(scores)), **means, **_faults(answered)}


def _faults(answered: Sequence[Answered]) -> dict[str, int]:
    return {"illegal": sum(one.illegal for one in answered), "failed": sum(one.failed for one in answered)}


def _pairs(unseen: Sequence[Answered], control: Sequence[Answered]) -> list[tuple[Answered, Answered]]:
    familiar = {one.question.name.removeprefix("control"): one for one in control}
    named = ((one, familiar.get(one.question.name.removeprefix("unseen"))) for one in unseen)
    return [(one, other) for one, other in named if other is not None]


def _move(one: Answered) -> str | None:
    return one.answer if isinstance(one.answer, str) else None


def _perfect(one: Answered) -> bool:
    return one.answer in one.question.best


def _interval(interval: Interval) -> list[float]:
    return [round(value, 6) for value in (interval.estimate, interval.low, interval.high)]


def exam_page(told: dict[str, Any]) -> str:
    """The report as a page that opens anywhere."""
    run = told["run"]
    who = str(run["examinee"].get("player") or run["examinee"].get("model"))
    tiles, rows = [], []
    for part, title in TITLES.items():
        if part not in told:
            continue
        part_told = told[part]
        name = "brier" if part == "hidden" else "regret"
        value, low, high = part_told[name]
        what = "Brier score" if part == "hidden" else "value lost per move"
        tiles.append(tile(f"{value:.3f}", f"{title}: {what}; 95 % interval {low:.3f} to {high:.3f}"))
        perfect = f"{part_told['perfect'][0]:.0%}" if "perfect" in part_told else ""
        cells = (title, part_told["questions"], f"{value:.3f}", perfect, part_told["illegal"], part_told["failed"])
        rows.append(cells)
    if "difference" in told:
        value, low, high = told["difference"]["regret"]
        tiles.append(tile(f"{value:+.3f}", f"lost more under unseen rules; 95 % interval {low:+.3f} to {high:+.3f}"))
    if "play" in told:
        value, low, high = told["play"]["elo"]
        tiles.append(tile(f"{value:.0f}", f"Elo, level 1 is 0; 95 % interval {low:.0f} to {high:.0f}"))
    head = ("part", "questions", "lost, or Brier", "perfect", "illegal", "no answer")
    body = [f"<h1>{escape(who)}</h1>", f'<p class="faint">{escape(_settings(told))}</p>']
    body += [f'<div class="tiles">{"".join(tiles)}</div>', _card("Parts", table_of(head, rows))]
    if told["trouble"]:
        body.insert(2, f"<p><b>Incomplete:</b> {escape(told['trouble'])}</p>")
    if "hidden" in told:
        drawing = figure("Calibration", "what was stated against what was true", _diagram(told["hidden"]["bins"]))
        body.append(f'<section class="narrow">{drawing}</section>')
    if "play" in told:
        games = [
            (g["level"], "first" if g["first"] else "second", g["points"], g["plies"], g["ending"], g["illegal"])
            for g in told["play"]["games"]
        ]
        body.append(_card("Games", table_of(("level", "moved", "points", "plies", "ending", "illegal"), games)))
    return page(f"{run['exam']}: {who}", body)


def _settings(told: dict[str, Any]) -> str:
    run, conditions = told["run"], told["run"]["conditions"]
    legal, retry = ("with" if conditions["legal"] else "without"), ("one retry" if conditions["retry"] else "no retry")
    how = f"position as {conditions['view']}, {legal} the legal moves, {retry}"
    return f"{run['exam']}, seed {run['seed']}; {how}; {told['answered']} of {told['questions']} questions answered"


def _card(title: str, content: str) -> str:
    return f'<section class="card"><h2>{title}</h2>{content}</section>'


def _diagram(bins: Sequence[Sequence[float]]) -> str:
    """The reliability diagram: perfect calibration is the diagonal, and the area of a dot its number of answers."""
    dots = "".join(
        f'<circle class="dot" cx="{30 + 300 * said:.1f}" cy="{310 - 300 * true:.1f}" r="{3 + count**0.5:.1f}">'
        f"<title>stated {said:.0%}, true {true:.0%}, {count} answers</title></circle>"
        for said, true, count in bins
    )
    frame = '<path class="grid" fill="none" d="M30 10V310H330V10Z"/><path class="half" d="M30 310L330 10"/>'
    axes = '<text class="axis" x="160" y="335">stated</text><text class="axis" x="4" y="160">true</text>'
    head = '<svg viewBox="0 0 340 340" style="max-width: 340px" role="img" aria-label="Reliability diagram">'
    return f"{head}{frame}{dots}{axes}</svg>"
