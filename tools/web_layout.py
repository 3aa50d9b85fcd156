"""Every view of the browser app on every screen: `python -m tools.web_layout [VIEW …]`.

Takes pictures of each view at five sizes, light and dark, in all languages into build/screenshots/layout, and makes one
sheet per view and language. Checks each for sideways scrolling, text that is cut off, covered or broken within a word,
and messages on the console. Exits with status 1 if it finds any.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jungle import Game
from jungle.language import Translator
from tools import browser
from tools.program import run

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "build" / "screenshots" / "layout"
CHECKS = Path(__file__).with_suffix(".js")
SIZES = ((360, 640), (640, 360), (768, 1024), (1024, 768), (1366, 768))
LOOKS = ("light", "dark")
SCALE = 0.5
"""The size of a picture in a sheet."""
PASSWORD = "a password for pictures"
LIVE = {"clock": {"limit": 3600, "increment": 3}}
MISTAKES = "a1b1,a7a6,c3b3,e7d7,g1f1,a6a5,f1e1,a5a4,g3g4,a4a3,f2e2,a3a4,b2c2,d7d6,c2d2,f8e8,b3c3,c7d7,g4f4"
PATIENCE_MS = 30_000


@dataclass(frozen=True)
class View:
    """A view: its address, and what to do there before the picture is taken."""

    route: str
    act: Callable[[Any, Translator], None] | None = None


def _play(*squares: str) -> Callable[[Any, Translator], None]:
    def act(page: Any, _say: Translator) -> None:
        for square in squares:
            page.locator(f"[data-square={square}]").click()

    return act


def _end(page: Any, say: Translator) -> None:
    _play("d8", "d9")(page, say)
    page.locator(".card").wait_for()


def _hint(page: Any, say: Translator) -> None:
    _play("a3", "a4", "g7", "g6")(page, say)
    page.get_by_role("toolbar").get_by_text(say("web.play.show hint"), exact=True).click()
    page.locator(".notice .move").wait_for()


def _review(page: Any, _say: Translator) -> None:
    page.locator(".review h3").wait_for(timeout=PATIENCE_MS)


def _drill(page: Any, say: Translator) -> None:
    _review(page, say)
    page.locator(".review .accent").click()
    page.locator(".drill").wait_for()


def _solution(page: Any, say: Translator) -> None:
    page.get_by_role("toolbar").get_by_text(say("web.puzzles.solution"), exact=True).click()
    page.locator(".tempting").wait_for(timeout=PATIENCE_MS)


def _long_game() -> str:
    """Moves of a long game, the same each time."""
    chance, game = random.Random(7), Game()
    while len(game.moves) < 140 and not game.is_over():
        quiet = [move for move in game.legal_moves() if not move.captured]
        game.play(chance.choice(quiet or game.legal_moves()))
    return ",".join(move.uci() for move in game.moves)


def faults_of(page: Any, size: tuple[int, int]) -> list[str]:
    """The layout problems of a page at a given size, one line each."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate("scrollTo(0, 0)")
    found: list[str] = page.evaluate(CHECKS.read_text(encoding="utf-8"))
    return found


VIEWS: Mapping[str, View] = {
    "home": View(""),
    "setup": View("play"),
    "play": View("play?level=friend&clock=5%2B3", _hint),
    "end": View("play?level=medium&side=blue&fen=7/3E3/7/7/7/7/7/r6/7+b", _end),
    "flip-setup": View("flip"),
    "flip": View("flip?level=friend", _play("b2", "c3")),
    "analyse": View(f"analyse?moves={_long_game()}"),
    "review": View(f"analyse?review=1&person=blue&moves={MISTAKES}", _review),
    "drill": View(f"analyse?review=1&person=blue&moves={MISTAKES}", _drill),
    "puzzles": View("puzzles"),
    "solve": View("puzzles?id=00e007"),
    "solved": View("puzzles?id=00e007", _solution),
    "learn": View("learn"),
    "lesson": View("learn?game=jungle&lesson=jump"),
    "flip-lesson": View("learn?game=flip"),
    "strategy": View("learn?game=strategy&lesson=guard"),
    "editor": View("editor"),
    "rules": View("rules"),
    "settings": View("settings"),
    "stickers": View("stickers"),
}
"""The views that need no server."""
ONLINE: Mapping[str, View] = {
    "online-home": View(""),
    "lobby": View("lobby"),
    "login": View("login"),
    "signup": View("login?new=1"),
    "game": View("game/{game}"),
    "game-over": View("game/{over}"),
    "challenge": View("challenge/{challenge}"),
    "user": View("user/{other}"),
    "self": View("user"),
    "tournaments": View("tournament"),
    "tournament": View("tournament/{arena}"),
    "classes": View("class"),
    "class": View("class/{class}"),
    "family": View("family"),
    "messages": View("messages"),
    "friends": View("friends"),
    "thread": View("messages/{other}"),
    "admin": View("admin?user={other}"),
    "account": View("settings"),
}


