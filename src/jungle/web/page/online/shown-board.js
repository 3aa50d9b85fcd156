// Converts the teacher's board between the server's plain values and the page's games and arrows. No DOM.

import { syncMoves, uci } from "../game/moves.js";
import { newGame } from "../library.js";

/** @typedef {import("./classroom.js").ClassBoard} ClassBoard */
/** @typedef {import("../board/arrows.js").Arrow} Arrow */
/** @typedef {import("../game/text.js").Grid} Grid */
/** @typedef {import("../library.js").Library} Library */

/** The colours of drawings, as the server keeps them, and their kinds here. @type {Record<string, string>} */
export const COLOURS = { green: "best", red: "threat", blue: "idea" };
/** @param {string | undefined} kind */
const nameOf = (kind) => Object.keys(COLOURS).find((colour) => COLOURS[colour] === kind) ?? "green";

/** The game of a board, played up to what is shown. Throws PositionError. @param {Library} library @param {Pick<ClassBoard, "rules" | "fen" | "moves" | "ply">} board */
export function gameOf(library, { rules, fen, moves, ply }) {
  const game = newGame(library, rules, fen, { deal: null });
  syncMoves(game, moves.slice(0, ply));
  return game;
}

/** @param {Pick<ClassBoard, "arrows" | "circles">} board @param {Grid} grid @returns {Arrow[]} */
export function arrowsOf({ arrows, circles }, grid) {
  /** @param {string} from @param {string} to @param {string} colour */
  const read = (from, to, colour) => {
    const [origin, target] = [grid.square(from), grid.square(to)];
    return origin === undefined || target === undefined ? [] : [{ origin, target, kind: COLOURS[colour] ?? "best" }];
  };
  return [
    ...arrows.flatMap(([from, to, colour]) => read(from, to, colour)),
    ...circles.flatMap(([square, colour]) => read(square, square, colour)),
  ];
}

/** The drawings in the server's form. @param {readonly Arrow[]} sketch @param {Grid} grid @returns {Pick<ClassBoard, "arrows" | "circles">} */
export function drawingsOf(sketch, grid) {
  /** @type {Pick<ClassBoard, "arrows" | "circles">} */
  const drawn = { arrows: [], circles: [] };
  for (const { origin, target, kind } of sketch) {
    if (origin === target) drawn.circles.push([grid.name(origin), nameOf(kind)]);
    else drawn.arrows.push([grid.name(origin), grid.name(target), nameOf(kind)]);
  }
  return drawn;
}

/** A move of a text as an arrow, if it is one here. @param {import("../game/game.js").Game} game @param {string} text @param {string} kind @returns {Arrow[]} */
export function moveArrow(game, text, kind) {
  const move = game.parse(text);
  return move ? [{ origin: move.origin, target: move.target, kind }] : [];
}

/** The text of the move between two squares. @param {import("../game/game.js").Game} game @param {number} origin @param {number} target */
export const moveTextOf = (game, origin, target) => uci({ origin, target }, game.grid);
