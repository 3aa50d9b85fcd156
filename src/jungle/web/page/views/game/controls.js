// The actions in an online game other than moving: the row of buttons and the menu.

import { mayTakeBack } from "../../allowed.js";
import { confirmed, copyText, openMenu } from "../../dialog.js";
import { button, linkButton } from "../../dom.js";
import { isKid } from "../../kid.js";
import { COLOURS } from "../../online/followed-game.js";
import { tell } from "../../online/pairing.js";
import { routeTo } from "../../routes.js";
import { choose } from "../../settings.js";
import { say } from "../../words.js";
import { download } from "../analyse/exchange.js";
import { movingEntries } from "../analyse/moving.js";
import { openReport } from "../parts/report.js";
import { analysisAddress } from "../play/controls.js";
import { mayPlan } from "./plan.js";

/** @typedef {import("./table.js").OnlineTable} Table */

/** Kinds of players that cannot be blocked or reported. */
const NOBODYS = ["bot", "child", "hidden"];

/** Where a game is analysed; the explorer there offers the games of its players. @param {import("../../online/online-game.js").OnlineGame} online @param {boolean} isReview */
export function analysisOf(online, isReview) {
  const names = COLOURS.map((colour) => online.nameOf(colour));
  const accounts = COLOURS.map((colour) => online.players[colour]).filter(({ kind }) => !NOBODYS.includes(kind ?? ""));
  return analysisAddress(
    online.game,
    isReview,
    online.people,
    names,
    accounts.map(({ name }) => name ?? ""),
  );
}

/** Is there an analysis of games under these rules? @param {Table} table */
export const canAnalyse = ({ online, library }) => Object.hasOwn(library.rules, online.game.rules.name);

/** Offers a rematch. @param {Table} table */
export function rematchButton(table, look = "") {
  const { online } = table;
  if (online.rematch) return linkButton("turn", say("web.play.rematch"), routeTo(["game", online.rematch]), look);
  const isOffered = online.me !== null && online.offers.rematch === online.me;
  const words = say(isOffered ? "live.rematch offered" : "web.play.rematch");
  return button("turn", words, () => table.ask("rematch"), { look, isOff: isOffered });
}

/** Was a game of a tournament aborted? It has no rematch: the tournament pairs both players again. @param {Table} table */
export const isPairedAgain = ({ online: { outcome, tournament } }) => !outcome && Boolean(tournament);

/** The way to a new opponent. @param {Table} table */
export function nextButton({ online: { tournament, classId } }) {
  if (tournament) return linkButton("calendar", say("live.tournament"), routeTo(["tournament", tournament]));
  if (classId) return linkButton("people", say("class.back"), routeTo(["class", classId]), "accent");
  return linkButton("plus", say("live.new opponent"), "#/lobby");
}

/** The way to the next game that waits, for those who play several at once. @param {Table} table */
function nextGameButton({ online, onNext }) {
  const look = online.isMyTurn ? "" : "accent";
  return button("forward", say("live.next game"), onNext, { look });
}

/** @param {Table} table */
async function resign(table) {
  const { online } = table;
  if ((await confirmed(say("web.play.resign?"), say("web.play.resign"))) && !online.isOver) table.ask("resign");
}

/** Children press buttons to see what they do. @param {Table} table */
async function abort(table) {
  const { online } = table;
  const isAsked = isKid() || Boolean(online.classId);
  if (isAsked && !(await confirmed(say("live.abort?"), say("live.abort")))) return;
  if (online.isFresh && !online.isOver) table.ask("abort");
}

/** @param {Table} table */
async function share({ online, title }) {
  const url = `${location.origin}/game/${online.id}`;
  if (navigator.share && matchMedia("(pointer: coarse)").matches)
    await navigator.share({ title, url }).catch(() => undefined);
  else copyText(url, say("live.shared"));
}

/** @param {Table} table */
async function save({ online, server }) {
  try {
    const text = await server.text(`/game/${online.id}`, "application/x-jgn");
    download(`jungle-${online.id}.jgn`, new Blob([text], { type: "application/x-jgn" }));
  } catch (error) {
    tell(error);
  }
}

/** @param {Table} table @param {string} name */
async function block({ server }, name) {
  if (!(await confirmed(say("live.block?", { name }), say("live.block", { name })))) return;
  await server.post(`/account/block/${encodeURIComponent(name)}`).catch(tell);
  server.refresh();
}

