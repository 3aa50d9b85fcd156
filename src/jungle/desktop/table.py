"""The table a game is played at: who sits where, what is picked up, what may be done, what is under way.

Nothing here draws, and no rule is known here: the contest says what may be done and how it ended. Tests sit at
this table without a window.
"""

from collections.abc import Callable

from jungle.course import Outcome
from jungle.desktop.brains import Adviser, Brain, Suggestion, chance
from jungle.desktop.contests import Contest, Deed, Faces, Option
from jungle.desktop.motion import Effect, Motion
from jungle.desktop.seats import NOTICE_SECONDS, PACES, Cue, Grip, Notice, Seating
from jungle.desktop.stage import Stage
from jungle.desktop.thoughts import Thoughts
from jungle.errors import Obstacle
from jungle.language import Speaker
from jungle.pieces import Piece, Side

RESULT_DELAY = 1.5
"""Seconds between the last move and the card that tells who won."""
EASE = 5.0
"""How fast the evaluation bar follows."""
NEAR = 0.002
"""What nobody sees on the bar."""


class Table:
    """A game under way."""

    def __init__(
        self,
        contest: Contest,
        seating: Seating,
        say: Speaker,
        *,
        brain: Callable[[str], Brain],
        adviser: Adviser | None = None,
        speed: float = 1.0,
        judging: bool = True,
    ) -> None:
        self.contest = contest
        self._seating = seating
        self.say = say
        self.judging = judging
        self.grip: Grip | None = None
        self.turned = contest.has_direction and self.seating.humans == [Side.RED]
        self.cursor = contest.files * (contest.ranks // 2) + contest.files // 2
        self.cursor_shown = False
        self.viewing: int | None = None
        """The ply that is looked back at; None: the present."""
        self.paused = False
        self.stage = Stage(speed)
        self.notice: Notice | None = None
        self.suggestion: Suggestion | None = None
        self.advantage = 0.5
        """Blue's chance, as the bar shows it now."""
        self.saved_needed = False
        """Has the game changed since it was kept? Whoever only looks at a game leaves the one kept alone."""
        self._advantage = 0.5
        self._thoughts = Thoughts(brain, adviser)
        self._judged = -1
        self._waited = 0.0
        self._ended_for = 0.0
        self._announced = contest.outcome() is not None
        self._asked = False
        self._options: list[Option] = []
        self._outcome: Outcome | None = None

    # What is to be seen.

    @property
    def seating(self) -> Seating:
        """Who plays which colour, as far as the colours are known."""
        return self._seating.swapped() if self.contest.is_swapped else self._seating

    @property
    def motion(self) -> Motion | None:
        return self.stage.motion

    @property
    def effects(self) -> list[Effect]:
        return self.stage.effects

    @property
    def cues(self) -> list[Cue]:
        """What is to be heard; whoever plays it clears the list."""
        return self.stage.cues

    @property
    def is_judged(self) -> bool:
        """Is there anything for an evaluation bar to show?"""
        adviser = self._thoughts.adviser
        return self.judging and adviser is not None and adviser.judges

    @property
    def ply(self) -> int:
        return len(self.contest) if self.viewing is None else self.viewing

    def faces(self) -> Faces:
        return self.contest.faces(self.ply)

    @property
    def last(self) -> Deed | None:
        """The move that led to what is seen."""
        return self.contest.deeds()[self.ply - 1] if self.ply else None

    def options(self) -> list[Option]:
        """What may be done now."""
        self._ask()
        return self._options

    def outcome(self) -> Outcome | None:
        self._ask()
        return self._outcome

    def _ask(self) -> None:
        """Ask the contest once after each change, not in every frame."""
        if not self._asked:
            self._asked = True
            self._options, self._outcome = self.contest.options(), self.contest.outcome()

    @property
    def is_thinking(self) -> bool:
        return self._thoughts.moving is not None

    @property
    def is_hinting(self) -> bool:
        return self._thoughts.hinting is not None

    @property
    def is_moving(self) -> bool:
        """Is anything on the board to be drawn anew without an input?"""
        return (
            self.stage.is_busy
            or self._thoughts.are_busy
            or self.advantage != self._advantage
            or self.notice is not None
            or (self.outcome() is not None and self._ended_for < RESULT_DELAY)
            or (self._is_computers_turn() and not self.paused)
        )

    @property
    def result_due(self) -> bool:
        """Is it time to tell who won?"""
        return self.outcome() is not None and self.motion is None and self._ended_for >= RESULT_DELAY

    def captured(self, side: Side) -> list[Piece]:
        """The pieces that a side has lost up to the ply that is seen, in the order of their ranks."""
        lost = []
        for deed in self.contest.deeds()[: self.ply]:
            if deed.captured and deed.captured.side is side:
                lost.append(deed.captured)
            if deed.is_trade and deed.piece.side is side:
                lost.append(deed.piece)
        return sorted(lost, key=lambda piece: piece.animal, reverse=True)

    def cell_of(self, square: int) -> tuple[int, int]:
        """The column and row where a square is seen, from the top left."""
        files, ranks = self.contest.files, self.contest.ranks
        column, row = square % files, ranks - 1 - square // files
        return (files - 1 - column, ranks - 1 - row) if self.turned else (column, row)

    def square_at(self, column: int, row: int) -> int:
        files, ranks = self.contest.files, self.contest.ranks
        if self.turned:
            column, row = files - 1 - column, ranks - 1 - row
        return (ranks - 1 - row) * files + column

    def may_play(self) -> bool:
        """Is it a person's turn, now?"""
        return self.viewing is None and self.outcome() is None and self.seating.is_human(self.contest.side)

    def pickable(self) -> set[int]:
        """The squares that a person may begin a move on."""
        return {option.origin for option in self.options()} if self.may_play() else set()

    # What people do.

    def press(self, square: int) -> None:
        """The pointer goes down on a square."""
        self.cursor, self.cursor_shown = square, False
        if self.viewing is not None or not self.may_play():
            return
        if self.grip and square in self.grip.targets:
            return  # Decided when the pointer goes up.
        if square in self.pickable():
            self._pick(square, held=True)
        elif self.grip is None and (piece := self.faces().get(square)) and piece.side is self.contest.side:
            self._refuse_stuck(piece)

    def release(self, square: int | None) -> None:
        """The pointer goes up on a square, or outside the board."""
        if self.viewing is not None or not self.may_play() or self.grip is None:
            return
        grip = self.grip
        carried = grip.held and square != grip.square
        grip.held = False
        if square is None:
            return
        if square in grip.targets and (carried or square != grip.square or not grip.again):
            self._play(Option(grip.square, square), dragged=carried)
        elif square == grip.square:
            if grip.again:
                self.grip = None
        elif carried or square not in self.pickable():
            self._refuse(grip.square, square, carried=carried)

    def confirm(self) -> None:
        """Enter on the cursor's square: pick up, put back, or go there."""
        square = self.cursor
        self.press(square)
        self.cursor_shown = True
        self.release(square)

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the keyboard's cursor as it is seen."""
        self.cursor_shown = True
        column, row = self.cell_of(self.cursor)
        column = min(max(column + columns, 0), self.contest.files - 1)
        row = min(max(row + rows, 0), self.contest.ranks - 1)
        self.cursor = self.square_at(column, row)

    def cancel(self) -> bool:
        """Put back what is picked up, or come back to the present; False where there is nothing to give up."""
        if self.grip is not None:
            self.grip = None
            return True
        if self.viewing is not None:
            self.look(None)
            return True
        return False

    def turn_board(self) -> None:
        self.turned = not self.turned

    def look(self, ply: int | None) -> None:
        """Look at the board as it was after some plies; None, or the last of them: the present."""
        self.grip = None
        self.suggestion = None
        self.notice = None
        self._thoughts.stop_hinting()  # A hint is for the present.
        self.stage.finish()
        if ply is None or ply >= len(self.contest):
            self.viewing = None
        else:
            self.viewing = max(ply, 0)

    def undo(self) -> bool:
        """Take back until it is a person's turn; without people, one move, and pause. False at the start."""
        self._call_off()
        self.look(None)
        if not len(self.contest) and self.contest.outcome() is None:
            return False
        humans = self.seating.humans
        deed = None
        while True:
            if not len(self.contest) and not self.contest.outcome():
                break
            deed = self.contest.undo()
            self._changed()
            if not humans or self.contest.side in humans or deed is None:
                break
        self.paused = not humans
        if deed is not None:
            self.stage.take_back(deed)
        self.cues.append(Cue.BACK)
        return True

    def redo(self) -> bool:
        """Play again what was taken back, up to a person's turn."""
        if not self.contest.can_redo():
            return False
        self._call_off()
        self.look(None)
        humans = self.seating.humans
        while self.contest.can_redo():
            deed = self.contest.redo()
            self._changed()
            self.stage.begin(deed)
            if not humans or self.contest.side in humans:
                break
        return True

    def resume_here(self) -> None:
        """Go on from the ply that is looked back at: what came after is taken back."""
        if self.viewing is None:
            return
        ply, self.viewing = self.viewing, None
        self._call_off()
        while len(self.contest) > ply:
            self.contest.undo()
        self._changed()
        self.cues.append(Cue.BACK)

    def resign(self) -> None:
        """The person to move, or else the only one at the table, gives up."""
        humans = self.seating.humans
        if self.outcome() or not humans:
            return
        self._call_off()
        self.look(None)
        self.contest.resign(self.contest.side if self.contest.side in humans else humans[0])
        self._changed()

    def agree_draw(self) -> None:
        """Two people call it a draw."""
        if self.outcome() or len(self.seating.humans) < 2:
            return
        self.look(None)
        self.contest.agree_draw()
        self._changed()

    def ask_hint(self) -> None:
        """Look for a good move, beside the drawing."""
        if not self.may_play() or self._thoughts.adviser is None or self.is_hinting:
            return
        self.suggestion = None
        self._thoughts.hint(self.contest)
        self.tell(self.say("desktop.hint.looking"))

    def tell(self, text: str) -> None:
        self.notice = Notice(text)

    def pause(self, on: bool | None = None) -> None:
        """Let the computer wait, or go on."""
        self.paused = not self.paused if on is None else on
        if self.paused:
            self._thoughts.stop_moving()

    # The course of time.

    def update(self, seconds: float) -> None:
        """So much time went by."""
        self._thoughts.sweep()
        self.stage.update(seconds)
        if self.notice is not None:
            self.notice.left -= seconds
            if self.notice.left <= 0:
                self.notice = None
        self.advantage += (self._advantage - self.advantage) * min(seconds * EASE, 1.0)
        if abs(self.advantage - self._advantage) < NEAR:
            self.advantage = self._advantage
        self._hear_hint()
        self._judge()
        if self.outcome() is not None:
            self._ended_for = self._ended_for + seconds if self.motion is None else 0.0
            self._announce()
        elif self.viewing is None:
            self._think(seconds)

    def close(self) -> None:
        """Stop all thinking and wait for it."""
        self._thoughts.close()

    def stop_thinking(self) -> None:
        """Stop all thinking, for now."""
        self._call_off()

    # How it is done.

    def _is_computers_turn(self) -> bool:
        return self.viewing is None and self.outcome() is None and not self.seating.is_human(self.contest.side)

    def _pick(self, square: int, *, held: bool) -> None:
        targets = frozenset(option.target for option in self.options() if option.origin == square)
        again = self.grip is not None and self.grip.square == square
        self.grip = Grip(square, targets, held, again)
        if not again and targets != {square}:
            self.cues.append(Cue.PICK)

    def _refuse(self, origin: int, target: int, *, carried: bool) -> None:
        self.grip = None
        obstacle, piece = self.contest.refusal(origin, target), self.faces().get(origin)
        if obstacle is Obstacle.TOO_FAR and not carried:
            return  # A click far away puts a piece back: nothing to explain.
        self.cues.append(Cue.REFUSE)
        animal = self.say(f"animal.{piece.animal}") if piece else ""
        self.tell(self.say(f"desktop.refused.{obstacle.value}", animal=animal))

    def _refuse_stuck(self, piece: Piece) -> None:
        self.cues.append(Cue.REFUSE)
        self.tell(self.say("desktop.refused.stuck", animal=self.say(f"animal.{piece.animal}")))

    def _play(self, option: Option, *, dragged: bool = False) -> None:
        self._thoughts.stop_hinting()
        deed = self.contest.do(option)
        self._changed()
        self.stage.begin(deed, dragged=dragged)

    def _changed(self) -> None:
        """The game is another than before."""
        self.grip = None
        self.suggestion = None
        self.notice = None
        self._asked = False
        self._judged = -1
        self._waited = 0.0
        self._ended_for = 0.0
        self._announced = False
        self.saved_needed = True

    def _announce(self) -> None:
        if self._announced or self.motion is not None:
            return
        self._announced = True
        outcome = self.outcome()
        assert outcome is not None
        humans = self.seating.humans
        if outcome.winner is None:
            self.cues.append(Cue.DRAW)
        else:
            self.cues.append(Cue.LOSE if humans and outcome.winner not in humans else Cue.WIN)

    def _think(self, seconds: float) -> None:
        side = self.contest.side
        if self.seating.is_human(side) or self.paused:
            return
        if self.motion is None:
            self._waited += seconds
        thinking = self._thoughts.moving
        if thinking is None:
            self._thoughts.think(side, self.seating[side], self.contest)
            return
        least = PACES[self.seating.pace]
        if not thinking.is_done or self.motion is not None or self._waited < least:
            return
        self._thoughts.moving = None
        if thinking.result is None:
            self.paused = True
            self.tell(self.say("desktop.thinking.failed", why=str(thinking.error)))
            return
        self._play(thinking.result)

    def _hear_hint(self) -> None:
        hinting = self._thoughts.hinting
        if hinting is None or not hinting.is_done:
            return
        self._thoughts.hinting = None
        if hinting.result is None:
            self.tell(self.say("desktop.thinking.failed", why=str(hinting.error)))
            return
        self.suggestion = hinting.result
        self.cursor = hinting.result.option.origin
        self.cues.append(Cue.HINT)
        words = hinting.result.explain(self.say)
        self.notice = Notice(words[:1].upper() + words[1:], left=3 * NOTICE_SECONDS)

    def _judge(self) -> None:
        judging = self._thoughts.judging
        if judging is not None and judging.is_done:
            self._thoughts.judging = None
            if judging.result is not None:
                self._advantage = judging.result
        if (ended := self.outcome()) is not None:
            self._advantage = chance(ended.winner)
        elif self.is_judged and self._thoughts.judging is None and self._judged != len(self.contest):
            self._judged = len(self.contest)
            self._thoughts.judge(self.contest)

    def _call_off(self) -> None:
        self._thoughts.stop()
        self._judged = -1
