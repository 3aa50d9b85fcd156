// One puzzle on the board.

import { announce } from "../../dialog.js";
import { button, h, linkButton, replaceKeepingFocus } from "../../dom.js";
import { lineMoves } from "../../engine/client.js";
import { uci } from "../../game/game.js";
import { keepOwn, keptOwn } from "../../game/keeping.js";
import { shapeTable } from "../../game/kinds.js";
import { Attempt, temptingMove } from "../../game/puzzles.js";
import { lastSquares, moveWords, sideName } from "../../game/showing.js";
import { newGame } from "../../library.js";
import { routeTo } from "../../routes.js";
import { playSound, soundOf } from "../../sounds.js";
import { say, sayWith } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { moveLabel, movesLabel } from "../parts/notation.js";
import { reasonWords, sentence } from "../parts/reasons.js";

/** @typedef {import("../../game/puzzles.js").Puzzle} Puzzle */
/** @typedef {import("../../game/puzzles.js").Progress} Progress */
/** @typedef {import("../../game/game.js").Move} Move */
/** @typedef {import("../../engine/client.js").Reason} Reason */
/** @typedef {{reason: Reason | null, fault: Reason | null, other: Move, reply: Move | null}} Compared */

const ANSWER_MS = 450;
const DRAFT = "puzzle";

export class PuzzleView {
  /**
   * @param {import("../../library.js").Library} library @param {Puzzle} puzzle
   * @param {{next: string, progress: Progress, title: string, isUnrated: boolean, onTried: (isSolved: boolean) => Progress, place?: string, hasHints?: boolean}} how
   *   `place`: of a puzzle in a set, which takes the place of rating and streak; `hasHints`: may one ask for a hint or the solution?
   */
  constructor(library, puzzle, { next, progress, title, isUnrated, onTried, place = "", hasHints = true }) {
    this.library = library;
    this.puzzle = puzzle;
    this.next = next;
    this.progress = progress;
    this.title = title;
    this.isUnrated = isUnrated;
    this.onTried = onTried;
    this.place = place;
    this.hasHints = hasHints;
    this.gain = 0;
    /** @type {import("../../game/game.js").Move | null} the first wrong move that was tried */
    this.tried = null;
    /** @type {Compared | null} why the solution wins and another move does not */
    this.compared = null;
    /** @type {{stop: () => void} | null} */
    this.task = null;
    this.hasAsked = false;
    /** Whether the refutation of the other move is shown. */
    this.isAside = false;
    this.message = "";
    this.mood = "";
    const made = makeBoard({ onChoose: (origin, target) => this.play(origin, target), game: () => this.attempt.game });
    this.board = made.board;
    this.timer = 0;
    this.close = () => {
      clearTimeout(this.timer);
      this.task?.stop();
      made.close();
      this.attempt.close();
    };
    this.attempt = new Attempt(library, puzzle);
    this.side = h("div.side", {});
    this.told = h("p.notice", { role: "status" });
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.board.toggleAttribute("turned", this.attempt.solver === 1 && this.attempt.game.hasDirection);
    this.about = h("div.puzzle-about", {});
    this.why = h("div.puzzle-why", {});
    this.side.append(this.told, this.why, this.about);
    this.element = h(
      "div.table.puzzle-table",
      {},
      h("h1.spoken", {}, title || say("web.menu.puzzles")),
      h("div.boards", {}, this.board, made.typed),
      this.side,
      this.controls,
    );
    shapeTable(this.element, this.attempt.game.grid);
    this.#resume();
    this.draw();
  }

