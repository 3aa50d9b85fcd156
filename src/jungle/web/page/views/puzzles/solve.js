// One puzzle on the board.

import { announce } from "../../dialog.js";
import { button, h, linkButton, replaceKeepingFocus } from "../../dom.js";
import { uci } from "../../game/game.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { shapeTable } from "../../game/kinds.js";
import { Attempt } from "../../game/puzzles.js";
import { lastSquares, moveText, moveWords, sideName } from "../../game/showing.js";
import { routeTo } from "../../routes.js";
import { playSound, soundOf } from "../../sounds.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";

/** @typedef {import("../../game/puzzles.js").Puzzle} Puzzle */
/** @typedef {import("../../game/puzzles.js").Progress} Progress */

const ANSWER_MS = 450;
const DRAFT = "puzzle";

export class PuzzleView {
  /**
   * @param {import("../../library.js").Library} library @param {Puzzle} puzzle
   * @param {{next: string, progress: Progress, onTried: (isSolved: boolean) => Progress}} how
   */
  constructor(library, puzzle, { next, progress, onTried }) {
    this.library = library;
    this.puzzle = puzzle;
    this.next = next;
    this.progress = progress;
    this.onTried = onTried;
    this.gain = 0;
    this.message = "";
    this.mood = "";
    const made = makeBoard({ onChoose: (origin, target) => this.play(origin, target), game: () => this.attempt.game });
    this.board = made.board;
    this.timer = 0;
    this.close = () => {
      clearTimeout(this.timer);
      made.close();
      this.attempt.close();
    };
    this.attempt = new Attempt(library, puzzle);
    this.side = h("div.side", {});
    this.told = h("p.notice", { role: "status" });
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.board.toggleAttribute("turned", this.attempt.solver === 1 && this.attempt.game.hasDirection);
    this.element = h(
      "div.table.game",
      {},
      h("h1.spoken", {}, say("web.menu.puzzles")),
      h("div.boards", {}, this.board),
      this.told,
      this.side,
      this.controls,
    );
    shapeTable(this.element, this.attempt.game.grid);
    this.#resume();
    this.draw();
  }

