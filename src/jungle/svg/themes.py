"""Colours: those of a board and of everything around it, and those of the two sides."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

SIDE_COLOURS = ("#2f6fc4", "#c63a30")
"""Blue's and Red's, in every theme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A set of colours that go together, as `#rrggbb`."""

    name: str
    sky: tuple[str, str]
    """Behind everything, from the top to the bottom."""
    leaves: tuple[str, str, str]
    """From the far ones to the near ones."""
    panel: str
    panel_edge: str
    ink: str
    """Text on a panel."""
    faint: str
    """Less important text on a panel."""
    button: tuple[str, str]
    button_edge: str
    button_ink: str
    accent: tuple[str, str]
    """What is chosen or proposed."""
    accent_edge: str
    accent_ink: str
    focus: str
    frame: tuple[str, str, str]
    frame_ink: str
    land: tuple[str, str]
    """The two shades of squares."""
    land_line: str
    growth: tuple[str, str]
    """Tufts and flowers."""
    water: tuple[str, str, str]
    wave: str
    shore: str
    trap: tuple[str, str]
    """The pit and the stakes."""
    den: tuple[str, str]
    """The hollow and the stones around it."""


def _theme(name: str, row: dict[str, Any]) -> Theme:
    row = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Theme(name=name, **row)


_DATA = json.loads(files(__package__).joinpath("themes.json").read_text(encoding="utf-8"))
THEMES = {name: _theme(name, row) for name, row in _DATA.items()}
"""All themes by name, the usual one first."""
