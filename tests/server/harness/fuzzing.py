"""Requests, frames and emails that succeed, for fuzzers to start from: noise alone stops at the first check."""

import itertools
from collections.abc import Callable
from typing import Any

from jungle.puzzles import course
from tests.server.harness.clients import PASSWORD, Client, sign_in, sign_up
from tests.server.harness.processes import Server

_numbers = itertools.count(1)
PUZZLE_CARD = {
    "id": course()[0].id,
    "memory": {"stability": 1.0, "difficulty": 5.0, "last": 0, "due": 1, "reviews": 1},
}


class Signed:
    """Somebody signed in with a cookie, an opponent, and one of everything that requests are about."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.enter()
        self._tournament = ""

    def enter(self) -> None:
        """Sign up and in: requests may end the session or the account, or reach a limit of either player."""
        self.opponent = sign_up(self.server, f"fuzzfoe{next(_numbers)}")
        self.name = f"fuzzer{next(_numbers)}"
        sign_up(self.server, self.name)
        self.client = sign_in(self.server, self.name)
        self.client.post("/api/account/mail-password", {"password": PASSWORD, "mailPassword": PASSWORD_BY_MAIL})
        self._class: dict[str, Any] = {}
        body = {"name": "Fuzz Swiss", "format": "swiss", "rounds": 3, "clock": {"limit": 60}, "wait": 3600}
        self._rounds = str(self.client.post("/api/tournament", body)["tournament"]["id"])
        """A tournament with rounds that this user organises: nobody may have many, so it is made before others."""
        self.opponent.post(f"/api/tournament/{self._rounds}/join")

    def stay(self) -> None:
        """Come back if the last request ended the session, changed the password, or made this a child or a bot."""
        answer = self.client.request("GET", "/api/account")
        is_person = answer.status == 200 and answer.json["kind"] == "person" and not answer.json["isChild"]
        body = {"name": self.name, "password": PASSWORD}
        if not is_person or Client(self.server).request("POST", "/api/login", body).status != 200:
            self.enter()

    def game(self, **terms: Any) -> str:
        """A running game in which both have moved and it is this user's turn."""
        game = self.client.challenge(self.opponent, **(terms or {"days": 3}))
        self.client.move(game, "a3a4")
        self.opponent.move(game, "g7g6")
        return game

    def offered(self, kind: str = "draw") -> str:
        game = self.game()
        self.opponent.post(f"/api/board/game/{game}/{kind}/yes")
        return game

    def finished(self) -> str:
        game = self.game()
        self.client.post(f"/api/board/game/{game}/resign")
        return game

    def challenge(self) -> str:
        return str(self.opponent.post(f"/api/challenge/{self.name}", {"days": 3})["challenge"]["id"])

    def own_challenge(self) -> str:
        return str(self.client.post(f"/api/challenge/{self.opponent.name}", {"days": 3})["challenge"]["id"])

    def tournament(self) -> str:
        """A tournament that this user has joined."""
        if not self._tournament:
            body = {"name": "Fuzz cup", "clock": {"limit": 60}, "minutes": 5}
            self._tournament = self.opponent.post("/api/tournament", body)["tournament"]["id"]
        self.client.post(f"/api/tournament/{self._tournament}/join")
        return self._tournament

    def child(self) -> str:
        return str(self.client.post("/api/family", {"contacts": "class"})["child"]["name"])

    def room(self) -> dict[str, Any]:
        """This user's class, with a pupil. A request may have deleted the one before, or its pupil."""
        shown = self.client.request("GET", f"/api/class/{self._class['id']}").json.get("class") if self._class else None
        if not shown or not shown["pupils"]:
            self._class = self.client.post("/api/class", {"name": "fuzz"})["class"]
            pupil = Client(self.server).post("/api/class/join", {"code": self._class["code"]})
            return self._class | {"pupil": pupil["name"]}
        return {**shown, "pupil": shown["pupils"][0]["name"]}

    def assignment(self) -> str:
        body = {"title": "play", "kind": "games", "task": {"count": 1}}
        return str(self.client.post(f"/api/class/{self.room()['id']}/assignment", body)["assignment"]["id"])

    def path_values(self, method: str, path: str) -> dict[str, str]:
        """Path parameters with which a request can succeed."""
        makers: dict[str, Callable[[], str]] = {
            "who": lambda: "board",
            "user_name": lambda: self.opponent.name,
            "name": lambda: self.opponent.name,
            "first": lambda: self.name,
            "second": lambda: self.opponent.name,
            "child_name": self.child,
            "class_id": lambda: str(self.room()["id"]),
            "pupil_name": lambda: str(self.room()["pupil"]),
            "assignment_id": self.assignment,
            "tournament_id": (lambda: self._rounds)
            if path.endswith(("/table.csv", "/round", "/apart", "/result", "/pairing", "/chat"))
            else self.tournament,
            "challenge_id": self.own_challenge if path.startswith("/api/seek") else self.challenge,
            "game_id": self.game,
            "move": lambda: "a4a5",
            "kind": lambda: "draw" if "{answer}" in path else "blitz",
            "answer": lambda: "yes",
            "command": lambda: "resign",
            "digest": lambda: str(self.client.get("/api/account/sessions")["sessions"][0]["digest"]),
            "path": lambda: "index.html",
        }
        needed = {name: make for name, make in makers.items() if f"{{{name}}}" in path}
        try:
            return {name: make() for name, make in needed.items()}
        except AssertionError:  # Nobody may have any number of children, games or challenges.
            self.enter()
            return {name: make() for name, make in needed.items()}

    def body_values(self, method: str, path: str) -> dict[str, Any]:
        """Fields of the body without which a request cannot succeed."""
        bodies: dict[str, Callable[[], dict[str, Any]]] = {
            "POST /api/signup": lambda: {"name": f"fuzznew{next(_numbers)}", "password": PASSWORD, "mail": None},
            "POST /api/login": lambda: {"name": self.name, "password": PASSWORD},
            "POST /api/token": lambda: {"name": self.name, "password": PASSWORD, "scopes": None, "code": None},
            "POST /api/password/reset": lambda: {"name": self.name},
            "POST /api/account/password": lambda: {"old": PASSWORD, "new": PASSWORD},
            "POST /api/account/address": lambda: {"password": PASSWORD, "mail": None},
            "POST /api/account/mail-password": lambda: {"password": PASSWORD, "mailPassword": None},
            "DELETE /api/account": lambda: {"password": PASSWORD},
            "POST /api/account/second-factor": lambda: {"password": PASSWORD},
            "PUT /api/account/settings": dict,
            "PUT /api/account/kid-mode": lambda: {"pin": "1234"},
            "POST /api/account/vacation": lambda: {"days": 0},
            "POST /api/family": lambda: {"contacts": "class"},
            "PUT /api/family/{child_name}": lambda: {"contacts": "family", "hours": None},
            "DELETE /api/family/{child_name}": lambda: {"password": PASSWORD},
            "POST /api/family/{child_name}/class": lambda: {"code": self.room()["code"]},
            "POST /api/class": lambda: {"name": "fuzz"},
            "PUT /api/class/{class_id}": lambda: {"name": "fuzz", "announcement": "", "isOpen": True},
            "DELETE /api/class/{class_id}": lambda: {"password": PASSWORD},
            "PUT /api/class/{class_id}/pupil/{pupil_name}": lambda: {"label": "x"},
            "POST /api/class/{class_id}/remove": lambda: {"names": [self.room()["pupil"]]},
            "PUT /api/class/{class_id}/board": lambda: {"board": None},
            "POST /api/class/{class_id}/assignment": lambda: {"title": "x", "kind": "games", "task": {"count": 1}},
            "PUT /api/game/{game_id}/plan": lambda: {"lines": []},
            "PUT /api/progress": lambda: {"items": [{"kind": "lesson", "key": "jungle.den", "stars": 1}]},
            "PUT /api/records": lambda: {"records": [{"name": "sprint", "value": 9}]},
            "PUT /api/cards": lambda: {"cards": [PUZZLE_CARD]},
            "POST /api/message/{user_name}": lambda: {"text": "hello"},
            "POST /api/report/{user_name}": lambda: {"reason": "rude", "game": None},
            "POST /api/tournament": lambda: {"name": "Fuzz cup", "wait": 60, "starts": None},
            "POST /api/tournament/{tournament_id}/apart": lambda: {"one": self.name, "two": self.opponent.name},
            "POST /api/tournament/{tournament_id}/chat": lambda: {"text": "hello"},
            "PUT /api/tournament/{tournament_id}/chat": lambda: {"closed": False},
            "POST /api/{who}/game/{game_id}/chat": lambda: {"text": "hello"},
        }
        terms: dict[str, Any] = {
            "rules": None,
            "game": None,
            "fen": None,
            "clock": {"limit": 300, "increment": 1},
            "days": None,
        }
        terms |= {"rated": False}
        has_terms = path.endswith(("/challenge", "/{user_name}", "/seek", "/round", "/simul", "/tournament"))
        is_offer = has_terms and ("challenge" in path or "class" in path or path in ("/api/seek", "/api/tournament"))
        if path == "/api/seek":
            terms |= {"rating_low": None, "rating_high": None}
        known = bodies.get(f"{method} {path}", dict)()
        return (terms if is_offer else {}) | known

    def query_values(self, path: str) -> dict[str, str]:
        """Parameters without which a request cannot succeed."""
        if path in ("/api/explorer", "/api/tablebase"):
            return {"fen": "7/7/7/3R3/7/3c3/7/7/E6 b"}
        return {"rules": "standard"} if path == "/api/rules/compiled" else {}

    def frame(self, kind: str) -> dict[str, Any]:
        """The fields of a frame that succeeds."""
        makers: dict[str, Callable[[], dict[str, Any]]] = {
            "watch": lambda: {"game": self.game()},
            "unwatch": lambda: {"game": "missing1"},
            "tournament": lambda: {"tournament": self.tournament()},
            "class": lambda: {"class": self.room()["id"]},
            "move": lambda: {"game": self.game(), "move": "a4a5", "ply": 2},
            "plan": lambda: {"game": self.moved(), "lines": [["g6g5", "a5a6"]]},
            "resign": lambda: {"game": self.game()},
            "abort": lambda: {"game": self.game()},
            "offer": lambda: {"game": self.game(), "kind": "draw"},
            "accept": lambda: {"game": self.offered(), "kind": "draw"},
            "decline": lambda: {"game": self.offered(), "kind": "draw"},
            "resume": lambda: {"game": self.paused()},
            "rematch": lambda: {"game": self.finished()},
            "chat": lambda: {"game": self.game(), "text": "hello"},
            "phrase": lambda: {"game": self.game(), "kind": "hello"},
            "claim": lambda: {"game": self.game()},
            "give": lambda: {"game": self.game(clock={"limit": 300})},
        }
        return makers.get(kind, dict)()

    def moved(self) -> str:
        """A game in which it is the opponent's turn."""
        game = self.game()
        self.client.move(game, "a4a5")
        return game

    def paused(self) -> str:
        game = self.offered("pause")
        self.client.post(f"/api/board/game/{game}/pause/yes")
        return game

    def mail(self, command: str) -> list[str]:
        """The words of an email command that succeeds."""
        name, foe = self.name, self.opponent.name

        def number(game: str) -> str:
            return str(self.client.get(f"/api/game/{game}")["number"])

        def challenge(game_id: str) -> str:
            return str(self.client.get(f"/api/challenge/{game_id}")["challenge"]["number"])

        makers: dict[str, Callable[[], list[str]]] = {
            "help": lambda: ["help"],
            "signup": lambda: ["signup", f"fuzzmail{next(_numbers)}", PASSWORD_BY_MAIL],
            "list": lambda: ["list"],
            "all show": lambda: ["all", "show", name],
            "standings": lambda: ["jungle", "standings"],
            "ratings": lambda: ["jungle", "ratings"],
            "history": lambda: ["jungle", "history"],
            "games": lambda: ["jungle", "games", name, "all"],
            "show": lambda: ["jungle", "show", number(self.game())],
            "preview": lambda: ["jungle", "preview", number(self.game()), "a4a5"],
            "challenge": lambda: ["jungle", "challenge", name, foe],
            "accept": lambda: ["jungle", "accept", challenge(self.challenge()), name, PASSWORD_BY_MAIL],
            "decline": lambda: ["jungle", "decline", challenge(self.challenge()), name, PASSWORD_BY_MAIL],
            "move": lambda: ["jungle", "move", number(self.game()), name, PASSWORD_BY_MAIL, "a4a5#2"],
            "plan": lambda: ["jungle", "plan", number(self.moved()), name, PASSWORD_BY_MAIL, "g6g5", "a5a6"],
            "resign": lambda: ["jungle", "resign", number(self.game()), name, PASSWORD_BY_MAIL],
            "chat": lambda: ["jungle", "chat", number(self.game()), name, PASSWORD_BY_MAIL],
            "submit": lambda: ["jungle", "submit", number(self.game()), name, PASSWORD_BY_MAIL, "a4a5#2"],
            "small": lambda: ["jungle", "small", name, PASSWORD_BY_MAIL],
            "large": lambda: ["jungle", "large", name, PASSWORD_BY_MAIL],
            "message": lambda: ["message", name, PASSWORD_BY_MAIL, foe],
        }
        return makers[command]()


MAIL_COMMANDS = (
    *("help", "signup", "list", "all show", "standings", "ratings", "history", "games", "show", "preview"),
    *("challenge", "accept", "decline", "move", "plan", "resign", "chat", "submit", "small", "large", "message"),
)
PASSWORD_BY_MAIL = "correct-mail-horse"
