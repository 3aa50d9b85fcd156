"""How errors reach clients."""

from tests.server.harness.clients import Client


def test_errors_have_one_shape_everywhere(nobody: Client) -> None:
    for method, path, status in (
        ("GET", "/api/game/missing1", 404),
        ("GET", "/nowhere", 404),
        ("DELETE", "/livez", 405),
        ("GET", "/api/account", 401),
        ("GET", "/api/game/%00", 400),
        ("GET", "/api/tablebase?fen=x", 422),
    ):
        answer = nobody.request(method, path)
        assert answer.status == status, path
        assert set(answer.json["error"]) == {"code", "message"}
    for body in (b"{", b'{"name": 1}', b"[]", b"\xff", b'{"name":"a\\u0000","password":"x"}'):
        answer = nobody.request("POST", "/api/login", body, Content_Type="application/json")
        assert answer.status in (400, 422), body
        assert set(answer.json["error"]) == {"code", "message"}
    answer = nobody.request("POST", "/api/login", b"x" * 70_000, Content_Type="application/json")
    assert (answer.status, answer.code) == (413, "too_large")