class Site:
    """A server with people, games, a tournament, a class and messages."""

    def __init__(self, url: str, data: Path, chromium: Any) -> None:
        self.url = url
        self.data = data
        self.chromium = chromium
        self.people = {name: self._sign_up(name) for name in ("vera", "wilhelmina-von-tutti")}
        vera, other = self.people.values()
        self.names = {"other": "vera", "over": self._game(vera, "wilhelmina-von-tutti", other, rated=True, **LIVE)}
        self._post(other, f"board/game/{self.names['over']}/resign")
        self._game(vera, "wilhelmina-von-tutti", other, **LIVE)
        self._post(vera, "seek", {**LIVE, "rated": True, "rating_low": 1400, "rating_high": 1900})
        arena = {"name": "Evening arena of all animals", "wait": 3000, **LIVE}
        self.names["arena"] = self._post(vera, "tournament", arena)["tournament"]["id"]
        for person in self.people.values():
            self._post(person, f"tournament/{self.names['arena']}/join")
        self._post(other, "report/vera", {"reason": "plays too well", "game": self.names["over"]})

    def _sign_up(self, name: str, context: Any = None) -> Any:
        request = (context or self.chromium.new_context()).request
        self._post(request, "signup", {"name": name, "password": PASSWORD})
        return request

    def _post(self, request: Any, path: str, data: Any = None, method: str = "POST") -> Any:
        answer = request.fetch(f"{self.url}/api/{path}", method=method, data=data, headers={"Origin": self.url})
        if not answer.ok:
            raise OSError(f"{path}: {answer.status} {answer.text()}")
        return answer.json() if answer.text() else None

    def _game(self, one: Any, name: str, other: Any, **terms: Any) -> str:
        """A game of two moves: `one` challenges, and has blue."""
        challenge = self._post(one, f"challenge/{name}", {"colour": "blue", **terms})["challenge"]["id"]
        game = str(self._post(other, f"challenge/{challenge}/accept")["game"]["id"])
        self._post(one, f"board/game/{game}/move/a3a4")
        self._post(other, f"board/game/{game}/move/g7g6")
        return game

    def _class(self, teacher: Any) -> None:
        """A class with pupils who have left."""
        made = self._post(teacher, "class", {"name": "Year 2"})["class"]
        self.names["class"] = made["id"]
        pupils = [self.chromium.new_context().request for _ in range(5)]
        for pupil in pupils:
            self._post(pupil, "class/join", {"code": made["code"]})

    def sign_in(self, context: Any, name: str) -> None:
        """An admin with a challenge to answer, messages to read and games to play."""
        from pyotp.totp import TOTP

        request, vera = self._sign_up(name, context), self.people["vera"]
        self.names["game"] = self._game(vera, name, request, days=3)
        self._post(vera, f"challenge/{name}", {"days": 2})
        self.names["challenge"] = self._post(vera, "challenge", LIVE)["challenge"]["id"]
        self._class(request)
        self._post(request, "family", {"label": "Mia"})
        for follower, followed in ((request, "vera"), (request, "wilhelmina-von-tutti"), (vera, name)):
            self._post(follower, f"follow/{followed}", method="PUT")
        self._post(vera, f"message/{name}", {"text": "Hello there. " * 10})
        self._post(request, "message/vera", {"text": "Thank you for the game. " * 4})
        command = [sys.executable, "-m", "jungle", "serve", "admin", name, "--data", str(self.data)]
        subprocess.run(command, check=True, capture_output=True)
        begun = self._post(request, "account/second-factor", {"password": PASSWORD})
        self._post(request, "account/second-factor", {"code": TOTP(begun["secret"]).now()}, method="PUT")


