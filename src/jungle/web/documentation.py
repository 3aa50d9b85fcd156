"""The documentation site, if it was built: `make docs` in the source tree."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import jungle
from jungle.web.contents import Content

SITE = Path(jungle.__file__).parents[2] / "build" / "docs"
"""The output folder of `make docs`."""


def site_files(folder: Path = SITE) -> Mapping[str, Content]:
    """The files of the site by their paths; none if it was not built."""
    if not (folder / "index.html").is_file():
        return MappingProxyType({})
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }
    return MappingProxyType(found)
