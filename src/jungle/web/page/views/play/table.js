// A game being played: board, players, moves, controls. The session decides what is allowed.

import { announce, confirmed, notify, orTold } from "../../dialog.js";
import { h, replaceKeepingFocus } from "../../dom.js";
import { clockText } from "../../game/clock.js";
import { keepGame, keepLive, keptGame } from "../../game/keeping.js";
import { shapeTable } from "../../game/kinds.js";
import { lastSquares, moveWords, outcomeWords } from "../../game/showing.js";
import { keepBeaten, keepUnbeaten } from "../../game/stickers.js";
import { shareGame } from "../../game/tabs.js";
import { onChange } from "../../settings.js";
import { playSound, soundOf } from "../../sounds.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { bindSteps, moveList, stepButtons } from "../parts/moves.js";
import { hintParts, planArrows, reasonArrows, reasonMarks } from "../parts/reasons.js";
import { levelOf, playerName, Strip, tray } from "../parts/strip.js";
import { analysisAddress, otherStrength, rematchAddress, tableButtons } from "./controls.js";
import { endingCard, endingSound, endingWords, pauseCard } from "./ending.js";

/** @typedef {import("../../game/session.js").Session} Session */
/** @typedef {import("../../library.js").Library} Library */

const TICK_MS = 100;
/** The computer waits at least this long, so that its move is noticed. */
const ANSWER_MS = 350;

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

export class Table {
  /** @param {Session} session @param {Library} library @param {string} view its address */
  constructor(session, library, view) {
    this.session = session;
    this.library = library;
    this.view = view;
    /** @type {string | (Node | string)[]} */
    this.notice = "";
    this.isCardShown = true;
    /** Whether this tab lets the computer move. */
    this.isOwner = true;
    /** Was this opponent beaten for the first time? */
    this.isFirst = false;
    /** Did the engine fail to answer? */
    this.hasFailed = false;
    /** @type {{stop: () => void} | null} */
    this.task = null;
    /** @type {import("../../engine/client.js").Hint | null} */
    this.lastHint = null;
    const made = makeBoard({
      onChoose: (origin, target) => this.play(origin, target),
      game: () => session.game,
      person: () => session.person,
      clock: () => clockWords(this),
      onTurn: () => this.turn(),
    });
    this.board = made.board;
    this.closers = [made.close];
    const near = session.person ?? 0;
    const strip = (/** @type {string} */ place, /** @type {number} */ side) =>
      new Strip(place, side, playerName(session, side), Boolean(session.clock), levelOf(session, side));
    this.strips = [strip("above", 1 - near), strip("below", near)];
    this.board.toggleAttribute("turned", near === 1 && session.game.hasDirection);
    this.boards = h("div.boards", {}, this.board, made.typed);
    this.side = h("div.side", {});
    this.told = h("p.notice", { role: "status" });
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
    this.tabs = shareGame(session.id, { onChange: () => this.reload(), onClaim: () => this.yield() });
    const timer = session.clock ? setInterval(() => this.tick(), TICK_MS) : 0;
    this.closers.push(
      () => removeEventListener("focus", focused),
      () => document.removeEventListener("visibilitychange", hidden),
      () => this.tabs?.close(),
      () => clearInterval(timer),
      onChange(() => this.draw()),
      bindSteps(
        this.board,
        () => [session.shown, session.game.moves.length],
        (ply) => this.look(ply),
      ),
    );
    this.library.engine.newGame();
    this.tabs.claim();
    session.runClock();
    this.keep();
    this.proceed();
  }

  close() {
    this.stop();
    this.session.clock?.pause();
    this.keep();
    for (const close of this.closers) close();
    this.session.close();
  }

  stop() {
    this.task?.stop();
    this.task = null;
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
    if (!kept || kept.revision <= session.revision || !session.game.states.length) return;
    this.yield();
    session.update(kept);
    this.draw();
  }

  /** Another tab plays now. */
  yield() {
    this.isOwner = false;
    this.stop();
    this.session.clock?.pause();
  }

  /** This tab plays now. */
  async claim() {
    if (this.isOwner) return;
    this.isOwner = true;
    this.tabs?.claim();
    await this.reload();
    this.isOwner = true;
    this.session.runClock();
    this.proceed();
  }

  tick() {
    this.drawClocks();
    if (this.session.checkClock()) this.changed();
  }

  drawClocks() {
    const { clock } = this.session;
    if (clock) for (const strip of this.strips) strip.tick(clock.remaining(strip.side));
  }

  /** After any change: stores and shows the game, and lets the computer move. @param {string} [words] for what was done */
  changed(words = "") {
    this.keep();
    const { outcome, game } = this.session;
    const spoken = [words, outcome ? endingWords(this.session, outcomeWords(outcome, game)) : ""].filter(Boolean);
    if (spoken.length) announce(spoken.join(". "));
    if (outcome) {
      this.stop();
      this.isCardShown = true;
      this.notice = "";
      this.board.show({ arrows: [], marks: new Map() });
      playSound(endingSound(this.session));
      const { person, setup } = this.session;
      if (person !== null && outcome.winner === person) this.isFirst = keepBeaten(game.kind, setup.level);
      else if (person !== null) keepUnbeaten(game.kind, setup.level);
    }
    this.proceed();
  }

