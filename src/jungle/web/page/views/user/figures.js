// A player's results by speed and colour, and the first moves they play most.

import { h } from "../../dom.js";
import { newGame } from "../../library.js";
import { kindWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { movesLabel } from "../parts/notation.js";
import { panel } from "../parts/people.js";

/** @typedef {import("../../library.js").Library} Library */
/** @typedef {"blue" | "red"} Colour */
/** @typedef {[won: number, drawn: number, lost: number]} Results */
/** @typedef {{colour: Colour, moves: string, results: Results}} Opening */
/** @typedef {{results: Record<string, Partial<Record<Colour, Results>>>, openings: Opening[]}} Figures */

const COLOURS = /** @type {const} */ (["blue", "red"]);
const PARTS = ["won", "draws", "lost"];

/** Won, drawn and lost games as a bar with their numbers. @param {Results | undefined} results */
export function resultsBar(results) {
  if (!results) return h("span.faint", {}, "–");
  const [won, drawn, lost] = results;
  const words = say("online.figures.bar", { won, drawn, lost });
  const parts = results.map((count, index) => {
    const part = h(`span.${PARTS[index]}`, {}, count || "");
    part.style.flexGrow = String(count);
    return part;
  });
  return h("div.shares", { role: "img", "aria-label": words, title: words }, parts);
}

/** The games in which a player made these moves, on the analysis board. @param {string} player @param {Colour} colour @param {string} [moves] */
const explorerAddress = (player, colour, moves = "") =>
  routeTo("analyse", { player, as: colour, ...(moves ? { moves: moves.replaceAll(" ", ",") } : {}) });

/** First moves as elements, or as they are stored if other rules allowed them. @param {string} moves @param {Library} library */
function openingLabel(moves, library) {
  const game = newGame(library);
  const isPlayed = moves.split(" ").every((text) => game.playText(text));
  const label = isPlayed ? movesLabel(game.moves, game, 0) : [moves];
  game.free();
  return label;
}

/** @param {Figures} figures @param {string} name @param {Library} library */
export function figuresPanel({ results, openings }, name, library) {
  const speeds = Object.keys(results);
  if (!speeds.length) return null;
  /** @param {string[]} keys */
  const head = (keys) => {
    const cells = keys.map((key) => h("th", { scope: "col" }, say(key)));
    return h("thead", {}, h("tr", {}, cells));
  };
  const table = h(
    "table.list.figures-table",
    {},
    head(["online.search.speed", "side.blue", "side.red"]),
    h(
      "tbody",
      {},
      speeds.map((speed) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, kindWords(speed)),
          COLOURS.map((colour) => h("td", {}, resultsBar(results[speed][colour]))),
        ),
      ),
    ),
  );
  const rows = openings.map(({ colour, moves, results: scored }) =>
    h(
      "tr",
      {},
      h("td", {}, say(`side.${colour}`)),
      h("td", {}, h("a", { href: explorerAddress(name, colour, moves) }, openingLabel(moves, library))),
      h("td", {}, resultsBar(scored)),
    ),
  );
  const list = h(
    "table.list.figures-table",
    {},
    head(["online.search.colour", "online.figures.opening", "explorer.results"]),
    h("tbody", {}, rows),
  );
  const links = COLOURS.map((colour) =>
    h("a.button", { href: explorerAddress(name, colour) }, say(`online.figures.explore.${colour}`)),
  );
  return panel(
    say("online.figures"),
    h("p.faint", {}, say("online.figures.about")),
    table,
    openings.length ? h("h3", {}, say("online.figures.openings")) : null,
    openings.length ? list : null,
    h("div.buttons", {}, links),
  );
}
