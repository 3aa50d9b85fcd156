// Building and binding elements, in as few words as possible.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with properties, attributes (`aria-…`, `data-…`, role), listeners (`onclick`) and children.
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

/** A set of radio buttons that looks like one row of choices. */
export function choices(
  /** @type {string} */ label,
  /** @type {[string, string][]} */ options,
  /** @type {string} */ chosen,
  /** @type {(value: string) => void} */ onChoose,
) {
  const name = `choice-${Math.random().toString(36).slice(2)}`;
  return h(
    "fieldset.choices",
    {},
    h("legend", {}, label),
    options.map(([value, text]) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChoose(value) }),
        h("span", {}, text),
      ),
    ),
  );
}

/** A switch. */
export function toggle(
  /** @type {string} */ label,
  /** @type {boolean} */ isOn,
  /** @type {(isOn: boolean) => void} */ onChange,
) {
  return h(
    "label.toggle",
    {},
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: isOn,
      onchange: (/** @type {any} */ event) => onChange(event.target.checked),
    }),
    h("span", {}, label),
  );
}
