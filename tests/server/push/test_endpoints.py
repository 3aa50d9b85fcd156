"""Addresses that users give must not make the server send requests into its own network."""

import asyncio
import socket
from typing import Any

import pytest

from jungle.server.push.endpoints import EndpointError, check_endpoint, post
from tests.server.harness.push_service import push_service

GOOD = ("https://fcm.googleapis.com/fcm/send/abc:def", "https://8.8.8.8/x", "https://[2606:4700::1111]/x")
BAD = (
    "",
    "http://push.example.org/x",
    "ftp://push.example.org/x",
    "https:///x",
    "https://push.example.org:8443/x",
    "https://push.example.org:99999/x",
    "https://user:password@push.example.org/x",
    "https://push.example.org/a b",
    "https://push.example.org/\r\nX-Evil: 1",
    "https://push.example.org/é",
    f"https://push.example.org/{'x' * 1000}",
    "https://127.0.0.1/x",
    "https://10.1.2.3/x",
    "https://169.254.169.254/latest/meta-data",
    "https://192.168.1.1/x",
    "https://0.0.0.0/x",
    "https://224.0.0.1/x",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://[64:ff9b::7f00:1]/x",
    "https://[2002:7f00:1::]/x",
    "https://[fe80::1]/x",
    "https://[fd00::1]/x",
)


@pytest.mark.parametrize("endpoint", GOOD)
def test_push_services_are_accepted(endpoint: str) -> None:
    check_endpoint(endpoint, allows_private=False)


@pytest.mark.parametrize("endpoint", BAD)
def test_other_addresses_are_refused(endpoint: str) -> None:
    with pytest.raises(EndpointError):
        check_endpoint(endpoint, allows_private=False)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "::1", "fe80::1%eth0", "2130706433"])
def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """The name may lead elsewhere when it is used than when it was checked."""
    connected = []

    async def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
        found = "127.0.0.1" if address.isdigit() else address
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", port)), (0, 0, 0, "", (found, port))]

    async def connect(*where: Any, **_: Any) -> None:
        connected.append(where)

    async def story() -> None:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo, raising=False)
        monkeypatch.setattr(asyncio, "open_connection", connect)
        with pytest.raises(EndpointError):
            await post("https://push.example.org/x", {}, b"", allows_private=False)

    asyncio.run(story())
    assert connected == []


def test_the_status_is_returned_and_nothing_else_is_followed() -> None:
    with push_service() as service:
        browser = service.browser()
        for status in (201, 302, 410, 503):
            browser.status = status
            assert asyncio.run(post(browser.endpoint, {"TTL": "1"}, b"body", allows_private=True)) == status


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-OpenSSH\r\n", b"x" * 100_000, b"HTTP/1.1 abc\r\n"])
def test_a_service_that_talks_nonsense_is_an_error(answer: bytes) -> None:
    async def story() -> None:
        async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer)
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(ConnectionError):
                await post(f"http://127.0.0.1:{port}/x", {}, b"", allows_private=True)

    asyncio.run(story())
