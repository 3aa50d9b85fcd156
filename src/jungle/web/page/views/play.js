// A game against the computer, or of two people at one screen.

import "../board/board.js";
import { announce } from "../app.js";
import { choices, h } from "../dom.js";
import { uci } from "../game/game.js";
import { forgetGame, keepGame, keptGame } from "../game/keeping.js";
import {
  lastSquares,
  moveText,
  moveWords,
  outcomeWords,
  piecesAt,
  sideName,
  squareWords,
  targetsOf,
} from "../game/showing.js";
import { newGame } from "../library.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { moveList } from "./moves.js";

/** @typedef {{level: string, side: string, rules: string}} Setup level "friend" is a person */
/** @typedef {import("../game/game.js").Game} Game */

const FRIEND = "friend";

/** What was asked for in the address, completed; null when it asks for nothing. @param {URLSearchParams} query */
export function readSetup(query) {
  if (![...query.keys()].length) return null;
  const level = query.get("level") ?? FRIEND;
  return {
    level: ["easy", "medium", "hard", "impossible", FRIEND].includes(level) ? level : "medium",
    side: query.get("side") === "red" ? "red" : "blue",
    rules: query.get("rules") ?? "standard",
    fen: query.get("fen") ?? undefined,
  };
}

class PlayView {
  /** @param {URLSearchParams} query @param {import("../library.js").Library} library */
  constructor(query, library) {
    this.library = library;
    this.element = h("div.table", {});
    this.board = h("jungle-board", {});
    this.board.nameSquare = squareWords;
    this.board.setAttribute("label", say("web.board"));
    this.board.setAttribute("theme", settings.theme);
    this.board.setAttribute("pieces", settings.pieces);
    this.board.setAttribute("coordinates", settings.coordinates ? "yes" : "no");
    this.panel = h("div.panel", {});
    this.element.append(h("div.boards", {}, this.board), this.panel);
    /** @type {Game} */
    this.game = newGame(library);
    /** @type {Setup} */
    this.setup = { level: "medium", side: "blue", rules: "standard" };
    this.shown = 0;
    this.message = "";
    /** @type {{stop: () => void} | null} */
    this.search = null;
    this.board.addEventListener("choose", (/** @type {CustomEvent} */ event) =>
      this.play(event.detail.origin, event.detail.target),
    );
    const asked = readSetup(query);
    if (asked) this.begin(asked);
    else this.offer();
  }

  close() {
    this.search?.stop();
    this.search = null;
    this.game.free();
  }

  /** The questions before a game. */
  async offer() {
    this.board.show({ pieces: piecesAt(this.game, 0), targets: new Map(), last: [] });
    const wanted = { ...this.setup };
    const named = (/** @type {string[]} */ names, /** @type {(name: string) => string} */ name) =>
      names.map((each) => /** @type {[string, string]} */ ([each, name(each)]));
    const levels = named(["easy", "medium", "hard", "impossible"], (each) => say(`level.${each}`));
    const kept = await keptGame();
    this.panel.replaceChildren(
      h("h1", {}, say("web.menu.play")),
      kept ? h("button", { onclick: () => this.resume(kept) }, say("desktop.continue")) : "",
      choices(
        say("web.play.against"),
        [...levels, [FRIEND, say("web.play.friend")]],
        wanted.level,
        (value) => (wanted.level = value),
      ),
      choices(
        say("web.play.side"),
        named(["blue", "red"], (each) => say(`side.${each}`)),
        wanted.side,
        (value) => (wanted.side = value),
      ),
      choices(
        say("web.play.rules"),
        named(Object.keys(this.library.rules), (each) => each),
        wanted.rules,
        (value) => (wanted.rules = value),
      ),
      h("button.accent", { onclick: () => this.begin(wanted) }, say("web.play.start")),
    );
  }

  /** @param {Setup & {fen?: string}} setup */
  begin(setup) {
    this.search?.stop();
    this.library.engine.newGame();
    try {
      const game = newGame(this.library, setup.rules, setup.fen);
      this.game.free();
      this.game = game;
      this.message = "";
    } catch (error) {
      this.message = String(/** @type {Error} */ (error).message);
    }
    this.setup = { level: setup.level, side: setup.side, rules: this.game.rules.name };
    this.board.toggleAttribute("turned", setup.side === "red");
    this.goOn();
  }

  /** @param {import("../game/keeping.js").Kept} kept */
  resume(kept) {
    this.begin({ ...kept.setup, fen: kept.start });
    this.search?.stop();
    for (const move of kept.moves) this.game.playText(move);
    this.goOn();
  }

