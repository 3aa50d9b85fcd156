// An analysis: a tree of moves, the position of its current move, the review of its main line, and the drill of what the review found. No DOM.

import { practiceFor } from "../engine/review.js";
import { newGame } from "../library.js";
import { soundOf } from "../sounds.js";
import { say } from "../words.js";
import { keepReview, keepTree, keptReview } from "./analysis-draft.js";
import { BoardModel } from "./board-model.js";
import { mistakeId, noteMistakes } from "./cards.js";
import { Drill } from "./drill.js";
import { syncMoves, uci } from "./moves.js";
import { moveWords } from "./showing.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").TreeNode} TreeNode */
/** @typedef {import("../engine/client.js").Review} Review */
/** @typedef {import("../engine/client.js").ReviewedMove} ReviewedMove */
/** @typedef {Map<TreeNode, ReviewedMove>} Verdicts */
/** @typedef {{done: number, all: number, plies: ReviewedMove[]}} ReviewProgress */

export class Analysis extends BoardModel {
  /** @type {Review | null} */
  review = null;
  /** @type {ReviewProgress | null} */
  progress = null;
  /** @type {Drill | null} mistakes being practised */
  drill = null;
  /** @type {Verdicts} */
  verdicts = new Map();
  /** @type {import("../engine/client.js").Task<Review> | null} */
  #judging = null;
  /** How many mistakes the review has made new cards. */
  newCards = 0;

  /** @param {import("../library.js").Library} library @param {Tree} tree @param {number[]} people the sides that people here played; none if the game is not known to be theirs */
  constructor(library, tree, people = []) {
    super(newGame(library, tree.rules, tree.start, { deal: null }));
    this.library = library;
    this.tree = tree;
    this.people = people;
    this.#follow();
  }

  /** The side of the person who learns from the game; null for both. */
  get player() {
    return this.people.length === 1 ? this.people[0] : null;
  }

  close() {
    this.#judging?.stop();
    this.#judging = null;
    this.drill?.close();
    super.close();
  }

