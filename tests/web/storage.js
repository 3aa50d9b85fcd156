// The browser's storage, as tests use it: `storage` holds what was stored. Import it before anything that stores.

import { beforeEach } from "node:test";

/** @type {Map<string, string>} */
export const storage = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => storage.set(key, value),
  removeItem: (/** @type {string} */ key) => storage.delete(key),
});

beforeEach(() => storage.clear());
