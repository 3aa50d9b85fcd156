"""The documentation site, built."""

import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def build_site(folder: Path, *, only: str = "") -> None:
    """Build the site into a folder; a warning is an error.

    Only one page takes two seconds instead of half a minute. Its links to other pages are then warnings.
    """
    options = ["-Q", "-D", f"include_patterns={only}"] if only else ["-q", "-W", "--keep-going"]
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "-b", "html", DOCS, folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
