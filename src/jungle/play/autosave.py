"""The journal of a game in progress, written in the background after each change."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path

from jungle.board_game import BoardGame
from jungle.storage import GameJournal, Seats


class Autosave:
    """Saves a game in progress, so that it can be resumed after any exit."""

    def __init__(self, folder: Path, on_done: Callable[[], None]) -> None:
        self.folder = folder
        self.trouble: str | None = None
        """Why the game could not be saved, or None."""
        self._on_done = on_done
        self._journal: GameJournal | None = None
        self._moves: list[str] = []
        """The moves in the journal."""
        self._setting: Mapping[str, object] = {}
        self._has_ended = False
        self._writer = ThreadPoolExecutor(1, "jungle-autosave")
        self._last: Future[None] | None = None

    def resume(self, journal: GameJournal, game: BoardGame, setting: Mapping[str, object]) -> None:
        """Continue a journal that was resumed."""
        self._journal, self._setting = journal, dict(setting)
        self._moves = [str(move) for move in game.moves]

    def is_kept(self) -> bool:
        """Whether the whole game is on disk and can be resumed."""
        self.flush()
        return self._journal is not None and self._journal.is_kept()

    def keep(self, game: BoardGame, seats: Seats, setting: Mapping[str, object]) -> None:
        """Save the game as it is now."""
        self._last = self._writer.submit(self._write, game.copy(), seats, dict(setting))

    def _write(self, game: BoardGame, seats: Seats, setting: Mapping[str, object]) -> None:
        moves, outcome = [str(move) for move in game.moves], game.outcome()
        if self._has_ended and moves == self._moves and outcome:
            return  # It has been saved with its ending.
        if self._journal is None:
            self._journal = GameJournal.create(self.folder, game, seats, setting)
        elif self._has_ended:  # The ending was taken back.
            self._journal.restart(game, seats, setting)
        else:
            common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._moves, moves, strict=False)))
            if undone := len(self._moves) - common:
                self._journal.undone(undone)
            for move in moves[common:]:
                self._journal.moved(move)
            if setting != self._setting:
                self._journal.remember(**setting)
        self._moves, self._setting = moves, setting
        if outcome is not None:
            self._journal.ended(outcome)
        self._has_ended = outcome is not None
        self.trouble = self._journal.trouble
        self._on_done()

    def release(self) -> None:
        """Release the journal, so that other programs can resume the game; the next save starts a new one."""
        self._last = self._writer.submit(self._release)

    def _release(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal, self._has_ended = None, False

    def flush(self) -> None:
        """Wait until everything has been written."""
        if self._last is not None:
            self._last.result()

    def close(self) -> None:
        """Finish writing and close."""
        self._writer.shutdown()
        self._release()
