"""The texts: the same keys in every language, no unused texts, and no missing ones."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from tools.traditional import TRADITIONAL, converted, pages, written

import jungle
from jungle import STANDARD, Animal, IllegalMoveReason, Reason, Side
from jungle.language import Translator, language_of_locale, languages, messages
from jungle.language.languages import METADATA
from jungle.phrases import refusal
from jungle.players import LEVEL_NAMES
from jungle.players.strategies import STRATEGIES

SOURCE = Path(jungle.__file__).parent
CHINESE = re.compile("[\u4e00-\u9fff]")
ENGLISH_TEXTS = messages("en")
COUNTING = {key.removesuffix(".one") for key in ENGLISH_TEXTS if key.endswith(".one")}
"""Keys with plural forms: two in English, one in Chinese."""


def asked_key(key: str) -> str:
    """The key that code uses for a text."""
    base, _, form = key.rpartition(".")
    return base if form in ("one", "other") and base in COUNTING else key


AVOIDED = {
    "zh": ["您", "玩家", "战略", "题目", "谜题", "代码", "连胜结束"],
    "zh-Hant": [
        "您",
        "玩家",
        "戰略",
        "題目",
        "程式碼",
        "教程",
        "不線上",
        "快捷鍵",
        "等級分",
        "暗棋",
        "二維碼",
        "連勝結束",
    ],
}
"""Words that sound formal, wrong or foreign to those who play in this language."""

ASKED_KEYS = {asked_key(key) for key in ENGLISH_TEXTS}


@cache
def syntax() -> list[ast.AST]:
    """The source code of the package."""
    starter = SOURCE.parent.parent / "Jungle.py"
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in [starter, *SOURCE.rglob("*.py")]]
    return [node for tree in trees for node in ast.walk(tree)]


def page_texts() -> Iterator[str]:
    """The code of the browser app."""
    for path in (SOURCE / "web" / "page").rglob("*.js"):
        yield path.read_text(encoding="utf-8")


def placeholders(template: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def with_window(key: str) -> set[str]:
    """The full key, since the window's views omit their prefix."""
    return {key, f"desktop.{key}"}


