// Why a move is good or bad, in words, marks and arrows. No DOM.

import { say } from "../words.js";
import { chances } from "./score.js";
import { animalName, moveText, moveWords, sideName } from "./showing.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Move} Move */
/** @typedef {import("../engine/client.js").Reason} Reason */
/** @typedef {import("../engine/core.js").Line} Line */
/** @typedef {import("../board/arrows.js").Arrow} Arrow */
/** @typedef {import("../engine/client.js").Plan} Plan */
/** @typedef {import("../engine/client.js").Hint} Hint */

/** Reasons that the plan puts better; plans that are worth a sentence anyway, if they take no more moves than this; reasons that say all. As in `jungle.phrases`. */
const PLANNED = ["nearer", "nearer_past", "hunts", "meets_elephant", "opens_jump", "lines_up_jump"];
const TOLD = ["run", "hunt", "meet_elephant", "open_jump"];
const SOON = 4;
const DECIDING = ["enters_den", "opens_den", "wins", "holds_out", "stops_den", "only_move"];
/** Reasons about what the own piece does to the enemy's, about the reverse, and about enemies and own pieces on their way to a den. */
const ATTACKS = ["attacks", "forks", "wins_piece", "misses_piece", "misses_prey", "misses_hunt", "corners", "hunts"];
const THREATS = [
  "saves",
  "hangs",
  "loses_piece",
  "keeps_piece",
  "keeps_away",
  "lets_attack",
  "protects",
  "takes_anyway",
];
const RUNNERS = [
  "stops_den",
  "allows_den",
  "guards",
  "lets_closer",
  "holds_back",
  "obstructs",
  "leaves_den",
  "misses_guard",
];
const RUNS = ["opens_den", "misses_win", "misses_run"];

/** The names of an own animal and an enemy's, told apart if they are the same. @param {number} own @param {number} other */
function rivals(own, other) {
  const enemy = other ? animalName(other) : "";
  return {
    animal: own ? animalName(own) : "",
    enemy: enemy && own === other ? say("animal.enemy", { animal: enemy }) : enemy,
  };
}

/** @param {Reason | null} reason */
export function reasonWords(reason) {
  if (!reason) return "";
  const { code, animal, other } = reason;
  const { risks, gains, hidden } = reason;
  const moves = Math.ceil(reason.plies / 2);
  const numbers = { moves, count: moves || risks, risks, gains, hidden };
  return say(`reason.${code}`, { ...rivals(animal, other), ...numbers });
}

/** @param {Plan} plan */
export function planWords({ kind, animal, other, defenders, steps }) {
  const key = (kind === "run" && ["plan.run.free", "plan.run.enemy"][defenders]) || `plan.${kind}`;
  return say(key, { ...rivals(animal, other), moves: steps.length });
}

/** The way of a plan after the move, as a chain of arrows. @param {Plan | null} plan @param {Move} move @returns {Arrow[]} */
export function planArrows(plan, move) {
  if (!plan) return [];
  const way = [plan.piece, ...plan.steps];
  const steps = way.slice(1).map((target, i) => ({ origin: way[i], target, kind: "plan" }));
  return steps.filter(({ origin, target }) => origin !== move.origin || target !== move.target);
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
  /** @param {number | null | undefined} origin @param {number | null | undefined} target @param {string} kind */
  const arrow = (origin, target, kind) =>
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

/** Why a line is good if the core gives no reason: its captures, or the chances. @param {Move} move @param {Line | null} line @param {import("./score.js").Scale} scale */
function plainWords(move, line, scale) {
  if (line && line.winIn > 0) return say("score.wins", { moves: Math.ceil(line.winIn / 2) });
  if (move.captured && !move.isTrade) return say("reason.takes", { enemy: animalName(move.captured) });
  if (!line) return "";
  const { win, draw } = chances(line, scale);
  return say("web.why.chance", { percent: Math.round(100 * (win + draw / 2)) });
}

/**
 * Why a hint is good, and for what plan; `spoken` begins with its move.
 * @param {Game} game @param {Omit<Hint, "line" | "carriesOn"> & {line: Line | null}} hint @param {import("./score.js").Scale} scale
 */
export function hintWords(game, { move, line, reason, plan, since }, scale) {
  const isPlanned = plan !== null && reason !== null && PLANNED.includes(reason.code);
  const isTold =
    plan !== null &&
    !(reason && DECIDING.includes(reason.code)) &&
    (isPlanned || (TOLD.includes(plan.kind) && plan.enemy !== reason?.enemy && plan.steps.length <= SOON));
  const why = isPlanned ? "" : sentence(reasonWords(reason) || plainWords(move, line, scale));
  const aim = isTold && plan ? sentence(planWords(plan)) : "";
  const words = [changeWords(since, game), why, aim].filter(Boolean).join(" ");
  const spoken = [say("web.play.hint", { words: moveWords(move, game.grid) }), words].filter(Boolean).join(" ");
  return { spoken, words };
}

/** Explains a hint that reverses the previous one. @param {Move | null} since @param {Game} game */
const changeWords = (since, game) =>
  since?.animal ? say("web.hint.since", { prey: animalName(since.animal), square: game.grid.name(since.target) }) : "";

/** Explains a judged move; never empty. @param {import("../engine/client.js").ReviewedMove} judged @param {Game} game */
export function slipWords({ fault, loss, reply, side }, game) {
  if (fault && fault.code !== "worse") return reasonWords(fault);
  if (reply && side !== null) return say("web.why.answered", { side: sideName(1 - side), move: moveText(reply, game) });
  return reasonWords(fault) || say("web.why.loss", { percent: Math.max(1, Math.round(100 * loss)) });
}

/** When a game was decided, and what to practise: one paragraph. @param {import("../engine/client.js").Review} review @param {Game} game */
export function storyWords({ moment, practice }, game) {
  const outcome = game.outcome();
  let story = say(`review.story.${outcome ? (outcome.winner === null ? "drawn" : "even") : "open"}`);
  if (moment) {
    const number = Math.ceil((moment.ply + (game.start.side ? 1 : 0)) / 2);
    const told = { number, side: sideName(moment.side), move: moveText(moment.move, game) };
    /** @param {string} fault */
    const add = (fault) => (fault ? say("review.story.fault", { sentence: story, fault }) : story);
    story = say("review.story.decided", told);
    story = add(reasonWords(moment.fault));
    if (moment.better) story = say("review.story.better", { sentence: story, move: moveText(moment.better, game) });
    story = add(reasonWords(moment.reason));
  }
  return say("review.story", { story, practice: say(`practice.${practice}`) });
}