  /** A reload in the middle of a puzzle loses nothing. */
  #resume() {
    const kept = keptOwn(DRAFT);
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
    keepOwn(DRAFT, { id: this.puzzle.id, moves, isSpoilt });
  }

  /** Records the attempt; only the first one counts. @param {boolean} isSolved */
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
    const [tried] = attempt.game.movesFrom(origin).filter((move) => move.target === target);
    const result = attempt.play(origin, target);
    if (result === "illegal") return;
    this.board.show({ arrows: [], marks: new Map() });
    if (result === "wrong") {
      if (!attempt.game.moves.length) this.tried ??= tried;
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
        this.#tell(say("web.puzzles.shown"));
        this.draw();
      }
    };
    step();
  }

  /** Finds out why the solution is right, and what is wrong with the move that was tried or looks tempting. */
  async explain() {
    this.hasAsked = true;
    const { attempt, puzzle, library } = this;
    const start = newGame(library, puzzle.rules, puzzle.fen);
    const right = start.parse(puzzle.moves[0]);
    const other = this.tried ?? temptingMove(start, puzzle.moves[0]);
    if (right && other) {
      const task = library.engine.compare(start, right, other);
      this.task = task;
      const found = await task.result.catch(() => null);
      if (this.task === task && this.attempt === attempt && found) {
        const reply = lineMoves(start, found.lines[1]).at(1) ?? null;
        this.compared = { ...found, other, reply };
        announce([this.message, sentence(reasonWords(found.reason))].join(" "));
        this.draw();
      }
    }
    start.free();
  }

  /** Shows the refutation of the other move, or the solution again. */
  #lookAside() {
    this.isAside = !this.isAside;
    this.draw();
  }

  /** Why the solution is right, and why the other move is not. */
  #drawWhy() {
    const { compared, attempt, puzzle } = this;
    this.why.replaceChildren();
    if (!attempt.isDone) return;
    if (!compared) {
      if (!this.hasAsked) this.explain();
      return;
    }
    const { solver, game } = attempt;
    const why = sentence(reasonWords(compared.reason) || (puzzle.goal && say(`web.puzzles.why.${puzzle.goal}`)));
    const other = h("strong", {}, moveLabel(compared.other, game, solver));
    this.why.append(
      h("p", {}, h("strong", {}, moveLabel(game.moves[0], game, solver)), ` ${why}`),
      game.moves.length > 1 ? h("p.faint", {}, movesLabel(game.moves, game, solver)) : "",
      h(
        "button.line.tempting",
        { type: "button", "aria-pressed": String(this.isAside), onclick: () => this.#lookAside() },
        h("span", {}, sayWith("web.puzzles.why not", { move: other }), " ", this.#refutation(compared)),
      ),
    );
  }

  /** What is wrong with the other move. @param {Compared} compared */
  #refutation({ fault, reply, other }) {
    const { game, solver } = this.attempt;
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

  /** Shows the other move and its refutation. @param {Compared} compared */
  #drawAside({ other, reply }) {
    const { library, puzzle, board } = this;
    const aside = newGame(library, puzzle.rules, puzzle.fen);
    aside.play(other.origin, other.target);
    board.setAttribute("fen", aside.fen());
    const arrows = reply ? [{ origin: reply.origin, target: reply.target, kind: "threat" }] : [];
    const last = [other.origin, other.target];
    board.show({ pieces: aside.faces(), targets: new Map(), last, marks: new Map(), arrows });
    aside.free();
  }

  retry() {
    clearTimeout(this.timer);
    this.task?.stop();
    this.task = null;
    this.compared = null;
    this.hasAsked = false;
    this.isAside = false;
    this.mood = "";
    this.attempt.close();
    this.attempt = new Attempt(this.library, this.puzzle);
    this.attempt.isSpoilt = true;
    this.message = "";
    this.board.show({ arrows: [], marks: new Map() });
    this.#keep();
    this.draw();
  }

  draw() {
    const { attempt, puzzle } = this;
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
    const side = sideName(attempt.solver);
    const task = puzzle.goal ? say(`web.puzzles.${puzzle.goal}`, { side }) : say("web.puzzles.find", { side });
    this.told.textContent = this.message || task;
    const gain = this.gain ? ` (${this.gain > 0 ? "+" : "−"}${Math.abs(this.gain)})` : "";
    this.#drawWhy();
    this.element.classList.toggle("explained", attempt.isDone);
    if (this.isAside && this.compared) this.#drawAside(this.compared);
    else if (attempt.isDone) this.board.show({ arrows: [] });
    if (this.place) this.about.replaceChildren(h("h2", {}, this.title), h("p", {}, this.place));
    else this.#drawAbout(gain);
    const moves = game.moves.map((move) => uci(move, game.grid)).join(",");
    const analysis = routeTo("analyse", { fen: game.fen(0), moves, rules: puzzle.rules });
    const asked = attempt.isDone
      ? [linkButton("analyse", say("web.menu.analyse"), analysis)]
      : this.hasHints
        ? [button("check", say("web.puzzles.solution"), () => this.reveal())]
        : [];
    replaceKeepingFocus(this.controls, [
      button("turn", say("web.puzzles.retry"), () => this.retry(), { isOff: !ply }),
      ...(this.hasHints ? [button("hint", say("web.puzzles.hint"), () => this.hint(), { isOff: !mayMove })] : []),
      ...asked,
      linkButton("forward", say("web.puzzles.next"), this.next, attempt.isDone ? "accent" : ""),
    ]);
  }

  /** What the puzzle and the person are worth. @param {string} gain */
  #drawAbout(gain) {
    const { attempt, puzzle, progress } = this;
    this.about.replaceChildren(
      this.title ? h("h2", {}, this.title) : "",
      h(this.title ? "p" : "h2", {}, say("web.puzzles.level", { rating: puzzle.rating })),
      h(
        "p.faint",
        {},
        attempt.isDone || attempt.isSpoilt ? puzzle.themes.map((theme) => say(`theme.${theme}`)).join(" · ") : "",
      ),
      h("p", {}, `${say("web.puzzles.rating")}: `, h("strong", {}, `${progress.rating}${gain}`)),
      h("p", {}, `${say("web.puzzles.streak")}: `, h("strong", {}, progress.streak)),
      this.isUnrated ? h("p.faint", {}, say("web.puzzles.unrated")) : "",
    );
  }
}
