"""The documentation site. Published packages contain it; other installs build it from Markdown on first use."""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

import jungle
from jungle import storage
from jungle.web.contents import Content, contents
from jungle.web.serving import WebError

PACKAGE = Path(jungle.__file__).parent
SHIPPED = PACKAGE / "site"
"""Where `make docs` builds the site, so that packages made afterwards contain it."""
BOARDS = "_static/page"
"""Where the site has the scripts and drawings of its boards."""
_NEEDED = re.compile(r"data/(rules|choices)\.json|data/book\.txt|words/|pieces/|boards/|emblems/|tables/")
"""What boards need of the browser app, besides its scripts."""
BUILDERS = ("sphinx", "myst_parser", "furo", "sphinx_copybutton", "gymnasium", "numpy", "pettingzoo")
POLL_SECONDS = 0.1


def pages() -> Path:
    """The folder of the Markdown pages: in the package, or in the source tree. Raises WebError if there is none."""
    for folder in (PACKAGE / "docs", PACKAGE.parents[1] / "docs"):
        if (folder / "conf.py").is_file():
            return folder
    raise WebError(
        "this install was built without a compiler and contains no documentation: read the folder docs of a clone"
    )


def site() -> Path | None:
    """The folder of the built site, or None if it was not built."""
    if (SHIPPED / "index.html").is_file():
        return SHIPPED
    try:
        built = _built_here()
    except WebError:
        return None
    return built if (built / "index.html").is_file() else None


def _built_here() -> Path:
    """Where this user's site is built. Its name follows the contents of the pages, so that it is never outdated."""
    digest = hashlib.sha256(jungle.__version__.encode())
    for path in sorted(path for path in pages().rglob("*") if path.suffix in (".md", ".json")):
        digest.update(path.read_bytes())
    return storage.folder("docs") / digest.hexdigest()[:16]


def build_site(target: Path | None = None, on_wait: Callable[[], object] = bool) -> Path:
    """Build the site into a new folder and return it. Raises WebError if that is impossible."""
    target = target or _built_here()
    if not all(map(find_spec, BUILDERS)):
        raise WebError(
            "this install contains no built documentation, and what builds it is not installed: "
            "install the extra `docs`, as in pip install '.[docs]'"
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".building-") as work:
            _run_sphinx(Path(work, "site"), Path(work, "doctrees"), on_wait)
            shutil.rmtree(target, ignore_errors=True)
            Path(work, "site").rename(target)
    except OSError as error:
        raise WebError(f"cannot build the documentation in {target}: {storage.os_error_text(error)}") from None
    return target


def _run_sphinx(target: Path, doctrees: Path, on_wait: Callable[[], object]) -> None:
    options = ["-q", "-b", "html", "-d", str(doctrees), str(pages()), str(target)]
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log,
        subprocess.Popen([sys.executable, "-m", "sphinx", *options], stdout=log, stderr=log) as sphinx,
    ):
        try:
            while True:
                try:
                    code = sphinx.wait(POLL_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    on_wait()
        except BaseException:
            sphinx.terminate()
            raise
        if code:
            log.seek(0)
            lines = log.read().strip().splitlines() or [f"exit code {code}"]
            raise WebError(f"cannot build the documentation: {lines[-1]}")


def boards_files() -> Mapping[str, Content]:
    """What the boards of the pages are made of: the modules of the browser app, one by one, and their data."""
    page = Path(str(files("jungle.web").joinpath("page")))
    scripts = (path for path in sorted(page.rglob("*")) if path.suffix in (".js", ".wasm"))
    data = {path: make for path, make in contents().items() if _NEEDED.match(path)}
    return MappingProxyType({path.relative_to(page).as_posix(): path.read_bytes for path in scripts} | data)


def site_files(folder: Path | None) -> Mapping[str, Content]:
    """The files of a built site by their paths; none without one. Pictures and boards need not be in its folder."""
    if folder is None:
        return MappingProxyType({})
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }
    boards = {f"{BOARDS}/{path}": make for path, make in boards_files().items()}
    pictures = {}
    with suppress(WebError):
        pictures = {f"_images/{path.name}": path.read_bytes for path in sorted(pages().glob("images/*"))}
    return MappingProxyType(boards | pictures | found)
