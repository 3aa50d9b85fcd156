// What endgame tables say of a position and of each of its moves.

import { h } from "../../dom.js";
import { say } from "../../words.js";
import { moveLabel } from "../parts/notation.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {import("../../engine/core.js").Verdict} Verdict for the side that moves */
/** @typedef {import("../../engine/client.js").TableVerdicts} Known */
/** @typedef {Known["moves"][0]} KnownMove */

/** By what is expected: 1, 0, -1; anything else is a chance. @param {Verdict} verdict */
const kindOf = ({ expected }) => ({ 1: "win", 0: "draw", [-1]: "loss" })[expected] ?? "expected";

const percentOf = (/** @type {Verdict} */ { expected }) => Math.round(50 * (1 + expected));

/** @param {Verdict} verdict */
export function positionVerdict(verdict) {
  const kind = kindOf(verdict);
  const { plies } = verdict;
  return kind === "expected"
    ? say("web.table.expected", { percent: percentOf(verdict) })
    : say(`table.${kind}`, { plies });
}

/**
 * A button for each move, the best first, with what it comes to.
 * @param {Game} game @param {KnownMove[]} moves
 * @param {(origin: number, target: number) => void} onPlay
 */
export function moveVerdicts(game, moves, onPlay) {
  const row = (/** @type {KnownMove} */ { move, verdict }) => {
    const kind = kindOf(verdict);
    const words = say(`web.table.${kind}.short`, { plies: verdict.plies, percent: percentOf(verdict) });
    return h(
      "li",
      {},
      h(
        `button.verdict.${kind}`,
        { type: "button", onclick: () => onPlay(move.origin, move.target) },
        h("b", {}, moveLabel(move, game, game.side)),
        h("span", {}, words),
      ),
    );
  };
  return h("ul.verdicts", { "aria-label": say("web.table.moves") }, moves.map(row));
}
