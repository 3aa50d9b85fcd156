"""The settings of the Config screen, and their file."""

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from jungle.assets import PIECE_SETS
from jungle.language import language_of_locale, languages
from jungle.players import LEVELS, number_of
from jungle.rules_text import read_rules
from jungle.storage import os_error_text, quarantine, write_atomically
from jungle.svg.themes import THEMES

FILE_NAME = "desktop.json"

NAME_LENGTH = 16
"""The longest name of a person, in characters."""
PACES = {"slow": 1.6, "normal": 0.7, "fast": 0.15, "instant": 0.0}
"""The minimum seconds between two moves of the computer."""
ANIMATION_SPEEDS = {"slow": 0.6, "normal": 1.0, "fast": 2.0, "off": 0.0}
"""How fast pieces move; 0 means without animation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowSettings:
    """The user's choices.

    >>> WindowSettings(theme="night").theme
    'night'
    """

    piece_set: str = "painted"
    theme: str = "meadow"
    sound: bool = True
    music_volume: float = 0.35
    effects_volume: float = 0.8
    animation: str = "normal"
    language: str = "en"
    rules: str = "standard"
    """As `read_rules` reads it."""
    evaluation_bar: bool = False
    coordinates: bool = True
    move_faces: bool = True
    """Whether the list of moves shows the animals."""
    level: str = str(number_of("easy"))
    """The strength of the opponent chosen last."""
    blue_name: str = ""
    red_name: str = ""

    @property
    def speed(self) -> float:
        return ANIMATION_SPEEDS[self.animation]


def _are_rules(text: str) -> bool:
    try:
        read_rules(text)
    except ValueError:
        return False
    return True


def _is_valid(name: str, value: object) -> bool:
    """Whether a value read from a file is valid for a setting."""
    match value:
        case bool():
            return isinstance(getattr(WindowSettings(), name), bool)
        case int() | float():
            return name in ("music_volume", "effects_volume") and 0 <= value <= 1
        case str() if name in ("blue_name", "red_name"):
            return len(value) <= NAME_LENGTH and value.isprintable()
        case str() if name == "rules":
            return _are_rules(value)
        case str():
            return value in _CHOICES.get(name, ())
    return False


_CHOICES: dict[str, Collection[str]] = {
    "piece_set": PIECE_SETS,
    "theme": THEMES,
    "animation": ANIMATION_SPEEDS,
    "language": languages(),
    "level": LEVELS,
}


class SettingsFile:
    """The settings file: read once, written after each change."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self.trouble: tuple[str, dict[str, str]] | None = None
        """The key of a message and its values, if the file could not be read or written."""

    def load(self) -> WindowSettings:
        """The saved settings, or the defaults if there are none. A broken file is renamed, not lost."""
        usual = WindowSettings(language=language_of_locale())
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return usual
        except OSError as error:
            return self._give_up(usual, os_error_text(error))
        try:
            data = json.loads(content)
        except (ValueError, RecursionError) as error:
            return self._give_up(usual, f"not JSON: {error}")
        if not isinstance(data, dict):
            return self._give_up(usual, f"expected an object, got {type(data).__name__}")
        known = {field.name for field in fields(WindowSettings)}
        values = {name: value for name, value in data.items() if name in known}
        for name, value in values.items():
            if not _is_valid(name, value):
                return self._give_up(usual, f"{name} cannot be {value!r}")
        return replace(usual, **values)

    def save(self, settings: WindowSettings) -> None:
        """Save the settings. On failure `trouble` is set."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, json.dumps(asdict(settings), indent=2) + "\n")
        except OSError as error:
            self.trouble = "desktop.settings.unwritten", {"path": str(self.path), "why": os_error_text(error)}
        else:
            self.trouble = None

    def _give_up(self, usual: WindowSettings, why: str) -> WindowSettings:
        try:
            kept = quarantine(self.path).name
        except OSError:
            kept = self.path.name
        self.trouble = "desktop.settings.broken", {"why": why, "path": kept}
        return usual
