// What the engine is asked to do, apart from the worker that does it, so that tests can run it anywhere.

import { seenLine } from "../game/score.js";
import { Book, chooseMove } from "./book.js";
import { moveCode, moveOf } from "./core.js";
import { NOWHERE } from "./core-game.js";
import { planOf, reasonOf } from "./review.js";

/** @typedef {import("./core-game.js").CoreGame} CoreGame */
/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./core.js").CoreRules} CoreRules */
/** @typedef {import("./core.js").Limits} Limits */
/** @typedef {import("./core.js").Line} Line */
/** @typedef {import("./core.js").Verdict} Verdict */
/** @typedef {{game: string, text: string, squares: number, tablesFrom: number}} PackedRules text: base64 */
/** @typedef {{rules: string, start: import("./core.js").Start, moves: [number, number][]}} Played moves: codes, and what each turned up */
/** @typedef {{code: number, verdict: Verdict}} MoveVerdict */
/** @typedef {{position: Verdict | null, moves: MoveVerdict[]}} TableAnswer */
/** @typedef {(game: string) => Promise<Uint8Array | null>} TableSource the table files of a game; null where there are none */
/** @typedef {() => Promise<string>} BookSource the opening book's text; empty where there is none */

const HASH_MB = 32;
const NOTHING_SEARCHED = {
  line: 1,
  lines: 1,
  depth: 0,
  seldepth: 0,
  winIn: 0,
  expected: null,
  nodes: 0,
  time: 0,
  hashfull: 0,
  tableHits: 0,
  threads: 0,
  isSolved: false,
};
const DEN = 1;
const CAPTURE = 2;

export class Desk {
  /** @param {Core} core @param {Record<string, PackedRules>} packed @param {TableSource} tables @param {BookSource} book */
  constructor(core, packed, tables, book) {
    this.core = core;
    this.packed = packed;
    this.tables = tables;
    this.bookText = book;
    /** @type {Promise<Book> | undefined} */
    this.book = undefined;
    /** @type {Map<string, CoreRules>} */
    this.rules = new Map();
    /** @type {Map<string, import("./core.js").CoreSearcher>} by game and size */
    this.searchers = new Map();
    /** @type {Map<string, Promise<boolean>>} by rules: are they there? */
    this.loaded = new Map();
  }

  /** @param {string} name */
  rulesOf(name) {
    const { text, squares } = this.packed[name];
    const rules = this.rules.get(name) ?? this.core.newRules(text, squares);
    this.rules.set(name, rules);
    return rules;
  }

  /** @param {string} name of rules */
  searcherFor(name, megabytes = HASH_MB) {
    const key = `${this.packed[name].game} ${megabytes}`;
    const searcher = this.searchers.get(key) ?? this.rulesOf(name).newSearcher(megabytes);
    this.searchers.set(key, searcher);
    return searcher;
  }

  forget() {
    for (const searcher of this.searchers.values()) searcher.clear();
  }

  /** @param {Played} played */
  gameOf({ rules, start, moves }) {
    const game = this.rulesOf(rules).newGame(start);
    for (const [code, revealed] of moves) game.play(code, revealed);
    return game;
  }

  /** Loads the tables of the rules, if the game is near them. @param {string} rules @param {CoreGame} game */
  async nearTables(rules, game) {
    const { game: kind, tablesFrom } = this.packed[rules];
    const pieces = game.board().filter(Boolean).length;
    if (pieces > tablesFrom) return false;
    const loading =
      this.loaded.get(rules) ??
      this.tables(kind).then((files) => files !== null && this.rulesOf(rules).addTables(files) > 0);
    this.loaded.set(rules, loading);
    return loading;
  }

  /**
   * The best lines, best first; `onLines` hears of each depth that is complete.
   * @param {Played} played @param {Limits} limits @param {(lines: Line[]) => void} [onLines] @returns {Promise<Line[]>}
   */
  async search(played, limits, onLines) {
    const game = this.gameOf(played);
    if (!limits.noTables) await this.nearTables(played.rules, game);
    /** @type {Line[]} */
    let gathered = [];
    const lines = this.searcherFor(played.rules).search(game, limits, (line) => {
      gathered = line.line === 1 ? [line] : [...gathered, line];
      if (line.line === line.lines) onLines?.(gathered);
    });
    game.free();
    return lines;
  }

  /**
   * The line that a player of that strength plays; undefined if there is no legal move.
   * @param {Played} played @param {import("./strength.js").Strength} strength @param {bigint} seed 64 bits
   * @param {import("../game/score.js").Scale} scale
   */
  async choose(played, strength, seed, scale) {
    const game = this.gameOf(played);
    const known =
      strength.book && played.rules === strength.bookRules ? await this.fromBook(game, strength.book, seed) : null;
    if (known) {
      game.free();
      return known;
    }
    const searcher = this.searcherFor(played.rules, strength.hashMb);
    const isOpening = played.moves.length < strength.openingPlies;
    if (!strength.limits.noTables) await this.nearTables(played.rules, game);
    const lines = searcher.search(game, {
      ...strength.limits,
      lines: Math.max(strength.lines, isOpening ? strength.openingLines : 1),
    });
    const seen = lines.map((line) => seenLine(line, scale));
    const [last] = played.moves.at(-1) ?? [];
    const square = last === undefined ? NOWHERE : moveOf(last).target;
    const chosen = lines.length ? game.choose(seen, strength.skill, square, isOpening, seed) : -1;
    game.free();
    return lines[chosen];
  }

