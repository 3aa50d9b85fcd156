"""Silence for the libraries below us, which complain on the terminal where a screen or a speaker is missing."""

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def quiet_stderr() -> Iterator[None]:
    """Nothing written to the standard error's file descriptor is seen meanwhile; we say what is missing ourselves."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(null)
        os.close(kept)
