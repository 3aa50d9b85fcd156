// Any game; the 7×9 one unless the address names other rules.

import { openGame } from "./play/game.js";

/** @param {URLSearchParams} query @param {import("../library.js").Library} library */
export const open = (query, library) => openGame("play", query, library);