  /** A move of the opening book as a line; null where it has none. @param {CoreGame} game @param {number} variety @param {bigint} seed @returns {Promise<Line | null>} */
  async fromBook(game, variety, seed) {
    this.book ??= this.bookText().then((text) => new Book(text));
    const legal = new Set(game.moves().map(({ origin, target }) => moveCode(origin, target)));
    const moves = (await this.book).moves(game.board(), game.side).filter(({ code }) => legal.has(code));
    if (!moves.length) return null;
    const { code, score } = chooseMove(moves, variety, Number(BigInt.asUintN(32, seed)) / 2 ** 32);
    const pieces = game.board().filter(Boolean).length;
    return { ...NOTHING_SEARCHED, score, pieces, moves: [code] };
  }

  /**
   * The line to follow, why, and the plan; undefined where there is no legal move. Carries on from the last hint.
   * @param {Played} played @param {Limits} limits @param {import("../game/score.js").Scale} scale
   * @param {import("./review.js").ReviewScale} bounds @param {import("./client.js").HintData} figures
   * @param {import("./core-game.js").LastHint | null} last
   */
  async hint(played, limits, scale, bounds, figures, last) {
    const game = this.gameOf(played);
    limits = { ...limits, contempt: figures.contempt };
    /** @param {Line[]} found */
    const seen = (found) => found.map((line) => seenLine(line, scale));
    /** @param {Line[]} among */
    const advise = async (among) => {
      const expected = await this.expected(played, game, among, limits, figures);
      const advice = game.advise(seen(expected), last, figures.weights);
      const [code] = expected[advice.line].moves;
      return { ...advice, line: among.find(({ moves }) => moves[0] === code) ?? among[0] };
    };
    let lines = await this.hintLines(played, game, limits, figures);
    if (!lines.length) {
      game.free();
      return undefined;
    }
    let advice = await advise(lines);
    /** @param {Line} line */
    const ahead = (line) => line.winIn > 0 || (!line.winIn && (line.expected ?? line.score) > 0);
    if (advice.repeats && ahead(advice.line)) {
      const moves = this.freshMoves(played);
      const again = moves.length ? await this.hintLines(played, game, { ...limits, moves }, figures) : [];
      if (again.length && ahead(again[0])) {
        lines = again;
        advice = await advise(lines);
      }
    }
    const { line } = advice;
    const ordered = [line, ...lines.filter((other) => other !== line)];
    const reason = reasonOf(game, game.explain(seen(ordered)), bounds);
    const plan = line.winIn < 0 ? null : planOf(game, advice.plan, figures);
    game.free();
    return { line, reason, plan, carriesOn: advice.carriesOn, goesBack: advice.goesBack };
  }

  /**
   * The best line and its rivals, as `jungle.engine.hints` searches for them.
   * @param {Played} played @param {CoreGame} game @param {Limits} limits @param {import("./client.js").HintData} figures
   */
  async hintLines(played, game, limits, figures) {
    const count = limits.moves?.length ?? game.moves().length;
    if (!count) return [];
    if (game.hidden().length) return this.search(played, { ...limits, lines: count });
    const { shares } = figures;
    let [best] = await this.search(played, { ...shared(limits, shares.best / 100), lines: 1 });
    if (!best) return [];
    if (count === 1) return [best];
    if (best.winIn > 0) {
      // Only a shorter win is better: the rest of the budget looks for one.
      const [again] = await this.search(played, { ...shared(limits, 1 - shares.best / 100), lines: 1 });
      return [again && isBetter(again, best) ? again : best];
    }
    const lines = Math.min(figures.lines, count);
    const found = await this.search(played, { ...shared(limits, shares.lines / 100), lines });
    if (!found.length) return [best];
    if (found[0].winIn && isBetter(found[0], best)) best = found[0];
    else if (!best.winIn) {
      // Scores are compared at the same depth.
      const same = found.find((line) => line.moves[0] === best.moves[0]) ?? best;
      best = { ...best, score: same.score, winIn: same.winIn, expected: same.expected };
    }
    return [best, ...found.filter((line) => line.moves[0] !== best.moves[0])];
  }

