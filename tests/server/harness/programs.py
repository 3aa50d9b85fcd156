"""Running our own commands as a user does."""

import os
import subprocess
import tempfile
from pathlib import Path

from tests.server.harness.forking import ForkedProcess
from tests.server.harness.waiting import PATIENCE


def jungle(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder, "errors")
        process = ForkedProcess([*map(str, words)], os.environ | environment, str(errors))
        with process.stdout:
            printed = process.stdout.read()
        return subprocess.CompletedProcess(
            [*map(str, words)], process.wait(PATIENCE), printed, errors.read_text(encoding="utf-8")
        )
