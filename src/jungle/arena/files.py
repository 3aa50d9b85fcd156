"""The files of a run: games, a list of them, figures and the report. Each is written atomically."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import jungle
from jungle.arena.errors import ArenaError
from jungle.arena.games import GameResult
from jungle.arena.plan import Plan
from jungle.arena.report import HeatMap, match_report
from jungle.arena.sprt import Sprt
from jungle.arena.summary import Summary
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from jungle.record import Record, dumps
from jungle.storage import os_error_text, write_atomically

GAMES_FILE = "games.jgn"
TABLE_FILE = "games.csv"
SUMMARY_FILE = "summary.json"
REPORT_FILE = "report.html"


def write_match(
    folder: Path, plan: Plan, results: Sequence[GameResult], summary: Summary, sprt: Sprt | None = None
) -> None:
    """Write all files of a match. Raises ArenaError if they cannot be written."""
    games, heat = replay(plan, results)
    figures: dict[str, object] = {"matches": [summary.to_json()]}
    if sprt is not None:
        figures["sprt"] = _sprt_figures(sprt, summary)
    report = match_report(plan, results, summary, heat, sprt)
    write_files(folder, plan, results, games=games, figures=figures, report=report)


def write_files(
    folder: Path, plan: Plan, results: Sequence[GameResult], *, games: str, figures: dict[str, object], report: str
) -> None:
    """Write the four files. Raises ArenaError if they cannot be written."""
    summary = {"jungle": jungle.__version__, "run": plan.identity(), "games": len(results)} | figures
    try:
        write_atomically(folder / GAMES_FILE, games)
        write_atomically(folder / TABLE_FILE, csv_text(plan, results))
        write_atomically(folder / SUMMARY_FILE, json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
        write_atomically(folder / REPORT_FILE, report)
    except OSError as error:
        raise ArenaError(f"cannot write to {str(folder)!r}: {os_error_text(error)}") from None


def _sprt_figures(sprt: Sprt, summary: Summary) -> dict[str, object]:
    lower, upper = sprt.bounds()
    ratio = sprt.ratio(summary.pairs)
    found = {"lower": lower, "upper": upper, "llr": ratio, "verdict": sprt.verdict_at(ratio).value}
    return asdict(sprt) | found


def csv_text(plan: Plan, results: Sequence[GameResult]) -> str:
    """One row per game."""
    rows = [_row(plan, result) for result in results]
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, rows[0] if rows else (), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def _row(plan: Plan, result: GameResult) -> dict[str, object]:
    job, opening, (first, second) = result.job, result.job.opening, result.efforts
    names = [plan.name(player) for player in job.players]
    blue, red = ("", "") if result.first is None else names if result.first is Side.BLUE else names[::-1]
    return {
        "game": job.name,
        "first": names[0],
        "second": names[1],
        "blue": blue,
        "red": red,
        "result": _score(result),
        "winner": "" if result.winner is None else names[result.winner],
        "ending": result.ending.value,
        "detail": result.detail,
        "plies": result.plies,
        "opening_plies": len(opening.moves),
        "first_seconds": f"{first.seconds:.6f}",
        "second_seconds": f"{second.seconds:.6f}",
        "first_nodes": first.nodes if first.counted else "",
        "second_nodes": second.nodes if second.counted else "",
        "fen": opening.fen,
        "shuffle": "" if opening.seed is None else opening.seed,
        "moves": result.line,
    }


def _score(result: GameResult) -> str:
    """The result as in records, Blue's points first; `*` for an undecided game or a winner without a colour."""
    if result.is_inconclusive() or (result.winner is not None and result.first is None):
        return "*"
    winner = result.winning_side
    return "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]


def replay(plan: Plan, results: Sequence[GameResult]) -> tuple[str, HeatMap]:
    """Go through the games once more: their records, and where the animals stood."""
    heat = HeatMap(plan.conditions.new_game())
    return dumps(_records(plan, results, heat), deal=True), heat


def _records(plan: Plan, results: Sequence[GameResult], heat: HeatMap) -> Iterator[Record]:
    """The games with the endings that were declared."""
    for result in results:
        job = result.job
        game = plan.conditions.new_game(replace(job.opening, moves=result.moves))
        heat.add(game)
        if game.outcome() is None and result.winning_side is not None:
            # A failure that lost the game is an adjudication, and named in the tags.
            is_timeout = result.ending is Reason.TIMEOUT
            game.end(Outcome(result.winning_side, Reason.TIMEOUT if is_timeout else Reason.ADJUDICATION))
        seats = ("First", "Second") if result.first is None else map(str, (result.first, result.first.opponent))
        players = {seat: plan.name(player) for seat, player in zip(seats, job.players, strict=True)}
        tags = {"Event": f"jungle {plan.command}", "Round": job.name}
        tags |= dict(sorted(players.items())) | {"Ending": result.ending.value}
        yield Record(game, tags | {"Detail": result.detail} if result.detail else tags)
