"""Writing the browser app out as static files."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from jungle.storage import os_error_text
from jungle.web.contents import VERSION_FILE, Content, contents, read_version
from jungle.web.serving import WebError, is_worth_packing, packed

LAST = ("index.html", VERSION_FILE, "service-worker.js")
"""Written last, so that it never refers to missing files."""
PACKED_SUFFIX = ".gz"


def export(
    folder: str | os.PathLike[str], *, with_packed: bool = False, files: Mapping[str, Content] | None = None
) -> int:
    """Write the app to a folder as static files and return their number; `with_packed` adds a `.gz` for each.

    The folder may hold an earlier export, which it replaces, but nothing else. Raises WebError.
    """
    files = contents() if files is None else files
    place = Path(folder)
    earlier = _earlier(place)
    written = 0
    for path in (*(path for path in files if path not in LAST), *LAST):
        body = files[path]()
        bodies = {path: body}
        if with_packed and is_worth_packing(path):
            bodies[path + PACKED_SUFFIX] = packed(body)
        for name, data in bodies.items():
            _write(place / name, data)
            written += 1
    for path in earlier - set(files):
        for name in (path, path + PACKED_SUFFIX):
            (place / name).unlink(missing_ok=True)
    return written


def _earlier(place: Path) -> set[str]:
    """The files of an earlier export in the folder. Raises WebError if it contains anything else."""
    try:
        if not place.exists() or not any(place.iterdir()):
            return set()
        return set(read_version((place / VERSION_FILE).read_bytes())["files"])
    except (OSError, ValueError, KeyError, json.JSONDecodeError):
        pass
    what = "it contains other files" if place.is_dir() else "it is not a folder"
    raise WebError(f"cannot export to {place}: {what}")


def _write(target: Path, data: bytes) -> None:
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise WebError(f"cannot write {target}: {os_error_text(error)}") from None
