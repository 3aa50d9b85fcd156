// The pictures of picture passwords: four of these sixteen open a child's account. The server knows them by the same names.

import { shape } from "../board/shape.js";

/** @param {number} x @param {number} y @param {number} radius */
const circle = (x, y, radius) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

/** Circles around a middle, such as petals. @param {number} count @param {number} distance @param {number} radius */
const wreath = (count, distance, radius, [x, y] = [24, 18]) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    /** @param {number} middle @param {number} part */
    const at = (middle, part) => Math.round(middle + distance * part);
    return circle(at(x, Math.sin(angle)), at(y, -Math.cos(angle)), radius);
  }).join("");

/** @type {Record<string, [colour: string, shape: string][]>} shapes on a field of 48 by 48, the lowest first; without a colour only a line */
const SHAPES = {
  apple: [
    ["#d8342c", "M24 15c-6-5-16-2-16 9 0 10 7 19 12 19 2 0 3-1 4-1s2 1 4 1c5 0 12-9 12-19 0-11-10-14-16-9z"],
    ["", "M24 15c0-4 0-7 2-10"],
    ["#4a9e4f", "M26 11c2-5 7-6 11-5-1 4-6 7-11 5z"],
  ],
  ball: [
    ["#2f7de1", circle(24, 24, 18)],
    ["#fff", "M8 16c10 5 22 5 32 0l2 8c-11 6-25 6-36 0z"],
  ],
  boat: [
    ["", "M24 4v28"],
    ["#fff", "M21 8v20H7z"],
    ["#e2573f", "M27 12v16h13z"],
    ["#9a5b2b", "M4 32h40l-7 11H11z"],
  ],
  cake: [
    ["#f29cb7", "M7 24h34v18H7z"],
    [
      "#fff",
      "M7 24c0-4 4-6 8-6h18c4 0 8 2 8 6v3c-3 4-6 4-8.500 0-2.500 4-6 4-8.500 0-2.500 4-6 4-8.500 0-2.500 4-5.500 4-8.500 0z",
    ],
    ["#5aa9e6", "M22 10h4v8h-4z"],
    ["#f5a623", "M24 2c2 3 2 6 0 7-2-1-2-4 0-7z"],
  ],
  car: [
    ["#e2573f", "M4 29l5-2 6-10h17l7 9 5 3v8H4z"],
    ["#bfe3ff", "M17 20h14l4 7H13z"],
    ["#333", circle(14, 37, 5)],
    ["#333", circle(35, 37, 5)],
  ],
  drum: [
    ["#d8342c", "M8 18v18c0 4 7 7 16 7s16-3 16-7V18z"],
    ["#fff3d6", "M24 25c9 0 16-3 16-7s-7-7-16-7-16 3-16 7 7 7 16 7z"],
    ["", "M9 4l15 13M39 4L24 17"],
  ],
  fish: [
    ["#f5a623", "M4 24c6-11 20-13 29-3l11-8v22l-11-8C24 37 10 35 4 24z"],
    ["#333", circle(13, 21, 1.5)],
  ],
  flower: [
    ["", "M24 26v19"],
    ["#4a9e4f", "M24 40c3-6 8-7 12-6-2 5-7 8-12 6z"],
    ["#e65fa0", wreath(6, 10, 6)],
    ["#f5c518", circle(24, 18, 5)],
  ],
  guitar: [
    ["#6b3f1d", "M24 22L39 6l4 4-15 16z"],
    ["#d08a3c", "M17 23c-8 1-13 7-11 13 2 7 10 9 16 5 4-3 3-7 5-10 3-4 2-7-1-9s-5 0-9 1z"],
    ["#333", circle(18, 32, 3)],
  ],
  house: [
    ["#f3d9a4", "M9 22h30v21H9z"],
    ["#c0392b", "M3 24L24 5l21 19z"],
    ["#7a4a21", "M20 30h8v13h-8z"],
  ],
  kite: [
    ["#7d5bd6", "M24 3l14 15-14 17L10 18z"],
    ["", "M24 3v32M10 18h28M24 35c5 3-5 6 0 10"],
  ],
  moon: [["#f2c94c", "M29 5a19.500 19.500 0 1 0 13 27A17 17 0 0 1 29 5z"]],
  rocket: [
    ["#f5a623", "M19 33h10l-5 12z"],
    ["#d8342c", "M17 22L9 36l9-3zM31 22l8 14-9-3z"],
    ["#e8eef5", "M24 2c9 8 9 19 6 31H18C15 21 15 10 24 2z"],
    ["#2f7de1", circle(24, 17, 4)],
  ],
  star: [
    ["#f5c518", "M24 3l6.200 13 14.300 2-10.400 10 2.500 14.200L24 35.500l-12.600 6.700L13.900 28 3.500 18l14.300-2z"],
  ],
  sun: [
    ["", "M24 2v7M24 39v7M2 24h7M39 24h7M8.500 8.500l5 5M34.500 34.500l5 5M8.500 39.500l5-5M34.500 13.500l5-5"],
    ["#f5a623", circle(24, 24, 10)],
  ],
  tree: [
    ["#7a4a21", "M21 29h6v16h-6z"],
    ["#3f9d4f", "M24 3c8 0 13 6 12 12 6 3 5 16-4 16H16C7 31 6 18 12 15 11 9 16 3 24 3z"],
  ],
};

export const PICTURES = Object.keys(SHAPES);
/** Pictures in a picture password. */
export const PICTURE_COUNT = 4;

/** One of the pictures, without words. @param {string} name @returns {SVGElement} */
export function pictureSign(name) {
  const paths = (SHAPES[name] ?? []).map(([colour, line]) =>
    shape("path", { d: line, fill: colour || "none", stroke: "#33261a" }),
  );
  return shape("svg", { viewBox: "0 0 48 48", class: "card-picture", "aria-hidden": "true" }, ...paths);
}
