"""Cards of the training, stored in the account and merged from every device, and what a teacher may know of it."""

import asyncio
from collections import Counter
from collections.abc import Callable

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from jungle.engine.review import PRACTICES
from jungle.puzzles import find_puzzle
from jungle.server.errors import UnprocessableError
from jungle.server.game import adapter
from jungle.server.identity.accounts import User
from jungle.server.json import Json
from jungle.server.school.progress import puzzle_ids
from jungle.server.school.rows import read_pupils, require_teacher
from jungle.server.storage.database import Database
from jungle.server.storage.schema import cards, progress, users
from jungle.training import DAY, Mistake, WeakSpot, check_mistake
from jungle.training.cards import GAME
from jungle.training.deck import CARDS_LIMIT
from jungle.training.memory import LONGEST_INTERVAL
from jungle.training.weak_spots import TRIED_ENOUGH

_VALUES = ("move", "theme", "stability", "difficulty", "last", "due", "reviews")


class TrainingCard(msgspec.Struct, frozen=True):
    """A card as pages have it: a puzzle, or a mistake with the better move and what to practise."""

    id: str
    move: str | None
    theme: str | None
    stability: float
    difficulty: float
    last: int
    due: int
    reviews: int

    def check(self) -> None:
        """Raise UnprocessableError unless this is a card of a known puzzle, or a position that can be trained."""
        if self.id in puzzle_ids() and self.move is None and self.theme is None:
            return
        rules, _, fen = self.id.removeprefix(GAME).partition(" ")
        known = {name for kind in adapter.kinds() for name in adapter.rule_sets(kind)}
        try:
            if not self.id.startswith(GAME) or rules not in known or self.move is None or self.theme not in PRACTICES:
                raise ValueError("unknown puzzle, rules or theme, or no move")
            check_mistake(Mistake(rules, fen, self.move, self.theme))
        except ValueError as error:
            raise UnprocessableError(f"expected a card, got {self.id!r}: {error}", "unknown") from None

    def merged(self, other: "TrainingCard") -> "TrainingCard":
        """The one that was reviewed more often, or later."""
        return max(self, other, key=lambda card: (card.reviews, card.last, card.due))

    def view(self) -> Json:
        """The card as the page stores it."""
        memory = {name: getattr(self, name) for name in ("stability", "difficulty", "last", "due", "reviews")}
        about = {} if self.move is None else {"move": self.move, "theme": self.theme}
        return {"id": self.id, **about, "memory": memory}


def read_cards(connection: sa.Connection, user_id: int) -> dict[str, TrainingCard]:
    """A user's cards by id."""
    found = connection.execute(sa.select(cards).where(cards.c.user_id == user_id)).mappings()
    return {row["id"]: TrainingCard(row["id"], *(row[name] for name in _VALUES)) for row in found}


class Training:
    """Stores everyone's cards."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now

    async def cards(self, user: User) -> list[Json]:
        """All of a user's cards."""
        found = await self.database.scan(lambda connection: read_cards(connection, user.id))
        return [card.view() for card in found.values()]

    async def merge(self, user: User, given: list[TrainingCard]) -> list[Json]:
        """Merge a device's cards, and return the combined cards. Raises UnprocessableError.

        With more than `CARDS_LIMIT`, the best known ones are dropped.
        """
        now = self.now()
        await asyncio.to_thread(_check, given)

        def work(connection: sa.Connection) -> None:
            # Serialise two devices of one user.
            connection.execute(sa.select(users.c.id).where(users.c.id == user.id).with_for_update())
            before = read_cards(connection, user.id)
            after = dict(before)
            for card in given:
                last = min(card.last, now)
                card = msgspec.structs.replace(card, last=last, due=min(card.due, last + LONGEST_INTERVAL * DAY))
                after[card.id] = card if card.id not in after else after[card.id].merged(card)
            if len(after) > CARDS_LIMIT:
                weakest = sorted(after.values(), key=lambda card: card.stability)[:CARDS_LIMIT]
                after = {card.id: card for card in weakest}
            if gone := before.keys() - after.keys():
                connection.execute(sa.delete(cards).where(cards.c.user_id == user.id, cards.c.id.in_(gone)))
            _write(connection, user.id, [card for name, card in after.items() if before.get(name) != card])

        if given:
            await self.database.write(work)
        return await self.cards(user)

    async def themes(self, user: User, class_id: str) -> list[Json]:
        """How often the pupils of a class solve puzzles on the first try, by theme, the weakest first.

        Raises ForbiddenError for anyone but the teacher.
        """

        def work(connection: sa.Connection) -> list[tuple[str, bool]]:
            require_teacher(connection, user, class_id)
            ids = [pupil.user_id for pupil in read_pupils(connection, class_id)]
            mine = (progress.c.user_id.in_(ids), progress.c.kind == "puzzle")
            return [
                (key, bool(first))
                for key, first in connection.execute(sa.select(progress.c.key, progress.c.first_try).where(*mine))
            ]

        tried, solved = Counter[str](), Counter[str]()
        for key, is_first_try in await self.database.scan(work):
            if key in puzzle_ids():
                themes = find_puzzle(key).themes
                tried.update(themes)
                solved.update(themes if is_first_try else ())
        spots = [WeakSpot(theme, solved[theme], count) for theme, count in tried.items() if count >= TRIED_ENOUGH]
        return [_theme_view(spot) for spot in sorted(spots, key=lambda spot: (spot.interval()[1], spot.theme))]


def _check(given: list[TrainingCard]) -> None:
    for card in given:
        card.check()


def _theme_view(spot: WeakSpot) -> Json:
    low, high = spot.interval()
    return {"theme": spot.theme, "solved": spot.solved, "tried": spot.tried, "low": low, "high": high}


def _write(connection: sa.Connection, user_id: int, changed: list[TrainingCard]) -> None:
    if not changed:
        return
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(cards)
    renewed = {name: insert.excluded[name] for name in _VALUES}
    rows = [{"user_id": user_id, **msgspec.structs.asdict(card)} for card in changed]
    connection.execute(insert.on_conflict_do_update(index_elements=["user_id", "id"], set_=renewed), rows)
