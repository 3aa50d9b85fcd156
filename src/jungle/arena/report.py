"""The report: a self-contained HTML page that can be opened from disk without a network."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from jungle.arena.games import GameResult
from jungle.arena.plan import Plan
from jungle.arena.scores import PairCounts
from jungle.arena.sprt import Sprt
from jungle.arena.summary import ENDINGS, PAIR_POINTS, Summary, match_text, signed
from jungle.board_game import BoardGame
from jungle.language.plurals import counted
from jungle.pieces import Piece, Side
from jungle.svg.charts import heat_board, histogram, score_chart, share_bars

CURVE_POINTS = 400

STYLE = files(__package__).joinpath("report.css").read_text(encoding="utf-8")


class HeatMap:
    """Counts for each animal and square, over all games added, which are of one kind.

    If each player has an edge of the board, squares are counted from the animal's owner's point of view.

    >>> from jungle import Animal, Game
    >>> heat = HeatMap(Game())
    >>> heat.add(Game.from_moves(["a3a4", "g7g6"]))
    >>> heat.stood[Animal.ELEPHANT][14], heat.stood[Animal.ELEPHANT][21]
    (3, 3)
    """

    def __init__(self, game: BoardGame) -> None:
        """For games like this one."""
        self.grid = game.grid
        pieces = [*filter(None, game.faces(0).values()), *game.hidden_pieces(0)]
        animals = sorted({piece.animal for piece in pieces}, reverse=True)
        self.stood = {animal: [0] * self.grid.squares for animal in animals}
        """Plies on each square, the start included."""
        self.captured = {animal: [0] * self.grid.squares for animal in animals}
        self._is_turned = game.uses_directions
        self._has_hidden = bool(game.hidden_pieces(0))

    @property
    def caption(self) -> str:
        """How to read the boards."""
        seen = "Each board is seen from the side of the animal's owner. " if self._is_turned else ""
        since = "Animals count from the moment they are turned up. " if self._has_hidden else ""
        return f"{seen}{since}The stronger the colour, the more often."

    def add(self, game: BoardGame) -> None:
        """Add a game."""
        standing = {square: (piece, 0) for square, piece in game.faces(0).items() if piece is not None}

        def leave(square: int, ply: int) -> Piece:
            piece, since = standing.pop(square)
            self.stood[piece.animal][self._seen(piece, square)] += ply - since
            return piece

        for ply, move in enumerate(game.moves, 1):
            if move.revealed is not None:
                standing[move.target] = move.revealed, ply
                continue
            mover = leave(move.origin, ply)
            gone = [leave(move.target, ply)] if move.captured is not None else []
            if move.trade:
                gone.append(mover)
            else:
                standing[move.target] = mover, ply
            for piece in gone:
                self.captured[piece.animal][self._seen(piece, move.target)] += 1
        for square in list(standing):
            leave(square, len(game) + 1)

    def _seen(self, piece: Piece, square: int) -> int:
        return self.grid.rotate_square(square) if self._is_turned and piece.side is Side.RED else square


def page(title: str, body: Sequence[str]) -> str:
    """A complete, self-contained page."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # An inline icon keeps the browser from requesting one.
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def match_report(
    plan: Plan, results: Sequence[GameResult], summary: Summary, heat: HeatMap, sprt: Sprt | None = None
) -> str:
    """The page of a match between two players."""
    first, second = summary.names
    title = f"{first} against {second}"
    heading = (
        f'<h1><span class="first-name">{escape(first)}</span> against '
        f'<span class="second-name">{escape(second)}</span></h1>'
    )
    if not results:
        return page(title, [heading, '<p class="faint">No game was finished.</p>'])
    return page(
        title,
        [
            heading,
            f'<p class="faint">{escape(str(plan))}</p>',
            _tiles(summary, sprt),
            '<div class="charts">',
            _score_figure(results, summary),
            _length_figure(results, summary),
            _ending_figure(summary),
            _pair_figure(summary),
            "</div>",
            *heat_sections(heat),
            f'<section class="card"><h2>In figures</h2><pre>{escape(match_text(summary, sprt))}</pre></section>',
        ],
    )


def tile(value: str, text: str) -> str:
    return f'<div class="card tile"><b>{escape(value)}</b><span>{escape(text)}</span></div>'


def _tiles(summary: Summary, sprt: Sprt | None) -> str:
    standing, pairs = summary.standing, summary.pairs
    undecided = f", {standing.inconclusive} inconclusive" if standing.inconclusive else ""
    tiles = [
        tile(
            f"{standing.wins}–{standing.draws}–{standing.losses}",
            f"wins, draws and losses in {counted(standing.games, 'game')}{undecided}",
        )
    ]
    if interval := summary.interval():
        elo = pairs.elo()
        tiles.append(tile(f"{summary.score:.1%}", f"score; 95 % interval {interval.low:.1%} to {interval.high:.1%}"))
        tiles.append(tile(signed(elo.estimate), f"Elo; 95 % interval {signed(elo.low)} to {signed(elo.high)}"))
        tiles.append(tile(f"{pairs.superiority():.1%}", f"likelihood that {summary.names[0]} is the stronger player"))
    if sprt is not None:
        tiles.append(tile(sprt.verdict(pairs).value, sprt.question(summary.names)))
    return f'<div class="tiles">{"".join(tiles)}</div>'


