"""`jungle analyse`: positions, records, JSON, plots, interrupts."""

import json
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from jungle import Game, Position, Side
from jungle.cli import main
from jungle.engine import Engine, FlipEngine, Limit, Line, Score, SearchResult, slow_notice
from jungle.engine.review import HALVING_LOSS, Verdict, accuracy, judge, review
from jungle.engine.review_html import review_chart, review_html
from jungle.flip import FlipGame
from jungle.play.review import Review
from jungle.record import NAGS, Record, save
from tests.third_game import TinyGame

NOTICE = f"jungle: {slow_notice()}\n" if slow_notice() else ""
WIN_IN_ONE = "7/3E3/7/7/7/7/7/r6/7 b"
# Blue can enter the den, does not, and then does.
SLIP = Game.from_moves(["d8d7", "a2a3", "d7d8", "a3a4", "d8d9"], position=Position.from_fen(WIN_IN_ONE))


@pytest.fixture
def games_file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jgn"
    opening = Record(Game.from_moves(["a3a4", "g7g6", "g1g2"]))
    other = opening.mainline()[0].add("g7f7", "not looked at: it was not played")
    other.add_line(["a4a3", "f7g7"])
    slip = Record(SLIP, {"Blue": "Anna", "Red": "Ben & Co"})
    slip.mainline()[0].nags = {NAGS["?!"], 10}
    save(path, [slip, opening])
    return path


@pytest.mark.parametrize(
    ("best", "score", "verdict"),
    [
        (Score(100), Score(100), Verdict.BEST),
        (Score(100), Score(80), Verdict.GOOD),
        (Score(100), Score(-50), Verdict.INACCURACY),
        (Score(100), Score(-150), Verdict.MISTAKE),
        (Score(100), Score(-800), Verdict.BLUNDER),
        (Score.win(3), Score.win(9), Verdict.GOOD),
        (Score.win(3), Score(0), Verdict.BLUNDER),
        (Score(0), Score.loss(4), Verdict.BLUNDER),
        (Score.loss(8), Score.loss(2), Verdict.GOOD),
    ],
)
def test_verdict_follows_from_the_lost_chances(best: Score, score: Score, verdict: Verdict) -> None:
    start = Position.initial()
    line = Line(best, (start.parse_move("a3a4"),), 1, 1)
    judged = judge(start, start.parse_move("g3g4"), score, line)
    assert judged.verdict is verdict
    assert (judged.accuracy == 100.0) is (judged.loss == 0.0)


def test_the_best_move_is_always_rated_best() -> None:
    start = Position.initial()
    move = start.parse_move("a3a4")
    assert judge(start, move, Score(-5), Line(Score(0), (move,), 1, 1)).verdict is Verdict.BEST


def test_accuracy_halves_with_each_halving_loss() -> None:
    start = Position.initial()
    move = start.parse_move("a3a4")
    judged = judge(start, start.parse_move("g3g4"), Score.loss(2), Line(Score(0), (move,), 1, 1))
    assert judged.loss == 0.5
    assert judged.accuracy == pytest.approx(100 * 0.5 ** (0.5 / HALVING_LOSS))


def test_a_slip_is_found() -> None:
    with Engine(hash_mb=2) as engine:
        reviews = list(review(SLIP, engine, Limit(depth=4)))
    assert [judged.move.uci() for judged in reviews] == [move.uci() for move in SLIP.moves]
    assert reviews[0].best.move.uci() == "d8d9"
    assert reviews[0].verdict is not Verdict.BEST
    assert reviews[-1].verdict is Verdict.BEST
    blue = accuracy(reviews, Side.BLUE)
    assert blue is not None
    assert blue < 100.0 or reviews[0].score.is_decided()
    assert accuracy([], Side.RED) is None