def literal(node: ast.AST) -> str | None:
    """The text of a string literal; None for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@pytest.mark.parametrize("language", languages())
def test_all_languages_have_the_same_keys(language: str) -> None:
    assert {asked_key(key) for key in messages(language)} ^ ASKED_KEYS == set()


@pytest.mark.parametrize("language", languages())
def test_every_language_has_exactly_its_plural_forms(language: str) -> None:
    forms = {languages()[language].plural_form(number) for number in range(200)}
    there = {key for key in messages(language) if asked_key(key) in COUNTING}
    assert there == {f"{key}.{form}" for key in COUNTING for form in forms}


def test_plurals_are_real() -> None:
    say = Translator("en")
    assert [say("online.days", days=days) for days in (1, 2)] == ["1 day", "2 days"]
    assert say("web.analyse.game", number=1, count=2) == "Game 1, 2 moves"
    assert Translator("zh")("online.days", days=1) == "1 天"
    assert "online.days" in say


@pytest.mark.parametrize("language", languages())
def test_files_are_sorted_with_one_key_per_line(language: str) -> None:
    lines = (SOURCE / "language" / f"{language}.json").read_text(encoding="utf-8").splitlines()
    keys = [next(iter(json.loads(f"{{{line.rstrip(',')}}}"))) for line in lines[1:-1] if line]
    assert keys[0] == METADATA
    assert keys == sorted(keys)
    assert len(keys) == len(set(keys)) == 1 + len(messages(language))


@pytest.mark.parametrize("language", ["zh", "zh-Hant"])
def test_all_languages_use_the_same_placeholders(language: str) -> None:
    wrong = []
    texts = messages(language)
    for key, english in ENGLISH_TEXTS.items():
        chinese = texts.get(key) or texts[f"{asked_key(key)}.other"]
        if not english or not chinese or CHINESE.search(english) or placeholders(english) != placeholders(chinese):
            wrong.append((key, english, chinese))
    assert not wrong


def test_traditional_texts_are_generated_from_simplified_ones() -> None:
    pytest.importorskip("opencc")
    assert TRADITIONAL.read_text(encoding="utf-8") == written(converted()), "run `python -m tools.traditional`"


def test_traditional_pages_are_generated_from_simplified_ones() -> None:
    assert all(path.read_text(encoding="utf-8") == text for path, text in pages().items()), (
        "python -m tools.traditional"
    )


def test_no_simplified_character_is_left_in_the_traditional_texts() -> None:
    simplified = set("这个们说为发对时会来动东车马长门问间关开电话请认识让记读写红绿蓝狮猫兽斗险进还边过")
    left = {key: text for key, text in messages("zh-Hant").items() if simplified & set(text)}
    assert not left


@pytest.mark.parametrize("language", AVOIDED)
def test_chinese_texts_use_the_words_of_players(language: str) -> None:
    found = {key: word for key, text in messages(language).items() for word in AVOIDED[language] if word in text}
    assert found == {}


def test_every_text_is_used() -> None:
    literals: set[str] = set()
    patterns: set[str] = set()
    for node in syntax():
        if (text := literal(node)) is not None:
            literals.add(text)
        elif isinstance(node, ast.JoinedStr) and "." in (literal(node.values[0]) or ""):
            texts = [literal(part) for part in node.values]
            parts = ["(.+)" if text is None else re.escape(text) for text in texts]
            patterns |= {"".join(parts), r"desktop\." + "".join(parts)}
    for text in page_texts():
        literals |= set(re.findall(r'"([^"\n]+)"', text))
        templates = re.findall(r"`([^`\n]*\.[^`\n]*\$\{[^`\n]*)`", text)
        patterns |= {re.sub(r"\\\$\\\{.*?\\\}", "(.+)", re.escape(template)) for template in templates}

    compiled = [re.compile(pattern) for pattern in patterns]

    def is_used(key: str) -> bool:
        if {key, key.removeprefix("desktop.")} & literals:
            return True
        matches = (pattern.fullmatch(key) for pattern in compiled)
        return any(match and all("." not in part or part in literals for part in match.groups()) for match in matches)

    assert not [key for key in ASKED_KEYS if not is_used(key)]


def test_every_text_used_in_the_code_exists() -> None:
    asked = {
        key
        for node in syntax()
        if isinstance(node, ast.Call) and node.args and (key := literal(node.args[0])) is not None
        if getattr(node.func, "attr", getattr(node.func, "id", "")) == "say"
    }
    assert not [key for key in asked if not with_window(key) & ASKED_KEYS]
    asked_by_page = {key for text in page_texts() for key in re.findall(r'\bsay\(\s*"([^"]+)"', text)}
    assert not asked_by_page - ASKED_KEYS
    assert len(asked) > 100


@pytest.mark.parametrize("language", languages())
def test_the_game_has_all_its_texts(language: str) -> None:
    say = Translator(language)
    keys = [f"animal.{animal}" for animal in Animal] + [f"side.{str(side).lower()}" for side in Side]
    keys += [f"ending.{reason.value}" for reason in Reason]
    keys += [f"level.{level}" for level in LEVEL_NAMES] + [f"strategy.{name}" for name in STRATEGIES]
    assert not [key for key in keys if key not in say]


@pytest.mark.parametrize("language", languages())
def test_every_reason_for_an_illegal_move_has_a_text(language: str) -> None:
    say = Translator(language)
    reasons = [reason for reason in IllegalMoveReason if reason is not IllegalMoveReason.MISNAMED]
    assert all(refusal(say, reason, STANDARD, animal) for reason in reasons for animal in (None, Animal.LION))


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW"}, "zh-Hant"),
        ({"LANG": "zh_HK.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_SG"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8", "LC_ALL": ""}, "zh"),
    ],
)
def test_the_language_of_a_locale(environment: dict[str, str], language: str) -> None:
    assert language_of_locale(environment) == language


def test_an_unknown_key_raises_a_key_error() -> None:
    with pytest.raises(KeyError):
        Translator("en")("terminal.nonsense")


@pytest.mark.parametrize("language", languages())
def test_boards_are_measured_with_a_times_sign(language: str) -> None:
    assert not [key for key, text in messages(language).items() if re.search(r"\b\dx\d\b", text)]


@pytest.mark.parametrize("language", languages())
def test_the_help_of_the_face_down_game_names_the_hint(language: str) -> None:
    assert '"hint"' in messages(language)["help.flip"]
