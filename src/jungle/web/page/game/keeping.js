// The game in progress, kept in the browser after every move.

import { uci } from "./game.js";

/** @typedef {{setup: {level: string, side: string, rules: string}, start: string, moves: string[]}} Kept */

const NAME = "jungle";
const STORE = "games";
const CURRENT = "current";

/** @returns {Promise<IDBDatabase>} */
const database = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} act @returns {Promise<T | undefined>} */
async function ask(mode, act) {
  try {
    const opened = await database();
    const request = act(opened.transaction(STORE, mode).objectStore(STORE));
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    return undefined; // A browser that keeps nothing still plays.
  }
}

/** @param {import("./game.js").Game} game @param {Kept["setup"]} setup */
export const keepGame = (game, setup) =>
  ask("readwrite", (store) =>
    store.put({ setup, start: game.fen(0), moves: game.moves.map((move) => uci(move, game.grid)) }, CURRENT),
  );

export const forgetGame = () => ask("readwrite", (store) => store.delete(CURRENT));

/** @returns {Promise<Kept | undefined>} */
export const keptGame = () => ask("readonly", (store) => store.get(CURRENT));