def figure(title: str, caption: str, drawing: str) -> str:
    return f'<figure class="card"><h2>{escape(title)}</h2><figcaption>{caption}</figcaption>{drawing}</figure>'


def table_of(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A table that scrolls on a narrow screen."""

    def row(kind: str, cells: Iterable[object]) -> str:
        return "<tr>" + "".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in cells) + "</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f'<div class="scroll"><table><thead>{row("th", head)}</thead><tbody>{body}</tbody></table></div>'


def _legend(summary: Summary) -> str:
    entries = zip(("first", "second", "nobody"), _names(summary), strict=True)
    colours = (f'<span><i style="background: var(--{colour})"></i>{escape(text)}</span>' for colour, text in entries)
    return f'<span class="legend">{"".join(colours)}</span>'


def _names(summary: Summary) -> tuple[str, str, str]:
    return f"won by {summary.names[0]}", f"won by {summary.names[1]}", "won by nobody"


def _score_figure(results: Sequence[GameResult], summary: Summary) -> str:
    curve = score_curve(results, summary.first)
    title, caption = "Score over time", f"of {escape(summary.names[0])} after each pair, with its 95 % interval"
    if not curve:
        return figure(title, "no pair is complete", "")
    return figure(title, caption, score_chart(curve, across_title="pairs", label=title))


def score_curve(results: Sequence[GameResult], player: int) -> list[tuple[int, float, float, float]]:
    """The score and its interval after each pair: (pairs, low, score, high)."""
    halves: dict[int, list[float]] = {}
    for result in results:
        halves.setdefault(result.job.pair, []).append(result.points(player))
    points = [sum(halves[pair]) for pair in sorted(halves) if len(halves[pair]) == 2]
    stride = max(1, len(points) // CURVE_POINTS)
    curve, pairs = [], PairCounts()
    for number, value in enumerate(points, 1):
        pairs = pairs.with_pair(value)
        if number % stride == 0 or number == len(points):
            interval = pairs.interval()
            curve.append((number, interval.low, interval.estimate, interval.high))
    return curve


def _length_figure(results: Sequence[GameResult], summary: Summary) -> str:
    lengths: tuple[list[int], list[int], list[int]] = ([], [], [])
    for result in results:
        winner = result.winner_of(summary.first, summary.second)
        lengths[2 if winner is None else winner].append(result.plies)
    drawing = histogram(lengths, across_title="plies", label="Length of the games", names=_names(summary))
    return figure("Length of the games", _legend(summary), drawing)


def _ending_figure(summary: Summary) -> str:
    rows = [
        (ENDINGS[ending], counts)
        for ending in ENDINGS
        if any(counts := [summary.endings[ending, winner] for winner in (0, 1, None)])
    ]
    return figure("Endings", _legend(summary), share_bars(rows, label="Endings", names=_names(summary)))


def _pair_figure(summary: Summary) -> str:
    rows = [
        (points, [count if index > 2 else 0, count if index < 2 else 0, count if index == 2 else 0])
        for index, (points, count) in enumerate(zip(PAIR_POINTS, summary.pairs.counts, strict=True))
    ]
    caption = f"points of {escape(summary.names[0])} from the two games of an opening"
    if not summary.pairs.total:
        return figure("Pairs", "no pair is complete", "")
    return figure("Pairs", caption, share_bars(rows, label="Pairs", names=("pairs", "pairs", "pairs")))


def heat_sections(heat: HeatMap) -> list[str]:
    """Two rows of boards, each with one board per animal."""
    stood = [(str(animal), values) for animal, values in heat.stood.items()]
    captured = [(f"{animal} {sum(values)}×", values) for animal, values in heat.captured.items()]
    return [
        _boards("Where the animals stood", heat, stood, css="stood", unit="its time"),
        _boards("Where they were captured", heat, captured, css="captured", unit="its captures"),
    ]


def _boards(title: str, heat: HeatMap, boards: Sequence[tuple[str, Sequence[int]]], *, css: str, unit: str) -> str:
    drawn = "".join(heat_board(heat.grid, values, title=name, heat=css, unit=unit) for name, values in boards)
    return (
        f'<section class="card"><h2>{title}</h2><p class="faint">{heat.caption}</p>'
        f'<div class="boards">{drawn}</div></section>'
    )
