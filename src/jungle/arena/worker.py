"""The process that plays games: `python -m jungle.arena.worker FOLDER`, started by `jungle.arena.process`.

It reads batches as JSON lines and answers each with one line a game, as it ends. Its pulse lies in the folder.
What players print goes nowhere, so that it cannot be taken for an answer.
"""

import json
import os
import queue
import shutil
import signal
import sys
import threading
from pathlib import Path
from typing import Any, TextIO

from jungle.arena.games import Conditions, GameJob
from jungle.arena.players import PlayerSpec
from jungle.arena.playing import PlayerFailedError, Seat, play_game
from jungle.arena.pulse import Pulse
from jungle.pieces import Side

PULSE_FILE = "pulse"


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor decides what an interrupt means
    orders, answers = _take_pipes()
    batches: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(orders, batches), daemon=True).start()
    pulse = Pulse(Path(sys.argv[1]) / PULSE_FILE)
    table: tuple[Conditions, list[str]] | None = None
    seats: list[Seat] = []
    while True:
        batch = json.loads(batches.get())
        conditions, players = Conditions.from_json(batch["conditions"]), batch["players"]
        if (conditions, players) != table:  # another run's batch, on a cluster
            for seat in seats:
                seat.leave()
            table = conditions, players
            seats = [Seat(PlayerSpec.parse(text), conditions) for text in players]
        if batch.get("check"):
            _answer(answers, _check(players, seats, pulse))
            continue
        for number, data in enumerate(batch["games"]):
            job = GameJob.from_json(data)
            sides = seats[job.blue], seats[job.red]
            _answer(answers, play_game(job, sides, conditions, pulse, number).to_json())


def _take_pipes() -> tuple[TextIO, TextIO]:
    """Keep the pipes to the supervisor for ourselves; players find nothing to read and nobody who hears them."""
    orders = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    return orders, answers


def _listen(orders: TextIO, batches: "queue.SimpleQueue[str]") -> None:
    """Hand over what the supervisor sends; when it is gone, go too, with the folder and whatever players started."""
    for line in orders:
        batches.put(line)
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _check(players: list[str], seats: list[Seat], pulse: Pulse) -> dict[str, Any]:
    """Start every player once and say which of them cannot, and why."""
    faults = []
    for number, (text, seat) in enumerate(zip(players, seats, strict=True)):
        pulse.starting(number, Side.BLUE, 0)
        try:
            seat.new_game("check")
        except PlayerFailedError as failure:
            faults.append(f"player {text!r} does not start: {failure.detail}")
        seat.leave()
    pulse.idle()
    return {"faults": faults}


def _answer(answers: TextIO, data: dict[str, Any]) -> None:
    answers.write(json.dumps(data) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
