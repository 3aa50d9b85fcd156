// Positions as text, and checks that they are possible. What is impossible comes with the rules, as data.

import { boardText, codeOf, FACE_DOWN, letter, parseBoard, pieceName } from "./text.js";

/** @typedef {import("./game.js").Rules} Rules */
/**
 * @typedef {object} PositionParts
 * @property {Uint8Array} board
 * @property {number | null} side null before the colours are decided
 * @property {number} quiet plies since the last capture or flip
 * @property {number} number of the move, in games that write it down; else 1
 * @property {number[]} hidden codes of what lies face down
 */

const NOTHING = "-";
const SIDES = "br";

/** An impossible position: `position.` and the code is the key of its words, which take the values. */
export class PositionError extends Error {
  /** @param {string} code @param {Record<string, string | number>} [values] */
  constructor(code, values = {}) {
    super(`${code}: ${JSON.stringify(values)}`);
    this.code = code;
    this.values = values;
  }
}

/** @param {string} text @param {number} least @param {string} code */
function parseNumber(text, least, code) {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw new PositionError(code, { text });
  return Number(text);
}

/** The parts of `board side quiet`, with `number` or `hidden` in games that have them. Throws PositionError. @param {string} text @param {Rules} rules */
export function parsePosition(text, rules) {
  const [board, side, quiet = "0", last, ...rest] = text.trim().split(/\s+/);
  if (!side || rest.length) throw new PositionError("fields", { text });
  if (!`${SIDES}${rules.kind.hasChance ? "?" : ""}`.includes(side) || side.length > 1)
    throw new PositionError("side", { text: side });
  const hidden = rules.kind.hasChance && last && last !== NOTHING ? [...last] : [];
  /** @type {PositionParts} */
  const parts = {
    board: parseSquares(board, rules),
    side: side === "?" ? null : SIDES.indexOf(side),
    quiet: parseNumber(quiet, 0, "quiet"),
    number: rules.kind.hasNumbers ? parseNumber(last ?? "1", 1, "number") : 1,
    hidden: hidden.map((sign) => {
      const code = codeOf(sign);
      if (!code || code === FACE_DOWN) throw new PositionError("letter", { text: sign });
      return code;
    }),
  };
  check(parts, rules);
  return parts;
}

/** @param {string} text @param {Rules} rules */
function parseSquares(text, rules) {
  try {
    return parseBoard(rules.grid, text);
  } catch (error) {
    throw new PositionError("board", { text, why: /** @type {Error} */ (error).message });
  }
}

/** Throws PositionError if the position is impossible. @param {PositionParts} parts @param {Rules} rules */
export function check({ board, side, hidden }, rules) {
  const { grid, impossible } = rules;
  const squares = [...board.keys()];
  for (const square of squares) {
    const code = board[square];
    if (!code) continue;
    const values = { piece: pieceName(code), square: grid.name(square) };
    if (code === FACE_DOWN) {
      if (!rules.kind.hasChance) throw new PositionError("face_down", values);
      continue;
    }
    const other = squares.find((each) => each > square && board[each] === code);
    if (other !== undefined) throw new PositionError("twice", { ...values, other: grid.name(other) });
    if (hidden.includes(code)) throw new PositionError("shown", values);
    const { why } = impossible.stand.find((each) => each.codes.includes(code) && each.squares.includes(square)) ?? {};
    if (why) throw new PositionError(why, values);
  }
  const down = squares.filter((square) => board[square] === FACE_DOWN).length;
  if (new Set(hidden).size !== hidden.length) throw new PositionError("hidden_twice");
  if (down !== hidden.length) throw new PositionError("hidden", { down, hidden: hidden.length });
  if (side === null && down !== grid.squares) throw new PositionError("colours");
  if (impossible.together.some((taken) => taken.every((square) => board[square]))) throw new PositionError("dens");
  if (impossible.empty && !board.some(Boolean)) throw new PositionError("empty");
}

/** The first error in a position, or null. @param {PositionParts} parts @param {Rules} rules @returns {PositionError | null} */
export function fault(parts, rules) {
  try {
    check(parts, rules);
    return null;
  } catch (error) {
    return /** @type {PositionError} */ (error);
  }
}

/** The text that `parsePosition` reads. @param {PositionParts} parts @param {Rules} rules */
export function positionText({ board, side, quiet, number, hidden }, rules) {
  const sorted = [...hidden].sort((one, other) => one - other).map(letter);
  const last = rules.kind.hasChance ? [sorted.join("") || NOTHING] : rules.kind.hasNumbers ? [number] : [];
  return [boardText(rules.grid, board), side === null ? "?" : SIDES[side], quiet, ...last].join(" ");
}
