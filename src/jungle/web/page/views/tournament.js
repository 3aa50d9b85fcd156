// Tournaments: one of them, or all.

import { openArena } from "./tournament/arena.js";
import { openList } from "./tournament/list.js";

/**
 * @param {URLSearchParams} _query @param {import("../library.js").Library} library
 * @param {{id: string, server: import("../online/server.js").Server}} given
 */
export const open = (_query, library, { id, server }) =>
  id ? openArena(server, library, id) : openList(server, library);
