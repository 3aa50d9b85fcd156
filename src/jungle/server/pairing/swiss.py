"""Swiss pairing: equal scores meet, nobody meets twice, colours alternate.

A round is a matching of maximum weight in the graph of the pairs that are allowed. The weights put the aims of the
FIDE (Dutch) system in its order: a bye for the lowest score, few points between opponents, colours that are due, and
the upper half of a score group against the lower half.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from jungle.server.pairing.values import Board, Player, Result, results_of, score_of

COLOUR_LIMIT = 2
"""Nobody has one colour this many times more than the other and gets it again, or three times in a row."""
NEIGHBOURS = 8
"""Each player is first matched among this many of the nearest whom it may meet; among everybody if that fails."""
BYE = -1


@dataclass(frozen=True, slots=True)
class _Entry:
    """A player with what the pairing depends on."""

    player: Player
    place: int
    """In the order of score and rating."""
    score: int
    balance: int
    """Games with Blue less games with Red."""
    colours: tuple[bool, ...]
    """Of the games played; True for Blue."""
    met: frozenset[int]
    had_bye: bool

    @property
    def id(self) -> int:
        return self.player.id

    def preference(self) -> int:
        """The colour that is due: positive for Blue, negative for Red; 3 must be met, 2 is strong, 1 is mild."""
        repeats = len(self.colours) > 1 and self.colours[-1] == self.colours[-2]
        if repeats or abs(self.balance) >= COLOUR_LIMIT:
            wants_blue = not self.colours[-1] if repeats else self.balance < 0
            return 3 if wants_blue else -3
        if self.balance:
            return -2 if self.balance > 0 else 2
        return 0 if not self.colours else -1 if self.colours[-1] else 1


def pair(
    players: Sequence[Player],
    boards: Collection[Board],
    *,
    apart: Collection[frozenset[int]] = (),
    number: int | None = None,
) -> list[Board] | None:
    """The boards of the next round, or None if there is none without a repetition.

    `players` are those who play this round, strongest first, and `apart` the pairs who must not meet. An odd player
    gets a bye worth a win, once at most.

    >>> eight = [Player(number) for number in range(1, 9)]
    >>> [(board.blue, board.red) for board in pair(eight, [])]
    [(1, 5), (6, 2), (3, 7), (8, 4)]
    """
    round_number = number or max((board.round for board in boards), default=0) + 1
    entries = _entries(players, boards)
    forbidden = {frozenset(two) for two in apart}
    matching: set[frozenset[int]] = set()
    for neighbours in (NEIGHBOURS, len(entries)):
        matching = _match(entries, forbidden, neighbours)
        if len(matching) == (len(entries) + 1) // 2:
            break
    else:
        return None
    by_id = {entry.id: entry for entry in entries}
    pairs = [sorted((by_id[one] for one in two if one != BYE), key=lambda entry: entry.place) for two in matching]
    pairs.sort(
        key=lambda two: (len(two) == 1, -max(one.score for one in two), -sum(one.score for one in two), two[0].place)
    )
    found = []
    for index, two in enumerate(pairs, start=1):
        if len(two) == 1:
            found.append(Board(round_number, index, two[0].id, None, 2, None))
        else:
            blue, red = _colours(*two, is_odd=two[0].place % 2 == 0)
            found.append(Board(round_number, index, blue.id, red.id))
    return found


def _entries(players: Sequence[Player], boards: Collection[Board]) -> list[_Entry]:
    """The players by score, and by strength among equals."""
    results = results_of(boards)
    seeds = {player.id: seed for seed, player in enumerate(players)}
    met: dict[int, set[int]] = {}
    for board in boards:  # Also of games that are still going on.
        if board.red is not None and not board.is_forfeit:
            met.setdefault(board.blue, set()).add(board.red)
            met.setdefault(board.red, set()).add(board.blue)
    order = sorted(players, key=lambda one: (-score_of(results.get(one.id, ())), seeds[one.id]))
    return [
        _entry(player, place, results.get(player.id, []), met.get(player.id, set()))
        for place, player in enumerate(order)
    ]


def _entry(player: Player, place: int, results: Sequence[Result], met: set[int]) -> _Entry:
    colours = tuple(result.is_blue for result in results if result.was_played)
    # Whoever has had points without playing gets no bye on top.
    had_bye = any(not result.was_played and result.points for result in results)
    return _Entry(player, place, score_of(results), 2 * sum(colours) - len(colours), colours, frozenset(met), had_bye)


def _match(entries: Sequence[_Entry], forbidden: set[frozenset[int]], neighbours: int) -> set[frozenset[int]]:
    import networkx as nx  # Takes a quarter of a second, which no server spends before its first tournament.

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(entry.id for entry in entries)
    groups = _groups(entries)
    size = len(entries)
    for one in entries:
        for other in _candidates(one, entries, groups, forbidden, neighbours):
            high, low = (one, other) if one.place < other.place else (other, one)
            graph.add_edge(one.id, other.id, weight=-_cost(high, low, groups, size))
    if size % 2:
        # The lowest score gets the bye, and among equals the lowest place.
        for entry in entries:
            if not entry.had_bye:
                graph.add_edge(entry.id, BYE, weight=entry.place - entry.score * _bye_unit(size))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return {frozenset(two) for two in found}


def _clash_unit(size: int) -> int:
    """What a colour that is not the one due weighs: more than all distances together."""
    return 4 * size**3


def _apart_unit(size: int) -> int:
    """What a difference of half a point weighs: more than all clashes together."""
    return 4 * size * _clash_unit(size)


def _bye_unit(size: int) -> int:
    """What half a point of the player with the bye weighs: more than all differences together."""
    return size**3 * _apart_unit(size)


@dataclass(frozen=True, slots=True)
class _Group:
    """Players with the same score: places from `first` to before `end`."""

    first: int
    end: int

    @property
    def half(self) -> int:
        return (self.end - self.first) // 2


def _groups(entries: Sequence[_Entry]) -> dict[int, _Group]:
    found = {}
    for score, group in groupby(entries, key=lambda entry: entry.score):
        places = [entry.place for entry in group]
        found[score] = _Group(places[0], places[-1] + 1)
    return found


def _candidates(
    one: _Entry,
    entries: Sequence[_Entry],
    groups: Mapping[int, _Group],
    forbidden: set[frozenset[int]],
    neighbours: int,
) -> set[_Entry]:
    """Whom a player may meet: the nearest to the ideal opponent in its group, to its own place and to the next group.

    If a whole group must have the same colour, all of it leaves for the next one: then they spread over it.
    """
    group = groups[one.score]
    ideal = one.place + group.half if one.place < group.first + group.half else one.place - group.half
    chosen: set[_Entry] = set()
    size = group.end - group.first
    for middle in (ideal, one.place, group.end, one.place + size, one.place - size):
        found = 0
        for place in _outwards(middle, len(entries)):
            other = entries[place]
            if other is not one and _may_meet(one, other, forbidden):
                chosen.add(other)
                found += 1
                if found == neighbours:
                    break
    return chosen


def _outwards(middle: int, count: int) -> Iterator[int]:
    """Places from 0 to `count` - 1, the nearest to the middle first.

    >>> list(_outwards(1, 4))
    [1, 0, 2, 3]
    """
    if 0 <= middle < count:
        yield middle
    for distance in range(1, count + abs(middle)):
        for place in (middle - distance, middle + distance):
            if 0 <= place < count:
                yield place


def _may_meet(one: _Entry, other: _Entry, forbidden: set[frozenset[int]]) -> bool:
    if other.id in one.met or frozenset((one.id, other.id)) in forbidden:
        return False
    # Both must have the same colour.
    return one.preference() * other.preference() != 9


def _cost(one: _Entry, other: _Entry, groups: Mapping[int, _Group], size: int) -> int:
    """What speaks against a pair, the more important aims in the higher digits. `one` is the higher."""
    apart = one.score - other.score
    first, second = one.preference(), other.preference()
    clash = min(abs(first), abs(second)) if first * second > 0 else 0
    group = groups[one.score]
    wanted = one.place + group.half if not apart else group.end
    # A change at the top of a group weighs more than one at its end.
    distance = abs(other.place - wanted)
    shape = distance * distance * 2 + (distance * (size - one.place)) // size
    return apart * apart * _apart_unit(size) + clash * _clash_unit(size) + shape


def _colours(one: _Entry, other: _Entry, *, is_odd: bool) -> tuple[_Entry, _Entry]:
    """Who has Blue. `one` is the higher; in the first round its colour alternates from board to board."""
    first, second = one.preference(), other.preference()
    if first * second > 0 and abs(first) == abs(second):
        for mine, theirs in zip(reversed(one.colours), reversed(other.colours), strict=False):
            if mine != theirs:  # The last time they differed decides.
                return (other, one) if mine else (one, other)
    if abs(second) > abs(first):
        return (other, one) if second > 0 else (one, other)
    if first:
        return (one, other) if first > 0 else (other, one)
    return (one, other) if is_odd else (other, one)
