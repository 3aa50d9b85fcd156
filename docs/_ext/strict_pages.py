"""Pages that work under a strict Content-Security-Policy: scripts and styles go into files.

The theme writes a script and a style sheet into every page, and styles into attributes. `jungle serve` allows neither,
so they are moved out after the build.
"""

import hashlib
import re
from pathlib import Path

from sphinx.application import Sphinx

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
ATTRIBUTES = {
    ' style="opacity: 50%"': ' opacity="0.5"',
    ' style="display: none;"': " hidden",
    ' style="display: none"': " hidden",
    ' style="width: 33%; vertical-align: top;"': "",
    ' style="width: 100%"': "",
}


def make_strict(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.name != "html":
        return
    root = Path(app.outdir)
    for page in root.rglob("*.html"):
        static = "../" * (len(page.relative_to(root).parts) - 1) + "_static/"
        text = before = page.read_text(encoding="utf-8")

        def moved(match: re.Match[str], kind: str, static: str = static) -> str:
            name = f"{hashlib.sha256(match[1].encode()).hexdigest()[:12]}.{kind}"
            (root / "_static" / name).write_text(match[1], encoding="utf-8")
            if kind == "js":
                return f'<script src="{static}{name}"></script>'
            return f'<link rel="stylesheet" href="{static}{name}" />'

        text = SCRIPT.sub(lambda match: moved(match, "js"), text)
        text = STYLE.sub(lambda match: moved(match, "css"), text)
        for inline, plain in ATTRIBUTES.items():
            text = text.replace(inline, plain)
        if text != before:
            page.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", make_strict)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
