// Either game, against the computer or of two people at one screen: the questions before it, then the board.

import { notify } from "../../dialog.js";
import { faultWords } from "../../game/faults.js";
import { keptGame } from "../../game/keeping.js";
import { Session } from "../../game/session.js";
import { readSetup, rulesOf } from "../../game/setup.js";
import { routeTo, showAddress } from "../../routes.js";
import { say } from "../../words.js";
import { setupPage } from "./setup.js";
import { Table } from "./table.js";

/** @typedef {import("../../library.js").Library} Library */

/**
 * The game that an address asks for; null when it asks for none, or cannot have it.
 * @param {string} kind @param {URLSearchParams} query @param {Library} library
 */
async function findSession(kind, query, library) {
  const id = query.get("game");
  try {
    if (id) {
      const kept = await keptGame(id);
      if (kept) return Session.resume(library, kept);
      notify(say("web.play.gone"));
      return null;
    }
    const asked = readSetup(query, library.strengths[kind], rulesOf(library, kind));
    return asked && new Session(library, asked);
  } catch (error) {
    notify(faultWords(/** @type {Error} */ (error)));
    return null;
  }
}

/** @param {string} kind @param {URLSearchParams} query @param {Library} library */
export async function openGame(kind, query, library) {
  const view = kind === "flip" ? "flip" : "play";
  const session = await findSession(kind, query, library);
  if (!session) {
    showAddress(routeTo(view));
    return { element: await setupPage(kind, library) };
  }
  showAddress(routeTo(view, { game: session.id }));
  const table = new Table(session, library, view);
  table.start();
  return { element: table.element, close: () => table.close() };
}
