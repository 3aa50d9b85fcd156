"""A language is one JSON file: added from a folder, it is spoken by the terminal game without other changes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ABOUT = {
    "name": "Polski",
    "locales": ["pl"],
    "plurals": {
        "one": "n = 1",
        "few": "n % 10 = 2..4 and n % 100 != 12..14",
        "many": "n != 1 and n % 10 = 0..1 or n % 10 = 5..9 or n % 100 = 12..14",
    },
    "typed": {"move": "ruch", "elephant": "słoń", "up": "góra", "down": "dół", "exit": "wyjdź", "yes": "tak"},
}
TEXTS = {
    "animal.elephant": "słoń",
    "terminal.ask.side": "Którą stronę wybierasz (góra/dół): ",
    "terminal.verb.move": "ruch",
    "online.days.one": "{days} dzień",
    "online.days.few": "{days} dni!",
    "online.days.many": "{days} dni",
}


@pytest.fixture
def polish(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The environment of a game that finds a Polish language file."""
    folder = tmp_path / "languages"
    folder.mkdir()
    write(folder / "pl.json", {"@language": ABOUT, **TEXTS})
    return environment | {"JUNGLE_LANGUAGES": str(folder)}


def write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


def run(environment: dict[str, str], *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, encoding="utf-8", env=environment, check=False, timeout=60
    )


@pytest.mark.parametrize("locale", ["", "pl_PL.UTF-8"])
def test_a_game_is_played_in_it(polish: dict[str, str], locale: str) -> None:
    lang = () if locale else ("--lang", "pl")
    typed = "dół\nruch słoń góra\nwyjdź\ntak\n"
    done = run(polish | {"LANG": locale or "C.UTF-8"}, "-m", "jungle", "play", *lang, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Którą stronę wybierasz (góra/dół): " in done.stdout
    assert "Please input your command (ruch/jump/help/defeat/exit): " in done.stdout  # English stands in.
    assert "-ROUND 2-" in done.stdout


def test_numbers_have_its_plural_forms(polish: dict[str, str]) -> None:
    code = """
from jungle.language import Translator
print(*(Translator('pl')('online.days', days=days) for days in (1, 3, 5)))
"""
    done = run(polish, "-c", code)
    assert (done.stdout, done.stderr) == ("1 dzień 3 dni! 5 dni\n", "")


def test_every_front_end_offers_the_language(polish: dict[str, str]) -> None:
    code = """
import json
from jungle.desktop.settings import _is_valid
from jungle.web.contents import contents
page = contents(with_server=True)
words = json.loads(page["words/pl.json"]())
print(words["animal.elephant"], words["animal.lion"], '"name":"Polski"' in page["app.js"]().decode())
print('lang="pl"' in page["index.html"]().decode(), _is_valid("language", "pl"), _is_valid("language", "cs"))
"""
    assert run(polish, "-c", code).stdout == "słoń lion True\nTrue True False\n"


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("pl.json", "[", "expected '@language' as its first key"),
        ("pl.json", '{"@language": {"name": "Polski"}, "a', "pl.json: Unterminated string"),
        ("pl.json", '{"@language": 3}', "expected an object as @language, got 3"),
        ("pl.json", '{"@language": {}}', "expected the language's name"),
        ("pl.json", '{"@language": {"name": "x", "font": "y"}}', "unknown key 'font'"),
        ("pl.json", '{"@language": {"name": "x", "locales": "pl"}}', "expected locales as list"),
        ("pl.json", '{"@language": {"name": "x", "plurals": {"one": "n is 1"}}}', "expected a rule such as"),
        ("pl.json", '{"@language": {"name": "x", "plurals": {"few": "n % 0 = 1"}}}', "a divisor other than 0"),
        ("pl.json", '{"@language": {"name": "x"}, "animal.cat": 7}', "expected a text as 'animal.cat', got 7"),
        ("pl.json", '{"@language": {"name": "x"}, "animal.cat": "{0.x}"}', "expected placeholders of none"),
        ("pl.json", '{"@language": {"name": "x"}, "animal.cat": "{"}', "Single '{'"),
        ("p l.json", '{"@language": {"name": "x"}}', "expected a language code as its name"),
    ],
)
def test_a_bad_file_gets_one_clear_line(
    environment: dict[str, str], tmp_path: Path, name: str, content: str, complaint: str
) -> None:
    (tmp_path / name).write_text(content)
    done = run(environment | {"JUNGLE_LANGUAGES": str(tmp_path)}, "-m", "jungle", "play", "--lang", "pl")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert complaint in done.stderr


def test_a_missing_folder_is_named(environment: dict[str, str]) -> None:
    done = run(environment | {"JUNGLE_LANGUAGES": "/nowhere"}, "-m", "jungle", "play")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "jungle: JUNGLE_LANGUAGES: expected a folder of language files, got '/nowhere'\n"