def test_the_plot_is_an_image() -> None:
    with Engine(hash_mb=2) as engine:
        reviews = list(review(SLIP, engine, Limit(depth=2)))
    root = ElementTree.fromstring(review_chart(reviews, "Anna & <Ben>"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "Anna & <Ben>" in "".join(root.itertext())
    assert ElementTree.fromstring(review_chart([], "nothing")).tag.endswith("svg")


def test_notebooks_show_reviews() -> None:
    start = Position.initial()
    better = Line(Score(0), (start.parse_move("a3a4"),), 1, 1)
    lost = judge(start, start.parse_move("g3g4"), Score.loss(2), better)
    page = ElementTree.fromstring(review_html([lost]))
    image = page.find("img")
    assert image is not None
    assert ElementTree.fromstring(b64decode(image.attrib["src"].partition(",")[2])).tag.endswith("svg")
    verdict = f"1. 1-g4: blunder, {Score.loss(2)} (50 % lost); better 8-a4 ({Score(0)})"
    assert [item.text for item in page.iter("li")] == ["1. 1-g4: "]
    assert ["".join(item.itertext()) for item in page.iter("li")] == [verdict]
    assert verdict in "".join(ElementTree.fromstring(lost._repr_html_()).itertext())
    assert "no moves yet" in review_html([])
    running = Review(SLIP)
    running.result()
    assert "Accuracy: Blue" in running._repr_html_()


def test_notebooks_show_the_review_of_a_flip() -> None:
    game = FlipGame.from_moves(["b2"], seed=1)
    with FlipEngine() as engine:
        [judged] = review(game, engine, Limit(depth=1))
    assert "1. b2: " in judged._repr_html_()


def test_a_position_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", WIN_IN_ONE, "--depth", "3"]) == 0
    out, err = capsys.readouterr()
    assert "Blue to move" in out
    assert "wins in 1 " in out
    assert "move elephant up" in out
    assert "8-d9" in out
    assert err == NOTICE


def test_a_position_in_several_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", *WIN_IN_ONE.split(), "--depth", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"][0]["moves"] == ["d8d9"]


def test_a_position_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--rules", "gamerz", "--moves", "a3a4", "--depth", "3", "--multipv", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["rules"], data["side"], data["depth"], len(data["lines"])) == ("gamerz", "red", 3, 2)
    assert set(data["lines"][0]["score"]) == {"centi_cats", "text", "win_probability"}


def test_a_record_in_words(games_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(games_file), "--depth", "4"]) == 0
    out = capsys.readouterr().out
    assert "Game 1: Anna – Ben & Co, standard rules, 1-0" in out
    assert "Game 2: Blue – Red" in out
    assert re.search(r"1. \S+\?! \$10 +\d+ %", out)
    assert re.search(r"Blue's chances: [▁▂▃▄▅▆▇█]{4}█\n", out)
    assert out.count(": accuracy ") == 4


def test_a_record_as_json_with_plots(games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plot.svg"
    assert main(["analyse", str(games_file), "--depth", "3", "--json", "--plot", str(path)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["complete"] is True
    first, second = data["games"]
    assert first["tags"] == {"Blue": "Anna", "Red": "Ben & Co"}
    assert [move["move"] for move in first["moves"]] == [move.uci() for move in SLIP.moves]
    assert first["moves"][0]["best"]["moves"] == ["d8d9"]
    assert [move["nags"] for move in first["moves"]] == [[6, 10], [], [], [], []]
    assert 0 <= second["accuracy"]["red"] <= 100
    assert path.exists()
    assert (tmp_path / "plot-2.svg").exists()
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".jgn", ".svg", ".svg"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuchfile"], "expected a position or a file of recorded games, got 'nosuchfile'"),
        (["9/9/9/9/9/9/9/9/9", "b"], "expected one of RCDWPTLE"),
        (["--depth", "0"], "argument --depth: expected a whole number of at least 1, got '0'"),
        (["--time", "0"], "argument --time: expected seconds from 0.001"),
        (["--time", "nan"], "argument --time: expected seconds from 0.001"),
        (["--multipv", "0"], "argument --multipv: expected a whole number of at least 1"),
        (["--multipv", "101"], "multipv: expected a whole number from 1 to 100, got 101"),
        (["--threads", "257"], "threads: expected a whole number from 1 to 256, got 257"),
        (["--moves", "a3a4", "f8g8"], "put several moves in quotes: --moves 'a3a4 f8g8'"),
        (["--moves", "a3a9"], "cannot reach that square"),
        (["--plot", "x.svg"], "--plot needs a file of recorded games"),
    ],
)
def test_bad_arguments_get_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: object = main(["analyse", *arguments])
    except SystemExit as exit_:
        code = exit_.code
    out, err = capsys.readouterr()
    assert (code, out, err.removeprefix(NOTICE).count("\n")) == (2, "", 1)
    assert message in err


def test_a_game_that_is_over_has_nothing_to_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "3E3/7/7/7/7/7/7/r6/7 r"]) == 1
    assert "the game is over" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["missing/plot.svg", "."])
