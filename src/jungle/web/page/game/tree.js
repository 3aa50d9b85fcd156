// A game with its variations, comments and NAGs. Moves are texts such as a3a4 or b2=T; a game checks them when they are
// replayed. Edits can be undone. As text it fits into an address: `a3a4 g7g6 $1 (g7f7 {why not}) a4a5`.

import { escaped, unescaped } from "./text.js";

/**
 * @typedef {object} TreeNode
 * @property {string} text the move; "" at the root
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children the first one is the main line
 * @property {string} comment
 * @property {number[]} nags numeric annotation glyphs, in ascending order
 */

export const NODES_AT_MOST = 20_000;
/** The deepest nesting of variations. */
export const DEPTH_AT_MOST = 50;
const LINE_AT_MOST = 2000;
const EDITS_KEPT = 200;
const WORD = /\s*(?:\{([^}\\]*(?:\\[\s\S][^}\\]*)*)\}|([()])|\$(\d{1,3})(?!\d)|([a-z0-9=]{2,7}))/iy;
/** The NAGs that have signs. @type {Record<string, number>} */
export const NAGS = { "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6 };
export const HIGHEST_NAG = 255;

/** @param {string} text @param {TreeNode | null} parent @returns {TreeNode} */
export const newNode = (text, parent) => ({ text, parent, children: [], comment: "", nags: [] });

/** Adds a NAG to a move. @param {TreeNode} node @param {number} nag */
export function addNag(node, nag) {
  if (!node.nags.includes(nag)) node.nags = [...node.nags, nag].sort((one, other) => one - other);
}

/** A move's NAGs: the first one's sign, which stands on the move, and the others. @param {TreeNode} node @returns {[string, ...string[]]} */
export function nagTexts({ nags }) {
  const sign = Object.keys(NAGS).find((each) => NAGS[each] === nags[0]) ?? "";
  return [sign, ...nags.slice(sign ? 1 : 0).map((nag) => `$${nag}`)];
}

/** @param {TreeNode} node */
const notesText = ({ comment, nags }) => [
  ...nags.map((nag) => `$${nag}`),
  ...(comment ? [`{${escaped(comment, "}")}}`] : []),
];

export class TreeError extends Error {}

/** @param {string} text @returns {never} */
const fail = (text) => {
  throw new TreeError(text);
};

export class Tree {
  /** @param {string} rules the name of the rule set @param {string} start the position it begins with @param {TreeNode} [root] */
  constructor(rules, start, root = newNode("", null)) {
    this.rules = rules;
    this.start = start;
    this.root = root;
    this.current = this.root;
    /** @type {Record<string, string>} what is known of the game: Blue, Red, Date */
    this.tags = {};
    /** Grows with every edit, so that a view knows when to redraw the moves. */
    this.revision = 0;
    /** @type {{node: TreeNode, revision: number} | null} the comment that was the last edit */
    this.commented = null;
    /** @type {{text: string, path: string[]}[]} */
    this.past = [];
    /** @type {{text: string, path: string[]}[]} */
    this.future = [];
  }

  /** A tree from its text, for an address or a draft. Throws TreeError. @param {string} rules @param {string} start @param {string} text */
  static fromText(rules, start, text) {
    const tree = new Tree(rules, start);
    tree.#read(text);
    return tree;
  }

  /** The moves that lead to a node. @param {TreeNode} [node] @returns {TreeNode[]} */
  path(node = this.current) {
    const nodes = [];
    for (let each = node; each.parent; each = each.parent) nodes.push(each);
    return nodes.reverse();
  }

  /** The main line from a node on, without the node itself. @param {TreeNode} [from] */
  mainLine(from = this.root) {
    const nodes = [];
    for (let each = from.children[0]; each; each = each.children[0]) nodes.push(each);
    return nodes;
  }

  /** The line that goes through the current node to its end. */
  line() {
    return [...this.path(), ...this.mainLine(this.current)];
  }

  /** Goes to the move from here, which is added if it is new. @param {string} text */
  play(text) {
    const known = this.current.children.find((each) => each.text === text);
    if (!known) this.#edit();
    this.current = known ?? this.#add(this.current, text);
    return this.current;
  }

  /** Like `play`, for a tree that is being read: there is nothing to undo. @param {string} text */
  append(text) {
    this.current = this.current.children.find((each) => each.text === text) ?? this.#add(this.current, text);
  }

  /** @param {TreeNode} node */
  go(node) {
    this.current = node;
  }

  /** Removes a move and all that follows it. @param {TreeNode} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    this.#edit();
    parent.children = parent.children.filter((each) => each !== node);
    if (this.path().includes(node)) this.current = parent;
  }

  /** Makes the line through a node the main one. @param {TreeNode} node */
  promote(node) {
    if (this.isMain(node)) return;
    this.#edit();
    for (let each = node; each.parent; each = each.parent) {
      const { parent } = each;
      parent.children = [each, ...parent.children.filter((other) => other !== each)];
    }
  }

  /** @param {TreeNode} node */
  isMain(node) {
    return this.path(node).every((each) => each.parent?.children[0] === each);
  }

  /** @param {TreeNode} node @param {string} comment */
  setComment(node, comment) {
    const clean = comment.trim();
    if (clean === node.comment) return;
    // Consecutive typing is undone in one step.
    if (this.commented?.node === node && this.commented.revision === this.revision) this.revision += 1;
    else this.#edit();
    node.comment = clean;
    this.commented = { node, revision: this.revision };
  }

  undo() {
    return this.#restore(this.past, this.future);
  }

  redo() {
    return this.#restore(this.future, this.past);
  }

  get isEmpty() {
    return !this.root.children.length && !this.root.comment;
  }

  /** Whether it is a single line without comments and NAGs. */
  get isPlain() {
    /** @param {TreeNode} given */
    const isBare = ({ comment, nags }) => !comment && !nags.length;
    return isBare(this.root) && this.mainLine().every((node) => isBare(node) && node.parent?.children.length === 1);
  }

  toText() {
    return this.#write(this.root).join(" ");
  }

  /** @param {TreeNode} from @returns {string[]} */
  #write(from) {
    const words = from === this.root ? notesText(from) : [];
    for (let node = from; node.children.length; node = node.children[0]) {
      const [main, ...others] = node.children;
      words.push(main.text, ...notesText(main));
      for (const other of others) words.push("(", other.text, ...notesText(other), ...this.#write(other), ")");
    }
    return words;
  }

  /** @param {string} text */
  #read(text) {
    /** @type {TreeNode[]} */
    const stack = [];
    let node = this.root;
    let count = 0;
    /** @type {number[]} */
    const plies = [];
    let ply = 0;
    WORD.lastIndex = 0;
    const trimmed = text.trimEnd();
    while (WORD.lastIndex < trimmed.length) {
      const at = WORD.lastIndex;
      const match = WORD.exec(trimmed);
      if (!match) throw new TreeError(trimmed.slice(at, at + 20));
      const [, comment, bracket, nag, move] = match;
      count += 1;
      if (count > NODES_AT_MOST || stack.length > DEPTH_AT_MOST) throw new TreeError("…");
      if (comment !== undefined) node.comment = unescaped(comment, "}", fail);
      else if (nag !== undefined) {
        if (!node.parent || Number(nag) > HIGHEST_NAG) throw new TreeError(`$${nag}`);
        addNag(node, Number(nag));
      } else if (bracket === "(") {
        if (!node.parent) throw new TreeError("(");
        stack.push(node);
        plies.push(ply);
        node = node.parent;
        ply -= 1;
      } else if (bracket === ")") {
        const back = stack.pop();
        if (!back) throw new TreeError(")");
        node = back;
        ply = plies.pop() ?? 0;
      } else {
        ply += 1;
        if (ply > LINE_AT_MOST) throw new TreeError("…");
        node = node.children.find((each) => each.text === move) ?? this.#add(node, move);
      }
    }
    if (stack.length) throw new TreeError("(");
  }

  /** @param {TreeNode} parent @param {string} text */
  #add(parent, text) {
    const node = newNode(text, parent);
    parent.children.push(node);
    return node;
  }

  #snapshot() {
    return { text: this.toText(), path: this.path().map((node) => node.text) };
  }

  #edit() {
    this.revision += 1;
    this.past.push(this.#snapshot());
    if (this.past.length > EDITS_KEPT) this.past.shift();
    this.future = [];
  }

  /** @param {typeof this.past} from @param {typeof this.past} to */
  #restore(from, to) {
    const wanted = from.pop();
    if (!wanted) return false;
    to.push(this.#snapshot());
    this.revision += 1;
    this.root = newNode("", null);
    this.#read(wanted.text);
    this.current = this.root;
    this.follow(wanted.path);
    return true;
  }

  /** Follows moves as far as the tree has them. @param {string[]} path */
  follow(path) {
    this.current = this.root;
    for (const text of path) {
      const next = this.current.children.find((each) => each.text === text);
      if (!next) break;
      this.current = next;
    }
  }
}
