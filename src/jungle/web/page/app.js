// The shell: routes, menu, settings. A view is a module with `open(query, page)`, which returns an element and how to close it.

import { h } from "./dom.js";
import { loadLibrary } from "./library.js";
import { onChange, settings } from "./settings.js";
import { keepUpdated } from "./updates.js";
import { loadWords, say } from "./words.js";

/** @typedef {{element: HTMLElement, close?: () => void}} View */
/** @typedef {import("./library.js").Library} Library */

const VIEWS = ["play", "analyse", "editor", "settings"];

/** @type {View | null} */
let current = null;

/** The route's name and its query: `#/play?level=easy`. */
export function readRoute(/** @type {string} */ hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const name = VIEWS.includes(path) ? path : "home";
  return { name, query: new URLSearchParams(query) };
}

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  const spoken = document.getElementById("spoken");
  if (spoken) spoken.textContent = text;
}

function applyLook() {
  const root = document.documentElement;
  root.dataset.look = settings.look;
  root.dataset.motion = settings.animation ? "full" : "none";
}

function drawMenu(/** @type {string} */ name) {
  const link = (/** @type {string} */ each) =>
    h("a", { href: `#/${each}`, "aria-current": each === name ? "page" : undefined }, say(`web.menu.${each}`));
  document.getElementById("menu")?.replaceChildren(...VIEWS.map(link));
}

async function openRoute(/** @type {Library} */ library) {
  const { name, query } = readRoute(location.hash);
  const { open } = await import(`./views/${name}.js`);
  const view = document.getElementById("view");
  if (!view) return;
  current?.close?.();
  current = /** @type {View} */ (open(query, library));
  view.replaceChildren(current.element);
  view.className = `view-${name}`;
  document.title = name === "home" ? say("desktop.title") : `${say(`web.menu.${name}`)} · ${say("desktop.title")}`;
  drawMenu(name);
}

/** @param {() => void} apply */
function offerUpdate(apply) {
  const button = h("button.update", { type: "button", onclick: apply }, say("web.update"));
  document.body.append(button);
}

async function start() {
  applyLook();
  const [library] = await Promise.all([loadLibrary(), loadWords(settings.language)]);
  let { language } = settings;
  onChange(async (changed) => {
    applyLook();
    if (changed.language === language) return;
    language = changed.language;
    await loadWords(language);
    openRoute(library);
  });
  addEventListener("hashchange", () => openRoute(library));
  await openRoute(library);
  keepUpdated(offerUpdate);
}

if (typeof document !== "undefined") start();
