// Short helpers that build and bind elements.

import { icon } from "./icons.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * The elements by name, with our own.
 * @typedef {HTMLElementTagNameMap & {"jungle-board": import("./board/board.js").JungleBoard}} Elements
 */
/** @template {string} N @typedef {N extends keyof Elements ? Elements[N] : HTMLElement} ElementNamed */
/** @template {string} T @typedef {T extends `${infer N}.${string}` ? ElementNamed<N> : ElementNamed<T>} ElementOf the element of a tag with classes */
/**
 * What an element is given: its properties, attributes and listeners. A listener's event has the element as its `currentTarget`.
 * @template E @typedef {{[K in keyof GlobalEventHandlersEventMap as `on${K}`]?: (event: GlobalEventHandlersEventMap[K] & {currentTarget: E}) => unknown}
 *   & {[name: string]: unknown}} Given
 */

/**
 * An element with properties, attributes (`aria-…`, `data-…`, role), listeners (`onclick`) and children. Texts are
 * always text: nothing is read as HTML.
 * @template {string} T
 * @param {T} tag a name, with classes after dots: `button.accent`
 * @param {Given<ElementOf<T>>} [given] @param {...(Child | Child[])} children
 * @returns {ElementOf<T>}
 */
export function h(tag, given, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(given ?? {})) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key in made && !key.includes("-")) Object.assign(made, { [key]: value });
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(
    ...children
      .flat()
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return /** @type {ElementOf<T>} */ (made);
}

/** Ignores further presses while an action is still running. @param {() => unknown} act */
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
 * A button with an icon and a label; a small one has its label only as accessible name and tooltip.
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

/** Lets the browser paint and handle input between two parts of a longer task. */
export const breath = () => {
  const { scheduler } = /** @type {{scheduler?: {yield?: () => Promise<void>}}} */ (globalThis);
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
};

/** The longest wait, however busy the page is. */
const IDLE_MS = 500;

/** Resolves when the page is idle, for work that is not urgent. */
export const idle = () =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: IDLE_MS });
    else setTimeout(resolve, IDLE_MS / 10);
  });

/** The longest that a view waits for content that can be added later. */
const SOON_MS = 300;

/** Resolves when the promise does, or after a moment. @param {Promise<unknown>} promise */
export const soon = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);

let groups = 0;

/**
 * A set of radio buttons that looks like one row of choices.
 * @param {string} label @param {[string, Child][]} options @param {string} chosen @param {(value: string) => void} onChoose
 */
export function choices(label, options, chosen, onChoose) {
  groups += 1;
  const name = `choice-${groups}`;
  /** @param {[string, Child]} given */
  const option = ([value, text]) =>
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
      onchange: ({ currentTarget }) => onChange(currentTarget.checked),
    }),
  );

/** Moves the focus to the first element that a selector finds, if any. @param {ParentNode} place @param {string} selector */
export function focusOn(place, selector) {
  const found = place.querySelector(selector);
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

/** The text of a button, next to its icon. @param {HTMLElement} made @param {string} words */
export function relabel(made, words) {
  if (made.lastChild) made.lastChild.textContent = words;
}

/** Replaces a row of controls and keeps the focus at the same place in the row. @param {HTMLElement} row @param {HTMLElement[]} parts */
export function replaceKeepingFocus(row, parts) {
  const place = [...row.children].indexOf(/** @type {Element} */ (document.activeElement));
  row.replaceChildren(...parts);
  if (place >= 0) /** @type {HTMLElement | undefined} */ (row.children[place])?.focus();
}
