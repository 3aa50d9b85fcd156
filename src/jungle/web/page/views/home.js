import { h } from "../dom.js";
import { say } from "../words.js";

const TILES = ["play", "analyse", "editor", "settings"];

export function open() {
  const tile = (/** @type {string} */ name) =>
    h("a.panel.tile", { href: `#/${name}` }, h("h2", {}, say(`web.menu.${name}`)), h("p", {}, say(`web.home.${name}`)));
  return { element: h("div", {}, h("h1", {}, say("desktop.start.motto")), h("div.tiles", {}, TILES.map(tile))) };
}
