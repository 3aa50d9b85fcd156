"""After a game: where it turned, what would have been better and why, and another try from there."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from jungle.board_game import BoardGame
from jungle.desktop.board import Board
from jungle.desktop.board_painter import BoardPainter
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button, Rows
from jungle.desktop.inputs import Key
from jungle.desktop.layout import cut_bottom, cut_left, cut_top, halves, row
from jungle.desktop.move_list import ply_words
from jungle.desktop.plots import Graph, draw_graph
from jungle.desktop.view import Page
from jungle.desktop.words import capitalised, side_name
from jungle.engine import Hint
from jungle.phrases import hint_words, reason_words, story_words
from jungle.pieces import Side
from jungle.play import LiveGame, Review, TurningPoint

if TYPE_CHECKING:
    from collections.abc import Callable

    from jungle.desktop.application import Application

POINTS_LIMIT = 8
"""The most turning points that are shown."""
BUTTONS = (("previous", "back"), ("next", "next"), ("try", "play"))


class ReviewView(Page):
    """The board, the graph, the turning points, and what there is to say about the move on the board."""

    title_key = "review.title"

    def __init__(
        self,
        app: "Application",
        live: LiveGame,
        play_on: "Callable[[Application, Board], None]",
        *,
        turned: bool = False,
    ) -> None:
        """Review a game, which nobody else plays on. `play_on` opens a view to play from the position on the board."""
        super().__init__(app)
        self._play_on = play_on
        self.board = Board(live, app.say, speed=0, turned=turned)
        self.board.look(0)
        self.painter = BoardPainter(self.board)
        self.reviewing = Review(live.game, people=live.people)
        self.points: list[TurningPoint] = []
        self._seen: tuple[int, bool] = (-1, False)
        self._has_shown_point = False
        self._text = self._scores = pygame.Rect(0, 0, 0, 0)

    @property
    def game(self) -> BoardGame:
        return self.board.game

    @property
    def ply(self) -> int:
        return self.board.ply

    def build(self) -> None:
        self.points = self.reviewing.turning_points(POINTS_LIMIT)
        chosen = next((i for i, point in enumerate(self.points) if point.ply == self.ply), 0)
        graph = Graph(
            key="graph",
            chances=self.reviewing.chances(),
            total=len(self.game),
            marked=[point.ply for point in self.points],
            ply=self.ply,
        )
        rows = Rows(key="points", rows=[self._row(point) for point in self.points], chosen=chosen)
        rows.enabled = bool(self.points)
        buttons = [
            Button(key=key, icon=icon, label=self.say("review.try") if key == "try" else "") for key, icon in BUTTONS
        ]
        buttons[0].enabled, buttons[1].enabled = self.ply > 0, self.ply < len(self.game)
        buttons[2].primary, buttons[2].enabled = True, self.ply < len(self.game)
        self.form.replace([graph, rows, *buttons, self.back_button()])
        if self.form.focus is None:
            self.form.focus = "points" if self.points else "back"

    def _row(self, point: TurningPoint) -> str:
        judged = point.review
        verdict = self.app.say(f"verdict.{judged.verdict.value}")
        if self.app.settings.move_faces:
            moved = ply_words(self.app.say, self.game, point.ply)
        else:
            moved = self.game.notation(self.game.moves[point.ply], point.ply)
        side = side_name(self.app.say, judged.side)
        return f"{self.game.number_text(point.ply)} {side} {moved}\t{verdict} −{round(100 * judged.loss)} %"

    def about(self) -> str:
        """What there is to say about the move that is played next."""
        if self.ply >= len(self.reviewing.reviews):
            if not self.reviewing.done:
                return self.say("review.running", done=len(self.reviewing.reviews), count=len(self.game))
            return self.reviewing.failure() or (self.story() if self.ply else self.say("review.start"))
        judged = self.reviewing.reviews[self.ply]
        side = side_name(self.app.say, judged.side)
        moved = hint_words(self.app.say, Hint.of_move(self.game, judged.move))
        verdict = self.app.say(f"verdict.{judged.verdict.value}")
        said = self.say("review.played", side=side, move=moved, verdict=verdict)
        if judged.fault is not None:
            said += " " + capitalised(reason_words(self.app.say, judged.fault)) + self.app.say("desktop.review.stop")
        if judged.move == judged.best.move or not judged.loss:
            return said
        best = replace(Hint.of_move(self.game, judged.best.move, judged.best.score), reason=judged.reason)
        return f"{said}\n{self.say('review.better', move=hint_words(self.app.say, best))}"

    def story(self) -> str:
        """When the game was decided, and what to practise."""
        game, found = self.game, self.reviewing.decisive_moment()
        if found is None:
            return story_words(self.app.say, game.outcome(), None)
        ply, moment = found
        return story_words(
            self.app.say,
            game.outcome(),
            moment,
            number=moment.number,
            side=side_name(self.app.say, moment.side),
            move=game.notation(game.moves[ply], ply),
            better=moment.best.move.notation(),
        )

    # Layout

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        gap, bar = canvas.size(0.6), canvas.size(2.7)
        board, side = halves(area, gap, across=0.52, down=0.46)
        self.painter.fit(board)
        graph = max(round(side.height * 0.2), canvas.size(3))
        self._scores = cut_top(side, canvas.line_height(0.9))
        self.form["graph"].rect = cut_top(side, graph, gap // 2)
        self._text = cut_top(side, 4 * canvas.line_height(0.95), gap // 2)
        tools = cut_bottom(side, bar, gap)
        for key in ("previous", "next"):
            self.form[key].rect = cut_left(tools, canvas.size(3), gap)
        self.form["try"].rect = tools
        rows = self.form.find("points", Rows)
        rows.row_height = canvas.size(1.9)
        rows.rect = side
        rows.rect.height = max(side.height, 0) // rows.row_height * rows.row_height

    def draw(self, canvas: Canvas) -> None:
        self.painter.draw_ground(canvas, coordinates=self.app.settings.coordinates)
        self.painter.draw_still(canvas)
        super().draw(canvas)
        draw_graph(canvas, self.form.find("graph", Graph))
        for side, place in zip(Side, row(self._scores, 2, canvas.size(0.5)), strict=True):
            value = self.reviewing.accuracy(side)
            percent = "–" if value is None else round(value)
            text = self.say("review.accuracy", side=side_name(self.app.say, side), percent=percent)
            canvas.text(text, place.midleft, 0.9, bold=True, width=place.width)
        canvas.paragraph(self.about(), self._text, 0.95)

    # Input and time

    def show_ply(self, ply: int) -> None:
        """Put the position after some plies on the board, with the better move if the next one was not the best."""
        board = self.board
        board.look(min(max(ply, 0), len(self.game)))
        if board.ply < len(self.reviewing.reviews):
            judged = self.reviewing.reviews[board.ply]
            board.hint = judged.best.move if judged.loss else judged.move
        self.rebuild()

    def act(self, action: Action) -> None:
        match action.key:
            case "graph":
                assert isinstance(action.value, int)
                self.show_ply(action.value)
            case "points" | "points.open":
                assert isinstance(action.value, int)
                self.show_ply(self.points[action.value].ply)
            case "previous":
                self.show_ply(self.ply - 1)
            case "next":
                self.show_ply(self.ply + 1)
            case "try":
                self._try_again()
            case _:
                super().act(action)

    def key(self, key: Key) -> None:
        match key.name:
            case "pageup":
                self.show_ply(self.ply - 1)
            case "pagedown":
                self.show_ply(self.ply + 1)
            case "home":
                self.show_ply(0)
            case "end":
                self.show_ply(len(self.game))
            case _:
                super().key(key)

    def _try_again(self) -> None:
        """Play on from the position on the board, in another game."""
        self.board.live.try_again(self.ply)
        self._play_on(self.app, self.board)

    def is_moving(self) -> bool:
        return self._seen != (len(self.reviewing.reviews), self.reviewing.done)

    def update(self, seconds: float) -> None:
        seen = len(self.reviewing.reviews), self.reviewing.done
        if seen != self._seen:
            self._seen = seen
            self.build()
            if self.points and not self._has_shown_point:
                self._has_shown_point = True
                if self.ply == 0:
                    self.show_ply(self.points[0].ply)
            self.app.arrange()

    def close(self) -> None:
        self.reviewing.close()
        self.board.live.close()
