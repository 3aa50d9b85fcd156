// Moving pictures of a game, made in the page: SVG, or GIF for places that show no SVG.

import { Gif, paletteOf } from "../../board/gif.js";
import { cornerOf, HOLD_SECONDS, MARK_OPACITY, marksOf, movingFiles, movingPicture } from "../../board/moving.js";
import { pictureParts } from "../../board/picture.js";
import { notify } from "../../dialog.js";
import { breath, h } from "../../dom.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";
import { download } from "./exchange.js";

/** @typedef {import("../../game/game.js").Game} Game */

const GIF_WIDTH = 400;
const MOVE_MS = 1000;
/** From how many positions the colours of a GIF are taken. */
const SAMPLES = 6;

/** @param {string} file */
const textOf = async (file) => (await fetch(file)).text();

/** @param {string} text an SVG document @returns {Promise<HTMLImageElement>} */
async function imageOf(text) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  return image;
}

/** @param {Game} game @param {import("../../board/picture.js").Dress} dress @param {Map<string, string>} texts the drawings, by file */
async function gifOf(game, dress, texts) {
  const { width, height } = pictureParts(game.fen(0), dress);
  const scale = GIF_WIDTH / width;
  const canvas = h("canvas", { width: GIF_WIDTH, height: Math.round(height * scale) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const images = new Map(
    await Promise.all([...texts].map(async ([file, text]) => /** @type {const} */ ([file, await imageOf(text)]))),
  );
  const corner = cornerOf(game, dress.isTurned ?? false);
  const marks = marksOf(game);
  /** @param {number} ply */
  const pixels = (ply) => {
    const [ground, ...pieces] = pictureParts(game.fen(ply), dress).parts;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.drawImage(/** @type {HTMLImageElement} */ (images.get(ground.file)), 0, 0, width, height);
    if (ply) {
      context.globalAlpha = MARK_OPACITY;
      context.fillStyle = marks[ply - 1].colour;
      for (const { x, y } of marks[ply - 1].squares.map(corner)) context.fillRect(x + 3.5, y + 3.5, 93, 93);
      context.globalAlpha = 1;
    }
    for (const { file, x, y, width: wide, height: high } of pieces)
      context.drawImage(/** @type {HTMLImageElement} */ (images.get(file)), x, y, wide, high);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const sampled = Array.from({ length: SAMPLES }, (_, index) => Math.round((game.length * index) / (SAMPLES - 1)));
  const gif = new Gif(canvas.width, canvas.height, paletteOf([...new Set(sampled)].map(pixels)));
  for (let ply = 0; ply <= game.length; ply += 1) {
    gif.add(pixels(ply), ply < game.length ? MOVE_MS : 1000 * HOLD_SECONDS);
    await breath();
  }
  return gif.finish();
}

/** Downloads a game as a moving picture, in the board and the pieces of the settings. @param {Game} given @param {boolean} isTurned @param {"svg" | "gif"} kind @param {string} name of the file, without its ending */
export async function downloadMoving(given, isTurned, kind, name) {
  const game = given.copy(); // It may change meanwhile.
  try {
    const dress = { theme: settings.theme, pieces: settings.pieces, isTurned };
    const files = movingFiles(game, dress);
    const texts = new Map(
      await Promise.all(files.map(async (file) => /** @type {const} */ ([file, await textOf(file)]))),
    );
    const made =
      kind === "svg"
        ? new Blob([movingPicture(game, dress, texts)], { type: "image/svg+xml" })
        : await gifOf(game, dress, texts);
    download(`${name}.${kind}`, made);
  } finally {
    game.free();
  }
}

/** Menu entries that download a game as a moving picture. @param {Game} game @param {boolean} isTurned @param {string} name of the file, without its ending @returns {[string, string, () => void][]} */
export const movingEntries = (game, isTurned, name) =>
  game.length
    ? /** @type {const} */ (["svg", "gif"]).map((kind) => [
        "play",
        say(`web.analyse.moving.${kind}`),
        () => downloadMoving(game, isTurned, kind, name).catch((error) => notify(error.message)),
      ])
    : [];
