import os
from pathlib import Path

import pytest


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a started game: its own state folder, no colours, English."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "XDG_"))}
    kept.pop("NO_COLOR", None)
    return kept | {"JUNGLE_HOME": str(tmp_path / "state"), "LANG": "C.UTF-8", "TERM": "dumb"}


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip fsync in this process: the terminal tests do not test power cuts."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