/** @param {Table} table */
function openOnlineMenu(table) {
  const { online, server } = table;
  const { me, isOver, clock, opponent } = online;
  const other = opponent && online.players[opponent];
  /** @param {string} kind */
  const offer = (kind) => () => table.ask("offer", { kind });
  /** @param {string} address */
  const go = (address) => () => {
    location.hash = address;
  };
  /** @type {[string, string, () => void, boolean?][]} */
  const entries = [["turn", say("web.play.turn"), () => table.turn()]];
  if (!isKid())
    entries.push(
      ["share", say("web.analyse.share"), () => share(table)],
      ["download", say("live.download"), () => save(table)],
    );
  if (!isKid()) entries.push(...movingEntries(online.game, table.board.isTurned, `jungle-${online.id}`));
  if ((isOver || !me) && canAnalyse(table))
    entries.push(["analyse", say("web.menu.analyse"), go(analysisOf(online, false))]);
  if (me && !isOver) {
    if (!online.isFresh) entries.push(["close", say("live.offer abort"), offer("abort"), Boolean(online.offers.abort)]);
    if (clock.days !== null && !clock.isPaused)
      entries.push(["pause", say("live.offer pause"), offer("pause"), Boolean(online.offers.pause)]);
    const off = clock.days === null ? "correspondence" : "never";
    entries.push([
      "check",
      say(online.isConfirmed ? "live.confirm off" : "live.confirm on"),
      () => choose({ confirm: online.isConfirmed ? off : clock.days === null ? "always" : "correspondence" }),
    ]);
  }
  if (mayPlan(table)) entries.push(["forward", say("live.plan"), () => table.plan()]);
  const others = isKid() || !server.account ? [] : COLOURS.map((colour) => online.players[colour]);
  const people = others.filter(({ kind }) => !NOBODYS.includes(kind ?? ""));
  if (other?.name && people.includes(other) && !server.account?.blocked?.includes(other.name)) {
    const { name } = other;
    entries.push(["trash", say("live.block", { name }), () => block(table, name)]);
  }
  for (const { name } of people)
    if (name && name !== server.account?.name)
      entries.push(["alert", say("online.report name", { name }), () => openReport(server, name, online.id)]);
  entries.push(
    ["rules", say("web.menu.rules"), go("#/rules")],
    ["settings", say("web.menu.settings"), go("#/settings")],
  );
  openMenu(say("web.menu"), entries);
}

/** The buttons for what can be done now. @param {Table} table @returns {HTMLElement[]} */
export function onlineButtons(table) {
  const { online, chat } = table;
  const more = button("menu", say("web.play.more"), () => openOnlineMenu(table));
  const talk = button("chat", say("live.chat"), () => chat.show(), { look: chat.unread ? "unread" : "" });
  if (chat.unread) talk.dataset.count = String(chat.unread);
  const sharing = isKid() ? null : button("share", say("web.analyse.share"), () => share(table));
  if (online.isOver) {
    const review = canAnalyse(table)
      ? linkButton("analyse", say("web.play.review"), analysisOf(online, true))
      : sharing;
    return [
      ...(online.me && online.clock.days !== null ? [nextGameButton(table)] : []),
      ...((online.me && !isPairedAgain(table)) || online.rematch ? [rematchButton(table)] : []),
      online.outcome ? review : null,
      nextButton(table),
      talk,
      more,
    ].filter((each) => each !== null);
  }
  if (!online.me)
    return [button("turn", say("web.play.turn"), () => table.turn()), sharing, talk, more].filter(
      (each) => each !== null,
    );
  return [
    ...(online.isHost || online.clock.days !== null ? [nextGameButton(table)] : []),
    button("undo", say("web.play.undo"), () => table.ask("offer", { kind: "takeback" }), {
      isOff: Boolean(online.offers.takeback) || !online.mayTakeBack || !mayTakeBack(online.classId ?? ""),
    }),
    button("draw", say("live.draw"), () => table.ask("offer", { kind: "draw" }), {
      isOff: Boolean(online.offers.draw) || online.isFresh,
    }),
    online.isFresh
      ? button("close", say("live.abort"), () => abort(table))
      : button("resign", say("web.play.resign"), () => resign(table)),
    talk,
    more,
  ];
}
