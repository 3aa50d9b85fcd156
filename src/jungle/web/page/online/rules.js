// Rules that only the server knows: house rules, compiled there.

import { readRules } from "../library.js";

/** The rules of a game; undefined if the page has them. @param {import("../library.js").Library} library @param {{rules: string, game: string}} view @param {import("./server.js").Server} server */
export async function loadRules(library, { rules, game }, server) {
  if (Object.hasOwn(library.rules, rules)) return undefined;
  const data = await server.get(`/rules/compiled?${new URLSearchParams({ rules, game })}`);
  return readRules(library.core, library.games, data);
}
