// Forms for the server: labelled fields, with errors below them.

import { h } from "../../dom.js";
import { say } from "../../words.js";

let fields = 0;

/**
 * A field with its label and a hint below it.
 * @param {string} label @param {HTMLElement} input @param {string} [hint]
 */
export function field(label, input, hint = "") {
  fields += 1;
  input.id ||= `field-${fields}`;
  if (hint) input.setAttribute("aria-describedby", `hint-${fields}`);
  return h(
    "div.field",
    {},
    h("label", { htmlFor: input.id }, label),
    input,
    hint && h("p.faint.hint", { id: `hint-${fields}` }, hint),
  );
}

/** A text field. @param {string} name @param {Record<string, unknown>} [given] @returns {HTMLInputElement} */
export const textInput = (name, given = {}) => h("input", { type: "text", name, ...given });

/** A password's field. @param {string} name @param {"current-password" | "new-password"} what */
export const passwordInput = (name, what) =>
  h("input", { type: "password", name, autocomplete: what, required: true, maxLength: 1000 });

/** A field for the code of a second factor. @returns {HTMLInputElement} */
export const codeInput = () =>
  h("input", {
    type: "text",
    name: "code",
    autocomplete: "one-time-code",
    required: true,
    maxLength: 100,
    spellcheck: false,
    autocapitalize: "none",
  });

/** A list to choose from. @param {string} name @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} [onChoose] @returns {HTMLSelectElement} */
export const selectInput = (name, options, chosen, onChoose = () => undefined) =>
  h(
    "select",
    { name, onchange: ({ currentTarget }) => onChoose(currentTarget.value) },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );

/**
 * A form with a button that is disabled during the request; errors are shown below.
 * @param {import("../../dom.js").Child[]} parts @param {string} words on the button @param {(values: Record<string, string>) => unknown} act
 * @param {{look?: string}} [how]
 */
export function serverForm(parts, words, act, { look = "accent" } = {}) {
  const wrong = h("p.message.bad", { role: "alert" });
  const send = h(look ? `button.${look}` : "button", { type: "submit" }, words);
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    send.disabled = true;
    try {
      const values = [...new FormData(/** @type {HTMLFormElement} */ (event.target))];
      await act(Object.fromEntries(values.map(([name, value]) => [name, String(value)])));
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
    }
    send.disabled = false;
  };
  return h("form.online-form", { onsubmit: submit }, ...parts, wrong, h("div.buttons", {}, send));
}

/** Closes the dialog that an element is in. @param {HTMLElement} element @param {string} [value] */
export const closeDialog = (element, value = "") => element.closest("dialog")?.close(value);

/** A button that closes its dialog. */
export const cancelButton = () =>
  h("button", { type: "button", onclick: ({ currentTarget }) => closeDialog(currentTarget) }, say("web.cancel"));
