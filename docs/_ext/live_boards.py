"""Boards in the documentation that readers can play on: the browser app's own board, rules and engine.

````
```{board} l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b
:level: 1
:caption: You play Blue.
```
````

The first argument is a position. `:rules:` names its rule set, `:game:` its game, `:level:` an opponent; without one,
the other side passes, as in lessons. A page without JavaScript shows a picture.
"""

import base64
import json
from html import escape
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import jungle
from jungle import svg
from jungle.errors import JungleError
from jungle.web.documentation import BOARDS, boards_files


class LiveBoard(nodes.General, nodes.Element):
    """A board on which the reader can play."""


class BoardDirective(SphinxDirective):
    """A position to look at and to play from."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {
        "rules": directives.unchanged,
        "game": directives.unchanged,
        "level": directives.positive_int,
        "caption": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        kind = jungle.GAMES[self.options.get("game", "jungle")]
        rules = self.options.get("rules") or next(iter(kind.rules_type.named))
        try:
            game = kind.new(rules, fen=self.arguments[0] if self.arguments else None)
        except JungleError as error:
            raise self.error(f"board: {error}") from None
        if game.is_over():
            raise self.error(f"board: the game is over in {game.fen()}")
        data = {"fen": game.fen(), "rules": rules, "level": self.options.get("level")}
        caption = self.options.get("caption", "")
        return [LiveBoard("", data=data, caption=caption, picture=svg.board(game.position, size=330))]


def visit(translator: nodes.NodeVisitor, node: LiveBoard) -> None:
    data, caption = escape(json.dumps(node["data"]), quote=True), escape(node["caption"])
    source = base64.b64encode(node["picture"].encode()).decode()
    picture = f'<img src="data:image/svg+xml;base64,{source}" width="330" alt="{escape(node["data"]["fen"])}">'
    text = f"<figcaption>{caption}</figcaption>" if caption else ""
    translator.body.append(f'<figure class="live-board" data-board="{data}">{picture}{text}</figure>')
    raise nodes.SkipNode


def skip(translator: nodes.NodeVisitor, node: LiveBoard) -> None:
    raise nodes.SkipNode


def write_app(app: Sphinx, error: Exception | None) -> None:
    """Put the scripts and drawings of the browser app beside the pages."""
    if error is not None or app.builder.format != "html":
        return
    for name, make in boards_files().items():
        target = Path(app.outdir) / BOARDS / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(make())


def set_language(app: Sphinx, page: str, template: str, context: dict[str, object], tree: object) -> None:
    """Tell browsers and boards that the pages in a folder of a language are written in it."""
    if (folder := page.partition("/")[0]) in ("zh", "zh-Hant"):
        context["language"] = {"zh": "zh-Hans"}.get(folder, folder)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_node(LiveBoard, html=(visit, None), text=(skip, None), latex=(skip, None))
    app.add_directive("board", BoardDirective)
    app.add_js_file("live-boards.js", type="module")
    app.connect("html-page-context", set_language)
    app.connect("build-finished", write_app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
