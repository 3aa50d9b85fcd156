"""Assignments: tasks for a class, the pupils' results, and a CSV table of them."""

import csv
import io
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
import sqlalchemy as sa

from jungle.errors import JungleError
from jungle.puzzles import THEMES, all_puzzles
from jungle.server.background import Background
from jungle.server.errors import ConflictError, NotFoundError, UnprocessableError
from jungle.server.game import adapter
from jungle.server.game.transaction import COUNTED_PLIES, new_id
from jungle.server.identity.accounts import User
from jungle.server.json import Json, decode, encode
from jungle.server.school.progress import Item, lesson_ids, level_key, read_progress
from jungle.server.school.publisher import ClassPublisher
from jungle.server.school.rows import Pupil, checked_text, read_pupils, require_member, require_teacher
from jungle.server.storage.database import Database
from jungle.server.storage.schema import assignments, games
from jungle.server.times import SECOND

ASSIGNMENTS_LIMIT = 50
"""The most assignments in one class."""
THINGS_LIMIT = 50
"""The most items in one assignment."""
MOVES_LIMIT = 40
"""The most moves in the solution of a puzzle."""
TITLE_LIMIT = 80
COLUMNS = ("done", "of", "first tries", "minutes", "finished (UTC)")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""Characters that start a formula in a spreadsheet."""


class Lessons(msgspec.Struct, frozen=True):
    lessons: list[str]


class Theme(msgspec.Struct, frozen=True):
    """Puzzles picked by the server."""

    theme: str
    count: int


class OwnPuzzle(msgspec.Struct, frozen=True):
    fen: str
    moves: list[str]
    rules: str | None = None
    game: str = "jungle"


class OwnPuzzles(msgspec.Struct, frozen=True):
    puzzles: list[OwnPuzzle]


class Level(msgspec.Struct, frozen=True):
    game: str
    level: int | str


class Matches(msgspec.Struct, frozen=True):
    count: int


class AssignmentRow(msgspec.Struct, frozen=True, kw_only=True):
    """An assignment as stored."""

    id: str
    class_id: str
    title: str
    kind: str
    task: Json
    due: int | None
    created: int

    @property
    def keys(self) -> list[tuple[str, str]]:
        """The keys of the progress items to complete; empty for games."""
        if self.kind == "lessons":
            return [("lesson", key) for key in self.task["lessons"]]
        if self.kind == "puzzles":
            return [("puzzle", key if isinstance(key, str) else key["id"]) for key in self.task["puzzles"]]
        return [("level", f"{self.task['game']}.{self.task['level']}")] if self.kind == "level" else []

    @property
    def count(self) -> int:
        return int(self.task["count"]) if self.kind == "games" else len(self.keys)

    def view(self) -> Json:
        names = ("id", "title", "kind", "task", "due", "created")
        return {name: getattr(self, name) for name in names} | {"count": self.count}


@dataclass(frozen=True, slots=True)
class Played:
    """A game that a user has finished."""

    ended: int
    ms: int


@dataclass(frozen=True, slots=True)
class Result:
    """A user's progress with an assignment."""

    done: int
    first_tries: int
    ms: int
    finished_at: int | None

    def view(self) -> Json:
        return {"done": self.done, "firstTries": self.first_tries, "ms": self.ms, "finishedAt": self.finished_at}


def _checked_task(kind: str, task: Json, assignment_id: str) -> Json:
    """The task in its stored form. Raises UnprocessableError."""
    try:
        return _TASKS[kind](task, assignment_id)
    except msgspec.ValidationError as error:
        raise UnprocessableError(str(error), "task") from None
    except UnprocessableError:
        raise
    except JungleError as error:
        raise UnprocessableError(str(error), "task") from None


def _bounded(count: int, what: str) -> None:
    if not 1 <= count <= THINGS_LIMIT:
        raise UnprocessableError(f"expected 1 to {THINGS_LIMIT} {what}, got {count}", "task")


def _lessons(task: Json, _assignment_id: str) -> Json:
    chosen = list(dict.fromkeys(msgspec.convert(task, Lessons).lessons))
    _bounded(len(chosen), "lessons")
    for key in chosen:
        if key not in lesson_ids():
            raise UnprocessableError(f"there is no lesson {key!r}", "task")
    return {"lessons": chosen}


