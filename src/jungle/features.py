"""What a game has beyond its rules: an engine, endgame tables, an opening book, levels and words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """The features of one game, all optional. Front ends ask for these and never ask which game it is.

    Code is named as `module:object` and data as `package:file`, like entry points, and loaded on first use:
    the rules of a game can be imported without its engine.
    """

    engine: str = ""
    """A subclass of `jungle.engine.GameEngine`. Without one, Python searches the game."""
    tables: str = ""
    """A subclass of `jungle.tablebase.Tablebase`."""
    book: str = ""
    """A function that opens a `jungle.engine.book.Book`."""
    levels: str = ""
    """A JSON file with the rows of the game's levels under its name. Without one, the levels suit any game."""
    words: str = ""
    """A package with the game's texts, one JSON file per language. Empty if the language files have them."""
    explains: bool = False
    """Whether the core can explain moves and prove forced wins."""
    strategies: tuple[str, ...] = ()
    """The strategies that a question about the opponent lists; all if empty."""
    rule_choices: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    """Choices of rules to offer before a game: for each its options, and how they differ from the usual rules."""
