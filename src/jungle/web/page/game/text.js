// Squares, boards, positions and moves as text. Nothing here knows the rules.

export const LETTERS = "RCDWPTLE";
export const ANIMALS = ["rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant"];
export const SIDES = /** @type {const} */ (["blue", "red"]);
export const FACE_DOWN = 17;

/** A board's shape: square = rank · files + file, a1 = 0. */
export class Grid {
  /** @param {number} files @param {number} ranks */
  constructor(files, ranks) {
    this.files = files;
    this.ranks = ranks;
    this.squares = files * ranks;
  }

  /** @param {number} square */
  name(square) {
    return String.fromCharCode(97 + (square % this.files)) + (Math.floor(square / this.files) + 1);
  }

  /** The square of that name, or undefined. @param {string} name */
  square(name) {
    const match = /^([a-z])([1-9])$/i.exec(name);
    if (!match) return undefined;
    const file = match[1].toLowerCase().charCodeAt(0) - 97;
    const rank = Number(match[2]) - 1;
    return file < this.files && rank < this.ranks ? rank * this.files + file : undefined;
  }
}

/** The letter of a piece's code (1 to 8 Blue's rat to elephant, 9 to 16 Red's). @param {number} code */
export function letter(code) {
  if (code === FACE_DOWN) return "?";
  return code > 8 ? LETTERS[code - 9].toLowerCase() : LETTERS[code - 1];
}

/** The name of a piece's drawing, which is also its name in words' keys. @param {number} code */
export function pieceName(code) {
  if (code === FACE_DOWN) return "face-down";
  return `${code > 8 ? "red" : "blue"}-${ANIMALS[(code - 1) % 8]}`;
}

/** The board's text, from the highest rank down. @param {Grid} grid @param {ArrayLike<number>} board */
export function boardText(grid, board) {
  const ranks = [];
  for (let rank = grid.ranks - 1; rank >= 0; rank -= 1) {
    let text = "";
    let empty = 0;
    for (let file = 0; file < grid.files; file += 1) {
      const code = board[rank * grid.files + file];
      if (!code) {
        empty += 1;
        continue;
      }
      text += (empty || "") + letter(code);
      empty = 0;
    }
    ranks.push(text + (empty || ""));
  }
  return ranks.join("/");
}

/**
 * The board of a text, one code per square. Throws an Error that says what is wrong.
 * @param {Grid} grid @param {string} text
 */
export function parseBoard(grid, text) {
  const rows = text.split("/");
  if (rows.length !== grid.ranks) throw new Error(`expected ${grid.ranks} ranks separated by '/', got ${rows.length}`);
  const board = new Uint8Array(grid.squares);
  rows.forEach((row, index) => {
    const rank = grid.ranks - 1 - index;
    let file = 0;
    for (const sign of row) {
      if (/[1-9]/.test(sign)) {
        file += Number(sign);
        continue;
      }
      const code = codeOf(sign);
      if (!code) throw new Error(`expected one of ${LETTERS} in either case, got '${sign}' in rank ${rank + 1}`);
      if (file < grid.files) board[rank * grid.files + file] = code;
      file += 1;
    }
    if (file !== grid.files) throw new Error(`rank ${rank + 1} has ${file} squares, not ${grid.files}`);
  });
  return board;
}

/** The code of a letter, or 0. @param {string} sign */
export function codeOf(sign) {
  if (sign === "?") return FACE_DOWN;
  const index = LETTERS.indexOf(sign.toUpperCase());
  return index < 0 ? 0 : index + 1 + (sign === sign.toUpperCase() ? 0 : 8);
}

/** The codes on the squares that are not empty. @param {ArrayLike<number>} board @returns {Map<number, number>} */
export function piecesOn(board) {
  const squares = Array.from(board, (code, square) => /** @type {[number, number]} */ ([square, code]));
  return new Map(squares.filter(([, code]) => code));
}

/** A text on one line, without a bare closing mark: for tags and comments. @param {string} text @param {string} closing */
export const escaped = (text, closing) =>
  text.replaceAll("\\", "\\\\").replaceAll(closing, `\\${closing}`).replaceAll("\n", "\\n").replaceAll("\r", "\\r");

/** Reverses `escaped`. @param {string} text @param {string} closing @param {(sign: string) => never} fail is called for an escape that is unknown */
export function unescaped(text, closing, fail) {
  /** @type {Record<string, string>} */
  const known = { n: "\n", r: "\r", "\\": "\\", [closing]: closing };
  return text.replace(/\\([\s\S])/g, (_, sign) => known[sign] ?? fail(`\\${sign}`));
}
