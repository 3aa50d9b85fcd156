"""Search in a player's games, newest first, in pages by key.

A page looks at a limited number of games, so that its cost does not grow with how many the player has or how rare the
wanted ones are. A page may therefore hold few games, or none, and still have a next one.
"""

import msgspec
import sqlalchemy as sa

from jungle.pieces import Side
from jungle.server.game.adapter import COLOURS
from jungle.server.json import Json
from jungle.server.storage.schema import games, rating_changes

SCAN_LIMIT = 5000
"""How many of a player's games as each colour a page looks at."""
OPENINGS_SHOWN = 10
MOVE_WIDTH = 12
"""More characters than any move has."""
RESULTS = {"win": ("1-0", "0-1"), "draw": ("1/2-1/2", "1/2-1/2"), "loss": ("0-1", "1-0")}
"""A player's result, as that of the game if they are Blue, and Red."""
WINNERS = {"1-0": "blue", "0-1": "red", "1/2-1/2": "draws"}


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """Which of a player's games are wanted."""

    user_id: int
    opponent_id: int | None = None
    colour: str | None = None
    result: str | None = None
    """`win`, `draw` or `loss`, for the player."""
    game: str | None = None
    rules: str | None = None
    speed: str | None = None
    rated: bool | None = None
    opening: str | None = None
    """The first moves, separated by spaces."""
    since: int | None = None
    until: int | None = None
    rating_low: int | None = None
    """Of the opponent, when a rated game was played."""
    rating_high: int | None = None

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side for side in Side if self.colour in (None, COLOURS[side]))

    def conditions(self, side: Side) -> list[sa.ColumnElement[bool]]:
        """What the player's games as one side must fulfil."""
        own, other = (games.c.blue_id, games.c.red_id)[:: 1 if side is Side.BLUE else -1]
        chosen = [own == self.user_id]
        if self.opponent_id is not None:
            chosen.append(other == self.opponent_id)
        if self.result is not None:
            chosen += [games.c.status == "ended", games.c.result == RESULTS[self.result][side]]
        for column, wanted in (
            (games.c.kind, self.game),
            (games.c.rules, self.rules),
            (games.c.speed, self.speed),
            (games.c.rated, self.rated),
        ):
            if wanted is not None:
                chosen.append(column == wanted)
        if self.opening is not None:
            begins = sa.or_(
                games.c.moves == self.opening, games.c.moves.startswith(f"{self.opening} ", autoescape=True)
            )
            chosen += [games.c.fen.is_(None), begins]
        if self.since is not None:
            chosen.append(games.c.created >= self.since)
        if self.until is not None:
            chosen.append(games.c.created < self.until)
        if self.rating_low is not None or self.rating_high is not None:
            then = rating_changes.c
            chosen.append(
                sa.exists().where(
                    then.game_id == games.c.id,
                    then.user_id == other,
                    then.before.between(self.rating_low or 0, self.rating_high or 10_000),
                )
            )
        return chosen

    def floor(self, connection: sa.Connection, before: int) -> int:
        """The lowest number of a game that a page looks at; 0 if it looks at all that are left."""
        floors = [0]
        for side in self.sides:
            own = games.c.blue_id if side is Side.BLUE else games.c.red_id
            last = sa.select(games.c.number).where(own == self.user_id, games.c.number < before)
            last = last.order_by(games.c.number.desc()).limit(1).offset(SCAN_LIMIT - 1)
            floors.append(connection.execute(last).scalar() or 0)
        return max(floors)

    def page(self, connection: sa.Connection, before: int, limit: int) -> tuple[list[str], int | None]:
        """The ids of the latest games with numbers below `before`, and below which number to go on, if anywhere."""
        floor = self.floor(connection, before)
        found: list[tuple[int, str]] = []
        for side in self.sides:
            statement = sa.select(games.c.number, games.c.id).where(*self.conditions(side))
            statement = statement.where(games.c.number < before, games.c.number >= floor)
            rows = connection.execute(statement.order_by(games.c.number.desc()).limit(limit))
            found += [(row.number, row.id) for row in rows]
        found = sorted(set(found), reverse=True)[:limit]
        if len(found) == limit:
            return [game_id for _, game_id in found], found[-1][0]
        return [game_id for _, game_id in found], floor or None


def figures(connection: sa.Connection, user_id: int) -> dict[str, object]:
    """Wins, draws and losses in a player's latest games by speed and colour, and their most played first moves."""
    search = Search(user_id=user_id)
    floor = search.floor(connection, 2**62)
    results: dict[str, dict[str, list[int]]] = {}
    openings: dict[tuple[str, str], list[int]] = {}
    for side in Side:
        own = games.c.blue_id if side is Side.BLUE else games.c.red_id
        first = sa.case((games.c.fen.is_(None), sa.func.substr(games.c.moves, 1, 9)), else_="")
        chosen = (own == user_id, games.c.number >= floor, games.c.status == "ended")
        counted = sa.select(games.c.kind, games.c.speed, games.c.result, first, sa.func.count()).where(*chosen)
        for kind, speed, result, moves, count in connection.execute(
            counted.group_by(games.c.kind, games.c.speed, games.c.result, first)
        ).all():
            place = next((place for place, both in enumerate(RESULTS.values()) if both[side] == result), None)
            if place is None:
                continue
            results.setdefault(speed, {}).setdefault(COLOURS[side], [0, 0, 0])[place] += count
            if kind == "jungle" and moves:
                openings.setdefault((COLOURS[side], moves), [0, 0, 0])[place] += count
    most = sorted(openings.items(), key=lambda each: -sum(each[1]))[:OPENINGS_SHOWN]
    return {
        "results": results,
        "openings": [{"colour": colour, "moves": moves, "results": score} for (colour, moves), score in most],
    }


def continuations(connection: sa.Connection, search: Search) -> Json:
    """The moves that follow the searched opening in a player's latest games, and their results."""
    floor = search.floor(connection, 2**62)
    begins = 1 if search.opening is None else len(search.opening) + 2
    following = sa.func.substr(games.c.moves, begins, MOVE_WIDTH)
    counts: dict[str, dict[str, int]] = {}
    for side in search.sides:
        statement = sa.select(following, games.c.result, sa.func.count()).where(*search.conditions(side))
        statement = statement.where(games.c.number >= floor, games.c.status == "ended", games.c.fen.is_(None))
        for moves, result, count in connection.execute(statement.group_by(following, games.c.result)).all():
            if (move := moves.partition(" ")[0]) and result in WINNERS:
                results = counts.setdefault(move, dict.fromkeys(WINNERS.values(), 0))
                results[WINNERS[result]] += count
    moves = [{"move": move, "games": sum(results.values()), **results} for move, results in counts.items()]
    moves.sort(key=lambda each: (-int(each["games"]), each["move"]))
    return {"games": sum(int(each["games"]) for each in moves), "moves": moves}
