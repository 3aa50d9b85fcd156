// The teacher's board: a position or a game that every pupil sees, with arrows, and the question "find the move".

import { announce, notify } from "../../dialog.js";
import { button, choices, h, linkButton, replaceKeepingFocus, toggle } from "../../dom.js";
import { lineMoves } from "../../engine/client.js";
import { faultWords } from "../../game/faults.js";
import { uci } from "../../game/game.js";
import { shapeTable } from "../../game/kinds.js";
import { loadPuzzles } from "../../game/puzzles.js";
import { lastSquares, moveWords, sideName } from "../../game/showing.js";
import { newGame, rulesOfText } from "../../library.js";
import { tallyOf } from "../../online/classroom.js";
import { tell } from "../../online/pairing.js";
import { arrowsOf, COLOURS, drawingsOf, gameOf, moveArrow, moveTextOf } from "../../online/shown-board.js";
import { routeTo, showAddress } from "../../routes.js";
import { onChange } from "../../settings.js";
import { playSound, soundOf } from "../../sounds.js";
import { say } from "../../words.js";
import { askForText } from "../analyse/exchange.js";
import { makeBoard } from "../parts/board.js";
import { bindSteps, moveList, stepButtons } from "../parts/moves.js";
import { moveLabel } from "../parts/notation.js";
import { redraw } from "../parts/people.js";
import { labelledName, pupilName } from "./pupils.js";

/** @typedef {import("../class.js").Given} Given */
/** @typedef {import("../../online/classroom.js").ClassBoard} ClassBoard */
/** @typedef {import("../../online/classroom.js").Answer} Answer */

/** Several changes in a moment are sent as one. */
const SOON_MS = 200;
/** How long the engine looks for the right move, in milliseconds. */
const SEARCH = { hardTime: 1500 };

export class BoardDesk {
  /** @type {any} */
  #timer = null;
  /** @type {Promise<unknown>} */
  #sending = Promise.resolve();
  /** @param {Given} given */
  constructor({ query, library, followed }) {
    this.library = library;
    this.followed = followed;
    const { board } = followed.shown;
    /** Do the pupils see it? */
    this.isShown = Boolean(board);
    this.isAsking = Boolean(board?.ask);
    /** @type {string[]} moves that are right, which nobody sees before they are revealed */
    this.solution = board?.solution ?? [];
    this.isRevealed = Boolean(board && !board.ask && board.solution);
    /** @type {Answer[]} to the last question */
    this.answers = followed.shown.answers ?? [];
    this.hasNames = false;
    /** What a press on the board does: move, draw, or choose the right answer. */
    this.mode = "move";
    this.colour = "green";
    const made = makeBoard({
      onChoose: (origin, target) => this.choose(origin, target),
      label: say("class.teachers board"),
    });
    this.board = made.board;
    this.state = h("p.notice", { role: "status" });
    this.panel = h("div.desk-panel", {});
    this.tally = h("div.tally-place", {});
    this.record = h("div.record", {});
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.element = h(
      "div.table.desk",
      {},
      h("h1.spoken", {}, say("class.board")),
      h("div.boards", {}, this.board),
      h("div.side", {}, this.state, this.tally, this.panel, this.record),
      this.controls,
    );
    const opened = board ?? this.#asked(query);
    this.moves = opened.moves;
    /** @type {import("../../game/game.js").Game} */
    this.game = gameOf(library, opened);
    shapeTable(this.element, this.game.grid);
    const sketched = () => this.send();
    this.board.addEventListener("sketch", sketched);
    this.closers = [
      made.close,
      () => this.board.removeEventListener("sketch", sketched),
      followed.onChange((what, event) => this.happened(what, event)),
      onChange(() => this.draw()),
      bindSteps(
        this.board,
        () => [this.game.length, this.moves.length],
        (ply) => this.look(ply),
      ),
    ];
    this.draw();
    // A board forgets drawings when it gets another position.
    if (board) this.board.sketch = arrowsOf(board, this.game.grid);
    if (query.has("fen")) this.take(this.#asked(query));
    showAddress(routeTo(["class", followed.id, "board"]));
  }

  /** What the address asks for, or the start of a game. @param {URLSearchParams} query */
  #asked(query) {
    const { usual } = this.library;
    const fen = query.get("fen") ?? usual.start;
    const rules = rulesOfText(this.library, fen, query.get("rules") ?? "").name;
    return { rules, fen, moves: query.get("moves")?.split(",") ?? [], ply: 0 };
  }

