"""Modules put together into one file."""

import subprocess
from pathlib import Path

import pytest

from jungle.web.bundling import BundlingError, bundle, imports, more, reached
from jungle.web.contents import ONLINE, contents
from tests.needs import needs

MODULES = {
    "main.js": """\
// The beginning.
import { double, last as newest } from "./parts/count.js";
import "./parts/mark.js";

/**
 * Says all.
 */
export async function told() {
  const { late } = await import("./parts/late.js");
  return [double(4), newest, globalThis.marked, late, place.endsWith("/main.js")];
}
const place = import.meta.url;
export const later = (/** @type {string} */ name) => import(`./more/${name}.js`);
""",
    "parts/count.js": """\
export { last } from "./last.js";
export const double = (/** @type {number} */ number) => 2 * number;
""",
    "parts/last.js": "export class Last {}\nexport const last = new Last().constructor.name;\n",
    "parts/mark.js": 'import { last } from "./last.js";\nglobalThis.marked = last;\n',
    "parts/late.js": 'export const late = "late";\n',
    "more/extra.js": 'import { late } from "../parts/late.js";\nexport const extra = `${late} and more`;\n',
}


def test_a_module_comes_after_all_that_it_imports() -> None:
    assert imports("main.js", MODULES["main.js"]) == ["parts/count.js", "parts/mark.js"]
    assert reached(MODULES, "main.js") == ["parts/last.js", "parts/count.js", "parts/mark.js", "main.js"]


@needs("node")
def test_a_bundle_does_what_its_modules_do(tmp_path: Path) -> None:
    paths = [*reached(MODULES, "main.js"), "parts/late.js"]
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "main.js").write_bytes(bundle(MODULES, "main.js", paths, "rest.js"))
    (tmp_path / "rest.js").write_bytes(more(MODULES, ["more/extra.js"]))
    (tmp_path / "try.js").write_text(
        'const { told, later, need } = await import("./main.js");\n'
        'const { extra } = await later("extra");\n'
        'console.log(JSON.stringify([...await told(), extra, need("parts/late.js").late]));\n'
    )
    done = subprocess.run(["node", "try.js"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == '[8,"Last","Last","late",true,"late and more","late"]'


def test_comments_are_left_out() -> None:
    text = bundle(MODULES, "main.js", reached(MODULES, "main.js"), "rest.js").decode()
    assert "The beginning" not in text
    assert "Says all" not in text


@pytest.mark.parametrize(
    "line", ["export let number = 1;", "export default 1;", 'import * as all from "./b.js";', "export const { a } = b;"]
)
def test_unsupported_imports_are_named(line: str) -> None:
    with pytest.raises(BundlingError, match=r"main\.js: cannot be put into a bundle: "):
        bundle({"main.js": line + "\n"}, "main.js", ["main.js"], "rest.js")


def test_modules_that_import_one_another_are_named() -> None:
    circle = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(BundlingError, match=r"a\.js → b\.js → a\.js"):
        reached(circle, "a.js")


@needs("node")
@pytest.mark.parametrize("path", [path for path in contents() if path.endswith(".js")])
def test_scripts_that_are_served_can_be_read(path: str) -> None:
    kind = "commonjs" if path in ("version.js", "service-worker.js") else "module"
    command = ["node", f"--input-type={kind}", "--check"]
    subprocess.run(command, input=contents()[path](), check=True)


def test_the_app_brings_its_views_and_nothing_of_a_server() -> None:
    app = contents()["app.js"]()
    assert b'modules["views/analyse.js"]' in app
    assert b'modules["views/lobby.js"]' not in app
    if ONLINE in contents():
        assert b'modules["dom.js"]' not in contents()[ONLINE]()
