"""A tournament's result, as text and as a page."""

from collections.abc import Sequence
from html import escape

from jungle.arena.charts import interval_bars
from jungle.arena.games import GameResult
from jungle.arena.heat import Heat
from jungle.arena.plan import Plan
from jungle.arena.report import figure, heat_sections, page
from jungle.arena.table import count, duration, grid
from jungle.arena.tournament import Crosstable

BOUNDS_NOTE = (
    "Somebody won or lost everything against the others, so no finite ratings exist: half a drawn pair was added to "
    "each pairing, and differences are at least as large as shown."
)


def crosstable_text(table: Crosstable) -> str:
    """Rating list and crosstable in one, best player first, and the failures."""
    ranking = table.ranking()
    head = ("", "", "Elo", "±", "games", "points", "score", *(str(place) for place in range(1, len(ranking) + 1)))
    rows = [head]
    for place, player in enumerate(ranking, 1):
        rows.append((str(place), table.names[player], *_figures(table, player), *_cells(table, player, ranking)))
    lines = grid(rows, left=2)
    games = sum(summary.standing.games for summary in table.summaries)
    lines = [f"{count(games, 'game')}, Elo of {table.names[table.anchor]} fixed", "", *lines]
    if table.ratings is not None and table.ratings.is_bounded:
        lines += ["", BOUNDS_NOTE]
    failures = sum(len(summary.failures) for summary in table.summaries)
    if failures:
        lines += [
            "",
            f"{count(failures, 'game')} lost by crash, hang or illegal move; with --out, games.csv tells which",
        ]
    return "\n".join(lines)


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


def crosstable_page(plan: Plan, results: Sequence[GameResult], table: Crosstable, heat: Heat) -> str:
    """The page of a tournament."""
    title = f"Tournament of {len(plan.players)} players"
    ranking = table.ranking()
    head = "".join(f"<th>{text}</th>" for text in ("Player", "Elo", "±", "games", "points", "score"))
    head += "".join(f"<th>{place}</th>" for place in range(1, len(ranking) + 1))
    rows = []
    for place, player in enumerate(ranking, 1):
        cells = (*_figures(table, player), *_cells(table, player, ranking))
        rows.append(
            f"<tr><td>{place}. {escape(table.names[player])}</td>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"
        )
    conditions = plan.conditions
    game = "the face-down game" if conditions.flip else f"{conditions.rules} rules"
    note = f"<p>{BOUNDS_NOTE}</p>" if table.ratings is not None and table.ratings.is_bounded else ""
    terms = f"{len(results)} games, {game}, openings {plan.openings}, seed {plan.seed}"
    crosstable = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="faint">{escape(terms)}; Elo of {escape(table.names[table.anchor])} fixed</p>',
        f'<section class="card"><h2>Crosstable</h2>{note}<div class="scroll">{crosstable}</div></section>',
        _match_section(table),
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


def _match_section(table: Crosstable) -> str:
    columns = ("Match", "games", "wins", "draws", "losses", "inconclusive", "score", "95 % interval", "time a move")
    head = "".join(f"<th>{name}</th>" for name in columns)
    rows = []
    for summary in table.summaries:
        standing, interval = summary.standing, summary.interval()
        first, second = map(escape, summary.names)
        efforts = [effort.seconds_per_move() for effort in summary.efforts]
        cells = (
            standing.games,
            standing.wins,
            standing.draws,
            standing.losses,
            standing.inconclusive,
            f"{summary.score:.1%}" if standing.games else "–",
            f"{interval.low:.1%} – {interval.high:.1%}" if interval else "–",
            " / ".join(map(duration, efforts)),
        )
        rows.append(f"<tr><td>{first} – {second}</td>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return (
        f'<section class="card"><h2>Matches</h2><div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div></section>"
    )
