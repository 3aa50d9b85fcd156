// The home page with a server: online play, and the best live game.

import { h, linkButton } from "../../dom.js";
import { hasDirection } from "../../game/kinds.js";
import { isKid } from "../../kid.js";
import { shownName } from "../../online/names.js";
import { controlWords } from "../../online/terms.js";
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
  const friend = await playingFriend(server).catch(() => undefined);
  const { best } = friend ? { best: null } : await server.get("/tv").catch(() => ({ best: null }));
  const id = friend?.playing ?? best?.id;
  if (!id) return () => undefined;
  const watched = await watchGame(server, library, id);
  const words = friend
    ? h("p.faint", {}, h("a", { href: "#/friends" }, say("friends.playing", { name: friend.name })))
    : null;
  place.after(
    h(
      "section.hero-watch",
      { "aria-label": say(friend ? "web.menu.friends" : "online.featured") },
      words,
      watched.element,
    ),
  );
  return watched.close;
}

/**
 * The user's games on the server, those that wait for a move first.
 * @param {import("../../online/server.js").Server} server @returns {Promise<import("../home.js").Left[]>}
 */
export async function gamesToContinue(server) {
  if (!server.account) return [];
  /** @type {{nowPlaying: import("../../online/answers.js").GameView[]}} */
  const { nowPlaying } = await server.get("/account/playing");
  return nowPlaying
    .toSorted((one, other) => Number(other.isMyTurn ?? false) - Number(one.isMyTurn ?? false))
    .map((game) => {
      const { name, kind } = game.players[game.colour === "blue" ? "red" : "blue"];
      return {
        href: routeTo(["game", game.id]),
        fen: game.fen,
        isTurned: game.colour === "red" && hasDirection(game.game),
        who: name ? shownName(name, kind) : say("online.gone"),
        words: game.isMyTurn ? say("online.your turn") : controlWords(game),
      };
    });
}

/** The first friend who plays a live game. @param {import("../../online/server.js").Server} server */
async function playingFriend(server) {
  if (!server.account || server.account.kind === "guest") return undefined;
  /** @type {{following: import("../../online/answers.js").FriendView[]}} */
  const { following } = await server.get("/follow");
  return following.find(({ playing }) => playing);
}
