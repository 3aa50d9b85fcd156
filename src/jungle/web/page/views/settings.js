// The settings: one panel, next to a board that shows their effect.

import { choices, h, toggle } from "../dom.js";
import { isKid } from "../kid.js";
import { CHOICES, choose, settings } from "../settings.js";
import { playSound } from "../sounds.js";
import { LANGUAGES, say } from "../words.js";
import { plainBoard } from "./parts/board.js";
import { hasLetters } from "./parts/notation.js";
import { kidModePanel } from "./settings/kid-mode.js";

/** A move in pictures. */
const sampleMove = () =>
  h(
    "span.sample",
    {},
    h("img", {
      src: `pieces/${settings.pieces}/blue-elephant.svg`,
      alt: say("animal.elephant"),
      width: 24,
      height: 24,
    }),
    "a4",
  );

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library @param {{server?: import("../online/server.js").Server | null}} [given] */
export async function open(_query, library, { server } = {}) {
  const { board, close } = plainBoard({ fen: library.usual.start });
  board.inert = true;
  /** @param {string} name */
  const set = (name) => (/** @type {unknown} */ value) => {
    choose({ [name]: value });
    if (name === "sound") playSound("step");
  };
  const hasNames = !hasLetters();
  const row = (/** @type {keyof typeof CHOICES} */ name, /** @type {(value: string) => string | Node} */ show) =>
    choices(
      say(`web.settings.${name}`),
      // Where an animal's name is a single letter, the two notations are the same.
      CHOICES[name]
        .filter((value) => hasNames || value !== "words")
        .map((value) => /** @type {[string, string | Node]} */ ([value, show(value)])),
      settings[name],
      set(name),
    );
  /** @param {string} value */
  const piece = (value) =>
    h(
      "span.sample",
      {},
      h("img", { src: `pieces/${value}/blue-lion.svg`, alt: "", width: 36, height: 36 }),
      say(`web.pieces.${value}`),
    );
  /** @param {string} value */
  const ground = (value) =>
    h(
      "span.sample.ground",
      {},
      h("img", { src: `boards/${value}-4x4.svg`, alt: "", width: 44, height: 44 }),
      say(`web.theme.${value}`),
    );
  const panel = h(
    "div.panel.settings",
    {},
    h("h1", {}, say("web.menu.settings")),
    isKid() ? null : row("language", (value) => LANGUAGES[value].name),
    row("look", (value) => say(`web.look.${value}`)),
    row("pieces", piece),
    row("theme", ground),
    row("notation", (value) => (value === "animals" && hasNames ? sampleMove() : say(`web.notation.${value}`))),
    row("animation", (value) => say(`web.animation.${value}`)),
    row("size", (value) => say("web.size", { percent: Number(value) })),
    row("hand", (value) => say(`web.hand.${value}`)),
    "speechSynthesis" in globalThis ? row("speech", (value) => say(`web.speech.${value}`)) : null,
    toggle(say("web.settings.spacing"), settings.spacing, set("spacing")),
    toggle(say("web.settings.coordinates"), settings.coordinates, set("coordinates")),
    toggle(say("web.settings.keys"), settings.keys, set("keys")),
    toggle(say("web.settings.sound"), settings.sound, set("sound")),
    server ? row("confirm", (value) => say(`web.confirm.${value}`)) : null,
  );
  const account = server?.account;
  const isManaged = account && !account.isChild;
  const own = isManaged && (await import("./settings/account.js")).accountPanel(server, account);
  return {
    element: h(
      "div.page.settings-page",
      {},
      h("div", {}, panel, kidModePanel(server ?? null), own),
      h("div.sample-board", { "aria-hidden": "true" }, board),
    ),
    close,
  };
}
