// One puzzle on the board.

import { button, h, linkButton, replaceKeepingFocus } from "../../dom.js";
import { isMistake } from "../../game/cards.js";
import { shapeTable } from "../../game/kinds.js";
import { MistakePuzzle } from "../../game/mistake-puzzle.js";
import { moveTexts } from "../../game/moves.js";
import { Puzzle } from "../../game/puzzle.js";
import { reasonWords, sentence } from "../../game/reasons.js";
import { sideName } from "../../game/showing.js";
import { routeTo } from "../../routes.js";
import { say, sayWith } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { moveLabel, movesLabel } from "../parts/notation.js";

/** @typedef {import("../../game/puzzles.js").Progress} Progress */
/** @typedef {import("../../game/puzzle.js").Compared} Compared */

export class PuzzleView {
  /**
   * @param {import("../../library.js").Library} library @param {import("../../game/puzzles.js").Puzzle} data
   * @param {{next: string | (() => string), progress: Progress, title: string, isUnrated: boolean, onTried: (isSolved: boolean) => Progress, place?: string, hasHints?: boolean}} how
   *   `place`: of a puzzle in a set, which takes the place of rating and streak; `hasHints`: may one ask for a hint or the solution?
   */
  constructor(library, data, { next, progress, title, isUnrated, onTried, place = "", hasHints = true }) {
    this.next = typeof next === "string" ? () => next : next;
    this.title = title;
    this.isUnrated = isUnrated;
    this.place = place;
    this.hasHints = hasHints;
    this.puzzle = new (isMistake(data.id) ? MistakePuzzle : Puzzle)(library, data, { progress, onTried });
    const { puzzle } = this;
    const made = makeBoard(puzzle, { onHint: hasHints ? () => puzzle.hint() : undefined });
    puzzle.onChange(() => this.draw());
    this.close = () => {
      made.close();
      puzzle.close();
    };
    made.board.toggleAttribute("turned", puzzle.solver === 1 && puzzle.game.hasDirection);
    this.told = h("p.notice", {});
    this.why = h("div.puzzle-why", {});
    this.about = h("div.puzzle-about", {});
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h(
      "div.table.puzzle-table",
      {},
      h("h1.spoken", {}, title || say("web.menu.puzzles")),
      h("div.boards", {}, made.board, made.typed),
      h("div.side", {}, this.told, this.why, this.about),
      this.controls,
    );
    shapeTable(this.element, puzzle.grid);
    this.draw();
  }

  /** Why the solution is right, and why the other move is not. */
  #drawWhy() {
    const { puzzle } = this;
    const { compared, solver, game } = puzzle;
    this.why.replaceChildren();
    if (!puzzle.isDone || !compared) return;
    const { goal } = puzzle.line;
    const why = sentence(reasonWords(compared.reason) || (goal ? say(`web.puzzles.why.${goal}`) : ""));
    const other = h("strong", {}, moveLabel(compared.other, game, solver));
    this.why.append(
      h("p", {}, h("strong", {}, moveLabel(game.moves[0], game, solver)), ` ${why}`),
      game.moves.length > 1 ? h("p.faint", {}, movesLabel(game.moves, game, solver)) : "",
      h(
        "button.line.tempting",
        { type: "button", "aria-pressed": String(puzzle.isAside), onclick: () => puzzle.lookAside() },
        h("span", {}, sayWith("web.puzzles.why not", { move: other }), " ", this.#refutation(compared)),
      ),
    );
  }

  /** Explains why the other move is worse. @param {Compared} compared */
  #refutation({ fault, reply, other }) {
    const { game, solver } = this.puzzle;
    // The move does not win, but its refutation is unknown.
    if (fault && fault.code !== "misses_win") return [sentence(reasonWords(fault))];
    if (!reply || solver === null) return [say("web.puzzles.not enough")];
    const side = sideName(1 - solver);
    const answer = h("strong", {}, moveLabel(reply, game, 1 - solver));
    return sayWith(
      reply.target === other.target ? "web.puzzles.taken" : "web.puzzles.answered",
      { move: answer },
      { side },
    );
  }

  draw() {
    const { puzzle, hasHints } = this;
    const { game, isDone } = puzzle;
    this.told.className = `notice ${puzzle.mood}`;
    this.told.textContent = puzzle.message || puzzle.task;
    this.#drawWhy();
    this.element.classList.toggle("explained", isDone);
    if (this.place) this.about.replaceChildren(h("h2", {}, this.title), h("p", {}, this.place));
    else this.#drawAbout();
    const moves = moveTexts(game).join(",");
    const analysis = routeTo("analyse", { fen: game.fen(0), moves, rules: puzzle.line.rules });
    const asked = isDone
      ? [linkButton("analyse", say("web.menu.analyse"), analysis)]
      : hasHints
        ? [button("check", say("web.puzzles.solution"), () => puzzle.reveal())]
        : [];
    const isOff = !puzzle.mayMove;
    replaceKeepingFocus(this.controls, [
      button("turn", say("web.puzzles.retry"), () => puzzle.restart(), { isOff: !game.length && !puzzle.slips }),
      ...(hasHints ? [button("hint", say("web.puzzles.hint"), () => puzzle.hint(), { isOff })] : []),
      ...asked,
      linkButton("forward", say("web.puzzles.next"), this.next(), isDone ? "accent" : ""),
    ]);
  }

  /** The ratings of the puzzle and the solver. */
  #drawAbout() {
    const { isDone, isSpoilt, puzzle, progress, gain } = this.puzzle;
    const gained = gain ? ` (${gain > 0 ? "+" : "−"}${Math.abs(gain)})` : "";
    this.about.replaceChildren(
      this.title ? h("h2", {}, this.title) : "",
      h(this.title ? "p" : "h2", {}, say("web.puzzles.level", { rating: puzzle.rating })),
      h("p.faint", {}, isDone || isSpoilt ? puzzle.themes.map((theme) => say(`theme.${theme}`)).join(" · ") : ""),
      h("p", {}, `${say("web.puzzles.rating")}: `, h("strong", {}, `${progress.rating}${gained}`)),
      h("p", {}, `${say("web.puzzles.streak")}: `, h("strong", {}, progress.streak)),
      this.isUnrated ? h("p.faint", {}, say("web.puzzles.unrated")) : "",
    );
  }
}
