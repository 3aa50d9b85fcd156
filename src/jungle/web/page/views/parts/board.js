// A board that follows the settings and announces what happens on it.

import "../../board/board.js";
import { announce } from "../../dialog.js";
import { h } from "../../dom.js";
import { obstacleTo } from "../../game/obstacles.js";
import { animalName, squareWords } from "../../game/showing.js";
import { onChange, settings } from "../../settings.js";
import { playSound } from "../../sounds.js";
import { say } from "../../words.js";
import { typedMoves } from "./typed.js";

/** @typedef {import("../../board/board.js").JungleBoard} JungleBoard */

/** Applies the settings. @param {JungleBoard} board @param {boolean} [isSmall] too small for coordinates? */
export function dress(board, isSmall = false) {
  board.setAttribute("theme", settings.theme);
  board.setAttribute("pieces", settings.pieces);
  board.setAttribute("coordinates", settings.coordinates && !isSmall ? "yes" : "no");
}

/**
 * A board that follows the settings, and explains illegal moves if a game is given. `close` unbinds it.
 * @param {{onChoose?: (origin: number, target: number) => void, game?: () => import("../../game/game.js").Game, label?: string, fen?: string, isSmall?: boolean} & Partial<Pick<import("./typed.js").Asked, "person" | "clock" | "onTurn">>} [how]
 * @returns {{board: JungleBoard, typed: HTMLElement | null, close: () => void}} `typed`: a field for moves and questions, if a game is given
 */
export function makeBoard({ onChoose, game, label = say("web.board"), fen, isSmall = false, ...asked } = {}) {
  const board = /** @type {JungleBoard} */ (h("jungle-board", { label }));
  if (fen) board.setAttribute("fen", fen);
  board.nameSquare = (square, code) => squareWords(board.grid, square, code);
  dress(board, isSmall);
  const unbind = onChange(() => dress(board, isSmall));
  const chosen = (/** @type {any} */ { detail }) => onChoose?.(detail.origin, detail.target);
  const picked = (/** @type {any} */ { detail }) => {
    const targets = (board.state.targets.get(detail) ?? []).map((square) =>
      board.nameSquare(square, board.state.pieces.get(square)),
    );
    announce(
      say("web.picked", {
        square: board.nameSquare(detail, board.state.pieces.get(detail)),
        targets: targets.join("; "),
      }),
    );
  };
  const refused = (/** @type {any} */ { detail: { origin, target } }) => {
    const found = game && obstacleTo(game(), origin, target);
    if (!found) return;
    const name = (/** @type {number} */ animal) => (animal ? animalName(animal) : "");
    const words = say(`web.refused.${found.code}`, { animal: name(found.animal), other: name(found.other) });
    playSound("refuse");
    board.tell(words, target, found.squares, origin);
    announce(words);
  };
  board.addEventListener("refuse", refused);
  board.addEventListener("choose", chosen);
  board.addEventListener("pick", picked);
  const typed = game ? typedMoves({ board, game, ...asked }) : null;
  const close = () => {
    unbind();
    typed?.close();
    board.removeEventListener("refuse", refused);
    board.removeEventListener("choose", chosen);
    board.removeEventListener("pick", picked);
  };
  return { board, typed: typed?.element ?? null, close };
}
