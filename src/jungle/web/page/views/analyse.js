// The analysis board: any legal move can be tried, variations and comments are stored, and the engine shows its lines.

import { announce, confirmed, copyText, notify } from "../dialog.js";
import { breath, button, h, replaceKeepingFocus } from "../dom.js";
import { treeAddress } from "../game/address.js";
import { faultWords } from "../game/faults.js";
import { uci } from "../game/game.js";
import { shapeTable } from "../game/kinds.js";
import { moveWords, outcomeWords } from "../game/showing.js";
import { SIDES } from "../game/text.js";
import { Tree } from "../game/tree.js";
import { isKid } from "../kid.js";
import { newGame, prepareRules } from "../library.js";
import { showAddress } from "../routes.js";
import { onChange, settings } from "../settings.js";
import { playSound, soundOf } from "../sounds.js";
import { say } from "../words.js";
import { keepReview, keepTree, keptReview, readAsked } from "./analyse/draft.js";
import { Drill } from "./analyse/drill.js";
import { EnginePanel } from "./analyse/engine.js";
import { askForText, bindImport } from "./analyse/exchange.js";
import { openAnalysisMenu } from "./analyse/menu.js";
import { readText } from "./analyse/reading.js";
import { reviewPanel, verdictParts, worstMoves } from "./analyse/review.js";
import { TreeList } from "./analyse/tree.js";
import { makeBoard } from "./parts/board.js";
import { bindSteps } from "./parts/moves.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../game/tree.js").TreeNode} TreeNode */

export class AnalyseView {
  /** @param {URLSearchParams} query @param {Library} library @param {((onPlay: (origin: number, target: number) => void) => import("./analyse/explorer.js").Explorer) | null} [makeExplorer] */
  constructor(query, library, makeExplorer = null) {
    this.library = library;
    this.explorer = makeExplorer?.((origin, target) => this.play(origin, target)) ?? null;
    /** @type {{result: Promise<any>, stop: () => void} | null} */
    this.judging = null;
    /** @type {any} */
    this.review = null;
    /** @type {any} */
    this.progress = null;
    /** @type {Drill | null} mistakes being practised */
    this.drill = null;
    /** @type {import("./analyse/tree.js").Verdicts} */
    this.verdicts = new Map();
    const made = makeBoard({ onChoose: (origin, target) => this.play(origin, target), game: () => this.game });
    this.board = made.board;
    const onArrows = (/** @type {any[]} */ arrows) => this.board.show({ arrows });
    const onPlay = (/** @type {number} */ origin, /** @type {number} */ target) => this.play(origin, target);
    this.engine = new EnginePanel(library, { onArrows, onPlay }, this.explorer);
    this.moves = new TreeList(library, (node) => this.go(node));
    this.comment = h("textarea.comment-field", {
      rows: 2,
      placeholder: say("web.analyse.comment"),
      "aria-label": say("web.analyse.comment"),
      oninput: () => this.write(),
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
    const boards = h("div.boards", {}, this.engine.bar, this.board, made.typed);
    this.element = h(
      "div.table.analysis",
      {},
      h("h1.spoken", {}, say("web.menu.analyse")),
      boards,
      this.side,
      this.controls,
    );
    const { tree, fault } = readAsked(query, library);
    this.tree = tree;
    this.fault = fault;
    const side = /** @type {readonly string[]} */ (SIDES).indexOf(query.get("person") ?? "");
    /** The side of the user who played the game; null if it is not theirs. @type {number | null} */
    this.person = side < 0 ? null : side;
    this.game = newGame(library, tree.rules, tree.start, { deal: null });
    this.closers = [
      made.close,
      onChange(() => this.draw()),
      bindSteps(
        this.board,
        () => this.place(),
        (ply) => this.step(ply),
      ),
      isKid() ? () => undefined : bindImport(this.element, (text) => this.read(text)),
    ];
    if (query.has("moves") || query.has("tree")) tree.go(tree.mainLine().at(-1) ?? tree.root);
  }

  /** @param {boolean} isReview whether to review the whole game */
  start(isReview) {
    this.draw();
    if (this.fault) notify(say(this.fault.key, { text: this.fault.text }));
    const kept = keptReview(this.tree);
    if (kept) this.#resume(kept);
    else if (isReview) this.startReview();
  }

  /** Shows the review that was open before a reload, and its drill. @param {import("./analyse/draft.js").KeptReview} kept */
  #resume({ review, person, drill }) {
    const isSame = this.person === null || this.person === person;
    if (isSame) this.person = person;
    this.#showReview(review);
    if (drill && isSame && worstMoves(review.plies, person).length) this.startDrill(drill);
  }

  /** Opens a text that was dropped or pasted. @param {string} text */
  async read(text) {
    try {
      const trees = await readText(text, this.library, this.tree.rules);
      if (!this.game.states.length) return;
      if (trees.length > 1) askForText(this.library, this.tree.rules, (tree) => this.open(tree), trees);
      else this.open(trees[0]);
    } catch (error) {
      notify(faultWords(/** @type {Error} */ (error)));
    }
  }

  close() {
    this.judging?.stop();
    this.drill?.stop();
    this.engine.stop();
    this.explorer?.close();
    for (const close of this.closers) close();
    this.game.free();
  }

  /** @param {Tree} tree */
  open(tree) {
    this.#forgetReview();
    this.person = null;
    this.tree = tree;
    this.game.free();
    this.game = newGame(this.library, tree.rules, tree.start, { deal: null });
    keepTree(this.tree);
    this.draw();
  }

  #forgetReview() {
    this.drill?.stop();
    this.drill = null;
    this.judging?.stop();
    this.judging = null;
    this.review = null;
    this.progress = null;
    this.verdicts = new Map();
    keepReview(this.tree, null);
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    if (this.drill) {
      this.drill.attempt(origin, target);
      return;
    }
    const move = this.game.play(origin, target);
    if (!move) return;
    playSound(soundOf(move, this.game.grid));
    announce(moveWords(move, this.game.grid));
    this.edit(() => this.tree.play(uci(move, this.game.grid)));
  }

