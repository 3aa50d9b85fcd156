// Game files (.jgn), as `jungle.record` reads and writes them; docs/records.md describes them. Rules are named ones only.

import { newGame } from "../library.js";
import { notation } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../library.js").Library} Library */
/** @typedef {{game: Game, tags: Record<string, string>, comments: Map<number, string>}} GameRecord comments by ply, 0 before the first move */

const DERIVED = ["Game", "Rules", "FEN", "Deal", "Result", "Termination"];
/** @type {Record<string, number | null>} */
const WINNERS = { "1-0": 0, "0-1": 1, "1/2-1/2": null };
const UNKNOWN = "*";
const DECLARED = ["resignation", "timeout", "agreement", "adjudication"];
const WIDTH = 80;
/** Longer than any game that was played by somebody; each ply takes longer than the one before. */
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

  /** What matches here, or null. @param {RegExp} pattern sticky */
  take(pattern) {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /** Passes over white space, and over lines that begin with %. */
  skip() {
    while (this.take(/\s+/y) || ((this.at === 0 || this.text[this.at - 1] === "\n") && this.take(/%.*/y)));
    return this.at < this.text.length;
  }

  /** @returns {GameRecord} */
  read() {
    /** @type {Map<string, {value: string, at: number}>} */
    const tags = new Map();
    while (this.skip() && this.text[this.at] === "[") {
      const { at } = this;
      const tag = this.take(/\[\s*([A-Za-z]\w*)\s*"([^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\][ \t]*(?=\n|$)/y);
      if (!tag || tags.has(tag[1])) this.fail("tag", this.text.slice(at).split("\n")[0]);
      tags.set(tag[1], { value: this.unescape(tag[2], '"', at), at });
    }
    const game = this.start(tags);
    let comments;
    try {
      comments = this.moves(game, tags);
    } catch (error) {
      game.free();
      throw error;
    }
    const given = [...tags].filter(([name]) => !DERIVED.includes(name)).map(([name, { value }]) => [name, value]);
    return { game, tags: Object.fromEntries(given), comments };
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

  /** @param {Game} game @param {Map<string, {value: string, at: number}>} tags @returns {Map<number, string>} */
  moves(game, tags) {
    const comments = new Map();
    let numbered = false;
    while (this.skip()) {
      const { at } = this;
      if (this.take(/\{/y)) {
        const text = this.comment(at);
        comments.set(game.length, comments.has(game.length) ? `${comments.get(game.length)} ${text}` : text);
        continue;
      }
      const word =
        this.take(/[^\s{}()]+/y)?.[0] ?? this.fail(this.text[at] === "}" ? "comment" : "variation", this.text[at]);
      const number = /^\d+(\.\.\.|\.)/.exec(word)?.[0];
      if (number) {
        if (numbered || number !== game.numberText()) this.fail("number", number, at);
        numbered = true;
        this.at = at + number.length;
      } else if (word === UNKNOWN || word in WINNERS) {
        if (numbered) this.fail("move", word, at);
        if (!this.take(/[ \t]*(?=\n\s*(\n|\[|%|$)|$)/y)) this.fail("after", this.text.slice(this.at).split("\n")[0]);
        this.settle(game, word, tags, at);
        return comments;
      } else {
        if (game.length >= PLIES_AT_MOST) this.fail("long", String(PLIES_AT_MOST), at);
        // A move that needs to say what it turns up, and does not, would be left to chance.
        const move = game.parse(word);
        const isUnknown = move && move.origin === move.target && !move.revealed && !game.deal;
        if (!move || isUnknown || !game.play(move.origin, move.target, move.revealed)) this.fail("move", word, at);
        numbered = false;
      }
    }
    return this.fail("end");
  }

  /** @param {number} at of the opening brace */
  comment(at) {
    const body = this.take(/([^}\\]*(?:\\.[^}\\]*)*)\}/y) ?? this.fail("comment", "{", at);
    return this.unescape(body[1], "}", at);
  }

  /** @param {string} text @param {string} closing @param {number} at */
  unescape(text, closing, at) {
    /** @type {Record<string, string>} */
    const known = { n: "\n", r: "\r", "\\": "\\", [closing]: closing };
    return text.replace(/\\([\s\S])/g, (_, sign) => known[sign] ?? this.fail("escape", `\\${sign}`, at));
  }

  /** Gives a game the ending that its file declares, or sees that the file agrees with the board. */
  settle(
    /** @type {Game} */ game,
    /** @type {string} */ result,
    /** @type {Map<string, {value: string, at: number}>} */ tags,
    /** @type {number} */ at,
  ) {
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

/** @param {string} text @param {string} closing */
const escaped = (text, closing) =>
  text.replaceAll("\\", "\\\\").replaceAll(closing, `\\${closing}`).replaceAll("\n", "\\n").replaceAll("\r", "\\r");

/** The text of a record; with `withDeal` also what lies face down. @param {GameRecord} record */
export function writeRecord({ game, tags, comments }, withDeal = false) {
  const outcome = game.outcome();
  const all = Object.entries(tags);
  if (!game.rules.isUsualGame) all.push(["Game", game.kind]);
  all.push(["Rules", game.rules.name]);
  if (game.fen(0) !== game.rules.start) all.push(["FEN", game.fen(0)]);
  if (withDeal && game.deal) all.push(["Deal", game.deal]);
  all.push(["Result", resultOf(game)]);
  if (outcome) all.push(["Termination", outcome.reason]);
  const head = all.map(([name, value]) => `[${name} "${escaped(value, '"')}"]\n`).join("");
  return `${head}\n${wrapped(tokens(game, comments))}\n`;
}

/** The parts that are never broken across lines. @param {Game} game @param {Map<number, string>} comments */
function tokens(game, comments) {
  const comment = (/** @type {number} */ ply) => {
    const text = comments.get(ply);
    return text === undefined ? [] : [`{${escaped(text, "}")}}`];
  };
  const moves = game.moves.flatMap((move, ply) => {
    const number = game.numberText(ply);
    const isNumbered = !ply || !number.endsWith("...");
    return [(isNumbered ? `${number} ` : "") + notation(move, game), ...comment(ply + 1)];
  });
  return [...comment(0), ...moves, resultOf(game)];
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
