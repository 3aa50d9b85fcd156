// A game tree in an address, and back: `#/analyse?rules=…&fen=…&moves=a3a4,g7g6`, or `&tree=…` with variations and comments.

import { newGame, rulesOfText } from "../library.js";
import { routeTo } from "../routes.js";
import { faultWords } from "./faults.js";
import { Tree, TreeError } from "./tree.js";

/** @typedef {import("../library.js").Library} Library */

const NAME_AT_MOST = 40;
/** The players, in an address. */
const PLAYERS = ["Blue", "Red"];

/** The address of a tree, which opens at the same move. @param {Tree} tree @param {Library} library */
export function treeAddress(tree, library) {
  const fen = tree.start === library.rules[tree.rules]?.start ? "" : tree.start;
  const moves = tree.mainLine().map((node) => node.text);
  const parts = tree.isPlain ? { moves: moves.join(",") } : { tree: tree.toText() };
  const ply = tree.isMain(tree.current) && tree.current.children.length ? String(tree.path().length) : "";
  const [blue, red] = PLAYERS.map((name) => tree.tags[name] ?? "");
  return routeTo("analyse", { rules: tree.rules, fen, ...parts, ply, blue, red });
}

/**
 * The tree that an address describes. Unreadable parts are reported and left out.
 * @param {URLSearchParams} query @param {Library} library @returns {{tree: Tree, fault: {key: string, text: string} | null}}
 */
export function readAddress(query, library) {
  const asked = query.get("rules") ?? "";
  const fen = query.get("fen");
  const rules = Object.hasOwn(library.rules, asked) ? asked : (fen ? rulesOfText(library, fen) : library.usual).name;
  const { start } = library.rules[rules];
  /** @type {{key: string, text: string} | null} */
  let fault = null;
  let tree = new Tree(rules, start);
  try {
    const game = newGame(library, rules, fen ?? undefined);
    tree = new Tree(rules, game.fen(0));
    game.free();
  } catch (error) {
    return { tree, fault: { key: "web.analyse.bad position", text: faultWords(error) } };
  }
  try {
    const moves = (query.get("moves") ?? "").split(",").join(" ");
    tree = Tree.fromText(rules, tree.start, query.get("tree") ?? moves);
  } catch (error) {
    if (!(error instanceof TreeError)) throw error;
    fault = { key: "web.analyse.bad link", text: error.message };
  }
  const illegal = prune(tree, library);
  if (illegal) fault = { key: "web.analyse.illegal", text: illegal };
  const line = tree.mainLine();
  tree.go(line[Number(query.get("ply") ?? line.length) - 1] ?? tree.root);
  for (const name of PLAYERS) {
    const given = query.get(name.toLowerCase());
    if (given) tree.tags[name] = given.slice(0, NAME_AT_MOST);
  }
  return { tree, fault };
}

/** Cuts off illegal moves and returns the first of them, or "". @param {Tree} tree @param {Library} library */
export function prune(tree, library) {
  const game = newGame(library, tree.rules, tree.start, { deal: null });
  let first = "";
  /** @type {{node: import("./tree.js").TreeNode, depth: number}[]} */
  const left = [{ node: tree.root, depth: 0 }];
  while (left.length) {
    const { node, depth } = /** @type {(typeof left)[0]} */ (left.pop());
    if (node.parent) {
      while (game.moves.length >= depth) game.undo();
      const { parent } = node;
      if (!game.playText(node.text)) {
        first ||= node.text;
        parent.children = parent.children.filter((each) => each !== node);
        continue;
      }
    }
    for (const child of [...node.children].reverse()) left.push({ node: child, depth: depth + 1 });
  }
  game.free();
  return first;
}
