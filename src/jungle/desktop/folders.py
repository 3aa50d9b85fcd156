"""Where the window keeps what it remembers: the settings, the game under way, and saved games.

`JUNGLE_HOME` puts everything into one folder; otherwise the system's places for such files are used.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Folders:
    """Three folders, made when something is first written to them."""

    settings: Path
    state: Path
    games: Path
    """Where people save and look for records."""

    @classmethod
    def of_user(cls, environment: Mapping[str, str] = os.environ) -> "Folders":
        if home := environment.get("JUNGLE_HOME"):
            root = Path(home)
            return cls(root / "desktop", root / "desktop", root / "games")
        places = platformdirs.PlatformDirs("jungle", appauthor=False)
        state = places.user_state_path
        return cls(places.user_config_path, state, state / "games")


def set_aside(path: Path) -> Path:
    """Give a broken file another name, so that it is neither read again nor lost. Raises OSError."""
    number = 1
    while (target := path.with_name(f"{path.stem}.broken-{number}{path.suffix}")).exists():
        number += 1
    path.replace(target)
    return target
