// The moves of a tree: the main line with its variations and comments between.

import { h } from "../../dom.js";
import { moveText } from "../../game/showing.js";
import { nagTexts } from "../../game/tree.js";
import { newGame } from "../../library.js";
import { say } from "../../words.js";
import { scrollToCurrent } from "../parts/moves.js";
import { moveLabel } from "../parts/notation.js";

/** @typedef {import("../../game/tree.js").Tree} Tree */
/** @typedef {import("../../game/tree.js").TreeNode} TreeNode */
/** @typedef {import("../../game/analysis.js").Verdicts} Verdicts */

const MARKS = /** @type {Record<string, string>} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??" });

export class TreeList {
  /** @param {import("../../library.js").Library} library @param {(node: TreeNode) => void} onGo */
  constructor(library, onGo) {
    this.library = library;
    this.onGo = onGo;
    this.element = h("div.tree", { role: "group", "aria-label": say("web.moves"), tabindex: 0 });
    /** @type {Map<TreeNode, HTMLElement>} */
    this.buttons = new Map();
    /** @type {unknown[]} what was drawn last */
    this.drawn = [];
  }

  /** Draws the moves if they have changed, and marks the current one. @param {Tree} tree @param {Verdicts} verdicts @param {string} style of notation */
  draw(tree, verdicts, style) {
    const wanted = [tree, tree.revision, verdicts, verdicts.size, style];
    if (wanted.some((part, index) => part !== this.drawn[index])) this.#write(tree, verdicts);
    this.drawn = wanted;
    this.element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.buttons.get(tree.current)?.setAttribute("aria-current", "true");
    requestAnimationFrame(() => scrollToCurrent(this.element));
  }

  /** @param {Tree} tree @param {Verdicts} verdicts */
  #write(tree, verdicts) {
    this.buttons.clear();
    const game = newGame(this.library, tree.rules, tree.start, { deal: null });
    const list = document.createDocumentFragment();
    if (tree.root.comment) list.append(h("span.comment", {}, tree.root.comment));
    this.#line(list, tree.root, game, verdicts);
    if (!tree.root.children.length) list.append(h("p.faint", {}, say("desktop.play.no_moves")));
    game.free();
    this.element.replaceChildren(list);
  }

  /** Writes what follows a node. @param {ParentNode & Node} into @param {TreeNode} from @param {import("../../game/game.js").Game} game at that node; comes back to it @param {Verdicts} verdicts @param {boolean} [needsNumber] does the first move need its number, whichever side made it? */
  #line(into, from, game, verdicts, needsNumber = true) {
    let played = 0;
    for (let node = from; node.children.length; node = node.children[0]) {
      const [main, ...others] = node.children;
      /** @param {ParentNode & Node} place @param {TreeNode} each */
      const write = (place, each) => {
        const number = game.numberText();
        const { side } = game;
        const move = game.playText(each.text);
        const label = move ? moveLabel(move, game, side) : each.text;
        if (!number.endsWith("...") || needsNumber) place.append(h("span.number", {}, number.replace("...", "…")));
        const text = move ? moveText(move, game) : each.text;
        place.append(this.#entry(each, label, text, verdicts.get(each)?.verdict ?? ""));
        if (each.comment) place.append(h("span.comment", {}, each.comment));
        needsNumber = Boolean(each.comment);
      };
      write(into, main);
      game.undo();
      for (const other of others) {
        needsNumber = true;
        const variation = h("div.variation", {});
        write(variation, other);
        this.#line(variation, other, game, verdicts, needsNumber);
        game.undo();
        into.append(variation);
        needsNumber = true;
      }
      game.playText(main.text);
      played += 1;
    }
    for (; played; played -= 1) game.undo();
  }

  /** @param {TreeNode} node @param {Node | string} label @param {string} text the same for the ear @param {string} verdict */
  #entry(node, label, text, verdict) {
    // Once a game is reviewed, the verdict stands where the author's sign was.
    const mark = MARKS[verdict];
    const [sign, ...nags] = nagTexts(node);
    const signs = [mark ?? sign, ...nags].join(" ").trim();
    const made = h(
      `button.ply${mark ? `.${verdict}` : ""}`,
      {
        type: "button",
        onclick: () => this.onGo(node),
        "aria-label": mark ? `${text}, ${say(`verdict.${verdict}`)}` : signs ? `${text} ${signs}` : undefined,
      },
      label,
      signs.startsWith("$") ? ` ${signs}` : signs,
    );
    this.buttons.set(node, made);
    return made;
  }
}
