"""Tournaments: players read from a file, rated by the results of all their games; the result as text and as a page."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any, Self

from jungle.arena.errors import ArenaError, InvalidSettingError, check_range
from jungle.arena.games import GameResult
from jungle.arena.plan import PLAN_SETTINGS, Plan
from jungle.arena.ratings import RatingList, rate
from jungle.arena.report import HeatMap, figure, heat_sections, page, table_of
from jungle.arena.summary import Summary, columns, duration, summarise
from jungle.errors import JungleError
from jungle.language.plurals import counted
from jungle.svg.charts import interval_bars

ELO_LIMIT = 100_000.0
ROUND_ROBIN, GAUNTLET, NEIGHBOURS = "round-robin", "gauntlet", "neighbours"

BOUNDS_NOTE = (
    "A player won or lost every game against the others, so there are no finite ratings: half a drawn pair was added "
    "to each pairing, and the true differences are at least as large as shown."
)

_KINDS: dict[str, type | tuple[type, ...]] = {
    "games": int,
    "kind": str,
    "anchor": str,
    "anchor_elo": (int, float),
    "seed": int,
    "game": str,
    "flip": bool,
    "rules": str,
    "openings": str,
    "max_plies": int,
    "timeout": (int, float),
    "adjudicate": str,
    "players": list,
}


@dataclass(frozen=True, slots=True)
class Tournament:
    """A plan with an anchor for its ratings. Raises ArenaError, which names the invalid setting."""

    plan: Plan
    anchor: int
    anchor_elo: float

    @classmethod
    def load(cls, path: Path) -> Self:
        try:
            settings = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ArenaError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ArenaError(f"{path}: {error}") from None
        try:
            return cls.from_settings(settings)
        except JungleError as error:
            raise ArenaError(f"{path}: {error}") from None

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """The tournament that a settings file describes."""
        _check_kinds(settings)
        names, players = _players(settings.get("players", []))
        kind = settings.get("kind", ROUND_ROBIN)
        if kind not in (ROUND_ROBIN, GAUNTLET, NEIGHBOURS):
            raise InvalidSettingError(f"kind: expected {ROUND_ROBIN!r}, {GAUNTLET!r} or {NEIGHBOURS!r}, got {kind!r}")
        pairings = tuple(combinations(range(len(names)), 2))
        if kind == GAUNTLET:
            pairings = tuple(pairing for pairing in pairings if pairing[0] == 0)
        elif kind == NEIGHBOURS:
            pairings = tuple((first, second) for first, second in pairings if second == first + 1)
        anchor = settings.get("anchor", names[0])
        if anchor not in names:
            raise InvalidSettingError(f"anchor: expected a player ({', '.join(names)}), got {anchor!r}")
        chosen = {name: settings[name] for name in PLAN_SETTINGS if name in settings}
        if settings.get("flip"):
            chosen["game"] = "flip"
        plan = Plan(command="tournament", players=players, names=names, pairings=pairings, **chosen)
        anchor_elo = check_range("anchor_elo", settings.get("anchor_elo", 0), -ELO_LIMIT, ELO_LIMIT)
        return cls(plan, names.index(anchor), float(anchor_elo))

    def crosstable(self, results: Sequence[GameResult]) -> "Crosstable":
        """The result of the games so far."""
        plan = self.plan
        summaries = tuple(
            summarise(results, first, second, (plan.name(first), plan.name(second))) for first, second in plan.pairings
        )
        pairs = {pairing: summary.pairs for pairing, summary in zip(plan.pairings, summaries, strict=True)}
        try:
            ratings = rate(len(plan.players), pairs, anchor=self.anchor, anchor_elo=self.anchor_elo)
        except ArenaError:  # Stopped before all pairings were played.
            ratings = None
        return Crosstable(plan.names, plan.pairings, summaries, ratings, self.anchor)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The points of every player against every other, and the ratings, if there are any yet."""

    names: tuple[str, ...]
    pairings: tuple[tuple[int, int], ...]
    summaries: tuple[Summary, ...]
    ratings: RatingList | None
    anchor: int

    def ranking(self) -> list[int]:
        """The players, best first: by rating, or by score while there are no ratings."""
        if self.ratings is not None:
            ratings = self.ratings.ratings
            return sorted(range(len(self.names)), key=lambda player: -ratings[player].elo)
        return sorted(range(len(self.names)), key=lambda player: -self.score(player))

    def games(self, player: int) -> int:
        return sum(summary.standing.games for summary in self._summaries_of(player))

    def points(self, player: int) -> float:
        return sum(self.points_against(player, other) or 0.0 for other in range(len(self.names)))

    def score(self, player: int) -> float:
        return self.points(player) / (self.games(player) or 1)

    def points_against(self, player: int, other: int) -> float | None:
        """A player's points against another; None if they do not play each other."""
        for (first, second), summary in zip(self.pairings, self.summaries, strict=True):
            if (player, other) == (first, second):
                return summary.standing.points
            if (player, other) == (second, first):
                return summary.standing.games - summary.standing.points
        return None

    def _summaries_of(self, player: int) -> list[Summary]:
        return [summary for pairing, summary in zip(self.pairings, self.summaries, strict=True) if player in pairing]

    def to_json(self) -> dict[str, object]:
        return {
            "ranking": [
                {
                    "player": self.names[player],
                    "elo": None if self.ratings is None else self.ratings.ratings[player].elo,
                    "error": None if self.ratings is None else self.ratings.ratings[player].error,
                    "games": self.games(player),
                    "points": self.points(player),
                }
                for player in self.ranking()
            ],
            "anchor": self.names[self.anchor],
            "ratings_are_bounds": self.ratings is not None and self.ratings.bounded,
            "matches": [summary.to_json() for summary in self.summaries],
        }


