"""Shared by the developers' programs: exit handling and output files."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from jungle.errors import JungleError


def run(main: Callable[[], int | None], *, interrupted: str = "interrupted") -> NoReturn:
    """Run a program and exit. Bad input, a full disk and Ctrl-C are reported in one line."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(f"\njungle: {interrupted}")
    except (JungleError, OSError) as error:
        sys.exit(f"jungle: {error}")


def output_file(text: str) -> Path:
    """For argparse: a file to write. Fails early if its folder does not exist."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"cannot write {text}: there is no folder {path.parent}")
    return path
