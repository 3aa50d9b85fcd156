// A child's login card on the screen: the name, four pictures, and a code for the camera. It is shown once; paper keeps it.

import { h } from "../../dom.js";
import { shownName } from "../../online/names.js";
import { pictureSign } from "../../online/pictures.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";

/** @typedef {{name: string, pictures: string[], url: string, qr: string, label?: string}} Card `qr`: a drawing, as SVG */

const CARDS = "jungle.cards";

/** A drawing for a page, as one that stands for itself. @param {string} svg */
const pictureAddress = (svg) =>
  `data:image/svg+xml,${encodeURIComponent(svg.replace(/^<svg(?![^>]*xmlns=)/, '<svg xmlns="http://www.w3.org/2000/svg"'))}`;

/** @param {Card} card */
export const loginCard = ({ name, pictures, qr, label }) =>
  h(
    "article.login-card",
    { "aria-label": say("card.title") },
    label ? h("p.label", {}, label) : null,
    h("h2", {}, shownName(name, "child")),
    shownName(name, "child") === name ? null : h("p.sign-in-name", {}, name),
    h(
      "ol",
      { "aria-label": say("card.pictures") },
      pictures.map((each) => h("li", {}, pictureSign(each), h("span", {}, say(`picture.${each}`)))),
    ),
    h("img.card-code", {
      src: pictureAddress(qr),
      alt: say("card.code"),
      width: 180,
      height: 180,
    }),
  );

/** Opens the page that prints these cards. @param {Card[]} cards */
export function printCards(cards) {
  sessionStorage.setItem(CARDS, JSON.stringify(cards));
  location.hash = routeTo("print", { what: "cards" });
}
