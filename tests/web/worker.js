// The engine's worker under node: the page's own worker in a thread, which reads the exported files instead of fetching them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker as Thread, workerData } from "node:worker_threads";

/** As much of a browser's worker as the engine uses. */
export class PageWorker {
  /** @param {URL} address of its script */
  constructor(address) {
    const script = `file://${process.env.JUNGLE_PAGE}/engine/${address.pathname.split("/").at(-1)}`;
    this.thread = new Thread(new URL(import.meta.url), { workerData: script });
  }

  /** @param {string} name @param {(event: any) => void} listener */
  addEventListener(name, listener) {
    this.thread.on(name, (data) => listener(name === "message" ? { data } : data));
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    this.thread.terminate();
  }
}

if (!isMainThread) {
  const page = /** @type {any} */ (globalThis);
  page.postMessage = (/** @type {unknown} */ message) => parentPort?.postMessage(message);
  page.addEventListener = (/** @type {string} */ name, /** @type {(event: any) => void} */ listener) =>
    parentPort?.on(name, (data) => listener({ data }));
  page.fetch = async (/** @type {URL} */ address) => new Response(readFileSync(fileURLToPath(address)));
  await import(workerData);
}