  /** A reload in the middle of a puzzle loses nothing. */
  #resume() {
    const kept = keptDraft(DRAFT);
    if (kept?.id !== this.puzzle.id || !Array.isArray(kept.moves)) return;
    const { attempt } = this;
    attempt.isSpoilt = kept.isSpoilt === true;
    for (const text of kept.moves) if (text !== attempt.wanted || !attempt.reveal()) break;
    attempt.isSpoilt = kept.isSpoilt === true;
    if (attempt.game.side !== attempt.solver) attempt.answer();
  }

  #keep() {
    const { game, isSpoilt } = this.attempt;
    const moves = game.moves.map((move) => uci(move, game.grid));
    keepDraft(DRAFT, { id: this.puzzle.id, moves, isSpoilt });
  }

  /** What was done is told; the progress knows that only the first attempt counts. @param {boolean} isSolved */
  #rate(isSolved) {
    const before = this.progress.rating;
    this.progress = this.onTried(isSolved);
    this.gain += this.progress.rating - before;
  }

  /** @param {string} message @param {string} mood */
  #tell(message, mood = "") {
    this.message = message;
    this.mood = mood;
    announce(message);
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    const { attempt } = this;
    const result = attempt.play(origin, target);
    if (result === "illegal") return;
    this.board.show({ arrows: [], marks: new Map() });
    if (result === "wrong") {
      playSound("refuse");
      this.#rate(false);
      this.#tell(say("web.puzzles.wrong"), "bad");
      this.board.show({ marks: new Map([[target, "bad"]]) });
    } else {
      const move = attempt.game.moves[attempt.game.moves.length - 1];
      playSound(result === "done" ? "win" : soundOf(move, attempt.game.grid));
      if (result === "done") {
        this.#rate(true);
        this.#tell(say("web.puzzles.done"), "good");
      } else {
        this.#tell(say("web.puzzles.right"), "good");
        this.timer = window.setTimeout(() => this.answer(), ANSWER_MS);
      }
    }
    this.#keep();
    this.draw();
  }

  answer() {
    const move = this.attempt.answer();
    if (!move) return;
    playSound(soundOf(move, this.attempt.game.grid));
    announce(moveWords(move, this.attempt.game.grid));
    if (this.attempt.isDone) this.#tell(say("web.puzzles.done"), "good");
    this.#keep();
    this.draw();
  }

  hint() {
    const move = this.attempt.game.parse(this.attempt.wanted ?? "");
    if (!move) return;
    this.attempt.isSpoilt = true;
    this.#rate(false);
    this.board.show({ marks: new Map([[move.origin, "note"]]) });
    announce(this.board.nameSquare(move.origin, this.board.state.pieces.get(move.origin)));
    this.#keep();
    this.draw();
  }

  /** Plays the solution, one move at a time. */
  reveal() {
    this.#rate(false);
    clearTimeout(this.timer);
    const step = () => {
      const move = this.attempt.reveal();
      if (move) playSound(soundOf(move, this.attempt.game.grid));
      this.#keep();
      this.draw();
      if (!this.attempt.isDone) this.timer = window.setTimeout(step, 2 * ANSWER_MS);
      else {
        const { game } = this.attempt;
        const line = game.moves.map((each) => moveText(each, game)).join(" ");
        this.#tell(`${say("web.puzzles.solution")}: ${line}`);
        this.draw();
      }
    };
    step();
  }

  retry() {
    clearTimeout(this.timer);
    this.attempt.close();
    this.attempt = new Attempt(this.library, this.puzzle);
    this.attempt.isSpoilt = true;
    this.message = "";
    this.board.show({ arrows: [], marks: new Map() });
    this.#keep();
    this.draw();
  }

  draw() {
    const { attempt, puzzle, progress } = this;
    const { game } = attempt;
    const ply = game.moves.length;
    const mayMove = !attempt.isDone && game.side === attempt.solver;
    this.board.setAttribute("fen", game.fen());
    this.board.show({
      pieces: game.faces(),
      targets: mayMove ? game.targets() : new Map(),
      last: lastSquares(game, ply),
    });
    this.told.className = `notice ${this.mood}`;
    this.told.textContent = this.message || say(`web.puzzles.${puzzle.goal}`, { side: sideName(attempt.solver) });
    const gain = this.gain ? ` (${this.gain > 0 ? "+" : "−"}${Math.abs(this.gain)})` : "";
    this.side.replaceChildren(
      h("h2", {}, say("web.puzzles.level", { rating: puzzle.rating })),
      h(
        "p.faint",
        {},
        attempt.isDone || attempt.isSpoilt ? puzzle.themes.map((theme) => say(`theme.${theme}`)).join(" · ") : "",
      ),
      h("p", {}, `${say("web.puzzles.rating")}: `, h("strong", {}, `${progress.rating}${gain}`)),
      h("p", {}, `${say("web.puzzles.streak")}: `, h("strong", {}, progress.streak)),
    );
    const moves = game.moves.map((move) => uci(move, game.grid)).join(",");
    const analysis = routeTo("analyse", { fen: game.fen(0), moves });
    replaceKeepingFocus(this.controls, [
      button("turn", say("web.puzzles.retry"), () => this.retry(), { isOff: !ply }),
      button("hint", say("web.puzzles.hint"), () => this.hint(), { isOff: !mayMove }),
      attempt.isDone
        ? linkButton("analyse", say("web.menu.analyse"), analysis)
        : button("check", say("web.puzzles.solution"), () => this.reveal()),
      linkButton("forward", say("web.puzzles.next"), this.next, attempt.isDone ? "accent" : ""),
    ]);
  }
}
