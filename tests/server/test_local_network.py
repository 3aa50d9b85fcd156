"""Addresses in a school's network."""

import socket

import pytest

from jungle.server import local_network


def test_addresses_of_the_local_network_can_be_reached_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = iter(["192.168.1.20", None, "10.0.0.7", "192.168.1.20"])
    monkeypatch.setattr(local_network, "_source_of", lambda _: next(sources))
    named = [(0, 0, 0, "", (address, 0)) for address in ("127.0.1.1", "169.254.3.4", "10.0.0.7", "172.16.0.9")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: named)
    assert local_network.local_addresses() == ["192.168.1.20", "10.0.0.7", "172.16.0.9"]
