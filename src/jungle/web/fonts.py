"""The page's two typefaces: subsets of the fonts that the window uses, as WOFF2 files.

fontTools (the extra `server`) makes them from the installed packages `font-fredoka-one` and `font-hanken-grotesk`
and they are cached in a folder. Without these packages the page uses system fonts. Both fonts are under the SIL Open
Font License, which allows subsets: `fonts/OFL.txt` is included, and they do not use the original names.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from types import MappingProxyType

from jungle.storage import folder, write_atomically

LICENCE = "OFL.txt"
HEADING, TEXT = "Jungle Heading", "Jungle Text"
SOURCES = MappingProxyType(
    {
        "heading": ("font_fredoka_one", "FredokaOne-Regular.ttf", HEADING, "100 900"),
        "text": ("font_hanken_grotesk", "HankenGrotesk-Medium.otf", TEXT, "400"),
        "text-bold": ("font_hanken_grotesk", "HankenGrotesk-Bold.otf", TEXT, "600 800"),
    }
)
"""The name of each file, the package and the file it is made from, the family it belongs to and its weights."""
NEEDED = ("brotli", "fontTools", "font_fredoka_one", "font_hanken_grotesk")
LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) + "–—…‘’“”‹›•€←↑→↓−×"
RANGE = "U+20-7E, U+A0-FF, U+2013-2014, U+2018-201D, U+2022, U+2026, U+2039-203A, U+20AC, U+2190-2193, U+2212"
_COPYRIGHT, _LICENCE, _LICENCE_URL = 0, 13, 14
_EDITION = "1"
"""Change this if the same fonts would produce different files."""


@cache
def are_available() -> bool:
    """Whether everything needed to make them is installed."""
    return all(find_spec(name) is not None for name in NEEDED)


def font_files() -> dict[str, Callable[[], bytes]]:
    """The files by their paths in the app, and how to make them; empty if something is missing."""
    if not are_available():
        return {}
    made: dict[str, Callable[[], bytes]] = {f"fonts/{name}.woff2": partial(_kept, name) for name in SOURCES}
    return made | {f"fonts/{LICENCE}": _licence}


def font_styles() -> bytes:
    """The CSS rules for the fonts. Text waits briefly for them, to avoid a visible font swap."""
    if not are_available():
        return b""
    faces = (
        f'@font-face{{font-family:"{family}";src:url(fonts/{name}.woff2) format("woff2");'
        f"font-weight:{weights};font-display:fallback;unicode-range:{RANGE}}}\n"
        for name, (_, _, family, weights) in SOURCES.items()
    )
    return "".join(faces).encode()


def _source(name: str) -> bytes:
    package, file, *_ = SOURCES[name]
    return files(package).joinpath("files", file).read_bytes()


@cache
def _kept(name: str) -> bytes:
    """A font from the cache folder, or made and put there."""
    source = _source(name)
    mark = hashlib.sha256(source + (_EDITION + LETTERS).encode()).hexdigest()[:16]
    path = folder("fonts") / f"{name}-{mark}.woff2"
    try:
        return path.read_bytes()
    except OSError:
        made = subset(source)
    with suppress(OSError):  # Without a writable folder, each start takes a second longer.
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, made)
    return made


def subset(source: bytes) -> bytes:
    """The letters that the page needs, compressed, without the name of the font."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(source), recalcTimestamp=False)
    options = Options(
        layout_features=["kern", "liga", "tnum"],
        hinting=False,
        desubroutinize=True,
        notdef_outline=True,
        name_IDs=[_COPYRIGHT, _LICENCE, _LICENCE_URL],
        drop_tables=["FFTM", "DSIG"],
    )
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def _licence() -> bytes:
    """The licence of the fonts."""
    from fontTools.ttLib import TTFont

    fonts = (TTFont(BytesIO(_source(name))) for name in SOURCES)
    owners = dict.fromkeys(str(font["name"].getDebugName(_COPYRIGHT)) for font in fonts)
    text = files("font_fredoka_one").joinpath("files", LICENCE).read_text(encoding="utf-8")
    _, _, licence = text.partition("\n")
    head = "The fonts in this folder are subsets of Fredoka One and Hanken Grotesk.\n"
    return (head + "\n".join(owners) + "\n" + licence).encode()
