"""Makes the Chinese texts in traditional characters, with Taiwan's words, from those in simplified ones:
`language/zh-Hant.json` from `language/zh.json`, and the pages of docs/zh-Hant from those of docs/zh.

    python -m tools.traditional            # writes the files
    python -m tools.traditional --check    # only says whether they are up to date

Needs OpenCC (`pip install opencc`, in the `dev` extra). OpenCC knows characters and everyday computing words;
`WORDS` corrects what it gets wrong in a game, `TEXTS` replaces whole texts.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from jungle.language.languages import METADATA

FOLDER = Path(__file__).parents[1] / "src" / "jungle" / "language"
SIMPLIFIED, TRADITIONAL = FOLDER / "zh.json", FOLDER / "zh-Hant.json"
DOCS = Path(__file__).parents[1] / "docs"

WORDS = {
    "不線上": "離線",
    "低階": "低級",
    "迴圈": "循環",
    "登出賬號": "刪除帳號",
    "賬號已登出": "帳號已刪除",
    "賬": "帳",
    "遮蔽": "封鎖",
    "郵箱": "電子信箱",
    "只管在線": "只限線上",
    "教程": "教學",
    "快捷鍵": "快速鍵",
    "等級分": "積分",
    "暗棋": "翻棋",
    "領獎臺": "頒獎台",
    "的二維碼": "的 QR 碼",
    "掃描二維碼": "掃描 QR 碼",
    "全屏終端": "全螢幕終端機",
    "無需聯網": "無需連網",
    "令牌": "權杖",
    "“": "「",
    "”": "」",
    "‘": "『",
    "’": "』",
}
"""OpenCC's words, and the words a player in Taiwan would use."""

ABOUT = {"name": "繁體中文", "locales": ["zh-TW", "zh-HK", "zh-MO", "zh-Hant"], "pieces": "traditional"}
"""What differs in the metadata."""

TYPED = {"review": "復盤 複盤 覆盤"}
"""Words to type that are accepted in more than one spelling, by the English word."""

TEXTS: dict[str, str] = {
    "game.flip": "鬥獸棋翻棋 4×4",
    "online.find": "尋找",
    "online.find player": "尋找棋手",
}
"""Texts that are better worded differently, by key."""


def converted() -> dict[str, Any]:
    """All texts in traditional characters."""
    import opencc

    convert = opencc.OpenCC("s2twp").convert
    texts: dict[str, Any] = json.loads(SIMPLIFIED.read_text(encoding="utf-8"))
    about = texts.pop(METADATA)
    words = {english: TYPED.get(english) or corrected(convert(typed)) for english, typed in about["typed"].items()}
    made = {key: TEXTS.get(key) or corrected(convert(text)) for key, text in texts.items()}
    return {METADATA: about | ABOUT | {"typed": words}, **made}


def pages() -> dict[Path, str]:
    """The pages of the documentation in traditional characters, and where each belongs."""
    import opencc

    convert = opencc.OpenCC("s2twp").convert
    sources = sorted((DOCS / "zh").glob("*.md"))
    return {DOCS / "zh-Hant" / path.name: corrected(convert(path.read_text(encoding="utf-8"))) for path in sources}


def corrected(text: str) -> str:
    for wrong, right in WORDS.items():
        text = text.replace(wrong, right)
    return text


def written(texts: dict[str, Any]) -> str:
    """A language file: one key per line."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in texts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether the files are up to date")
    made = {TRADITIONAL: written(converted())} | pages()
    if parser.parse_args().check:
        is_current = all(path.exists() and path.read_text(encoding="utf-8") == text for path, text in made.items())
        raise SystemExit(None if is_current else "run python -m tools.traditional")
    for path, text in made.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
