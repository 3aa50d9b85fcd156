// The engine as the page sees it: one task at a time. A task is a handle: await its `result`, stop it. If page and worker share
// memory (the page is cross-origin isolated), stopping leaves the worker alive and what it remembers helps the next task.
// Otherwise stopping ends the worker, and a new one is made for the next task.
//
// Searches with several threads have a worker of their own, with helpers. If anything goes wrong there, the engine repeats the
// task with one thread, and stays with that.

import { moveCode, moveOf } from "./core.js";
import { accuracy, decisiveMoment, practiceFor, turningPoints } from "./review.js";
import { strengthOf } from "./strength.js";
import { mostThreads } from "./threads.js";

/** @typedef {import("./core.js").Line} Line */
/** @typedef {import("./core.js").Limits} Limits */
/** @typedef {import("./core.js").Verdict} Verdict */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/game.js").Move} Move */
/** @template T @typedef {{result: Promise<T>, stop: () => void}} Task `result` is what was found so far when it is stopped */
/** @typedef {Task<Line[]>} Search */
/** @typedef {{move: Move, line: Line}} Choice */
/** @typedef {import("./review.js").Reason} Reason */
/** @typedef {import("./review.js").Plan} Plan */
/** @typedef {Choice & {reason: Reason | null, plan: Plan | null, carriesOn: boolean, since: Move | null}} Hint since: the enemy's move that changed things, if the hint takes the last one back */
/** @typedef {{seconds: number, lines: number, hash_mb: number, contempt: number, shares: Record<"best" | "lines" | "answers", number>, weights: import("./core-game.js").HintWeights, plans: string[]}} HintData plans: kinds by number */
/** @typedef {import("./review.js").JudgedMove} JudgedMove */
/** @typedef {JudgedMove & {move: Move, better: Move | null, reply: Move | null}} ReviewedMove reply: the other side's best answer */
/** @typedef {{plies: ReviewedMove[], accuracy: (number | null)[], turningPoints: number[], moment: ReviewedMove | null, practice: string}} Review moment: when the game was decided; practice: the end of its key; accuracy by side, plies from 1 */
/** @typedef {{score: import("../game/score.js").Scale, review: import("./review.js").ReviewScale, levels: import("./strength.js").LevelData, hint: HintData}} EngineData */
/** @typedef {{id: number, message: {limits?: Limits, [name: string]: unknown}, isThreaded: boolean, settle: (found: any) => void, fail: (error: Error) => void, found: any, tell?: (progress: any) => void}} Running */
/** @typedef {{plies: number, moves: number[]}} Forced a proved win, and its line against a long defence */
/** @typedef {{position: Verdict | null, moves: {move: Move, verdict: Verdict}[]}} TableVerdicts the best move first */

/** The game as the worker gets it: nothing of the deal. @param {Game} game @returns {import("./tasks.js").Played} */
export const playedOf = (game) => ({
  rules: game.rules.name,
  start: game.start,
  moves: game.moves.map((move) => [moveCode(move.origin, move.target), move.revealed]),
});

/** The moves of a line from the present position; it ends at the first unknown flip. @param {Game} game @param {{moves: number[]}} line */
export function lineMoves(game, line) {
  const state = game.state.copy();
  /** @type {Move[]} */
  const moves = [];
  for (const code of line.moves) {
    const { origin, target } = moveOf(code);
    const move = state.moves().find((each) => each.origin === origin && each.target === target);
    if (!move) break;
    moves.push({ ...move, revealed: 0 });
    if (origin === target || !state.play(code)) break;
  }
  state.free();
  return moves;
}

/** The last hint as the core takes it. @param {{origin: number, target: number}} move @param {Plan} plan @param {HintData} figures @returns {import("./core-game.js").LastHint} */
export const lastHint = (move, plan, { plans }) => ({
  move: moveCode(move.origin, move.target),
  kind: plans.indexOf(plan.kind),
  animal: plan.animal - 1,
  target: plan.target,
});

/** @type {Limits} */
/** Soon done, and enough for most wins that people overlook. */
const PROOF = { nodes: 200_000 };
const THREAT = { hardTime: 400 };
/** @type {Limits} */
const REVIEW = { nodes: 150_000 };
const COMPARE = { nodes: 400_000 };

/** @param {Game} game as long as it was played @param {JudgedMove} judged @returns {ReviewedMove} */
function nameMoves(game, judged) {
  while (game.length >= judged.ply) game.undo();
  while (game.length < judged.ply - 1) game.redo();
  const isBest = judged.best.moves[0] === judged.line.moves[0];
  const [better] = isBest ? [] : lineMoves(game, judged.best);
  const reply = lineMoves(game, judged.line).at(1) ?? null;
  return { ...judged, move: /** @type {Move} */ (game.undone.at(-1)), better: better ?? null, reply };
}

