"""A class with connected pupils."""

import itertools
from typing import Any

from tests.server.harness.clients import Client, Live, cookie_of, sign_in, sign_up
from tests.server.harness.processes import Server

_numbers = itertools.count(1)


class Classroom:
    """A class with its teacher, and pupils who are connected."""

    def __init__(self, server: Server) -> None:
        self.server = server
        name = f"teacher{next(_numbers)}"
        sign_up(server, name)
        self.teacher = sign_in(server, name)
        made = self.teacher.post("/api/class", {"name": "Year  2"})["class"]
        self.id, self.code = made["id"], made["code"]
        self.path = f"/api/class/{self.id}"
        self.sockets: dict[str, Live] = {}

    def join(self) -> Client:
        return join(self.server, self.code)

    def enter(self, *pupils: Client) -> list[Live]:
        """Connect pupils, so that they are here."""
        sockets = []
        for pupil in pupils:
            socket = self.sockets[pupil.name] = pupil.live()
            socket.next("hello")
            sockets.append(socket)
        return sockets

    def pupils(self, count: int) -> list[Client]:
        """New pupils who are here."""
        joined = [self.join() for _ in range(count)]
        self.enter(*joined)
        return joined

    def follow(self, member: Client) -> tuple[Live, Any]:
        """A connection that hears what happens in the class, and the state with which that begins."""
        socket = member.live()
        socket.send(**{"type": "class", "class": self.id})
        frame = socket.next("class", "error")
        assert frame["type"] == "class", frame
        return socket, frame["class"]

    def state(self, member: Client | None = None) -> Any:
        return (member or self.teacher).get(self.path)["class"]

    def put(self, path: str, body: Any) -> Any:
        answer = self.teacher.request("PUT", f"{self.path}{path}", body)
        assert answer.status == 200, answer.text
        return answer.json


def join(server: Server, code: str, **headers: str) -> Client:
    answer = Client(server).request("POST", "/api/class/join", {"code": code}, **headers)
    assert answer.status == 201, answer.text
    client = Client(server, answer.json["name"], cookie=cookie_of(answer))
    client.card = answer.json["card"]  # type: ignore[attr-defined]
    return client


def heard(socket: Live, what: str) -> Any:
    """The next event of a class of this kind."""
    while (frame := socket.next("class"))["what"] != what:
        pass
    return frame
