"""How a person has done against each level: won, lost and drawn games, over all front ends."""

import json
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Literal

from jungle.storage.files import LockedError, lock, set_aside, write_whole

NAME = "levels.json"


@dataclass(frozen=True, slots=True)
class LevelResults:
    """What became of the games against one level.

    >>> LevelResults(won=3, drawn=1).games
    4
    """

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn


def level_results(folder: Path, game: str) -> dict[str, LevelResults]:
    """The results in a game by the number of the level; none where nothing was kept. A broken file is set aside."""
    try:
        kept = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return {str(level): _checked(numbers) for level, numbers in kept.get(game, {}).items()}
    except OSError:
        return {}
    except (ValueError, TypeError, AttributeError):
        with suppress(OSError):
            set_aside(folder / NAME)
        return {}


def add_level_result(
    folder: Path, game: str, level: int, result: Literal["won", "lost", "drawn"]
) -> LevelResults | None:
    """Count one more game against a level; the results so far, or None where they could not be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with lock(folder / f".{NAME}.lock"):
            results = level_results(folder, game)
            before = results.get(str(level), LevelResults())
            results[str(level)] = after = replace(before, **{result: getattr(before, result) + 1})
            _write(folder, game, results)
    except (OSError, LockedError):
        return None
    return after


def _write(folder: Path, game: str, results: dict[str, LevelResults]) -> None:
    try:
        kept = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except OSError:
        kept = {}
    kept[game] = {
        level: list(astuple(result)) for level, result in sorted(results.items(), key=lambda item: int(item[0]))
    }
    write_whole(folder / NAME, json.dumps(kept) + "\n")


def _checked(numbers: object) -> LevelResults:
    if not isinstance(numbers, list) or len(numbers) != 3 or not all(type(number) is int for number in numbers):
        raise ValueError(f"expected three counts, got {numbers!r}")
    return LevelResults(*numbers)
