// The table of a game on the server: board, players with clocks, moves, offers, chat. The server decides
// what is allowed; this only draws the game and passes on the user's input.

import { announce } from "../../dialog.js";
import { focusOn, h, replaceKeepingFocus } from "../../dom.js";
import { clockText } from "../../game/clock.js";
import { shapeTable } from "../../game/kinds.js";
import { COLOURS } from "../../online/followed-game.js";
import { openNextGame } from "../../online/next-game.js";
import { tell } from "../../online/pairing.js";
import { routeTo } from "../../routes.js";
import { onChange } from "../../settings.js";
import { playSound } from "../../sounds.js";
import { showTitle } from "../../title.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { bindSteps, moveList, stepButtons } from "../parts/moves.js";
import { tray } from "../parts/strip.js";
import { aboutLine, connectionSign } from "./about.js";
import { firstMoveWords, notes, questions, SOON_MS } from "./asks.js";
import { Chat } from "./chat.js";
import { onlineButtons } from "./controls.js";
import { onlineCard } from "./ending.js";
import { loadLines, PlanPanel } from "./plan.js";
import { Seat } from "./seat.js";

/** @typedef {import("../../online/online-game.js").OnlineGame} OnlineGame */
/** @typedef {import("../../online/live.js").Frame} Frame */

const TICK_MS = 100;
const LOW_MS = 20_000;
/** Games that begin with little time have no warning. */
const WARNED_LIMIT_S = 60;

export class OnlineTable {
  /**
   * @param {OnlineGame} online @param {import("../../library.js").Library} library @param {import("../../online/server.js").Server} server
   * @param {{onNext?: () => unknown}} [how] what leads to the next game of somebody who plays several
   */
  constructor(online, library, server, { onNext = () => openNextGame(server) } = {}) {
    this.onNext = onNext;
    this.online = online;
    this.library = library;
    this.server = server;
    this.isCardShown = true;
    this.isTurned = false;
    this.hasWarned = false;
    this.hasWarnedOfFirst = false;
    this.seated = "";
    /** @type {PlanPanel | null} while conditional moves are entered */
    this.planning = null;
    /** How many lines are planned. */
    this.planned = 0;
    const made = makeBoard(online, { clock: () => this.clockWords(), onTurn: () => this.turn() });
    this.board = made.board;
    this.closers = [made.close];
    this.chat = new Chat(online, server);
    /** @type {Seat[]} */
    this.seats = [];
    this.above = h("div.above", {});
    this.below = h("div.below", {});
    this.played = [this.board, ...(made.typed ? [made.typed] : [])];
    this.boards = h("div.boards", {}, ...this.played);
    this.about = h("div.about", {});
    this.connection = connectionSign();
    this.record = h("div.record", {});
    this.side = h("div.side", {}, this.about, this.record, this.chat.element);
    this.notes = h("div.notes", {});
    this.asks = h("div.asks", { role: "status" });
    this.waiting = h("div.waiting", {}, this.notes, this.asks);
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h(
      "div.table.game.online",
      {},
      h("h1.spoken", {}, this.title),
      this.above,
      this.boards,
      this.below,
      this.waiting,
      this.side,
      this.controls,
    );
    shapeTable(this.element, online.game.grid);
  }

  get title() {
    return COLOURS.map((colour) => this.online.nameOf(colour)).join(" – ");
  }

  /** Both clocks in words. */
  clockWords() {
    const { online } = this;
    const { clock } = online;
    /** @param {"blue" | "red"} colour */
    const words = (colour) =>
      say("web.ask.clock", { name: online.nameOf(colour), time: clockText(clock.remaining(colour)) });
    return clock.isLive ? COLOURS.map(words).join(" ") : "";
  }

  start() {
    const { online } = this;
    const timer = setInterval(() => this.tick(), TICK_MS);
    /** @param {KeyboardEvent} event */
    const cancel = (event) => {
      if (event.key === "Escape" && (online.premove || online.proposed)) online.cancel();
    };
    this.element.addEventListener("keydown", cancel);
    this.closers.push(
      () => clearInterval(timer),
      onChange(() => this.draw()),
      this.server.onAccount(() => online.emit("account")),
      bindSteps(
        this.board,
        () => [online.shown, online.game.moves.length],
        (ply) => online.look(ply),
      ),
    );
    online.onChange((event) => this.happened(event));
    online.open();
    this.draw();
    this.countLines();
  }

  close() {
    this.planning?.close();
    for (const close of this.closers) close();
    this.online.close();
  }

