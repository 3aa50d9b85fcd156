"""The engine's threads in the browser: several on a cross-origin isolated page, one anywhere else."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect
from tools import browser

from jungle.web import serving
from jungle.web.contents import Content, contents
from tests.web.browser.board import menu
from tests.web.browser.conftest import OpenPage

WIN = "7/7/3C3/7/7/7/7/7/l5t b"
TWO_CORES = "Object.defineProperty(navigator, 'hardwareConcurrency', {get: () => 2});"
LOAD = """async () => {
    const {loadLibrary, newGame} = (await import("/app.js")).need("library.js");
    window.library = await loadLibrary();
    window.search = async (rules, fen, limits, threads) => {
        window.library.engine.threads = threads;
        const task = window.library.engine.start(newGame(window.library, rules, fen ?? undefined), limits);
        return {...(await task.result)[0], workers: [...window.library.engine.workers.keys()]};
    };
    window.stopWith = async (threads) => {
        let task;
        window.library.engine.threads = 2;
        const heard = new Promise((hear) => {
            const onLines = ([line]) => line.threads >= threads && hear(line);
            task = window.library.engine.start(newGame(window.library), {hardTime: 600_000}, onLines);
        });
        const line = await heard;
        task.stop();
        return line;
    };
}"""
HELPER = """addEventListener("message", ({data: {module, memory, stack}}) => {
    postMessage("ready");
    const imports = {env: {memory}};
    for (const {module: from, name, kind} of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        if (kind === "function") imports[from][name] = () => 0;
    }
    const calls = new WebAssembly.Instance(module, imports).exports;
    calls.__wasm_init_tls(stack);
    BEGIN
});"""
DYING = HELPER.replace("BEGIN", "calls.__stack_pointer.value = 16; try { calls.helper_run(); } catch { close(); }")
LATE = HELPER.replace("BEGIN", "calls.__stack_pointer.value = stack; setTimeout(calls.helper_run, 500);")


def search(page: Any, threads: int, rules: str = "standard", fen: str | None = None, **limits: Any) -> Any:
    """The first line, and which workers the engine has: one with one thread (False), one with several (True)."""
    return page.evaluate("(asked) => window.search(...asked)", [rules, fen, limits, threads])


def search_win(page: Any, threads: int) -> Any:
    return search(page, threads, fen=WIN, depth=12, noTables=True)


def with_engine(page: Any) -> Any:
    """The page, with two cores, functions to search, and a helper that has worked.

    Only a long search is sure to use both threads: a short one may end before the helper wakes up.
    """
    page.add_init_script(TWO_CORES)
    page.reload()
    page.wait_for_selector("#view > *")
    page.evaluate(LOAD)
    assert page.evaluate("window.stopWith(2)")["threads"] == 2
    return page


@contextmanager
def opened(chromium: Any, **other: bytes) -> Iterator[Any]:
    """The app with other scripts of the engine. Whatever the page writes to its console fails the test."""
    replaced: dict[str, Content] = {f"engine/{name}": partial(bytes, body) for name, body in other.items()}
    messages: list[str] = []
    with browser.serving({**contents(), **replaced}) as server:
        context = browser.new_context(chromium)
        context.add_init_script(TWO_CORES)
        page = context.new_page()
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/#/settings")
        page.evaluate(LOAD)
        yield page
        context.close()
    assert messages == []


def test_one_thread_and_two_find_the_same_win(open_page: OpenPage) -> None:
    page = with_engine(open_page("#/settings"))
    one, two = search_win(page, 1), search_win(page, 2)
    assert one["threads"] == 1
    assert sorted(two["workers"]) == [False, True]
    assert one["winIn"] == two["winIn"] == 3


def test_a_helper_that_comes_late_joins_the_search(chromium: Any) -> None:
    with opened(chromium, **{"helper.js": LATE.encode()}) as page:
        assert page.evaluate("window.stopWith(2)")["threads"] == 2


@pytest.mark.parametrize("rules", ["standard", "flip"])
def test_the_nodes_of_both_threads_count(open_page: OpenPage, rules: str) -> None:
    page = with_engine(open_page("#/settings"))
    line = search(page, 2, rules=rules, nodes=300_000)
    assert 300_000 <= line["nodes"] < 310_000


def test_a_search_with_two_threads_can_be_stopped_again_and_again(open_page: OpenPage) -> None:
    page = with_engine(open_page("#/settings"))
    for _ in range(20):
        assert page.evaluate("window.stopWith(1)")["nodes"] > 0
    assert page.evaluate("window.stopWith(2)")["threads"] == 2
    assert search(page, 2, nodes=100_000)["workers"] == [True]


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(DYING, id="dies-at-work"),
        pytest.param('addEventListener("message", () => postMessage("ready"));', id="never-works"),
        pytest.param("throw new Error('no helper');", id="fails-to-start"),
        pytest.param("", id="says-nothing"),
    ],
)
def test_without_its_helper_the_engine_searches_with_one_thread(chromium: Any, script: str) -> None:
    with opened(chromium, **{"helper.js": script.encode()}) as page:
        for _ in range(2):
            line = search_win(page, 2)
            assert (line["threads"], line["winIn"]) == (1, 3)


def test_without_the_module_for_threads_the_engine_searches_with_one(chromium: Any) -> None:
    with opened(chromium, **{"core-threads.wasm": b"not a module"}) as page:
        line = search_win(page, 2)
        assert (line["threads"], line["winIn"], line["workers"]) == (1, 3, [False])


def test_analysis_lets_you_choose_the_threads_and_remembers_them(open_page: OpenPage) -> None:
    page = with_engine(open_page("#/analyse"))
    menu(page, "Engine threads: 1")
    page.locator("dialog").get_by_role("button", name="Engine threads: 2").click()
    expect(page.locator(".lines .line")).to_have_count(3)
    page.reload()
    page.get_by_role("button", name="More").click()
    expect(page.locator("dialog").get_by_role("button", name="Engine threads: 2")).to_be_visible()


def test_a_page_that_is_not_isolated_has_one_thread(chromium: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy"):
        monkeypatch.delitem(serving.HEADERS, name)
    with opened(chromium) as page:
        assert not page.evaluate("crossOriginIsolated")
        line = search_win(page, 2)
        assert (line["threads"], line["winIn"], line["workers"]) == (1, 3, [False])
        page.goto(page.url.replace("settings", "analyse"))
        expect(page.locator(".lines .line")).to_have_count(3)
        page.get_by_role("button", name="More").click()
        expect(page.locator("dialog").get_by_role("button", name="Share")).to_be_visible()
        expect(page.locator("dialog").get_by_role("button", name="Engine threads")).to_have_count(0)