  /** Brings the game to the current move of the tree. */
  #follow() {
    syncMoves(
      this.game,
      this.tree.path().map(({ text }) => text),
    );
    this.shown = this.game.length;
    this.note();
  }

  display() {
    return this.drill?.display() ?? super.display();
  }

  get isReviewing() {
    return this.#judging !== null;
  }

  /** @param {Tree} tree */
  open(tree) {
    this.#forgetReview();
    this.people = [];
    this.tree = tree;
    this.replaceGame(newGame(this.library, tree.rules, tree.start, { deal: null }));
    this.edit(() => undefined);
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    if (this.drill) return this.drill.play(origin, target);
    const move = this.game.play(origin, target);
    if (!move) return undefined;
    const { grid } = this;
    this.edit(() => this.tree.play(uci(move, grid)), { words: moveWords(move, grid), sound: soundOf(move, grid) });
    return move;
  }

  /** Changes and stores the tree. @param {() => void} change @param {{words?: string, sound?: string}} [how] */
  edit(change, how) {
    const { tree } = this;
    const before = tree.revision;
    change();
    if (tree.revision !== before && !tree.isMain(tree.current)) this.verdicts = new Map(this.verdicts);
    this.#follow();
    keepTree(tree);
    this.emit("edit", how);
  }

  /** Stores a comment on the current move. @param {string} text */
  comment(text) {
    this.tree.setComment(this.tree.current, text);
    keepTree(this.tree);
    this.emit("comment");
  }

  /** @param {TreeNode} node */
  go(node) {
    this.edit(() => this.tree.go(node));
  }

  /** Goes to a ply of the main line. @param {number} ply */
  goMain(ply) {
    this.go(this.tree.mainLine()[ply - 1] ?? this.tree.root);
  }

  /** The current ply and the last ply of the line through it. @returns {[number, number]} */
  place() {
    return [this.tree.path().length, this.tree.line().length];
  }

  /** Goes to a ply of the line through the current move. @param {number} ply */
  look(ply) {
    if (!this.drill) this.go(this.tree.line()[ply - 1] ?? this.tree.root);
  }

  /** Arrows of the engine. @param {import("./board-model.js").Notes["arrows"]} arrows */
  point(arrows) {
    this.note({ arrows });
    this.emit("arrows");
  }

  /** The main line as text. @returns {import("./drill.js").PlayedLine} */
  #mainLine() {
    const { rules, start } = this.tree;
    return { rules, start, moves: this.tree.mainLine().map(({ text }) => text) };
  }

  /** The main line as a separate game, which the caller frees. */
  mainGame() {
    const { rules, start, moves } = this.#mainLine();
    const game = newGame(this.library, rules, start, { deal: null });
    syncMoves(game, moves);
    return game;
  }

  /** Whether there is something to review, and nothing is being reviewed. */
  get mayReview() {
    return this.tree.mainLine().length > 0 && !this.isReviewing && this.game.rules.isSearched;
  }

  async startReview() {
    if (!this.mayReview) return;
    const game = this.mainGame();
    this.progress = { done: 0, all: game.length, plies: [] };
    const task = this.library.engine.review(game, (done, all, plies) => {
      this.progress = { done, all, plies: [...plies] };
      this.emit("progress");
    });
    this.#judging = task;
    this.emit("review");
    const review = await task.result;
    game.free();
    if (this.#judging !== task) return;
    this.#judging = null;
    this.progress = null;
    this.#showReview(review);
    this.#remember();
    this.#keepReview();
    this.emit("reviewed", { words: say("web.analyse.reviewed") });
  }

  /** Somebody says that they played these sides of a game from elsewhere. @param {number[]} people */
  claim(people) {
    this.people = people;
    this.#remember();
    this.#keepReview();
    this.emit("reviewed");
  }

  /** People's own mistakes come back in their training. */
  #remember() {
    const { review, people, library } = this;
    if (!review || !people.length) return;
    const game = this.mainGame();
    const own = review.plies.filter(({ side }) => side !== null && people.includes(side));
    this.newCards = noteMistakes(
      worstMoves(own, null).map((judged) => ({
        id: mistakeId(game.rules.name, game.fen(judged.ply - 1)),
        move: uci(/** @type {import("./game.js").Move} */ (judged.better), game.grid),
        theme: practiceFor(judged, library.engine.data.review),
      })),
    );
    game.free();
  }

  stopReview() {
    this.#forgetReview();
    this.emit("reviewed");
  }

  #forgetReview() {
    this.drill?.close();
    this.drill = null;
    this.#judging?.stop();
    this.#judging = null;
    this.review = null;
    this.newCards = 0;
    this.progress = null;
    this.verdicts = new Map();
    keepReview(this.tree, null);
  }

  #keepReview() {
    const { review, people, drill } = this;
    if (review) keepReview(this.tree, { review, people, drill: drill?.progress ?? null });
  }

  /** Shows the review that was open before a reload, and its drill. Returns whether there is one. */
  resumeReview() {
    const kept = keptReview(this.tree);
    if (!kept) return false;
    const isSame = !this.people.length || String(this.people) === String(kept.people);
    if (isSame) this.people = kept.people;
    this.#showReview(kept.review);
    this.emit("reviewed");
    if (kept.drill && isSame && worstMoves(kept.review.plies, this.player).length) this.startDrill(kept.drill);
    return true;
  }

  /** @param {Review} review of the main line */
  #showReview(review) {
    const line = this.tree.mainLine();
    this.review = review;
    this.verdicts = new Map(review.plies.map((each) => [line[each.ply - 1], each]));
  }

  /** Practises the mistakes of the review. @param {import("./drill.js").DrillProgress} [progress] */
  startDrill(progress = { index: 0, isFound: false, praise: "" }) {
    const { player, library, review } = this;
    if (!review) return;
    const drill = new Drill(library, this.#mainLine(), worstMoves(review.plies, player), player !== null);
    this.drill = drill;
    drill.onChange((event) => {
      if (event.what === "begin") this.goMain(drill.mistake.ply - 1);
      this.#keepReview();
      this.emit("drill", { words: event.words, sound: event.sound });
    });
    drill.resume(progress);
  }

  endDrill() {
    this.drill?.close();
    this.drill = null;
    this.#keepReview();
    this.emit("drill");
  }
}

/** The mistakes and blunders of a side, or of both if `person` is null. @template {Pick<ReviewedMove, "side" | "verdict" | "better">} T @param {T[]} plies @param {number | null} person */
export const worstMoves = (plies, person) =>
  plies.filter(
    ({ side, verdict, better }) =>
      better && (verdict === "mistake" || verdict === "blunder") && (person === null || side === person),
  );
