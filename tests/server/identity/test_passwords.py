"""Hashing under attack: networks take turns."""

import asyncio
from typing import Any

import pytest

from jungle.server.errors import BusyError
from jungle.server.identity import passwords
from jungle.server.identity.passwords import IS_KNOWN, SOURCE, Passwords


async def _from(address: str, work: Any) -> Any:
    SOURCE.set(address)
    return await work


def test_a_flood_from_one_network_does_not_delay_others() -> None:
    async def story() -> None:
        hasher, done = Passwords(64), []

        async def hashed(address: str) -> None:
            await _from(address, hasher.hash("a password"))
            done.append(address)

        crowd = [asyncio.create_task(hashed(f"192.0.2.{number}")) for number in range(200)]
        await asyncio.sleep(0)
        await hashed("198.51.100.1")
        assert len(done) < 50, "it did not wait for all of the others"
        await asyncio.gather(*crowd)
        assert len(done) == 201
        hasher.close()

    asyncio.run(story())


def test_wrong_passwords_from_many_networks_do_not_delay_honest_logins() -> None:
    """With 240 networks, three honest logins took 2.6 s at the median."""

    async def story() -> None:
        hasher, stopping = Passwords(64), False
        right = await hasher.hash("the password")
        guesses = [0] * 240

        async def guess(number: int) -> None:
            SOURCE.set(f"10.0.{number}.1")
            while not stopping:
                assert not await hasher.matches(right, "a guess")
                guesses[number] += 1

        async def login(address: str, *, is_known: bool = False) -> int:
            """How many guesses are checked before this login."""
            SOURCE.set(address)
            IS_KNOWN.set(is_known)
            before = sum(guesses)
            assert await hasher.matches(right, "the password")
            return sum(guesses) - before

        crowd = [asyncio.create_task(guess(number)) for number in range(240)]
        while not all(guesses):
            await asyncio.sleep(0)
        fresh = [await asyncio.create_task(login(f"192.0.2.{number}")) for number in range(5)]
        known = [await asyncio.create_task(login("10.0.7.1", is_known=True)) for _ in range(5)]
        assert max(fresh + known) < 12
        # A login from an attacker's network waits longer, but not for ever.
        assert await asyncio.create_task(login("10.0.7.1")) > 12
        honest = [asyncio.create_task(login(f"192.0.{number}.1")) for number in range(100)]
        assert await asyncio.create_task(login("10.0.8.1")) < 1000
        await asyncio.gather(*honest)
        stopping = True
        await asyncio.gather(*crowd)
        hasher.close()

    asyncio.run(story())


def test_a_full_queue_drops_requests_of_the_busiest_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "WAITING_LIMIT", 20)

    async def story() -> None:
        hasher = Passwords(64)
        crowd = [asyncio.create_task(_from("192.0.2.1", hasher.hash("a password"))) for _ in range(60)]
        others = [asyncio.create_task(_from(f"10.0.{n}.1", hasher.hash("a password"))) for n in range(5)]
        answers = await asyncio.gather(*others, return_exceptions=True)
        assert all(isinstance(answer, str) for answer in answers), answers
        lost = await asyncio.gather(*crowd, return_exceptions=True)
        assert sum(isinstance(answer, BusyError) for answer in lost) >= 40
        assert sum(isinstance(answer, str) for answer in lost) >= 15
        assert (hasher._free, hasher._count, len(hasher._waiting)) == (passwords.THREADS, 0, 0)
        hasher.close()

    asyncio.run(story())


def test_a_client_that_disconnects_while_queued_frees_its_place() -> None:
    async def story() -> None:
        hasher = Passwords(64)
        tasks = [asyncio.create_task(_from(f"10.0.{n}.1", hasher.hash("a password"))) for n in range(30)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(await hasher.hash("a password"), str)
        assert (hasher._free, hasher._count) == (passwords.THREADS, 0)
        hasher.close()

    asyncio.run(story())
