// Printed pages: login cards, certificates, sheets of puzzles. The screen shows what the printer prints.

import { button, h } from "../dom.js";
import { say } from "../words.js";
import { cardsSheet } from "./print/cards.js";
import { certificates } from "./print/certificates.js";
import { puzzleSheets } from "./print/puzzles.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../online/server.js").Server} Server */
/** @typedef {{query: URLSearchParams, library: Library, server: Server}} Given */
/** @typedef {{title: string, form: HTMLElement | null, sheets: HTMLElement}} Printed `form`: what is chosen on the screen, and not printed */

/** @type {Record<string, (given: Given) => Printed | Promise<Printed>>} */
const KINDS = { cards: cardsSheet, certificate: certificates, puzzles: puzzleSheets };

/** @param {URLSearchParams} query @param {Library} library @param {{server: Server}} given */
export async function open(query, library, { server }) {
  const make = KINDS[query.get("what") ?? ""] ?? KINDS.puzzles;
  const { title, form, sheets } = await make({ query, library, server });
  const print = () => globalThis.print();
  const element = h(
    "div.page.print-page",
    {},
    h(
      "div.print-desk",
      {},
      h(
        "div.heading",
        {},
        h("h1", {}, title),
        h(
          "div.buttons",
          {},
          button("previous", say("print.back"), () => history.back()),
          button("rules", say("print.print"), print, { look: "accent" }),
        ),
      ),
      form,
    ),
    sheets,
  );
  return { element, title };
}
