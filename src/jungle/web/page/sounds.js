// Short sounds for what happens on the board, unless the person wants none.

import { settings } from "./settings.js";

/** @type {Map<string, HTMLAudioElement>} */
const loaded = new Map();

/** @param {string} name */
export function playSound(name) {
  if (!settings.sound || document.hidden) return;
  let sound = loaded.get(name);
  if (!sound) {
    sound = new Audio(`sounds/${name}.flac`);
    loaded.set(name, sound);
  }
  sound.currentTime = 0;
  // A browser refuses sounds before the first touch; the game is the same without them.
  sound.play().catch(() => undefined);
}

/** What a move sounds like. @param {import("./game/game.js").Move & {revealed?: number}} move @param {import("./game/text.js").Grid} grid */
export function soundOf(move, grid) {
  if (move.origin === move.target) return "reveal";
  if (move.captured) return "capture";
  const files = Math.abs((move.origin % grid.files) - (move.target % grid.files));
  const ranks = Math.abs(Math.floor(move.origin / grid.files) - Math.floor(move.target / grid.files));
  return files + ranks > 1 ? "jump" : "step";
}
