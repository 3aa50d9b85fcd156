"""The texts of the terminal game about players, moves, refusals and results.

If each player has an edge of the board, players are named after it, and moves are written as animal and direction. In
other games players are named after their colour, and moves are written as squares.
"""

from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from jungle.board_game import REPETITIONS, BoardGame
from jungle.errors import IllegalMoveReason
from jungle.language import Translator
from jungle.moves import BoardMove
from jungle.options import command_name
from jungle.outcome import Outcome, Reason
from jungle.phrases import about_level, ending_words, hint_words, player_name, reason_words, refusal, story_words
from jungle.pieces import Animal, Side
from jungle.play import Review, TurningPoint, events
from jungle.play.events import Event, Job, Refusal
from jungle.storage import archive, scores
from jungle.svg.charts import sparkline
from jungle.terminal.ansi import COLOURLESS, Paint, padded, wrapped
from jungle.terminal.commands import OPPOSITES, Verb

# Players and engine are imported when they are first needed, so that a game between people starts quickly.

MOVE_COLUMNS = 26
SQUARE_MOVES_PER_LINE = 6
SIDE_COLUMNS = 10
WARNED_AT = (20, 5)
"""Plies before the limit of moves without a capture at which players are warned."""
TURNING_POINTS = 3
GRAPH = 60
"""Columns of a review's graph at most."""

REFUSALS = {
    Refusal.NOT_YOUR_TURN: "terminal.not your turn",
    Refusal.NOTHING_TO_UNDO: "terminal.nothing to undo",
    Refusal.NOTHING_TO_REDO: "terminal.nothing to redo",
    Refusal.TURNED_UP: "terminal.no undo",
    Refusal.NO_COLOURS: "terminal.no colours",
    Refusal.NO_PERSON: "terminal.no draw",
    Refusal.NOTHING_TO_REVIEW: "terminal.history.empty",
    Refusal.NO_LEVEL: "terminal.no level",
}


class Notation(Enum):
    """How moves are written."""

    WORDS = "words"
    """`move elephant up`, as one would type it."""
    ANIMALS = "animals"
    """`ELEP a4`, in Chinese `象 a4`."""
    RANKS = "ranks"
    """`8-a4`, as in game files."""


