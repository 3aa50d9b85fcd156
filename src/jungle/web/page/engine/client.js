// The engine as the page sees it: one worker, one search at a time. A search is a handle: await its `result`, listen to
// its lines, stop it. Stopping ends the worker; a new one is made for the next search, and what the old one
// remembered is gone, which costs a fraction of a second.

import { moveCode } from "./core.js";

/** @typedef {import("./core.js").Line} Line */
/** @typedef {import("./core.js").Limits} Limits */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {{result: Promise<Line[]>, stop: () => void}} Search `result` is what was found so far when it is stopped */

export class Engine {
  /** @param {Record<string, Uint8Array>} packed rule sets by name */
  constructor(packed) {
    this.packed = packed;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {{id: number, settle: (lines: Line[]) => void, lines: Line[], onLines?: (lines: Line[]) => void} | null} */
    this.running = null;
    this.count = 0;
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      const running = this.running;
      if (!running || data.id !== running.id) return;
      running.lines = data.lines;
      running.onLines?.(data.lines);
      if (data.isDone) {
        this.running = null;
        running.settle(data.lines);
      }
    });
    const ready = new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
    this.ready = ready.then(() => worker.postMessage({ rules: this.packed }));
    return worker;
  }

  /** @param {Game} game @param {Limits} limits @param {(lines: Line[]) => void} [onLines] @returns {Search} */
  start(game, limits, onLines) {
    this.stop();
    this.worker ??= this.#start();
    const { worker } = this;
    this.count += 1;
    const id = this.count;
    const result = new Promise((/** @type {(lines: Line[]) => void} */ settle) => {
      this.running = { id, settle, lines: [], onLines };
    });
    const search = {
      rules: game.rules.name,
      board: game.start.board,
      side: game.start.side,
      quiet: game.start.quiet,
      moves: game.moves.map((move) => moveCode(move.origin, move.target)),
      limits,
    };
    this.ready?.then(() => this.running?.id === id && worker.postMessage({ id, search }));
    return { result, stop: () => this.running?.id === id && this.stop() };
  }

  /** Ends the search that runs, if any; its result is what it had found. */
  stop() {
    const running = this.running;
    if (!running) return;
    this.running = null;
    this.worker?.terminate();
    this.worker = null;
    running.settle(running.lines);
  }

  /** Forgets what earlier searches found, before another game. */
  newGame() {
    this.stop();
    this.worker?.postMessage({ forget: true });
  }
}
