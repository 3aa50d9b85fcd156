// A mistake in one's own game, to be solved as a puzzle: any move as good as the better one solves it. No DOM.

import { say } from "../words.js";
import { FINE } from "./drill.js";
import { uci } from "./moves.js";
import { Puzzle } from "./puzzle.js";

/** @typedef {import("./game.js").Move} Move */

export class MistakePuzzle extends Puzzle {
  /** @param {Move} tried */
  async judge(tried) {
    const text = uci(tried, this.grid);
    if (text !== this.wanted) {
      this.tell(say("web.drill.checking"));
      const judged = await this.verdictOn(this.library, tried);
      if (!judged) return;
      // From now on this is the solution.
      if (FINE.includes(judged.verdict)) this.line.moves = [text];
    }
    super.judge(tried);
  }
}
