// A graph of a rating: a line with its deviation, and the same as a table for screen readers.

import { shape } from "../../board/shape.js";
import { h } from "../../dom.js";
import { locale, say } from "../../words.js";

const HEIGHT = 240;
/** On a narrow screen the text would be too small. */
const width = () => (globalThis.matchMedia?.("(max-width: 40rem)").matches ? 340 : 640);
const EDGE = { left: 44, right: 10, top: 10, bottom: 24 };
const LINES = 5;
const TABLE_ROWS = 20;

/** @typedef {[at: number, rating: number, deviation: number, game: string]} Point */

/** Round steps for a scale. @param {number} low @param {number} high @returns {number[]} */
export function scaleOf(low, high) {
  const step = [25, 50, 100, 200, 500, 1000].find((each) => (high - low) / each <= LINES) ?? 1000;
  const first = Math.floor(low / step) * step;
  return Array.from({ length: Math.ceil((high - first) / step) + 1 }, (_, index) => first + index * step);
}

/** The points of the graph, one per game at equal distances rather than by date. @param {Point[]} points @param {number} wide */
export function graphParts(points, wide) {
  const deviations = points.map(([, , deviation]) => deviation);
  const settled = Math.min(...deviations);
  // The first deviations are so large that they would dwarf the rest.
  /** @param {number} deviation */
  const doubt = (deviation) => Math.min(deviation, 2 * settled);
  const low = Math.min(...points.map(([, rating, deviation]) => rating - doubt(deviation)));
  const high = Math.max(...points.map(([, rating, deviation]) => rating + doubt(deviation)));
  const marks = scaleOf(low, high);
  const [bottom, top] = [marks[0], marks[marks.length - 1]];
  /** @param {number} index */
  const x = (index) =>
    EDGE.left + (wide - EDGE.left - EDGE.right) * (points.length > 1 ? index / (points.length - 1) : 0.5);
  /** @param {number} rating */
  const y = (rating) => EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (1 - (rating - bottom) / (top - bottom || 1));
  /** @param {number} index @param {number} rating */
  const place = (index, rating) => `${x(index).toFixed(1)},${y(rating).toFixed(1)}`;
  const line = points.map(([, rating], index) => place(index, rating));
  const above = points.map(([, rating, deviation], index) => place(index, rating + doubt(deviation)));
  const below = points.map(([, rating, deviation], index) => place(index, rating - doubt(deviation)));
  return { marks: marks.map((mark) => ({ mark, y: y(mark) })), line, band: [...above, ...below.reverse()] };
}

/** @param {string} title @param {Point[]} points the oldest first */
export function ratingGraph(title, points) {
  if (!points.length) return h("p.faint", {}, say("online.no rating"));
  const ratings = points.map(([, rating]) => rating);
  const [first, last] = [points[0], points[points.length - 1]];
  /** @param {number} at */
  const date = (at) => new Date(at).toLocaleDateString(locale(), { dateStyle: "medium" });
  const words = say("online.graph", {
    title,
    games: points.length,
    low: Math.min(...ratings),
    high: Math.max(...ratings),
    rating: last[1],
    deviation: last[2],
  });
  const wide = width();
  const drawing = shape("svg", {
    viewBox: `0 0 ${wide} ${HEIGHT}`,
    class: "rating-graph",
    role: "img",
    "aria-label": words,
  });
  const { marks, line, band } = graphParts(points, wide);
  for (const { mark, y } of marks) {
    drawing.append(
      shape("line", { x1: EDGE.left, x2: wide - EDGE.right, y1: y, y2: y, class: "mark" }),
      shape("text", { x: EDGE.left - 6, y: y + 4, class: "scale" }, String(mark)),
    );
  }
  const [x, y] = line[line.length - 1].split(",");
  drawing.append(
    shape("polygon", { points: band.join(" "), class: "band" }),
    shape("polyline", { points: line.join(" "), class: "course" }),
    shape("circle", { cx: x, cy: y, r: 4, class: "now" }),
    shape("text", { x: EDGE.left, y: HEIGHT - 5, class: "from" }, date(first[0])),
    shape("text", { x: wide - EDGE.right, y: HEIGHT - 5, class: "until" }, date(last[0])),
  );
  /** @param {Point} given */
  const row = ([at, rating, deviation]) =>
    h("tr", {}, h("td", {}, date(at)), h("td", {}, rating), h("td", {}, `± ${deviation}`));
  const head = ["online.date", "online.rating", "online.deviation"].map((key) => h("th", { scope: "col" }, say(key)));
  return h(
    "div",
    {},
    drawing,
    h(
      "details",
      {},
      h("summary", {}, say("online.as table")),
      h(
        "table.list",
        {},
        h("thead", {}, h("tr", {}, head)),
        h("tbody", {}, points.slice(-TABLE_ROWS).reverse().map(row)),
      ),
    ),
  );
}
