// Elements of SVG drawings.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element of a drawing, with attributes and children.
 * @param {string} name @param {Record<string, string | number>} [attributes] @param {...(Node | string)} children
 */
export function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return /** @type {SVGElement} */ (made);
}
