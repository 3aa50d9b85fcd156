"""House bots: child processes that play through the public bot API."""

import asyncio
import logging
import os
import socket
import sys
from pathlib import Path

import sqlalchemy as sa

from jungle.server.identity import sessions
from jungle.server.identity.accounts import HOUSE_BOT
from jungle.server.services import Services
from jungle.server.settings import Settings
from jungle.server.storage.schema import tokens, users

log = logging.getLogger("jungle.server.api.bots")

SCOPES = ("bot:play", "challenge:write")
RESTART_SECONDS = 2.0
PACE_SECONDS = 1.0
"""The minimum time per move: an instant reply feels unnatural."""


class HouseBots:
    """One child process per strength. A process that dies is restarted."""

    def __init__(self, settings: Settings, services: Services) -> None:
        self.settings = settings
        self.services = services
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        for strength in self.settings.bots.split(",") if self.settings.bots else ():
            token = await self._token_file(strength)
            self._tasks.append(asyncio.create_task(self._keep_running(strength, token)))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _token_file(self, strength: str) -> Path:
        """Write a fresh token for a strength's account to a file that only we can read."""
        name = f"{HOUSE_BOT}{strength}"
        now = self.services.now()

        def account(connection: sa.Connection) -> int:
            found = connection.execute(sa.select(users.c.id).where(users.c.key == name)).scalar()
            if found is not None:
                return int(found)
            values = {"name": name, "key": name, "kind": "bot", "created": now, "seen": now}
            identity: int = connection.execute(sa.insert(users).values(values).returning(users.c.id)).scalar_one()
            return identity

        user_id = await self.services.database.write(account)
        # Other servers on the same database run their own house bots with their own tokens.
        note = f"{socket.gethostname()}:{self.settings.port} {self.settings.data.resolve()}"
        mine = (tokens.c.user_id == user_id, tokens.c.note.in_(("", note)))
        await self.services.database.execute(sa.delete(tokens).where(*mine))
        token = await sessions.new_token(self.services.database, user_id, SCOPES, now, note=note)
        self.settings.data.mkdir(parents=True, exist_ok=True)
        path = self.settings.data / f"{name}.token"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(descriptor, token.encode())
        os.close(descriptor)
        return path

    async def _keep_running(self, strength: str, token: Path) -> None:
        host = "127.0.0.1" if self.settings.host in ("0.0.0.0", "::") else self.settings.host
        url = f"http://{host}:{self.settings.port}"
        command = [sys.executable, "-P", "-m", "jungle", "bot", "--server", url]
        command += ["--token", str(token), "--player", strength, "--until-eof"]
        command += ["--pace", str(PACE_SECONDS)]
        while True:
            # Ctrl-C in a terminal is for the server, which stops its bots itself. If it is killed, their input closes.
            child = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, start_new_session=True
            )
            try:
                await child.wait()
            except asyncio.CancelledError:
                child.terminate()
                await child.wait()
                raise
            log.warning("the house bot %s has exited; restarting it", strength)
            await asyncio.sleep(RESTART_SECONDS)
