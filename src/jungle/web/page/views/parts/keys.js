// The sheet of keys, which `?` opens.

import { openDialog } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";
import { isTaken } from "./typed.js";

/** The keys by heading; several keys in one entry are alternatives. @type {[string, [string[], string][]][]} */
const SHEET = [
  [
    "board",
    [
      [["←", "→", "↑", "↓"], "cursor"],
      [["Enter"], "choose"],
      [["Esc"], "drop"],
      [["F"], "turn"],
      [["M", "/"], "type"],
    ],
  ],
  [
    "moves",
    [
      [["←", "Page Up"], "back"],
      [["→", "Page Down"], "forth"],
      [["↑", "Home"], "first"],
      [["↓", "End"], "last"],
      [["N"], "next game"],
    ],
  ],
  [
    "ask",
    [
      [["P"], "mine"],
      [["O"], "theirs"],
      [["S"], "square"],
      [["L"], "last move"],
      [["A"], "attacks"],
      [["T"], "whose turn"],
      [["C"], "clock"],
    ],
  ],
  [
    "mouse",
    [
      [["web.keys.wheel"], "scroll"],
      [["web.keys.right"], "draw"],
    ],
  ],
];

export function openKeySheet() {
  /** @param {string} name */
  const key = (name) => h("kbd", {}, name.startsWith("web.") ? say(name) : name);
  /** @param {[string[], string]} given */
  const row = ([keys, what]) => [h("dt", {}, keys.map(key)), h("dd", {}, say(`web.keys.${what}`))];
  const parts = SHEET.map(([title, rows]) =>
    h("section", {}, h("h3", {}, say(`web.keys.title.${title}`)), h("dl.keys", {}, rows.flatMap(row))),
  );
  const close = button("close", say("web.close"), () => close.closest("dialog")?.close(), { look: "accent" });
  return openDialog(say("web.keys"), [h("div.key-sheet", { tabIndex: 0 }, parts), h("div.buttons", {}, close)]);
}

/** Binds a key on every view. @param {string} key @param {() => unknown} act */
export function bindKey(key, act) {
  addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key.toLowerCase() !== key || isTaken(event)) return;
    if (!settings.keys || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    act();
  });
}
