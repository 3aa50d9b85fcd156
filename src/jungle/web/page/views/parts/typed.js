// A field for typed moves and questions, and keys for the same questions: for blind players, and for everyone who likes to type.

import { mayHint } from "../../allowed.js";
import { announce } from "../../dialog.js";
import { h } from "../../dom.js";
import { attacksWords, denWords, lastWords, piecesWords, squareAnswer, turnWords } from "../../game/answers.js";
import { readTyped } from "../../game/typing.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";

/** @typedef {import("../../board/board.js").JungleBoard} JungleBoard */
/** @typedef {import("../../game/game.js").Game} Game */
/**
 * @typedef {object} Asked
 * @property {JungleBoard} board
 * @property {() => Game} game
 * @property {() => number | null} [person] the side of who asks; without it, or if both are, the side to move
 * @property {() => string} [clock] both clocks in words
 * @property {() => void} [onTurn] turns the board
 * @property {() => unknown} [onHint] asks for a hint, which is then announced
 */

/** The question behind each key. */
export const KEYS = { p: "mine", o: "theirs", l: "last", a: "attacks", s: "square", t: "turn", c: "clock" };

/** Whether the event belongs to a text field, a dialog or the browser. @param {KeyboardEvent} event */
export function isTaken(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || Boolean(target.closest("dialog"));
}

/** @param {Asked} asked @returns {{element: HTMLElement, close: () => void}} */
export function typedMoves({ board, game, person = () => null, clock, onTurn, onHint }) {
  const answer = h("output", {});
  const input = h("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: false,
    enterKeyHint: "go",
    placeholder: say("web.type.example"),
    "aria-label": say("web.type"),
  });
  /** @param {string} words */
  const tell = (words) => {
    answer.textContent = words;
    announce(words);
  };
  const own = () => person() ?? game().side;

  /** @param {string} question @param {number} [square] */
  function reply(question, square = board.state.cursor) {
    const side = own();
    if (question === "mine") return piecesWords(game(), side);
    if (question === "theirs") return piecesWords(game(), side === null ? null : 1 - side);
    if (question === "last") return lastWords(game());
    if (question === "attacks") return attacksWords(game(), side);
    if (question === "den") return denWords(game(), side);
    if (question === "square") return squareAnswer(game(), square);
    if (question === "turn") return turnWords(game(), person());
    if (question === "clock") return clock?.() || say("web.ask.no clock");
    if (question === "hint") return say("web.ask.no hint");
    if (question === "gone") return say("web.ask.captured");
    return say("web.type.help");
  }

  /** @param {SubmitEvent} event */
  function enter(event) {
    event.preventDefault();
    const typed = readTyped(input.value, game(), { isTurned: board.isTurned, side: own() });
    if (!typed) {
      tell(say("web.type.unknown"));
      input.select();
      return;
    }
    input.value = "";
    answer.textContent = "";
    if ("question" in typed && typed.question === "hint" && onHint && mayHint()) onHint();
    else if ("question" in typed) tell(reply(typed.question, typed.square));
    else board.choose(typed.move.origin, typed.move.target);
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (isTaken(event) || !settings.keys) return;
    const key = event.key.toLowerCase();
    const question = KEYS[/** @type {keyof typeof KEYS} */ (key)];
    if (question) tell(reply(question));
    else if (key === "f") (onTurn ?? (() => board.toggleAttribute("turned")))();
    else if (key === "m" || key === "/") input.focus();
    else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  const left = (event) => {
    if (event.key === "Escape") board.focusCursor();
  };
  input.addEventListener("keydown", left);
  addEventListener("keydown", pressed);
  const element = h("form.typed", { onsubmit: enter }, input, answer);
  return { element, close: () => removeEventListener("keydown", pressed) };
}