export class Engine {
  /**
   * @param {WebAssembly.Module} module @param {Record<string, import("./tasks.js").PackedRules>} packed rule sets by name
   * @param {EngineData} data
   */
  constructor(module, packed, data) {
    this.module = module;
    this.packed = packed;
    this.data = data;
    /** @type {Map<boolean, Worker>} by whether they have several threads */
    this.workers = new Map();
    /** @type {Running | null} */
    this.running = null;
    this.count = 0;
    /** @type {Int32Array | null} the last task that was stopped */
    this.stopped = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.mostThreads = this.stopped ? mostThreads() : 1;
    /** For analysis and hints; levels have one, so that their strength does not depend on the machine. */
    this.threads = 1;
  }

  /** @param {boolean} isThreaded */
  #start(isThreaded) {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (isThreaded && data.error !== undefined) this.#doWithoutThreads();
      else this.#hear(data);
    });
    worker.addEventListener("error", (event) => {
      if (isThreaded) this.#doWithoutThreads();
      else if (!this.running?.isThreaded) this.#hear({ id: this.running?.id, error: event.message || "worker.js" });
    });
    const module = isThreaded ? undefined : this.module;
    worker.postMessage({ module, packed: this.packed, stopped: this.stopped?.buffer });
    this.workers.set(isThreaded, worker);
    return worker;
  }

  /** @param {boolean} isThreaded */
  #end(isThreaded) {
    this.workers.get(isThreaded)?.terminate();
    this.workers.delete(isThreaded);
  }

  /** @param {Running} running */
  #send(running) {
    this.running = running;
    const { isThreaded, message } = running;
    (this.workers.get(isThreaded) ?? this.#start(isThreaded)).postMessage(message);
  }

  /** @param {any} data */
  #hear({ id, progress, result, error }) {
    const { running } = this;
    if (!running || id !== running.id) return;
    if (progress !== undefined) {
      running.found = progress;
      running.tell?.(progress);
      return;
    }
    this.running = null;
    if (error === undefined) return running.settle(result);
    this.#end(false);
    return running.fail(new Error(error));
  }

  #doWithoutThreads() {
    this.#end(true);
    this.mostThreads = 1;
    const { running } = this;
    if (!running?.isThreaded) return;
    const limits = { ...running.message.limits, threads: 1 };
    this.#send({ ...running, isThreaded: false, message: { ...running.message, limits } });
  }

  /**
   * @template T @param {string} task @param {Game} game @param {{limits?: Limits, [name: string]: unknown}} rest
   * @param {T} nothing the result of a task that is stopped before it found anything
   * @param {(progress: T) => void} [tell] @returns {Task<T>}
   */
  #run(task, game, rest, nothing, tell) {
    this.stop();
    this.count += 1;
    const id = this.count;
    const message = { id, task, played: playedOf(game), ...rest };
    const isThreaded = (message.limits?.threads ?? 1) > 1;
    const result = new Promise((/** @type {(found: T) => void} */ settle, fail) => {
      this.#send({ id, message, isThreaded, settle, fail, found: nothing, tell });
    });
    return { result, stop: () => this.running?.id === id && this.stop() };
  }

  /** @param {Limits} limits @returns {Limits} */
  #threaded(limits) {
    return { ...limits, threads: Math.min(this.threads, this.mostThreads) };
  }

  /** The best lines. @param {Game} game @param {Limits} limits @param {(lines: Line[]) => void} [onLines] @returns {Search} */
  start(game, limits, onLines) {
    return this.#run("search", game, { limits: this.#threaded(limits) }, /** @type {Line[]} */ ([]), onLines);
  }

  /** The threat: the other side's best lines if it could move now; empty if it cannot. @param {Game} game @param {(lines: Line[]) => void} [onLines] @returns {Search} */
  threat(game, onLines, limits = THREAT) {
    const passed = game.passed();
    if (!passed || passed.outcome()) return { result: Promise.resolve([]), stop: () => {} };
    const search = this.start(passed, limits, onLines);
    passed.free();
    return search;
  }

  /**
   * A move as a level plays it, given by its number or name. Throws an Error for one that there is not.
   * @param {Game} game @param {string | number} level @returns {Task<Choice | null>} null where it was stopped
   */
  choose(game, level) {
    const strength = strengthOf(this.data.levels, game.kind, level);
    const [seed] = crypto.getRandomValues(new BigUint64Array(1));
    const task = this.#run(
      "choose",
      game,
      { strength, seed, scale: this.data.score },
      /** @type {Line | undefined} */ (undefined),
    );
    const result = task.result.then((line) => (line ? { move: lineMoves(game, line)[0], line } : null));
    return { ...task, result };
  }

  /**
   * What to play, why, and what for. Given the hint before, it carries on that plan if this costs nothing.
   * @param {Game} game @param {Hint | null} [before] @returns {Task<Hint | null>} null where it was stopped
   */
  hint(game, before = null) {
    const limits = { hardTime: this.data.hint.seconds * 1000 };
    const rest = {
      limits: this.#threaded(limits),
      scale: this.data.score,
      bounds: this.data.review,
      figures: this.data.hint,
      last: before?.plan ? lastHint(before.move, before.plan, this.data.hint) : null,
    };
    const none =
      /** @type {{line: Line, reason: Reason | null, plan: Plan | null, carriesOn: boolean, goesBack: boolean} | undefined} */ (
        undefined
      );
    const task = this.#run("hint", game, rest, none);
    const result = task.result.then((found) =>
      found
        ? { move: lineMoves(game, found.line)[0], ...found, since: found.goesBack ? (game.moves.at(-1) ?? null) : null }
        : null,
    );
    return { ...task, result };
  }

  /** A win that the side to move can force; null if none is found. @param {Game} game @returns {Task<Forced | null>} */
  prove(game) {
    return this.#run("prove", game, { limits: PROOF }, /** @type {Forced | null} */ (null));
  }

  /**
   * Why one move is better than another. @param {Game} game @param {Move} better @param {Move} worse
   * @returns {Task<{lines: Line[], reason: Reason | null, fault: Reason | null} | null>} null where it was stopped
   */
  compare(game, better, worse) {
    const nothing = /** @type {{lines: Line[], reason: Reason | null, fault: Reason | null} | null} */ (null);
    const codes = [better, worse].map(({ origin, target }) => moveCode(origin, target));
    return this.#run(
      "compare",
      game,
      { codes, limits: COMPARE, scale: this.data.score, bounds: this.data.review },
      nothing,
    );
  }

  /**
   * Judges every move of a game; `onProgress` hears of each.
   * @param {Game} game @param {(done: number, all: number, plies: ReviewedMove[]) => void} [onProgress] @returns {Task<Review>}
   */
  review(game, onProgress) {
    const replayed = game.copy();
    const winner = game.outcome()?.winner ?? null;
    /** @param {JudgedMove[]} judged */
    const named = (judged) => judged.map((each) => nameMoves(replayed, each));
    /** @param {JudgedMove[]} judged */
    const tell = (judged) => onProgress?.(judged.length, game.length, named(judged));
    const rest = { limits: REVIEW, scale: this.data.score, bounds: this.data.review };
    const task = this.#run("review", game, rest, /** @type {JudgedMove[]} */ ([]), tell);
    const result = task.result.then((judged) => {
      const plies = named(judged);
      replayed.free();
      const exactly = [0, 1].map((side) => accuracy(judged, side, this.data.review));
      const moment = decisiveMoment(plies, winner, this.data.review);
      const practice = practiceFor(moment, this.data.review);
      return { plies, accuracy: exactly, turningPoints: turningPoints(judged, this.data.review), moment, practice };
    });
    return { ...task, result };
  }

  /** The verdict of the endgame tables, or null. @param {Game} game @returns {Task<TableVerdicts | null>} */
  tables(game) {
    const task = this.#run("verdicts", game, {}, /** @type {import("./tasks.js").TableAnswer | null} */ (null));
    const legal = game.legalMoves();
    /** @param {import("./tasks.js").MoveVerdict} given */
    const named = ({ code, verdict }) => {
      const { origin, target } = moveOf(code);
      const move = legal.find((each) => each.origin === origin && each.target === target);
      return move ? [{ move, verdict }] : [];
    };
    const result = task.result.then(
      (found) => found && { position: found.position, moves: found.moves.flatMap(named) },
    );
    return { ...task, result };
  }

  /** Ends the task that runs, if any; its result is what it had found. */
  stop() {
    const { running } = this;
    if (!running) return;
    this.running = null;
    if (this.stopped) Atomics.store(this.stopped, 0, running.id);
    else this.#end(running.isThreaded);
    running.settle(running.found);
  }

  /** Forgets what earlier searches found, before another game. */
  newGame() {
    this.stop();
    for (const worker of this.workers.values()) worker.postMessage({ forget: true });
  }

  /** Ends the workers. */
  close() {
    this.stop();
    for (const isThreaded of [...this.workers.keys()]) this.#end(isThreaded);
  }
}
