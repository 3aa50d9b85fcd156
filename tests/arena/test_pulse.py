"""The pulse: what the supervisor reads is never half of one state and half of another that looks like a hang."""

import subprocess
import sys
import time
from pathlib import Path

from jungle.arena.pulse import Pulse
from jungle.pieces import Side

BUSY = """
import sys, time
from pathlib import Path
from jungle.arena.pulse import Pulse

pulse = Pulse(Path(sys.argv[1]))
print("ready", flush=True)
end = time.monotonic() + 1.5
while time.monotonic() < end:
    pulse.idle()
    pulse.starting(1, 0, 0)
    pulse.thinking(1, 1, 0)
    pulse.moved(0, "a3a4")
    pulse.thinking(1, 0, 1)
"""


def test_nobody_seems_to_hang_who_does_not(tmp_path: Path) -> None:
    path = tmp_path / "pulse"
    Pulse.create(path)
    with subprocess.Popen([sys.executable, "-c", BUSY, str(path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        pulse, looks = Pulse(path), 0
        while writer.poll() is None:
            beat = pulse.beat()
            looks += 1
            # The writer may be asleep for a while itself, but not for as long as the machine runs.
            assert beat.thinker is None or 0 <= beat.seconds < 30
            assert beat.moves in ((), ("a3a4",))
        pulse.close()
    assert looks > 1000


def test_who_starts_is_told_from_who_thinks(tmp_path: Path) -> None:
    path = tmp_path / "pulse"
    Pulse.create(path)
    pulse = Pulse(path)
    pulse.starting(4, Side.RED, 0)
    assert (pulse.beat().thinker, pulse.beat().is_starting) == (Side.RED, True)
    pulse.thinking(4, Side.RED, 0)
    assert (pulse.beat().thinker, pulse.beat().is_starting) == (Side.RED, False)
    time.sleep(0.05)
    assert pulse.beat().seconds >= 0.05
    pulse.idle()
    assert pulse.beat().thinker is None
    pulse.close()
