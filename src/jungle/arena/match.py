"""Matches from Python: two players, a number of games, and the results as they arrive."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

from jungle.arena.errors import InvalidSettingError, check_range
from jungle.arena.games import GameResult
from jungle.arena.plan import Plan
from jungle.arena.playing import GameStoppedError, Seat, play_game
from jungle.arena.run import play
from jungle.arena.summary import Summary, match_text, summarise
from jungle.arena.workers import LocalPool
from jungle.games import game_type
from jungle.players import AnyPlayer, Player, PlayerSpec, as_player
from jungle.task import Task


class MatchResult(Task[Summary]):
    """A match that is being played, and its result.

    Iterating yields each game as it ends; `games` are those so far in the order of the plan; `summary()` is their total
    so far; `result()` waits for all of them. `stop` ends the match early: finished games count.
    Errors, such as a player that cannot be started, are raised by `result()` and at the end of an iteration.
    """

    def __init__(self, plan: Plan, jobs: int = 1) -> None:
        super().__init__(lambda task: self._play())
        self.plan = plan
        self._jobs = jobs
        self._ended: list[GameResult] = []

    def _play(self) -> Summary:
        if any(isinstance(player, Player) for player in self.plan.players):
            self._play_here()
        else:
            self._play_in_workers()
        return self.summary()

    def _play_in_workers(self) -> None:
        with closing(LocalPool(self._jobs)) as pool:
            for results in play(self.plan, pool):
                self._add(results)
                if self.stopped:
                    break

    def _play_here(self) -> None:
        """Play in this process, which alone has the players."""
        plan = self.plan
        with ExitStack() as stack:
            seats = []
            for player in plan.players:
                seat = Seat(player if isinstance(player, Player) else PlayerSpec.parse(player), plan.conditions)
                stack.callback(seat.close)
                seat.check()
                self.on_stop(seat.stop)
                seats.append(seat)
            with suppress(GameStoppedError):
                for job in plan.jobs():
                    players = [seats[number] for number in job.players]
                    self._add([play_game(job, players, plan.conditions, lambda: not self.stopped)])

    def _add(self, results: list[GameResult]) -> None:
        with self._changed:
            self._ended += results
            self._changed.notify_all()

    def __iter__(self) -> Iterator[GameResult]:
        """Yield every game in the order in which they end, waiting for further ones. May be repeated."""
        seen = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._done or len(self._ended) > seen)  # noqa: B023 -- asked at once
                new = self._ended[seen:]
            if not new:
                self.result()
                return
            seen += len(new)
            yield from new

    @property
    def games(self) -> list[GameResult]:
        """The games that have ended, in the order of the plan."""
        return self.plan.in_order(tuple(self._ended))

    def summary(self) -> Summary:
        """The summary of the games so far, from the first player's point of view."""
        return summarise(self.games, 0, 1, (self.plan.name(0), self.plan.name(1)))

    def __str__(self) -> str:
        """The table that `jungle stats` prints, of the games so far."""
        return match_text(self.summary())


def play_match(
    first: AnyPlayer,
    second: AnyPlayer,
    *,
    games: int = 10,
    game: str = "jungle",
    rules: str | None = None,
    seed: int = 1,
    openings: str = "",
    max_plies: int = 400,
    timeout: float = 60.0,
    adjudicate: str = "",
    jobs: int = 1,
) -> MatchResult:
    """Begin a match between two players and return while it is played. Raises JungleError.

    The options are those of `jungle stats`, and the same seed gives the same games. Nothing is kept on disk.

    Players described as on the command line play in `jobs` worker processes. If either is an object (a `Player`, or
    anything with `choose(game)`), both play in a thread of this process, which may have made its class in a notebook:
    then `jobs` is 1, and a player that never returns from `choose` holds the match up. The objects are yours to close.

    >>> from jungle.players import Player
    >>> class Hasty(Player):
    ...     def choose(self, game, limit=None):
    ...         return game.legal_moves()[0]
    >>> with play_match("greedy", Hasty(), games=4) as match:
    ...     points = [result.points(0) for result in match]
    >>> sum(points) == match.result().standing.points
    True
    """
    kind = game_type(game).kind
    players = tuple(one if isinstance(one, str) else as_player(one, game=kind) for one in (first, second))
    check_range("jobs", jobs, 1)
    if jobs > 1 and not all(isinstance(one, str) for one in players):
        raise InvalidSettingError(
            f"jobs: expected 1, got {jobs}: worker processes do not have a player that is an object; "
            f"describe it, as in 'hard' or 'python:module:Class'"
        )
    plan = Plan(
        command="stats",
        players=players,
        games=games,
        game=game,
        rules=rules,
        seed=seed,
        openings=openings,
        max_plies=max_plies,
        timeout=timeout,
        adjudicate=adjudicate,
    )
    return MatchResult(plan, jobs).start()
