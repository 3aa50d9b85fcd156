"""Training that remembers: mistakes and failed puzzles become cards, which come back before they are forgotten.

>>> deck = Deck().after("puzzle 002e58", Grade.AGAIN, now=0)
>>> [card.key for card in deck.due(now=DAY)], deck.due(now=0)
(['puzzle 002e58'], [])
"""

from jungle.training.cards import Card, Mistake, check_mistake, mistake_cards, puzzle_key
from jungle.training.deck import Deck, drop_unreadable, load_deck, update_deck
from jungle.training.memory import DAY, Grade, Memory, recall, review
from jungle.training.recording import is_as_good, milliseconds, record_answer, record_mistakes
from jungle.training.weak_spots import WeakSpot, puzzles_on, weak_spots, weakest_puzzles

__all__ = [
    "DAY",
    "Card",
    "Deck",
    "Grade",
    "Memory",
    "Mistake",
    "WeakSpot",
    "check_mistake",
    "drop_unreadable",
    "is_as_good",
    "load_deck",
    "milliseconds",
    "mistake_cards",
    "puzzle_key",
    "puzzles_on",
    "recall",
    "record_answer",
    "record_mistakes",
    "review",
    "update_deck",
    "weak_spots",
    "weakest_puzzles",
]
