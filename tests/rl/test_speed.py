"""The script that compares our speed with other libraries."""

import pytest
from benchmarks import rl as figures
from tools import rl_speed

from jungle import native_available


@pytest.mark.filterwarnings("ignore:The old environment creation API")
@pytest.mark.skipif(not native_available(), reason="the C++ core is not built")
def test_the_table_has_a_row_for_each_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(figures, "ROUND_SECONDS", 0.001)
    monkeypatch.setattr("sys.argv", ["rl_speed", "BatchEnv", "connect four"])
    rl_speed.main()
    header, _, *rows = capsys.readouterr().out.splitlines()
    assert header == "| environment | steps/s |"
    assert len(rows) == 4
    assert all(int(row.split("|")[2].replace(",", "")) > 100 for row in rows)


def test_libraries_that_are_not_installed_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rl_speed, "ROWS", [rl_speed.Row("nothing", "no_such_package", lambda: 1)])
    assert list(rl_speed.measured([])) == []
