"""Makes `language/zh-Hant.json`, Chinese in traditional characters with Taiwan's words, from `language/zh.json`.

    python -m tools.traditional            # writes the file
    python -m tools.traditional --check    # only says whether it is up to date

Needs OpenCC (`pip install opencc`, in the `dev` extra). OpenCC knows characters and everyday computing words;
`WORDS` corrects what it gets wrong in a game, `TEXTS` replaces whole texts.
"""

import argparse
import json
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "jungle" / "language"
SIMPLIFIED, TRADITIONAL = FOLDER / "zh.json", FOLDER / "zh-Hant.json"

WORDS = {
    "不線上": "離線",
    "低階": "低級",
    "迴圈": "循環",
    "登出賬號": "刪除帳號",
    "賬號已登出": "帳號已刪除",
    "賬": "帳",
    "遮蔽": "封鎖",
    "郵箱": "電子信箱",
    "遊客": "訪客",
    "領獎臺": "頒獎台",
    "令牌": "權杖",
    "“": "「",
    "”": "」",
    "‘": "『",
    "’": "』",
}
"""What OpenCC writes, and what a player in Taiwan would."""

TEXTS: dict[str, str] = {
    "online.find": "尋找",
    "online.find player": "尋找棋手",
}
"""Texts that are better said otherwise, by their keys."""


def converted() -> dict[str, str]:
    """All texts in traditional characters."""
    import opencc

    convert = opencc.OpenCC("s2twp").convert
    texts: dict[str, str] = json.loads(SIMPLIFIED.read_text(encoding="utf-8"))
    return {key: TEXTS.get(key) or corrected(convert(text)) for key, text in texts.items()}


def corrected(text: str) -> str:
    for wrong, right in WORDS.items():
        text = text.replace(wrong, right)
    return text


def written(texts: dict[str, str]) -> str:
    """A language's file: one key on a line."""
    return json.dumps(texts, ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    text = written(converted())
    if parser.parse_args().check:
        raise SystemExit(None if TRADITIONAL.read_text(encoding="utf-8") == text else "run python -m tools.traditional")
    TRADITIONAL.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
