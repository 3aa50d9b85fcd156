"""Games kept in memory, so that a move need not read and replay its game: the least recently played ones are dropped
once the memory that is allowed for them is used up."""

from collections import OrderedDict
from collections.abc import Iterable

from jungle.rules import RULES_CACHE_SIZE
from jungle.server import metrics
from jungle.server.game import adapter
from jungle.server.game.transaction import CachedGame

GAME_BYTES, PLY_BYTES = 3000, 420
"""The memory of a game and of each of its plies, as measured (docs/host/capacity.md)."""


class GameCache:
    """Cached games by id, and how much memory they take."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        """In bytes."""
        self.size = 0
        self._games: OrderedDict[str, tuple[CachedGame, int]] = OrderedDict()
        self._unusual: OrderedDict[tuple[str, str], set[str]] = OrderedDict()
        """Games with house rules, by game and rules. Each rule set takes memory."""

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._games

    def __len__(self) -> int:
        return len(self._games)

    def get(self, game_id: str) -> CachedGame | None:
        found = self._games.get(game_id)
        return None if found is None else found[0]

    def pop(self, game_id: str) -> CachedGame | None:
        """Remove a game, and return it."""
        found = self._games.pop(game_id, None)
        if found is None:
            return None
        self.size -= found[1]
        return found[0]

    def put(self, cached: CachedGame) -> None:
        """Add a game, or replace it. May drop others."""
        row = cached.row
        self.pop(row.id)
        size = GAME_BYTES + PLY_BYTES * row.ply
        self._games[row.id] = cached, size
        self.size += size
        while self.size > self.limit and len(self._games) > 1:
            oldest = next(iter(self._games))
            dropped = self.pop(oldest)
            assert dropped is not None
            metrics.cache_evictions.inc()
            self._unusual.get((dropped.row.kind, dropped.row.rules), set()).discard(oldest)
        if not adapter.is_usual(row.kind, row.rules):
            self._unusual.setdefault((row.kind, row.rules), set()).add(row.id)
            self._unusual.move_to_end((row.kind, row.rules))
            if len(self._unusual) > RULES_CACHE_SIZE:
                self.forget(self._unusual.popitem(last=False)[1])

    def has_rules(self, kind: str, rules: str) -> bool:
        """True if a cached game has these house rules, so that they are compiled."""
        return (kind, rules) in self._unusual

    def forget(self, ids: Iterable[str]) -> None:
        """Drop these games."""
        for game_id in ids:
            self.pop(game_id)

    def clear(self) -> None:
        """Drop all games."""
        self._games.clear()
        self._unusual.clear()
        self.size = 0
