// Possible opponents of a child: each choice includes those before it.

import { h } from "../../dom.js";
import { say } from "../../words.js";

/** As the server knows them, the narrowest first. */
export const CONTACTS = ["bots", "family", "class", "everyone"];

/** @param {string} group a name for this one on the page @param {string} chosen @param {(value: string) => void} [onChoose] @returns {HTMLElement} */
export function contactsChoice(group, chosen, onChoose = () => undefined) {
  /** @param {string} value */
  const option = (value) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: group,
        value,
        checked: value === chosen,
        onchange: () => onChoose(value),
        "aria-describedby": `${group}-${value}`,
      }),
      h(
        "span",
        {},
        h("strong", {}, say(`family.contacts.${value}`)),
        h("span.faint", { id: `${group}-${value}` }, say(`family.contacts.${value}.about`)),
      ),
    );
  return h("fieldset.contacts", {}, h("legend", {}, say("family.contacts")), CONTACTS.map(option));
}
