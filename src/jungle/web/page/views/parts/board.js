// A board that follows the settings, shows its model, and announces what happens there.

import "../../board/board.js";
import { announce, notify } from "../../dialog.js";
import { h } from "../../dom.js";
import { obstacleTo } from "../../game/obstacles.js";
import { animalName, lastSquares, squareWords } from "../../game/showing.js";
import { onChange, settings } from "../../settings.js";
import { playSound } from "../../sounds.js";
import { readAloud, stopReading } from "../../speech.js";
import { say } from "../../words.js";
import { typedMoves } from "./typed.js";

/** @typedef {import("../../board/board.js").JungleBoard} JungleBoard */
/** @typedef {import("../../board/state.js").Choice} Choice */
/** @typedef {import("../../game/board-model.js").Display} Display */
/** @typedef {import("../../game/game.js").Game} Game */
/** @template F @typedef {import("../../game/board-model.js").BoardModel<F>} BoardModel */

/** Events that are read aloud: hints, wrong moves and finished exercises. */
const READ_ALOUD = ["hint", "wrong", "another", "done"];

/** Applies the settings. @param {JungleBoard} board @param {boolean} [isSmall] too small for coordinates? */
export function dress(board, isSmall = false) {
  board.setAttribute("theme", settings.theme);
  board.setAttribute("pieces", settings.pieces);
  board.setAttribute("coordinates", settings.coordinates && !isSmall ? "yes" : "no");
}

/** Shows a position of a game, and nothing else that is not asked for. @param {JungleBoard} board @param {Game} game @param {Partial<Omit<Display, "game">>} [options] */
export function showGame(board, game, { ply = game.length, last = lastSquares(game, ply), ...parts } = {}) {
  board.setAttribute("fen", game.fen(ply));
  board.show({ targets: new Map(), marks: new Map(), arrows: [], ...parts, last });
}

/** A board that follows the settings. `close` unbinds it. @param {{label?: string, fen?: string, isSmall?: boolean}} [how] */
export function plainBoard({ label = say("web.board"), fen, isSmall = false } = {}) {
  const board = h("jungle-board", { label });
  if (fen) board.setAttribute("fen", fen);
  board.nameSquare = (square, code) => squareWords(board.grid, square, code);
  dress(board, isSmall);
  return { board, close: onChange(() => dress(board, isSmall)) };
}

/** Announces what was picked up, and where it may go. @param {JungleBoard} board @param {number} square */
function announcePicked(board, square) {
  /** @param {number} each */
  const name = (each) => board.nameSquare(each, board.state.pieces.get(each));
  const targets = (board.state.targets.get(square) ?? []).map(name);
  announce(say("web.picked", { square: name(square), targets: targets.join("; ") }));
}

/** Says why a move is illegal. @param {JungleBoard} board @param {Game} game @param {Choice} choice */
function explainRefusal(board, game, { origin, target }) {
  const found = obstacleTo(game, origin, target);
  if (!found) return;
  /** @param {number} animal */
  const name = (animal) => (animal ? animalName(animal) : "");
  const words = say(`web.refused.${found.code}`, { animal: name(found.animal), other: name(found.other) });
  playSound("refuse");
  board.tell(words, target, found.squares, origin);
  announce(words);
  readAloud(words);
}

/**
 * A board with somebody at it: it draws its model whenever something happens there, says and plays what the model reports, explains illegal moves, and
 * gives the model what is chosen. `close` unbinds it.
 * @template F @param {BoardModel<F>} model
 * @param {{label?: string, hasTyping?: boolean, clock?: () => string, onTurn?: () => void, onHint?: () => unknown}} [how]
 * @returns {{board: JungleBoard, typed: HTMLElement | null, close: () => void}} `typed`: a field for moves and questions
 */
export function makeBoard(model, { label, hasTyping = true, clock, onTurn, onHint } = {}) {
  const { board, close } = plainBoard({ label });
  const draw = () => {
    if (model.isClosed) return;
    const { game, ...options } = model.display();
    showGame(board, game, options);
  };
  /** @param {import("../../game/board-model.js").BoardEvent<F>} given */
  const happened = ({ what, words, sound, isNotice }) => {
    if (words) (isNotice ? notify : announce)(words);
    if (words && READ_ALOUD.includes(what)) readAloud(words);
    if (sound) playSound(sound);
    draw();
  };
  const typed = hasTyping
    ? typedMoves({ board, game: () => model.game, person: () => model.person, clock, onTurn, onHint })
    : null;
  const closers = [
    close,
    model.onChange(happened),
    board.on("choose", ({ origin, target }) => model.play(origin, target)),
    board.on("pick", (square) => announcePicked(board, square)),
    board.on("refuse", (choice) => explainRefusal(board, model.game, choice)),
    () => typed?.close(),
    stopReading,
  ];
  draw();
  return { board, typed: typed?.element ?? null, close: () => closers.forEach((each) => void each()) };
}