  proceed() {
    this.draw();
    if (this.session.isComputersTurn && this.isOwner && !this.session.isPaused) this.answer();
  }

  async answer() {
    const { session } = this;
    this.stop();
    this.hasFailed = false;
    const task = this.library.engine.choose(session.game, session.setup.level);
    this.task = task;
    const [choice] = await Promise.all([orTold(task.result), new Promise((done) => setTimeout(done, ANSWER_MS))]);
    if (this.task !== task) return;
    this.task = null;
    if (choice && session.isComputersTurn) this.play(choice.move.origin, choice.move.target);
    else if (!choice) {
      this.hasFailed = true;
      this.draw();
    }
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    const { session } = this;
    this.stop();
    const move = session.play(origin, target);
    if (!move) return;
    if (!this.isOwner) this.tabs?.claim();
    this.isOwner = true;
    playSound(soundOf(move, session.game.grid));
    const warning = this.warning();
    this.notice = warning;
    this.board.show({ arrows: [], marks: new Map() });
    this.changed([moveWords(move, session.game.grid), warning].filter(Boolean).join(". "));
  }

  warning() {
    const warning = this.session.warning();
    return warning ? say(`web.draw.${warning.kind}`, { plies: warning.plies }) : "";
  }

  takeBack() {
    this.stop();
    if (!this.session.takeBack()) return;
    this.notice = "";
    this.board.show({ arrows: [], marks: new Map() });
    playSound("back");
    this.changed();
  }

  async hint() {
    const { session, library } = this;
    this.notice = say("desktop.hint.looking");
    this.draw();
    const task = library.engine.hint(session.game, this.lastHint);
    this.task = task;
    const found = await orTold(task.result);
    if (this.task !== task || !found) return;
    this.task = null;
    this.lastHint = found;
    const { move, reason, plan } = found;
    playSound("hint");
    const { spoken, shown } = hintParts(session.game, found, library.score);
    this.notice = shown;
    announce(spoken);
    const marks = reasonMarks(reason);
    const { origin, target } = move;
    const arrows = [...planArrows(plan, move), ...reasonArrows(session.game, reason, move), { origin, target }];
    this.board.show({ arrows, marks });
    this.draw();
  }

  async resign() {
    if (!(await confirmed(say("web.play.resign?"), say("web.play.resign"))) || this.session.outcome) return;
    this.stop();
    this.session.resign();
    this.changed();
  }

  async agreeDraw() {
    if (!(await confirmed(say("web.play.draw?"), say("desktop.menu.draw"))) || this.session.outcome) return;
    this.session.agreeDraw();
    this.changed();
  }

  pause() {
    const isPaused = !this.session.isPaused;
    this.stop();
    this.session.pause(isPaused);
    this.changed();
  }

  turn() {
    this.board.toggleAttribute("turned");
  }

  /** @param {number} ply */
  look(ply) {
    this.session.shown = ply;
    this.board.show({ arrows: [], marks: new Map() });
    this.draw();
  }

  draw() {
    const { session, board } = this;
    const { game, shown, outcome } = session;
    if (!game.states.length) return;
    board.setAttribute("fen", game.fen(shown));
    board.show({
      pieces: game.faces(shown),
      targets: session.mayMove ? game.targets() : new Map(),
      last: lastSquares(game, shown),
    });
    board.classList.toggle("covered", session.isPaused);
    const isThinking = session.isComputersTurn && !session.isPaused && !this.hasFailed;
    const note = isThinking ? say("web.play.thinking") : "";
    for (const strip of this.strips) {
      const isTurn = !outcome && game.side === strip.side;
      strip.draw(game, shown, { isTurn, note: isTurn ? note : "" });
    }
    this.drawClocks();
    this.told.replaceChildren(...[this.notice].flat());
    this.side.replaceChildren(
      ...[tray(game, shown)].filter((each) => each !== null),
      moveList(game, shown, (ply) => this.look(ply)),
      stepButtons(shown, game.moves.length, (ply) => this.look(ply)),
    );
    replaceKeepingFocus(this.controls, tableButtons(this));
    this.boards.querySelector(".card")?.remove();
    if (session.isPaused) this.boards.append(pauseCard(() => this.pause()));
    else if (outcome && this.isCardShown && session.isNow) {
      const hide = () => {
        this.isCardShown = false;
        this.draw();
      };
      const review = analysisAddress(game, true, session.person);
      const links = { review, rematch: rematchAddress(this), other: otherStrength(this), isFirst: this.isFirst };
      this.boards.append(endingCard(session, links, hide));
    }
  }
}
