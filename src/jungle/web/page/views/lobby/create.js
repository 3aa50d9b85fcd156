// The dialogs that lead to a game: a custom seek, a challenge by name, a challenge by link.

import { openDialog } from "../../dialog.js";
import { h } from "../../dom.js";
import { shownName } from "../../online/names.js";
import { challenge } from "../../online/pairing.js";
import { say } from "../../words.js";
import { closeDialog, field, serverForm, textInput } from "../parts/forms.js";
import { termsForm } from "../parts/terms.js";

/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {import("../../library.js").Library} Library */

/** May games be rated? Guests, newcomers and children play casual ones. @param {Server} server */
export const mayRate = ({ account }) => Boolean(account && account.kind !== "guest" && !account.isChild);

/** @param {Server} server @param {Library} library @param {(terms: object) => Promise<void>} seek */
export function openSeekForm(server, library, seek) {
  const terms = termsForm(library, { name: "seek", mayRate: mayRate(server), withRange: true });
  const form = serverForm([terms.element], say("online.seek"), async () => {
    await seek(terms.read());
    closeDialog(form);
  });
  return openDialog(say("online.create"), [form]);
}

/**
 * Asks for the terms, and challenges a player: by the given name, by a typed one, or by link.
 * @param {Server} server @param {Library} library @param {{name?: string, byLink?: boolean, isBot?: boolean, isChild?: boolean, onSent?: () => void}} how
 */
export function openChallengeForm(
  server,
  library,
  { name = "", byLink = false, isBot = false, isChild = false, onSent },
) {
  const controls = isBot ? ["unlimited", "clock"] : ["clock", "days", "unlimited"];
  const draft = isBot ? "bot" : byLink ? "link" : "challenge";
  const terms = termsForm(library, {
    name: draft,
    mayRate: mayRate(server) && !isChild,
    isRated: !byLink,
    controls,
    withOdds: true,
  });
  const input = textInput("name", { required: true, maxLength: 40, autocomplete: "off", spellcheck: false });
  const parts = byLink || name ? [terms.element] : [field(say("online.name"), input), terms.element];
  const form = serverForm(parts, say(byLink ? "online.make link" : "online.challenge"), (values) => {
    const other = byLink ? null : name || values.name.trim();
    // Waiting for the answer has its own dialog; an immediate refusal is shown in this one.
    return challenge(server, other, terms.read(), () => {
      closeDialog(form);
      onSent?.();
    });
  });
  const title = byLink
    ? say("online.friend")
    : name
      ? say("online.challenge name", { name: shownName(name, isChild ? "child" : null) })
      : say("online.by name");
  return openDialog(title, [form]);
}

/** Buttons that lead to a game. @param {[string, () => void][]} ways words and what they do */
export const wayButtons = (ways) =>
  h(
    "div.ways",
    {},
    ways.map(([words, act], index) => h(index ? "button" : "button.accent", { type: "button", onclick: act }, words)),
  );
