// Addresses: `#/play?level=easy`. Links, tests and other programs count on them.

export const VIEWS = ["play", "flip", "puzzles", "learn", "analyse", "editor", "rules", "settings"];

/** The view's name and its query; whatever is unknown leads home. @param {string} hash */
export function readRoute(hash) {
  const [path, ...rest] = hash.replace(/^#\/?/, "").split("?");
  return { name: VIEWS.includes(path) ? path : "home", query: new URLSearchParams(rest.join("?")) };
}

/** An address of a view; what is empty is left out. @param {string} name @param {Record<string, string | number | null | undefined>} [query] */
export function routeTo(name, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `#/${name}${text && `?${text}`}`;
}

/** Changes the address without opening anything, and without a step for the back button. @param {string} address */
export function showAddress(address) {
  history.replaceState(history.state, "", address);
}
