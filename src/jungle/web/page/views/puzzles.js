// Puzzles: today's, rated ones, and themes; then one at a time on the board.

import { mayHint } from "../allowed.js";
import { picture } from "../board/picture.js";
import { notify } from "../dialog.js";
import { h, linkButton } from "../dom.js";
import { keepOwn, keptOwn } from "../game/keeping.js";
import { noteTry } from "../game/progress.js";
import {
  dailyPuzzle,
  dayName,
  loadPuzzles,
  nextPuzzle,
  offeredThemes,
  progressAfter,
  readProgress,
} from "../game/puzzles.js";
import { sideName } from "../game/showing.js";
import { icon } from "../icons.js";
import { routeTo, showAddress } from "../routes.js";
import { settings } from "../settings.js";
import { locale, say } from "../words.js";
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

/** Today, in words. */
const dayWords = () => new Date().toLocaleDateString(locale(), { weekday: "long", day: "numeric", month: "long" });

/** @param {Progress} progress */
const isNewcomer = ({ solved, failed }) => !solved.length && !failed.length;

/** @param {Puzzle[]} puzzles @param {Progress} progress */
function startPage(puzzles, progress) {
  const daily = dailyPuzzle(puzzles, dayName(new Date()));
  const isTurned = daily.fen.split(" ")[1] === "r";
  const isSolved = progress.solved.includes(daily.id);
  const address = routeTo("puzzles", { id: daily.id, daily: 1 });
  const dress = { theme: settings.theme, pieces: settings.pieces, isTurned };
  return h(
    "div.page",
    {},
    h("h1", {}, say("web.menu.puzzles")),
    h(
      "div.puzzle-start",
      {},
      h(
        "section.panel.daily",
        {},
        h("h2", {}, icon("calendar"), say("web.puzzles.daily")),
        h("p.faint", {}, dayWords()),
        h("a.daily-board", { href: address, "aria-hidden": "true", tabindex: -1 }, picture(daily.fen, dress)),
        h("p", {}, say(`web.puzzles.${daily.goal}`, { side: sideName(isTurned ? 1 : 0) })),
        isSolved ? h("p.faint", {}, icon("check"), ` ${say("web.puzzles.daily.solved")}`) : "",
        linkButton("play", say(isSolved ? "web.puzzles.retry" : "web.puzzles.solve"), address, "accent"),
      ),
      h(
        "section.panel",
        {},
        h("h2", {}, say("web.puzzles.rated")),
        figures(progress),
        isNewcomer(progress) ? h("p.faint", {}, say("web.puzzles.unrated")) : "",
        linkButton("play", say("web.play.start"), routeTo("puzzles", { next: 1 }), "accent"),
      ),
      h(
        "section.panel",
        {},
        h("h2", {}, say("web.puzzles.themes")),
        h(
          "ul.themes",
          {},
          offeredThemes(puzzles).map(([theme, count]) =>
            h(
              "li",
              {},
              h(
                "a.button",
                { href: routeTo("puzzles", { theme, next: 1 }) },
                say(`theme.${theme}`),
                h("span.faint", {}, count),
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
  const read = () => readProgress(keptOwn(DRAFT));
  const isToday = query.has("daily") && !query.has("id");
  const found = isToday ? dailyPuzzle(puzzles, dayName(new Date())) : puzzles.find(({ id }) => id === query.get("id"));
  const puzzle = found ?? (query.has("next") ? nextPuzzle(puzzles, read(), theme) : undefined);
  if (!puzzle) {
    if (query.has("next")) notify(say("web.puzzles.all done"));
    showAddress(routeTo("puzzles"));
    return { element: startPage(puzzles, read()) };
  }
  showAddress(routeTo("puzzles", { id: puzzle.id, theme, daily: query.get("daily") }));
  let begun = performance.now();
  const view = new PuzzleView(library, puzzle, {
    title: query.has("daily") ? say("web.puzzles.daily") : "",
    isUnrated: isNewcomer(read()),
    hasHints: mayHint(),
    next: routeTo("puzzles", { next: 1, theme }),
    progress: read(),
    onTried: (isSolved) => {
      const today = dayName(new Date());
      const day = dailyPuzzle(puzzles, today) === puzzle ? today : undefined;
      const after = progressAfter(read(), puzzle, isSolved, day);
      noteTry("puzzle", puzzle.id, { isDone: isSolved, ms: performance.now() - begun });
      begun = performance.now();
      keepOwn(DRAFT, after);
      return after;
    },
  });
  return { element: view.element, close: () => view.close() };
}
