// Why a move is good or bad, in words, marks and arrows.

import { h } from "../../dom.js";
import { chances } from "../../game/score.js";
import { animalName, moveText, moveWords, sideName } from "../../game/showing.js";
import { say } from "../../words.js";
import { moveLabel } from "./notation.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {import("../../game/game.js").Move} Move */
/** @typedef {import("../../engine/client.js").Reason} Reason */
/** @typedef {import("../../engine/core.js").Line} Line */
/** @typedef {import("../../board/arrows.js").Arrow} Arrow */

/** Reasons about what the own piece does to the enemy's, about the reverse, and about enemies and own pieces on their way to a den. */
const ATTACKS = ["attacks", "forks", "wins_piece", "misses_piece", "misses_prey"];
const THREATS = ["saves", "hangs", "loses_piece"];
const RUNNERS = ["stops_den", "allows_den", "guards", "lets_closer"];
const RUNS = ["opens_den", "misses_win"];

/** @param {Reason | null} reason */
export function reasonWords(reason) {
  if (!reason) return "";
  const name = (/** @type {number} */ animal) => (animal ? animalName(animal) : "");
  const { code, animal, other } = reason;
  return say(`reason.${code}`, { animal: name(animal), enemy: name(other), moves: Math.ceil(reason.plies / 2) });
}

/** Marks for the squares of a reason. @param {Reason | null} reason @returns {Map<number, string>} */
export const reasonMarks = (reason) => new Map((reason?.squares ?? []).map((square) => [square, "note"]));

/**
 * Arrows for a reason: threats in red, ideas in blue. For the piece that moved they start at its target.
 * @param {Game} game before the move @param {Reason | null} reason @param {Move | null} [move] @returns {Arrow[]}
 */
export function reasonArrows(game, reason, move = null) {
  if (!reason || game.side === null) return [];
  const { code, own, enemy } = reason;
  const from = own === move?.origin ? (move?.target ?? own) : own;
  const arrow = (
    /** @type {number | null | undefined} */ origin,
    /** @type {number | null | undefined} */ target,
    /** @type {string} */ kind,
  ) =>
    typeof origin === "number" && typeof target === "number" && origin !== target ? [{ origin, target, kind }] : [];
  if (ATTACKS.includes(code)) return arrow(from, enemy, "idea");
  if (THREATS.includes(code)) return arrow(enemy, own, "threat");
  if (RUNNERS.includes(code)) return arrow(enemy, game.den(game.side), "threat");
  if (RUNS.includes(code)) return arrow(from, game.den(1 - game.side), "idea");
  return [];
}

/** @param {string} words */
export const capitalised = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {string} words */
export const sentence = (words) => (words ? `${capitalised(words)}${say("web.stop")}` : "");

/** Why a line is good if the core gives no reason: its captures, or the chances. @param {Move} move @param {Line | null} line @param {import("../../game/score.js").Scale} scale */
function plainWords(move, line, scale) {
  if (line && line.winIn > 0) return say("score.wins", { moves: Math.ceil(line.winIn / 2) });
  if (move.captured && !move.isTrade) return say("reason.takes", { enemy: animalName(move.captured) });
  if (!line) return "";
  const { win, draw } = chances(line, scale);
  return say("web.why.chance", { percent: Math.round(100 * (win + draw / 2)) });
}

/**
 * A hint, spoken and shown.
 * @param {Game} game @param {Move} move @param {Line | null} line @param {Reason | null} reason @param {import("../../game/score.js").Scale} scale
 * @returns {{spoken: string, shown: (Node | string)[]}}
 */
export function hintParts(game, move, line, reason, scale) {
  const why = sentence(reasonWords(reason) || plainWords(move, line, scale));
  const spoken = [say("web.play.hint", { words: moveWords(move, game.grid) }), why].filter(Boolean).join(" ");
  return { spoken, shown: [h("strong", {}, moveLabel(move, game, game.side)), " ", why] };
}

/** What is wrong with a judged move; never empty. @param {import("../../engine/client.js").ReviewedMove} judged @param {Game} game */
export function slipWords({ fault, loss, reply, side }, game) {
  if (fault && fault.code !== "worse") return reasonWords(fault);
  if (reply && side !== null) return say("web.why.answered", { side: sideName(1 - side), move: moveText(reply, game) });
  return reasonWords(fault) || say("web.why.loss", { percent: Math.max(1, Math.round(100 * loss)) });
}
