// Building and binding elements, in as few words as possible.

import { icon } from "./icons.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with properties, attributes (`aria-…`, `data-…`, role), listeners (`onclick`) and children. Texts are
 * always text: nothing is read as HTML.
 * @param {string} tag a name, with classes after dots: `button.accent`
 * @param {Record<string, any>} [given] @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, given = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && !key.includes("-")) /** @type {any} */ (made)[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(
    ...children
      .flat()
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return made;
}

/** What is not begun again while it lasts, however often a button is pressed. @param {() => unknown} act */
export function once(act) {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await act();
    } finally {
      isBusy = false;
    }
  };
}

/**
 * A button with a sign, and its words beside it or, when it is small, only for the ear and the pointer.
 * @param {string} sign @param {string} words @param {() => void} act
 * @param {{isOff?: boolean, isSmall?: boolean, isPressed?: boolean, look?: string}} [how]
 */
export function button(sign, words, act, { isOff = false, isSmall = false, isPressed, look = "" } = {}) {
  return h(
    look ? `button.${look}` : "button",
    {
      type: "button",
      onclick: once(act),
      disabled: isOff,
      title: isSmall ? words : undefined,
      "aria-label": isSmall ? words : undefined,
      "aria-pressed": isPressed === undefined ? undefined : String(isPressed),
    },
    sign && icon(sign),
    isSmall ? null : h("span", {}, words),
  );
}

/** A link that looks like a button. @param {string} sign @param {string} words @param {string} href @param {string} [look] */
export const linkButton = (sign, words, href, look = "") =>
  h(`a.button${look && `.${look}`}`, { href }, icon(sign), h("span", {}, words));

/** Lets the browser draw and listen between two parts of some longer work. */
export const breath = () => {
  const { scheduler } = /** @type {{scheduler?: {yield?: () => Promise<void>}}} */ (globalThis);
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
};

/** However busy the page is, no longer than this. */
const IDLE_MS = 500;

/** When the page has nothing better to do, for what nobody is waiting for. */
export const idle = () =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: IDLE_MS });
    else setTimeout(resolve, IDLE_MS / 10);
  });

let groups = 0;

/**
 * A set of radio buttons that looks like one row of choices.
 * @param {string} label @param {[string, Child][]} options @param {string} chosen @param {(value: string) => void} onChoose
 */
export function choices(label, options, chosen, onChoose) {
  groups += 1;
  const name = `choice-${groups}`;
  const option = (/** @type {[string, Child]} */ [value, text]) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChoose(value) }),
      h("span", {}, text),
    );
  return h("fieldset.choices", {}, h("legend", {}, label), h("div.row", {}, options.map(option)));
}

/** A switch. @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} onChange */
export const toggle = (label, isOn, onChange) =>
  h(
    "label.toggle",
    {},
    h("span", {}, label),
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: isOn,
      onchange: (/** @type {any} */ event) => onChange(event.target.checked),
    }),
  );

/** Puts other elements in the place of a row of controls; the one at the place of the focus gets it. @param {HTMLElement} row @param {HTMLElement[]} parts */
export function replaceKeepingFocus(row, parts) {
  const place = [...row.children].indexOf(/** @type {Element} */ (document.activeElement));
  row.replaceChildren(...parts);
  if (place >= 0) /** @type {HTMLElement | undefined} */ (row.children[place])?.focus();
}
