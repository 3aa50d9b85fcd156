// The verdicts of endgame tables on a position and on each of its moves.

import { h } from "../../dom.js";
import { movesOf } from "../../game/score.js";
import { sideName } from "../../game/showing.js";
import { say } from "../../words.js";
import { moveLabel } from "../parts/notation.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {import("../../engine/core.js").Verdict} Verdict for the side that moves */
/** @typedef {import("../../engine/client.js").TableVerdicts} Known */
/** @typedef {Known["moves"][0]} KnownMove */

/** Classifies a verdict: 1, 0 and -1 are certain, anything else is a chance. @param {Verdict} verdict */
const kindOf = ({ expected }) => ({ 1: "win", 0: "draw", [-1]: "loss" })[expected] ?? "expected";

/** @param {Verdict} given */
const percentOf = ({ expected }) => Math.round(50 * (1 + expected));

/** @param {Verdict} verdict @param {Game} game */
export function positionVerdict(verdict, { side, hasChance }) {
  const kind = kindOf(verdict);
  if (kind === "draw") return say("web.table.draw");
  if (kind === "expected" || side === null) return say("web.table.expected", { percent: percentOf(verdict) });
  const winner = sideName(kind === "win" ? side : 1 - side);
  return say(`web.table.${hasChance ? "certain" : "wins"}`, { side: winner, moves: movesOf(verdict.plies) });
}

/** The verdict on a move. Tables of a game with chance count to the next capture, not to the end. @param {Verdict} verdict @param {Game} game */
function moveVerdict(verdict, { hasChance }) {
  const kind = kindOf(verdict);
  const form = hasChance && (kind === "win" || kind === "loss") ? "certain" : "short";
  return say(`web.table.${kind}.${form}`, { moves: movesOf(verdict.plies), percent: percentOf(verdict) });
}

/**
 * A button for each move, the best first, with its verdict.
 * @param {Game} game @param {KnownMove[]} moves
 * @param {(origin: number, target: number) => void} onPlay
 */
export function moveVerdicts(game, moves, onPlay) {
  /** @param {KnownMove} given */
  const row = ({ move, verdict }) => {
    return h(
      "li",
      {},
      h(
        `button.verdict.${kindOf(verdict)}`,
        { type: "button", onclick: () => onPlay(move.origin, move.target) },
        h("b", {}, moveLabel(move, game, game.side)),
        h("span", {}, moveVerdict(verdict, game)),
      ),
    );
  };
  return h("ul.verdicts", { "aria-label": say("web.table.moves") }, moves.map(row));
}
