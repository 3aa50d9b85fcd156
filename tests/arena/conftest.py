import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from jungle.cli import main


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs without a folder keep their journal here, not in the home directory."""
    monkeypatch.setenv("JUNGLE_HOME", str(tmp_path / "state"))


class Finished(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def jungle() -> Callable[..., Finished]:
    """Run a command in this process. Module-scoped fixtures can use it too."""

    def run(*arguments: object) -> Finished:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = main([str(argument) for argument in arguments])
            except SystemExit as exit_:
                code = int(exit_.code or 0)
        return Finished(code, out.getvalue(), err.getvalue())

    return run
