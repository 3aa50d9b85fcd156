"""Install instructions for the optional dependencies."""

import json
import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

__all__ = ["explain_missing", "install_command"]

PACKAGE = "junglegame"


def explain_missing(part: str, module: str | None, extra: str, environment: Mapping[str, str] = os.environ) -> str:
    """One line for a part that cannot be imported: the missing module, and the command that installs it."""
    starter = environment.get("JUNGLE_COMMAND")
    if starter:  # Jungle.py installs dependencies itself, and has just failed to.
        again = " ".join([starter, *map(_quoted, sys.argv[1:])])
        return f"{part} needs {module}: connect to the network and start again, {again}"
    return f"{part} needs {module}: {install_command(extra)}"


def install_command(extra: str) -> str:
    """The command that adds an extra to this installation, using the tool that installed it."""
    requirement, is_editable = _requirement(extra)
    prefix = Path(sys.prefix)
    if (prefix / "pipx_metadata.json").exists():
        return f"pipx install --force {requirement}"
    if (prefix / "uv-receipt.toml").exists():
        return f"uv tool install --force {requirement}"
    if prefix.parent.name.startswith(("archive-v", "environments-v")):  # uv's cache: `uvx junglegame`
        return f"uvx --from {requirement} {PACKAGE}"
    if prefix.parent.parts[-2:] in ((".cache", "pipx"), ("pipx", ".cache")):
        return f"pipx run --spec {requirement} {PACKAGE}"
    return f"{_pip_install()} {'--editable ' if is_editable else ''}{requirement}"


def _requirement(extra: str) -> tuple[str, bool]:
    """What to install, quoted for a shell, and whether it is an editable installation."""
    try:
        text = distribution(PACKAGE).read_text("direct_url.json")
    except PackageNotFoundError:  # started from a source tree, as `python -m jungle`
        return _quoted(f"{Path(__file__).resolve().parents[2]}[{extra}]"), False
    origin = json.loads(text) if text else {}
    if "vcs_info" in origin:
        return _quoted(f"{PACKAGE}[{extra}] @ {origin['vcs_info']['vcs']}+{origin['url']}"), False
    if "archive_info" in origin:  # a wheel that was downloaded or built by hand
        return _quoted(f"{PACKAGE}[{extra}] @ {origin['url']}"), False
    if "dir_info" in origin:
        folder = Path(url2pathname(urlsplit(origin["url"]).path))
        if (folder / "pyproject.toml").exists():
            is_editable = bool(origin["dir_info"].get("editable"))
            return _quoted(f"{'.' if folder == Path.cwd() else folder}[{extra}]"), is_editable
    return _quoted(f"{PACKAGE}[{extra}]"), False


def _pip_install() -> str:
    """`pip install` for this Python: the `pip` on the PATH may belong to another."""
    found = shutil.which("pip")
    if found and Path(found).parent == Path(sys.executable).parent:
        return "pip install"
    if find_spec("pip") is None and shutil.which("uv"):
        return f"uv pip install --python {_quoted(sys.executable)}"
    return f"{_quoted(sys.executable)} -m pip install"


def _quoted(text: str) -> str:
    """A word quoted for the shell; cmd.exe only understands double quotes."""
    if os.name != "nt":
        return shlex.quote(text)
    return f'"{text}"' if set(text) & set(" []@") else text
