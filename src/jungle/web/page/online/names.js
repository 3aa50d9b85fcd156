// Readable forms of names that the server assigns: guest-otter-27 is "Guest Otter 27", brave-otter-27 "Brave Otter 27", bot-3 the
// Hedgehog. Children are anonymous to everyone outside their circle, and the other way round.

import { has, say } from "../words.js";

/** @param {string} name @param {string | null} [kind] */
export function shownName(name, kind) {
  if (kind === "hidden") return say("online.hidden player");
  if (kind === "child") return childName(name);
  const guest = /^guest-([a-z]+)-(\d+)$/.exec(name);
  if (guest && kind !== "bot" && has(`guest.${guest[1]}`))
    return say("online.guest name", { animal: say(`guest.${guest[1]}`), number: guest[2] });
  const [, strength = ""] = /^bot-(.+)$/.exec(name) ?? [];
  const key = `level.${strength}.name`;
  return has(key) ? say(key) : name;
}

const LEVELS = Array.from({ length: 10 }, (_, index) => String(index + 1));

/** The level whose name a house bot bears; empty for anybody else. @param {string} name */
export function houseLevel(name) {
  const [, strength = ""] = /^bot-(.+)$/.exec(name) ?? [];
  const key = `level.${strength}.name`;
  return has(key) ? (LEVELS.find((level) => say(`level.${level}.name`) === say(key)) ?? "") : "";
}

/** @param {string} name of a child, or what stands for it */
function childName(name) {
  if (name === "anonymous") return say("online.young player");
  const [, feeling, animal, number] = /^([a-z]+)-([a-z]+)-(\d+)$/.exec(name) ?? [];
  if (!has(`feeling.${feeling}`) || !has(`guest.${animal}`)) return name;
  return say("online.child name", { feeling: say(`feeling.${feeling}`), animal: say(`guest.${animal}`), number });
}

/** Does this player have a profile page? @param {{name: string | null, kind?: string | null}} player */
export const hasProfile = ({ name, kind }) => Boolean(name) && !["guest", "child", "hidden"].includes(kind ?? "");