  /** Changes, stores and shows the tree. @param {() => void} change */
  edit(change) {
    const before = this.tree.revision;
    change();
    if (this.tree.revision !== before && !this.tree.isMain(this.tree.current)) this.verdicts = new Map(this.verdicts);
    keepTree(this.tree);
    this.draw();
  }

  /** Stores the comment while it is typed: redrawing on blur would swallow the click that caused it. */
  write() {
    const { tree } = this;
    tree.setComment(tree.current, this.comment.value);
    keepTree(tree);
    this.moves.draw(tree, this.verdicts, settings.notation);
    this.#drawControls();
  }

  /** @param {TreeNode} node */
  go(node) {
    this.edit(() => this.tree.go(node));
  }

  /** The current ply and the last ply of the line through it. @returns {[number, number]} */
  place() {
    return [this.tree.path().length, this.tree.line().length];
  }

  /** @param {number} ply */
  step(ply) {
    if (this.drill) return;
    this.go(this.tree.line()[ply - 1] ?? this.tree.root);
  }

  /** Brings the game to the current move of the tree. */
  #follow() {
    const path = this.tree.path().map((node) => node.text);
    const { game } = this;
    const played = game.moves.map((move) => uci(move, game.grid));
    let common = 0;
    while (common < path.length && path[common] === played[common]) common += 1;
    while (game.moves.length > common && game.undo());
    for (const text of path.slice(common)) if (!game.playText(text)) break;
  }

  async startReview() {
    const line = this.tree.mainLine();
    if (!line.length || this.judging || !this.game.rules.isSearched) return;
    this.engine.stop();
    const game = this.mainGame();
    this.progress = { done: 0, all: line.length, plies: [] };
    scrollTo({ top: 0 });
    const task = this.library.engine.review(
      game,
      (/** @type {number} */ done, /** @type {number} */ all, /** @type {any[]} */ plies) => {
        this.progress = { done, all, plies: [...plies] };
        this.#drawReview();
      },
    );
    this.judging = task;
    this.#drawReview();
    const review = await task.result;
    game.free();
    if (this.judging !== task) return;
    this.judging = null;
    this.progress = null;
    keepReview(this.tree, { review, person: this.person, drill: null });
    announce(say("web.analyse.reviewed"));
    this.#showReview(review);
  }

  /** @param {import("../engine/client.js").Review} review of the main line */
  #showReview(review) {
    const line = this.tree.mainLine();
    this.review = review;
    this.verdicts = new Map(review.plies.map((each) => [line[each.ply - 1], each]));
    this.draw();
  }

  /** The main line as a separate game. */
  mainGame() {
    const game = newGame(this.library, this.tree.rules, this.tree.start, { deal: null });
    for (const node of this.tree.mainLine()) game.playText(node.text);
    return game;
  }

  #drawReview() {
    if (!this.review && !this.progress) {
      this.reviewed.replaceChildren();
      return;
    }
    const game = this.mainGame();
    const shown = this.tree.isMain(this.tree.current) ? this.tree.path().length : 0;
    const events = {
      onDrill: () => this.startDrill(),
      onGo: (/** @type {number} */ ply) => {
        this.go(this.tree.mainLine()[ply - 1] ?? this.tree.root);
        this.board.scrollIntoView({ block: "nearest" });
      },
      onStop: () => {
        this.#forgetReview();
        this.draw();
      },
    };
    this.reviewed.replaceChildren(reviewPanel(game, this.review, this.progress, shown, events, this.person));
    game.free();
  }

  /** Practises the mistakes of the review. @param {import("./analyse/drill.js").Progress} [progress] */
  startDrill(progress = { index: 0, isFound: false, praise: "" }) {
    this.engine.stop();
    const worst = worstMoves(
      /** @type {import("../engine/client.js").ReviewedMove[]} */ (this.review.plies),
      this.person,
    );
    this.drill = new Drill(this.library, worst, this.person !== null, {
      game: () => this.game,
      onGo: (ply) => this.go(this.tree.mainLine()[ply - 1] ?? this.tree.root),
      onChange: () => this.draw(),
      onProgress: (drill) => keepReview(this.tree, { review: this.review, person: this.person, drill }),
      onEnd: () => {
        this.drill?.stop();
        this.drill = null;
        keepReview(this.tree, { review: this.review, person: this.person, drill: null });
        this.draw();
      },
    });
    if (this.person !== null && this.game.hasDirection) this.board.toggleAttribute("turned", this.person === 1);
    this.drill.resume(progress);
    scrollTo({ top: 0 });
  }

  /** Replaces everything that would give the answer away with the drill. @param {Drill} drill */
  #drawDrill(drill) {
    this.side.replaceChildren(drill.panel());
    this.board.show({ arrows: drill.arrows });
    replaceKeepingFocus(this.controls, drill.buttons());
  }

  draw() {
    this.#follow();
    const { game, tree, board } = this;
    board.setAttribute("fen", game.fen());
    const last = game.moves.at(-1);
    board.show({
      pieces: game.faces(),
      targets: game.targets(),
      last: last ? [last.origin, last.target] : [],
      arrows: [],
    });
    shapeTable(this.element, game.grid);
    this.element.classList.toggle("drilling", this.drill !== null);
    if (this.drill) {
      this.#drawDrill(this.drill);
      return;
    }
    if (this.engine.element.parentElement !== this.side) this.side.replaceChildren(...this.parts);
    const outcome = game.outcome();
    const judged = this.verdicts.get(tree.current);
    this.state.replaceChildren(...(outcome ? [outcomeWords(outcome, game)] : judged ? verdictParts(judged, game) : []));
    this.moves.draw(tree, this.verdicts, settings.notation);
    this.comment.value = tree.current.comment;
    this.#drawControls();
    this.#drawReview();
    this.explorer?.show(game);
    if (!this.judging) this.engine.think(game);
  }

  #drawControls() {
    const [ply, all] = this.place();
    const { tree } = this;
    const isReviewed = !tree.mainLine().length || Boolean(this.judging) || !this.game.rules.isSearched;
    replaceKeepingFocus(this.controls, [
      button("previous", say("web.analyse.back"), () => this.step(ply - 1), { isOff: !ply }),
      button("next", say("web.analyse.forth"), () => this.step(ply + 1), { isOff: ply >= all }),
      button("undo", say("web.undo"), () => this.edit(() => tree.undo()), { isOff: !tree.past.length }),
      button("redo", say("web.redo"), () => this.edit(() => tree.redo()), { isOff: !tree.future.length }),
      button("analyse", say("web.play.review"), () => this.startReview(), { isOff: isReviewed }),
      button("menu", say("web.play.more"), () => openAnalysisMenu(this)),
    ]);
  }

  async restart() {
    if (!this.tree.isEmpty && !(await confirmed(say("web.analyse.new?"), say("web.analyse.new")))) return;
    this.open(new Tree(this.tree.rules, this.library.rules[this.tree.rules].start));
  }

  share() {
    const address = treeAddress(this.tree, this.library);
    showAddress(address);
    copyText(location.href, say("web.analyse.shared"));
  }
}

/** @param {URLSearchParams} query @param {Library} library @param {{server?: import("../online/server.js").Server | null}} [given] */
export async function open(query, library, { server } = {}) {
  const explorers = server ? await import("./analyse/explorer.js") : null;
  await prepareRules(library, query.get("rules") ?? undefined);
  const view = new AnalyseView(
    query,
    library,
    explorers && server ? (onPlay) => new explorers.Explorer(server, onPlay) : null,
  );
  await breath();
  view.start(query.has("review"));
  return { element: view.element, close: () => view.close() };
}
