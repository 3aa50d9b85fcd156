// A drill of a reviewed game: its mistakes one after another, and a better move to be found for each. No DOM.

import { newGame } from "../library.js";
import { say } from "../words.js";
import { Exercise } from "./exercise.js";
import { syncMoves } from "./moves.js";
import { reasonArrows, reasonWords, sentence, slipWords } from "./reasons.js";

/** @typedef {import("../engine/client.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {{rules: string, start: string, moves: string[]}} PlayedLine */
/** @typedef {{index: number, isFound: boolean, praise: string}} DrillProgress `praise`: the key of what is said of the move that was found; empty if it was shown */

/** The verdicts with which another move is accepted. */
export const FINE = ["best", "good"];

/** @param {Move | null} one @param {Move} other */
const isSame = (one, other) => one?.origin === other.origin && one.target === other.target;

export class Drill extends Exercise {
  index = 0;
  praise = "";

  /** @param {import("../library.js").Library} library @param {PlayedLine} line the game @param {ReviewedMove[]} mistakes @param {boolean} isOwn are they the person's own? */
  constructor(library, line, mistakes, isOwn) {
    super(newGame(library, line.rules, line.start, { deal: null }));
    this.library = library;
    this.line = line;
    this.mistakes = mistakes;
    this.isOwn = isOwn;
  }

  get mistake() {
    return this.mistakes[this.index];
  }

  get isLast() {
    return this.index === this.mistakes.length - 1;
  }

  get place() {
    return say("web.drill.number", { number: this.index + 1, all: this.mistakes.length });
  }

  /** @returns {DrillProgress} */
  get progress() {
    const { index, isDone, praise } = this;
    return { index, isFound: isDone, praise };
  }

  /** @param {number} index */
  open(index) {
    this.index = index;
    this.praise = "";
    syncMoves(this.game, this.line.moves.slice(0, this.mistake.ply - 1));
    this.begin(this.game, false, `${this.place}. ${say("web.drill.find")}`);
  }

  /** Continues where a reload interrupted it. @param {DrillProgress} progress */
  resume({ index, isFound, praise }) {
    this.open(Math.min(index, this.mistakes.length - 1));
    if (isFound) this.#found(praise);
  }

  /** @param {Move} tried */
  async judge(tried) {
    const { mistake, library } = this;
    const { origin, target } = tried;
    this.note({ arrows: [{ origin, target, kind: "idea" }] });
    if (isSame(mistake.better, tried)) this.#found("web.drill.good");
    else if (isSame(mistake.move, tried)) this.#miss(mistake);
    else {
      this.tell(say("web.drill.checking"));
      const judged = await this.verdictOn(library, tried);
      if (judged && FINE.includes(judged.verdict)) this.#found("web.drill.also");
      else if (judged) this.#miss(judged);
    }
  }

  /** @param {ReviewedMove} judged */
  #miss(judged) {
    this.note({ arrows: this.arrows.map((arrow) => ({ ...arrow, kind: "threat" })) });
    const message = `${say("web.drill.bad")} ${sentence(slipWords(judged, this.game))}`;
    this.tell(message, { what: "wrong", mood: "bad", sound: "refuse" });
  }

  /** Shows the better move with its reason. @param {string} praise a key; empty if the person gave up */
  #found(praise) {
    const { game, mistake, isLast } = this;
    const { better, reason } = mistake;
    this.isDone = true;
    this.praise = praise;
    const best = better ? [{ origin: better.origin, target: better.target, kind: "best" }] : [];
    this.note({ arrows: [...reasonArrows(game, reason, better), ...best] });
    const told = [praise && say(praise), sentence(reasonWords(reason)), isLast && say("web.drill.done")];
    const sound = praise ? "win" : undefined;
    this.tell(told.filter(Boolean).join(" "), { what: "done", mood: praise ? "good" : "", sound });
  }

  /** Gives up. */
  show() {
    this.stop();
    this.#found("");
  }
}
