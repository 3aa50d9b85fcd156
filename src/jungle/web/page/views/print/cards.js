// Login cards to cut out. They come from the page that made them, and are forgotten with the tab.

import { h } from "../../dom.js";
import { say } from "../../words.js";
import { loginCard } from "../parts/login-card.js";

/** @typedef {import("../print.js").Given} Given */

const CARDS = "jungle.cards";

/** @returns {import("../parts/login-card.js").Card[]} */
function storedCards() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(CARDS) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {Given} _given @returns {import("../print.js").Printed} */
export function cardsSheet(_given) {
  const cards = storedCards();
  /** @param {import("../parts/login-card.js").Card} each */
  const card = (each) => {
    const made = loginCard(each);
    made.append(h("p.card-how", {}, say("print.card.how", { address: `${location.host}/#/card` })));
    return made;
  };
  const form = h("p.faint", {}, say(cards.length ? "print.cards.about" : "print.cards.none"));
  return { title: say("print.cards"), form, sheets: h("div.sheet.card-sheet", {}, cards.map(card)) };
}
