"""Bundles ES modules into one file, so that a browser makes one request instead of seventy.

Modules are not rewritten; each becomes a function that is called on first use. This requires modules
that import and export by name, have no circular imports, and never reassign what they export.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.M)
_PASSED_ON = re.compile(r'^export \{([^}]*)\} from "(\.[^"]+)";$', re.M)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.M)
_IMPORT_LATER = re.compile(r"\bimport\(")
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/ *)\n", re.M | re.S)
"""Comments on separate lines; the browser does not need them."""
_UNREADABLE = re.compile(r"^(?:import|export) .*", re.M)

_HEAD = """\
const root = new URL("{root}", import.meta.url).href;
const modules = {{}};
const made = {{}};
const at = (path) => root + path;
const need = (path) => (made[path] ??= modules[path]());
const bring = async (from, name) => {{
  const path = new URL(name, at(from)).href.slice(root.length);
  if (!(path in modules)) (await import(at("{rest}"))).default(modules, at, need, bring);
  return need(path);
}};
"""


class BundlingError(ValueError):
    """Modules that cannot be bundled."""


def imports(path: str, text: str) -> list[str]:
    """The modules that a module imports, by their paths."""
    names = [name for _, name in (*_IMPORT.findall(text), *_PASSED_ON.findall(text))]
    return list(dict.fromkeys(_resolved(path, name) for name in names))


def reached(texts: Mapping[str, str], path: str) -> list[str]:
    """A module and all its direct and indirect imports, each before the modules that import it.

    Raises BundlingError for circular imports.
    """
    found: list[str] = []

    def visit(path: str, through: tuple[str, ...]) -> None:
        if path in through:
            raise BundlingError(f"modules import one another: {' → '.join((*through, path))}")
        if path in found:
            return
        for each in imports(path, texts[path]):
            visit(each, (*through, path))
        found.append(path)

    visit(path, ())
    return found


def bundle(texts: Mapping[str, str], entry: str, paths: Iterable[str], rest: str) -> bytes:
    """Bundle modules into one that replaces `entry`, runs it immediately and exports its names.

    Dynamic imports of other modules are looked up in the bundle `rest`. Raises BundlingError.
    """
    depth = entry.count("/")
    head = _HEAD.format(root="../" * depth or "./", rest=rest)
    names = ", ".join(_exported(texts[entry]))
    tail = f'export const {{ {names} }} = need("{entry}");\n' if names else f'need("{entry}");\n'
    return (head + _definitions(texts, paths) + tail + "export { need };\n").encode()


def more(texts: Mapping[str, str], paths: Iterable[str]) -> bytes:
    """Bundle modules that are added to another bundle when the first of them is needed. Raises BundlingError."""
    return f"export default (modules, at, need, bring) => {{\n{_definitions(texts, paths)}}};\n".encode()


def _definitions(texts: Mapping[str, str], paths: Iterable[str]) -> str:
    return "".join(f'modules["{path}"] = () => {{\n{_body(path, texts[path])}}};\n' for path in paths)


def _body(path: str, text: str) -> str:
    passed_on = [name for names, _ in _PASSED_ON.findall(text) for name in _names(names)]
    exported = [*_exported(text), *passed_on]

    def imported(match: re.Match[str]) -> str:
        needed = f'need("{_resolved(path, match[2])}");'
        renamed = ", ".join(name.replace(" as ", ": ") for name in _names(match[1] or ""))
        return f"const {{ {renamed} }} = {needed}" if renamed else needed

    body = _EXPORT.sub(r"\1 \2", _PASSED_ON.sub(imported, _IMPORT.sub(imported, text)))
    if unreadable := _UNREADABLE.search(body):
        raise BundlingError(f"{path}: cannot be put into a bundle: {unreadable[0]}")
    body = _COMMENT.sub("", body).replace("import.meta.url", f'at("{path}")')
    body = _IMPORT_LATER.sub(f'bring("{path}", ', body)
    return f"{body}return {{ {', '.join(exported)} }};\n"


def _exported(text: str) -> list[str]:
    return [name for _, name in _EXPORT.findall(text)]


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
