// The teacher's board: a position or a game that every pupil sees, with arrows, and the question "find the move".

import { notify } from "../../dialog.js";
import { button, choices, h, linkButton, replaceKeepingFocus, toggle } from "../../dom.js";
import { faultWords } from "../../game/faults.js";
import { shapeTable } from "../../game/kinds.js";
import { loadPuzzles } from "../../game/puzzles.js";
import { sideName } from "../../game/showing.js";
import { rulesOfText } from "../../library.js";
import { tallyOf } from "../../online/classroom.js";
import { tell } from "../../online/pairing.js";
import { COLOURS } from "../../online/shown-board.js";
import { TeacherBoard } from "../../online/teacher-board.js";
import { routeTo, showAddress } from "../../routes.js";
import { onChange } from "../../settings.js";
import { say } from "../../words.js";
import { askForText } from "../analyse/exchange.js";
import { makeBoard } from "../parts/board.js";
import { bindSteps, moveList, stepButtons } from "../parts/moves.js";
import { moveLabel } from "../parts/notation.js";
import { redraw } from "../parts/people.js";
import { labelledName, pupilName } from "./pupils.js";

/** @typedef {import("../class.js").Given} Given */
/** @typedef {import("../../online/teacher-board.js").Position} Position */

class BoardDesk {
  /** @param {Given} given */
  constructor({ query, library, followed }) {
    this.library = library;
    this.followed = followed;
    this.hasNames = false;
    const asked = askedPosition(library, query);
    this.table = new TeacherBoard(library, followed, asked);
    const { table } = this;
    const made = makeBoard(table, { label: say("class.teachers board"), hasTyping: false });
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
    this.closers = [
      made.close,
      this.board.on("sketch", () => table.draw(this.board.sketch)),
      table.onChange(() => this.draw()),
      followed.onChange((what) => {
        table.heard(what);
        this.drawTally();
        this.drawState();
      }),
      onChange(() => this.draw()),
      bindSteps(
        this.board,
        () => [table.shown, table.moves.length],
        (ply) => table.look(ply),
      ),
      () => table.close(),
    ];
    this.draw();
    if (query.has("fen")) this.take(asked);
    showAddress(routeTo(["class", followed.id, "board"]));
  }

  close() {
    for (const close of this.closers) close();
  }

  /** Puts something else on the board. @param {Position} position @param {string[]} [solution] */
  take(position, solution) {
    const { table, board } = this;
    try {
      table.take(position, solution);
    } catch (error) {
      notify(faultWords(error));
      return;
    }
    board.toggleAttribute("turned", table.game.side === 1 && table.game.hasDirection && !position.moves.length);
  }

  async puzzle() {
    const puzzles = await loadPuzzles().catch((error) => tell(error));
    if (!puzzles) return;
    const { fen, moves } = puzzles[Math.floor(Math.random() * puzzles.length)];
    this.take({ rules: this.library.usual.name, fen, moves: [], ply: 0 }, [moves[0]]);
  }

  draw() {
    const { table, board } = this;
    board.keepsSketch = table.mode === "draw" || table.isAsking;
    shapeTable(this.element, table.grid);
    this.drawState();
    this.drawTally();
    this.#drawPanel();
    this.#drawRecord();
    this.#drawControls();
  }

