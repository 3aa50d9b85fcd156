// A game being played: board, players, moves, controls. The session decides everything.

import { confirmed, notify } from "../../dialog.js";
import { button, h, replaceKeepingFocus } from "../../dom.js";
import { clockText } from "../../game/clock.js";
import { keepGame, keepLive, keptGame } from "../../game/keeping.js";
import { shapeTable } from "../../game/kinds.js";
import { premoveWords } from "../../game/showing.js";
import { shareGame } from "../../game/tabs.js";
import { onChange } from "../../settings.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { bindSteps, moveList, stepButtons } from "../parts/moves.js";
import { moveLabel } from "../parts/notation.js";
import { levelOf, playerName, playerNames, Strip, tray } from "../parts/strip.js";
import { analysisAddress, otherStrength, rematchAddress, tableButtons } from "./controls.js";
import { endingCard, pauseCard } from "./ending.js";

/** @typedef {import("../../game/session.js").Session} Session */
/** @typedef {import("../../library.js").Library} Library */

const TICK_MS = 100;
/** Both clocks in words. @param {Table} table */
const clockWords = ({ session: { clock }, strips }) =>
  clock
    ? strips
        .toReversed()
        .map(({ side, name }) =>
          say("web.ask.clock", { name: name.textContent, time: clockText(clock.remaining(side)) }),
        )
        .join(" ")
    : "";

/** Events after which nothing needs to be stored. */
const PASSING = ["look", "thinking", "hint", "failed", "update", "premove", "cancel"];

export class Table {
  /** @param {Session} session @param {Library} library @param {string} view its address */
  constructor(session, library, view) {
    this.session = session;
    this.library = library;
    this.view = view;
    this.isCardShown = true;
    const made = makeBoard(session, {
      clock: () => clockWords(this),
      onTurn: () => this.turn(),
      onHint: () => session.mayMove && session.game.rules.isSearched && session.hint(),
    });
    this.board = made.board;
    this.closers = [made.close];
    const near = session.person ?? 0;
    /** @param {string} place @param {number} side */
    const strip = (place, side) =>
      new Strip(place, side, playerName(session, side), Boolean(session.clock), levelOf(session, side));
    this.strips = [strip("above", 1 - near), strip("below", near)];
    this.board.toggleAttribute("turned", near === 1 && session.game.hasDirection);
    this.boards = h("div.boards", {}, this.board, made.typed);
    this.side = h("div.side", {});
    this.told = h("p.notice", {});
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    const [above, below] = this.strips.map((strip) => strip.element);
    const title = h("h1.spoken", {}, say(`web.menu.${view}`));
    this.element = h("div.table.game", {}, title, above, this.boards, below, this.told, this.side, this.controls);
    shapeTable(this.element, session.game.grid);
  }

  start() {
    const { session } = this;
    const focused = () => this.claim();
    const hidden = () => document.hidden && this.keep();
    addEventListener("focus", focused);
    document.addEventListener("visibilitychange", hidden);
    this.tabs = shareGame(session.id, { onChange: () => this.reload(), onClaim: () => session.yield() });
    const timer = session.clock ? setInterval(() => this.tick(), TICK_MS) : 0;
    /** @param {KeyboardEvent} event */
    const cancel = (event) => event.key === "Escape" && session.cancel();
    this.element.addEventListener("keydown", cancel);
    this.closers.push(
      () => removeEventListener("focus", focused),
      () => document.removeEventListener("visibilitychange", hidden),
      () => this.tabs?.close(),
      () => clearInterval(timer),
      onChange(() => this.draw()),
      session.onChange((event) => this.happened(event)),
      bindSteps(
        this.board,
        () => [session.shown, session.game.moves.length],
        (ply) => session.look(ply),
      ),
    );
    this.tabs.claim();
    this.keep();
    session.start();
    this.draw();
  }

  close() {
    this.session.clock?.pause();
    this.keep();
    for (const close of this.closers) close();
    this.session.close();
  }

  /** @param {import("../../game/board-model.js").BoardEvent} event */
  happened({ what }) {
    if (what === "claim") this.tabs?.claim();
    else if (!PASSING.includes(what)) this.keep();
    if (what === "end") this.isCardShown = true;
    this.draw();
  }

  async keep() {
    const { session } = this;
    if (!session.game.moves.length && !session.outcome && !session.revision) {
      keepLive(session.kept());
      return;
    }
    const isKept = await keepGame(session.kept());
    this.tabs?.changed(session.revision);
    if (!isKept && !this.hasWarned) {
      this.hasWarned = true;
      notify(say("web.play.unkept"));
    }
  }

  /** Another tab has continued this game: show its state. */
  async reload() {
    const { session } = this;
    const kept = await keptGame(session.id);
    if (!kept || kept.revision <= session.revision || session.isClosed) return;
    session.yield();
    session.update(kept);
  }

  /** This tab plays now. */
  async claim() {
    if (this.session.isOwner) return;
    this.session.isOwner = true;
    this.tabs?.claim();
    await this.reload();
    this.session.claim();
  }

  tick() {
    this.drawClocks();
    this.session.checkClock();
  }

  drawClocks() {
    const { clock } = this.session;
    if (clock) for (const strip of this.strips) strip.tick(clock.remaining(strip.side));
  }

  async resign() {
    if (await confirmed(say("web.play.resign?"), say("web.play.resign"))) this.session.resign();
  }

  async agreeDraw() {
    if (await confirmed(say("web.play.draw?"), say("desktop.menu.draw"))) this.session.agreeDraw();
  }

  turn() {
    this.board.toggleAttribute("turned");
  }

  draw() {
    const { session, board } = this;
    const { game, shown, outcome, notice } = session;
    if (session.isClosed) return;
    board.classList.toggle("covered", session.isPaused);
    const note = session.isThinking ? say("web.play.thinking") : "";
    for (const strip of this.strips) {
      const isTurn = !outcome && game.side === strip.side;
      strip.draw(game, shown, { isTurn, note: isTurn ? note : "" });
    }
    this.drawClocks();
    const hinted = notice?.move ? [h("strong", {}, moveLabel(notice.move, game, game.side)), " "] : [];
    if (session.premove) {
      const cancel = button("close", say("web.cancel"), () => session.cancel(), { isSmall: true });
      replaceKeepingFocus(this.told, [h("span", {}, premoveWords(session)), cancel]);
    } else this.told.replaceChildren(...hinted, notice?.words ?? "");
    this.side.replaceChildren(
      ...[tray(game, shown)].filter((each) => each !== null),
      moveList(game, shown, (ply) => session.look(ply)),
      stepButtons(shown, game.moves.length, (ply) => session.look(ply)),
    );
    replaceKeepingFocus(this.controls, tableButtons(this));
    this.boards.querySelector(".card")?.remove();
    if (session.isPaused) this.boards.append(pauseCard(() => session.pause(false)));
    else if (outcome && this.isCardShown && session.isNow) {
      const hide = () => {
        this.isCardShown = false;
        this.draw();
      };
      const review = analysisAddress(game, true, session.people, playerNames(session));
      const links = { review, rematch: rematchAddress(this), other: otherStrength(this) };
      this.boards.append(endingCard(session, links, hide));
    }
  }
}
