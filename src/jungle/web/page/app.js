// The shell: routes, menu, look. A view is a module with `open(query, library)`, which returns (or promises) an element and
// how to close it; a route that is left closes its view.

import { announce, notify, openDialog } from "./dialog.js";
import { button, h, linkButton } from "./dom.js";
import { learnTerrain } from "./game/showing.js";
import { loadLibrary } from "./library.js";
import { readRoute, showAddress, VIEWS } from "./routes.js";
import { applySettings, onChange, settings } from "./settings.js";
import { keepUpdated } from "./updates.js";
import { loadWords, say } from "./words.js";

/** @typedef {{element: HTMLElement, close?: () => void}} View */
/** @typedef {import("./library.js").Library} Library */

/** @type {View | null} */
let current = null;
let opened = 0;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} name of the view that is open */
function drawMenu(name) {
  const mark = (/** @type {string} */ each) => (each === name ? "page" : undefined);
  byId("menu").replaceChildren(
    ...VIEWS.map((each) => h("a", { href: `#/${each}`, "aria-current": mark(each) }, say(`web.menu.${each}`))),
  );
  byId("menu").setAttribute("aria-label", say("web.menu"));
  byId("skip").textContent = say("web.skip");
  byId("brand").textContent = say("desktop.title");
  const openAll = () => {
    const link = (/** @type {string} */ each) => {
      const made = linkButton(each, say(`web.menu.${each}`), `#/${each === "home" ? "" : each}`);
      if (mark(each)) made.setAttribute("aria-current", "page");
      made.addEventListener("click", () => made.closest("dialog").close());
      return h("li", {}, made);
    };
    openDialog(say("web.menu"), [h("ul.links", {}, ["home", ...VIEWS].map(link))], { isSheet: true });
  };
  const more = button("menu", say("web.menu"), openAll, { isSmall: true, look: "plain" });
  more.id = "more";
  byId("more").replaceWith(more);
}

/** @param {Library} library @param {boolean} isFirst */
async function openRoute(library, isFirst = false) {
  const { name, query } = readRoute(location.hash);
  opened += 1;
  const order = opened;
  const { open } = await import(`./views/${name}.js`);
  await breath();
  if (order !== opened) return;
  const made = /** @type {View} */ (await open(query, library));
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
  const title = name === "home" ? say("desktop.title") : `${say(`web.menu.${name}`)} · ${say("desktop.title")}`;
  document.title = title;
  drawMenu(name);
  if (isFirst) return;
  scrollTo(0, 0);
  view.focus({ preventScroll: true });
  announce(title);
}

/** Lets the browser draw and listen between two parts of the start. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

/** What failed is told, and what was open stays open. @param {unknown} error */
const tell = (error) => notify(error instanceof Error ? error.message : String(error));

async function start() {
  applySettings();
  const [library] = await Promise.all([loadLibrary(), loadWords(settings.language)]);
  await breath();
  learnTerrain(library.games);
  let { language } = settings;
  onChange(async (changed) => {
    applySettings();
    if (changed.language === language) return;
    language = changed.language;
    await loadWords(language);
    openRoute(library, true).catch(tell);
  });
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
  keepUpdated(offerUpdate);
}

/** A new version waits: it is loaded when the person says so. @param {() => void} apply */
function offerUpdate(apply) {
  const made = button("download", say("web.update"), apply, { look: "update" });
  document.body.append(made);
}

start().catch(tell);
