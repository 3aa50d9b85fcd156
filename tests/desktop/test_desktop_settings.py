"""Settings on the disk: kept, and set aside when they are broken."""

import json
import os
import sys
from dataclasses import asdict, fields

import pytest

from jungle.desktop.folders import Folders, set_aside
from jungle.desktop.settings import _VALID, FILE_NAME, Settings, SettingsFile


def test_without_a_file_the_usual_settings(folders: Folders) -> None:
    file = SettingsFile(folders.settings)
    assert file.load().theme == "meadow"
    assert file.trouble is None
    assert not file.path.exists()


def test_settings_are_read_back_equal(folders: Folders) -> None:
    settings = Settings(
        piece_set="letters",
        theme="night",
        sound=False,
        music_volume=0.1,
        animation="fast",
        language="zh",
        rules="leiden",
    )
    SettingsFile(folders.settings).save(settings)
    assert SettingsFile(folders.settings).load() == settings
    assert [path.name for path in folders.settings.iterdir()] == [FILE_NAME]


def test_every_setting_is_checked() -> None:
    assert set(_VALID) == {field.name for field in fields(Settings)}
    assert all(_VALID[name](value) for name, value in asdict(Settings()).items())


@pytest.mark.parametrize(
    "content",
    [
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
    ],
)
def test_a_broken_file_is_set_aside_with_a_notice(folders: Folders, content: bytes) -> None:
    file = SettingsFile(folders.settings)
    folders.settings.mkdir()
    file.path.write_bytes(content)
    assert file.load().theme == "meadow"
    assert file.trouble is not None
    kept = folders.settings / file.trouble[1]["path"]
    assert kept.read_bytes() == content
    assert not file.path.exists()
    # A second broken file does not take the place of the first.
    file.path.write_bytes(b"{")
    file.load()
    assert kept.read_bytes() == content


def test_what_a_later_version_adds_is_passed_over(folders: Folders) -> None:
    file = SettingsFile(folders.settings)
    file.path.parent.mkdir(parents=True)
    file.path.write_text(json.dumps({"theme": "lacquer", "hologram": True}))
    assert file.load().theme == "lacquer"
    assert file.trouble is None


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder that cannot be written")
def test_a_folder_that_cannot_be_written_is_told(folders: Folders) -> None:
    folders.settings.mkdir(mode=0o500)
    file = SettingsFile(folders.settings)
    file.save(Settings())
    assert file.trouble is not None


def test_a_file_in_the_place_of_the_folder_is_told(folders: Folders) -> None:
    folders.settings.write_text("in the way")
    file = SettingsFile(folders.settings)
    file.save(Settings())
    assert file.trouble is not None
    assert file.trouble[0] == "desktop.settings.unwritten"


def test_a_trouble_that_is_over_is_no_longer_told(folders: Folders) -> None:
    folders.settings.write_text("in the way")
    file = SettingsFile(folders.settings)
    file.save(Settings())
    folders.settings.unlink()
    file.save(Settings())
    assert file.trouble is None


def test_one_folder_for_everything(tmp_path: object) -> None:
    folders = Folders.of_user({"JUNGLE_HOME": str(tmp_path)})
    assert all(str(folder).startswith(str(tmp_path)) for folder in (folders.settings, folders.state, folders.games))


def test_set_aside_counts_up(folders: Folders) -> None:
    names = []
    folders.state.mkdir(parents=True)
    for _ in range(3):
        (folders.state / "x.json").write_text("?")
        names.append(set_aside(folders.state / "x.json").name)
    assert names == ["x.broken-1.json", "x.broken-2.json", "x.broken-3.json"]
