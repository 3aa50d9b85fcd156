// Why a move is not allowed, as a code with squares. The core decides what is legal; this only explains its refusals.

import { FACE_DOWN } from "./text.js";

/** @typedef {import("./game.js").Game} Game */
/**
 * @typedef {object} Obstacle
 * @property {string} code `web.refused.` and the code is the key of its words, which take animal and other
 * @property {number} animal that was to move @property {number} other the animal in the way, or 0
 * @property {number[]} squares that show it
 * @param {number} code
 */
const sideOf = (code) => (code > 8 ? 1 : 0);
/** @param {number} code */
const animalOf = (code) => ((code - 1) % 8) + 1;

/**
 * What prevents a move that is not legal; null if there is nothing to explain: no piece, the enemy's piece, or
 * a game that is over. Origin and target are the same for a piece that has no move at all.
 * @param {Game} game @param {number} origin @param {number} target @returns {Obstacle | null}
 */
export function obstacleTo(game, origin, target) {
  const board = game.board();
  const code = board[origin];
  const isOwn = code && code !== FACE_DOWN && (game.side === null || sideOf(code) === game.side);
  if (game.outcome() || !isOwn) return null;
  const animal = animalOf(code);
  /** @param {string} why */
  const found = (why, squares = [target], other = 0) => ({ code: why, animal, other, squares });
  if (origin === target) return found("stuck");
  const { grid } = game;
  const { swimmers, jumpers, repetitionDraws } = game.rules;
  const [file, rank] = [0, 1].map(
    (axis) => coordinate(target, axis, grid.files) - coordinate(origin, axis, grid.files),
  );
  const isJumper = jumpers.includes(animal);
  if (file && rank) return found("diagonal");
  if (Math.abs(file + rank) > 1) {
    const step = Math.sign(file) + Math.sign(rank) * grid.files;
    const between = Array.from({ length: Math.abs(file + rank) - 1 }, (_, index) => origin + step * (index + 1));
    if (!between.every((square) => isWater(game, square))) return found("far");
    if (!isJumper) return found("jumpers");
    const blockers = between.filter((square) => board[square]);
    if (blockers.length) return found("blocked", blockers, animalOf(board[blockers[0]]));
    return board[target] ? whoStands(game, origin, target) : found("no jump");
  }
  if (isWater(game, target) && !swimmers.includes(animal)) {
    if (board[target] && sideOf(board[target]) !== game.side)
      return found("in water", [target], animalOf(board[target]));
    return found(isJumper ? "river.jumper" : "river");
  }
  if (board[target]) return whoStands(game, origin, target);
  const [kind, owner] = terrainOf(game, target) ?? [];
  if (kind === "den" && owner === game.side) return found("own den");
  return found(repetitionDraws ? "far" : "chase");
}

/** @param {Game} game @param {number} origin @param {number} target @returns {Obstacle} */
function whoStands(game, origin, target) {
  const board = game.board();
  const [animal, other] = [origin, target].map((square) => animalOf(board[square]));
  /** @param {string} code */
  const found = (code) => ({ code, animal, other, squares: [target] });
  if (board[target] === FACE_DOWN) return { code: "face down", animal, other: 0, squares: [target] };
  if (sideOf(board[target]) === sideOf(board[origin])) return found("own piece");
  const { takes, ranks } = game.rules;
  const [isWet, isTargetWet] = [origin, target].map((square) => isWater(game, square));
  if ((takes[animal - 1] >> (other - 1)) & 1 && isWet !== isTargetWet) return found(isWet ? "from water" : "in water");
  return found(ranks[other - 1] > ranks[animal - 1] ? "stronger" : "immune");
}

/** @param {number} square @param {number} axis 0 for files @param {number} files */
const coordinate = (square, axis, files) => (axis ? Math.floor(square / files) : square % files);

/** @param {Game} game @param {number} square */
const terrainOf = ({ rules, grid }, square) => rules.kind.terrain[grid.name(square)];

/** @param {Game} game @param {number} square */
const isWater = (game, square) => terrainOf(game, square)?.[0] === "water";
