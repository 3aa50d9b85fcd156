// The engine's view of the position: lines, evaluation bar, arrows, threat, and endgame tables.

import { button, focusOn, h, idle, relabel } from "../../dom.js";
import { lineMoves } from "../../engine/client.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { movesOf, scoreText, winShare } from "../../game/score.js";
import { sideName } from "../../game/showing.js";
import { largeNumber, say, sayWith } from "../../words.js";
import { movesLabel } from "../parts/notation.js";
import { moveVerdicts, positionVerdict } from "./verdicts.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {import("../../engine/core.js").Line} Line */

const SECONDS = 60;
const MOVES_SHOWN = 9;
const LINES = [1, 2, 3, 4, 5];
/** Lines arrive faster than they can be read; this limits how often they are drawn. */
const DRAW_MS = 150;

export class EnginePanel {
  /**
   * @param {import("../../library.js").Library} library
   * @param {{onArrows: (arrows: import("../../board/arrows.js").Arrow[]) => void, onPlay: (origin: number, target: number) => void}} events
   * @param {import("./explorer.js").Explorer | null} [explorer] knows more tables, if there is a server
   */
  constructor(library, { onArrows, onPlay }, explorer = null) {
    this.library = library;
    this.explorer = explorer;
    this.onArrows = onArrows;
    this.onPlay = onPlay;
    const kept = keptDraft("engine");
    this.isOn = kept?.isOn ?? true;
    this.count = LINES.includes(kept?.count) ? kept.count : 3;
    this.isThreat = false;
    /** @type {Game | null} */
    this.game = null;
    /** @type {{stop: () => void} | null} */
    this.task = null;
    /** @type {ReturnType<typeof setTimeout> | 0} */
    this.timer = 0;
    this.bar = h(
      "div.bar",
      { role: "img", "aria-label": say("web.analyse.chance", { percent: 50 }) },
      h("div", {}),
      h("b", {}),
    );
    this.lines = h("ol.lines", { "aria-label": say("web.analyse.lines") });
    this.depth = h("span.faint.depth", {});
    this.tables = h("p.tables", {});
    this.verdicts = h("div", {});
    this.forced = h("p.forced", {});
    this.head = h("div.engine-head", {});
    this.element = h(
      "section.engine",
      { "aria-label": say("web.analyse.engine") },
      this.head,
      this.tables,
      this.verdicts,
      this.forced,
      this.lines,
    );
    this.#drawHead();
  }

