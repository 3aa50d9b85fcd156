// Shared by the parts of the account's settings.

import { h } from "../../dom.js";
import { tell } from "../../online/pairing.js";

/** For password managers. @param {import("../../online/server.js").Account} account */
export const usernameInput = ({ name }) =>
  h("input", { type: "text", name: "username", autocomplete: "username", value: name, hidden: true });

/**
 * A part of the settings that is loaded when it is opened.
 * @param {string} title @param {(redraw: () => Promise<void>) => Promise<(Node | string | null | false)[]>} load
 */
export function fold(title, load) {
  const inside = h("div.fold", {});
  const redraw = async () => {
    const parts = await load(redraw);
    inside.replaceChildren(...parts.filter((part) => part !== null && part !== false));
  };
  const open = () => made.open && redraw().catch(tell);
  const made = h("details", { ontoggle: open }, h("summary", {}, title), inside);
  return made;
}
