from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs without a folder keep their journal here, not at home."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
