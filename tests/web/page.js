// The exported app, as the tests use it: JUNGLE_PAGE names its folder, which also holds expected.json.

import { readFileSync } from "node:fs";
import { loadCore } from "../../src/jungle/web/page/engine/core.js";
import { makeLibrary, newGame } from "../../src/jungle/web/page/library.js";

const folder = process.env.JUNGLE_PAGE;
if (!folder) throw new Error("JUNGLE_PAGE must name the exported app: run this through pytest tests/web");

const read = (/** @type {string} */ name) => readFileSync(`${folder}/${name}`);

export const core = await loadCore(read("engine/core.wasm"));
export const library = makeLibrary(core, JSON.parse(read("data/rules.json").toString()));
/** @type {any} */
export const expected = JSON.parse(read("expected.json").toString());

/** @param {string} rules @param {string} [fen] */
export const game = (rules, fen) => newGame(library, rules, fen);
