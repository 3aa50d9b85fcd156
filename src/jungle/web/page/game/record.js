// Game files (.jgn), as `jungle.record` reads and writes them; docs/library/records.md describes them. Rules are named ones only.

import { newGame } from "../library.js";
import { Game, notation, uci } from "./game.js";
import { escaped, unescaped } from "./text.js";
import { addNag, DEPTH_AT_MOST, HIGHEST_NAG, NAGS, NODES_AT_MOST, nagTexts, newNode } from "./tree.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("./tree.js").TreeNode} TreeNode */
/** @typedef {{game: Game, tags: Record<string, string>, root: TreeNode}} GameRecord the moves of the game are the main line below the root */

const DERIVED = ["Game", "Rules", "FEN", "Deal", "Result", "Termination"];
/** @type {Record<string, number | null>} */
const WINNERS = { "1-0": 0, "0-1": 1, "1/2-1/2": null };
const UNKNOWN = "*";
const DECLARED = ["resignation", "timeout", "agreement", "adjudication"];
const WIDTH = 80;
/** Longer than any real game; each ply takes longer to read than the one before. */
export const PLIES_AT_MOST = 2000;

/** A record that cannot be read: `record.` and the code is the key of its words, which take the values. */
export class RecordError extends Error {
  /** @param {string} code @param {Record<string, string | number>} values with the line and the column */
  constructor(code, values) {
    super(`${code}: ${JSON.stringify(values)}`);
    this.code = code;
    this.values = values;
  }
}

class Reader {
  /** @param {Library} library @param {string} text */
  constructor(library, text) {
    this.library = library;
    this.text = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
    this.at = 0;
  }

  /** @param {string} code @param {string} [text] @param {number} [at] @returns {never} */
  fail(code, text = "", at = this.at) {
    const before = this.text.slice(0, at).split("\n");
    throw new RecordError(code, {
      line: before.length,
      column: (before.at(-1) ?? "").length + 1,
      text: text.slice(0, 80),
    });
  }

