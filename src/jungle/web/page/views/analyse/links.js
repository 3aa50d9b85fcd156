// Links that a server shows with a picture of the line on the analysis board.

import { moveTexts } from "../../game/moves.js";
import { hasServer } from "../../routes.js";

/** @typedef {import("../../game/analysis.js").Analysis} Analysis */
/** @typedef {import("../../library.js").Library} Library */

/** The line up to the position that is shown, for a server; null if it cannot draw it. @param {Analysis} analysis @param {Library} library */
function lineQuery({ game }, library) {
  const { rules } = game;
  // A server does not know what lies face down, nor somebody's own rules.
  if (!hasServer || rules.game !== library.usual.game || !library.rules[rules.name]) return null;
  const query = new URLSearchParams({ rules: rules.name });
  if (game.fen(0) !== rules.start) query.set("fen", game.fen(0));
  if (game.moves.length) query.set("moves", moveTexts(game).join(","));
  return query;
}

/** A link that other sites show with a picture of the position, or null. @param {string} address in the app @param {Analysis} analysis @param {Library} library */
export function previewAddress(address, analysis, library) {
  const shown = lineQuery(analysis, library);
  if (!shown) return null;
  const query = new URLSearchParams(address.split("?")[1]);
  query.set("shown", shown.get("moves") ?? "");
  return `${location.origin}/analyse?${query}`;
}
