// Addresses: `#/play?level=easy`, `#/game/ID`. Links, tests and other programs count on them.

export const VIEWS = ["play", "flip", "puzzles", "learn", "analyse", "editor", "rules", "settings", "stickers"];

/** What needs a server: with the usual views they make all there is. */
export const ONLINE = [
  "lobby",
  "game",
  "challenge",
  "user",
  "tournament",
  "messages",
  "login",
  "reset",
  "confirm",
  "admin",
];

/** Views that show what belongs to whoever is signed in. */
export const OWN = ["settings", "messages", "user", "admin"];

/** Was the app served by a server for games, or is it only files? The page itself says so. */
export const hasServer = Boolean(globalThis.document?.querySelector("meta[name=jungle-server]"));

/** The views in the menu. */
const SHORT = VIEWS.filter((name) => name !== "stickers");
export const MENU = hasServer ? ["lobby", "tournament", ...SHORT] : SHORT;

/**
 * The view's name, what it is of (the text behind a slash), and its query; whatever is unknown leads home, and without
 * a server so does all that needs one.
 * @param {string} hash
 */
export function readRoute(hash, isOnline = hasServer) {
  const [path, ...rest] = hash.replace(/^#\/?/, "").split("?");
  const [name, ...more] = path.split("/");
  const id = decoded(more.join("/"));
  const isKnown = (VIEWS.includes(name) && !id) || (isOnline && ONLINE.includes(name));
  return { name: isKnown ? name : "home", id: isKnown ? id : "", query: new URLSearchParams(rest.join("?")) };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * An address of a view, `"play"` or `["game", id]`; what is empty is left out.
 * @param {string | [string, string]} path @param {Record<string, string | number | null | undefined>} [query]
 */
export function routeTo(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `#/${[path].flat().map(encodeURIComponent).join("/")}${text && `?${text}`}`;
}

/** Signing in, and then back to where one is. */
export const loginAddress = () => routeTo("login", { next: location.hash });

/** Changes the address without opening anything, and without a step for the back button. @param {string} address */
export function showAddress(address) {
  history.replaceState(history.state, "", address);
}
