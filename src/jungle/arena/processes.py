"""Processes of our own: started, asked through pipes, and ended together with everything that they started.

The program has workers, which play games, and a worker has a process for each player whose code is not ours.
Requests go down as pickles, since each process trusts the one that started it; when that is gone, it ends too.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

CLOSE_SECONDS = 0.5
"""The time a process may take to close its players once it is no longer needed."""
_END = object()


def start_process(module: str) -> "subprocess.Popen[bytes]":
    """Run a module as a process of its own."""
    # The current folder comes last, so that files there cannot shadow modules.
    paths = [*filter(None, sys.path), os.getcwd()]  # noqa: PTH109 -- text, as the others are
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        # A process group of its own: it is killed with all that it started, and Ctrl-C does not reach it.
        # Not a session of its own, in which `nice` would have no effect.
        process_group=0,
    )


def close_process(process: "subprocess.Popen[bytes]", *, seconds: float = CLOSE_SECONDS) -> None:
    """End a process: by closing its input, or by force if it is still there after that time."""
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    kill_process(process)


def kill_process(process: "subprocess.Popen[bytes]") -> None:
    """End a process at once, and everything in its group."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()


def how_it_ended(process: "subprocess.Popen[bytes]") -> str:
    """Why a process is gone, or, if it is not, why we hear nothing from it."""
    try:
        code = process.wait(CLOSE_SECONDS)
    except subprocess.TimeoutExpired:
        return "the process closed its output, or wrote what it should not"
    return (
        f"the process {f'was killed by {signal.Signals(-code).name}' if code < 0 else f'ended with exit code {code}'}"
    )


def serve(end: Callable[[], None]) -> tuple[Iterator[Any], BinaryIO]:
    """For the process itself: the requests as they come, and the stream for the answers.

    Anything else that is printed here is discarded, and stdin is empty. The requests end when the sender is gone;
    if the process is still there a little later, `end` is called from another thread.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what an interrupt means is decided above
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                waiting.put(pickle.load(requests))
        waiting.put(_END)
        time.sleep(CLOSE_SECONDS)
        end()

    threading.Thread(target=listen, daemon=True).start()
    return iter(waiting.get, _END), answers
