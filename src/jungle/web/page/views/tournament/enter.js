// How people join a tournament, and withdraw from it.

import { button } from "../../dom.js";
import { tell } from "../../online/pairing.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";

/** @typedef {import("../../online/server.js").Server} Server */

/**
 * The button for joining or withdrawing. Without an account people play as guests, but not for ratings.
 * @param {Server} server @param {{id: string, rated: boolean, class?: string}} tournament @param {boolean | undefined} isIn
 * @param {string} [words] for joining
 */
export function enterButton(server, { id, rated }, isIn, words = say("online.arena.join")) {
  const enter = async () => {
    if (rated && (!server.account || server.account.kind === "guest")) {
      location.hash = routeTo("login", { next: routeTo(["tournament", id]), new: 1 });
      return;
    }
    await server.somebody();
    await server.post(`/tournament/${encodeURIComponent(id)}/${isIn ? "withdraw" : "join"}`);
    server.live.refresh(`tournament:${id}`);
  };
  const act = () => enter().catch(tell);
  return isIn ? button("close", say("online.arena.withdraw"), act) : button("play", words, act, { look: "accent" });
}
