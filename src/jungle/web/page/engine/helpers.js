// The other threads of a core that has them, see `helper.js`.

/** Milliseconds after which a search begins without a helper that is not there yet; it takes part in the next one. */
const PATIENCE_MS = 2000;

export class Helpers {
  /** @param {WebAssembly.Module} module @param {import("./core.js").Core} core */
  constructor(module, core) {
    this.module = module;
    this.core = core;
    /** @type {Promise<void>[]} each is settled once its helper waits for work, or will not come */
    this.started = [];
  }

  /** Starts the helpers that this number of threads needs, and waits for them. @param {number} threads */
  async provide(threads) {
    while (this.started.length < threads - 1) this.started.push(this.#start());
    await Promise.all(this.started);
  }

  /** @returns {Promise<void>} */
  #start() {
    return new Promise((settle) => {
      const worker = new Worker(new URL("helper.js", import.meta.url), { type: "module" });
      worker.addEventListener("message", () => settle());
      worker.addEventListener("error", (event) => {
        event.preventDefault(); // The search continues with fewer threads.
        settle();
      });
      setTimeout(settle, PATIENCE_MS);
      worker.postMessage({ module: this.module, memory: this.core.memory, stack: this.core.calls.helper_new() });
    });
  }
}
