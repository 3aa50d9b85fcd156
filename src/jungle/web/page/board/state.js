// What a board shows and what a person is doing with it, as plain values: no DOM, no rules of the game. The legal
// targets are given; `press` returns the move that was chosen.

/** @typedef {{origin: number, target: number}} Choice */
/**
 * @typedef {object} BoardState
 * @property {number} files
 * @property {number} ranks
 * @property {ReadonlyMap<number, number>} pieces the code of the piece on each square that has one
 * @property {ReadonlyMap<number, readonly number[]>} targets the squares that each piece may go to; its own square
 *   stands for turning it up
 * @property {number | null} selected the square picked up
 * @property {number} cursor the square that the keyboard is on
 * @property {boolean} turned seen from Red's side
 * @property {readonly number[]} last the squares of the last move
 * @property {ReadonlyMap<number, string>} marks a kind of mark on some squares: good, bad, note
 */

/** @type {BoardState} */
export const EMPTY = {
  files: 7,
  ranks: 9,
  pieces: new Map(),
  targets: new Map(),
  selected: null,
  cursor: 0,
  turned: false,
  last: [],
  marks: new Map(),
};

/** Changes part of a state and drops a selection that is no longer allowed. @param {BoardState} state @param {Partial<BoardState>} parts */
export function change(state, parts) {
  const next = { ...state, ...parts };
  const { selected, files, ranks } = next;
  if (selected !== null && !next.targets.has(selected)) next.selected = null;
  if (next.cursor >= files * ranks) next.cursor = 0;
  return next;
}

/** The position of a square on the screen: column and row from the top left. @param {BoardState} state @param {number} square */
export function place(state, square) {
  const file = square % state.files;
  const rank = Math.floor(square / state.files);
  return state.turned ? { column: state.files - 1 - file, row: rank } : { column: file, row: state.ranks - 1 - rank };
}

/** The square at a column and row of the screen, or null outside the board. @param {BoardState} state @param {number} column @param {number} row */
export function squareAt(state, column, row) {
  if (column < 0 || column >= state.files || row < 0 || row >= state.ranks) return null;
  const file = state.turned ? state.files - 1 - column : column;
  const rank = state.turned ? row : state.ranks - 1 - row;
  return rank * state.files + file;
}

/** The squares in reading order, from the top left. @param {BoardState} state */
export function reading(state) {
  const rows = [];
  for (let row = 0; row < state.ranks; row += 1) {
    rows.push(Array.from({ length: state.files }, (_, column) => /** @type {number} */ (squareAt(state, column, row))));
  }
  return rows;
}

/**
 * A square is pressed: picks up its piece, puts it back, or chooses a move.
 * @param {BoardState} state @param {number} square @returns {{state: BoardState, choice: Choice | null, refused: Choice | null}}
 */
export function press(state, square) {
  const { selected, targets } = state;
  /** @param {number | null} next */
  const put = (next) => change({ ...state, cursor: square }, { selected: next });
  if (selected !== null && targets.get(selected)?.includes(square)) {
    return { state: put(null), choice: { origin: selected, target: square }, refused: null };
  }
  if (selected === square) return { state: put(null), choice: null, refused: null };
  const own = targets.get(square);
  if (own) {
    // A piece that can only be turned up needs no second press.
    if (own.length === 1 && own[0] === square) {
      return { state: put(null), choice: { origin: square, target: square }, refused: null };
    }
    return { state: put(square), choice: null, refused: null };
  }
  // Nothing is picked up. A piece that cannot move is reported; an empty square, or a press out of turn, is not.
  const isStuck = selected === null && targets.size > 0 && state.pieces.has(square);
  const refused = isStuck || selected !== null ? { origin: selected ?? square, target: square } : null;
  return { state: put(null), choice: null, refused };
}

/** Moves the keyboard cursor one square on the screen, up to the edge. @param {BoardState} state @param {number} columns @param {number} rows */
export function step(state, columns, rows) {
  const { column, row } = place(state, state.cursor);
  const square = squareAt(state, column + columns, row + rows);
  return square === null ? state : { ...state, cursor: square };
}
