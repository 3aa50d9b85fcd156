// Works beside the page. Messages in: {module, packed} once, then {id, task, …} and {forget: true}. Messages out: {id, progress} and at last
// {id, result} or {id, error}. A task ends by its own clock, or when `stopped`, a number that page and worker share, reaches its id.

import { reviewGame } from "./review.js";
import { Desk } from "./tasks.js";

/** @type {Desk} */
let desk;
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

/** @param {any} message */
function run({ id, task, played, limits, scale, bounds, strength, seed, codes }) {
  const tell = (/** @type {any} */ progress) => postMessage({ id, progress });
  if (task === "search") return desk.search(played, limits, tell);
  if (task === "review") return reviewGame(desk, played, limits, scale, bounds, tell);
  if (task === "choose") return desk.choose(played, strength, seed, scale);
  if (task === "prove") return desk.prove(played, limits.nodes);
  if (task === "hint") return desk.hint(played, limits, bounds);
  if (task === "compare") return desk.compare(played, codes, limits, bounds);
  return desk.verdicts(played);
}

addEventListener("message", async ({ data }) => {
  if (data.module) desk = new Desk(data.module, data.packed, fetchTables, fetchBook, isStopped);
  if (data.stopped) stopped = new Int32Array(data.stopped);
  if (data.forget) desk.forget();
  if (!data.task) return;
  running = data.id;
  try {
    postMessage({ id: data.id, result: await run(data) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error) });
  }
});
