// The analysis board: any legal move may be tried, and the engine tells what it thinks meanwhile.

import "../board/board.js";
import { h } from "../dom.js";
import { uci } from "../game/game.js";
import { scoreText, winShare } from "../game/score.js";
import { lastSquares, moveText, piecesAt, squareWords, targetsOf } from "../game/showing.js";
import { newGame } from "../library.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { moveList } from "./moves.js";

const LINES = 3;
const SECONDS = 60;
class AnalyseView {
  /** @param {URLSearchParams} query @param {import("../library.js").Library} library */
  constructor(query, library) {
    this.library = library;
    this.message = "";
    this.game = newGame(library, query.get("rules") ?? "standard");
    this.board = h("jungle-board", { theme: settings.theme, pieces: settings.pieces });
    this.board.nameSquare = squareWords;
    this.board.addEventListener("choose", (/** @type {CustomEvent} */ { detail }) =>
      this.play(detail.origin, detail.target),
    );
    this.lines = h("div", { "aria-label": say("web.analyse.lines") });
    this.bar = h("div.bar", { role: "img" }, h("div", {}));
    this.rest = h("div", {});
    this.element = h(
      "div.table",
      {},
      h("div.boards", {}, this.board),
      h("div.panel", {}, h("h1.spoken", {}, say("web.menu.analyse")), this.bar, this.lines, this.rest),
    );
    this.set(query.get("fen") ?? this.game.rules.start, (query.get("moves") ?? "").split(",").filter(Boolean));
  }

  close() {
    this.library.engine.stop();
    this.game.free();
  }

  /** @param {string} fen @param {string[]} moves */
  set(fen, moves = []) {
    try {
      const game = newGame(this.library, this.game.rules.name, fen.trim());
      this.game.free();
      this.game = game;
      this.message = "";
      for (const move of moves) if (!game.playText(move)) throw new Error(say("web.analyse.illegal", { move }));
    } catch (error) {
      this.message = /** @type {Error} */ (error).message;
    }
    this.draw();
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    if (this.game.play(origin, target)) this.draw();
  }

  /** @param {number} ply */
  look(ply) {
    while (this.game.moves.length > ply && this.game.undo());
    while (this.game.moves.length < ply && this.game.redo());
    this.draw();
  }

  think() {
    const { game } = this;
    this.library.engine.stop();
    this.lines.replaceChildren();
    if (game.outcome()) return;
    this.library.engine.start(game, { lines: LINES, hardTime: SECONDS * 1000 }, (lines) => this.tell(lines));
  }

  /** @param {import("../engine/core.js").Line[]} lines */
  tell(lines) {
    const { side } = this.game;
    const share = winShare(lines[0], side, this.library.score);
    this.bar.firstChild.style.width = `${share * 100}%`;
    this.bar.setAttribute("aria-label", say("web.analyse.chance", { percent: Math.round(share * 100) }));
    const row = (/** @type {import("../engine/core.js").Line} */ line) =>
      h("div.line", {}, h("b", {}, scoreText(line, side, this.library.score)), h("span", {}, this.words(line.moves)));
    this.lines.replaceChildren(
      h("p.message", {}, say("web.analyse.depth", { depth: lines[0].depth, nodes: Math.round(lines[0].nodes / 1000) })),
      ...lines.map(row),
    );
    const arrow = (/** @type {number} */ code, /** @type {number} */ index) => ({
      origin: code & 63,
      target: code >> 6,
      kind: index ? "idea" : "best",
    });
    this.board.show({ arrows: lines.map((line, index) => arrow(line.moves[0], index)).reverse() });
  }

  /** A line as records write it. @param {number[]} codes */
  words(codes) {
    const game = this.game.state.copy();
    const told = [];
    for (const code of codes.slice(0, 10)) {
      const move = game.moves().find((each) => each.origin === (code & 63) && each.target === code >> 6);
      if (!move || !game.play(code)) break;
      told.push(moveText({ ...move, revealed: 0 }, this.game));
    }
    game.free();
    return told.join(" ");
  }

  draw() {
    const { game } = this;
    const ply = game.moves.length;
    const all = [...game.moves, ...[...game.undone].reverse()];
    this.board.setAttribute("fen", game.fen());
    this.board.show({
      pieces: piecesAt(game, ply),
      targets: targetsOf(game.legalMoves()),
      last: lastSquares(game, ply),
      arrows: [],
    });
    const field = h("input", {
      type: "text",
      value: game.fen(),
      "aria-label": say("web.analyse.position"),
      onchange: (/** @type {any} */ event) => this.set(event.target.value),
    });
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, isOff = false) =>
      h("button", { type: "button", onclick: act, disabled: isOff }, say(key));
    const whole = /** @type {any} */ ({ rules: game.rules, grid: game.grid, moves: all, start: game.start });
    this.rest.replaceChildren(
      moveList(whole, ply, (to) => this.look(to)),
      h(
        "div.buttons",
        {},
        button("web.analyse.back", () => this.look(ply - 1), !ply),
        button("web.analyse.forth", () => this.look(ply + 1), ply === all.length),
        button("web.play.turn", () => this.board.toggleAttribute("turned")),
        button("web.analyse.share", () => this.share()),
      ),
      field,
      h("p.message", { role: "status" }, this.message),
    );
    this.think();
  }

  share() {
    const moves = this.game.moves.map((move) => uci(move, this.game.grid)).join(",");
    const fen = encodeURIComponent(this.game.fen(0));
    location.hash = `#/analyse?rules=${this.game.rules.name}&fen=${fen}&moves=${moves}`;
    navigator.clipboard?.writeText(location.href);
  }
}

/** @param {URLSearchParams} query @param {import("../library.js").Library} library */
export function open(query, library) {
  const view = new AnalyseView(query, library);
  return { element: view.element, close: () => view.close() };
}
