// The table of a game on the server: board, players with clocks, moves, offers, chat. The server decides
// what is allowed; this only draws the game and passes on the user's input.

import { announce, notify } from "../../dialog.js";
import { h, replaceKeepingFocus } from "../../dom.js";
import { clockText } from "../../game/clock.js";
import { shapeTable } from "../../game/kinds.js";
import { lastSquares, moveWords, outcomeWords } from "../../game/showing.js";
import { COLOURS } from "../../online/followed-game.js";
import { shownName } from "../../online/names.js";
import { tell } from "../../online/pairing.js";
import { refusalWords } from "../../online/refusals.js";
import { routeTo } from "../../routes.js";
import { onChange, settings } from "../../settings.js";
import { playSound, soundOf } from "../../sounds.js";
import { showTitle } from "../../title.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { bindSteps, moveList, stepButtons } from "../parts/moves.js";
import { tray } from "../parts/strip.js";
import { endingSound, endingWords } from "../play/ending.js";
import { aboutLine, connectionSign } from "./about.js";
import { notes, questions } from "./asks.js";
import { Chat } from "./chat.js";
import { onlineButtons } from "./controls.js";
import { onlineCard } from "./ending.js";
import { Seat } from "./seat.js";

/** @typedef {import("../../online/online-game.js").OnlineGame} OnlineGame */
/** @typedef {import("../../online/live.js").Frame} Frame */

const TICK_MS = 100;
const LOW_MS = 20_000;
/** Games that begin with little time have no warning. */
const WARNED_LIMIT_S = 60;

export class OnlineTable {
  /** @param {OnlineGame} online @param {import("../../library.js").Library} library @param {import("../../online/server.js").Server} server */
  constructor(online, library, server) {
    this.online = online;
    this.library = library;
    this.server = server;
    this.isCardShown = true;
    this.isTurned = false;
    this.hasWarned = false;
    this.seated = "";
    const made = makeBoard({
      onChoose: (origin, target) => this.choose(origin, target),
      game: () => online.game,
      person: () => online.person,
      clock: () => this.clockWords(),
      onTurn: () => this.turn(),
    });
    this.board = made.board;
    this.closers = [made.close];
    this.chat = new Chat(online, server);
    /** @type {Seat[]} */
    this.seats = [];
    this.above = h("div.above", {});
    this.below = h("div.below", {});
    this.boards = h("div.boards", {}, this.board, made.typed);
    this.about = h("div.about", {});
    this.connection = connectionSign();
    this.record = h("div.record", {});
    this.side = h("div.side", {}, this.about, this.record, this.chat.element);
    this.notes = h("div.notes", {});
    this.asks = h("div.asks", { role: "status" });
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h(
      "div.table.game.online",
      {},
      h("h1.spoken", {}, this.title),
      this.above,
      this.boards,
      this.below,
      h("div.waiting", {}, this.notes, this.asks),
      this.side,
      this.controls,
    );
    shapeTable(this.element, online.game.grid);
  }

  get title() {
    return COLOURS.map((colour) => this.nameOf(colour)).join(" – ");
  }

  /** @param {"blue" | "red"} colour */
  nameOf(colour) {
    const { name, kind } = this.online.players[colour];
    return name ? shownName(name, kind) : "?";
  }

  get opponentName() {
    const { opponent, players } = this.online;
    return opponent && players[opponent].name ? this.nameOf(opponent) : say("live.opponent");
  }

  /** Both clocks in words. */
  clockWords() {
    const { clock } = this.online;
    const words = (/** @type {"blue" | "red"} */ colour) =>
      say("web.ask.clock", { name: this.nameOf(colour), time: clockText(clock.remaining(colour)) });
    return clock.isLive ? COLOURS.map(words).join(" ") : "";
  }