@contextmanager
def _online(chromium: Any) -> Iterator[Site]:
    """A separate server on loopback."""
    with tempfile.TemporaryDirectory(prefix="jungle-layout-") as folder:
        data = Path(folder) / "data"
        command = [sys.executable, "-m", "jungle", "serve", "--port", "0", "--data", str(data)]
        environment = os.environ | {"JUNGLE_RATE_LIMITS": "0", "JUNGLE_PASSWORD_MEMORY": "64"}
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            try:
                assert process.stdout is not None
                yield Site(process.stdout.readline().split()[-1].rstrip("/"), data, chromium)
            finally:
                process.terminate()


class Look:
    """The pictures of all views in one language, and their problems."""

    def __init__(self, chromium: Any, language: str, faults: dict[str, list[str]]) -> None:
        self.language = language
        self.say = Translator(language)
        self.context = browser.new_context(chromium, language=language)
        self.context.set_default_timeout(PATIENCE_MS)
        self.faults = faults
        self.sheets = chromium.new_context(viewport={"width": 2100, "height": 1000}).new_page()

    def take(self, name: str, url: str, view: View) -> None:
        """Take and check a view at all sizes, light and dark."""
        page = self.context.new_page()
        page.on("console", lambda message: self._note(f"{name} {self.language}", f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self._note(f"{name} {self.language}", str(error)))
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(url)
        page.wait_for_selector("#view > *")
        page.wait_for_load_state("networkidle")
        if view.act:
            view.act(page, self.say)
        for look in LOOKS:
            page.evaluate("look => { document.documentElement.dataset.look = look; }", look)
            for width, height in SIZES:
                for fault in faults_of(page, (width, height)):
                    self._note(f"{name} {self.language}", f"{fault} [{width}×{height}]")
                page.screenshot(path=self._path(name, width, height, look), type="jpeg", quality=70)
        page.close()
        self._sheet(name)

    def _note(self, where: str, fault: str) -> None:
        """Colours do not affect the layout, so each problem is noted once."""
        noted = self.faults.setdefault(where, [])
        if fault not in noted:
            noted.append(fault)

    def _path(self, name: str, width: int, height: int, look: str) -> Path:
        return PICTURES / f"{name}-{width}x{height}-{look}-{self.language}.jpg"

    def _sheet(self, name: str) -> None:
        """All pictures of a view on one."""
        rows = "".join(
            "<div>"
            + "".join(
                f"<img src='{self._path(name, width, height, look).as_uri()}' width={width * SCALE}>"
                for width, height in SIZES
            )
            + "</div>"
            for look in LOOKS
        )
        page = PICTURES / "sheet.html"
        page.write_text(f"<body style='margin:0;background:#888'>{rows}", encoding="utf-8")
        self.sheets.goto(page.as_uri())
        self.sheets.screenshot(path=PICTURES / f"sheet-{name}-{self.language}.png", full_page=True)
        page.unlink()

    def close(self) -> None:
        self.context.close()
        self.sheets.context.close()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.web_layout", description=__doc__)
    parser.add_argument("view", nargs="*", help=f"only these views, of {', '.join([*VIEWS, *ONLINE])}")
    parser.add_argument("--language", action="append", choices=[*browser.LOCALES], help="only these languages")
    args = parser.parse_args()
    if unknown := set(args.view) - set(VIEWS) - set(ONLINE):
        parser.error(f"no such view: {', '.join(sorted(unknown))}")
    wanted = args.view or [*VIEWS, *ONLINE]
    PICTURES.mkdir(parents=True, exist_ok=True)
    faults: dict[str, list[str]] = {}
    with browser.serving() as server, browser.chromium() as chromium:
        address = f"http://127.0.0.1:{server.server_address[1]}/#/"
        for language in args.language or browser.LOCALES:
            look = Look(chromium, language, faults)
            for name in [name for name in wanted if name in VIEWS]:
                look.take(name, address + VIEWS[name].route, VIEWS[name])
            look.close()
        if any(name in ONLINE for name in wanted):
            with _online(chromium) as site:
                for language in args.language or browser.LOCALES:
                    look = Look(chromium, language, faults)
                    site.sign_in(look.context, f"anna-{language.lower()}")
                    for name in [name for name in wanted if name in ONLINE]:
                        look.take(name, f"{site.url}/#/{ONLINE[name].route.format(**site.names)}", ONLINE[name])
                    look.close()
    for where, noted in faults.items():
        print(f"{where}:", *noted, sep="\n  ")
    return 1 if faults else 0


if __name__ == "__main__":
    run(main)
