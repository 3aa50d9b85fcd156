"""Optional requirements of tests. A test whose requirement is missing is skipped, except in CI."""

import os

import pytest
from tools.system_packages import PARTS, install_command, missing

from jungle import native_available

MISSING = missing()
IN_CI = bool(os.environ.get("CI"))


def reason(part: str) -> str:
    """The reason for skipping a test that needs a part; the summary groups skipped tests by it."""
    return f"needs {PARTS[part].title}"


def needs(*parts: str) -> pytest.MarkDecorator:
    """Skip a test if one of these parts of the system is missing."""
    absent = [part for part in parts if part in MISSING]
    return pytest.mark.skipif(bool(absent), reason=" and ".join(map(reason, absent)))


def require(*parts: str) -> None:
    """The same for a fixture: skip the test that uses it."""
    absent = [part for part in parts if part in MISSING]
    if absent:
        pytest.skip(" and ".join(map(reason, absent)))


needs_core = pytest.mark.skipif(not native_available(), reason="needs the C++ core")
"""Skip a test if the package was installed without a compiler, or runs with JUNGLE_NATIVE=0."""


def advice(skipped: list[str]) -> list[str]:
    """A summary of skipped tests: how many need what, and how to install it."""
    lines = []
    wanted = []
    for part in MISSING:
        names = [reason(part)] + (["needs the C++ core"] if part in ("compiler", "headers") else [])
        count = sum(any(name in text for name in names) for text in skipped)
        if count:
            wanted.append(part)
            lines.append(f"{count} {'test needs' if count == 1 else 'tests need'} {PARTS[part].title}")
    if wanted:
        lines.append(f"to run them too: {install_command(wanted)}")
    return lines
