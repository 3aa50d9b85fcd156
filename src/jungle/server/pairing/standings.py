"""Standings: scores, tie-breaks and the cross table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from jungle.server.pairing.values import WIN, Board, Result, results_of, score_of

SWISS, ROUND_ROBIN, KNOCKOUT, SIMUL = "swiss", "round-robin", "knockout", "simul"
FORMATS = (SWISS, ROUND_ROBIN, KNOCKOUT, SIMUL)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. Points are in halves, and Sonneborn-Berger in quarters."""

    player: int
    place: int
    points: int
    buchholz: int
    cut: int
    """Buchholz without the weakest opponent."""
    sonneborn: int
    direct: int
    """Points against those who are equal in everything before; 0 unless all of them have met."""
    wins: int
    results: tuple[Result, ...]


TIES = ("buchholz", "cut", "sonneborn", "direct", "wins")
"""What can decide between equal points."""
_ORDERS = {
    SWISS: ("buchholz", "sonneborn", "direct", "wins"),
    ROUND_ROBIN: ("direct", "sonneborn", "wins"),
    KNOCKOUT: (),
    SIMUL: (),
}


def ties_of(kind: str, chosen: Sequence[str] = ()) -> tuple[str, ...]:
    """What decides between equal points, in order: what the organiser has chosen, then what is usual in the format.

    >>> ties_of("swiss", ["direct"])
    ('direct', 'buchholz', 'sonneborn', 'wins')
    """
    return (*chosen, *(tie for tie in _ORDERS[kind] if tie not in chosen))


def standings(
    players: Sequence[int], boards: Collection[Board], *, kind: str = SWISS, ties: Sequence[str] = ()
) -> list[Standing]:
    """All players, the best first; `players` are in order of strength, which decides last.

    A Swiss tournament compares points, Buchholz, Sonneborn-Berger, the direct encounter and wins; a round-robin points,
    the direct encounter, Sonneborn-Berger and wins; a knockout the rounds that were won, and
    simultaneous games points only.

    `ties` come first, if there are any.

    Buchholz is the sum of the opponents' scores, Sonneborn-Berger that of those beaten plus half of those drawn with.
    A round without a game counts as one against an opponent with the player's own score.
    """
    results = results_of(boards)
    scores = {player: score_of(results.get(player, ())) for player in players}
    found = [_standing(player, tuple(results.get(player, ())), scores) for player in players]
    keys = ("points", *ties_of(kind, ties))
    before = keys[: keys.index("direct")] if "direct" in keys else ()
    if before:
        found = _with_direct(found, before)

    def order(one: Standing) -> tuple[int, ...]:
        return tuple(-getattr(one, key) for key in keys)

    found.sort(key=order)
    return [replace(one, place=place) for place, one in enumerate(found, start=1)]


def _standing(player: int, results: tuple[Result, ...], scores: Mapping[int, int]) -> Standing:
    own = scores[player]
    met = [
        (result.points, scores.get(result.opponent, 0) if result.was_played and result.opponent is not None else own)
        for result in results
    ]
    return Standing(
        player=player,
        place=0,
        points=own,
        buchholz=sum(score for _, score in met),
        cut=sum(score for _, score in met) - min((score for _, score in met), default=0),
        sonneborn=sum(points * score for points, score in met),
        direct=0,
        wins=sum(result.points == WIN for result in results if result.opponent is not None),
        results=results,
    )


def _with_direct(found: Sequence[Standing], keys: Sequence[str]) -> list[Standing]:
    """The same with the direct encounters of those who are equal so far."""

    def equal(one: Standing) -> tuple[int, ...]:
        return tuple(getattr(one, key) for key in keys)

    decided = []
    for _, group in groupby(sorted(found, key=equal), key=equal):
        tied = list(group)
        ids = {one.player for one in tied}
        games = {
            one.player: [result for result in one.results if result.opponent in ids and result.was_played]
            for one in tied
        }
        have_met = all({result.opponent for result in games[one]} == ids - {one} for one in ids)
        decided += [replace(one, direct=score_of(games[one.player]) if have_met else 0) for one in tied]
    places = {one.player: place for place, one in enumerate(found)}
    return sorted(decided, key=lambda one: places[one.player])
