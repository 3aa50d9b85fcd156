// Conditional moves of a correspondence game, as the player enters them on the board: lines that begin with a move of the
// opponent and end with an answer. The server checks and keeps them. No DOM.

import { BoardModel } from "../game/board-model.js";
import { moveTexts, syncMoves, uci } from "../game/moves.js";
import { moveWords } from "../game/showing.js";
import { Tree } from "../game/tree.js";
import { soundOf } from "../sounds.js";

/** @typedef {import("../game/tree.js").TreeNode} TreeNode */

/** The most plies in a line, as on the server. */
export const LINE_LIMIT = 20;

/** @extends {BoardModel<undefined>} */
export class Plan extends BoardModel {
  /** @param {import("../game/game.js").Game} game of which it takes a copy @param {readonly string[][]} [lines] what is planned already */
  constructor(game, lines = []) {
    super(game.copy());
    this.played = moveTexts(game);
    this.tree = new Tree(game.rules.name, game.fen(0));
    for (const line of lines) {
      this.tree.go(this.tree.root);
      for (const text of line) this.tree.append(text);
    }
    this.tree.go(this.tree.root);
  }

  /** How many plies of the current line have been played. */
  get depth() {
    return this.tree.path().length;
  }

  /** Whether the next move is the player's answer. */
  get isAnswer() {
    return this.depth % 2 === 1;
  }

  get mayMove() {
    return super.mayMove && this.depth < LINE_LIMIT;
  }

  /** The result of a flip is unknown. */
  targets() {
    /** @type {Map<number, number[]>} */
    const found = new Map();
    for (const [origin, targets] of super.targets()) {
      const steps = targets.filter((target) => target !== origin);
      if (steps.length) found.set(origin, steps);
    }
    return found;
  }

  /** Adds a move to the line. Another answer replaces the one before; another move of the opponent is a branch. @param {number} origin @param {number} target */
  play(origin, target) {
    if (!this.mayMove || origin === target) return;
    const move = this.game.play(origin, target);
    if (!move) return;
    const { tree, grid, isAnswer } = this;
    const text = uci(move, grid);
    if (isAnswer) for (const other of tree.current.children.filter((each) => each.text !== text)) tree.remove(other);
    tree.play(text);
    this.#follow({ words: moveWords(move, grid), sound: soundOf(move, grid) });
  }

  /** Goes to a move of the plan. @param {TreeNode} node */
  go(node) {
    this.tree.go(node);
    this.#follow();
  }

  /** Goes back one move. */
  back() {
    if (this.tree.current.parent) this.go(this.tree.current.parent);
  }

  /** Removes a line as far as it belongs to no other. @param {TreeNode} leaf */
  remove(leaf) {
    let node = leaf;
    while (node.parent?.parent && node.parent.children.length === 1) node = node.parent;
    this.tree.remove(node);
    this.#follow();
  }

  /** @param {{words?: string, sound?: string}} [how] */
  #follow(how) {
    syncMoves(this.game, [...this.played, ...this.tree.path().map(({ text }) => text)]);
    this.shown = this.game.length;
    this.emit("edit", how);
  }

  /** The last moves of all lines. @returns {TreeNode[]} */
  get leaves() {
    /** @type {TreeNode[]} */
    const found = [];
    const waiting = [...this.tree.root.children];
    for (let node = waiting.shift(); node; node = waiting.shift()) {
      if (!node.children.length) found.push(node);
      waiting.unshift(...node.children);
    }
    return found;
  }

  /** The moves of a line, for the list. @param {TreeNode} leaf @returns {import("../game/moves.js").Move[]} */
  movesTo(leaf) {
    const game = this.game.copy();
    syncMoves(game, [...this.played, ...this.tree.path(leaf).map(({ text }) => text)]);
    const moves = game.moves.slice(this.played.length);
    game.free();
    return moves;
  }

  /** The lines as the server stores them: each up to its last answer. */
  get lines() {
    const lines = this.leaves.map((leaf) => this.tree.path(leaf).map(({ text }) => text));
    const answered = lines.map((line) => line.slice(0, line.length - (line.length % 2))).filter((line) => line.length);
    return answered.filter(
      (line, index) =>
        !answered.some(
          (other, place) =>
            other.slice(0, line.length).join() === line.join() &&
            (other.length > line.length || (other.length === line.length && place < index)),
        ),
    );
  }
}
