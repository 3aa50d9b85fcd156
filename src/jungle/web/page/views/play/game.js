// Either game, against the computer or between two people at one screen: the setup, then the board.

import { notify } from "../../dialog.js";
import { breath } from "../../dom.js";
import { faultWords } from "../../game/faults.js";
import { keptGame } from "../../game/keeping.js";
import { Session } from "../../game/session.js";
import { readSetup, rulesOf } from "../../game/setup.js";
import { kindOfView, prepareRules } from "../../library.js";
import { routeTo, showAddress } from "../../routes.js";
import { say } from "../../words.js";
import { setupPage } from "./setup.js";
import { Table } from "./table.js";

/** @typedef {import("../../library.js").Library} Library */

/**
 * The game that an address describes; null if it describes none or an impossible one.
 * @param {string} kind @param {URLSearchParams} query @param {Library} library
 */
async function findSession(kind, query, library) {
  const id = query.get("game");
  try {
    if (id) {
      const kept = await keptGame(id);
      if (kept) {
        await prepareRules(library, kept.rules);
        return Session.resume(library, kept);
      }
      notify(say("web.play.gone"));
      return null;
    }
    const asked = readSetup(query, library.strengths[kind] ?? [], rulesOf(library, kind));
    if (!asked) return null;
    await prepareRules(library, asked.rules);
    return new Session(library, asked);
  } catch (error) {
    notify(faultWords(error));
    return null;
  }
}

/** @param {string} view @param {URLSearchParams} query @param {Library} library */
export async function openGame(view, query, library) {
  const kind = library.rules[query.get("rules") ?? ""]?.game ?? kindOfView(library, view);
  const asked = location.hash;
  const session = await findSession(kind, query, library);
  // The user may have left by now.
  /** @param {string} address */
  const showOwn = (address) => location.hash === asked && showAddress(address);
  if (!session) {
    showOwn(kind === kindOfView(library, view) ? routeTo(view) : location.hash);
    return { element: await setupPage(kind, library) };
  }
  showOwn(routeTo(view, { game: session.id }));
  const table = new Table(session, library, view);
  await breath();
  table.start();
  return { element: table.element, close: () => table.close(), words: session.startWords };
}
