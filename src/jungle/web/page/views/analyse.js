// The analysis board: any legal move can be tried, variations and comments are stored, and the engine shows its lines.

import { confirmed, copyText, notify } from "../dialog.js";
import { breath, button, h, replaceKeepingFocus } from "../dom.js";
import { treeAddress } from "../game/address.js";
import { Analysis } from "../game/analysis.js";
import { readAsked } from "../game/analysis-draft.js";
import { faultWords } from "../game/faults.js";
import { shapeTable } from "../game/kinds.js";
import { outcomeWords } from "../game/showing.js";
import { SIDES } from "../game/text.js";
import { Tree } from "../game/tree.js";
import { isKid } from "../kid.js";
import { prepareRules } from "../library.js";
import { routeTo, showAddress } from "../routes.js";
import { onChange, settings } from "../settings.js";
import { say } from "../words.js";
import { drillButtons, drillPanel } from "./analyse/drill.js";
import { EnginePanel } from "./analyse/engine.js";
import { askForText, bindImport } from "./analyse/exchange.js";
import { previewAddress } from "./analyse/links.js";
import { openAnalysisMenu } from "./analyse/menu.js";
import { readText } from "./analyse/reading.js";
import { reviewPanel, verdictParts } from "./analyse/review.js";
import { TreeList } from "./analyse/tree.js";
import { makeBoard } from "./parts/board.js";
import { bindSteps } from "./parts/moves.js";

/** @typedef {import("../library.js").Library} Library */

export class AnalyseView {
  /** @param {URLSearchParams} query @param {Library} library @param {((onPlay: (origin: number, target: number) => void) => import("./analyse/explorer.js").Explorer) | null} [makeExplorer] */
  constructor(query, library, makeExplorer = null) {
    this.library = library;
    const { tree, fault } = readAsked(query, library);
    this.fault = fault;
    const people = (query.get("person") ?? "").split(",");
    this.analysis = new Analysis(
      library,
      tree,
      [0, 1].filter((side) => people.includes(SIDES[side])),
    );
    const { analysis } = this;
    const made = makeBoard(analysis);
    this.board = made.board;
    /** @param {number} origin @param {number} target */
    const onPlay = (origin, target) => void analysis.play(origin, target);
    this.explorer = makeExplorer?.(onPlay) ?? null;
    this.engine = new EnginePanel(library, { onArrows: (arrows) => analysis.point(arrows), onPlay }, this.explorer);
    this.moves = new TreeList(library, (node) => analysis.go(node));
    this.comment = h("textarea.comment-field", {
      rows: 2,
      placeholder: say("web.analyse.comment"),
      "aria-label": say("web.analyse.comment"),
      // Stored while it is typed: redrawing on blur would swallow the click that caused it.
      oninput: ({ currentTarget }) => analysis.comment(currentTarget.value),
    });
    this.state = h("p.message", { role: "status" });
    this.reviewed = h("div.reviewed", {});
    this.controls = h("div.controls", { role: "toolbar", "aria-label": say("web.controls") });
    this.parts = [
      this.state,
      this.engine.element,
      this.moves.element,
      this.comment,
      ...(this.explorer ? [this.explorer.element] : []),
      this.reviewed,
    ];
    this.side = h("div.side", {}, this.parts);
    this.element = h(
      "div.table.analysis",
      {},
      h("h1.spoken", {}, say("web.menu.analyse")),
      h("div.boards", {}, this.engine.bar, this.board, made.typed),
      this.side,
      this.controls,
    );
    this.closers = [
      made.close,
      analysis.onChange(({ what }) => this.happened(what)),
      onChange(() => this.draw()),
      bindSteps(
        this.board,
        () => analysis.place(),
        (ply) => analysis.look(ply),
      ),
      isKid() ? () => undefined : bindImport(this.element, (text) => this.read(text)),
    ];
  }

  /** @param {boolean} isReview whether to review the whole game */
  start(isReview) {
    this.draw();
    if (this.fault) notify(say(this.fault.key, { text: this.fault.text }));
    if (!this.analysis.resumeReview() && isReview) this.analysis.startReview();
  }

  /** Opens a text that was dropped or pasted. @param {string} text */
  async read(text) {
    const { analysis, library } = this;
    try {
      const trees = await readText(text, library, analysis.tree.rules);
      if (analysis.isClosed) return;
      if (trees.length > 1) askForText(library, analysis.tree.rules, (tree) => analysis.open(tree), trees);
      else analysis.open(trees[0]);
    } catch (error) {
      notify(faultWords(error));
    }
  }

  close() {
    this.engine.stop();
    this.explorer?.close();
    for (const close of this.closers) close();
    this.analysis.close();
  }

