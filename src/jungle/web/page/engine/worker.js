// The engine's worker. Messages in: {packed, module} once, then {id, task, …} and {forget: true}. Messages out: {id, progress} and finally
// {id, result} or {id, error}. A task ends by its own clock, or when `stopped`, a number that page and worker share, reaches its id.
// Without a module the worker fetches the one with threads.

import { Core, sharedMemory } from "./core.js";
import { Helpers } from "./helpers.js";
import { reviewGame } from "./review.js";
import { Desk } from "./tasks.js";

/** @type {Promise<Desk>} */
let desk;
/** @type {Helpers | undefined} */
let helpers;
/** @type {Int32Array | undefined} the last task that is to stop; undefined where page and worker cannot share memory */
let stopped;
/** The task that runs. */
let running = 0;

const isStopped = () => stopped !== undefined && Atomics.load(stopped, 0) >= running;

/** @param {string} game */
async function fetchTables(game) {
  try {
    const answer = await fetch(new URL(`../tables/${game}.jtb`, import.meta.url));
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null; // Without a network the engine searches.
  }
}

async function fetchBook() {
  try {
    const answer = await fetch(new URL("../data/book.txt", import.meta.url));
    return answer.ok ? await answer.text() : "";
  } catch {
    return ""; // Without it a level thinks for itself.
  }
}

async function threadedCore() {
  const answer = await fetch(new URL("core-threads.wasm", import.meta.url));
  const module = await WebAssembly.compile(await answer.arrayBuffer());
  const core = new Core(module, isStopped, sharedMemory());
  helpers = new Helpers(module, core);
  return core;
}

/** @param {{module?: WebAssembly.Module, packed: any}} message */
async function makeDesk({ module, packed }) {
  const core = module ? new Core(module, isStopped) : await threadedCore();
  return new Desk(core, packed, fetchTables, fetchBook);
}

/** @param {Desk} desk @param {any} message */
async function run(desk, { id, task, played, limits, scale, bounds, strength, seed, codes, figures, last }) {
  /** @param {any} progress */
  const tell = (progress) => postMessage({ id, progress });
  if (limits?.threads) await helpers?.provide(limits.threads);
  if (task === "search") return desk.search(played, limits, tell);
  if (task === "review") return reviewGame(desk, played, limits, scale, bounds, tell);
  if (task === "choose") return desk.choose(played, strength, seed, scale);
  if (task === "prove") return desk.prove(played, limits.nodes);
  if (task === "hint") return desk.hint(played, limits, scale, bounds, figures, last);
  if (task === "compare") return desk.compare(played, codes, limits, scale, bounds);
  return desk.verdicts(played);
}

/** @param {any} message */
async function answer(message) {
  if (message.forget) (await desk).forget();
  if (!message.task) return;
  running = message.id;
  try {
    postMessage({ id: message.id, result: await run(await desk, message) });
  } catch (error) {
    postMessage({ id: message.id, error: String(error) });
  }
}

/** One after the other: a task that waits for tables or helpers must not begin within the next one. */
let answered = Promise.resolve();

addEventListener("message", ({ data }) => {
  if (data.stopped) stopped = new Int32Array(data.stopped);
  if (data.packed) desk = makeDesk(data);
  answered = answered.then(() => answer(data));
});
