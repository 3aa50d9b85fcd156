"""What a type checker says about programs that use the library."""

import sys
from pathlib import Path
from subprocess import run

import pytest

ROOT = Path(__file__).parent.parent

RIGHT = """
import jungle
from jungle.engine import Engine, FlipEngine, Limit

game = jungle.Game()
moves: list[jungle.Move] = game.legal_moves()
captures: list[jungle.Move] = game.legal_captures()
position: jungle.Position = game.position
side: jungle.Side = game.side
played: jungle.Move = game.play("a3a4")
next_position: jungle.Position = position.play("a3a4").after(played)
checked: tuple[jungle.Move, jungle.Move] = (position.check("a3a4"), game.check("a7a6"))
rules: jungle.Rules = game.rules
with Engine() as engine:
    best: jungle.Move = engine.search(game, Limit(depth=2)).move
flip = jungle.FlipGame(seed=1, quiet_limit=60)
turns: list[jungle.FlipMove] = flip.legal_moves()
with FlipEngine() as flip_engine:
    turn: jungle.FlipMove = flip_engine.search(flip, Limit(depth=1)).move
any_game: jungle.BoardGame = jungle.GAMES["flip"].new(seed=2)
any_move: jungle.BoardMove = any_game.legal_moves()[0]
picture: str = jungle.svg.board(game)
level: jungle.players.Choice = jungle.players.level("easy").choose(game)
"""

WRONG = [
    ('jungle.Gmae().play("a3a4")', 'Module has no attribute "Gmae"'),
    ('jungle.Game().pusj("a3a4")', '"Game" has no attribute "pusj"'),
    ('jungle.Game().push("a3a4")', 'Argument 1 to "push"'),
    ('jungle.Position.initial().play("a3a4").captured', '"Position" has no attribute "captured"'),
    ('jungle.Game().play("a3a4").legal_moves()', '"Move" has no attribute "legal_moves"'),
    ("jungle.Game().position = jungle.Position.initial()", "is read-only"),
    ("jungle.Game().legal_moves()[0].orign", 'has no attribute "orign"'),
    ("if jungle.Game().is_over: pass", "could always be true in boolean context"),
    ("jungle.arena.play_mtch", 'Module has no attribute "play_mtch"'),
    ("jungle.FlipGame().legal_moves()[0].gird", 'has no attribute "gird"'),
]


@pytest.mark.timeout(300)  # mypy reads the whole library, once.
def test_a_type_checker_accepts_correct_programs_and_finds_mistakes(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "wrong.py").write_text("\n".join(["import jungle", *(line for line, _ in WRONG), ""]), encoding="utf-8")
    cache = ROOT / ".mypy_cache" / "user-code"
    done = run(
        [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={cache}", "--config-file=", "right.py", "wrong.py"],
        cwd=tmp_path,
        env={"PATH": "", "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    found = done.stdout.splitlines()
    assert not [line for line in found if not line.startswith(("wrong.py", "Found"))], done.stderr
    for number, (line, message) in enumerate(WRONG, 2):
        said = [text for text in found if text.startswith(f"wrong.py:{number}:")]
        assert any(message in text for text in said), (line, said)
