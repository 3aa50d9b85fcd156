// Short sounds for what happens on the board, unless they are switched off.

import { settings } from "./settings.js";

/** @type {Map<string, HTMLAudioElement>} */
const loaded = new Map();

/** @param {string} name @param {{isCall?: boolean}} [how] a call also plays while the page is in the background */
export function playSound(name, { isCall = false } = {}) {
  if (!settings.sound || (document.hidden && !isCall)) return;
  let sound = loaded.get(name);
  if (!sound) {
    sound = new Audio(`sounds/${name}.flac`);
    loaded.set(name, sound);
  }
  sound.currentTime = 0;
  // Browsers block sounds before the first interaction.
  sound.play().catch(() => undefined);
}

const CALL_MS = 1500;

/** Plays a sound that calls the user to the page, in one tab only. @param {string} name */
export function callSound(name) {
  const call = async () => {
    playSound(name, { isCall: true });
    await new Promise((resolve) => setTimeout(resolve, CALL_MS));
  };
  // Insecure pages have no locks.
  if (!navigator.locks) call();
  else navigator.locks.request("jungle.call", { ifAvailable: true }, async (lock) => lock && call());
}

/** The name of a move's sound. @param {import("./game/game.js").Move & {revealed?: number}} move @param {import("./game/text.js").Grid} grid */
export function soundOf(move, grid) {
  if (move.origin === move.target) return "reveal";
  if (move.captured) return "capture";
  const files = Math.abs((move.origin % grid.files) - (move.target % grid.files));
  const ranks = Math.abs(Math.floor(move.origin / grid.files) - Math.floor(move.target / grid.files));
  return files + ranks > 1 ? "jump" : "step";
}
