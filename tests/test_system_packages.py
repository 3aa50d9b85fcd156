"""How `make test` handles system packages, and what the end of a test run says about them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools import system_packages
from tools.system_packages import PARTS, main

from tests import needs

ROOT = Path(__file__).parents[1]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An ordinary user on Debian without Chromium and Redis; the list gets the commands that are run."""
    ran: list[str] = []

    def call(command: list[str], **options: object) -> int:
        ran.append(" ".join(command))
        return 0

    there = dict.fromkeys(PARTS, True) | {"chromium": False, "redis": False}
    monkeypatch.setattr(
        system_packages,
        "PARTS",
        {
            name: system_packages.Part(part.title, part.packages, lambda name=name: there[name], part.group)  # type: ignore[misc]
            for name, part in PARTS.items()
        },
    )
    monkeypatch.setattr(system_packages, "is_root", lambda: False)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("subprocess.call", call)
    monkeypatch.setattr(system_packages, "is_offered", lambda package: True)
    monkeypatch.delenv("CI", raising=False)
    return ran


def test_the_command_is_shown_and_the_run_continues(calls: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test"]) == 0
    assert calls == []
    out = capsys.readouterr().out
    assert "missing: Chromium, Redis\n" in out
    assert "without Chromium, tests that need it are skipped\n" in out
    command = "sudo apt-get update && sudo apt-get install --no-install-recommends chromium redis-server"
    assert out.endswith(f"to install what is missing: {command}\n")


def test_root_gets_the_packages_installed(
    calls: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_packages, "is_root", lambda: True)
    assert main(["test"]) == 0
    assert calls[0] == "apt-get update -qq"
    assert calls[1].startswith("apt-get install -y")
    assert calls[1].endswith("chromium redis-server")
    # The packages could not be installed: the command is still printed, without sudo.
    assert "to install what is missing: apt-get update && apt-get install" in capsys.readouterr().out


def test_a_package_that_apt_does_not_know_does_not_keep_the_others_away(
    calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Ubuntu nothing was installed, because there is no package with Chromium."""
    monkeypatch.setattr(system_packages, "is_root", lambda: True)
    monkeypatch.setattr(system_packages, "is_offered", lambda package: package == "redis-server")
    assert main(["test"]) == 0
    assert calls[1].endswith("Dpkg::Use-Pty=0 redis-server")


def test_what_apt_knows_only_after_its_update_is_installed_too(
    calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_packages, "is_root", lambda: True)
    late = system_packages.Part("Redis", "redis-server", lambda: not calls)
    monkeypatch.setitem(system_packages.PARTS, "redis", late)
    assert main(["test"]) == 0
    assert [command.split()[-1] for command in calls] == ["-qq", "chromium", "-qq", "redis-server"]


def test_in_ci_a_missing_part_is_an_error(
    calls: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    assert main(["test"]) == 1
    assert "in CI nothing may be missing: sudo apt-get" in capsys.readouterr().out


def test_a_build_needs_neither_browser_nor_database(calls: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build"]) == 0
    assert capsys.readouterr().out == ""


def test_the_record_changes_only_with_the_parts(calls: list[str], tmp_path: Path) -> None:
    record = tmp_path / "folder" / "parts"
    assert main(["build", "--record", str(record)]) == 0
    assert "redis" not in record.read_text().split()
    os.utime(record, (1, 1))
    assert main(["build", "--record", str(record)]) == 0
    assert record.stat().st_mtime == 1


def test_it_runs_without_the_package_or_a_venv() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-I", str(ROOT / "tools" / "system_packages.py"), "nonsense"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "invalid choice: 'nonsense'" in done.stderr


def test_the_summary_counts_skipped_tests_by_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "MISSING", ["compiler", "chromium", "redis"])
    monkeypatch.setattr(needs, "install_command", " ".join)
    skipped = ["needs the C++ core", "needs Chromium", "needs Chromium", "needs fork"]
    assert needs.advice(skipped) == [
        "1 test needs a C++ compiler",
        "2 tests need Chromium",
        "to run them too: compiler chromium",
    ]
    assert needs.advice(["needs fork"]) == []
