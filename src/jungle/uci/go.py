"""The `go` command of the engine protocol: how long to search, and for what."""

from dataclasses import dataclass, field

from jungle.engine.limits import SECONDS_LIMIT, Limit
from jungle.errors import JungleError
from jungle.pieces import Side

_GO_NUMBERS = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "perft", "mate")
_GO_WORDS = (*_GO_NUMBERS, "infinite", "ponder", "searchmoves")


class ProtocolError(JungleError, ValueError):
    """A malformed command."""


@dataclass(slots=True)
class Go:
    """A parsed `go` command."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    searchmoves: list[str] = field(default_factory=list)

    def limit(self, side: Side, overhead_ms: int) -> Limit:
        """The limit for the side to move. The protocol counts in milliseconds."""
        numbers = self.numbers
        clock = numbers.get("wtime" if side is Side.BLUE else "btime")
        if self.infinite:
            return Limit()
        depth = numbers.get("depth", 2 * numbers["mate"] if "mate" in numbers else None)
        return Limit(
            depth=None if depth is None else max(depth, 1),
            nodes=None if "nodes" not in numbers else max(numbers["nodes"], 1),
            movetime=None if "movetime" not in numbers else _seconds(max(numbers["movetime"], 1)),
            clock=None if clock is None else _seconds(clock),
            increment=0.0 if clock is None else _seconds(numbers.get("winc" if side is Side.BLUE else "binc", 0)),
            moves_to_go=None if clock is None or "movestogo" not in numbers else max(numbers["movestogo"], 1),
            overhead=overhead_ms / 1000,
        )


def _seconds(milliseconds: int) -> float:
    """A time in the form of a limit; some programs send a huge one for "as long as you like"."""
    return min(max(milliseconds, 0) / 1000, SECONDS_LIMIT - 1)


def parse_go(words: list[str]) -> Go:
    """Parse the words of a `go` command. Raises ProtocolError."""
    go = Go()
    rest = iter(words)
    word = next(rest, None)
    while word is not None:
        following: str | None = None
        if word in _GO_NUMBERS:
            text = next(rest, "nothing")
            try:
                go.numbers[word] = int(text[:18])
            except ValueError:
                raise ProtocolError(f"go {word}: expected a whole number, got {text!r}") from None
        elif word == "infinite":
            go.infinite = True
        elif word == "ponder":
            go.ponder = True
        elif word == "searchmoves":
            while (following := next(rest, None)) is not None and following not in _GO_WORDS:
                go.searchmoves.append(following)
        else:
            raise ProtocolError(f"go: expected one of {', '.join(_GO_WORDS)}, got {word!r}")
        word = following if following is not None else next(rest, None)
    return go