  /**
   * The lines that a hint may follow, by what they are worth against an opponent who errs.
   * @param {Played} played @param {CoreGame} game @param {Line[]} lines @param {Limits} limits @param {import("./client.js").HintData} figures
   */
  async expected(played, game, lines, limits, figures) {
    if (this.packed[played.rules].game !== "jungle") return lines;
    const candidates = game.candidates(lines, figures.weights);
    if (candidates.length < 2) return candidates.map((index) => lines[index]);
    const { moves: _, ...rest } = shared(limits, figures.shares.answers / 100 / candidates.length);
    const found = [];
    for (const index of candidates) {
      const line = lines[index];
      /** @type {Played} */
      const after = { ...played, moves: [...played.moves, [line.moves[0], 0]] };
      const next = this.gameOf(after);
      // To the enemy, a draw is worth the opposite.
      const asked = { ...rest, contempt: -figures.contempt, lines: next.moves().length };
      const answers = next.outcome()[0] ? [] : await this.search(after, asked);
      const score = answers.length ? next.expectedScore(answers, figures.weights) : 0;
      next.free();
      found.push(answers.length ? { ...line, score, winIn: 0 } : line);
    }
    return found;
  }

  /** The moves after which no position of the game occurs again. @param {Played} played */
  freshMoves(played) {
    const game = this.rulesOf(played.rules).newGame(played.start);
    const seen = new Set([game.key]);
    for (const [code, revealed] of played.moves) {
      game.play(code, revealed);
      seen.add(game.key);
    }
    const codes = game
      .moves()
      .filter(({ origin, target }) => origin !== target)
      .map(({ origin, target }) => moveCode(origin, target));
    const fresh = codes.filter((code) => {
      const after = game.copy();
      after.play(code);
      const isNew = !seen.has(after.key);
      after.free();
      return isNew;
    });
    game.free();
    return fresh;
  }

  /**
   * The lines of two moves, why the first is better, and what is wrong with the second.
   * @param {Played} played @param {number[]} codes @param {Limits} limits
   * @param {import("../game/score.js").Scale} scale @param {import("./review.js").ReviewScale} bounds
   */
  async compare(played, codes, limits, scale, bounds) {
    const lines = [];
    for (const code of codes) lines.push(...(await this.search(played, { ...limits, moves: [code] })));
    const seen = lines.map((line) => seenLine(line, scale));
    const [better, worse] = seen;
    const game = this.gameOf(played);
    const [reason, fault] = [game.explain(seen), game.findFault(worse, better)].map((found) =>
      reasonOf(game, found, bounds),
    );
    game.free();
    return { lines, reason, fault };
  }

  /** A win that the side to move can force; null if none is found within this number of nodes. @param {Played} played @param {number} nodes */
  prove(played, nodes) {
    const game = this.gameOf(played);
    const win = game.prove(nodes);
    game.free();
    return win;
  }

  /** What endgame tables say of a position and its moves; null where they say nothing. @param {Played} played */
  async verdicts(played) {
    const game = this.gameOf(played);
    if (!(await this.nearTables(played.rules, game))) return null;
    const moves = game
      .moves()
      .map(({ origin, target }) => ({ code: moveCode(origin, target), verdict: afterMove(game, origin, target) }))
      .filter((move) => move.verdict !== null)
      .sort((one, other) => worth(other.verdict) - worth(one.verdict));
    const position = game.verdict();
    game.free();
    return position || moves.length ? /** @type {TableAnswer} */ ({ position, moves }) : null;
  }
}

/** A limit for one of several searches. @param {Limits} limits @param {number} share @returns {Limits} */
function shared(limits, share) {
  const { hardTime, nodes } = limits;
  return {
    ...limits,
    ...(hardTime && { hardTime: Math.max(hardTime * share, 1) }),
    ...(nodes && { nodes: Math.max(Math.floor(nodes * share), 1) }),
  };
}

/** Whether a proven result is better than another line's. @param {Line} line @param {Line} other */
const isBetter = (line, other) =>
  line.winIn > 0 ? other.winIn <= 0 || line.winIn < other.winIn : other.winIn < 0 && line.winIn < other.winIn;

/** Higher is better for the side that moves: quick wins, then draws, then slow losses. @param {Verdict | null} verdict */
function worth(verdict) {
  if (!verdict) return 0;
  return verdict.expected * 1000 - Math.sign(verdict.expected) * verdict.plies;
}

/** What a move comes to for the side that makes it, the mean of what a flip may turn up. @returns {Verdict | null} @param {CoreGame} game @param {number} origin @param {number} target */
function afterMove(game, origin, target) {
  const { side } = game;
  const branches = origin === target ? game.hidden() : [0];
  let expected = 0;
  let plies = 0;
  for (const revealed of branches) {
    const after = game.copy();
    after.play(moveCode(origin, target), revealed);
    const [result, reason] = after.outcome();
    const known = reason === DEN || reason === CAPTURE ? null : after.verdict();
    after.free();
    if (known) {
      expected -= known.expected / branches.length;
      plies = Math.max(plies, known.plies + 1);
    } else if (reason === DEN || reason === CAPTURE) {
      expected += (result === 3 ? 0 : result - 1 === side ? 1 : -1) / branches.length;
      plies = Math.max(plies, 1);
    } else return null;
  }
  return { expected, plies };
}
