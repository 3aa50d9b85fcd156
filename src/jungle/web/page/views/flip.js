// The face-down game: the same table, with another game on it.

import { openGame } from "./play/game.js";

/** @param {URLSearchParams} query @param {import("../library.js").Library} library */
export const open = (query, library) => openGame("flip", query, library);
