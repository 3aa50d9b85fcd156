"""Progress in lessons, puzzles and levels, stored in the account and merged from every device."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from jungle.lessons import LESSONS, STRATEGY
from jungle.players import LEVELS
from jungle.puzzles import all_puzzles
from jungle.server.errors import ConflictError, UnprocessableError
from jungle.server.game import adapter
from jungle.server.identity.accounts import User
from jungle.server.json import Json, decode
from jungle.server.storage.database import Database
from jungle.server.storage.schema import assignments, classes, progress, pupils, users

ITEMS_LIMIT = 5000
"""The most items in one account."""
KINDS = ("lesson", "puzzle", "level")
OWN = re.compile(r"own-([A-Za-z0-9]{8})-([0-9]{1,3})")
"""The id of a teacher's puzzle: the assignment and its index there."""
_KEY = ("user_id", "kind", "key")
_VALUES = ("stars", "tries", "first_try", "ms", "at")


class Item(msgspec.Struct, frozen=True, rename="camel"):
    """A user's progress in one lesson, puzzle or level."""

    kind: str
    key: str
    stars: int = 0
    tries: int = 0
    first_try: bool = False
    ms: int = 0
    """Time spent on it."""
    at: int | None = None
    """When it was first done; None if it was only tried."""

    def merged(self, other: "Item") -> "Item":
        """Merge the progress of two devices.

        >>> one = Item("lesson", "jungle.den", 2, 3, False, 500, 9)
        >>> two = Item("lesson", "jungle.den", 1, 5, True, 100, 7)
        >>> one.merged(two) == two.merged(one) == Item("lesson", "jungle.den", 2, 5, True, 500, 7)
        True
        """
        done = [each for each in (self, other) if each.at is not None]
        first = min(done, key=lambda each: (each.at or 0, not each.first_try)) if done else self
        return Item(
            self.kind,
            self.key,
            max(self.stars, other.stars),
            max(self.tries, other.tries),
            first.first_try,
            max(self.ms, other.ms),
            first.at,
        )


@cache
def lesson_ids() -> frozenset[str]:
    """The keys of all lessons."""
    rules = (f"{kind}.{lesson.key}" for kind, lessons in LESSONS.items() for lesson in lessons)
    return frozenset((*rules, *(f"strategy.{lesson.key}" for lesson in STRATEGY)))


@cache
def puzzle_ids() -> frozenset[str]:
    return frozenset(puzzle.id for puzzle in all_puzzles())


def level_key(game: str, level: str) -> str:
    """The key of a level. Raises UnprocessableError."""
    if game not in adapter.kinds() or level not in LEVELS:
        raise UnprocessableError(f"expected a game and a level from 1 to {len(LEVELS)}", "task")
    return f"{game}.{level}"


def _is_known(kind: str, key: str) -> bool:
    if kind == "level":
        game, _, level = key.partition(".")
        return game in adapter.kinds() and level in LEVELS
    return key in (lesson_ids() if kind == "lesson" else puzzle_ids())


def read_progress(
    connection: sa.Connection, ids: Sequence[int], keys: Iterable[str] | None = None
) -> dict[int, dict[tuple[str, str], Item]]:
    """The progress of these users, by user, optionally limited to these keys."""
    statement = sa.select(progress).where(progress.c.user_id.in_(ids))
    if keys is not None:
        statement = statement.where(progress.c.kind.in_(KINDS), progress.c.key.in_(list(keys)))
    found: dict[int, dict[tuple[str, str], Item]] = {user_id: {} for user_id in ids}
    for row in connection.execute(statement).mappings():
        item = Item(row["kind"], row["key"], *(row[name] for name in _VALUES))
        found[row["user_id"]][item.kind, item.key] = item
    return found


class Progress:
    """Stores everyone's progress."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now

    async def items(self, user: User) -> list[Json]:
        """All of a user's progress."""
        found = await self.database.scan(lambda connection: read_progress(connection, [user.id])[user.id])
        return [msgspec.to_builtins(item) for item in found.values()]

    async def merge(self, user: User, items: list[Item]) -> list[Json]:
        """Merge a device's progress, and return the combined progress.

        Puzzles of assignments that are no more are left out. Raises UnprocessableError for unknown keys, ConflictError.
        """
        now = self.now()
        given: dict[tuple[str, str], Item] = {}
        for item in items:
            if not (item.kind == "puzzle" and OWN.fullmatch(item.key)) and not _is_known(item.kind, item.key):
                raise UnprocessableError(f"there is no {item.kind} {item.key!r}", "unknown")
            item = msgspec.structs.replace(item, at=None if item.at is None else min(item.at, now))
            known = given.get((item.kind, item.key))
            given[item.kind, item.key] = item if known is None else known.merged(item)

        def work(connection: sa.Connection) -> None:
            # Serialise two devices of one user.
            connection.execute(sa.select(users.c.id).where(users.c.id == user.id).with_for_update())
            set_by_teachers = _own_puzzles(connection, user, [key for kind, key in given if kind == "puzzle"])
            before = read_progress(connection, [user.id], {key for _, key in given})[user.id]
            after: list[Item] = []
            for name, item in given.items():
                if OWN.fullmatch(item.key) is None or item.key in set_by_teachers:
                    known = before.get(name)
                    after.append(item if known is None else known.merged(item))
            new = [item for item in after if (item.kind, item.key) not in before]
            count = sa.select(sa.func.count()).where(progress.c.user_id == user.id)
            if new and connection.execute(count).scalar_one() + len(new) > ITEMS_LIMIT:
                raise ConflictError(f"an account keeps at most {ITEMS_LIMIT} items", "too_many")
            _write(connection, user.id, [item for item in after if item != before.get((item.kind, item.key))])

        if given:
            await self.database.write(work)
        return await self.items(user)


def _own_puzzles(connection: sa.Connection, user: User, keys: list[str]) -> set[str]:
    """The puzzles among these that were set in a class the user belongs to."""
    wanted = {key: match for key in keys if (match := OWN.fullmatch(key))}
    if not wanted:
        return set()
    mine = sa.select(pupils.c.class_id).where(pupils.c.user_id == user.id)
    taught = sa.select(classes.c.id).where(classes.c.teacher_id == user.id)
    chosen = (
        assignments.c.id.in_({match[1] for match in wanted.values()}),
        sa.or_(assignments.c.class_id.in_(mine), assignments.c.class_id.in_(taught)),
    )
    found = connection.execute(sa.select(assignments.c.task).where(assignments.c.kind == "puzzles", *chosen))
    known = {puzzle["id"] for task in found.scalars() for puzzle in decode(task)["puzzles"] if isinstance(puzzle, dict)}
    return known & wanted.keys()


def _write(connection: sa.Connection, user_id: int, items: list[Item]) -> None:
    if not items:
        return
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(progress)
    renewed = {name: insert.excluded[name] for name in _VALUES}
    rows = [{"user_id": user_id, **{name: getattr(item, name) for name in ("kind", "key", *_VALUES)}} for item in items]
    connection.execute(insert.on_conflict_do_update(index_elements=list(_KEY), set_=renewed), rows)
