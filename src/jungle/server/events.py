"""Domain events: typed values that say what has happened.

Who makes something happen emits an event and does not know who reacts to it; `services.py` has all subscriptions in one
place. Most reactions follow the commit. What must be saved with the change itself, such as a notification email, is
written by a subscriber in the same transaction.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import sqlalchemy as sa

E = TypeVar("E")


class Events:
    """Passes each event to the subscribers of its type, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._within: defaultdict[type, list[Callable[[sa.Connection, Any], None]]] = defaultdict(list)
        self._after: defaultdict[type, list[Callable[[Any], Awaitable[None] | None]]] = defaultdict(list)

    def subscribe(self, kind: type[E], react: Callable[[E], Awaitable[None] | None]) -> None:
        """React to events of a type once they are committed."""
        self._after[kind].append(react)

    def subscribe_within(self, kind: type[E], react: Callable[[sa.Connection, E], None]) -> None:
        """React to events of a type within their transaction."""
        self._within[kind].append(react)

    def record(self, connection: sa.Connection, event: object) -> None:
        """Tell subscribers that react within the transaction. If one of them fails, nothing is committed."""
        for react in self._within[type(event)]:
            react(connection, event)

    async def emit(self, event: object) -> None:
        """Tell the other subscribers. Call this after the commit."""
        for react in self._after[type(event)]:
            if (reaction := react(event)) is not None:
                await reaction