def _puzzles(task: Json, assignment_id: str) -> Json:
    if "puzzles" in task:
        given = msgspec.convert(task, OwnPuzzles).puzzles
        _bounded(len(given), "puzzles")
        return {"puzzles": [_own(puzzle, f"own-{assignment_id}-{n}") for n, puzzle in enumerate(given, start=1)]}
    wanted = msgspec.convert(task, Theme)
    _bounded(wanted.count, "puzzles")
    if wanted.theme and wanted.theme not in THEMES:
        raise UnprocessableError(f"unknown theme {wanted.theme!r}; expected one of: {', '.join(THEMES)}", "task")
    fitting = [puzzle for puzzle in all_puzzles() if not wanted.theme or wanted.theme in puzzle.themes]
    chosen = sorted(random.sample(fitting, min(wanted.count, len(fitting))), key=lambda puzzle: puzzle.rating)
    return {"theme": wanted.theme, "count": len(chosen), "puzzles": [puzzle.id for puzzle in chosen]}


def _own(puzzle: OwnPuzzle, puzzle_id: str) -> Json:
    """A teacher's own puzzle: a position, and a line of legal moves from it."""
    if puzzle.game not in adapter.kinds():
        raise UnprocessableError(f"unknown game {puzzle.game!r}; expected one of: {', '.join(adapter.kinds())}", "task")
    if not 1 <= len(puzzle.moves) <= MOVES_LIMIT:
        raise UnprocessableError(f"expected 1 to {MOVES_LIMIT} moves, got {len(puzzle.moves)}", "task")
    rules = adapter.canonical_rules(puzzle.game, puzzle.rules)
    game = adapter.new_game(puzzle.game, rules, puzzle.fen, 0).public()
    moves = [adapter.move_text(game.play(move)) for move in puzzle.moves]
    return {"id": puzzle_id, "game": puzzle.game, "rules": rules, "fen": game.start.fen(), "moves": moves}


def _level(task: Json, _assignment_id: str) -> Json:
    wanted = msgspec.convert(task, Level)
    level_key(wanted.game, str(wanted.level))
    return {"game": wanted.game, "level": str(wanted.level)}


def _games(task: Json, _assignment_id: str) -> Json:
    wanted = msgspec.convert(task, Matches)
    _bounded(wanted.count, "games")
    return {"count": wanted.count}


_TASKS: dict[str, Callable[[Json, str], Json]] = {
    "lessons": _lessons,
    "puzzles": _puzzles,
    "level": _level,
    "games": _games,
}


def _read(connection: sa.Connection, class_id: str) -> list[AssignmentRow]:
    statement = sa.select(assignments).where(assignments.c.class_id == class_id).order_by(assignments.c.created)
    found = connection.execute(statement).mappings()
    return [AssignmentRow(**{**row, "task": decode(row["task"])}) for row in found]


def _finished_games(connection: sa.Connection, ids: list[int], since: int) -> dict[int, list[Played]]:
    """The games these users have finished since then, by user, earliest first."""
    found: dict[int, list[Played]] = {user_id: [] for user_id in ids}
    for mine in (games.c.blue_id, games.c.red_id):
        over = (games.c.status == "ended", games.c.ended >= since, games.c.ply >= COUNTED_PLIES)
        statement = sa.select(mine, games.c.created, games.c.ended).where(mine.in_(ids), *over)
        for user_id, created, ended in connection.execute(statement):
            found[user_id].append(Played(ended, ended - created))
    for played in found.values():
        played.sort(key=lambda game: game.ended)
    return found


def _result(row: AssignmentRow, items: dict[tuple[str, str], Item], played: list[Played]) -> Result:
    if row.kind == "games":
        mine = [game for game in played if game.ended >= row.created][: row.count]
        is_done = len(mine) == row.count
        return Result(len(mine), 0, sum(game.ms for game in mine), mine[-1].ended if is_done else None)
    tried = [items[key] for key in row.keys if key in items]
    done = [item for item in tried if item.at is not None]
    finished = max(item.at or 0 for item in done) if done and len(done) == row.count else None
    first_tries = sum(item.first_try for item in done)
    return Result(len(done), first_tries, sum(item.ms for item in tried), finished)


def _results(connection: sa.Connection, rows: list[AssignmentRow], ids: list[int]) -> dict[str, dict[int, Result]]:
    """Everyone's progress, by assignment and user."""
    keys = {key for row in rows for _, key in row.keys}
    items = read_progress(connection, ids, keys) if keys else {}
    since = min((row.created for row in rows if row.kind == "games"), default=None)
    played = {} if since is None else _finished_games(connection, ids, since)
    return {
        row.id: {user_id: _result(row, items.get(user_id, {}), played.get(user_id, [])) for user_id in ids}
        for row in rows
    }


