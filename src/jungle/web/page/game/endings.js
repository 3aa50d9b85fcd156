// How a game ended, for the person at the board: title, sentence and sound. No DOM.

import { say } from "../words.js";
import { outcomeWords, reasonWords, sideName } from "./showing.js";

/** @typedef {Pick<import("./board-model.js").BoardModel, "game" | "outcome" | "person">} Ended */
/** @typedef {import("./game.js").Outcome} Outcome */

/** @param {Pick<Ended, "outcome" | "person">} ended */
export function endingSound({ outcome, person }) {
  if (!outcome || outcome.winner === null) return "draw";
  return person === null || outcome.winner === person ? "win" : "lose";
}

/** Whether the person won; with two people at one screen, either win counts. @param {Pick<Ended, "outcome" | "person">} ended */
export const isWon = (ended) => endingSound(ended) === "win";

/** @param {Pick<Ended, "outcome" | "person">} ended */
export function endingTitle({ outcome, person }) {
  if (!outcome || outcome.winner === null) return say("desktop.result.draw");
  if (person === null) return say("desktop.result.wins", { side: sideName(outcome.winner) });
  return say(outcome.winner === person ? "desktop.result.you" : "desktop.result.lost");
}

/** The sentence below the title: the title of a draw already says that it is one. @param {Outcome} outcome @param {import("./game.js").Game} game */
export function endingSentence(outcome, game) {
  if (outcome.winner !== null) return outcomeWords(outcome, game);
  const why = reasonWords(outcome, game);
  return why[0].toUpperCase() + why.slice(1) + say("web.stop");
}

/** An ending as it is spoken: "You lost. Red wins by resignation." @param {Ended} ended @param {Outcome} outcome */
export function endingWords(ended, outcome) {
  const how = outcomeWords(outcome, ended.game);
  // The sentence of a draw says that it is one.
  return ended.person === null || outcome.winner === null ? how : `${endingTitle(ended).replace(/[!！]$/, "")}. ${how}`;
}
