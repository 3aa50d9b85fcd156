"""Results against the levels, kept over all front ends."""

import json

import pytest

from jungle.storage import LevelResults, add_level_result, level_results


def test_results_are_counted_by_game_and_level(tmp_path):
    folder = tmp_path / "results"
    assert level_results(folder, "jungle") == {}
    add_level_result(folder, "jungle", 3, "won")
    add_level_result(folder, "jungle", 3, "lost")
    add_level_result(folder, "flip", 3, "drawn")
    assert add_level_result(folder, "jungle", 10, "lost") == LevelResults(lost=1)
    assert level_results(folder, "jungle") == {"3": LevelResults(1, 1, 0), "10": LevelResults(0, 1, 0)}
    assert level_results(folder, "flip") == {"3": LevelResults(drawn=1)}


@pytest.mark.parametrize("text", ["", "[]", '{"jungle": {"3": [1, 2]}}', '{"jungle": {"3": ["a", 0, 0]}}', "{"])
def test_a_broken_file_is_set_aside(tmp_path, text):
    (tmp_path / "levels.json").write_text(text)
    assert level_results(tmp_path, "jungle") == {}
    assert add_level_result(tmp_path, "jungle", 1, "won") == LevelResults(won=1)
    assert json.loads((tmp_path / "levels.json").read_text()) == {"jungle": {"1": [1, 0, 0]}}


def test_a_folder_that_cannot_be_written_costs_only_the_result(tmp_path):
    (tmp_path / "file").write_text("")
    assert add_level_result(tmp_path / "file", "jungle", 1, "won") is None
