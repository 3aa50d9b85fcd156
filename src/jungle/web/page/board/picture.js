// A board as a static picture, for previews in lists and for downloads. It needs no custom element.

import { boardPart, drawingOf, frameOf, gridOf } from "../game/kinds.js";
import { parseBoard, piecesOn } from "../game/text.js";

const SVG = "http://www.w3.org/2000/svg";
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
  const drawing = document.createElementNS(SVG, "svg");
  const edge = frame - 8;
  drawing.setAttribute("viewBox", `${edge} ${edge} ${width - 2 * edge} ${height - 2 * edge}`);
  drawing.setAttribute("class", "picture");
  if (dress.label) {
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", dress.label);
  } else drawing.setAttribute("aria-hidden", "true");
  for (const { file, ...place } of parts) {
    const image = document.createElementNS(SVG, "image");
    image.setAttribute("href", new URL(file, ASSETS).href);
    for (const [name, value] of Object.entries(place)) image.setAttribute(name, String(value));
    drawing.append(image);
  }
  return drawing;
}
