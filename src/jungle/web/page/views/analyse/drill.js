// A drill of a reviewed game: shows its mistakes one after another and asks for a better move.

import { announce } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { newGame } from "../../library.js";
import { playSound } from "../../sounds.js";
import { say } from "../../words.js";
import { moveLabel } from "../parts/notation.js";
import { reasonArrows, reasonWords, sentence, slipWords } from "../parts/reasons.js";

/** @typedef {import("../../engine/client.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../../game/game.js").Game} Game */

/** @typedef {{index: number, isFound: boolean, praise: string}} Progress `praise`: the key of what is said of the move that was found; empty if it was shown */

/** The verdicts with which another move is accepted. */
const FINE = ["best", "good"];

export class Drill {
  /**
   * @param {import("../../library.js").Library} library @param {ReviewedMove[]} mistakes @param {boolean} isOwn are they the person's own?
   * @param {{game: () => Game, onGo: (ply: number) => void, onChange: () => void, onProgress: (progress: Progress) => void, onEnd: () => void}} table the game stands before the move to be found
   */
  constructor(library, mistakes, isOwn, table) {
    this.library = library;
    this.mistakes = mistakes;
    this.isOwn = isOwn;
    this.table = table;
    this.index = 0;
    this.isFound = false;
    this.praise = "";
    this.told = "";
    this.mood = "";
    /** @type {import("../../board/arrows.js").Arrow[]} */
    this.arrows = [];
    /** @type {{stop: () => void} | null} */
    this.task = null;
  }

  get mistake() {
    return this.mistakes[this.index];
  }

  get isLast() {
    return this.index === this.mistakes.length - 1;
  }

  /** @param {number} index */
  open(index) {
    this.stop();
    this.index = index;
    this.isFound = false;
    this.praise = "";
    this.told = "";
    this.mood = "";
    this.arrows = [];
    this.#report();
    this.table.onGo(this.mistake.ply - 1);
    announce(`${say("web.drill.number", { number: index + 1, all: this.mistakes.length })}. ${say("web.drill.find")}`);
  }

  /** Continues where a reload interrupted it. @param {Progress} progress */
  resume({ index, isFound, praise }) {
    this.open(Math.min(index, this.mistakes.length - 1));
    if (isFound) this.#found(praise);
  }

  #report() {
    const { index, isFound, praise } = this;
    this.table.onProgress({ index, isFound, praise });
  }

  stop() {
    this.task?.stop();
    this.task = null;
  }

  /** @param {string} words @param {string} mood */
  #tell(words, mood = "") {
    this.told = words;
    this.mood = mood;
    announce(words);
    this.table.onChange();
  }

  /** Judges a move that the user tries. @param {number} origin @param {number} target */
  async attempt(origin, target) {
    if (this.isFound) return;
    this.stop();
    const { better, move: played } = this.mistake;
    const isMove = (/** @type {{origin: number, target: number} | null} */ move) =>
      move?.origin === origin && move.target === target;
    this.arrows = [{ origin, target, kind: "idea" }];
    if (isMove(better)) {
      playSound("win");
      this.#found("web.drill.good");
      return;
    }
    if (isMove(played)) {
      this.#refuse(sentence(slipWords(this.mistake, this.table.game())));
      return;
    }
    this.#tell(say("web.drill.checking"));
    const before = this.table.game();
    const tried = newGame(this.library, before.rules.name, before.fen(), { deal: null });
    tried.play(origin, target);
    const task = this.library.engine.review(tried);
    this.task = task;
    const {
      plies: [judged],
    } = await task.result;
    tried.free();
    if (this.task !== task || !judged) return;
    this.task = null;
    if (FINE.includes(judged.verdict)) {
      playSound("win");
      this.#found("web.drill.also");
    } else this.#refuse(sentence(slipWords(judged, before)));
  }

  /** @param {string} why */
  #refuse(why) {
    playSound("refuse");
    this.arrows = this.arrows.map((arrow) => ({ ...arrow, kind: "threat" }));
    this.#tell(`${say("web.drill.bad")} ${why}`, "bad");
  }

  /** Shows the better move with its reason. @param {string} praise a key; empty if the person gave up */
  #found(praise) {
    this.isFound = true;
    this.praise = praise;
    this.#report();
    const { better, reason } = this.mistake;
    const game = this.table.game();
    const best = better ? [{ origin: better.origin, target: better.target, kind: "best" }] : [];
    this.arrows = [...reasonArrows(game, reason, better), ...best];
    const end = this.isLast ? say("web.drill.done") : "";
    const told = [praise && say(praise), sentence(reasonWords(reason)), end];
    this.#tell(told.filter(Boolean).join(" "), praise ? "good" : "");
  }

  show() {
    this.stop();
    this.#found("");
  }

  /** The panel next to the board. */
  panel() {
    const { mistake, index, mistakes } = this;
    const game = this.table.game();
    return h(
      "section.drill",
      {},
      h("h2", {}, say("web.drill.number", { number: index + 1, all: mistakes.length })),
      h(
        "p",
        {},
        say(this.isOwn ? "web.drill.played" : "web.drill.both"),
        " ",
        h("strong", {}, moveLabel(mistake.move, game, mistake.side)),
        `${say("web.stop")} ${sentence(slipWords(mistake, game))} ${say("web.drill.find")}`,
      ),
      h(
        `p.notice${this.mood && `.${this.mood}`}`,
        {},
        this.isFound && mistake.better ? [h("strong", {}, moveLabel(mistake.better, game, mistake.side)), " "] : [],
        this.told,
      ),
    );
  }

  /** The buttons for the present state. */
  buttons() {
    return [
      button("hint", say("web.drill.show"), () => this.show(), { isOff: this.isFound }),
      button("next", say("web.drill.next"), () => this.open(this.index + 1), {
        isOff: this.isLast,
        look: this.isFound && !this.isLast ? "accent" : "",
      }),
      button("analyse", say("web.drill.end"), () => this.table.onEnd(), {
        look: this.isFound && this.isLast ? "accent" : "",
      }),
    ];
  }
}
