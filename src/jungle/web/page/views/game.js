// A game on the server, played or watched.

import { OnlineGame } from "../online/online-game.js";
import { loadRules } from "../online/rules.js";
import { OnlineTable } from "./game/table.js";

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library @param {{id: string, server: import("../online/server.js").Server}} given */
export async function open(_query, library, { id, server }) {
  const view = await server.get(`/game/${encodeURIComponent(id)}`);
  const online = new OnlineGame(library, view, {
    live: server.live,
    myName: () => server.account?.name ?? null,
    rules: await loadRules(library, view, server),
  });
  const table = new OnlineTable(online, library, server);
  table.start();
  return { element: table.element, close: () => table.close(), title: table.title };
}
