"""The developers' tools as programs: errors are reported in one line."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from tools import calibrate, forced_wins, make_book, make_openings, make_puzzles, program, tactics

from jungle import Game
from jungle.engine import Engine, Limit
from jungle.engine.score import Curve
from jungle.errors import JungleError
from jungle.record import Record, dumps
from tests.needs import needs_core

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (calibrate, ["--nodes", "0"]),
        (calibrate, ["--nodes", "-1"]),
        (tactics, ["--each", "0"]),
        (make_puzzles, ["--count", "0"]),
        (make_openings, ["--count", "0", "--into", "openings.txt"]),
    ],
)
def test_numbers_out_of_range_are_refused(
    tool: ModuleType, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        tool.main(arguments)
    assert ended.value.code == 2
    assert "expected a whole number of at least 1" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
@pytest.mark.parametrize(("tool", "arguments"), [("calibrate", ["--games=999999", "--nodes=1"]), ("tactics", [])])
def test_an_interrupt_causes_no_traceback(tool: str, arguments: list[str]) -> None:
    terminal, end = os.openpty()  # where progress is shown
    with subprocess.Popen([sys.executable, "-m", f"tools.{tool}", *arguments], cwd=ROOT, stderr=end) as process:
        os.close(end)
        errors = os.read(terminal, 1)  # It is running.
        process.send_signal(signal.SIGINT)
        with suppress(OSError):  # at the end
            while part := os.read(terminal, 4096):
                errors += part
    os.close(terminal)
    assert errors.endswith(b"jungle: interrupted\r\n")
    assert b"Traceback" not in errors


def test_a_fit_finds_the_curve_behind_the_games() -> None:
    truth, draw = Curve(500.0, 200.0, -20.0, -5.0), Random(1)
    samples = []
    for _ in range(6000):
        cats, pieces = draw.randint(-1500, 1500), draw.randint(4, 16)
        win, drawn, _ = truth.chances(cats, pieces)
        number = draw.random()
        samples.append((cats, pieces, 1.0 if number < win else 0.5 if number < win + drawn else 0.0))
    found = calibrate.fit(samples)
    for cats, pieces in ((300, 16), (300, 6), (-800, 10), (0, 12)):
        assert found.chances(cats, pieces) == pytest.approx(truth.chances(cats, pieces), abs=0.05)
    for expected, low, _, high, count in calibrate.reliability(calibrate.expectation(each, truth) for each in samples):
        assert low - 0.05 < expected < high + 0.05
        assert count


def test_each_part_is_judged_by_a_curve_fitted_to_the_others() -> None:
    won, drawn = [(100, 16, 1.0)] * 20, [(100, 16, 0.5)] * 20
    of_won, of_drawn = calibrate.held_out_curves([won, drawn])
    assert calibrate.expectation(won[0], of_won)[0] < 0.6
    assert calibrate.expectation(drawn[0], of_drawn)[0] > 0.9


def test_a_curve_is_fitted_to_recorded_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = []
    for seed in range(calibrate.PARTS):
        game, draw = Game(rules="standard:quiet_limit=20"), Random(seed)
        while game.outcome() is None:
            game.play(draw.choice(game.legal_moves()))
        games.append(game)
    unfinished = Game.from_moves(["a3a4"])
    path, plot = tmp_path / "games.jgn", tmp_path / "plot.svg"
    path.write_text(dumps(map(Record, [*games, unfinished])))
    assert calibrate.recorded([path]) == games
    assert calibrate.main(["--records", str(path), "--nodes", "50", "--plot", str(plot)]) == 0
    out, errors = capsys.readouterr()
    assert out.startswith("CURVE = Curve(")
    assert "by curves fitted to the other games: " in out
    assert not errors  # progress is for terminals
    assert plot.read_text().startswith("<svg")


def test_too_few_recorded_games_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jgn"
    path.write_text("1. 8-a4 *\n")
    with pytest.raises(JungleError, match="expected at least 5 games that have ended, got 0"):
        calibrate.main(["--records", str(path)])


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (forced_wins, ["--into", "{nowhere}"]),
        (calibrate, ["--plot", "{nowhere}"]),
        (make_book, ["--work", "{nowhere}", "--into", "book.txt"]),
        (make_book, ["--work", "work.jsonl", "--into", "{nowhere}"]),
        (make_openings, ["--into", "{nowhere}"]),
        (make_puzzles, ["--out", "{nowhere}"]),
    ],
)
def test_a_missing_output_folder_is_reported_before_the_work(
    tool: ModuleType,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        tool.main([each.format(nowhere=tmp_path / "nowhere" / "file") for each in arguments])
    assert ended.value.code == 2
    assert f"there is no folder {tmp_path / 'nowhere'}\n" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"rubbish\n", b"\xff\n", b"3\n", b'{"fen": "7/7"}\n', b'[{"fen": "7/7"}]\n'])
@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (forced_wins, ["--into", "file"], "file: expected a suite of break-ins, got something else: "),
        (
            make_book,
            ["--into", "book.txt", "--work", "file"],
            "file: expected searches of an earlier run, got something",
        ),
        (make_puzzles, ["--out", "file"], "file: expected puzzles, got something else: "),
    ],
)
def test_a_foreign_file_is_reported_in_one_line_and_kept(
    tool: ModuleType,
    arguments: list[str],
    message: str,
    content: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        program.run(lambda: tool.main(arguments))
    complaint = ended.value.code
    assert isinstance(complaint, str)
    assert complaint.startswith(f"jungle: {message}")
    assert "\n" not in complaint
    assert Path("file").read_bytes() == content


def test_games_without_an_open_position_are_refused(tmp_path: Path) -> None:
    game = Game(fen="7/3R3/7/7/7/7/7/7/r6 b")
    game.play("d8d9")
    path = tmp_path / "games.jgn"
    path.write_text(dumps([Record(game)] * calibrate.PARTS))
    with pytest.raises(JungleError, match="too few undecided positions"):
        calibrate.main(["--records", str(path), "--nodes", "500"])


@needs_core
def test_uneven_openings_repeat_and_are_undecided(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        path = tmp_path / name
        assert make_openings.main(["--count", "3", "--seed", "5", "--into", str(path)]) == 0
        texts.append(path.read_text())
    assert texts[0] == texts[1]
    openings = [Game(fen=line) for line in texts[0].splitlines()]
    assert len(openings) == 3
    with Engine(hash_mb=16, contempt=0) as engine:
        for game in openings:
            engine.new_game()
            score = engine.search(game, Limit(nodes=make_openings.NODES)).score
            # The preceding quiet plies are lost, which changes a score a little.
            assert make_openings.LEAD.start * 0.8 < abs(score.value(0)) < make_openings.LEAD.stop * 1.25


def test_the_included_uneven_openings_are_playable() -> None:
    lines = (ROOT / "examples" / "uneven.txt").read_text().splitlines()
    assert len(set(lines)) == len(lines) >= 500
    assert all(Game(fen=line).outcome() is None for line in lines)
