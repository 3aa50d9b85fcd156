// The analysis survives a reload: at first it is in the address, after changes in storage.

import { readAddress } from "./address.js";
import { keepDraft, keptDraft } from "./keeping.js";

/** @typedef {import("../library.js").Library} Library */

const DRAFT = "analysis";
const REVIEW = "review";

/** The tree in the address, or else the stored one. @param {URLSearchParams} query @param {Library} library */
export function readAsked(query, library) {
  const asked = ["fen", "moves", "tree", "rules", "player"].some((name) => query.has(name));
  const draft = asked ? null : keptDraft(DRAFT);
  if (typeof draft?.tree !== "string") return readAddress(query, library);
  const kept = new URLSearchParams({ rules: draft.rules, fen: draft.start, tree: draft.tree });
  const { tree } = readAddress(kept, library);
  tree.tags = { ...draft.tags };
  if (Array.isArray(draft.path)) tree.follow(draft.path);
  return { tree, fault: null };
}

/** Stores a tree and the current move. @param {import("./tree.js").Tree} tree */
export const keepTree = (tree) =>
  keepDraft(DRAFT, {
    rules: tree.rules,
    start: tree.start,
    tree: tree.toText(),
    tags: tree.tags,
    path: tree.path().map((node) => node.text),
  });

/**
 * @typedef {object} KeptReview
 * @property {import("../engine/client.js").Review} review
 * @property {number[]} people the sides that people here played; none if unknown
 * @property {import("./drill.js").DrillProgress | null} drill the drill under way
 */

/** Identifies a game by its main line. @param {import("./tree.js").Tree} tree */
const gameOf = (tree) => [tree.rules, tree.start, ...tree.mainLine().map(({ text }) => text)].join(" ");

/** Stores the review of a game and the progress of its drill, or removes what is stored. @param {import("./tree.js").Tree} tree @param {KeptReview | null} kept */
export const keepReview = (tree, kept) => keepDraft(REVIEW, kept && { ...kept, game: gameOf(tree) });

/** The stored review if it is of this game. @param {import("./tree.js").Tree} tree @returns {KeptReview | null} */
export function keptReview(tree) {
  const kept = keptDraft(REVIEW);
  return kept?.game === gameOf(tree) && Array.isArray(kept.review?.plies) && Array.isArray(kept.people) ? kept : null;
}