  /** Puts something else on the board. @param {Pick<ClassBoard, "rules" | "fen" | "moves" | "ply">} board @param {string[]} [solution] */
  take(board, solution = []) {
    try {
      const game = gameOf(this.library, board);
      this.game.free();
      this.game = game;
    } catch (error) {
      notify(faultWords(error));
      return;
    }
    this.moves = board.moves;
    shapeTable(this.element, this.game.grid);
    this.board.wipe();
    this.board.toggleAttribute("turned", this.game.side === 1 && this.game.hasDirection && !board.moves.length);
    this.#changed(solution);
  }

  /** Something else is on the board: earlier answers are of no use. @param {string[]} [solution] */
  #changed(solution = []) {
    this.isAsking = false;
    this.isRevealed = false;
    this.solution = solution;
    this.answers = [];
    this.send();
    this.draw();
  }

  /** @param {number} origin @param {number} target */
  choose(origin, target) {
    if (this.mode === "draw") {
      this.board.draw({ origin, target, kind: COLOURS[this.colour] });
      this.draw();
      return;
    }
    if (this.isAsking) return;
    const { game } = this;
    if (this.mode === "answer") {
      const text = moveTextOf(game, origin, target);
      const isThere = this.solution.includes(text);
      this.solution = isThere ? this.solution.filter((each) => each !== text) : [...this.solution, text];
      announce(say("class.n right moves", { count: this.solution.length }));
      this.draw();
      return;
    }
    const ply = game.length;
    const move = game.play(origin, target);
    if (!move) return;
    playSound(soundOf(move, game.grid));
    announce(moveWords(move, game.grid));
    const text = uci(move, game.grid);
    if (this.moves[ply] !== text) this.moves = [...this.moves.slice(0, ply), text];
    this.#changed();
  }

  /** @param {number} ply */
  look(ply) {
    if (this.isAsking) return;
    const { game, moves } = this;
    while (game.length > ply) game.undo();
    for (const text of moves.slice(game.length, ply)) if (!game.playText(text)) break;
    this.#changed();
  }

  /** What the pupils see. @returns {ClassBoard} */
  value() {
    const { game, moves, isAsking, isRevealed, solution } = this;
    // Pupils who are asked for a move must not see the moves that follow.
    const known = isAsking ? moves.slice(0, game.length) : moves;
    return {
      game: game.kind,
      rules: game.rules.name,
      fen: game.fen(0),
      moves: known,
      ply: game.length,
      ...drawingsOf(this.board.sketch, game.grid),
      ask: isAsking,
      solution: isAsking || isRevealed ? solution : null,
    };
  }

  /** Tells the server soon, if the board is shown; one request after the other. */
  send() {
    clearTimeout(this.#timer);
    if (this.isShown) this.#timer = setTimeout(() => this.#send(this.value()), SOON_MS);
  }

  /** @param {ClassBoard | null} board */
  #send(board) {
    clearTimeout(this.#timer);
    const { followed } = this;
    const put = async () => {
      const { version } = await followed.server.put(followed.path("/board"), { board });
      followed.take({ board, boardVersion: version });
    };
    this.#sending = this.#sending.then(put).catch(tell);
    return this.#sending;
  }

  /** @param {boolean} isShown */
  async show(isShown) {
    this.isShown = isShown;
    this.isAsking = false;
    await this.#send(isShown ? this.value() : null);
    announce(say(isShown ? "class.shown" : "class.hidden"));
    this.draw();
  }

  async ask() {
    this.isShown = true;
    this.isAsking = true;
    this.isRevealed = false;
    this.answers = [];
    this.mode = "move";
    this.draw();
    await this.#send(this.value());
    announce(say("class.asking"));
  }

  async reveal() {
    this.isAsking = false;
    this.isRevealed = true;
    this.draw();
    await this.#send(this.value());
  }

  /** Lets the engine find the right move, without showing it. */
  async search() {
    const game = newGame(this.library, this.game.rules.name, this.game.fen(), { deal: null });
    const [line] = await this.library.engine.start(game, SEARCH).result.catch(() => []);
    const [best] = line ? lineMoves(game, line) : [];
    if (best) this.solution = [uci(best, game.grid)];
    game.free();
    notify(say("class.n right moves", { count: this.solution.length }));
    this.draw();
  }

  async puzzle() {
    const puzzles = await loadPuzzles().catch((error) => tell(error));
    if (!puzzles) return;
    const { fen, moves } = puzzles[Math.floor(Math.random() * puzzles.length)];
    this.take({ rules: this.library.usual.name, fen, moves: [], ply: 0 }, [moves[0]]);
  }

  /** @param {string} what @param {any} _event */
  happened(what, _event) {
    const { answers } = this.followed.shown;
    if (what === "answer") this.answers = answers ?? [];
    else if (what === "state" && answers?.length) this.answers = answers;
    this.drawTally();
    this.drawState();
  }

  draw() {
    const { game, board, mode } = this;
    const squares = Array.from({ length: game.grid.squares }, (_, square) => square);
    const targets =
      mode === "draw"
        ? new Map(squares.map((square) => [square, squares]))
        : this.isAsking
          ? new Map()
          : game.targets();
    board.keepsSketch = mode === "draw" || this.isAsking;
    board.setAttribute("fen", game.fen());
    const right = this.isRevealed ? this.solution.flatMap((move) => moveArrow(game, move, "best")) : [];
    board.show({ pieces: game.faces(), targets, last: lastSquares(game, game.length), arrows: right });
    this.drawState();
    this.drawTally();
    this.#drawPanel();
    this.#drawRecord();
    this.#drawControls();
  }

  /** The moves of the shown game, including later ones, unless pupils are asked to find the next. */
  #drawRecord() {
    const { game, moves, isAsking } = this;
    const known = isAsking ? moves.slice(0, game.length) : moves;
    const whole = gameOf(this.library, { rules: game.rules.name, fen: game.fen(0), moves: known, ply: known.length });
    const look = (/** @type {number} */ ply) => this.look(ply);
    this.record.replaceChildren(moveList(whole, game.length, look), stepButtons(game.length, known.length, look));
    whole.free();
  }

  drawState() {
    const { isShown, isAsking, isRevealed, game } = this;
    const here = this.followed.shown.pupils.filter((pupil) => pupil.here).length;
    const words = isAsking
      ? `${say("class.find", { side: sideName(game.side) })} ${say("class.n answers", { count: this.answers.length, all: here })}`
      : isRevealed
        ? say("class.revealed")
        : say(isShown ? "class.shown" : "class.hidden");
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.classList.toggle("good", isShown);
  }

  /** Bars for the moves that were answered, with names if the teacher wants to see them. */
  drawTally() {
    const { answers, game } = this;
    const isQuestion = this.isAsking || this.isRevealed;
    if (!isQuestion || !answers.length) {
      redraw(this.tally, []);
      return;
    }
    const rows = tallyOf(answers);
    const most = Math.max(...rows.map(({ names }) => names.length));
    const pupils = new Map(this.followed.shown.pupils.map((pupil) => [pupil.name, pupil]));
    const named = (/** @type {string} */ name) => {
      const pupil = pupils.get(name);
      return pupil ? labelledName(pupil) : pupilName(name);
    };
    const row = (/** @type {(typeof rows)[number]} */ { move, names }) => {
      const found = game.parse(move);
      const isRight = this.isRevealed && this.solution.includes(move);
      return h(
        `li${isRight ? ".right" : ""}`,
        {},
        h("span.answer", {}, found ? moveLabel(found, game, game.side) : move),
        h("meter.votes", { max: most, value: names.length, "aria-label": move }),
        h("strong", {}, names.length),
        this.hasNames ? h("span.faint.names", {}, names.map(named).join(", ")) : null,
      );
    };
    redraw(this.tally, [h("ol.tally", { "aria-label": say("class.tally") }, rows.map(row))]);
  }

  #drawPanel() {
    const { mode, isAsking } = this;
    const set = (/** @type {string} */ value) => {
      this.mode = value;
      this.draw();
      /** @type {HTMLElement | null} */ (this.panel.querySelector(`input[value="${value}"]`))?.focus();
    };
    const count = this.solution.length;
    const isOver = Boolean(this.game.outcome());
    const question = isAsking
      ? [button("check", say("class.reveal"), () => this.reveal(), { look: "accent" })]
      : [
          button("target", say("class.ask"), () => this.ask(), { look: "accent", isOff: isOver }),
          this.game.rules.isSearched
            ? button("computer", say("class.engine finds"), () => this.search(), { isOff: isOver })
            : null,
        ].filter(Boolean);
    const parts = [
      h("div.buttons", {}, question),
      isAsking ? null : h("p.faint", {}, count ? say("class.n right moves", { count }) : say("class.no right move")),
      this.answers.length || isAsking
        ? toggle(say("class.names"), this.hasNames, (isOn) => {
            this.hasNames = isOn;
            this.drawTally();
          })
        : null,
      isAsking
        ? null
        : choices(
            say("class.mode"),
            ["move", "draw", "answer"].map((each) => [each, say(`class.mode.${each}`)]),
            mode,
            set,
          ),
      mode === "draw"
        ? choices(
            say("class.colour"),
            Object.keys(COLOURS).map((each) => [each, say(`class.colour.${each}`)]),
            this.colour,
            (value) => {
              this.colour = value;
            },
          )
        : null,
      mode === "draw" ? h("p.faint", {}, say("class.draw.about")) : null,
      mode === "answer" ? h("p.faint", {}, say("class.answer.about")) : null,
    ];
    this.panel.replaceChildren(...parts.filter((part) => part !== null));
  }

  #drawControls() {
    const { followed, isShown } = this;
    const editor = routeTo("editor", { fen: this.game.fen(), class: followed.id });
    replaceKeepingFocus(this.controls, [
      linkButton("previous", say("class.back"), routeTo(["class", followed.id])),
      button("paste", say("class.paste"), () => this.paste(), { isOff: this.isAsking }),
      linkButton("editor", say("class.set up"), editor),
      button("puzzles", say("class.puzzle"), () => this.puzzle(), { isOff: this.isAsking }),
      button("trash", say("class.wipe"), () => this.board.wipe()),
      button(isShown ? "close" : "share", say(isShown ? "class.hide" : "class.show"), () => this.show(!isShown), {
        look: isShown ? "" : "accent",
      }),
    ]);
  }

  paste() {
    return askForText(this.library, this.game.rules.name, (tree) => {
      this.take({ rules: tree.rules, fen: tree.start, moves: tree.mainLine().map(({ text }) => text), ply: 0 });
    });
  }

  close() {
    clearTimeout(this.#timer);
    for (const close of this.closers) close();
    this.game.free();
  }
}

/** @param {Given} given */
export function openBoardDesk(given) {
  const desk = new BoardDesk(given);
  return { element: desk.element, close: () => desk.close(), title: say("class.board") };
}
