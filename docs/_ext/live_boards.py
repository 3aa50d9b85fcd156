"""Boards in the documentation that readers can play on: the browser app's own board, rules and engine.

A page shows a position of `boards.json` as a picture: `![You play Blue.](../images/boards/start.svg)`. The site puts a
board in its place. A page without JavaScript, and Markdown elsewhere, shows the picture.
"""

import base64
import json
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

import jungle
from jungle.web.documentation import BOARDS, boards_files

FOLDER = "images/boards/"


class LiveBoard(nodes.General, nodes.Element):
    """A board on which the reader can play."""


def replace_pictures(app: Sphinx, doctree: nodes.document) -> None:
    """Put boards in place of their pictures."""
    boards = json.loads(Path(app.srcdir, "boards.json").read_text(encoding="utf-8"))
    app.env.note_dependency("boards.json")
    for image in list(doctree.findall(nodes.image)):
        if FOLDER not in image["uri"]:
            continue
        path = Path(app.srcdir, FOLDER, image["uri"].rpartition("/")[2])
        board = boards[path.stem]
        kind = jungle.GAMES[board.get("game", "jungle")]
        rules = board.get("rules") or next(iter(kind.rules_type.named))
        data = {"fen": kind.new(rules, fen=board.get("fen")).fen(), "rules": rules, "level": board.get("level")}
        live = LiveBoard("", data=data, caption=image["alt"], picture=path.read_bytes())
        place = image.parent if isinstance(image.parent, nodes.paragraph) and len(image.parent) == 1 else image
        place.replace_self(live)


def visit(translator: nodes.NodeVisitor, node: LiveBoard) -> None:
    data, caption = escape(json.dumps(node["data"]), quote=True), escape(node["caption"])
    source = base64.b64encode(node["picture"]).decode()
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
    app.add_js_file("live-boards.js", type="module")
    app.connect("doctree-read", replace_pictures)
    app.connect("html-page-context", set_language)
    app.connect("build-finished", write_app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
