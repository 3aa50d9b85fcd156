// A game as a moving picture: one SVG file that plays wherever pictures are shown, or the frames of a GIF. Like
// `jungle.svg.animation`, but from the drawings of the page, so that it needs no server. No DOM.

import { frameOf } from "../game/kinds.js";
import { embedded, pictureParts } from "./picture.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./picture.js").Dress} Dress */
/** @typedef {{file: string, places: [ply: number, square: number][], leaves: number | null}} Actor a piece as long as it looks the same */

const SLIDE_SECONDS = 0.35;
/** How long the last position is shown before the picture starts over. */
export const HOLD_SECONDS = 3;
export const MARK_OPACITY = 0.38;
const GOLD = "#e8c34a";
const SIDE_COLOURS = ["#2f6fc4", "#c63a30"];
const OUTSIDE = -200;

/** The file of each drawing on a board, by square. @param {Game} game @param {number} ply @param {Dress} dress */
function drawings(game, ply, dress) {
  const { parts, frame } = pictureParts(game.fen(ply), { ...dress, isTurned: false });
  const { files, ranks } = game.grid;
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const { file, x, y } of parts.slice(1)) {
    const [column, row] = [Math.floor((x - frame) / 100), Math.floor((y - frame) / 100)];
    found.set((ranks - 1 - row) * files + column, file);
  }
  return found;
}

/** Every piece of a game, and where it is from which ply on. @param {Game} game @param {Dress} dress @returns {Actor[]} */
export function actorsOf(game, dress) {
  /** @type {Actor[]} */
  const actors = [];
  /** @type {Map<number, Actor>} */
  const onBoard = new Map();
  /** @param {number} ply @param {number} square @param {string} file */
  const enter = (ply, square, file) => {
    const actor = { file, places: /** @type {[number, number][]} */ ([[ply, square]]), leaves: null };
    onBoard.set(square, actor);
    actors.push(actor);
  };
  /** @param {number} ply @param {number} square */
  const leave = (ply, square) => {
    const actor = onBoard.get(square);
    if (actor) actor.leaves = ply;
    onBoard.delete(square);
  };
  for (const [square, file] of drawings(game, 0, dress)) enter(0, square, file);
  for (const [index, { origin, target }] of game.moves.entries()) {
    const ply = index + 1;
    const mover = onBoard.get(origin);
    if (mover && origin !== target) {
      leave(ply, target);
      onBoard.delete(origin);
      onBoard.set(target, mover);
      mover.places.push([ply, target]);
    }
    const shown = drawings(game, ply, dress);
    for (const [square, actor] of [...onBoard]) if (shown.get(square) !== actor.file) leave(ply, square);
    for (const [square, file] of shown) if (!onBoard.has(square)) enter(ply, square, file);
  }
  return actors;
}

/** The squares of each move, and their colour. @param {Game} game */
export const marksOf = (game) =>
  game.moves.map(({ origin, target, animal }, index) => {
    const { side } = game.states.at(index);
    return {
      squares: [origin, target],
      colour: animal && origin !== target && side !== null ? SIDE_COLOURS[side] : GOLD,
    };
  });

/** Where a square's upper left corner is. @param {Game} game @param {boolean} isTurned */
export function cornerOf({ grid }, isTurned) {
  const { files, ranks } = grid;
  const frame = frameOf(grid);
  return (/** @type {number} */ square) => {
    const [file, rank] = [square % files, Math.floor(square / files)];
    return {
      x: frame + 100 * (isTurned ? files - 1 - file : file),
      y: frame + 100 * (isTurned ? rank : ranks - 1 - rank),
    };
  };
}

/**
 * A game from its first position to its last as an animated SVG document, which starts over at the end.
 * @param {Game} game with at least one move @param {Dress} dress @param {Map<string, string>} texts the drawings, by file @param {number} [secondsPerMove]
 */
