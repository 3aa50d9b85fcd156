// What is being analysed survives a reload: the address says it at first, and what was kept later on.

import { readAddress } from "../../game/address.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { routeTo, showAddress } from "../../routes.js";

/** @typedef {import("../../library.js").Library} Library */

const DRAFT = "analysis";

/** What the address asks for, or else what was being looked at. @param {URLSearchParams} query @param {Library} library */
export function readAsked(query, library) {
  const asked = ["fen", "moves", "tree", "rules"].some((name) => query.has(name));
  const draft = asked ? null : keptDraft(DRAFT);
  if (typeof draft?.tree !== "string") return readAddress(query, library);
  const kept = new URLSearchParams({ rules: draft.rules, fen: draft.start, tree: draft.tree });
  const { tree } = readAddress(kept, library);
  if (Array.isArray(draft.path)) tree.follow(draft.path);
  return { tree, fault: null };
}

/** Keeps a tree and where one is in it; the address no longer says all of it. @param {import("../../game/tree.js").Tree} tree */
export function keepTree(tree) {
  keepDraft(DRAFT, {
    rules: tree.rules,
    start: tree.start,
    tree: tree.toText(),
    path: tree.path().map((node) => node.text),
  });
  showAddress(routeTo("analyse"));
}
