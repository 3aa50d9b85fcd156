"""The documentation site builds without a warning and lists every public name."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile
from tools import doc_boards

import jungle
from jungle.cli import main
from jungle.web import documentation
from tests.needs import needs_core
from tests.site_building import build_site

DOCS = Path(__file__).parent.parent / "docs"
MODULES = sorted(
    f"jungle.{path.stem}" if path.stem != "jungle" else "jungle"
    for path in (DOCS / "library" / "reference").glob("*.md")
    if path.stem != "index"
)


@needs_core
@pytest.mark.timeout(600)  # Building the site reads every module and page.
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


@pytest.fixture
def unbuilt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An install without a site, and two pages to build one from. Returns the folder for what is built."""
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "conf.py").write_text('extensions = ["myst_parser"]', encoding="utf-8")
    (pages / "index.md").write_text("# Found me\n", encoding="utf-8")
    monkeypatch.setattr(documentation, "SHIPPED", tmp_path / "shipped")
    monkeypatch.setattr(documentation, "pages", lambda: pages)
    monkeypatch.setenv("JUNGLE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "docs"


def test_a_site_is_built_once_and_again_after_a_change(unbuilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert documentation.site() is None
    assert main(["docs", "--where"]) == 0
    first = Path(capsys.readouterr().out.strip())
    assert (first.parent, documentation.site()) == (unbuilt, first)
    assert "Found me" in (first / "index.html").read_text(encoding="utf-8")
    assert [path.name for path in unbuilt.iterdir()] == [first.name]  # Nothing half-built stays.
    (documentation.pages() / "index.md").write_text("# Changed\n", encoding="utf-8")
    assert documentation.site() is None


def test_a_failed_build_is_one_line_and_leaves_nothing(unbuilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (documentation.pages() / "conf.py").write_text("raise ValueError", encoding="utf-8")
    assert main(["docs"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("jungle: cannot build the documentation: ")
    assert error.count("\n") == 1
    assert list(unbuilt.iterdir()) == []


def test_without_sphinx_the_error_names_the_extra(
    unbuilt: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documentation, "BUILDERS", ("no_such_library",))
    assert main(["docs"]) == 1
    assert "pip install '.[docs]'" in capsys.readouterr().err


def test_boards_and_pictures_of_a_site_come_from_the_package(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("pages", encoding="utf-8")
    files = documentation.site_files(tmp_path)
    assert files["index.html"]() == b"pages"
    assert b"customElements" in files["_static/page/board/board.js"]()
    assert {"_static/page/data/rules.json", "_images/play.png"} <= set(files)


def test_boards_are_drawn_from_their_positions() -> None:
    drawn = {path.stem: path.read_text(encoding="utf-8") for path in doc_boards.PICTURES.glob("*.svg")}
    assert drawn == doc_boards.drawings(), "run python -m tools.doc_boards"


def test_every_board_is_shown_and_exists() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))
    assert set(re.findall(r"images/boards/([\w-]+)\.svg", text)) == set(doc_boards.drawings())


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


def test_files_named_on_contributor_pages_exist() -> None:
    named = {
        name
        for path in (DOCS / "contribute").glob("*.md")
        for name in re.findall(
            r"`([\w-]+/[\w./-]+\.(?:py|js|ts|cpp|h|md|json|wasm))`", path.read_text(encoding="utf-8")
        )
    }
    assert len(named) > 50
    roots = [DOCS.parent, *(folder for folder in (DOCS.parent / "src").rglob("*") if folder.is_dir())]
    assert sorted(name for name in named if not any((root / name).is_file() for root in roots)) == []


def test_llms_txt_links_to_pages_that_exist() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (DOCS / "llms.txt").read_text(encoding="utf-8"))
    assert len(links) > 10
    assert [link for link in links if not (DOCS / link).is_file()] == []