  /** @param {import("../../game/board-model.js").BoardEvent<Frame>} event */
  happened({ what, frame }) {
    const { online } = this;
    if (["move", "takeback", "end"].includes(what)) {
      this.planning?.overtaken();
      this.countLines();
    }
    if (what === "propose" && this.boards.contains(document.activeElement))
      queueMicrotask(() => this.focusConfirmation());
    if (["cancel", "mine"].includes(what) && this.asks.contains(document.activeElement)) this.board.focusCursor();
    if (what === "end") this.isCardShown = true;
    else if (what === "rematch" && online.me) {
      location.hash = routeTo(["game", frame?.id]);
      return;
    } else if (what === "chat" || what === "phrase") this.chat.heard();
    this.draw();
  }

  /** Sends a request to the server, and shows its refusal. @param {string} type @param {Record<string, string>} [rest] */
  async ask(type, rest) {
    try {
      await this.online.ask(type, rest);
    } catch (error) {
      tell(error);
    }
  }

  /** Asks the server how many lines of conditional moves there are. */
  async countLines() {
    const { online } = this;
    if (!online.me || online.clock.days === null) return;
    try {
      this.planned = online.isOver ? 0 : (await loadLines(this)).length;
    } catch {
      return; // It says so elsewhere that the server cannot be reached.
    }
    if (!online.isClosed) this.drawAsks();
  }

  /** Lets the player enter conditional moves. */
  async plan() {
    try {
      const lines = await loadLines(this);
      if (this.online.isClosed || this.planning) return;
      this.planning = new PlanPanel(this, lines, () => this.endPlanning());
    } catch (error) {
      tell(error);
      return;
    }
    const { made, element } = this.planning;
    this.boards.replaceChildren(made.board, ...(made.typed ? [made.typed] : []));
    this.waiting.prepend(element);
    this.draw();
    made.board.focusCursor();
  }

  endPlanning() {
    const { planning } = this;
    this.planning = null;
    planning?.close();
    planning?.element.remove();
    this.boards.replaceChildren(...this.played);
    this.draw();
    this.countLines();
    this.board.focusCursor();
  }

  /** Enter sends the move and Escape takes it back. */
  focusConfirmation() {
    focusOn(this.asks, ".confirmation .accent");
  }

  turn() {
    this.isTurned = !this.isTurned;
    this.draw();
  }

  hideCard() {
    this.isCardShown = false;
    this.draw();
  }

  tick() {
    const { online } = this;
    for (const seat of this.seats) seat.tick();
    if (this.drawnWait !== this.wait) this.drawAsks();
    this.warnOfFirstMove();
    const { me, clock } = online;
    if (!me || this.hasWarned || clock.running !== me || (clock.limit ?? 0) < WARNED_LIMIT_S) return;
    if (clock.remaining(me) > LOW_MS) return;
    this.hasWarned = true;
    playSound("trap");
    announce(say("live.low"));
  }

  /** Says once that the user's first move is due, in time to make it. */
  warnOfFirstMove() {
    const { online } = this;
    const wait = online.firstMoveWait;
    if (wait === null || wait > SOON_MS || !online.isMyTurn || this.hasWarnedOfFirst) return;
    this.hasWarnedOfFirst = true;
    playSound("trap");
    announce(firstMoveWords(online, wait));
  }

  /** The seconds that are counted down in words. */
  get wait() {
    const wait = this.online.claimWait ?? this.online.firstMoveWait;
    return wait === null ? null : Math.ceil(wait / 1000);
  }

  draw() {
    const { online } = this;
    const { game, shown } = online;
    if (online.isClosed) return;
    this.drawSeats();
    this.about.replaceChildren(...aboutLine(online));
    this.record.replaceChildren(
      ...[tray(game, shown)].filter((each) => each !== null),
      moveList(game, shown, (ply) => online.look(ply)),
      stepButtons(shown, game.moves.length, (ply) => online.look(ply)),
    );
    this.chat.draw();
    this.drawAsks();
    this.drawControls();
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
      const ask = (/** @type {string} */ type) => this.ask(type);
      this.seats = [new Seat("above", online, 1 - near, ask), new Seat("below", online, near, ask)];
      this.above.replaceChildren(this.seats[0].element);
      this.below.replaceChildren(this.seats[1].element);
    }
    this.seats[1].strip.element.insertBefore(this.connection.element, this.seats[1].strip.clock);
    this.connection.draw(online.live);
    this.board.toggleAttribute("turned", near === 1 && online.game.hasDirection);
    for (const seat of this.seats) seat.draw();
  }

  drawControls() {
    replaceKeepingFocus(this.controls, this.planning?.buttons() ?? onlineButtons(this));
  }

  drawAsks() {
    this.drawnWait = this.wait;
    replaceKeepingFocus(this.notes, notes(this));
    replaceKeepingFocus(this.asks, questions(this));
  }
}