class TextRenderer:
    """The language, colours and notation of a session, and whether its board is turned."""

    def __init__(self, say: Translator, *, notation: Notation = Notation.WORDS, paint: Paint = COLOURLESS) -> None:
        self.say = say
        self.notation = notation
        self.paint = paint
        self.turned = False
        """Whether Red's edge is at the bottom."""

    # Players and moves

    def side(self, game: BoardGame, side: Side | None, *, capital: bool = False) -> str:
        """A player's name, in their colour."""
        name = side_name(self.say, game, side)
        return self.paint(name.capitalize() if capital else name, side)

    def seen(self, direction: str) -> str:
        """Convert a direction between Blue's view of the board and the view shown, either way."""
        return OPPOSITES[direction] if self.turned else direction

    def move(self, game: BoardGame, move: BoardMove) -> str:
        """A move in the session's notation."""
        square = game.grid.square_name
        if self.notation is not Notation.WORDS:
            return self.sign(move) if self.notation is Notation.ANIMALS else move.notation()
        if move.is_flip():
            return self.say("terminal.words.flip", square=square(move.origin))
        if not game.uses_directions:
            return self.say("terminal.words.squares", origin=square(move.origin), target=square(move.target))
        return self.say(
            "terminal.words.animal",
            verb=self.say("terminal.jump" if move.is_jump() else "terminal.move"),
            animal=self.say(f"animal.{move.animal}"),
            direction=self.say(f"terminal.{self.seen(move.direction or '')}"),
        )

    def sign(self, move: BoardMove) -> str:
        """A move by its animal and square, a capture with `x`; a flip by its square and what it turned up."""
        square = move.grid.square_name(move.target)
        if move.is_flip():
            return square if move.revealed is None else f"{square}={self._chess(move.revealed.animal)}"
        return f"{self._chess(move.animal)} {'x' if move.captured else ''}{square}"

    def _chess(self, animal: Animal | None) -> str:
        return self.say(f"terminal.chess.{animal}")

    # What happens

    def event(self, game: BoardGame, event: Event, verb: Verb | None = None) -> list[str]:
        """The lines about an event. `verb` is what a person tried to do. Raises the error of a player that failed."""
        match event:
            case events.Moved(move=move):
                lines = [self._announced(game, event), self.effect(game, move), draw_warning(self.say, game)]
                return [line for line in lines if line]
            case events.Undone(moves=()):
                return [self.say("terminal.undone.end")]
            case events.Undone(moves) | events.Redone(moves):
                words = self.say("list.comma").join(self.move(game, move) for move in moves)
                key = "terminal.undone" if isinstance(event, events.Undone) else "terminal.redone"
                return [self.say(key, words=words)]
            case events.Refused():
                return [self.refused(game, event, verb)]
            case events.Hinted(hint):
                words, notation = self.move(game, hint.move), hint.move.notation()
                lines = [self.say("terminal.hint", words=words, notation=notation, why=hint_words(self.say, hint))]
                if hint.plan is not None and hint.way():
                    way = " - ".join(map(game.grid.square_name, (hint.plan.piece, *hint.plan.steps)))
                    lines.append(self.say("terminal.hint.way", way=way))
                return lines
            case events.Unsaved(why):
                return [self.say("terminal.state.failed", why=why)]
            case events.Failed(task=Job.MOVE, error=error):
                raise error
            case events.Failed(why=why):
                return [self.say("terminal.failed", why=why)]
        return []

    def _announced(self, game: BoardGame, event: events.Moved) -> str:
        """The announcement of a computer's move."""
        if event.player is None:
            return ""
        side, level = self.side(game, event.side, capital=True), player_name(self.say, event.player)
        return self.say("terminal.plays", side=side, level=level, words=self.move(game, event.move))

    def effect(self, game: BoardGame, move: BoardMove) -> str:
        """What a move turned up or captured; empty if nothing."""
        if move.revealed is not None:
            side, animal = move.revealed
            return self.say(
                "terminal.turned up",
                square=game.grid.square_name(move.origin),
                side=side_name(self.say, game, side),
                animal=self.paint(self._chess(animal), side),
            )
        if move.captured is None:
            return ""
        key = "terminal.trade" if move.trade else "terminal.captures"
        return self.say(key, animal=self._chess(move.animal), prey=self._chess(move.captured))

    def move_list(self, game: BoardGame, animal: Animal | None, columns: int) -> str:
        """A list of the legal moves, of one animal or all, in words and, if the words name animals, in notation."""
        moves = [move for move in game.legal_moves() if animal in (None, move.animal)]
        if not moves:
            return self.say("refusal.stuck", animal=self.say(f"animal.{animal}")) + "\n"
        entries = [self.move(game, move) for move in moves]
        if game.uses_directions and self.notation is Notation.WORDS:
            named = zip(entries, moves, strict=True)
            entries = [padded(padded(words, MOVE_COLUMNS - 6) + move.notation(), MOVE_COLUMNS) for words, move in named]
            lines = ["".join(line).rstrip() for line in _grouped(entries, max(1, (columns + 2) // MOVE_COLUMNS))]
        else:
            lines = [f"  {', '.join(line)}" for line in _grouped(entries, SQUARE_MOVES_PER_LINE)]
        return "".join(f"{line}\n" for line in [self.say("terminal.moves"), *lines])

    def history(self, game: BoardGame) -> str:
        """The moves so far, one per line: round, player, move, and its notation or effect."""
        if not len(game):
            return self.say("terminal.history.empty") + "\n"
        lines = [self.say("terminal.history") + "\n"]
        for ply, move in enumerate(game.moves):
            side, words = side_name(self.say, game, game.positions[ply].side), self.move(game, move)
            if game.uses_directions:
                notation = move.notation() if self.notation is Notation.WORDS else ""
                text = (padded(side, SIDE_COLUMNS) + padded(words, MOVE_COLUMNS - 6) + notation).rstrip()
            else:
                text = f"{side}: {words}  {self.effect(game, move)}".rstrip()
            lines.append(f"{ply + 1:4}. {text}\n")
        return "".join(lines)

    def refused(self, game: BoardGame, event: events.Refused, verb: Verb | None = None) -> str:
        """Why an action was refused. `verb` is what a person tried to do."""
        why = event.why
        if why is Refusal.NOT_A_MOVE:
            names = game.grid.names
            key = "terminal.squares" if game.uses_directions else "terminal.square"
            return self.say(key, first=names[0], last=names[-1])
        if isinstance(why, Refusal):
            return self.say(REFUSALS[why])
        if why is IllegalMoveReason.MISNAMED:
            text = event.text
            return self.say(
                "terminal.misnamed", right=text.replace("x", "-") if "x" in text else text.replace("-", "x")
            )
        if verb is Verb.FLIP:
            reason = self.say("refusal.no face-down")
        elif why is IllegalMoveReason.ABSENT and event.animal is not None and game.hidden_pieces(0):
            reason = self.say("refusal.not there", animal=self.say(f"animal.{event.animal}"))
        else:
            reason = refusal(self.say, why, game.rules, event.animal)
        return (
            reason
            if verb is None or why is IllegalMoveReason.BLOCKED
            else self.say(f"terminal.cannot.{verb.value}", why=reason)
        )

    # The end, and what comes after it

    def ended(self, game: BoardGame, outcome: Outcome) -> str:
        """Who won and why, or why it is a draw. A resignation needs no reason."""
        reason = ending_words(self.say, outcome, game)
        if outcome.winner is None:
            return self.say("terminal.draw", reason=reason)
        wins = self.say("terminal.wins", side=self.side(game, outcome.winner, capital=True))
        return wins if outcome.reason is Reason.RESIGNATION else f"{wins} ({reason})"

    def results(self, folder: Path, game: BoardGame, name: str) -> str:
        """A person's results against a player, after a game has ended; empty if nothing was saved."""
        if not len(game):
            return self.say("terminal.results.none")
        from jungle.players import canonical_level

        found = results(folder, game.kind).get(canonical_level(name))
        if found is None:
            return ""
        wins, draws, losses = found
        return self.say("terminal.results", level=player_name(self.say, name), wins=wins, draws=draws, losses=losses)

    def levels(self, folder: Path, kind: str) -> str:
        """All levels, how they play, and a person's results against each."""
        from jungle.players import LEVEL_NAMES, LEVELS, number_of

        names, found = {str(number_of(name)): name for name in LEVEL_NAMES}, results(folder, kind)
        lines = [self.say("terminal.levels")]
        for number in LEVELS:
            title = player_name(self.say, number)
            title += f", {self.say(f'level.{names[number]}')}" if number in names else ""
            lines.append(f"{number:>4}. {title}: {about_level(self.say, number)}")
            if number in found:
                wins, draws, losses = found[number]
                lines.append("      " + self.say("terminal.results.short", wins=wins, draws=draws, losses=losses))
        return "".join(f"{line}\n" for line in lines)

    def review(self, review: Review, columns: int) -> str:
        """Each side's accuracy, the turning points of a game, and the better moves."""
        say, game = self.say, review.game
        lines = [say("terminal.review")]
        for side in Side:
            if (accuracy := review.accuracy(side)) is not None:
                name = side_name(say, game, side).capitalize()
                lines.append(say("terminal.review.accuracy", side=name, percent=f"{accuracy:.0f}"))
        graph = sparkline(_sampled([0.5, *review.chances()], min(GRAPH, columns - 2)))
        lines.append(say("terminal.review.chances", side=side_name(say, game, Side.BLUE), graph=graph))
        points = review.turning_points(TURNING_POINTS)
        lines.append(say("terminal.review.points" if points else "terminal.review.none"))
        for point in points:
            lines += self._turning_point(game, point)
        lines.append(wrapped(self._story(review), columns))
        if review.cards:
            lines.append(say("terminal.review.cards", count=review.cards, command=command_name()))
        return "".join(f"{line}\n" for line in lines)

    def _story(self, review: Review) -> str:
        """When the game was decided, and what to practise."""
        game, found = review.game, review.decisive_moment()
        if found is None:
            return story_words(self.say, game.outcome(), None)
        ply, moment = found
        return story_words(
            self.say,
            game.outcome(),
            moment,
            number=ply + 1,
            side=side_name(self.say, game, moment.side),
            move=self.move(game, game.moves[ply]),
            better=self.move(game, moment.best.move),
        )

    def _turning_point(self, game: BoardGame, point: TurningPoint) -> list[str]:
        say, (ply, judged) = self.say, point
        played = say(
            "terminal.review.played",
            round=ply + 1,
            side=side_name(say, game, judged.side),
            words=self.move(game, game.moves[ply]),
            verdict=say(f"verdict.{judged.verdict.value}"),
        )
        best = judged.best.move
        better = say("terminal.review.better", words=self.move(game, best), notation=best.notation())
        sentences = [
            sentence if why is None else say("terminal.review.why", sentence=sentence, why=reason_words(say, why))
            for sentence, why in ((played, judged.fault), (better, judged.reason))
        ]
        return [f"  {sentences[0]}", f"    {sentences[1]}"]


def side_name(say: Translator, game: BoardGame, side: Side | None) -> str:
    """A player's name; None is the player to move before the colours are decided."""
    if side is None:
        return say("terminal.first")
    return say(f"terminal.{'edge' if game.uses_directions else 'colour'}.{side.name.lower()}")


def draw_rules(say: Translator, game: BoardGame) -> list[str]:
    """The rules that draw this game, and how far away a draw is; empty if it cannot be drawn."""
    rules = [say("draws.repetition")] if game.repetition_draws() else []
    limit = game.rules.quiet_limit
    if limit is not None:
        rules.append(_of_game(say, "quiet", game, limit=limit, left=limit - game.position.quiet))
    return rules


def draw_warning(say: Translator, game: BoardGame) -> str:
    """A warning if the last move has brought a draw close, or an empty text."""
    if game.is_over():
        return ""
    if game.repetition_draws() and game.repetitions() == REPETITIONS - 1:
        return say("draws.repetition.near")
    limit, quiet = game.rules.quiet_limit, game.position.quiet
    if limit is not None and quiet and limit - quiet in WARNED_AT:
        return _of_game(say, "quiet.near", game, left=limit - quiet)
    return ""


def _of_game(say: Translator, name: str, game: BoardGame, **values: int) -> str:
    """A text about draws, in this game's own words if it has any."""
    own_key = f"draws.{name}.{game.kind}"
    return say(own_key if own_key in say else f"draws.{name}", **values)


def results(folder: Path, kind: str) -> dict[str, tuple[int, int, int]]:
    """A person's games won, drawn and lost in one game, by opponent; levels go by number, under either name."""

    from jungle.players import canonical_level

    return scores(archive(folder), kind, canonical_level)


def _grouped(texts: list[str], number: int) -> Iterable[list[str]]:
    return (texts[start : start + number] for start in range(0, len(texts), number))


def _sampled(values: list[float], most: int) -> list[float]:
    """At most this many of the values, evenly spaced."""
    if len(values) <= most:
        return values
    return [values[index * (len(values) - 1) // (most - 1)] for index in range(most)]
