"""The documentation site builds without a warning and lists every public name."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

import jungle
from jungle.cli import main
from jungle.web import documentation
from tests.needs import needs_core

DOCS = Path(__file__).parent.parent / "docs"
MODULES = sorted(
    f"jungle.{path.stem}" if path.stem != "jungle" else "jungle"
    for path in (DOCS / "library" / "reference").glob("*.md")
    if path.stem != "index"
)


def build_site(folder: Path) -> None:
    """Build the site into a folder; a warning is an error."""
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", DOCS, folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr


@needs_core
@pytest.mark.timeout(600)  # Building the site takes ten seconds on a quiet machine.
def test_every_public_name_has_an_entry_in_the_reference(tmp_path: Path) -> None:
    build_site(tmp_path)
    with (tmp_path / "objects.inv").open("rb") as stream:
        inventory = InventoryFile.load(stream, "", lambda base, uri: uri)
    listed = {name for named in inventory.values() for name in named}
    missing = [
        f"{module}.{name}"
        for module in MODULES
        for name in import_module(module).__all__
        if not name.startswith("__") and not _names(module, name) & listed
    ]
    assert missing == []


def _names(module: str, name: str) -> set[str]:
    """The name as exported, and as defined."""
    thing = getattr(import_module(module), name)
    defined = f"{getattr(thing, '__module__', module)}.{getattr(thing, '__qualname__', name)}"
    own = getattr(thing, "__name__", "") if isinstance(thing, type(jungle)) else ""
    return {f"{module}.{name}", defined, own}


def test_a_missing_site_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("jungle.commands.docs.site_files", lambda: documentation.site_files(tmp_path))
    assert main(["docs"]) == 1
    assert "make docs" in capsys.readouterr().err


def test_examples_stand_in_fences() -> None:
    """Elsewhere Markdown shows `>>>` as three nested quotations."""
    unfenced = []
    for path in sorted(markdown_files()):
        fenced = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced and line.lstrip().startswith(">>>"):
                unfenced.append(f"{path.relative_to(DOCS.parent)}:{number}")
    assert unfenced == []


def markdown_files() -> list[Path]:
    root = DOCS.parent
    folders = [path for path in root.iterdir() if path.is_dir() and path.name not in ("build", "dist", "node_modules")]
    ours = [folder for folder in folders if not folder.name.startswith((".", "_"))]
    return [*root.glob("*.md"), *(path for folder in ours for path in folder.rglob("*.md"))]