def _check_kinds(settings: Mapping[str, object]) -> None:
    for name, value in settings.items():
        if name not in _KINDS:
            raise InvalidSettingError(f"unknown setting {name!r}; expected one of: {', '.join(_KINDS)}")
        kind = _KINDS[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise InvalidSettingError(f"{name}: wrong type {type(value).__name__}: {value!r}")


def _players(entries: list[object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and descriptions."""
    names, players = [], []
    for entry in entries:
        if not isinstance(entry, dict) or not isinstance(entry.get("player"), str):
            raise InvalidSettingError(f'players: expected [[players]] with player = "…", got {entry!r}')
        if unknown := entry.keys() - {"name", "player"}:
            raise InvalidSettingError(f"players: expected name and player, got {min(unknown)!r}")
        name = str(entry.get("name", entry["player"]))
        if name in names:
            raise InvalidSettingError(f"players: two are called {name!r}; give them names")
        names.append(name)
        players.append(entry["player"])
    if len(names) < 2:
        raise InvalidSettingError(f"players: expected at least two, got {len(names)}")
    return tuple(names), tuple(players)


def crosstable_text(table: Crosstable) -> str:
    """Rating list and crosstable in one, best player first, and the failures."""
    ranking = table.ranking()
    head = ("", "", "Elo", "±", "games", "points", "score", *(str(place) for place in range(1, len(ranking) + 1)))
    rows = [head]
    for place, player in enumerate(ranking, 1):
        rows.append((str(place), table.names[player], *_figures(table, player), *_cells(table, player, ranking)))
    lines = columns(rows, left=2)
    games = sum(summary.standing.games for summary in table.summaries)
    lines = [f"{counted(games, 'game')}; {_anchored(table)}", "", *lines]
    if table.ratings is not None and table.ratings.bounded:
        lines += ["", BOUNDS_NOTE]
    failures = sum(len(summary.failures) for summary in table.summaries)
    if failures:
        lines += [
            "",
            f"{counted(failures, 'game')} lost by crash, timeout or illegal move; with --out, games.csv says which",
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
    note = f"<p>{BOUNDS_NOTE}</p>" if table.ratings is not None and table.ratings.bounded else ""
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="faint">{counted(len(results), "game")}, {escape(str(plan))}; {escape(_anchored(table))}</p>',
        f'<section class="card"><h2>Crosstable</h2>{note}{table_of(head, rows)}</section>',
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
    return table_of(head, map(_match_row, table.summaries))


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