def test_a_plot_that_cannot_be_written_is_refused_before_the_work(
    name: str, games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert main(["analyse", str(games_file), "--depth", "1", "--plot", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"jungle: cannot write {path}: ")


def test_an_empty_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.jgn"
    path.write_text("")
    assert main(["analyse", str(path)]) == 1
    assert "contains no game" in capsys.readouterr().err


def test_a_game_that_only_python_searches(
    third_game: type[TinyGame], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "tiny.jgn", [Record(third_game.from_moves(["c2c3", "a3a2"]))])
    assert main(["analyse", "--depth", "3", str(tmp_path / "tiny.jgn")]) == 0
    assert "c2c3" in capsys.readouterr().out


def test_a_game_of_the_face_down_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Flips are judged without knowing what they reveal."""
    game = FlipGame.from_moves(["a1=T", "b1=c", "d4=e", "c4=R"])
    save(tmp_path / "flip.jgn", [Record(game)])
    assert main(["analyse", str(tmp_path / "flip.jgn"), "--depth", "1", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["games"]
    assert [move["move"] for move in found["moves"]] == ["a1", "b1", "d4", "c4"]
    assert all(0 <= move["score"]["win_probability"] <= 1 for move in found["moves"])


def test_moves_are_numbered_by_turn_and_not_by_colour(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    face_down = FlipGame.from_moves(["a1=T", "b1=c", "d4=e"], first=Side.RED)
    second = Game.from_moves(["a7a6", "a3a4"], fen="l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 3")
    save(tmp_path / "both.jgn", [Record(face_down), Record(second)])
    assert main(["analyse", str(tmp_path / "both.jgn"), "--depth", "1"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if "%" in line and ":" not in line]
    assert [row[:2] for row in rows] == [["1.", "a1"], ["…", "b1"], ["2.", "d4"], ["3...", "1-a6"], ["4.", "8-a4"]]


def test_a_position_of_the_face_down_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "W?E1/?LdP/rlpC/1c1? r 0 Dwe", "--depth", "2", "--multipv", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [line["score"]["text"].endswith("%") for line in found["lines"]] == [True, True]


def test_invalid_games_are_reported_and_skipped(games_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games_file.write_text("1. 8-a9 *\n\n" + games_file.read_text())
    assert main(["analyse", str(games_file), "--depth", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert len(json.loads(out)["games"]) == 2
    assert "line 1" in err


@pytest.mark.parametrize("what", ["position", "record"])
def test_an_interrupt_shows_the_results_so_far(what: str, games_file: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "jungle", "analyse", *([str(games_file)] if what == "record" else []), "--time", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, NOTICE)


def test_an_interrupted_review_still_prints_json(
    games_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    search = Engine.search
    searched = []

    def interrupted(self: Engine, *args: Any, **options: Any) -> SearchResult:
        searched.append(args)
        if len(searched) > 3:
            raise KeyboardInterrupt
        return search(self, *args, **options)

    monkeypatch.setattr(Engine, "search", interrupted)
    assert main(["analyse", str(games_file), "--depth", "1", "--json"]) == 130
    data = json.loads(capsys.readouterr().out)
    assert data["complete"] is False
    assert [0 < len(game["moves"]) < len(SLIP) for game in data["games"]] == [True]


@pytest.mark.parametrize("option", [["--moves", "a3a4"], ["--multipv", "2"]])
def test_options_for_a_position_are_refused_for_games(
    games_file: Path, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(games_file), *option]) == 2
    assert capsys.readouterr().err == "jungle: --moves and --multipv apply to one position, not to recorded games\n"