  /** @param {string} what */
  happened(what) {
    const { analysis } = this;
    if (what === "arrows") return;
    if (what === "edit" || what === "comment") showAddress(routeTo("analyse")); // It can no longer hold all of the tree.
    if (what === "comment") {
      this.moves.draw(analysis.tree, analysis.verdicts, settings.notation);
      this.#drawControls();
    } else if (what === "progress") this.#drawReview();
    else {
      if (what === "review") {
        this.engine.stop();
        scrollTo({ top: 0 });
      }
      this.draw();
    }
  }

  #drawReview() {
    const { analysis } = this;
    const { review, progress, tree, player } = analysis;
    if (!review && !progress) {
      this.reviewed.replaceChildren();
      return;
    }
    const game = analysis.mainGame();
    const shown = tree.isMain(tree.current) ? tree.path().length : 0;
    const events = {
      onDrill: () => {
        analysis.startDrill();
        if (player !== null && game.hasDirection) this.board.toggleAttribute("turned", player === 1);
        scrollTo({ top: 0 });
      },
      onGo: (/** @type {number} */ ply) => {
        analysis.goMain(ply);
        this.board.scrollIntoView({ block: "nearest" });
      },
      onStop: () => analysis.stopReview(),
      onClaim: (/** @type {number[]} */ sides) => analysis.claim(sides),
    };
    this.reviewed.replaceChildren(reviewPanel(game, analysis, shown, events));
    game.free();
  }

  /** Replaces everything that would give the answer away with the drill. @param {import("../game/drill.js").Drill} drill */
  #drawDrill(drill) {
    this.engine.stop();
    this.side.replaceChildren(drillPanel(drill));
    replaceKeepingFocus(
      this.controls,
      drillButtons(drill, () => this.analysis.endDrill()),
    );
  }

  draw() {
    const { analysis } = this;
    const { game, tree, drill, verdicts } = analysis;
    if (analysis.isClosed) return;
    shapeTable(this.element, game.grid);
    this.element.classList.toggle("drilling", drill !== null);
    if (drill) {
      this.#drawDrill(drill);
      return;
    }
    if (this.engine.element.parentElement !== this.side) this.side.replaceChildren(...this.parts);
    const outcome = game.outcome();
    const judged = verdicts.get(tree.current);
    this.state.replaceChildren(...(outcome ? [outcomeWords(outcome, game)] : judged ? verdictParts(judged, game) : []));
    this.moves.draw(tree, verdicts, settings.notation);
    this.comment.value = tree.current.comment;
    this.#drawControls();
    this.#drawReview();
    this.explorer?.show(game);
    if (!analysis.isReviewing) this.engine.think(game);
  }

  #drawControls() {
    const { analysis } = this;
    const { tree } = analysis;
    const [ply, all] = analysis.place();
    replaceKeepingFocus(this.controls, [
      button("previous", say("web.analyse.back"), () => analysis.look(ply - 1), { isOff: !ply }),
      button("next", say("web.analyse.forth"), () => analysis.look(ply + 1), { isOff: ply >= all }),
      button("undo", say("web.undo"), () => analysis.edit(() => tree.undo()), { isOff: !tree.past.length }),
      button("redo", say("web.redo"), () => analysis.edit(() => tree.redo()), { isOff: !tree.future.length }),
      button("analyse", say("web.play.review"), () => analysis.startReview(), { isOff: !analysis.mayReview }),
      button("menu", say("web.play.more"), () => openAnalysisMenu(this)),
    ]);
  }

  async restart() {
    const { tree } = this.analysis;
    if (!tree.isEmpty && !(await confirmed(say("web.analyse.new?"), say("web.analyse.new")))) return;
    this.analysis.open(new Tree(tree.rules, this.library.rules[tree.rules].start));
  }

  share() {
    const address = treeAddress(this.analysis.tree, this.library);
    showAddress(address);
    copyText(previewAddress(address, this.analysis, this.library) ?? location.href, say("web.analyse.shared"));
  }
}

/** @param {URLSearchParams} query @param {Library} library @param {{server?: import("../online/server.js").Server | null}} [given] */
export async function open(query, library, { server } = {}) {
  const explorers = server ? await import("./analyse/explorer.js") : null;
  await prepareRules(library, query.get("rules") ?? undefined);
  const view = new AnalyseView(
    query,
    library,
    explorers && server ? (onPlay) => new explorers.Explorer(server, onPlay, explorers.readPlayers(query)) : null,
  );
  await breath();
  view.start(query.has("review"));
  return { element: view.element, close: () => view.close() };
}
