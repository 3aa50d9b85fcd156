"""The browser app in a real browser: for tests, benchmarks and screenshots.

Needs `playwright` and Debian's (or any other) Chromium; Playwright's own browsers are not downloaded.
"""

import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from jungle.web.contents import Content
from jungle.web.serving import PageServer, make_server

WITH_WINDOWS = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# Without windows, opening and closing a page takes half the processor time. Playwright's inspector needs one.
WITHOUT = None if os.environ.get("PWDEBUG") else shutil.which("chromium-headless-shell")
CHROMIUM = WITHOUT or WITH_WINDOWS
PHONE, TABLET, DESK = (360, 640), (768, 1024), (1440, 900)
UNCACHED = "if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new Error('off'))"
LOCALES = {"en": "en-GB", "zh": "zh-CN", "zh-Hant": "zh-TW"}


@contextmanager
def serving(files: Mapping[str, Content] | None = None) -> Iterator[PageServer]:
    """Serve the app, or other files, on a free port."""
    with make_server(0, files) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def arguments() -> list[str]:
    """Chromium's command-line options: as root it has no sandbox."""
    # Without its crash reporter, Chromium without windows crashes when WebAssembly code reads outside its memory.
    root = getattr(os, "geteuid", lambda: 1)() == 0
    return ["--enable-crash-reporter", *(["--no-sandbox"] if root else [])]


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments())
        try:
            yield browser
        finally:
            browser.close()


def new_context(
    browser: Any,
    *,
    size: tuple[int, int] = DESK,
    language: str = "en",
    look: str = "light",
    touch: bool = False,
    settings: dict[str, Any] | None = None,
    is_cached: bool = False,
) -> Any:
    """A fresh profile with these settings; animation is reduced, so that there is nothing to wait for.

    Unless `is_cached`, the app does not store itself for use without a network, which takes a sixth of the processor
    time of a visit.
    """
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=LOCALES[language],
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark" if look == "dark" else "light",
        reduced_motion="reduce",
    )
    chosen = json.dumps({"language": language, "look": look, "sound": False, **(settings or {})})
    script = f"localStorage.getItem('jungle.settings') ?? localStorage.setItem('jungle.settings', {json.dumps(chosen)})"
    context.add_init_script(f"try {{ {script} }} catch {{}}")
    if not is_cached:
        context.add_init_script(UNCACHED)
    return context