  #drawRecord() {
    const { table } = this;
    const whole = table.wholeGame();
    /** @param {number} ply */
    const look = (ply) => table.look(ply);
    this.record.replaceChildren(moveList(whole, table.shown, look), stepButtons(table.shown, table.known.length, look));
    whole.free();
  }

  drawState() {
    const { isShown, isAsking, isRevealed, game, answers } = this.table;
    const here = this.followed.shown.pupils.filter((pupil) => pupil.here).length;
    const words = isAsking
      ? `${say("class.find", { side: sideName(game.side) })} ${say("class.n answers", { count: answers.length, all: here })}`
      : isRevealed
        ? say("class.revealed")
        : say(isShown ? "class.shown" : "class.hidden");
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.classList.toggle("good", isShown);
  }

  /** Bars for the moves that were answered, with names if the teacher wants to see them. */
  drawTally() {
    const { answers, game, isAsking, isRevealed, solution } = this.table;
    const isQuestion = isAsking || isRevealed;
    if (!isQuestion || !answers.length) {
      redraw(this.tally, []);
      return;
    }
    const rows = tallyOf(answers);
    const most = Math.max(...rows.map(({ names }) => names.length));
    const pupils = new Map(this.followed.shown.pupils.map((pupil) => [pupil.name, pupil]));
    /** @param {string} name */
    const named = (name) => {
      const pupil = pupils.get(name);
      return pupil ? labelledName(pupil) : pupilName(name);
    };
    /** @param {(typeof rows)[number]} given */
    const row = ({ move, names }) => {
      const found = game.parse(move);
      const isRight = isRevealed && solution.includes(move);
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
    const { table } = this;
    const { mode, isAsking, game } = table;
    /** @param {string} value */
    const set = (value) => {
      table.setMode(value);
      /** @type {HTMLElement | null} */ (this.panel.querySelector(`input[value="${value}"]`))?.focus();
    };
    const count = table.solution.length;
    const isOver = Boolean(game.outcome());
    const question = isAsking
      ? [button("check", say("class.reveal"), () => table.reveal(), { look: "accent" })]
      : [
          button("target", say("class.ask"), () => table.ask(), { look: "accent", isOff: isOver }),
          game.rules.isSearched
            ? button("computer", say("class.engine finds"), () => table.search(), { isOff: isOver })
            : null,
        ].filter(Boolean);
    const parts = [
      h("div.buttons", {}, question),
      isAsking ? null : h("p.faint", {}, count ? say("class.n right moves", { count }) : say("class.no right move")),
      table.answers.length || isAsking
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
            table.colour,
            (value) => {
              table.colour = value;
            },
          )
        : null,
      mode === "draw" ? h("p.faint", {}, say("class.draw.about")) : null,
      mode === "answer" ? h("p.faint", {}, say("class.answer.about")) : null,
    ];
    this.panel.replaceChildren(...parts.filter((part) => part !== null));
  }

  #drawControls() {
    const { followed, table } = this;
    const { isShown, isAsking: isOff } = table;
    const editor = routeTo("editor", { fen: table.game.fen(), class: followed.id });
    replaceKeepingFocus(this.controls, [
      linkButton("previous", say("class.back"), routeTo(["class", followed.id])),
      button("paste", say("class.paste"), () => this.paste(), { isOff }),
      linkButton("editor", say("class.set up"), editor),
      button("puzzles", say("class.puzzle"), () => this.puzzle(), { isOff }),
      button("trash", say("class.wipe"), () => this.board.wipe()),
      button(isShown ? "close" : "share", say(isShown ? "class.hide" : "class.show"), () => table.show(!isShown), {
        look: isShown ? "" : "accent",
      }),
    ]);
  }

  paste() {
    return askForText(this.library, this.table.game.rules.name, (tree) => {
      this.take({ rules: tree.rules, fen: tree.start, moves: tree.mainLine().map(({ text }) => text), ply: 0 });
    });
  }
}

/** The position in the address, or the start of a game. @param {import("../../library.js").Library} library @param {URLSearchParams} query @returns {Position} */
function askedPosition(library, query) {
  const fen = query.get("fen") ?? library.usual.start;
  const rules = rulesOfText(library, fen, query.get("rules") ?? "").name;
  return { rules, fen, moves: query.get("moves")?.split(",") ?? [], ply: 0 };
}

/** @param {Given} given */
export function openBoardDesk(given) {
  const desk = new BoardDesk(given);
  return { element: desk.element, close: () => desk.close(), title: say("class.board") };
}
