// Arrows and circles over a board, as SVG.

import { shape } from "./shape.js";
import { place } from "./state.js";

/** @typedef {{origin: number, target: number, kind?: string}} Arrow an arrow, or a circle if both squares are the same */
/** @typedef {import("./state.js").BoardState} BoardState */

const COLOURS = { best: "#0b6b3a", threat: "#c4291c", idea: "#1f6fd6", plan: "#5b8f74" };
const WIDTH = 15;
const HEAD = 40;

/** Drawings with one more, or without it if it was there; a square or a pair of squares has one colour. @param {readonly Arrow[]} sketch @param {Arrow} arrow */
export function toggleArrow(sketch, arrow) {
  /** @param {Arrow} each */
  const same = (each) => each.origin === arrow.origin && each.target === arrow.target;
  const isThere = sketch.some((each) => same(each) && each.kind === arrow.kind);
  const others = sketch.filter((each) => !same(each));
  return isThere ? others : [...others, arrow];
}

/** @param {BoardState} state @param {readonly Arrow[]} arrows */
export function arrowShapes(state, arrows) {
  return arrows.map(({ origin, target, kind = "best" }) => {
    const colour = COLOURS[/** @type {keyof typeof COLOURS} */ (kind)] ?? kind;
    const [from, to] = [origin, target].map((square) => {
      const { column, row } = place(state, square);
      return { x: column * 100 + 50, y: row * 100 + 50 };
    });
    if (origin === target) {
      return shape("circle", {
        cx: to.x,
        cy: to.y,
        r: 44,
        fill: "none",
        stroke: colour,
        "stroke-width": 9,
        opacity: 0.8,
      });
    }
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const neck = length - HEAD;
    // Starts near the centre of the first square and ends at the centre of the second.
    /** @param {number} along @param {number} beside */
    const at = (along, beside) => `${from.x + ux * along - uy * beside} ${from.y + uy * along + ux * beside}`;
    const half = WIDTH / 2;
    const path = `M${at(22, half)}L${at(neck, half)}L${at(neck, HEAD / 2)}L${at(length, 0)}L${at(neck, -HEAD / 2)}L${at(neck, -half)}L${at(22, -half)}Z`;
    return shape("path", { d: path, fill: colour, opacity: 0.85, stroke: "#fff", "stroke-width": 4 });
  });
}
