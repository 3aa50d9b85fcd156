// A game on the server, played or watched.

import { h, relabel } from "../dom.js";
import { OnlineGame } from "../online/online-game.js";
import { codeOf, statusOf } from "../online/refusals.js";
import { loadRules } from "../online/rules.js";
import { say } from "../words.js";
import { OnlineTable } from "./game/table.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../online/server.js").Server} Server */

const RETRY_MS = 1500;

/** Follows a game and lays its table. @param {string} id @param {Library} library @param {Server} server @param {{onNext?: () => unknown}} [how] */
export async function openTable(id, library, server, how) {
  // Short numbers are for emails; only ids can be watched.
  const known = /^\d+$/.test(id) ? (await server.get(`/game/${id}`)).id : id;
  const { live } = server;
  const watched = await live.watch(known);
  try {
    const myName = () => server.account?.name ?? null;
    const rules = await loadRules(library, watched.frame.state, server);
    const table = new OnlineTable(new OnlineGame(library, watched, { live, myName, rules }), library, server, how);
    table.start();
    return table;
  } catch (error) {
    watched.close();
    throw error;
  }
}

/** @param {unknown} error */
const isUnreachable = (error) => statusOf(error) === 0 || codeOf(error) === "offline";

/** @param {URLSearchParams} _query @param {Library} library @param {{id: string, server: Server}} given */
export async function open(_query, library, { id, server }) {
  try {
    const table = await openTable(id, library, server);
    const { startWords: words } = table.online;
    return { element: table.element, close: () => table.close(), title: table.title, words };
  } catch (error) {
    if (error instanceof Error && codeOf(error) === "no_game") throw Object.assign(error, { status: 404 });
    if (!isUnreachable(error)) throw error;
    return waitForServer(id, library, server);
  }
}

/** The page was loaded without a connection: the game opens as soon as there is one. @param {string} id @param {Library} library @param {Server} server */
function waitForServer(id, library, server) {
  const element = h(
    "div.page",
    {},
    h("h1", {}, say("web.menu.game")),
    h("p.notice", { role: "status" }, say("live.lost")),
  );
  /** @type {OnlineTable | null} */
  let table = null;
  let isClosed = false;
  const attempt = async () => {
    try {
      await server.refresh();
      if (isClosed) return;
      table = await openTable(id, library, server);
      if (isClosed) table.close();
      else element.replaceWith(table.element);
    } catch (error) {
      if (isUnreachable(error)) timer = setTimeout(attempt, RETRY_MS);
      else relabel(element, /** @type {Error} */ (error).message);
    }
  };
  let timer = setTimeout(attempt, RETRY_MS);
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    table?.close();
  };
  return { element, close };
}
