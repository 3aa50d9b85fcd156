// The actions in a game other than moving: the row of buttons, the menu, and their addresses.

import { mayHint, mayTakeBack } from "../../allowed.js";
import { openMenu } from "../../dialog.js";
import { button, linkButton } from "../../dom.js";
import { moveTexts } from "../../game/moves.js";
import { clockName, FRIEND } from "../../game/setup.js";
import { lossesTo } from "../../game/stickers.js";
import { SIDES } from "../../game/text.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { levelName, playerNames } from "../parts/strip.js";

/** @typedef {import("./table.js").Table} Table */

const [WEAKEST, STRONGEST] = [1, 10];
/** After as many in a row, an easier opponent is offered. */
const LOSSES = 2;

/** The address of a rematch, with sides changed. @param {Table} table @param {string} [level] another one */
export function rematchAddress({ session, view }, level = session.setup.level) {
  const { setup, person, game } = session;
  const side = person === null ? setup.side : setup.side === "blue" ? "red" : "blue";
  const fen = game.fen(0) === game.rules.start ? "" : game.fen(0);
  return routeTo(view, { level, side, rules: setup.rules, clock: clockName(setup.clock), fen });
}

/** A rematch against the next level: stronger after a win, weaker after two losses in a row; null if there is none. @param {Table} table */
export function otherStrength(table) {
  const { outcome, person, setup, game } = table.session;
  if (!outcome || person === null || outcome.winner === null) return null;
  const hasWon = outcome.winner === person;
  if (!hasWon && lossesTo(game.kind, setup.level) < LOSSES) return null;
  const level = Number(setup.level) + (hasWon ? 1 : -1);
  if (!(level >= WEAKEST && level <= STRONGEST)) return null;
  const name = levelName(String(level));
  const words = say(hasWon ? "web.play.stronger" : "web.play.weaker", { name });
  return { words, href: rematchAddress(table, String(level)), level: String(level) };
}

/** The address of the analysis of a game. @param {import("../../game/game.js").Game} game @param {boolean} isReview @param {number[]} people the sides that people here played @param {string[]} players Blue's and Red's name @param {string[]} accounts whose games the explorer offers */
export function analysisAddress(game, isReview = false, people = [], [blue, red] = [], accounts = []) {
  const moves = moveTexts(game).join(",");
  const fen = game.fen(0) === game.rules.start ? "" : game.fen(0);
  return routeTo("analyse", {
    rules: game.rules.name,
    fen,
    moves,
    review: isReview ? 1 : "",
    person: people.map((side) => SIDES[side]).join(","),
    blue,
    red,
    accounts: accounts.join(","),
  });
}

/** @param {Table} table */
function openTableMenu(table) {
  const { session } = table;
  const isOver = Boolean(session.outcome);
  const isFriend = session.setup.level === FRIEND;
  /** @param {string} address */
  const go = (address) => () => {
    location.hash = address;
  };
  openMenu(say("web.menu"), [
    ["turn", say("web.play.turn"), () => table.turn()],
    [
      "pause",
      say(session.isPaused ? "web.play.go on" : "web.play.pause"),
      () => session.pause(!session.isPaused),
      isOver,
    ],
    ["check", say("desktop.menu.draw"), () => table.agreeDraw(), isOver || !isFriend],
    [
      "analyse",
      say("web.menu.analyse"),
      go(analysisAddress(session.game, false, session.people, playerNames(session))),
      !isOver && !isFriend,
    ],
    ["plus", say("web.play.new"), go(routeTo(table.view))],
    ["rules", say("web.menu.rules"), go("#/rules")],
    ["settings", say("web.menu.settings"), go("#/settings")],
  ]);
}

/** The buttons for what can be done now. @param {Table} table */
export function tableButtons(table) {
  const { session } = table;
  const more = button("menu", say("web.play.more"), () => openTableMenu(table));
  if (session.outcome) {
    return [
      linkButton(
        "analyse",
        say("web.play.review"),
        analysisAddress(session.game, true, session.people, playerNames(session)),
      ),
      linkButton("turn", say("web.play.rematch"), rematchAddress(table)),
      linkButton("plus", say("web.play.new"), routeTo(table.view)),
      more,
    ];
  }
  const { isPaused } = session;
  return [
    ...(mayTakeBack()
      ? [button("undo", say("web.play.undo"), () => session.takeBack(), { isOff: !session.takeBackPlies || isPaused })]
      : []),
    ...(session.game.rules.isSearched && mayHint()
      ? [button("hint", say("web.play.show hint"), () => session.hint(), { isOff: !session.mayMove })]
      : []),
    session.clock
      ? button(isPaused ? "play" : "pause", say(isPaused ? "web.play.go on" : "web.play.pause"), () =>
          session.pause(!isPaused),
        )
      : button("turn", say("web.play.turn"), () => table.turn()),
    button("resign", say("web.play.resign"), () => table.resign()),
    more,
  ];
}
