// A board as a static picture, for previews in lists and for downloads. It needs no custom element.

import { boardPart, drawingOf, frameOf, gridOf } from "../game/kinds.js";
import { parseBoard, piecesOn } from "../game/text.js";
import { shape } from "./shape.js";

const ASSETS = new URL("../", import.meta.url);

/** @typedef {{theme: string, pieces: string, isTurned?: boolean, label?: string}} Dress */

/** The drawings of a board and where they go, in hundredths of a square. @param {string} fen @param {Dress} dress */
export function pictureParts(fen, { theme, pieces, isTurned = false }) {
  const grid = gridOf(fen);
  const { files, ranks } = grid;
  const frame = frameOf(grid);
  const [width, height] = [files * 100 + 2 * frame, ranks * 100 + 2 * frame];
  const ground = {
    file: `boards/${theme}-${files}x${ranks}${isTurned ? "-turned" : ""}.svg`,
    x: 0,
    y: 0,
    width,
    height,
  };
  const placed = [...piecesOn(parseBoard(grid, boardPart(fen)))].map(([square, code]) => {
    const [file, rank] = [square % files, Math.floor(square / files)];
    return {
      file: drawingOf(pieces, code, grid),
      x: frame + 100 * (isTurned ? files - 1 - file : file) + 5,
      y: frame + 100 * (isTurned ? rank : ranks - 1 - rank) + 5,
      width: 90,
      height: 90,
    };
  });
  return { width, height, frame, parts: [ground, ...placed] };
}

/** @param {string} fen @param {Dress} dress @returns {SVGElement} */
export function picture(fen, dress) {
  const { width, height, frame, parts } = pictureParts(fen, dress);
  const images = parts.map(({ file, ...place }) => shape("image", { href: new URL(file, ASSETS).href, ...place }));
  const edge = frame - 8;
  /** @type {Record<string, string>} */
  const spoken = dress.label ? { role: "img", "aria-label": dress.label } : { "aria-hidden": "true" };
  const viewBox = `${edge} ${edge} ${width - 2 * edge} ${height - 2 * edge}`;
  return shape("svg", { viewBox, class: "picture", ...spoken }, ...images);
}

/** A drawing without its own size, whose names differ from those of the others. @param {string} text @param {string} name @param {string} place */
export function embedded(text, name, place) {
  const own = text
    .replace(/\bid="/g, `id="${name}-`)
    .replace(/url\(#/g, `url(#${name}-`)
    .replace(/href="#/g, `href="#${name}-`);
  const bare = own.replace(/<svg[^>]*>/, (tag) => tag.replace(/ (?:width|height)="[^"]*"/g, ""));
  return bare.replace(/^[\s\S]*?<svg /, `<svg ${place} `);
}
