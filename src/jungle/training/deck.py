"""All cards of a player, stored in a file that every front end shares."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType
from typing import Self

from jungle.storage import LockedError, lock, quarantine, write_atomically
from jungle.training.cards import Card, Mistake
from jungle.training.memory import Grade, review

NAME = "cards.json"
CARDS_LIMIT = 1000
"""With more, the best known ones are dropped."""
PATIENCE = 5.0
"""Seconds to wait for another program that is changing the cards."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards by key, and the stored data of those that this version cannot open."""

    cards: Mapping[str, Card] = field(default_factory=lambda: MappingProxyType({}))
    unreadable: tuple[object, ...] = ()

    def due(self, now: int) -> list[Card]:
        """The cards to review now, the longest overdue first. Cards of puzzles that are gone are left out."""
        due = [card for card in self.cards.values() if card.memory.due <= now and card.puzzle() is not None]
        return sorted(due, key=lambda card: (card.memory.due, card.key))

    def after(self, key: str, grade: Grade, now: int, mistake: Mistake | None = None) -> Self:
        """The deck after a card was tried, which is made if there is none."""
        card = self.cards.get(key)
        memory, about = (None, mistake) if card is None else (card.memory, card.mistake)
        changed = Card(key, review(memory, grade, now), about)
        return self._with({key: changed})

    def with_mistakes(self, mistakes: list[Mistake], now: int) -> Self:
        """The deck with the mistakes of a game that are new to it. Reviewing a game twice adds nothing."""
        fresh = {mistake.key: mistake for mistake in mistakes if mistake.key not in self.cards}
        return self._with({key: Card(key, review(None, Grade.AGAIN, now), each) for key, each in fresh.items()})

    def merged(self, other: Self) -> Self:
        """Both decks, from two devices.

        >>> one, two = Deck().after("puzzle a", Grade.GOOD, 0), Deck().after("puzzle a", Grade.AGAIN, 5)
        >>> one.merged(two) == two.merged(one) == two
        True
        """
        mine = self.cards
        return self._with({key: mine[key].merged(card) if key in mine else card for key, card in other.cards.items()})

    def _with(self, cards: Mapping[str, Card]) -> Self:
        every = {**self.cards, **cards}
        if len(every) > CARDS_LIMIT:
            known = sorted(every.values(), key=lambda card: card.memory.stability)
            every = {card.key: card for card in known[:CARDS_LIMIT]}
        return replace(self, cards=MappingProxyType(every))


def load_deck(folder: Path) -> Deck:
    """Load the cards from a folder, none if there is no file. A broken file is moved out of the way."""
    path = folder / NAME
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(stored, list):
            raise TypeError(f"expected a list of cards, got {type(stored).__name__}")
    except OSError:
        return Deck()
    except (ValueError, TypeError):
        with suppress(OSError):
            quarantine(path)
        return Deck()
    cards: dict[str, Card] = {}
    unreadable: list[object] = []
    for data in stored:
        try:
            card = Card.from_data(data)
        except (ValueError, TypeError, LookupError, AttributeError):
            unreadable.append(data)
        else:
            cards[card.key] = card
    return Deck(MappingProxyType(cards), tuple(unreadable))


def update_deck(folder: Path, change: Callable[[Deck], Deck]) -> Deck:
    """Change the stored cards, and return them. Two programs take turns. Raises OSError and LockedError."""
    folder.mkdir(parents=True, exist_ok=True)
    until = monotonic() + PATIENCE
    while True:
        try:
            file = lock(folder / f"{NAME}.lock")
            break
        except LockedError:
            if monotonic() > until:
                raise
            sleep(0.01)
    with file:
        deck = change(load_deck(folder))
        stored = (*(asdict(card) for card in deck.cards.values()), *deck.unreadable)
        text = ",\n".join(json.dumps(data) for data in stored)
        write_atomically(folder / NAME, f"[{text}]\n")
    return deck


def drop_unreadable(folder: Path) -> int:
    """Drop the cards that cannot be opened, and return how many there were. Raises OSError and LockedError."""
    dropped = len(load_deck(folder).unreadable)
    if dropped:
        update_deck(folder, lambda deck: replace(deck, unreadable=()))
    return dropped
