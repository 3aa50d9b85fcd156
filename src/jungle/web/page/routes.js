// Addresses: `#/play?level=easy`, `#/game/ID`. Links, tests and other programs rely on them.

export const VIEWS = ["play", "flip", "puzzles", "learn", "analyse", "editor", "rules", "settings", "stickers", "path"];

/** The views that need a server. */
export const ONLINE = [
  "lobby",
  "game",
  "challenge",
  "user",
  "tournament",
  "messages",
  "friends",
  "login",
  "reset",
  "confirm",
  "admin",
  "card",
  "family",
  "join",
  "class",
  "print",
];

/** Views with personal data of the logged-in account. */
export const OWN = [
  "settings",
  "messages",
  "friends",
  "user",
  "admin",
  "family",
  "stickers",
  "path",
  "puzzles",
  "learn",
  "class",
];
/** Views that show what somebody has done, unless they are asked for one thing. */
export const LISTS = ["stickers", "path", "puzzles", "learn"];
/** Views that log in and then continue. */
export const ENTRANCES = ["card", "join"];

/** Views that are not for children, or that lead out of the app. */
const GROWN_UPS = ["editor", "challenge", "user", "messages", "reset", "confirm", "admin", "family"];

/** Was the app served by a server for games, or is it only files? The page itself says so. */
export const hasServer = Boolean(globalThis.document?.querySelector("meta[name=jungle-server]"));

const SHORT = VIEWS.filter((name) => !["stickers", "path"].includes(name));
const MENU = hasServer ? ["lobby", "tournament", ...SHORT] : SHORT;

/** @typedef {{isKid: boolean, isSignedIn: boolean}} Viewer */

/** May this be opened? A child has a lobby and tournaments only with an account, and only their own. @param {{name: string, id: string}} route @param {Viewer} viewer */
const isFor = ({ name, id }, { isKid, isSignedIn }) =>
  !isKid || !(GROWN_UPS.includes(name) || (name === "tournament" && !id) || (name === "lobby" && !isSignedIn));

/** The views in the menu. @param {Viewer} viewer */
export const menuFor = (viewer) => MENU.filter((name) => isFor({ name, id: "" }, viewer));

/** A route as somebody may open it: what is not for them leads home. @template {{name: string, id: string}} Route @param {Route} route @param {Viewer} viewer @returns {Route} */
export const routeFor = (route, viewer) => (isFor(route, viewer) ? route : { ...route, name: "home", id: "" });

/**
 * The view's name, its id (the text after the slash) and its query. Unknown views lead home, and without
 * a server so do the views that need one.
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
 * An address of a view, `"play"` or `["game", id]`; empty values are left out.
 * @param {string | string[]} path @param {Record<string, string | number | null | undefined>} [query]
 */
export function routeTo(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `#/${[path].flat().map(encodeURIComponent).join("/")}${text && `?${text}`}`;
}

/** The login page, which then returns here. */
export const loginAddress = () => routeTo("login", { next: location.hash });

/** Replaces the address without opening a view or adding to the history. @param {string} address */
export function showAddress(address) {
  history.replaceState(history.state, "", address);
}
