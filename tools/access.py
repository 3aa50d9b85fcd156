"""Writes the table of who may make which request to the server into docs/host/access.md.

    python -m tools.access

The table is defined in `src/jungle/server/identity/access.py`. A test checks that the page is up to date.
"""

from pathlib import Path

from jungle.server.identity.access import table

PAGE = Path(__file__).parents[1] / "docs" / "host" / "access.md"
HEAD = "| who |"


def with_table(page: str) -> str:
    """The page with the present table in place of the one it has. The table ends the page."""
    return page[: page.index(HEAD)] + table().strip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
