// Players and their games in lists: names that lead to profiles, small boards that lead to games.

import { picture } from "../../board/picture.js";
import { h } from "../../dom.js";
import { hasDirection } from "../../game/kinds.js";
import { endingKey } from "../../game/showing.js";
import { isKid } from "../../kid.js";
import { hasProfile, houseLevel, shownName } from "../../online/names.js";
import { controlWords, ratingText } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";
import { levelFace } from "./strip.js";

/** @typedef {{name: string | null, kind?: string | null, rating?: number, provisional?: boolean}} Player */

/** A name with the kind of player, without a link. @param {Player} player */
export function nameTag({ name, kind }) {
  const level = kind === "bot" && name ? houseLevel(name) : "";
  return h(
    "span.player",
    {},
    level && levelFace(level, 20),
    kind === "bot" && h("abbr.bot", { title: say("online.bot") }, "BOT"),
    name ? shownName(name, kind) : say("online.gone"),
  );
}

/** The rating of those who have one: children play for fun, and guests have not played enough. @param {Player} player */
export const playerRating = (player) =>
  player.rating && hasProfile(player) ? ratingText({ ...player, rating: player.rating }) : "";

/** A name that leads to the profile, with the rating. @param {Player} player */
export function playerLink(player) {
  const text = playerRating(player);
  const rating = text ? h("span.faint.rating", {}, text) : null;
  // Guests, children and those who have left have no profile, and children look at none.
  if (!hasProfile(player) || isKid()) return h("span", {}, nameTag(player), " ", rating);
  return h(
    "span",
    {},
    h("a.player-link", { href: routeTo(["user", String(player.name)]) }, nameTag(player)),
    " ",
    rating,
  );
}

/** How a game ended for Blue and Red: 1, ½ or 0. @param {string} result @returns {[string, string]} */
export const points = (result) =>
  /** @type {[string, string]} */ ({ "1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"] }[result] ?? ["", ""]);

/** How a game ended, in a few words. @param {Pick<import("../../online/answers.js").GameView, "status" | "result" | "reason">} game */
export function endingWords(game) {
  if (game.status === "aborted") return say("online.aborted");
  if (game.status === "started") return "";
  const why = say(endingKey(game.reason, game.result === "1/2-1/2"));
  if (game.result === "1/2-1/2") return `${say("desktop.result.draw")} · ${why}`;
  return `${say("desktop.result.wins", { side: say(game.result === "1-0" ? "side.blue" : "side.red") })} · ${why}`;
}

/**
 * A game as a small board with names, a link to the game itself.
 * @param {import("../../online/answers.js").GameView} game @param {{as?: string, note?: Node | string}} [how] whose side is below, and words under it
 */
export function gameCard(game, { as = "blue", note } = {}) {
  const isTurned = as === "red" && hasDirection(game.game);
  /** @type {import("../../online/answers.js").Colour[]} */
  const order = as === "red" ? ["blue", "red"] : ["red", "blue"];
  const result = points(game.result);
  /** @param {import("../../online/answers.js").Colour} colour */
  const line = (colour) =>
    h(
      `span.line${game.turn === colour ? ".turn" : ""}`,
      {},
      h("img", { src: `emblems/${colour}.svg`, alt: say(`side.${colour}`), width: 16, height: 16 }),
      nameTag(game.players[colour]),
      // A casual game has not kept the ratings with which it was played.
      h("span.faint.rating", {}, game.rated || game.status === "started" ? playerRating(game.players[colour]) : ""),
      h("strong.points", {}, result[colour === "blue" ? 0 : 1]),
    );
  const [above, below] = order;
  return h(
    "a.game-card",
    { href: routeTo(["game", game.id]) },
    line(above),
    picture(game.fen, { theme: settings.theme, pieces: settings.pieces, isTurned }),
    line(below),
    h("span.faint.note", {}, note ?? controlWords(game)),
  );
}

/** A panel with a heading. @param {string} title @param {...(import("../../dom.js").Child | import("../../dom.js").Child[])} parts */
export const panel = (title, ...parts) =>
  h("section.panel.listed", { "aria-label": title }, h("h2", {}, title), ...parts);

/** An empty list: a face, a sentence, and one action. @param {string} words @param {HTMLElement | null} [act] @param {string} [level] whose face */
export const empty = (words, act = null, level = "2") =>
  h("div.empty", {}, levelFace(level, 56), h("p", {}, words), act);

/** Identifies an element across redraws of its list. @param {Element} element */
const labelOf = (element) => element.getAttribute("href") ?? element.getAttribute("aria-label") ?? element.textContent;

/**
 * Redraws a list that changes by itself. An unchanged list is left alone, and the focus stays on the same link
 * or button.
 * @param {HTMLElement} place @param {(Node | string | null)[]} all what is null is left out
 */
export function redraw(place, all) {
  const parts = all.filter((part) => part !== null);
  const fresh = h("div", {}, parts);
  if (fresh.innerHTML === place.innerHTML) return;
  const focused = place.contains(document.activeElement)
    ? labelOf(/** @type {Element} */ (document.activeElement))
    : null;
  place.replaceChildren(...parts);
  if (focused === null) return;
  const found = [...place.querySelectorAll("a, button")].find((each) => labelOf(each) === focused);
  /** @type {HTMLElement | undefined} */ (found)?.focus({ preventScroll: true });
}
