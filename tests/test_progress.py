"""The progress line: updated in place on a terminal, silent elsewhere, removed at the end."""

import io
from contextlib import suppress

import pytest

from jungle.progress import Progress, bar, duration


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_progress_is_one_line_that_disappears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    stream = Terminal()
    with Progress("games", 100, done=10, stream=stream) as progress:
        progress.show(40, "score 55.0%")
        progress.show(41)  # too soon
    line = stream.getvalue().split("\r\x1b[K")[1]
    assert "40/100 games  score 55.0%" in line
    assert "left" in line
    assert len(line) < 70
    assert stream.getvalue().endswith("\r\x1b[K")
    assert "41/" not in stream.getvalue()
    assert "\n" not in stream.getvalue()


def test_without_a_total_it_shows_the_time_so_far() -> None:
    stream = Terminal()
    with Progress("games", stream=stream) as progress:
        progress.show(1234, "undecided")
    assert stream.getvalue() == "\r\x1b[K1,234 games  undecided  0:00\r\x1b[K"


def test_an_interrupt_leaves_a_clean_line() -> None:
    stream = Terminal()
    with suppress(KeyboardInterrupt), Progress("games", 10, stream=stream) as progress:
        progress.show(3)
        raise KeyboardInterrupt
    assert stream.getvalue().endswith("\r\x1b[K")


def test_without_a_terminal_only_permanent_lines_are_written() -> None:
    stream = io.StringIO()
    with Progress("games", 10, stream=stream) as progress:
        progress.show(3)
        progress.log("DC-L done")
    assert stream.getvalue() == "DC-L done\n"


def test_a_permanent_line_replaces_the_progress_line() -> None:
    stream = Terminal()
    with Progress(stream=stream) as progress:
        progress.show(text="working")
        progress.log("done")
    assert stream.getvalue() == "\r\x1b[Kworking  0:00\r\x1b[Kdone\n\r\x1b[K"


def test_bar_fills_with_the_share() -> None:
    assert [bar(share)[:3] for share in (0, 0.02, 1, 7)] == ["░░░", "▌░░", "███", "███"]


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (3661, "1:01:01")])
def test_durations_read_as_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text
