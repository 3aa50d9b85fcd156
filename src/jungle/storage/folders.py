"""Where files are kept: below JUNGLE_HOME if that is set, otherwise in the user's standard folders."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

SETTINGS = "settings"
"""Kinds of folders that some systems keep separate."""


def folder(kind: str, environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for `settings`, `games`, `arena` or any other name. It may not exist yet.

    >>> folder("games", {"XDG_STATE_HOME": "/home/ann/state"}, "linux").as_posix()
    '/home/ann/state/jungle/games'
    """
    base = _base(environment, platform, "CONFIG" if kind == SETTINGS else "STATE")
    return base if kind == SETTINGS else base / kind


def _base(environment: Mapping[str, str], platform: str, purpose: str) -> Path:
    if home := environment.get("JUNGLE_HOME"):
        return Path(home)
    if platform == "win32" and (local := environment.get("LOCALAPPDATA")):
        return Path(local) / "jungle"
    if xdg := environment.get(f"XDG_{purpose}_HOME"):
        return Path(xdg) / "jungle"
    # If the home is unknown, a folder named "~" here is better than no game.
    user = Path(os.path.expanduser("~"))  # noqa: PTH111
    if platform == "darwin":
        return user / "Library" / "Application Support" / "jungle"
    return user / (".config" if purpose == "CONFIG" else ".local/state") / "jungle"
