// The 7×9 game.

import { openGame } from "./play/game.js";

/** @param {URLSearchParams} query @param {import("../library.js").Library} library */
export const open = (query, library) => openGame("jungle", query, library);
