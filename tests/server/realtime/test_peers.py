"""Heartbeats."""

import asyncio
from pathlib import Path

import pytest

from tests.server.harness.house import House, in_house


def test_the_heartbeat_survives_unexpected_errors(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        beaten: list[None] = []

        async def beat() -> None:
            beaten.append(None)
            if len(beaten) < 3:
                raise RuntimeError("nobody thought of this")

        monkeypatch.setattr("jungle.server.realtime.peers.BEAT_SECONDS", 0)
        monkeypatch.setattr(house.services.peers, "beat", beat)
        running = asyncio.create_task(house.services.peers.run())
        while len(beaten) < 5:
            await asyncio.sleep(0)
        running.cancel()

    in_house(data, story)
