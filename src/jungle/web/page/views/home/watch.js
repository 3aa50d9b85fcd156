// The home page with a server: online play, and the best live game.

import { h, linkButton } from "../../dom.js";
import { isKid } from "../../kid.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { watchGame } from "../parts/watch.js";

/** Classes and families: joining one, and making one. @param {import("../../online/server.js").Server} server */
export function doors({ account }) {
  const attended = (account?.classes ?? []).filter(({ isTeacher }) => !isTeacher);
  const links = [
    ...attended.map(({ id, name }) => linkButton("people", name, routeTo(["class", id]))),
    account && account.kind !== "guest" ? null : linkButton("keyboard", say("web.home.join"), "#/join"),
    isKid() ? null : linkButton("learn", say("web.home.teachers"), "#/class"),
    isKid() ? null : linkButton("home", say("web.home.families"), "#/family"),
  ].filter((link) => link !== null);
  return h("nav.doors", { "aria-label": say("web.home.doors") }, links);
}

/**
 * @param {import("../../online/server.js").Server} server @param {import("../../library.js").Library} library
 * @param {HTMLElement} place where the board stands @param {HTMLElement} buttons
 * @returns {Promise<() => void>} how to end it
 */
export async function watchAtHome(server, library, place, buttons) {
  // On a locked device nobody plays strangers without an account.
  if (isKid() && !server.account) {
    buttons.append(linkButton("person", say("web.menu.card"), "#/card"));
    return () => undefined;
  }
  buttons.prepend(linkButton("people", say(isKid() ? "kid.play" : "online.home.play"), "#/lobby", "accent"));
  for (const other of [...buttons.children].slice(1)) other.classList.remove("accent");
  if (isKid()) return () => undefined; // Games of strangers are not for children.
  const { best } = await server.get("/tv").catch(() => ({ best: null }));
  if (!best) return () => undefined;
  const watched = await watchGame(server, library, best.id);
  place.after(h("section.hero-watch", { "aria-label": say("online.featured") }, watched.element));
  return watched.close;
}