class Assignments:
    """Manages the assignments of all classes."""

    def __init__(
        self, database: Database, publisher: ClassPublisher, background: Background, now: Callable[[], int]
    ) -> None:
        self.database = database
        self.publisher = publisher
        self.background = background
        self.now = now

    async def create(self, user: User, class_id: str, title: str, kind: str, task: Json, due: int | None) -> Json:
        """Create an assignment. Raises RequestError."""
        title, assignment_id = checked_text(title, TITLE_LIMIT), new_id()
        if not title:
            raise UnprocessableError(f"expected a title of 1 to {TITLE_LIMIT} characters", "text")
        checked = await self.background.run(_checked_task, kind, task, assignment_id)
        row = AssignmentRow(
            id=assignment_id,
            class_id=class_id,
            title=title,
            kind=kind,
            task=checked,
            due=due,
            created=self.now(),
        )

        def work(connection: sa.Connection) -> None:
            require_teacher(connection, user, class_id, lock=True)
            if len(_read(connection, class_id)) >= ASSIGNMENTS_LIMIT:
                raise ConflictError(f"a class has at most {ASSIGNMENTS_LIMIT} assignments", "too_many")
            values = {name: getattr(row, name) for name in row.__struct_fields__} | {"task": encode(checked).decode()}
            connection.execute(sa.insert(assignments), values)

        await self.database.write(work)
        self.publisher.emit(class_id, "assignment", assignment=row.view())
        return row.view()

    async def remove(self, user: User, class_id: str, assignment_id: str) -> None:
        def work(connection: sa.Connection) -> None:
            require_teacher(connection, user, class_id)
            chosen = (assignments.c.id == assignment_id, assignments.c.class_id == class_id)
            if not connection.execute(sa.delete(assignments).where(*chosen)).rowcount:
                raise NotFoundError(f"there is no assignment {assignment_id!r}", "no_assignment")

        await self.database.write(work)
        self.publisher.emit(class_id, "assignment", removed=assignment_id)

    async def listing(self, user: User, class_id: str) -> list[Json]:
        """The assignments of a class: with everyone's results for the teacher, with their own results for a pupil."""

        def work(connection: sa.Connection) -> list[Json]:
            _, is_teacher = require_member(connection, user, class_id)
            rows = _read(connection, class_id)
            if not is_teacher:
                mine = _results(connection, rows, [user.id])
                return [row.view() | mine[row.id][user.id].view() for row in rows]
            members = read_pupils(connection, class_id)
            found = _results(connection, rows, [pupil.user_id for pupil in members])
            return [row.view() | {"table": [_line(row, found[row.id], pupil) for pupil in members]} for row in rows]

        return await self.database.scan(work)

    async def table(self, user: User, class_id: str) -> str:
        """The results as a CSV file."""

        def work(connection: sa.Connection) -> str:
            require_teacher(connection, user, class_id)
            rows, members = _read(connection, class_id), read_pupils(connection, class_id)
            found = _results(connection, rows, [pupil.user_id for pupil in members])
            head = ["Name", "Label"]
            for row in rows:
                head += (
                    f"{row.title}: {column}" for column in ("done", "of", "first tries", "minutes", "finished (UTC)")
                )
            lines: list[list[object]] = [list(head)]
            for pupil in members:
                line: list[object] = [pupil.name, pupil.label]
                for row in rows:
                    result = found[row.id][pupil.user_id]
                    line += (result.done, row.count, result.first_tries, round(result.ms / 60 / SECOND, 1))
                    line.append(_date(result.finished_at))
                lines.append(line)
            return csv_text(lines)

        return await self.database.scan(work)

    def progressed(self, name: str, attended: list[str]) -> None:
        """Tell a pupil's teachers that their tables have changed."""
        for class_id in attended:
            self.publisher.emit_to_teacher(class_id, "assignment", name=name)


def _line(row: AssignmentRow, found: dict[int, Result], pupil: Pupil) -> Json:
    return {"name": pupil.name, "label": pupil.label, "count": row.count, **found[pupil.user_id].view()}


def _date(at: int | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at / SECOND, UTC).strftime("%Y-%m-%d %H:%M")


def csv_text(lines: list[list[object]]) -> str:
    """CSV text for spreadsheets: with a UTF-8 byte order mark, and with formulas escaped.

    >>> csv_text([["=1+1", "a;b", 3]])
    "\\ufeff'=1+1,a;b,3\\r\\n"
    >>> csv_text([["＝1+1", "＠SUM"]])
    "\\ufeff'＝1+1,'＠SUM\\r\\n"
    """
    text = io.StringIO()
    text.write("\ufeff")
    writer = csv.writer(text)
    for line in lines:
        writer.writerow(
            f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(FORMULA) else cell for cell in line
        )
    return text.getvalue()