  /** Does the computer move now? */
  get isComputersTurn() {
    return this.setup.level !== FRIEND && this.game.side !== (this.setup.side === "blue" ? 0 : 1);
  }

  goOn() {
    this.shown = this.game.moves.length;
    const outcome = this.game.outcome();
    if (outcome) {
      this.message = outcomeWords(outcome);
      announce(this.message);
      forgetGame();
    } else if (this.game.moves.length) keepGame(this.game, this.setup);
    this.draw();
    if (!outcome && this.isComputersTurn) this.answer();
  }

  async answer() {
    const { game } = this;
    const choosing = this.library.engine.choose(game, this.setup.level);
    this.search = choosing;
    const choice = await choosing.result;
    if (this.search !== choosing || !choice) return;
    this.search = null;
    this.play(choice.move.origin, choice.move.target);
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    const move = this.game.play(origin, target);
    if (!move) return;
    this.message = "";
    announce(moveWords(move));
    this.board.show({ arrows: [] });
    this.goOn();
  }

  undo() {
    this.search?.stop();
    this.search = null;
    this.game.undo();
    if (this.isComputersTurn) this.game.undo();
    this.message = "";
    this.goOn();
  }

  async hint() {
    const search = this.library.engine.start(this.game, { hardTime: 800, lines: 1 });
    this.search = search;
    const [line] = await search.result;
    if (this.search !== search || !line) return;
    this.search = null;
    const [code] = line.moves;
    const [origin, target] = [code & 63, code >> 6];
    const move = this.game.legalMoves().find((each) => each.origin === origin && each.target === target);
    if (!move) return;
    this.message = say("web.play.hint", { move: moveText(move, this.game), words: moveWords(move) });
    announce(this.message);
    this.board.show({ arrows: [{ origin, target }] });
    this.draw();
  }

  /** @param {number} ply */
  look(ply) {
    this.shown = ply;
    this.draw();
  }

  draw() {
    const { game, shown } = this;
    const outcome = game.outcome();
    const isNow = shown === game.moves.length;
    const mayMove = isNow && !outcome && !this.isComputersTurn;
    this.board.setAttribute("fen", game.fen(shown));
    this.board.show({
      pieces: piecesAt(game, shown),
      targets: mayMove ? targetsOf(game.legalMoves()) : new Map(),
      last: lastSquares(game, shown),
    });
    const side = (/** @type {number} */ each) => {
      const person = this.setup.level === FRIEND || (this.setup.side === "blue") === (each === 0);
      const who = person ? "" : ` (${say(`level.${this.setup.level}`)})`;
      return h(
        `span.${each ? "red" : "blue"}${!outcome && game.side === each ? ".turn" : ""}`,
        {},
        sideName(each) + who,
      );
    };
    const thinking = this.isComputersTurn && !outcome ? say("web.play.thinking") : "";
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, isOff = false) =>
      h("button", { type: "button", onclick: act, disabled: isOff }, say(key));
    this.panel.replaceChildren(
      h("div.players", {}, side(0), side(1)),
      moveList(game, shown, (ply) => this.look(ply)),
      h("p.message", { role: "status" }, this.message || thinking),
      h(
        "div.buttons",
        {},
        button("web.play.undo", () => this.undo(), !game.moves.length && !game.declared),
        button("web.play.show hint", () => this.hint(), !mayMove),
        button("web.play.turn", () => this.board.toggleAttribute("turned")),
        button("web.play.resign", () => this.resign(), Boolean(outcome)),
        button("web.play.new", () => this.offer()),
        outcome ? h("a.button", { href: this.analysis() }, say("web.menu.analyse")) : "",
      ),
    );
  }

  analysis() {
    const moves = this.game.moves.map((move) => uci(move, this.game.grid));
    return `#/analyse?rules=${this.game.rules.name}&fen=${encodeURIComponent(this.game.fen(0))}&moves=${moves.join(",")}`;
  }

  resign() {
    if (!confirm(say("web.play.resign?"))) return;
    this.search?.stop();
    this.search = null;
    const person = this.setup.level === FRIEND ? (this.game.side ?? 0) : this.setup.side === "blue" ? 0 : 1;
    this.game.resign(person);
    this.goOn();
  }
}

/** @param {URLSearchParams} query @param {import("../library.js").Library} library */
export function open(query, library) {
  const view = new PlayView(query, library);
  return { element: view.element, close: () => view.close() };
}
