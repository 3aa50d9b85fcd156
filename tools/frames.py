"""Writes what is derived from the frames of the live connection: their documentation, and their types for the page.

    python -m tools.frames

The frames are defined in `src/jungle/server/realtime/client_frames.py` and `server_frames.py`. A test checks that the
files written here are up to date.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
REALTIME = ROOT / "src/jungle/server/realtime"
PAGE_TYPES = ROOT / "src/jungle/web/page/online/frames.d.ts"
DOCUMENTATION = ROOT / "docs/host/protocol.md"

TYPESCRIPT = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Any": "any",
    "Json": "any",
    "Word": "string",
    "Count": "number",
    "ClientId": "string | number",
    "Clocks": 'Record<"blue" | "red", number>',
    "Colour": '"blue" | "red"',
}
WORDS = {
    "str": "text",
    "int": "number",
    "float": "number",
    "bool": "true or false",
    "None": "null",
    "Any": "object",
    "Json": "object",
    "Word": "text",
    "Count": "number",
    "ClientId": "text or number",
    "Clocks": "both clocks",
    "Colour": "`blue` or `red`",
}


PARTS = ("Problem", "LobbyChange")
"""Parts of frames that are described too."""


@dataclass
class Field:
    """One field of a frame."""

    name: str
    type: ast.expr
    is_required: bool
    text: str = ""


@dataclass
class Frame:
    """A frame, with the fields it inherits."""

    name: str
    tag: str | None
    text: str
    fields: list[Field] = field(default_factory=list)


def read_frames(path: Path) -> list[Frame]:
    """The frames defined in a module, in order, without their base classes."""
    known: dict[str, Frame] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            bases = [known[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in known]
            tags = [
                each.value.value for each in node.keywords if each.arg == "tag" and isinstance(each.value, ast.Constant)
            ]
            frame = Frame(node.name, str(tags[0]) if tags else None, ast.get_docstring(node) or "")
            frame.fields = [each for base in bases for each in base.fields] + list(_fields(node))
            known[node.name] = frame
    return [frame for frame in known.values() if frame.tag is not None or frame.name in PARTS]


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    for each, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            text = ast.literal_eval(after.value) if isinstance(after, ast.Expr) else ""
            options = {}
            if isinstance(each.value, ast.Call):
                options = {word.arg: word.value for word in each.value.keywords}
            name = ast.literal_eval(options["name"]) if "name" in options else each.target.id
            is_required = each.value is None or (bool(options) and "default" not in options)
            yield Field(name, each.annotation, is_required, " ".join(text.split()))


def typescript(node: ast.expr, ids: str) -> str:
    """A Python annotation as a TypeScript type. `ids` is the type of Id."""
    match node:
        case ast.Name(name):
            return ids if name == "Id" else TYPESCRIPT.get(name, name)
        case ast.Constant(None):
            return "null"
        case ast.BinOp(left, ast.BitOr(), right):
            return f"{typescript(left, ids)} | {typescript(right, ids)}"
        case ast.Subscript(ast.Name("Literal"), ast.Tuple(choices)):
            return " | ".join(f'"{ast.literal_eval(choice)}"' for choice in choices)
        case ast.Subscript(ast.Name("list"), item):
            return f"{typescript(item, ids)}[]"
        case ast.Subscript(ast.Name("dict"), ast.Tuple([key, value])):
            return f"Record<{typescript(key, ids)}, {typescript(value, ids)}>"
    raise ValueError(f"expected an annotation that has a type for the page, got {ast.unparse(node)!r}")


def words(node: ast.expr) -> str:
    """A Python annotation for the documentation."""
    match node:
        case ast.Name(name):
            return "id" if name == "Id" else WORDS.get(name, "object")
        case ast.BinOp(left, ast.BitOr(), ast.Constant(None)):
            return words(left)
        case ast.BinOp(left, ast.BitOr(), right):
            return f"{words(left)} or {words(right)}"
        case ast.Subscript(ast.Name("Literal"), ast.Tuple(choices)):
            return ", ".join(f"`{ast.literal_eval(choice)}`" for choice in choices)
        case ast.Subscript(ast.Name("list"), item):
            inner = words(item)
            return f"list of {inner.replace('list', 'lists', 1)}" if inner.startswith("list") else f"list of {inner}s"
    return "object"


def _interface(frame: Frame, prefix: str, ids: str) -> str:
    lines = [f"/** {' '.join(frame.text.split())} */", f"export interface {prefix}{frame.name} {{"]
    if frame.tag is not None:
        lines.append(f'  type: "{frame.tag}";')
    for each in frame.fields:
        if each.text:
            lines.append(f"  /** {each.text} */")
        lines.append(f"  {each.name}{'' if each.is_required else '?'}: {typescript(each.type, ids)};")
    return "\n".join([*lines, "}"])


def page_types(client: list[Frame], server: list[Frame]) -> str:
    """The frames as TypeScript types."""
    # A client leaves out what it has no value for, or sends null.
    parts = ["// Written by tools/frames.py. Do not edit."]
    parts += [_interface(frame, "Client", "string") for frame in client]
    parts.append(f"export type ClientFrame = {' | '.join(f'Client{frame.name}' for frame in client)};")
    for frame in server:
        text = _interface(frame, "" if frame.name in PARTS else "Server", "string | number | null")
        parts.append(text)
    names = [f"Server{frame.name}" for frame in server if frame.tag]
    parts.append(f"export type ServerFrame = {' | '.join(names)};")
    return "\n\n".join(parts) + "\n"


def _section(frame: Frame) -> str:
    lines = [f"### `{frame.tag}`" if frame.tag else f"### {frame.name}", "", " ".join(frame.text.split()), ""]
    if frame.fields:
        lines += ["| field | type | |", "|---|---|---|"]
        for each in frame.fields:
            optional = "" if each.is_required else " (optional)"
            lines.append(f"| `{each.name}` | {words(each.type)}{optional} | {each.text} |")
        lines.append("")
    return "\n".join(lines)


def documentation(client: list[Frame], server: list[Frame]) -> str:
    """The page about the frames."""
    intro = (
        "# The frames of the live connection\n\n"
        "A connection that is silent for 25 seconds is dropped, a bot's too. The server sends `ping` every 10\n"
        "seconds: answer each with `pong`. The WebSocket's own pongs, which libraries send, do not count.\n\n"
        "[The API](api.md#the-live-connection) says how they are used. `python -m tools.frames` writes this page from\n"
        "`client_frames.py` and `server_frames.py` in `src/jungle/server/realtime`.\n"
    )
    sent = "\n".join(_section(frame) for frame in client)
    received = "\n".join(_section(frame) for frame in server)
    return f"{intro}\n## What clients send\n\n{sent}\n## What the server sends\n\n{received}".rstrip() + "\n"


def outputs() -> dict[Path, str]:
    """The files to write, and their contents."""
    client, server = read_frames(REALTIME / "client_frames.py"), read_frames(REALTIME / "server_frames.py")
    return {PAGE_TYPES: page_types(client, server), DOCUMENTATION: documentation(client, server)}


def main() -> None:
    for path, text in outputs().items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
