// Puzzles: today's, rated ones, and themes; then one at a time on the board.

import { picture } from "../board/picture.js";
import { notify } from "../dialog.js";
import { h, linkButton } from "../dom.js";
import { keepDraft, keptDraft } from "../game/keeping.js";
import { dailyPuzzle, dayName, loadPuzzles, nextPuzzle, progressAfter, readProgress } from "../game/puzzles.js";
import { routeTo, showAddress } from "../routes.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { PuzzleView } from "./puzzles/solve.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../game/puzzles.js").Puzzle} Puzzle */
/** @typedef {import("../game/puzzles.js").Progress} Progress */

const DRAFT = "puzzles";

/** @param {Progress} progress */
const figures = ({ rating, streak, best, solved, dailyStreak }) =>
  h(
    "dl.figures",
    {},
    [
      [say("web.puzzles.rating"), rating],
      [say("web.puzzles.streak"), streak],
      [say("web.puzzles.best"), best],
      [say("web.puzzles.solved"), solved.length],
      [say("web.puzzles.days"), dailyStreak],
    ].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );

/** @param {Puzzle[]} puzzles @param {Progress} progress */
function startPage(puzzles, progress) {
  const daily = dailyPuzzle(puzzles, dayName(new Date()));
  const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();
  const count = (/** @type {string} */ theme) => puzzles.filter((puzzle) => puzzle.themes.includes(theme)).length;
  const isTurned = daily.fen.split(" ")[1] === "r";
  const isSolved = progress.solved.includes(daily.id);
  return h(
    "div.page",
    {},
    h("h1", {}, say("web.menu.puzzles")),
    h(
      "div.puzzle-start",
      {},
      h(
        "section.panel",
        {},
        h("h2", {}, say("web.puzzles.daily")),
        h(
          "a.daily",
          { href: routeTo("puzzles", { id: daily.id, daily: 1 }) },
          picture(daily.fen, { theme: settings.theme, pieces: settings.pieces, isTurned }),
          h(
            "span",
            {},
            say("web.puzzles.level", { rating: daily.rating }),
            isSolved ? ` · ${say("web.puzzles.solved")}` : "",
          ),
        ),
      ),
      h(
        "section.panel",
        {},
        h("h2", {}, say("web.puzzles.rated")),
        figures(progress),
        linkButton("play", say("web.play.start"), routeTo("puzzles", { next: 1 }), "accent"),
      ),
      h(
        "section.panel",
        {},
        h("h2", {}, say("web.puzzles.themes")),
        h(
          "ul.themes",
          {},
          themes.map((theme) =>
            h(
              "li",
              {},
              h(
                "a.button",
                { href: routeTo("puzzles", { theme, next: 1 }) },
                say(`theme.${theme}`),
                h("span.faint", {}, count(theme)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {URLSearchParams} query @param {Library} library */
export async function open(query, library) {
  const puzzles = await loadPuzzles();
  const theme = query.get("theme") ?? "";
  const read = () => readProgress(keptDraft(DRAFT));
  const found = puzzles.find(({ id }) => id === query.get("id"));
  const puzzle = found ?? (query.has("next") ? nextPuzzle(puzzles, read(), theme) : undefined);
  if (!puzzle) {
    if (query.has("next")) notify(say("web.puzzles.all done"));
    showAddress(routeTo("puzzles"));
    return { element: startPage(puzzles, read()) };
  }
  showAddress(routeTo("puzzles", { id: puzzle.id, theme, daily: query.get("daily") }));
  const view = new PuzzleView(library, puzzle, {
    next: routeTo("puzzles", { next: 1, theme }),
    progress: read(),
    onTried: (isSolved) => {
      const today = dayName(new Date());
      const day = dailyPuzzle(puzzles, today) === puzzle ? today : undefined;
      const after = progressAfter(read(), puzzle, isSolved, day);
      keepDraft(DRAFT, after);
      return after;
    },
  });
  return { element: view.element, close: () => view.close() };
}
