// Sheets of puzzles: six boards a page, a line for each answer, and the solutions on the last page.

import { picture } from "../../board/picture.js";
import { shape } from "../../board/shape.js";
import { h } from "../../dom.js";
import { uci } from "../../game/game.js";
import { frameOf } from "../../game/kinds.js";
import { loadPuzzles, offeredThemes } from "../../game/puzzles.js";
import { capitalised } from "../../game/reasons.js";
import { moveText, sideName } from "../../game/showing.js";
import { newGame } from "../../library.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";
import { assignedPuzzles } from "../class/tasks.js";
import { field, selectInput, textInput } from "../parts/forms.js";

/** @typedef {import("../print.js").Given} Given */
/** @typedef {import("../../game/puzzles.js").Puzzle} Puzzle */
/** @typedef {import("../../library.js").Library} Library */

const PER_PAGE = 6;
const COUNTS = ["6", "12", "18", "24"];

/** Some of the puzzles of a theme, from easy to hard. @param {Puzzle[]} puzzles @param {string} theme @param {number} count */
export function sheetPuzzles(puzzles, theme, count) {
  const fitting = puzzles
    .filter(({ themes }) => !theme || themes.includes(theme))
    .sort((one, other) => one.rating - other.rating);
  const step = Math.max(1, Math.floor(fitting.length / count));
  return fitting.filter((_, index) => index % step === 0).slice(0, count);
}

/** A board with the names of its squares around it, so that answers can be written down. @param {Puzzle} puzzle @param {Library} library @param {string} label */
function board({ fen, rules }, library, label) {
  const { grid, kind } = library.rules[rules ?? ""] ?? library.usual;
  const isTurned = kind.hasDirection && fen.split(" ")[1] === "r";
  const drawing = picture(fen, { theme: "parchment", pieces: settings.pieces, isTurned, label });
  const frame = frameOf(grid);
  const [width, height] = [grid.files * 100 + 2 * frame, grid.ranks * 100 + 2 * frame];
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  /** @param {string} text @param {number} x @param {number} y */
  const write = (text, x, y) => drawing.append(shape("text", { x, y, class: "coordinate" }, text));
  for (let file = 0; file < grid.files; file += 1)
    write(grid.name(isTurned ? grid.files - 1 - file : file)[0], frame + 100 * file + 50, height - frame / 2);
  for (let rank = 0; rank < grid.ranks; rank += 1)
    write(String(isTurned ? rank + 1 : grid.ranks - rank), frame / 2, frame + 100 * rank + 50);
  return drawing;
}

/** The solution in words. @param {Puzzle} puzzle @param {Library} library */
function solution({ fen, rules, moves }, library) {
  const game = newGame(library, rules, fen, { deal: null });
  const words = moves.map((text) => {
    const move = game.parse(text);
    const told = move ? `${moveText(move, game)} (${uci(move, game.grid)})` : text;
    game.playText(text);
    return told;
  });
  game.free();
  return words.join(", ");
}

/** @param {Puzzle[]} puzzles @param {Library} library @param {string} title */
function sheets(puzzles, library, title) {
  /** @param {Puzzle} puzzle */
  const task = (puzzle) => {
    const side = sideName(puzzle.fen.split(" ")[1] === "r" ? 1 : 0);
    return puzzle.goal ? say(`web.puzzles.${puzzle.goal}`, { side }) : say("web.puzzles.find", { side });
  };
  /** @param {Puzzle} puzzle @param {number} number */
  const entry = (puzzle, number) =>
    h(
      "li.printed-puzzle",
      {},
      h("p", {}, h("strong", {}, `${number}.`), " ", task(puzzle)),
      board(puzzle, library, say("print.puzzle", { number })),
      h("p.answer-line", {}, say("print.answer")),
    );
  const pages = Array.from({ length: Math.ceil(puzzles.length / PER_PAGE) }, (_, page) =>
    puzzles.slice(page * PER_PAGE, (page + 1) * PER_PAGE),
  );
  const head = () => h("header.sheet-head", {}, h("h2", {}, title), h("p", {}, say("print.name line")));
  return [
    ...pages.map((page, index) =>
      h(
        "section.sheet.puzzle-sheet",
        {},
        head(),
        h(
          "ol",
          {},
          page.map((puzzle, at) => entry(puzzle, index * PER_PAGE + at + 1)),
        ),
      ),
    ),
    h(
      "section.sheet.solutions",
      {},
      h("h2", {}, say("print.solutions")),
      h(
        "ol",
        {},
        puzzles.map((puzzle) => h("li", {}, solution(puzzle, library))),
      ),
    ),
  ];
}

/** @param {Given} given @returns {Promise<import("../print.js").Printed>} */
export async function puzzleSheets({ query, library, server }) {
  const known = await loadPuzzles();
  const place = h("div.sheets", {});
  const [classId, id] = [query.get("class"), query.get("assignment")];
  if (classId && id) {
    const { assignments } = await server.get(`/class/${encodeURIComponent(classId)}/assignment`);
    const assignment = assignments.find((/** @type {import("../class/tasks.js").Assignment} */ each) => each.id === id);
    if (assignment) {
      place.append(...sheets(assignedPuzzles(assignment, known), library, assignment.title));
      return { title: say("print.puzzles"), form: null, sheets: place };
    }
  }
  const themes = offeredThemes(known);
  const theme = themes.find(([name]) => name === query.get("theme"))?.[0] ?? "";
  const wanted = { theme, count: query.get("count") ?? "12", title: "" };
  const draw = () => {
    const name = wanted.theme ? capitalised(say(`theme.${wanted.theme}`)) : say("web.menu.puzzles");
    place.replaceChildren(
      ...sheets(sheetPuzzles(known, wanted.theme, Number(wanted.count) || PER_PAGE), library, wanted.title || name),
    );
  };
  /** @param {"theme" | "count" | "title"} key */
  const set = (key) => (/** @type {string} */ value) => {
    wanted[key] = value;
    draw();
  };
  const form = h(
    "div.print-form",
    {},
    field(
      say("class.theme"),
      selectInput(
        "theme",
        [
          ["", say("print.mixed")],
          ...themes.map(([name]) => /** @type {[string, string]} */ ([name, say(`theme.${name}`)])),
        ],
        wanted.theme,
        set("theme"),
      ),
    ),
    field(
      say("class.how many"),
      selectInput(
        "count",
        COUNTS.map((count) => [count, count]),
        wanted.count,
        set("count"),
      ),
    ),
    field(
      say("print.heading"),
      textInput("heading", {
        maxLength: 60,
        oninput: (/** @type {Event & {currentTarget: HTMLInputElement}} */ { currentTarget }) =>
          set("title")(currentTarget.value),
      }),
    ),
  );
  draw();
  return { title: say("print.puzzles"), form, sheets: place };
}
