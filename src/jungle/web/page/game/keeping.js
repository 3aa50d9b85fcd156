// Games stored in the browser. The game on the board is also written synchronously to the tab's session storage, so that a
// reload in the middle of a move loses nothing, and other tabs are notified. Without storage, playing still works.

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {number} revision grows with every change; the higher one is the newer
 * @property {import("./setup.js").Setup} setup
 * @property {string} rules
 * @property {string} start the position it began with
 * @property {string[]} moves
 * @property {string | null} deal what lies face down
 * @property {import("./game.js").Outcome | null} declared an ending that the board does not show
 * @property {import("./game.js").Outcome | null} outcome
 * @property {import("./clock.js").ClockState | null} clock
 * @property {number} changed when, in milliseconds
 * @property {string} fen the present position
 */

/** Stored data. Readers check its shape, since anything may have changed it. @typedef {any} Stored */

const NAME = "jungle";
const GAMES = "games";
const VALUES = "values";
const LIVE = "jungle.live.";
/** The last game that was set up. */
const FRESH = "fresh";
const GAMES_AT_MOST = 200;
/** Some browsers never answer in private windows. */
const PATIENCE_MS = 4000;

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/**
 * The database. If it does not open in time, later calls do not wait for it, but use it if it opens after all.
 * @returns {Promise<IDBDatabase>}
 */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 2);
    request.onupgradeneeded = () => {
      for (const store of [GAMES, VALUES]) {
        if (request.result.objectStoreNames.contains(store)) request.result.deleteObjectStore(store);
        request.result.createObjectStore(store);
      }
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close();
        opening = null;
      };
      request.result.onclose = () => {
        opening = null;
      };
      resolve(request.result);
      opening = Promise.resolve(request.result);
    };
    /** @param {Error | null} error */
    const fail = (error) => {
      opening = null;
      reject(error);
    };
    request.onerror = () => fail(request.error);
    request.onblocked = () => fail(new Error("another tab uses an older version"));
    setTimeout(() => reject(new Error("the browser does not open its database")), PATIENCE_MS);
  });
  return opening;
}

/** @template T @param {string} name @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} act @returns {Promise<T>} */
async function ask(name, mode, act) {
  const opened = await database();
  return new Promise((resolve, reject) => {
    const change = opened.transaction(name, mode);
    const request = act(change.objectStore(name));
    change.oncomplete = () => resolve(request.result);
    change.onabort = () => reject(change.error);
    change.onerror = () => reject(change.error);
  });
}

/** Falls back to a value if storage fails. @template T @param {Promise<T>} asked @param {T} otherwise @returns {Promise<T>} */
const orElse = (asked, otherwise) => asked.catch(() => otherwise);

/** Stores a game for this tab only, such as one that has not begun and does not belong in the list. @param {Kept} kept */
export function keepLive(kept) {
  try {
    sessionStorage.setItem(LIVE + kept.id, JSON.stringify(kept));
    // Another tab can open a game that has not begun, the last one that was set up.
    if (!kept.moves.length) writeShared(FRESH, kept);
  } catch {
    // Storage is full or blocked; the database may still work.
  }
}

/** @param {string} id @returns {Kept | undefined} */
function liveGame(id) {
  try {
    return JSON.parse(sessionStorage.getItem(LIVE + id) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} id @returns {Kept | undefined} */
function freshGame(id) {
  const kept = readShared(FRESH);
  return kept?.id === id && Array.isArray(kept.moves) && kept.setup ? kept : undefined;
}

/** Stores a game, and resolves with whether that succeeded. @param {Kept} kept @returns {Promise<boolean>} */
export async function keepGame(kept) {
  keepLive(kept);
  const isKept = await orElse(
    ask(GAMES, "readwrite", (store) => store.put(kept, kept.id)).then(() => true),
    false,
  );
  return isKept;
}

/** The newest version of a game, or undefined. @param {string} id @returns {Promise<Kept | undefined>} */
export async function keptGame(id) {
  const live = liveGame(id) ?? freshGame(id);
  const kept = await orElse(
    /** @type {Promise<Kept | undefined>} */ (ask(GAMES, "readonly", (store) => store.get(id))),
    undefined,
  );
  return live && live.revision >= (kept?.revision ?? -1) ? live : kept;
}

/** All games, the latest first. The oldest are deleted if there are too many. @returns {Promise<Kept[]>} */
export async function keptGames() {
  const all = await orElse(/** @type {Promise<Kept[]>} */ (ask(GAMES, "readonly", (store) => store.getAll())), []);
  const known = all.filter((kept) => typeof kept?.id === "string" && Array.isArray(kept.moves) && kept.setup);
  known.sort((one, other) => other.changed - one.changed);
  for (const { id } of known.splice(GAMES_AT_MOST)) forgetGame(id);
  return known;
}

/** @param {string} id */
export async function forgetGame(id) {
  try {
    sessionStorage.removeItem(LIVE + id);
  } catch {
    // There was none.
  }
  await orElse(
    ask(GAMES, "readwrite", (store) => store.delete(id)),
    undefined,
  );
}

/** Stores a plain value under a name: progress, drafts. @param {string} name @param {unknown} value */
export const keep = (name, value) =>
  orElse(
    ask(VALUES, "readwrite", (store) => store.put(value, name)).then(() => true),
    false,
  );

/** @param {string} name @returns {Promise<Stored>} */
export const keptValue = (name) =>
  orElse(
    ask(VALUES, "readonly", (store) => store.get(name)),
    undefined,
  );

/** Stores a draft synchronously, for this tab and for the next visit. @param {string} name @param {unknown} value */
export function keepDraft(name, value) {
  const text = JSON.stringify(value);
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      storage().setItem(`jungle.${name}`, text);
    } catch {
      // Full or forbidden.
    }
  }
}

/** @param {string} name @returns {Stored} */
export function keptDraft(name) {
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      const text = storage().getItem(`jungle.${name}`);
      if (text) return JSON.parse(text);
    } catch {
      // Unreadable drafts are ignored.
    }
  }
  return undefined;
}

/** The owner of the progress stored here: the account last seen logged in, also while the server cannot be reached. */
const OWNER = "owner";

/** @param {string} name @param {string} [owner] "" for the device itself */
const ownName = (name, owner = progressOwner()) => (owner ? `${name}.of.${owner}` : name);

/** The account whose progress is shown, "" for the device's own. @returns {string} */
export const progressOwner = () => String(readShared(OWNER) ?? "");

/** @param {string} owner */
export const setProgressOwner = (owner) => writeShared(OWNER, owner);

/** @param {string} name @returns {Stored} what all tabs know */
export function readShared(name) {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      const text = storage().getItem(`jungle.${name}`);
      if (text) return JSON.parse(text);
    } catch {
      // Forbidden or unreadable: as if there were none.
    }
  }
  return undefined;
}

/** Keeps a value for all tabs; a browser that does not, keeps it for this one. @param {string} name @param {unknown} value undefined forgets it */
export function writeShared(name, value) {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      if (value === undefined) storage().removeItem(`jungle.${name}`);
      else {
        storage().setItem(`jungle.${name}`, JSON.stringify(value));
        return;
      }
    } catch {
      // Full or forbidden.
    }
  }
}

/** Keeps progress for the logged-in account. @param {string} name @param {unknown} value @param {string} [owner] */
export const keepOwn = (name, value, owner) => writeShared(ownName(name, owner), value);

/** @param {string} name @param {string} [owner] @returns {Stored} */
export const keptOwn = (name, owner) => readShared(ownName(name, owner));
