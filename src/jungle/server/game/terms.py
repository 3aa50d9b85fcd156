"""The terms of challenges, seeks and tournaments: game, rules, clock, colour."""

from dataclasses import asdict, dataclass, replace

from jungle.errors import JungleError
from jungle.server.errors import UnprocessableError
from jungle.server.game import adapter
from jungle.server.game.clocks import TimeControl
from jungle.server.game.ratings import rating_kind
from jungle.server.json import Json, decode, encode

COLOURS = ("blue", "red", "random")
OTHER = {"blue": "red", "red": "blue", "random": "random"}


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game, from the challenger's point of view."""

    game: str = "jungle"
    rules: str = "standard"
    limit: int | None = None
    increment: int = 0
    days: int | None = None
    colour: str = "random"
    rated: bool = False
    fen: str | None = None
    opponent_limit: int | None = None
    """Of the opponent's clock, if it differs."""
    opponent_increment: int = 0

    @classmethod
    def read(cls, text: str) -> "Terms":
        """Terms as stored."""
        return cls(**decode(text))

    def text(self) -> str:
        """Terms to store. Servers of earlier versions do not know the opponent's clock, and read terms without one."""
        values = asdict(self)
        if self.opponent_limit is None:
            del values["opponent_limit"], values["opponent_increment"]
        return encode(values).decode()

    @classmethod
    def make(
        cls,
        *,
        game: str | None,
        rules: str | None,
        clock: tuple[float, float] | None,
        days: int | None,
        colour: str | None,
        rated: bool,
        fen: str | None,
        opponent_clock: tuple[float, float] | None = None,
    ) -> "Terms":
        """Create valid terms. Raises UnprocessableError."""
        kind = game or (rules if rules in adapter.kinds() else None) or adapter.kinds()[0]
        try:
            if clock is not None and days is not None:
                raise UnprocessableError("expected a clock or days per move, not both", "clock")
            control = TimeControl(days=days) if clock is None else TimeControl.live(*clock)
            control.check()
            opponent = control if opponent_clock is None else TimeControl.live(*opponent_clock)
            if opponent != control and clock is None:
                raise UnprocessableError("expected clocks for both sides, or for neither", "clock")
            if kind not in adapter.kinds():
                raise UnprocessableError(
                    f"unknown game {kind!r}; expected one of: {', '.join(adapter.kinds())}", "game"
                )
            text = adapter.canonical_rules(kind, rules)
            if adapter.new_game(kind, text, fen, 0).outcome() is not None:
                raise UnprocessableError(f"the game is already over at {fen!r}", "fen")
        except UnprocessableError:
            raise
        except JungleError as error:
            raise UnprocessableError(str(error)) from None
        if (colour or "random") not in COLOURS:
            raise UnprocessableError(f"unknown colour {colour!r}; expected one of: {', '.join(COLOURS)}", "colour")
        if rated and fen is not None:
            raise UnprocessableError("a game from a custom position must be casual", "rated")
        if rated and opponent != control:
            raise UnprocessableError("a game with different clocks must be casual", "rated")
        if rated and rating_kind(kind, control.speed) is None:
            raise UnprocessableError("a game without a clock must be casual", "rated")
        if rated and text not in adapter.rule_sets(kind):
            raise UnprocessableError("a game with house rules must be casual", "rated")
        terms = cls(kind, text, control.limit, control.increment, days, colour or "random", rated, fen)
        if opponent == control:
            return terms
        return replace(terms, opponent_limit=opponent.limit, opponent_increment=opponent.increment)

    @property
    def control(self) -> TimeControl:
        """The challenger's clock."""
        return TimeControl(self.limit, self.increment, self.days)

    @property
    def opponent_control(self) -> TimeControl:
        if self.opponent_limit is None:
            return self.control
        return TimeControl(self.opponent_limit, self.opponent_increment)

    def has_odds(self) -> bool:
        """True if the two sides have different clocks."""
        return self.opponent_limit is not None

    @property
    def speed(self) -> str:
        """That of the longer clock."""
        return max(self.control, self.opponent_control, key=lambda control: control.duration).speed

    def reversed(self) -> "Terms":
        """The same terms from the opponent's point of view.

        >>> Terms(limit=60_000, colour="blue", opponent_limit=30_000).reversed().colour
        'red'
        """
        terms = replace(self, colour=OTHER[self.colour])
        if self.opponent_limit is None or self.limit is None:
            return terms
        return replace(
            terms,
            limit=self.opponent_limit,
            increment=self.opponent_increment,
            opponent_limit=self.limit,
            opponent_increment=self.increment,
        )

    def view(self) -> Json:
        shown = self._view()
        if self.opponent_limit is not None:
            shown["opponentClock"] = self.opponent_control.view()
        return shown

    def _view(self) -> Json:
        return {
            "game": self.game,
            "rules": self.rules,
            "clock": self.control.view(),
            "days": self.days,
            "colour": self.colour,
            "rated": self.rated,
            "fen": self.fen,
            "speed": self.speed,
        }
