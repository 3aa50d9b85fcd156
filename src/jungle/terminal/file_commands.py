"""The commands that write and read game files."""

from pathlib import Path

from jungle.pieces import Side
from jungle.terminal.commands import TypedCommand
from jungle.terminal.game_dialogue import GameDialogue
from jungle.terminal.game_files import GameFileError, exists, file_named, load_game, printable, save_game


class FileCommands(GameDialogue):
    """`save` and `load`."""

    def _save(self, command: TypedCommand) -> str:
        if not command.rest:
            return self.say("terminal.which file", verb=command.verb.value) + "\n"
        path = file_named(command.rest)
        if exists(path):
            question = self.say("terminal.overwrite", file=printable(path))
            return self._confirm(question, yes=lambda: self._write(path), no=self._not_saved)
        return self._write(path)

    def _write(self, path: Path) -> str:
        self._turn()
        try:
            save_game(path, self.game, {str(side): self._player(side) or "human" for side in Side})
        except GameFileError as error:
            return self.say("terminal.save.failed", why=error) + "\n"
        return self.say("terminal.saved", file=printable(path)) + "\n"

    def _not_saved(self) -> str:
        self._turn()
        return self.say("terminal.not saved") + "\n"

    def _load(self, command: TypedCommand) -> str:
        if not command.rest:
            return self.say("terminal.which file", verb=command.verb.value) + "\n"
        path = file_named(command.rest)
        try:
            game = load_game(path, self.game.kind)
        except GameFileError as error:
            return self.say("terminal.load.failed", why=error) + "\n"
        if game is None:
            return self.say("terminal.load.none", file=printable(path)) + "\n"
        self._begun = game
        warning = self._journal.begin(self.game, self.players)
        return self.say("terminal.loaded", file=printable(path)) + "\n" + warning + self._round()