  #drawHead() {
    const select = h(
      "select",
      {
        "aria-label": say("web.analyse.count"),
        onchange: ({ currentTarget }) => this.set({ count: Number(currentTarget.value) }),
      },
      LINES.map((count) =>
        h("option", { value: count, selected: count === this.count }, say("web.analyse.n lines", { count })),
      ),
    );
    this.head.replaceChildren(
      button("computer", say("web.analyse.engine"), () => this.set({ isOn: !this.isOn }), { isPressed: this.isOn }),
      select,
      button("target", say("web.analyse.threat"), () => this.set({ isThreat: !this.isThreat }), {
        isPressed: this.isThreat,
        isSmall: true,
      }),
      this.depth,
    );
  }

  /** @param {{isOn?: boolean, count?: number, isThreat?: boolean}} changes */
  set(changes) {
    Object.assign(this, changes);
    keepDraft("engine", { isOn: this.isOn, count: this.count });
    const index = [...this.head.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.#drawHead();
    if (index >= 0) focusOn(this.head, `:scope > :nth-child(${index + 1})`);
    this.think(this.game);
  }

  stop() {
    this.task?.stop();
    this.task = null;
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Another position. @param {Game | null} game */
  think(game) {
    this.stop();
    this.game = game;
    this.element.hidden = game !== null && !game.rules.isSearched;
    this.bar.hidden = this.element.hidden;
    this.lines.replaceChildren();
    this.lines.style.setProperty("--lines", this.isOn ? String(this.count) : "0");
    this.tables.textContent = "";
    this.forced.textContent = "";
    this.verdicts.replaceChildren();
    this.depth.textContent = "";
    this.onArrows([]);
    const outcome = game?.outcome();
    if (outcome) this.#drawBar(outcome.winner === null ? 0.5 : 1 - outcome.winner, "");
    if (!game || outcome || this.element.hidden) return;
    // While stepping quickly through a game, do not search each position.
    const waiting = { stop: () => undefined };
    this.task = waiting;
    idle().then(() => {
      if (this.task === waiting) this.#ask(game);
    });
  }

  /** Tables first, which take no time, then the engine: it does one thing at a time. @param {Game} game */
  async #ask(game) {
    const tables = this.library.engine.tables(game);
    this.task = tables;
    const known = await tables.result.catch(() => null); // Without tables the engine still thinks.
    if (this.task !== tables) return;
    this.task = null;
    if (known) this.#tellTables(game, known);
    if (!known?.position) this.#askServer(game);
    if (!this.isOn) return;
    if (!(await this.#proved(game))) return;
    if (this.isThreat) this.#showThreat(game);
    else this.#search(game);
  }

  /** Shows a forced win of the side to move, or of the other side if the threat is wanted. Resolves with false if another position has been requested since. @param {Game} game */
  async #proved(game) {
    const asked = this.isThreat ? game.passed() : game;
    if (!asked || asked.outcome()) return true;
    const task = this.library.engine.prove(asked);
    this.task = task;
    const win = await task.result.catch(() => null);
    if (this.task !== task) return false;
    this.task = null;
    if (win) {
      const values = { count: movesOf(win.plies), side: sideName(asked.side) };
      this.forced.replaceChildren(
        ...sayWith("web.analyse.forced", { line: h("span", {}, lineLabel(asked, win)) }, values),
      );
    }
    if (asked !== game) asked.free();
    return true;
  }

  /** @param {Game} game */
  async #askServer(game) {
    const fen = game.fen();
    const known = await this.explorer?.tables(game);
    if (known && this.game?.states.length && this.game.fen() === fen) this.#tellTables(game, known);
  }

  /** @param {Game} game @param {import("./verdicts.js").Known} known */
  #tellTables(game, { position, moves }) {
    if (position) this.tables.textContent = positionVerdict(position, game);
    if (moves.length) this.verdicts.replaceChildren(moveVerdicts(game, moves, this.onPlay));
  }

  /** @param {Game} game */
  #search(game) {
    /** @type {Line[]} */
    let found = [];
    const draw = () => {
      this.timer = 0;
      this.#tell(game, found);
    };
    /** @param {Line[]} lines */
    const hear = (lines) => {
      if (this.task !== task || !lines.length) return;
      found = lines;
      this.timer ||= setTimeout(draw, DRAW_MS);
    };
    const limits = { lines: this.count, hardTime: SECONDS * 1000 };
    const task = this.library.engine.start(game, limits, hear);
    this.task = task;
  }

  /** @param {Game} game */
  async #showThreat(game) {
    const task = this.library.engine.threat(game);
    if (!task) return;
    this.task = task;
    const [line] = await task.result;
    if (this.task !== task || !line) return;
    const code = line.moves[0];
    this.onArrows([{ origin: code & 63, target: code >> 6, kind: "threat" }]);
  }

  /** @param {number} share Blue's @param {string} text */
  #drawBar(share, text) {
    this.bar.style.setProperty("--share", String(share));
    relabel(this.bar, text);
    this.bar.setAttribute("aria-label", say("web.analyse.chance", { percent: Math.round(share * 100) }));
  }

  /** @param {Game} game @param {Line[]} lines */
  #tell(game, lines) {
    const { side } = game;
    const { score } = this.library;
    const [best] = lines;
    this.#drawBar(winShare(best, side, score), scoreText(best, side, score));
    const told = say("web.analyse.depth", { depth: best.depth, nodes: largeNumber(best.nodes) });
    this.depth.replaceChildren(...told.split(" · ").map((part) => h("span", {}, part)));
    /** @param {Line} line */
    const row = (line) => {
      const [code] = line.moves;
      return h(
        "li",
        {},
        h(
          "button.line",
          { type: "button", onclick: () => this.onPlay(code & 63, code >> 6) },
          h("b", {}, scoreText(line, side, score)),
          h("span", {}, lineLabel(game, line)),
        ),
      );
    };
    // Keeps the keyboard focus on its line when new lines arrive.
    const place = [...this.lines.children].findIndex((each) => each.contains(document.activeElement));
    this.lines.replaceChildren(...lines.map(row));
    if (place >= 0) this.lines.children[place]?.querySelector("button")?.focus({ preventScroll: true });
    /** @param {Line} given @param {number} index */
    const arrow = ({ moves: [code] }, index) => ({
      origin: code & 63,
      target: code >> 6,
      kind: index ? "idea" : "best",
    });
    this.onArrows(lines.map(arrow).reverse());
  }
}

/** @param {Game} game @param {{moves: number[]}} line */
const lineLabel = (game, line) => movesLabel(lineMoves(game, line).slice(0, MOVES_SHOWN), game, game.side);
