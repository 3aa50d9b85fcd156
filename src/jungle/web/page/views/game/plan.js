// Conditional moves on the game page: the player plays lines on the board, and stores them.

import { announce, notify } from "../../dialog.js";
import { button, h, replaceKeepingFocus } from "../../dom.js";
import { moveText } from "../../game/showing.js";
import { tell } from "../../online/pairing.js";
import { Plan } from "../../online/plan.js";
import { say } from "../../words.js";
import { makeBoard } from "../parts/board.js";
import { movesLabel } from "../parts/notation.js";

/** @typedef {import("./table.js").OnlineTable} Table */
/** @typedef {import("../../game/tree.js").TreeNode} TreeNode */

/** Whether conditional moves can be entered now. @param {Table} table */
export const mayPlan = ({ online }) =>
  online.me !== null && !online.isOver && online.clock.days !== null && !online.isMyTurn && !online.unsent;

/** @param {Table} table */
const address = ({ online }) => `/game/${online.id}/plan`;

/** The lines that are planned. @param {Table} table @returns {Promise<string[][]>} */
export const loadLines = async (table) => (await table.server.get(address(table))).lines;

/** Replaces the board of the game while its player plans. */
export class PlanPanel {
  /** @param {Table} table @param {string[][]} lines @param {() => void} onClose */
  constructor(table, lines, onClose) {
    this.table = table;
    this.onClose = onClose;
    this.plan = new Plan(table.online.game, lines);
    this.made = makeBoard(this.plan, { label: say("live.plan") });
    this.made.board.toggleAttribute("turned", table.board.hasAttribute("turned"));
    this.help = h("p.ask.note", { role: "status" });
    this.list = h("ul.plan", { "aria-label": say("live.plan.lines") });
    this.element = h("div.planning", {}, this.help, this.list);
    this.plan.onChange(() => this.draw());
    this.draw();
  }

  close() {
    this.made.close();
    this.plan.close();
  }

  draw() {
    const { plan, table } = this;
    if (plan.isClosed) return;
    const name = table.online.opponentName;
    const isFull = !plan.mayMove;
    this.help.textContent = say(
      isFull
        ? "live.plan.full"
        : plan.isAnswer
          ? "live.plan.answer"
          : plan.depth
            ? "live.plan.next"
            : "live.plan.first",
      { name },
    );
    replaceKeepingFocus(
      this.list,
      plan.leaves.map((leaf, index) => this.#line(leaf, index)),
    );
    this.table.drawControls();
  }

  /** @param {TreeNode} leaf @param {number} index */
  #line(leaf, index) {
    const { plan } = this;
    const { game } = plan;
    const moves = plan.movesTo(leaf);
    const words = moves.map((move) => moveText(move, game)).join(" ");
    const isShown = plan.tree.path().includes(leaf);
    const side = this.table.online.person;
    return h(
      "li",
      {},
      h(
        "button.line",
        { type: "button", "aria-current": isShown ? "true" : undefined, onclick: () => plan.go(leaf) },
        ...movesLabel(moves, game, side === null ? null : 1 - side),
        moves.length % 2 ? h("span.faint", {}, say("live.plan.unanswered")) : null,
      ),
      button("trash", say("live.plan.remove", { number: index + 1, moves: words }), () => plan.remove(leaf), {
        isSmall: true,
      }),
    );
  }

  /** The buttons while planning. */
  buttons() {
    const { plan } = this;
    return [
      button("previous", say("live.plan.back"), () => plan.back(), { isOff: !plan.depth }),
      button("first", say("live.plan.start"), () => plan.go(plan.tree.root), { isOff: !plan.depth }),
      button("check", say("live.plan.save"), () => this.save(), { look: "accent" }),
      button("close", say("web.cancel"), () => this.onClose()),
    ];
  }

  /** Stores the lines, and returns to the game. */
  async save() {
    const { lines, played } = this.plan;
    try {
      await this.table.server.put(address(this.table), { lines, ply: played.length });
    } catch (error) {
      tell(error);
      return;
    }
    this.onClose();
    announce(say(lines.length ? "live.plan.saved" : "live.plan.removed"));
  }

  /** A move was played while the lines were being edited. */
  overtaken() {
    this.onClose();
    notify(say("live.plan.overtaken"));
  }
}
