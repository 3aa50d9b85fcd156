"""The terms of challenges, seeks and tournaments: game, rules, clock, colour."""

from dataclasses import dataclass

from jungle.errors import JungleError
from jungle.server.errors import UnprocessableError
from jungle.server.game import adapter
from jungle.server.game.clocks import TimeControl
from jungle.server.game.ratings import rating_kind
from jungle.server.json import Json
from jungle.server.times import SECOND

COLOURS = ("blue", "red", "random")


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
    ) -> "Terms":
        """Create valid terms. Raises UnprocessableError."""
        kind = game or (rules if rules in adapter.kinds() else None) or adapter.kinds()[0]
        try:
            if clock is not None and days is not None:
                raise UnprocessableError("expected a clock or days per move, not both", "clock")
            control = TimeControl(days=days) if clock is None else TimeControl.live(*clock)
            control.check()
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
        if rated and rating_kind(kind, control.speed) is None:
            raise UnprocessableError("a game without a clock must be casual", "rated")
        if rated and text not in adapter.rule_sets(kind):
            raise UnprocessableError("a game with house rules must be casual", "rated")
        return cls(kind, text, control.limit, control.increment, days, colour or "random", rated, fen)

    @property
    def control(self) -> TimeControl:
        return TimeControl(self.limit, self.increment, self.days)

    def view(self) -> Json:
        clock = None if self.limit is None else {"limit": self.limit / SECOND, "increment": self.increment / SECOND}
        return {
            "game": self.game,
            "rules": self.rules,
            "clock": clock,
            "days": self.days,
            "colour": self.colour,
            "rated": self.rated,
            "fen": self.fen,
            "speed": self.control.speed,
        }
