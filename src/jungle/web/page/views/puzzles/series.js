// A sprint or a streak: puzzle after puzzle on one board, with the score and the time.

import { button, h, linkButton, replaceKeepingFocus } from "../../dom.js";
import { shapeTable } from "../../game/kinds.js";
import { SeriesExercise } from "../../game/series-exercise.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";

const TICK_MS = 200;

export class SeriesView {
  /**
   * @param {import("../../library.js").Library} library @param {import("../../game/series.js").Series} series
   * @param {{progress: import("../../game/puzzles.js").Progress, onScore: (progress: import("../../game/puzzles.js").Progress) => void, again: string}} how `again`: the address of another one
   */
  constructor(library, series, { progress, onScore, again }) {
    this.mode = series.mode;
    this.again = again;
    this.exercise = new SeriesExercise(library, series, { progress, onScore });
    const { exercise } = this;
    const made = makeBoard(exercise);
    this.board = made.board;
    const timer = setInterval(() => exercise.tick(), TICK_MS);
    this.close = () => {
      clearInterval(timer);
      made.close();
      exercise.close();
    };
    this.told = h("p.notice", {});
    this.time = h("strong", {});
    this.score = h("strong", {});
    this.best = h("strong", {});
    /** @param {string} name @param {HTMLElement} value */
    const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h(
      "div.table.puzzle-table.series-table",
      {},
      h("h1.spoken", {}, say(`web.series.${series.mode}`)),
      h("div.boards", {}, made.board, made.typed),
      h(
        "div.side",
        {},
        h(
          "dl.score",
          {},
          exercise.secondsLeft === null ? "" : figure(say("web.series.time"), this.time),
          figure(say("web.puzzles.solved"), this.score),
          figure(say("web.series.best"), this.best),
        ),
        this.told,
      ),
      this.controls,
    );
    shapeTable(this.element, exercise.grid);
    exercise.onChange(({ what }) => (what === "tick" ? this.#drawTime() : this.draw()));
    this.draw();
  }

  #drawTime() {
    const left = this.exercise.secondsLeft ?? 0;
    this.time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }

  draw() {
    const { exercise } = this;
    const { solver, game, isOver } = exercise;
    this.board.toggleAttribute("turned", solver === 1 && game.hasDirection);
    this.told.className = `notice ${exercise.mood}`;
    this.told.textContent = exercise.message || exercise.task;
    this.#drawTime();
    this.score.textContent = String(exercise.score);
    this.best.textContent = String(exercise.best);
    replaceKeepingFocus(
      this.controls,
      isOver
        ? [
            linkButton("turn", say("web.series.again"), this.again, "accent"),
            linkButton("puzzles", say("web.menu.puzzles"), routeTo("puzzles")),
          ]
        : [
            button("forward", say("web.series.skip"), () => exercise.skip(), { isOff: !exercise.mayMove }),
            linkButton("close", say("web.series.stop"), routeTo("puzzles")),
          ],
    );
  }
}
