// Questions, menus and short notices over the page.

import { button, h } from "./dom.js";
import { say } from "./words.js";

const NOTICE_MS = 3500;

/**
 * Opens a dialog and resolves when it is closed. Escape and a press outside close it too.
 * @param {string} title @param {import("./dom.js").Child[]} parts @param {{isSheet?: boolean, onOpen?: (dialog: HTMLDialogElement) => void}} [how]
 * @returns {Promise<string>} what it was closed with
 */
export function openDialog(title, parts, { isSheet = false, onOpen } = {}) {
  const dialog = h(isSheet ? "dialog.sheet" : "dialog", { "aria-label": title }, h("h2", {}, title), ...parts);
  /** @type {(value: string) => void} */
  let resolve;
  const promise = new Promise((/** @type {(value: string) => void} */ settle) => {
    resolve = settle;
  });
  const leave = () => dialog.close("");
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => event.target === dialog && leave());
  dialog.addEventListener("close", () => {
    removeEventListener("hashchange", leave);
    dialog.remove();
    resolve(dialog.returnValue);
  });
  addEventListener("hashchange", leave);
  document.body.append(dialog);
  dialog.showModal();
  onOpen?.(dialog);
  return promise;
}

/** Asks before something that cannot be undone. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export async function confirmed(question, yes) {
  /** @param {string} value */
  const close = (value) => (/** @type {Event & {currentTarget: HTMLElement}} */ event) =>
    event.currentTarget.closest("dialog")?.close(value);
  const answer = await openDialog(question, [
    h(
      "div.buttons",
      {},
      h("button", { type: "button", onclick: close(""), autofocus: true }, say("web.cancel")),
      h("button.accent", { type: "button", onclick: close("yes") }, yes),
    ),
  ]);
  return answer === "yes";
}

/** A menu of actions: it closes, then runs the chosen one. @param {string} title @param {[string, string, () => void, boolean?][]} entries */
export function openMenu(title, entries) {
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  const entry = (/** @type {[string, string, () => void, boolean?]} */ [sign, words, act, isOff]) =>
    h(
      "li",
      {},
      button(
        sign,
        words,
        () => {
          dialog?.close("");
          act();
        },
        { isOff },
      ),
    );
  return openDialog(title, [h("ul.links", {}, entries.map(entry))], {
    isSheet: true,
    onOpen: (opened) => {
      dialog = opened;
    },
  });
}

/** Shows a short notice, which is spoken too. @param {string} text */
export function notify(text) {
  const toast = h("div.toast", {}, text);
  document.getElementById("toasts")?.append(toast);
  setTimeout(() => toast.remove(), NOTICE_MS);
}

/** Copies a text to the clipboard. @param {string} text @param {string} message that tells so */
export async function copyText(text, message) {
  try {
    await navigator.clipboard.writeText(text);
    notify(message);
  } catch {
    // Without permission to use the clipboard, the text is shown for manual copying.
    openDialog(say("web.analyse.copy"), [
      h("textarea.code", { rows: 5, readOnly: true, value: text, "aria-label": say("web.analyse.copy") }),
    ]);
  }
}

/** Announces something to screen readers only. @param {string} text */
export function announce(text) {
  const spoken = document.getElementById("spoken");
  if (spoken) spoken.textContent = text;
}

/** Reports an engine failure; the game continues without its answer. @template T @param {Promise<T>} result */
export const orTold = (result) =>
  result.catch((error) => {
    notify(say("desktop.thinking.failed", { why: String(error?.message ?? error) }));
    return null;
  });
