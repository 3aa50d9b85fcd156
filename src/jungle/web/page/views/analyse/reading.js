// Reads trees from pasted, dropped or opened text of any kind.

import { breath } from "../../dom.js";
import { PLIES_AT_MOST, RecordError, recordsIn } from "../../game/record.js";
import { Tree } from "../../game/tree.js";
import { newGame, rulesOfText } from "../../library.js";
import { say } from "../../words.js";

/** @typedef {import("../../library.js").Library} Library */

const BYTES_AT_MOST = 5_000_000;
const GAMES_AT_MOST = 100;

/** The text of a file. Throws an Error that says why it cannot be read. @param {File | undefined} file */
export async function textOf(file) {
  if (!file) return "";
  if (file.size > BYTES_AT_MOST) throw new Error(say("web.analyse.too large"));
  const bytes = await file.arrayBuffer().catch(() => null); // A folder, or a file that is gone.
  try {
    if (bytes) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Another encoding, or no text at all.
  }
  throw new Error(say("web.analyse.no text"));
}

/** The tags of a record that its export has again; the others follow from the game. */
const KEPT_TAGS = ["Event", "Site", "Date", "Blue", "Red"];

/**
 * Trees from a text that is a position, moves or a record: of many games, the first hundred. Throws Errors that say what is wrong.
 * @param {string} text @param {Library} library @param {string} rules @returns {Promise<Tree[]>}
 */
export async function readText(text, library, rules) {
  if (text.length > BYTES_AT_MOST) throw new Error(say("web.analyse.too large"));
  if (text.includes("\0")) throw new Error(say("web.analyse.no text"));
  const trimmed = text.trim();
  if (!trimmed) throw new Error(say("web.analyse.nothing"));
  const [first] = trimmed.split(/\s+/, 1);
  if (first.includes("/") && !first.startsWith("[") && !trimmed.includes("\n"))
    return [readPosition(trimmed, library, rules)];
  if (/^(?:[a-i][1-9]){2}(?:[\s,]+(?:[a-i][1-9]){2})*$/.test(trimmed))
    return [readMoves(trimmed.split(/[\s,]+/), library, rules)];
  const trees = [];
  for (const { game, root, tags } of recordsIn(library, text)) {
    const tree = new Tree(game.rules.name, game.fen(0), root);
    for (const name of KEPT_TAGS) if (tags[name]) tree.tags[name] = tags[name];
    trees.push(tree);
    game.free();
    if (trees.length === GAMES_AT_MOST) break;
    await breath();
  }
  if (!trees.length) throw new Error(say("web.analyse.nothing"));
  return trees;
}

/** @param {string} fen @param {Library} library @param {string} rules */
function readPosition(fen, library, rules) {
  const { name } = rulesOfText(library, fen, rules);
  const game = newGame(library, name, fen);
  const tree = new Tree(name, game.fen(0));
  game.free();
  return tree;
}

/** @param {string[]} moves @param {Library} library @param {string} rules */
function readMoves(moves, library, rules) {
  if (moves.length > PLIES_AT_MOST) throw new RecordError("long", { line: 1, text: PLIES_AT_MOST });
  const game = newGame(library, rules);
  const tree = new Tree(rules, game.fen(0));
  try {
    for (const text of moves) {
      if (!game.playText(text)) throw new Error(say("web.analyse.illegal", { text }));
      tree.append(text);
    }
  } finally {
    game.free();
  }
  tree.go(tree.root);
  return tree;
}
