// Questions above the board: offers, a move to be confirmed, an opponent who has gone, a lost connection.

import { button, h, linkButton } from "../../dom.js";
import { premoveWords } from "../../game/showing.js";
import { proposedWords } from "../../online/announcements.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { mayPlan } from "./plan.js";

/** @typedef {import("./table.js").OnlineTable} Table */

/** @param {string} look @param {string} words @param {...any} buttons */
const ask = (look, words, ...buttons) => h(`div.ask.${look}`, {}, h("span", {}, words), ...buttons);

/** From here on the countdown to a first move is shown as urgent. */
export const SOON_MS = 10_000;

/** The countdown to a first move, in words. @param {import("../../online/online-game.js").OnlineGame} online @param {number} wait */
export const firstMoveWords = (online, wait) =>
  say(online.isMyTurn ? "live.first move" : "live.first move.other", {
    name: online.opponentName,
    seconds: Math.ceil(wait / 1000),
  });

/** Questions that need an answer. @param {Table} table @returns {HTMLElement[]} */
export function questions(table) {
  const { online } = table;
  const asked = offers(table, false);
  if (online.proposed) asked.push(confirmation(table));
  if (online.claimWait === 0) asked.push(claim(table));
  return asked;
}

/** Notices, some of which can be cancelled. @param {Table} table @returns {HTMLElement[]} */
export function notes(table) {
  const { online } = table;
  const told = [connection(table), ...offers(table, true), premove(table)];
  const { isPaused, days } = online.clock;
  // Only both players of a correspondence game pause it themselves; other games are paused by the teacher of a class.
  if (isPaused && days === null) told.push(ask("note", say("class.paused by teacher"), toClass(table)));
  else if (isPaused && online.me)
    told.push(
      ask(
        "note",
        say("live.paused"),
        button("play", say("web.play.go on"), () => table.ask("resume")),
      ),
    );
  if (table.planned && !table.planning && mayPlan(table))
    told.push(
      ask(
        "note",
        say("live.planned", { count: table.planned }),
        button("forward", say("live.plan.change"), () => table.plan()),
      ),
    );
  const wait = online.firstMoveWait;
  if (wait !== null) told.push(ask(wait <= SOON_MS ? "note.soon" : "note", firstMoveWords(online, wait)));
  if (online.claimWait) told.push(ask("note", say("live.gone", { seconds: Math.ceil(online.claimWait / 1000) })));
  return told.filter((each) => each !== null);
}

/** On a phone, these words cover the header and its way to the class. @param {Table} table */
const toClass = ({ online: { classId } }) =>
  classId ? linkButton("people", say("class.to class"), routeTo(["class", classId])) : null;

/** @param {Table} table */
function connection({ online }) {
  const { state } = online.live;
  if (state === "connected") return null;
  const key = online.unsent ? "live.kept" : state === "connecting" ? "live.connecting" : "live.lost";
  const words = say(key === "live.connecting" || online.clock.isLive ? key : `${key}.untimed`);
  return ask("lost", words);
}

/** @param {Table} table @param {boolean} isMine of the person, or of the opponent */
function offers(table, isMine) {
  const { online } = table;
  const { me } = online;
  if (!me) return [];
  const name = table.online.opponentName;
  const kinds = Object.keys(online.offers).filter((kind) => (online.offers[kind] === me) === isMine);
  return kinds.map((kind) => {
    // Ignoring a rematch offer declines it.
    const isLasting = kind === "rematch";
    /** @param {string} words */
    const decline = (words) => (isLasting ? null : button("close", words, () => table.ask("decline", { kind })));
    if (isMine) return ask("note", say(`live.offered.${kind}`), decline(say("live.withdraw")));
    const accept = () => (isLasting ? table.ask("rematch") : table.ask("offer", { kind }));
    return ask(
      "offer",
      say(`live.offer.${kind}`, { name }),
      button("check", say("online.accept"), accept, { look: "accent" }),
      decline(say("online.decline")),
    );
  });
}

/** @param {Table} table */
function confirmation({ online }) {
  return ask(
    "offer.confirmation",
    say("live.confirm", { move: proposedWords(online) }),
    button("check", say("live.send"), () => online.confirm(), { look: "accent" }),
    button("close", say("web.cancel"), () => online.cancel()),
  );
}

/** @param {Table} table */
function premove({ online }) {
  if (!online.premove) return null;
  return ask(
    "note",
    premoveWords(online),
    button("close", say("web.cancel"), () => online.cancel()),
  );
}

/** @param {Table} table */
function claim(table) {
  return ask(
    "offer",
    say("live.claimable"),
    button("check", say("live.claim win"), () => table.ask("claim"), { look: "accent" }),
    button("draw", say("live.claim draw"), () => table.ask("claim", { kind: "draw" })),
  );
}
