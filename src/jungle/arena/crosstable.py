"""A tournament's result, as text and as a page."""

from collections.abc import Iterable, Sequence
from html import escape

from jungle.arena.games import GameResult
from jungle.arena.heat import HeatMap
from jungle.arena.match_text import columns, count, duration
from jungle.arena.plan import Plan
from jungle.arena.report import figure, heat_sections, page
from jungle.arena.summary import Summary
from jungle.arena.tournament import Crosstable
from jungle.svg.charts import interval_bars

BOUNDS_NOTE = (
    "A player won or lost every game against the others, so there are no finite ratings: half a drawn pair was added "
    "to each pairing, and the true differences are at least as large as shown."
)


def crosstable_text(table: Crosstable) -> str:
    """Rating list and crosstable in one, best player first, and the failures."""
    ranking = table.ranking()
    head = ("", "", "Elo", "±", "games", "points", "score", *(str(place) for place in range(1, len(ranking) + 1)))
    rows = [head]
    for place, player in enumerate(ranking, 1):
        rows.append((str(place), table.names[player], *_figures(table, player), *_cells(table, player, ranking)))
    lines = columns(rows, left=2)
    games = sum(summary.standing.games for summary in table.summaries)
    lines = [f"{count(games, 'game')}; {_anchored(table)}", "", *lines]
    if table.ratings is not None and table.ratings.is_bounded:
        lines += ["", BOUNDS_NOTE]
    failures = sum(len(summary.failures) for summary in table.summaries)
    if failures:
        lines += [
            "",
            f"{count(failures, 'game')} lost by crash, timeout or illegal move; with --out, games.csv says which",
        ]
    return "\n".join(lines)


def _anchored(table: Crosstable) -> str:
    return f"Elo with 95 % intervals (±), relative to {table.names[table.anchor]}, whose rating is fixed"


def _figures(table: Crosstable, player: int) -> tuple[str, ...]:
    elo = error = "–"
    if table.ratings is not None:
        rating = table.ratings.ratings[player]
        elo, error = f"{rating.elo:.0f}", f"{rating.error:.0f}" if player != table.anchor else ""
    games = table.games(player)
    score = f"{table.score(player):.1%}" if games else "–"
    return elo, error, str(games), f"{table.points(player):g}", score


def _cells(table: Crosstable, player: int, ranking: Sequence[int]) -> tuple[str, ...]:
    cells = []
    for other in ranking:
        points = table.points_against(player, other)
        cells.append("·" if points is None else f"{points:g}")
    return tuple(cells)


def crosstable_page(plan: Plan, results: Sequence[GameResult], table: Crosstable, heat: HeatMap) -> str:
    """The page of a tournament."""
    title = f"Tournament of {len(plan.players)} players"
    ranking = table.ranking()
    head = ("Player", "Elo", "±", "games", "points", "score", *range(1, len(ranking) + 1))
    rows = [
        (f"{place}. {table.names[player]}", *_figures(table, player), *_cells(table, player, ranking))
        for place, player in enumerate(ranking, 1)
    ]
    note = f"<p>{BOUNDS_NOTE}</p>" if table.ratings is not None and table.ratings.is_bounded else ""
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="faint">{len(results)} games, {escape(str(plan))}; {escape(_anchored(table))}</p>',
        f'<section class="card"><h2>Crosstable</h2>{note}{_html_table(head, rows)}</section>',
        f'<section class="card"><h2>Matches</h2>{_matches(table)}</section>',
    ]
    if results:
        body += heat_sections(heat)
    if table.ratings is not None:
        body.insert(3, _rating_figure(table, ranking))
    return page(title, body)


def _rating_figure(table: Crosstable, ranking: Sequence[int]) -> str:
    assert table.ratings is not None
    ratings = table.ratings.ratings
    rows = [(table.names[player], ratings[player].elo, ratings[player].error) for player in ranking]
    drawing = interval_bars(rows, label="Ratings")
    drawn = figure("Ratings", "Elo with 95 % intervals relative to the anchor", drawing)
    return f'<section class="narrow">{drawn}</section>'


def _matches(table: Crosstable) -> str:
    standing = ("games", "wins", "draws", "losses", "inconclusive")
    head = ("Match", *standing, "score", "95 % interval", "time per move")
    return _html_table(head, map(_match_row, table.summaries))


def _match_row(summary: Summary) -> tuple[object, ...]:
    standing, interval = summary.standing, summary.interval()
    return (
        " – ".join(summary.names),
        standing.games,
        standing.wins,
        standing.draws,
        standing.losses,
        standing.inconclusive,
        f"{summary.score:.1%}" if standing.games else "–",
        f"{interval.low:.1%} – {interval.high:.1%}" if interval else "–",
        " / ".join(duration(effort.seconds_per_move()) for effort in summary.efforts),
    )


def _html_table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    def row(kind: str, cells: Iterable[object]) -> str:
        return "<tr>" + "".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in cells) + "</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f'<div class="scroll"><table><thead>{row("th", head)}</thead><tbody>{body}</tbody></table></div>'
