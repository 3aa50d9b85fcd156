import { choices, h, toggle } from "../dom.js";
import { choose, settings } from "../settings.js";
import { LANGUAGES, say } from "../words.js";

const THEMES = ["meadow", "parchment", "night", "lacquer"];
const PIECES = ["painted", "characters", "letters"];
const LOOKS = ["system", "light", "dark"];

export function open() {
  const board = h("jungle-board", {
    fen: "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L",
    "aria-hidden": "true",
    inert: true,
  });
  const show = () => {
    board.setAttribute("theme", settings.theme);
    board.setAttribute("pieces", settings.pieces);
    board.setAttribute("coordinates", settings.coordinates ? "yes" : "no");
  };
  const set = (/** @type {string} */ name) => (/** @type {any} */ value) => {
    choose({ [name]: value });
    show();
  };
  const named = (/** @type {string[]} */ names, /** @type {string} */ group) =>
    names.map((name) => /** @type {[string, string]} */ ([name, say(`web.${group}.${name}`)]));
  show();
  const panel = h(
    "div.panel",
    {},
    h("h1", {}, say("web.menu.settings")),
    choices(say("web.settings.language"), Object.entries(LANGUAGES), settings.language, set("language")),
    choices(say("web.settings.pieces"), named(PIECES, "pieces"), settings.pieces, set("pieces")),
    choices(say("web.settings.theme"), named(THEMES, "theme"), settings.theme, set("theme")),
    choices(say("web.settings.look"), named(LOOKS, "look"), settings.look, set("look")),
    toggle(say("web.settings.coordinates"), settings.coordinates, set("coordinates")),
    toggle(say("web.settings.animation"), settings.animation, set("animation")),
  );
  return { element: h("div.table", {}, h("div.boards", {}, board), panel) };
}
