// The exported app, as the tests use it: JUNGLE_PAGE names its folder, which also holds expected.json.

import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { Core, sharedMemory } from "../../src/jungle/web/page/engine/core.js";
import { Desk } from "../../src/jungle/web/page/engine/tasks.js";
import { makeLibrary, newGame } from "../../src/jungle/web/page/library.js";
import { knowLanguages, setWords } from "../../src/jungle/web/page/words.js";
import { PageWorker } from "./worker.js";

const folder = process.env.JUNGLE_PAGE;
if (!folder) throw new Error("JUNGLE_PAGE must name the exported app: run this through pytest tests/web");

export const read = (/** @type {string} */ name) => readFileSync(`${folder}/${name}`);

const module = await WebAssembly.compile(read("engine/core.wasm"));
export const library = makeLibrary(module, JSON.parse(read("data/rules.json").toString()));
export const { core } = library;
/** @type {any} */
export const expected = JSON.parse(read("expected.json").toString());
knowLanguages(expected.languages);
// The engine starts its worker when it is first asked something.
globalThis.Worker = /** @type {any} */ (PageWorker);
after(() => library.engine.close());
// Up to node 18, which Debian 12 has, it is not a global.
globalThis.crypto ??= /** @type {any} */ (webcrypto);

/** Shows English texts instead of their keys. */
export const inEnglish = () => setWords(JSON.parse(read("words/en.json").toString()));

/**
 * Resolves when something has happened on a board.
 * @param {import("../../src/jungle/web/page/game/board-model.js").BoardModel<any>} model @param {string} what @param {(event: any) => boolean} [isMeant]
 */
export const happening = (model, what, isMeant = () => true) =>
  new Promise(
    (
      /** @type {(event: import("../../src/jungle/web/page/game/board-model.js").BoardEvent<any>) => void} */ resolve,
    ) => {
      const stop = model.onChange((event) => {
        if (event.what !== what || !isMeant(event)) return;
        stop();
        resolve(event);
      });
    },
  );

/** Plays moves given as text. @param {import("../../src/jungle/web/page/game/board-model.js").BoardModel<any>} model @param {string[]} moves */
export function play(model, ...moves) {
  for (const text of moves) {
    const [origin, target] = [text.slice(0, 2), text.slice(2) || text].map((name) => Number(model.grid.square(name)));
    model.play(origin, target);
  }
}

/** @param {string} rules @param {string} [fen] @param {import("../../src/jungle/web/page/game/game.js").Options} [options] */
export const game = (rules, fen, options) => newGame(library, rules, fen, options);

/** What a worker would work with. @param {Core} using */
const deskWith = (using) =>
  new Desk(
    using,
    library.engine.packed,
    async (kind) => new Uint8Array(read(`tables/${kind}.jtb`)),
    async () => read("data/book.txt").toString(),
  );

export const desk = deskWith(new Core(module));
/** The same with the module for several threads, but without helpers. */
export const threadedDesk = deskWith(
  new Core(await WebAssembly.compile(read("engine/core-threads.wasm")), undefined, sharedMemory()),
);

/** A game of this many plies in which both sides shuffle; these rules have no draws. @param {number} plies */
export function wandering(plies) {
  const played = game("gamerz");
  const dens = [3, 59];
  let seed = 1;
  while (played.length < plies) {
    seed = (seed * 48_271) % 2_147_483_647;
    const moves = played.legalMoves().filter(({ captured, target }) => !captured && !dens.includes(target));
    const { origin, target } = moves[seed % moves.length];
    played.play(origin, target);
  }
  return played;
}
