// The next game that waits for the user's move: by key, by button, from everywhere.

import { notify } from "../dialog.js";
import { readRoute, routeTo } from "../routes.js";
import { say } from "../words.js";
import { tell } from "./pairing.js";

/** @typedef {{id: string, number: number, isMyTurn?: boolean, clock: {days?: number} | null, speed: string, tournament?: string | null, class?: string | null}} Playing */

/** What is played together: the games of a class or a tournament, or those without a clock that runs. @param {Playing} game */
const groupOf = ({ tournament, class: classId, speed }) =>
  tournament ?? classId ?? (["correspondence", "unlimited"].includes(speed) ? "slow" : "");

/**
 * The next of a user's games in which it is their turn: after the current one, in the order in which they began; null if there is none. Nobody is led
 * away from a single game with a clock.
 * @param {Playing[]} games all that are running @param {string} [current]
 */
export function nextGame(games, current = "") {
  const sorted = [...games].sort((one, other) => one.number - other.number);
  const at = sorted.findIndex(({ id }) => id === current);
  const group = at < 0 ? "slow" : groupOf(sorted[at]);
  if (!group) return null;
  const order = [...sorted.slice(at + 1), ...sorted.slice(0, Math.max(0, at))];
  return order.find((game) => game.isMyTurn && groupOf(game) === group)?.id ?? null;
}

/** Opens the next game, or says that none waits. @param {import("./server.js").Server} server */
export async function openNextGame(server) {
  if (!server.account) return;
  const { name, id } = readRoute(location.hash);
  try {
    const { nowPlaying } = await server.get("/account/playing");
    const next = nextGame(nowPlaying, name === "game" ? id : "");
    if (next) location.hash = routeTo(["game", next]);
    else notify(say("live.no next game"));
  } catch (error) {
    tell(error);
  }
}
