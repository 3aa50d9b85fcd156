// Runs before anything is drawn: the look that was chosen, and what can be seen until the app is there, which stands where the
// app will draw the same. The app itself is asked for when that has been painted.

import { askEarly } from "./early.js";
import { readRoute } from "./routes.js";
import { applySettings, settings } from "./settings.js";
import { wordsFile } from "./words.js";

/** The views that begin with a board, and the size of its drawing. */
const BOARDS = { analyse: "7x9", play: "7x9", flip: "4x4" };

/** What the app asks for first. */
const DATA = [wordsFile(settings.language), "data/rules.json", "engine/core.wasm"];
/** A picture that does not come, or a page that nobody sees, does not keep the app waiting. */
const PATIENCE_MS = 1000;

function startApp() {
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: "app.js" }));
  askEarly(DATA);
}

/** When all that is seen first is on the screen. @param {HTMLImageElement | null} drawing */
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
}

/** @param {HTMLElement} table @param {keyof typeof BOARDS} name */
function showTable(table, name) {
  table.hidden = false;
  table.classList.add(name === "analyse" ? "analysis" : "game");
  table.classList.toggle("small", name === "flip");
  const ground = `boards/${settings.theme}-${BOARDS[name]}.svg`;
  const drawing = /** @type {HTMLImageElement} */ (table.querySelector("img"));
  if (drawing.getAttribute("src") !== ground) drawing.src = ground;
  return drawing;
}

applySettings();
document.documentElement.lang = settings.language;
const [home, table] = /** @type {HTMLElement[]} */ ([...(document.getElementById("first")?.children ?? [])]);
const { name, query } = readRoute(location.hash);
if (name === "home") showHome(home);
else home.remove();
// Without a question in the address a game begins with questions.
const isTable = name === "analyse" || (name in BOARDS && query.size);
const drawing = isTable ? showTable(table, /** @type {keyof typeof BOARDS} */ (name)) : null;
Promise.race([painted(drawing), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]).then(startApp);
