"""Several servers on one machine (`jungle serve --workers N`), each on a port of its own, behind a proxy.

Starts them one after another, restarts those that die, and on SIGHUP replaces them one by one: an upgrade during which
somebody can always play. They stop when this process does, even if it is killed.
"""

import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress

from jungle.server.settings import Settings

log = logging.getLogger("jungle.server")

RESTART_SECONDS = 1.0
OF_ONE = {"bots": "", "smtp_in": ""}
"""What only the first server does."""


class Worker:
    """One of the servers."""

    def __init__(self, settings: Settings, number: int) -> None:
        values = settings.model_dump() | {"workers": 1, "until_eof": True, "port": settings.port + number}
        values["cache_memory"] = max(1, settings.cache_memory // settings.workers)
        if number:
            values |= OF_ONE
        self.number = number
        self.environment = os.environ | {f"JUNGLE_{name.upper()}": str(value) for name, value in values.items()}
        self.process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> bool:
        """Start the server. Returns False if it exits instead."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "jungle", "serve"),
            env=self.environment,
            stdin=asyncio.subprocess.PIPE,  # Closed when this process ends, however it ends.
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in a terminal is passed on by this process.
        )
        assert self.process.stdout is not None
        first = await self.process.stdout.readline()
        print(first.decode().rstrip(), flush=True)
        self._reading = asyncio.create_task(self._read(self.process.stdout))
        return first != b""

    @staticmethod
    async def _read(output: asyncio.StreamReader) -> None:
        while line := await output.readline():
            print(line.decode().rstrip(), flush=True)

    async def stop(self, how: signal.Signals) -> None:
        """Stop the server, and wait until it has."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            self.process.send_signal(how)
        await self.process.wait()


class Workers:
    """All of them."""

    def __init__(self, settings: Settings) -> None:
        self.workers = [Worker(settings, number) for number in range(settings.workers)]
        self._stopped: asyncio.Future[signal.Signals] | None = None
        self._replacing: asyncio.Task[None] | None = None
        self._being_replaced: Worker | None = None

    async def run(self) -> int:
        """Serve until SIGTERM or SIGINT. Returns an exit code."""
        loop = asyncio.get_running_loop()
        self._stopped = loop.create_future()
        for how in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(how, self._stop, how)
        loop.add_signal_handler(signal.SIGHUP, self._replace)
        for worker in self.workers:  # One after another: the first one migrates the database.
            if not await worker.start():
                await self._stop_all(signal.SIGINT)
                return 1
        keeping = [asyncio.create_task(self._keep(worker)) for worker in self.workers]
        how = await self._stopped
        for task in (*keeping, *([self._replacing] if self._replacing else [])):
            task.cancel()
        await self._stop_all(how)
        return 0

    def _stop(self, how: signal.Signals) -> None:
        assert self._stopped is not None
        if not self._stopped.done():
            self._stopped.set_result(how)
        else:  # Somebody does not want to wait for the clients to be sent away.
            for worker in self.workers:
                if worker.process is not None and worker.process.returncode is None:
                    worker.process.send_signal(how)

    async def _stop_all(self, how: signal.Signals) -> None:
        await asyncio.gather(*(worker.stop(how) for worker in self.workers))

    async def _keep(self, worker: Worker) -> None:
        """Restart a server that dies."""
        while True:
            assert worker.process is not None
            await worker.process.wait()
            if worker is self._being_replaced:
                await asyncio.sleep(RESTART_SECONDS)
                continue
            log.warning("server %d has exited with %s; restarting it", worker.number + 1, worker.process.returncode)
            await asyncio.sleep(RESTART_SECONDS)
            await worker.start()

    def _replace(self) -> None:
        if self._replacing is None or self._replacing.done():
            self._replacing = asyncio.create_task(self._replace_all())

    async def _replace_all(self) -> None:
        """Replace one server after another by a new one, which may be of another version."""
        for worker in self.workers:
            self._being_replaced = worker
            try:
                await worker.stop(signal.SIGTERM)
                is_running = await worker.start()
            finally:
                self._being_replaced = None
            if not is_running:
                log.error("server %d does not start; the others are left as they are", worker.number + 1)
                return
        log.info("all servers have been replaced")


def serve_several(settings: Settings) -> int:
    """Run the servers until stopped."""
    return asyncio.run(Workers(settings).run())
