// Names that the server gives, as people read them: guest-otter-27 is "Guest Otter 27", bot-3 is the Hedgehog.

import { has, say } from "../words.js";

/** @param {string} name @param {string | null} [kind] */
export function shownName(name, kind) {
  const guest = /^guest-([a-z]+)-(\d+)$/.exec(name);
  if (guest && kind !== "bot" && has(`guest.${guest[1]}`))
    return say("online.guest name", { animal: say(`guest.${guest[1]}`), number: guest[2] });
  const [, strength = ""] = /^bot-(.+)$/.exec(name) ?? [];
  const key = `level.${strength}.name`;
  return has(key) ? say(key) : name;
}
