"""The app without a network, and when a new version comes."""

import base64
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tools.browser import serving

from jungle import Game
from jungle.web.contents import VERSION_FILE, Content, contents, version_script
from jungle.web.serving import PageServer

READY = "navigator.serviceWorker.ready.then(() => true)"
CONTROLLED = """navigator.serviceWorker.controller ? true : new Promise((resolve) =>
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true }))"""
# The page forbids eval, by which wait_for_function would look more than once.


class Site:
    """A web space whose files can be replaced by those of another version."""

    def __init__(self, server: PageServer) -> None:
        self.server = server
        self.address = f"http://127.0.0.1:{server.server_address[1]}/"

    def publish(self, changes: dict[str, Content]) -> None:
        files = {path: make for path, make in contents().items() if path != VERSION_FILE} | changes
        self.server.files = files | {VERSION_FILE: lambda: version_script(files)}
        self.server.body.cache_clear()


@pytest.fixture
def own_site() -> Iterator[Site]:
    with serving() as server:
        yield Site(server)


@pytest.fixture
def context(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(locale="en-GB")
    context.set_default_timeout(60_000)
    yield context
    context.close()


def open_app(context: Any, address: str) -> Any:
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#view > *")
    return page


def test_after_the_first_visit_no_network_is_needed(context: Any, own_site: Site) -> None:
    page = open_app(context, own_site.address)
    page.evaluate(READY)
    page.evaluate(CONTROLLED)
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("#view > *")
    for route in ("#/play", "#/analyse", "#/editor", "#/settings"):
        page.goto(own_site.address + route)
        page.wait_for_selector("#view > *")
    found = page.evaluate(
        """async () => {
            const {loadLibrary, newGame} = (await import("/app.js")).need("library.js");
            const library = await loadLibrary();
            const ending = newGame(library, "standard", "7/7/7/3R3/7/3c3/7/7/E6 b");
            const told = await library.engine.tables(ending).result;
            const lines = await library.engine.start(newGame(library, "flip"), {depth: 3}).result;
            return [told.moves.length, lines.length];
        }"""
    )
    assert found[0] > 0
    assert found[1] == 1


def sixty_plies() -> str:
    """A random game, as an address has it."""
    game, chance = Game(), random.Random(4)
    while len(game) < 60:
        game.play(chance.choice(game.legal_moves()))
    return ",".join(move.uci() for move in game.moves)


@pytest.mark.parametrize(
    ("route", "dress"),
    [
        (f"#/analyse?moves={sixty_plies()}", {"theme": "meadow", "pieces": "painted"}),
        ("#/analyse?moves=a3a4,g7g6,a4a5", {"theme": "night", "pieces": "letters"}),
        (
            "#/analyse?rules=leiden&moves=c3d3,a7a6",
            {"theme": "lacquer", "pieces": "traditional"},
        ),
        ("#/analyse?rules=flip&moves=b2%3DT,c2%3Dr", {}),
    ],
)
def test_moving_pictures_are_made_without_a_network(
    context: Any, own_site: Site, route: str, dress: dict[str, str]
) -> None:
    """Of the face-down game too, with any board and pieces."""
    image = pytest.importorskip("PIL.Image")
    page = open_app(context, own_site.address)
    page.evaluate("(dress) => localStorage.setItem('jungle.settings', JSON.stringify(dress))", dress)
    page.evaluate(READY)
    page.evaluate(CONTROLLED)
    context.set_offline(True)
    page.goto(own_site.address + route)
    page.reload()
    plies = route.rpartition("=")[2].count(",") + 1 if "flip" not in route else 2
    expect(page.locator(".tree button")).to_have_count(plies)
    files = {}
    for kind in ("SVG", "GIF"):
        page.get_by_role("toolbar").get_by_role("button", name="More").click()
        with page.expect_download() as download:
            page.get_by_role("dialog").get_by_role("button", name=f"Moving picture ({kind})").click()
        files[kind] = Path(download.value.path()).read_bytes()
    assert b"<animateTransform" in files["SVG"] or b"flip" in route.encode()
    assert max(map(len, files.values())) < 600_000
    gif = image.open(io.BytesIO(files["GIF"]))
    assert (gif.n_frames, gif.width) == (plies + 1, 400)
    shown = gif.convert("RGB").resize((40, 50))
    # What the SVG shows at first is what the first frame holds.
    frame = page.evaluate_handle(
        """async (text) => {
            const image = new Image();
            image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
            await image.decode();
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [400, Math.round((400 * image.height) / image.width)];
            canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
            return canvas.toDataURL("image/png");
        }""",
        files["SVG"].decode(),
    ).json_value()
    drawn = image.open(io.BytesIO(base64.b64decode(frame.partition(",")[2]))).convert("RGB").resize((40, 50))
    apart = [abs(one - other) for one, other in zip(shown.tobytes(), drawn.tobytes(), strict=True)]
    assert sum(apart) / len(apart) < 6


def test_a_new_version_waits_for_consent_and_loads_completely(context: Any, own_site: Site) -> None:
    page = open_app(context, own_site.address)
    page.evaluate(READY)
    page.evaluate(CONTROLLED)
    words = contents()["words/en.json"]().replace(b'"Play"', b'"Play anew"')
    script = contents()["board/board.js"]() + b"\nexport const NEWER = true;\n"
    own_site.publish({"words/en.json": lambda: words, "board/board.js": lambda: script})
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    button = page.get_by_role("button", name="Update available")
    button.wait_for()
    newer = "fetch('/board/board.js').then((answer) => answer.text()).then((text) => text.includes('NEWER'))"
    page.reload()
    assert page.evaluate(newer) is False
    with page.expect_navigation():
        page.get_by_role("button", name="Update available").click()
    page.wait_for_selector("#view > *")
    assert page.evaluate(newer) is True
    expect(page.locator("nav").first).to_contain_text("Play anew", use_inner_text=True)
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1


def test_an_incomplete_new_version_changes_nothing(context: Any, own_site: Site) -> None:
    page = open_app(context, own_site.address)
    page.evaluate(READY)
    page.evaluate(CONTROLLED)
    own_site.publish({"new.js": lambda: b""})
    own_site.server.files = {path: make for path, make in own_site.server.files.items() if path != "icon.svg"}
    page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            const failed = new Promise((resolve) => registration.addEventListener("updatefound", () => {
                const {installing} = registration;
                installing.addEventListener("statechange", () => installing.state === "redundant" && resolve());
            }));
            await registration.update();
            await failed;
        }"""
    )
    page.reload()
    page.wait_for_selector("#view > *")
    assert page.get_by_role("button", name="Update available").count() == 0
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1


@pytest.mark.parametrize("missing", ["app.js", "engine/core.wasm", "words/en.json"])
def test_a_first_visit_that_fails_says_so_and_can_be_tried_again(context: Any, own_site: Site, missing: str) -> None:
    page = context.new_page()
    page.route(f"**/{missing}", lambda route: route.abort())
    page.goto(own_site.address + "#/play?level=1")
    page.get_by_role("alert").filter(has_text="could not be loaded").wait_for()
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("jungle-board")
    assert page.get_by_role("alert").count() == 0


def test_an_engine_that_does_not_load_is_reported(context: Any, own_site: Site) -> None:
    page = context.new_page()
    page.route("**/engine/worker.js", lambda route: route.abort())
    page.goto(own_site.address + "#/play?level=1&side=red")
    page.get_by_text("The engine failed").wait_for()


def test_a_new_version_does_not_lose_the_game_on_the_board(context: Any, own_site: Site) -> None:
    page = open_app(context, own_site.address + "#/play?level=friend")
    page.evaluate(READY)
    page.evaluate(CONTROLLED)
    for name in ("a3", "a4"):
        page.locator(f'[data-square="{name}"]').click(force=True)
    page.wait_for_selector(".moves button")
    own_site.publish({"new.txt": lambda: b"new"})
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    with page.expect_navigation():
        page.get_by_role("button", name="Update available").click()
    page.wait_for_selector(".moves button")
    assert page.locator(".moves button").count() == 1
