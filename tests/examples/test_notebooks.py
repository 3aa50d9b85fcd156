"""The notebooks run from top to bottom."""

import os
from pathlib import Path
from typing import Any

import pytest

from jungle import native_available

LAST_WORDS = {"library.ipynb": "accuracy", "rl.ipynb": "the model scores"}
"""What each notebook prints in the end."""
NOTEBOOKS = Path(__file__).parent.parent.parent / "examples" / "notebooks"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not native_available(), reason="the C++ core is not built")
# The kernel's client leaves sockets to the garbage collector, and supports only its own kind of event loop.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning", "ignore::RuntimeWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.name)
def test_the_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat: Any = pytest.importorskip("nbformat", reason="nbclient is not installed")
    nbclient: Any = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    # Kernels store their connection files and histories there.
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear the outputs before committing"
    client = nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute(cwd=os.fspath(tmp_path))
    printed = [output.text for cell in notebook.cells for output in cell.get("outputs", ()) if "text" in output]
    assert any(LAST_WORDS[path.name] in text for text in printed)
