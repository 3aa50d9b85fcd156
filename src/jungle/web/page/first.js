// Runs before the first paint: applies the chosen look and draws a placeholder for the app, in the same place
// as the app's own first picture. The app itself is loaded after that has been painted.

import { askEarly, tellFailure } from "./early.js";
import { knownShapes, shapeTable } from "./game/kinds.js";
import { Grid } from "./game/text.js";
import { readRoute } from "./routes.js";
import { applySettings, settings } from "./settings.js";
import { languageTag, wordsFile } from "./words.js";

/** The views that begin with a board: that of the view's own game, or of the usual game. */
const BOARDS = ["analyse", "play", ...knownShapes().map(({ kind }) => kind)];

/** The files that the app needs first. */
const DATA = [wordsFile(settings.language), "data/rules.json", "engine/core.wasm"];
/** The app does not wait longer for a missing picture or a hidden page. */
const PATIENCE_MS = 1000;

function startApp() {
  const app = Object.assign(document.createElement("script"), { type: "module", src: "app.js" });
  app.addEventListener("error", () => tellFailure(settings.language));
  document.head.append(app);
  askEarly(DATA);
}

/** Resolves when the placeholder is on the screen. @param {HTMLImageElement | null} drawing */
async function painted(drawing) {
  if (document.hidden) return;
  const kind = drawing ? "element" : "paint";
  if (PerformanceObserver.supportedEntryTypes.includes(kind)) {
    await new Promise((resolve) => {
      drawing?.addEventListener("error", resolve, { once: true });
      new PerformanceObserver(resolve).observe({ type: kind, buffered: true });
    });
    return;
  }
  await drawing?.decode().catch(() => undefined);
  await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve));
}

/** @param {HTMLElement} home */
function showHome(home) {
  home.hidden = false;
  for (const hero of /** @type {NodeListOf<HTMLElement>} */ (home.querySelectorAll(".hero"))) {
    if (hero.lang !== settings.language) hero.remove();
  }
  const [{ files, ranks }] = knownShapes();
  home.querySelector("image")?.setAttribute("href", `boards/${settings.theme}-${files}x${ranks}.svg`);
}

/** @param {HTMLElement} table @param {string} name */
function showTable(table, name) {
  table.hidden = false;
  table.classList.add(name === "analyse" ? "analysis" : "game");
  const [usual] = knownShapes();
  const shape = knownShapes().find(({ kind }) => kind === name) ?? usual;
  shapeTable(table, new Grid(shape.files, shape.ranks));
  const ground = `boards/${settings.theme}-${shape.files}x${shape.ranks}.svg`;
  const drawing = /** @type {HTMLImageElement} */ (table.querySelector("img"));
  if (drawing.getAttribute("src") !== ground) drawing.src = ground;
  return drawing;
}

applySettings();
document.documentElement.lang = languageTag(settings.language);
const [home, table] = /** @type {HTMLElement[]} */ ([...(document.getElementById("first")?.children ?? [])]);
const { name, query } = readRoute(location.hash);
if (name === "home") showHome(home);
else home.remove();
// Without a query, the address opens the setup of a game.
const isTable = name === "analyse" || (BOARDS.includes(name) && query.size);
const drawing = isTable ? showTable(table, name) : null;
Promise.race([painted(drawing), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]).then(startApp);
