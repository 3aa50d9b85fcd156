"""What the middleware does to every request."""

from pathlib import Path

from tests.server.harness.clients import Client
from tests.server.harness.processes import free_port, served


def test_every_response_has_the_security_headers(nobody: Client) -> None:
    for path in ("/", "/app.js", "/api/docs", "/api/tv", "/readyz", "/nothing"):
        headers = nobody.request("GET", path).headers
        policy = headers.get_all("content-security-policy")
        assert policy is not None
        assert len(policy) == 1
        assert "default-src 'none'" in policy[0]
        assert "unsafe-inline" not in policy[0]
        assert "'unsafe-eval'" not in policy[0].replace("'wasm-unsafe-eval'", "")
        assert "object-src 'none'; base-uri 'none'" in policy[0]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["strict-transport-security"] is None  # This server uses plain HTTP.


def test_api_responses_are_not_cached(blue: Client, nobody: Client) -> None:
    for client, path in ((blue, "/api/account"), (nobody, "/api/session"), (nobody, "/api/nothing")):
        assert client.request("GET", path).headers["cache-control"] == "no-store"
    assert nobody.request("GET", "/").headers["cache-control"] == "no-cache"


def test_hsts_is_set_behind_https(data: Path) -> None:
    port = free_port()
    with served(data, "--public-url", "https://jungle.example.org", port=port) as server:
        server.port = port  # Not that of the public URL.
        for path in ("/", "/api/tv", "/nothing"):
            told = Client(server).request("GET", path).headers["strict-transport-security"]
            assert told == "max-age=31536000; includeSubDomains"


def test_trace_is_refused(nobody: Client) -> None:
    for path in ("/", "/api/account", "/mail"):
        assert nobody.request("TRACE", path).status == 405
