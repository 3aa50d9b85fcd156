"""Recommended install commands, which match the way the program was installed and started."""

import json
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

from jungle import extras
from jungle.extras import explain_missing, install_command


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment with `pip` on the PATH and the package from an index."""
    (tmp_path / "bin").mkdir()
    python, pip = tmp_path / "bin" / "python", tmp_path / "bin" / "pip"
    for program in (python, pip):
        program.touch(mode=0o755)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    set_origin(monkeypatch, None)
    return tmp_path


def set_origin(monkeypatch: pytest.MonkeyPatch, origin: object) -> None:
    """Set direct_url.json, in which installers record what they installed from; installs from an index have none."""
    text = json.dumps(origin) if origin else None
    monkeypatch.setattr(extras, "distribution", lambda name: SimpleNamespace(read_text=lambda file: text))


def checkout(folder: Path) -> Path:
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    return folder


def test_from_an_index(prefix: Path) -> None:
    assert install_command("server") == "pip install 'junglegame[server]'"


def test_another_pythons_pip_is_not_recommended(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert install_command("server") == f"{prefix}/bin/python -m pip install 'junglegame[server]'"


def test_a_uv_environment_without_pip_uses_uv(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (prefix / "bin" / "pip").rename(prefix / "bin" / "uv")
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    assert install_command("server") == f"uv pip install --python {prefix}/bin/python 'junglegame[server]'"


@pytest.mark.parametrize(("editable", "option"), [(True, "--editable "), (False, "")])
def test_from_a_checkout(prefix: Path, monkeypatch: pytest.MonkeyPatch, editable: bool, option: str) -> None:
    folder = checkout(prefix / "my games")
    set_origin(monkeypatch, {"url": folder.as_uri(), "dir_info": {"editable": editable}})
    assert install_command("server") == f"pip install {option}'{folder}[server]'"
    monkeypatch.chdir(folder)
    assert install_command("server") == f"pip install {option}'.[server]'"


def test_a_checkout_that_is_gone(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_origin(monkeypatch, {"url": (prefix / "gone").as_uri(), "dir_info": {}})
    assert install_command("server") == "pip install 'junglegame[server]'"


def test_from_a_repository(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_origin(monkeypatch, {"url": "https://example.org/jungle.git", "vcs_info": {"vcs": "git"}})
    assert install_command("server") == "pip install 'junglegame[server] @ git+https://example.org/jungle.git'"


def test_from_a_wheel(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_origin(monkeypatch, {"url": "file:///tmp/junglegame-1.0.0-py3-none-any.whl", "archive_info": {}})
    assert install_command("server") == (
        "pip install 'junglegame[server] @ file:///tmp/junglegame-1.0.0-py3-none-any.whl'"
    )


def test_from_a_source_tree_without_installing(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(extras, "distribution", fail)
    folder = Path(extras.__file__).resolve().parents[2]
    assert install_command("server") == f"pip install '{folder}[server]'"


@pytest.mark.parametrize(
    ("mark", "command"),
    [("pipx_metadata.json", "pipx install --force"), ("uv-receipt.toml", "uv tool install --force")],
)
def test_tool_installers_are_recognised(prefix: Path, monkeypatch: pytest.MonkeyPatch, mark: str, command: str) -> None:
    (prefix / mark).touch()
    assert install_command("desktop") == f"{command} 'junglegame[desktop]'"
    folder = checkout(prefix / "checkout")
    set_origin(monkeypatch, {"url": folder.as_uri(), "dir_info": {}})
    assert install_command("desktop") == f"{command} '{folder}[desktop]'"


@pytest.mark.parametrize(
    ("cache", "command"),
    [
        ("uv/archive-v0/abc", "uvx --from 'junglegame[desktop]' junglegame"),
        (".cache/pipx/abc", "pipx run --spec 'junglegame[desktop]' junglegame"),
        ("pipx/.cache/abc", "pipx run --spec 'junglegame[desktop]' junglegame"),
    ],
)
def test_one_off_runners_are_recognised(
    prefix: Path, monkeypatch: pytest.MonkeyPatch, cache: str, command: str
) -> None:
    monkeypatch.setattr(sys, "prefix", str(prefix / cache))
    assert install_command("desktop") == command


def test_jungle_py_installs_extras_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["jungle", "serve", "--name", "two words"])
    told = explain_missing("serve", "uvicorn", "server", {"JUNGLE_COMMAND": "python3 Jungle.py"})
    assert told == (
        "serve needs uvicorn: connect to the network and start again, python3 Jungle.py serve --name 'two words'"
    )


def test_windows_commands_use_double_quotes(monkeypatch: pytest.MonkeyPatch, prefix: Path) -> None:
    monkeypatch.setattr(extras, "_pip_install", lambda: "pip install")
    with monkeypatch.context() as windows:
        windows.setattr(extras, "os", SimpleNamespace(name="nt"))
        told = install_command("server")
    assert told == 'pip install "junglegame[server]"'
