// The games as boards know them: how large a board is, its frame, and the drawings of its pieces. `jungle.web.contents` writes
// them in here when the app is made, so that a board in another page needs no other file.

import { FACE_DOWN, Grid, pieceName } from "./text.js";

/**
 * @typedef {object} Shape
 * @property {string} kind the name of the game
 * @property {number} files @property {number} ranks
 * @property {boolean} hasDirection does each player have an edge of the board?
 * @property {number} frame around the squares, in hundredths of a square, as the drawings of boards have it
 * @property {Record<number, string>} drawings suffixes of the drawings' names, by animal, if they differ from the usual ones
 */

/** @type {Shape[]} */
const shapes = [];

/** Takes over the games of the library. @param {Shape[]} known */
export function learnShapes(known) {
  shapes.splice(0, shapes.length, ...known);
}

/** The shapes of all games, the usual game first. @returns {readonly Shape[]} */
export const knownShapes = () => shapes;

/** The default game. */
export const usualKind = () => shapes[0]?.kind;

/** Is the board of a game seen from either player's side? @param {string} kind */
export const hasDirection = (kind) => shapes.find((each) => each.kind === kind)?.hasDirection ?? true;

/** The part of a position's text that is its board. @param {string} text */
export const boardPart = (text) => text.trim().split(/\s+/, 1)[0];

/** The grid of a position's text: its ranks, and the squares of the first of them. @param {string} text */
export function gridOf(text) {
  const rows = boardPart(text).split("/");
  const files = [...rows[0]].reduce((all, sign) => all + (/[1-9]/.test(sign) ? Number(sign) : 1), 0);
  return new Grid(files, rows.length);
}

/** @param {{files: number, ranks: number}} grid */
const shapeOf = ({ files, ranks }) => shapes.find((each) => each.files === files && each.ranks === ranks);

const FRAME = 26;

/** The frame that the drawing of a board has. @param {Grid} grid */
export const frameOf = (grid) => shapeOf(grid)?.frame ?? FRAME;

/** The file of a piece's drawing. @param {string} set @param {number} code @param {Grid} grid of the board it stands on */
export function drawingOf(set, code, grid) {
  const suffix = code === FACE_DOWN ? "" : (shapeOf(grid)?.drawings[((code - 1) % 8) + 1] ?? "");
  return `pieces/${set}/${pieceName(code)}${suffix}.svg`;
}

/** A board with fewer squares is not drawn as large as the screen. */
const SMALL = 32;
/** The width of a narrow board's frame, see board/style.js. */
const NARROW_FRAME = 8;

/** Gives a table the proportions of its board. @param {HTMLElement} table @param {Grid} grid */
export function shapeTable(table, grid) {
  /** @param {number} frame */
  const aspect = (frame) =>
    String(Math.round((1000 * (grid.files * 100 + 2 * frame)) / (grid.ranks * 100 + 2 * frame)) / 1000);
  table.style.setProperty("--aspect", aspect(frameOf(grid)));
  table.style.setProperty("--aspect-narrow", aspect(NARROW_FRAME));
  table.classList.toggle("small", grid.squares < SMALL);
}
