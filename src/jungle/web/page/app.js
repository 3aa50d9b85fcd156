// The shell: routes, menu, look. A view is a module with `open(query, library, {id, server})`, which returns (or promises)
// an element and how to close it; a route that is left closes its view. The server is null if there is none.

import { announce, notify, openDialog } from "./dialog.js";
import { breath, button, h, idle, linkButton } from "./dom.js";
import { tellFailure } from "./early.js";
import { onNews } from "./game/progress.js";
import { learnTerrain } from "./game/showing.js";
import { isKid, onKidMode } from "./kid.js";
import { loadLibrary } from "./library.js";
import { ENTRANCES, hasServer, LISTS, menuFor, OWN, readRoute, routeFor, showAddress } from "./routes.js";
import { applySettings, onChange, settings } from "./settings.js";
import { showTitle } from "./title.js";
import { keepUpdated } from "./updates.js";
import { bindKey, openKeySheet } from "./views/parts/keys.js";
import { loadWords, say } from "./words.js";

/** @typedef {{element: HTMLElement, close?: () => void, title?: string, words?: string}} View `words` are announced after the title */
/** @typedef {import("./library.js").Library} Library */

/** @type {View | null} */
let current = null;
let opened = 0;
/** @type {{draw: () => void} | null} the account's part of the header, with a server */
let account = null;
/** Is an account logged in, as far as is known? */
let isSignedIn = false;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const viewer = () => ({ isKid: isKid(), isSignedIn });

/** @param {string} name of a view */
const menuWords = (name) => say(name === "lobby" && isKid() ? "kid.play" : `web.menu.${name}`);

/** @param {string} name of the view that is open */
function drawMenu(name) {
  const entries = menuFor(viewer());
  /** @param {string} each */
  const mark = (each) => (each === name ? "page" : undefined);
  byId("menu").replaceChildren(
    ...entries.map((each) => h("a", { href: `#/${each}`, "aria-current": mark(each) }, menuWords(each))),
  );
  byId("menu").setAttribute("aria-label", say("web.menu"));
  byId("skip").textContent = say("web.skip");
  byId("brand").textContent = say("desktop.title");
  const openAll = () => {
    /** @param {string} each */
    const link = (each) => {
      const made = linkButton(each, menuWords(each), `#/${each === "home" ? "" : each}`);
      if (mark(each)) made.setAttribute("aria-current", "page");
      made.addEventListener("click", () => made.closest("dialog")?.close());
      return h("li", {}, made);
    };
    const keys = button("keyboard", say("web.keys"), () => {
      keys.closest("dialog")?.close();
      openKeySheet();
    });
    const links = [...["home", ...entries, "stickers"].map(link), h("li.with-keys", {}, keys)];
    openDialog(say("web.menu"), [h("ul.links", {}, links)], { isSheet: true });
  };
  const more = button("menu", say("web.menu"), openAll, { isSmall: true, look: "plain" });
  more.id = "more";
  byId("more").replaceWith(more);
  account?.draw();
}

/** The server, if the app came from one. Only then is the code that talks to it loaded. */
const findServer = () => (hasServer ? import("./online/server.js").then((module) => module.findServer()) : null);

/** @param {Library} library @param {boolean} isFirst */
async function openRoute(library, isFirst = false) {
  const asked = readRoute(location.hash);
  opened += 1;
  const order = opened;
  const [, server] = await Promise.all([import(`./views/${asked.name}.js`), findServer()]);
  isSignedIn = Boolean(server?.account);
  const { name, id, query } = routeFor(asked, viewer());
  const { open } = await import(`./views/${name}.js`);
  await breath();
  if (order !== opened) return;
  const made = /** @type {View} */ (await Promise.resolve(open(query, library, { id, server })).catch(missing));
  await breath();
  if (order !== opened) {
    made.close?.();
    return;
  }
  const view = byId("view");
  document.getElementById("first")?.remove();
  current?.close?.();
  current = made;
  view.replaceChildren(current.element);
  view.className = `view-${name}`;
  const heading = made.title ?? (name === "home" ? "" : menuWords(name));
  const title = [heading, say("desktop.title")].filter(Boolean).join(" · ");
  showTitle(title);
  drawMenu(name);
  // A screen reader reads the title of a page that has just been loaded.
  const words = [isFirst ? "" : title, made.words].filter(Boolean).join(". ");
  if (words) announce(words);
  if (isFirst) return;
  scrollTo(0, 0);
  view.focus({ preventScroll: true });
}

/** The page for something that the server does not have. @param {Error & {status?: number}} error @returns {View} */
function missing(error) {
  if (error.status !== 404) throw error;
  const way = linkButton("home", say("web.menu.home"), "#/");
  const title = say("web.missing");
  return {
    element: h("div.page.narrow", {}, h("h1", {}, title), h("div.panel", {}, h("p", {}, error.message), way)),
    title,
  };
}

/** Reports the error and leaves the open view as it is. @param {unknown} error */
const tell = (error) => notify(error instanceof Error ? error.message : String(error));

async function start() {
  applySettings();
  const [library] = await Promise.all([loadLibrary(), loadWords(settings.language)]);
  await breath();
  learnTerrain(Object.values(library.games));
  let { language } = settings;
  onChange(async (changed) => {
    applySettings();
    if (changed.language === language) return;
    language = changed.language;
    await loadWords(language);
    openRoute(library, true).catch(tell);
  });
  onKidMode(() => {
    const { name } = readRoute(location.hash);
    // Logging in with a card or a code stays on its page.
    if (ENTRANCES.includes(name)) drawMenu(name);
    else openRoute(library, true).catch(tell);
  });
  onNews(() => {
    const { name, query } = readRoute(location.hash);
    if (LISTS.includes(name) && !query.size) openRoute(library, true).catch(tell);
  });
  bindKey("?", openKeySheet);
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("view").focus();
  });
  addEventListener("hashchange", () => openRoute(library).catch(tell));
  await openRoute(library, true).catch((error) => {
    tell(error);
    showAddress("#/");
    return openRoute(library, true);
  });
  const server = await findServer();
  if (server) {
    account = (await import("./online/header.js")).startHeader(server);
    followAccount(server, library);
    bindKey("n", async () => (await import("./online/next-game.js")).openNextGame(server));
  }
  await idle();
  keepUpdated(offerUpdate);
}

/** Reopens views of personal data when the account changes, here or in another tab. @param {import("./online/server.js").Server} server @param {Library} library */
function followAccount(server, library) {
  let name = server.account?.name;
  server.onAccount((signedIn) => {
    if (signedIn?.name === name) return;
    name = signedIn?.name;
    isSignedIn = Boolean(signedIn);
    const leave = () => {
      location.hash = "#/"; // The open view belongs to the previous account.
    };
    if (OWN.includes(readRoute(location.hash).name)) openRoute(library, true).catch(leave);
  });
}

/** A new version is waiting; it is loaded when the user agrees. @param {() => void} apply */
function offerUpdate(apply) {
  const made = button("download", say("web.update"), apply, { look: "update" });
  document.body.append(made);
}

start().catch((error) => (current ? tell(error) : tellFailure(settings.language)));