  /** The match at this point, or null. @param {RegExp} pattern sticky */
  take(pattern) {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /** Skips white space and lines that begin with %. */
  skip() {
    while (this.take(/\s+/y) || ((this.at === 0 || this.text[this.at - 1] === "\n") && this.take(/%[^\n]*/y)));
    return this.at < this.text.length;
  }

  /** @returns {GameRecord} */
  read() {
    /** @type {Map<string, {value: string, at: number}>} */
    const tags = new Map();
    let early = "";
    while (this.skip() && "[;".includes(this.text[this.at])) {
      if (this.text[this.at] === ";") {
        early = joined(early, this.remark());
        continue;
      }
      const { at } = this;
      const tag = this.take(/\[\s*([A-Za-z]\w*)\s*"([^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\][ \t]*(?=\n|$)/y);
      if (!tag || tags.has(tag[1])) this.fail("tag", this.text.slice(at).split("\n")[0]);
      tags.set(tag[1], { value: this.unescape(tag[2], '"', at), at });
    }
    const game = this.start(tags);
    // A variation may turn up other pieces than the game did, so its moves are tried without the deal.
    const line = newGame(this.library, game.rules.name, game.fen(0), { deal: null });
    let root;
    try {
      root = this.moves(game, line, tags, early);
    } catch (error) {
      game.free();
      throw error;
    } finally {
      line.free();
    }
    const given = [...tags].filter(([name]) => !DERIVED.includes(name)).map(([name, { value }]) => [name, value]);
    return { game, tags: Object.fromEntries(given), root };
  }

  /** @param {Map<string, {value: string, at: number}>} tags */
  start(tags) {
    const kind = tags.get("Game")?.value ?? this.library.usual.game;
    const known = this.library.games[kind];
    if (!known) this.fail("game", kind, tags.get("Game")?.at);
    const rules = tags.get("Rules")?.value.trim() ?? known.rules[0];
    if (!known.rules.includes(rules)) this.fail("rules", rules, tags.get("Rules")?.at);
    const [fen, deal] = [tags.get("FEN"), tags.get("Deal")];
    try {
      return newGame(this.library, rules, fen?.value, { deal: deal?.value ?? null });
    } catch {
      return this.fail("position", deal?.value ?? fen?.value, (deal ?? fen)?.at);
    }
  }

  /** @param {Game} game @param {Game} line the same without its deal @param {Map<string, {value: string, at: number}>} tags @param {string} comment on the start @returns {TreeNode} the root */
  moves(game, line, tags, comment) {
    const root = newNode("", null);
    root.comment = comment;
    /** The last move, after which the next one comes. */
    let node = root;
    /** Does the line that is being read own that move? Its next one is then the main one there. */
    let isOwn = true;
    /** @type {{node: TreeNode, isOwn: boolean, at: number, plies: number}[]} the variations that are open: what they replace, and where they begin */
    const open = [];
    /** Comments that precede the first move of a variation. */
    let early = "";
    let count = 0;
    let numbered = false;
    const current = () => (open.length ? line : game);
    while (this.skip()) {
      const { at } = this;
      const isRemark = this.text[at] === ";";
      if (isRemark || this.take(/\{/y)) {
        const text = isRemark ? this.remark() : this.comment(at);
        if (node === open.at(-1)?.node.parent) early = joined(early, text);
        else node.comment = joined(node.comment, text);
        continue;
      }
      const word = this.take(/[^\s{}();!?$]+|[!?]+|\$[^\s{}();!?$]*|[()]/y)?.[0] ?? this.fail("comment", this.text[at]);
      const number = /^\d+(\.\.\.|\.)/.exec(word)?.[0];
      if (number) {
        if (numbered || number !== current().numberText()) this.fail("number", number, at);
        numbered = true;
        this.at = at + number.length;
        continue;
      }
      const isResult = word === UNKNOWN || word in WINNERS;
      if (numbered && (isResult || "()!?$".includes(word[0]))) this.fail("move", word, at);
      numbered = false;
      if ("!?$".includes(word[0])) {
        if (!node.parent || node === open.at(-1)?.node.parent) this.fail("move", word, at);
        addNag(node, this.nag(word, at));
        continue;
      }
      if (isResult) {
        if (open.length) this.fail("variation", "(", open.at(-1)?.at);
        if (!this.take(/[ \t]*(?=\n\s*(\n|\[|%|$)|$)/y)) this.fail("after", this.text.slice(this.at).split("\n")[0]);
        this.settle(game, word, tags, at);
        return root;
      }
      if (word === "(") {
        if (!node.parent || node === open.at(-1)?.node.parent) this.fail("variation", word, at);
        if (open.length === DEPTH_AT_MOST) this.fail("deep", String(DEPTH_AT_MOST), at);
        if (open.length) line.undo();
        else for (const move of game.moves.slice(line.length, -1)) line.play(move.origin, move.target, move.revealed);
        open.push({ node, isOwn, at, plies: line.length });
        node = node.parent;
        isOwn = false;
      } else if (word === ")") {
        const left = open.pop();
        if (!left || node === left.node.parent) this.fail("variation", word, at);
        while (line.length > left.plies) line.undo();
        ({ node, isOwn } = left);
        if (open.length) line.playText(node.text);
      } else {
        count += 1;
        if (current().length >= PLIES_AT_MOST) this.fail("long", String(PLIES_AT_MOST), at);
        if (count > NODES_AT_MOST) this.fail("long", String(NODES_AT_MOST), at);
        const text = this.play(current(), word, at);
        const known = node.children.find((each) => each.text === text);
        const next = known ?? newNode(text, node);
        // Of two lines with the same moves the page keeps one.
        if (isOwn) node.children = [next, ...node.children.filter((each) => each !== next)];
        else if (!known) node.children.push(next);
        isOwn ||= !known;
        next.comment = joined(next.comment, early);
        early = "";
        node = next;
      }
    }
    return this.fail(open.length ? "variation" : "end", "(", open.at(-1)?.at);
  }

  /** Plays a move and returns its text. @param {Game} game @param {string} word @param {number} at */
  play(game, word, at) {
    // A flip without its piece would be random.
    const move = game.parse(word);
    const isUnknown = move && move.origin === move.target && !move.revealed && !game.deal;
    const played = move && !isUnknown && game.play(move.origin, move.target, move.revealed);
    return played ? uci(played, game.grid) : this.fail("move", word, at);
  }

  /** The rest of the line after a semicolon. */
  remark() {
    return this.take(/;[ \t]*([^\n]*)/y)?.[1].replace(/[ \t]+$/, "") ?? "";
  }

  /** @param {string} word @param {number} at */
  nag(word, at) {
    const number = /^\$(\d{1,3})$/.exec(word)?.[1];
    const nag = number ? Number(number) : Object.hasOwn(NAGS, word) ? NAGS[word] : Number.POSITIVE_INFINITY;
    return nag <= HIGHEST_NAG ? nag : this.fail("nag", word, at);
  }

  /** @param {number} at of the opening brace */
  comment(at) {
    const body = this.take(/([^}\\]*(?:\\.[^}\\]*)*)\}/y) ?? this.fail("comment", "{", at);
    return this.unescape(body[1], "}", at);
  }

  /** @param {string} text @param {string} closing @param {number} at */
  unescape(text, closing, at) {
    return unescaped(text, closing, (sign) => this.fail("escape", sign, at));
  }

  /** Gives a game the outcome that its file declares, or checks that the file agrees with the board. @param {Game} game @param {string} result @param {Map<string, {value: string, at: number}>} tags @param {number} at */
  settle(game, result, tags, at) {
    const tagged = tags.get("Result")?.value;
    if (tagged !== undefined && tagged !== result) this.fail("result", result, at);
    const reason = tags.get("Termination")?.value;
    const ended = game.outcome();
    if (ended) {
      if (resultOf(game) !== result || (reason !== undefined && reason !== ended.reason))
        this.fail("result", result, at);
      return;
    }
    if (reason !== undefined && (!DECLARED.includes(reason) || result === UNKNOWN)) this.fail("result", reason, at);
    if (result === UNKNOWN) return;
    const winner = WINNERS[result];
    const isImpossible = winner === null ? ["resignation", "timeout"].includes(reason ?? "") : reason === "agreement";
    if (isImpossible || (winner !== null && game.side === null)) this.fail("result", result, at);
    game.declare(winner, reason ?? "adjudication");
  }
}

/** The games of a text, one after the other. Throws RecordError. @param {Library} library @param {string} text @returns {Generator<GameRecord>} */
export function* recordsIn(library, text) {
  const reader = new Reader(library, text);
  while (reader.skip()) yield reader.read();
}

/** 1-0, 0-1, 1/2-1/2, or * while the game is in progress. @param {Game} game */
export function resultOf(game) {
  const ended = game.outcome();
  return ended ? (Object.keys(WINNERS).find((result) => WINNERS[result] === ended.winner) ?? UNKNOWN) : UNKNOWN;
}

/** Two comments in one place. @param {string} one @param {string} other */
const joined = (one, other) => (one && other ? `${one} ${other}` : one || other);

/** The text of a record; with `withDeal` also what lies face down. @param {GameRecord} record */
export function writeRecord({ game, tags, root }, withDeal = false) {
  const outcome = game.outcome();
  const all = Object.entries(tags);
  if (!game.rules.isUsualGame) all.push(["Game", game.kind]);
  all.push(["Rules", game.rules.name]);
  if (game.fen(0) !== game.rules.start) all.push(["FEN", game.fen(0)]);
  if (withDeal && game.deal) all.push(["Deal", game.deal]);
  all.push(["Result", resultOf(game)]);
  if (outcome) all.push(["Termination", outcome.reason]);
  const head = all.map(([name, value]) => `[${name} "${escaped(value, '"')}"]\n`).join("");
  return `${head}\n${wrapped([...tokens(game, root), resultOf(game)])}\n`;
}

/** The parts, none of which is broken across lines. @param {Game} game of the main line @param {TreeNode} root @returns {string[]} */
function tokens(game, root) {
  const line = new Game(game.rules, game.fen(0), { deal: null });
  /** @type {string[]} */
  const words = root.comment ? [`{${escaped(root.comment, "}")}}`] : [];
  /** @param {TreeNode} node @param {boolean} isNumbered */
  const write = (node, isNumbered, prefix = "") => {
    const number = line.numberText();
    const move = line.playText(node.text);
    if (!move) throw new Error(`${node.text} is not legal in ${line.fen()}`);
    const [sign, ...nags] = nagTexts(node);
    words.push(
      prefix + (isNumbered || !number.endsWith("...") ? `${number} ` : "") + notation(move, line) + sign,
      ...nags,
    );
    if (node.comment) words.push(`{${escaped(node.comment, "}")}}`);
    line.undo();
  };
  /** Writes what follows a node, and comes back to it. @param {TreeNode} from @param {boolean} isNumbered does the first move need its number? */
  const follow = (from, isNumbered) => {
    const { length } = line;
    for (let node = from; node.children.length; node = node.children[0]) {
      const [main, ...others] = node.children;
      write(main, isNumbered);
      for (const other of others) {
        write(other, true, "(");
        line.playText(other.text);
        follow(other, false);
        line.undo();
        words[words.length - 1] += ")";
      }
      line.playText(main.text);
      isNumbered = others.length > 0;
    }
    while (line.length > length) line.undo();
  };
  try {
    follow(root, true);
  } finally {
    line.free();
  }
  return words;
}

/** @param {string[]} parts */
function wrapped(parts) {
  const lines = [""];
  for (const part of parts) {
    const line = lines[lines.length - 1];
    if (line && [...line].length + 1 + [...part].length > WIDTH) lines.push(part);
    else lines[lines.length - 1] = line ? `${line} ${part}` : part;
  }
  return `${lines.join("\n")}\n`;
}
