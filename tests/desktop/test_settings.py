"""Settings on disk: saved, and set aside if they are broken."""

import json
import os
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from jungle.desktop.settings import FILE_NAME, SettingsFile, WindowSettings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "settings"


def test_defaults_apply_without_a_file(folder: Path) -> None:
    file = SettingsFile(folder)
    assert file.load().theme == "meadow"
    assert file.trouble is None
    assert not file.path.exists()


def test_settings_round_trip(folder: Path) -> None:
    settings = WindowSettings(
        piece_set="letters",
        theme="night",
        sound=False,
        music_volume=0.1,
        animation="fast",
        language="zh",
        rules="leiden",
    )
    SettingsFile(folder).save(settings)
    assert SettingsFile(folder).load() == settings
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize("name", [field.name for field in fields(WindowSettings)])
def test_every_setting_is_checked(folder: Path, name: str) -> None:
    folder.mkdir()
    file = SettingsFile(folder)
    usual = getattr(WindowSettings(), name)
    values: list[object] = [usual, None, "\n", 2, []]
    for value in values:
        file.path.write_text(json.dumps({name: value}))
        file.trouble = None
        file.load()
        assert (file.trouble is None) is (value is usual), value


BROKEN = (
    b"",
    b"{",
    b"[1, 2]",
    b"\xff\xfe\x00",
    b'{"theme": "neon"}',
    b'{"music_volume": 7}',
    b'{"music_volume": true}',
    b'{"sound": "yes"}',
    b'{"rules": "standard:ranks=1"}',
    b'{"rules": 5}',
    b'{"language": null}',
    b"[" * 100_000,
)


def test_broken_files_are_all_set_aside_with_a_notice(folder: Path) -> None:
    file = SettingsFile(folder)
    folder.mkdir()
    for number, content in enumerate(BROKEN, start=1):
        file.path.write_bytes(content)
        assert file.load().theme == "meadow", content
        assert file.trouble is not None
        assert file.trouble[1]["path"] == f"desktop.broken-{number}.json"
        assert (folder / file.trouble[1]["path"]).read_bytes() == content
        assert not file.path.exists()


def test_unknown_settings_of_a_later_version_are_ignored(folder: Path) -> None:
    file = SettingsFile(folder)
    file.path.parent.mkdir(parents=True)
    file.path.write_text(json.dumps({"theme": "lacquer", "hologram": True}))
    assert file.load().theme == "lacquer"
    assert file.trouble is None


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder that cannot be written")
def test_an_unwritable_folder_is_reported(folder: Path) -> None:
    folder.mkdir(mode=0o500)
    file = SettingsFile(folder)
    file.save(WindowSettings())
    assert file.trouble is not None


def test_a_file_in_place_of_the_folder_is_reported(folder: Path) -> None:
    folder.write_text("in the way")
    file = SettingsFile(folder)
    file.save(WindowSettings())
    assert file.trouble is not None
    assert file.trouble[0] == "desktop.settings.unwritten"


def test_a_solved_problem_is_no_longer_reported(folder: Path) -> None:
    folder.write_text("in the way")
    file = SettingsFile(folder)
    file.save(WindowSettings())
    folder.unlink()
    file.save(WindowSettings())
    assert file.trouble is None
