// What waits for an answer: offers, a move to be confirmed, an opponent who has gone, a lost connection.

import { button, h } from "../../dom.js";
import { moveWords, squareWords } from "../../game/showing.js";
import { say } from "../../words.js";

/** @typedef {import("./table.js").OnlineTable} Table */

/** @param {string} look @param {string} words @param {...any} buttons */
const ask = (look, words, ...buttons) => h(`div.ask.${look}`, {}, h("span", {}, words), ...buttons);

/** @param {Table} table @returns {HTMLElement[]} */
export function questions(table) {
  const { online } = table;
  const asked = [connection(table), ...offers(table)];
  if (online.clock.isPaused && online.me)
    asked.push(
      ask(
        "note",
        say("table.paused"),
        button("play", say("web.play.go on"), () => table.ask("resume")),
      ),
    );
  if (online.proposed) asked.push(confirmation(table));
  if (online.premove) asked.push(premove(table));
  if (online.claimWait !== null) asked.push(claim(table, online.claimWait));
  return asked.filter((each) => each !== null);
}

/** @param {Table} table */
function connection({ online }) {
  const { state } = online.live;
  if (state === "connected") return null;
  const words = say(online.unsent ? "table.kept" : state === "connecting" ? "table.connecting" : "table.lost");
  return ask("lost", words);
}

/** @param {Table} table */
function offers(table) {
  const { online } = table;
  const { me, opponent } = online;
  if (!me) return [];
  const name = online.players[/** @type {"blue" | "red"} */ (opponent)].name ?? say("table.opponent");
  return Object.entries(online.offers).map(([kind, by]) => {
    const accept = () => (kind === "rematch" ? table.ask("rematch") : table.ask("offer", { kind }));
    if (by !== me)
      return ask(
        "offer",
        say(`table.offer.${kind}`, { name }),
        button("check", say("online.accept"), accept, { look: "accent" }),
        kind === "rematch" ? null : button("close", say("online.decline"), () => table.ask("decline", { kind })),
      );
    const withdraw =
      kind === "rematch" ? null : button("close", say("table.withdraw"), () => table.ask("decline", { kind }));
    return ask("note", say(`table.offered.${kind}`), withdraw);
  });
}

/** @param {Table} table */
function confirmation({ online }) {
  const { game, proposed } = online;
  const isFlip = proposed?.origin === proposed?.target;
  const words = isFlip
    ? say("hint.flip", { square: game.grid.name(proposed?.origin ?? 0) })
    : moveWords(game.moves[game.moves.length - 1], game.grid);
  return ask(
    "offer",
    say("table.confirm", { move: words }),
    button("check", say("table.send"), () => online.confirm(), { look: "accent" }),
    button("close", say("web.cancel"), () => online.cancel()),
  );
}

/** @param {Table} table */
function premove({ online }) {
  const { game, premove: planned } = online;
  if (!planned) return null;
  const [origin, target] = [planned.origin, planned.target].map((square) => game.grid.name(square));
  const words =
    origin === target
      ? say("hint.flip", { square: origin })
      : say("table.goes", { piece: squareWords(game.grid, planned.origin, game.faces().get(planned.origin)), target });
  return ask(
    "note",
    say("table.premove", { move: words }),
    button("close", say("web.cancel"), () => online.cancel()),
  );
}

/** @param {Table} table @param {number} wait */
function claim(table, wait) {
  if (wait > 0) return ask("note", say("table.gone", { seconds: Math.ceil(wait / 1000) }));
  return ask(
    "offer",
    say("table.claimable"),
    button("check", say("table.claim win"), () => table.ask("claim"), { look: "accent" }),
    button("draw", say("table.claim draw"), () => table.ask("claim", { kind: "draw" })),
  );
}