  start() {
    const { online } = this;
    const timer = setInterval(() => this.tick(), TICK_MS);
    const cancel = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && (online.premove || online.proposed)) online.cancel();
    };
    this.element.addEventListener("keydown", cancel);
    this.closers.push(
      () => clearInterval(timer),
      onChange(() => this.draw()),
      this.server.onAccount(() => this.draw()),
      bindSteps(
        this.board,
        () => [online.shown, online.game.moves.length],
        (ply) => this.look(ply),
      ),
    );
    online.onChange((what, frame) => this.happened(what, frame));
    online.open();
    this.draw();
  }

  close() {
    for (const close of this.closers) close();
    this.online.close();
  }

  /** @param {string} what @param {Frame} frame */
  happened(what, frame) {
    const { online } = this;
    if (what === "move") this.moved(frame);
    else if (what === "mine") this.sound(online.confirmed);
    else if (what === "connection" && online.live.state !== "connecting") announce(say(`live.${online.live.state}`));
    else if (what === "takeback") playSound("back");
    else if (what === "end") {
      this.isCardShown = true;
      playSound(endingSound(online));
      const { outcome, game } = online;
      announce(outcome ? endingWords(online, outcomeWords(outcome, game)) : say("live.aborted"));
    } else if (what === "refused") {
      playSound("refuse");
      notify(frame.message);
    } else if (what === "offer" && frame.by === online.opponent) playSound("hint");
    else if (what === "decline" && frame.by === online.opponent && frame.offered === online.me)
      notify(say("live.declined", { name: this.opponentName }));
    else if (what === "rematch" && online.me) {
      location.hash = routeTo(["game", frame.id]);
      return;
    } else if (what === "chat" || what === "phrase") this.chat.heard();
    else if (what === "error") notify(refusalWords(frame.error.code, frame.error.message));
    this.draw();
  }

  /** @param {Frame} frame */
  moved({ ply }) {
    const { online } = this;
    const move = online.game.moves[ply];
    if (!move) return;
    const isMine = online.person !== null && ((online.game.first ?? 0) + ply) % 2 === online.person;
    if (!isMine || move.origin === move.target) this.sound(ply);
    announce(
      [moveWords(move, online.game.grid), online.isMyTurn ? say("online.your turn") : ""].filter(Boolean).join(". "),
    );
  }

  /** @param {number} ply */
  sound(ply) {
    const move = this.online.game.moves[ply];
    if (move) playSound(soundOf(move, this.online.game.grid));
  }

  /** @param {number} origin @param {number} target */
  choose(origin, target) {
    const { online } = this;
    online.play(origin, target, !(settings.confirm && online.clock.days !== null));
  }

  /** Sends a request to the server, and shows its refusal. @param {string} type @param {Record<string, string>} [rest] */
  async ask(type, rest) {
    try {
      await this.online.ask(type, rest);
    } catch (error) {
      tell(error);
    }
  }

  turn() {
    this.isTurned = !this.isTurned;
    this.draw();
  }

  /** @param {number} ply */
  look(ply) {
    this.online.shown = ply;
    this.draw();
  }

  hideCard() {
    this.isCardShown = false;
    this.draw();
  }

  tick() {
    const { online } = this;
    for (const seat of this.seats) seat.tick();
    const wait = online.claimWait;
    if (wait !== null && this.drawnWait !== Math.ceil(wait / 1000)) this.drawAsks();
    const { me, clock } = online;
    if (!me || this.hasWarned || clock.running !== me || clock.limit < WARNED_LIMIT_S) return;
    if (clock.remaining(me) > LOW_MS) return;
    this.hasWarned = true;
    playSound("trap");
    announce(say("live.low"));
  }

  draw() {
    const { online, board } = this;
    const { game, shown } = online;
    if (!game.states.length) return;
    this.drawSeats();
    board.setAttribute("fen", game.fen(shown));
    const waiting = online.unsent && !online.unsent.move.slice(2) ? game.grid.square(online.unsent.move) : undefined;
    const circled = online.proposed?.origin === online.proposed?.target ? online.proposed : null;
    board.show({
      pieces: game.faces(shown),
      targets: online.targets(),
      last: lastSquares(game, shown),
      marks: new Map(waiting === undefined ? [] : [[waiting, "note"]]),
      arrows: [online.premove, circled].filter((each) => each !== null).map((each) => ({ ...each, kind: "idea" })),
    });
    this.about.replaceChildren(...aboutLine(online));
    this.record.replaceChildren(
      ...[tray(game, shown)].filter((each) => each !== null),
      moveList(game, shown, (ply) => this.look(ply)),
      stepButtons(shown, game.moves.length, (ply) => this.look(ply)),
    );
    this.chat.draw();
    this.drawAsks();
    replaceKeepingFocus(this.controls, onlineButtons(this));
    this.boards.querySelector(".card")?.remove();
    if (online.isOver && this.isCardShown && online.isNow) this.boards.append(onlineCard(this));
    const turn = online.isMyTurn && !online.unsent ? say("online.your turn") : "";
    showTitle([turn, this.title, say("desktop.title")].filter(Boolean).join(" · "));
  }

  /** Puts the user at the bottom. The first flip may change the players' colours, the end their ratings. */
  drawSeats() {
    const { online } = this;
    const { players } = online;
    const near = (online.person ?? 0) ^ Number(this.isTurned);
    const key = JSON.stringify([near, ...COLOURS.map((colour) => [players[colour].name, players[colour].rating])]);
    if (key !== this.seated) {
      this.seated = key;
      this.seats = [new Seat("above", online, 1 - near), new Seat("below", online, near)];
      this.above.replaceChildren(this.seats[0].element);
      this.below.replaceChildren(this.seats[1].element);
    }
    this.seats[1].strip.element.insertBefore(this.connection.element, this.seats[1].strip.clock);
    this.connection.draw(online.live);
    this.board.toggleAttribute("turned", near === 1 && online.game.hasDirection);
    for (const seat of this.seats) seat.draw();
  }

  drawAsks() {
    const wait = this.online.claimWait;
    this.drawnWait = wait === null ? null : Math.ceil(wait / 1000);
    replaceKeepingFocus(this.notes, notes(this));
    replaceKeepingFocus(this.asks, questions(this));
  }
}
