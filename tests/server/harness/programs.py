"""Running our own commands as a user does."""

import os
import subprocess
import sys

from tests.server.harness.waiting import PATIENCE


def jungle(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "jungle", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=os.environ | environment
    )
