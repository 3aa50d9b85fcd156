// Tournaments: one of them, or all.

import { openArena } from "./tournament/arena.js";
import { openList } from "./tournament/list.js";
import { openRounds } from "./tournament/rounds.js";
import { openSimul } from "./tournament/simul.js";

/**
 * @param {URLSearchParams} _query @param {import("../library.js").Library} library
 * @param {{id: string, server: import("../online/server.js").Server}} given
 */
export async function open(_query, library, { id, server }) {
  if (!id) return openList(server, library);
  const { tournament } = await server.get(`/tournament/${encodeURIComponent(id)}`);
  if (tournament.format === "simul") return openSimul(server, library, tournament);
  return tournament.format === "arena" ? openArena(server, library, tournament) : openRounds(server, tournament);
}