export function movingPicture(game, dress, texts, secondsPerMove = 1) {
  const { width, height, parts } = pictureParts(game.fen(0), dress);
  const corner = cornerOf(game, dress.isTurned ?? false);
  const slide = Math.min(SLIDE_SECONDS, secondsPerMove / 2);
  const total = game.length * secondsPerMove + HOLD_SECONDS;
  /** @param {number} share */
  const time = (share) => String(Number((share / total).toPrecision(5)));
  const begins = (/** @type {number} */ ply) => time(ply * secondsPerMove - slide);
  const ends = (/** @type {number} */ ply) => time(ply * secondsPerMove);
  /** @param {string} name @param {[string, string | number][]} steps @param {string} [kind] without one, the values jump */
  const animate = (name, steps, kind = "") => {
    const values = steps.map(([, value]) => value).join(";");
    const times = steps.map(([at]) => at).join(";");
    const timing = `values="${values}" keyTimes="${times}" dur="${total}s" repeatCount="indefinite"`;
    return kind
      ? `<animateTransform attributeName="${name}" type="${kind}" ${timing}/>`
      : `<animate attributeName="${name}" calcMode="discrete" ${timing}/>`;
  };
  const actors = actorsOf(game, dress);
  const files = [...new Set(actors.map(({ file }) => file))];
  const defs = files.map(
    (file, index) =>
      `<g id="piece${index}">${embedded(texts.get(file) ?? "", `d${index}`, 'x="5" y="5" width="90" height="90"')}</g>`,
  );
  const marks = marksOf(game);
  const marked = [0, 1].map((which) => {
    const places = marks.map(({ squares }) => corner(squares[which]));
    /** @param {"x" | "y"} axis @returns {[string, number][]} */
    const steps = (axis) => [
      ["0", OUTSIDE],
      ...places.map((place, index) => /** @type {[string, number]} */ ([begins(index + 1), place[axis] + 3.5])),
    ];
    /** @type {[string, string][]} */
    const fills = [
      ["0", GOLD],
      ...marks.map(({ colour }, index) => /** @type {[string, string]} */ ([begins(index + 1), colour])),
    ];
    const changes = animate("fill", fills) + animate("x", steps("x")) + animate("y", steps("y"));
    const box = `x="${OUTSIDE}" y="${OUTSIDE}" width="93" height="93" rx="12" fill="${GOLD}"`;
    return `<rect ${box} fill-opacity="${MARK_OPACITY}">${changes}</rect>`;
  });
  const moving = actors.map(({ file, places, leaves }) => {
    const at = places.map(([, square]) => corner(square)).map(({ x, y }) => `${x} ${y}`);
    /** @type {[string, string][]} */
    const steps = [["0", at[0]]];
    for (const [index, [ply]] of places.entries())
      if (index) steps.push([begins(ply), at[index - 1]], [ends(ply), at[index]]);
    steps.push(["1", at[at.length - 1]]);
    const enters = places[0][0];
    /** @type {[string, string][]} */
    const seen = enters
      ? [
          ["0", "0"],
          [ends(enters), "1"],
        ]
      : [["0", "1"]];
    if (leaves !== null) seen.push([ends(leaves), "0"]);
    const changes =
      (places.length > 1 ? animate("transform", steps, "translate") : "") +
      (seen.length > 1 ? animate("opacity", seen) : "");
    return `<g transform="translate(${at[0]})"><use href="#piece${files.indexOf(file)}"/>${changes}</g>`;
  });
  const ground = embedded(texts.get(parts[0].file) ?? "", "b", `x="0" y="0" width="${width}" height="${height}"`);
  const size = `width="${Math.round(width / 2)}" height="${Math.round(height / 2)}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${defs.join("")}</defs>${ground}${marked.join("")}${moving.join("")}</svg>`;
}

/** The files of all drawings in the moving picture of a game. @param {Game} game @param {Dress} dress */
export const movingFiles = (game, dress) => [
  ...new Set([pictureParts(game.fen(0), dress).parts[0].file, ...actorsOf(game, dress).map(({ file }) => file)]),
];
