// Puzzles: today's, rated ones, and themes; then one at a time on the board.

import { mayHint } from "../allowed.js";
import { picture } from "../board/picture.js";
import { notify } from "../dialog.js";
import { h, linkButton } from "../dom.js";
import { dropUnreadable, dueCards, isMistake, keptPuzzles, noteAnswer, weakSpots } from "../game/cards.js";
import { keepOwn } from "../game/keeping.js";
import { pathPuzzles } from "../game/path.js";
import { noteTry } from "../game/progress.js";
import {
  dailyPuzzle,
  dayName,
  loadPuzzles,
  nextPuzzle,
  offeredThemes,
  progressAfter,
  puzzlesOf,
  puzzlesOn,
} from "../game/puzzles.js";
import { keepPuzzleProgress, puzzleProgress } from "../game/records.js";
import { bestOf, MODES, Series } from "../game/series.js";
import { gameName, sideName } from "../game/showing.js";
import { icon } from "../icons.js";
import { routeTo, showAddress } from "../routes.js";
import { settings } from "../settings.js";
import { locale, say } from "../words.js";
import { rateWords } from "./parts/rates.js";
import { SeriesView } from "./puzzles/series.js";
import { PuzzleView } from "./puzzles/solve.js";

/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../game/puzzles.js").Puzzle} Puzzle */
/** @typedef {import("../game/puzzles.js").Progress} Progress */

/** An address gets no longer. */
const SKIPPED_AT_MOST = 30;
const WEAK_SPOTS = 3;
/** The puzzles of a set that trains a theme. */
const SET_SIZE = 10;

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
        h(
          "div.buttons",
          {},
          linkButton("play", say("web.play.start"), routeTo("puzzles", { next: 1 }), "accent"),
          linkButton("flip", gameName("flip"), routeTo("puzzles", { next: 1, rules: "flip" })),
        ),
      ),
      seriesPanel(progress),
      trainingPanel(puzzles, progress),
      h(
        "section.panel",
        {},
        h("h2", {}, say("web.puzzles.themes")),
        h(
          "ul.themes",
          {},
          offeredThemes(puzzlesOf(puzzles)).map(([theme, count]) =>
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

/** Sprint and streak, each with the personal best. @param {Progress} progress */
const seriesPanel = (progress) =>
  h(
    "section.panel",
    {},
    h("h2", {}, say("web.series")),
    h(
      "dl.series",
      {},
      MODES.flatMap((mode) => [
        h("dt", {}, h("strong", {}, say(`web.series.${mode}`)), ` ${say(`web.series.${mode}.about`)}`),
        h(
          "dd.buttons",
          {},
          linkButton("play", say(`web.series.${mode}`), routeTo("puzzles", { mode, next: 1 }), "accent"),
          linkButton(
            "flip",
            say("web.series.of", { mode: say(`web.series.${mode}`), game: gameName("flip") }),
            routeTo("puzzles", { mode, rules: "flip", next: 1 }),
          ),
          h("span.faint", {}, say("web.series.record is", { count: bestOf(progress, mode) })),
        ),
      ]),
    ),
  );

/** The cards that are due, and the weakest themes. @param {Puzzle[]} puzzles @param {Progress} progress */
function trainingPanel(puzzles, progress) {
  const count = dueCards(puzzles).length;
  const spots = weakSpots(puzzles, progress)
    .filter(({ solved, tried }) => solved < tried)
    .slice(0, WEAK_SPOTS);
  const weakest = spots.find(({ theme }) => puzzlesOn(puzzles, progress, theme).length);
  return h(
    "section.panel",
    {},
    h("h2", {}, say("web.train")),
    h("p", {}, count ? say("web.train.due", { count }) : say("web.train.none")),
    count
      ? h("div.buttons", {}, linkButton("play", say("web.train.start"), routeTo("puzzles", { train: 1 }), "accent"))
      : "",
    h("h3", {}, say("web.train.weak")),
    spots.length ? "" : h("p.faint", {}, say("train.weak.none")),
    spots.length
      ? h(
          "ul.themes",
          {},
          spots.map((spot) =>
            h(
              "li",
              {},
              h(
                "a.button",
                { href: routeTo("puzzles", { theme: spot.theme, set: 1 }) },
                say(`theme.${spot.theme}`),
                h("span.faint", {}, rateWords(spot)),
              ),
            ),
          ),
        )
      : "",
    weakest
      ? h(
          "div.buttons",
          {},
          linkButton("target", say("web.train.weakest"), routeTo("puzzles", { theme: weakest.theme, set: 1 })),
        )
      : "",
  );
}

/** The next puzzle of a stop on the path for beginners, or the path itself. @param {Puzzle[]} puzzles @param {string} theme @param {string} id of the puzzle before */
function addressOnPath(puzzles, theme, id) {
  const own = pathPuzzles(puzzles, theme);
  const next = own[own.findIndex((each) => each.id === id) + 1];
  return next ? routeTo("puzzles", { id: next.id, path: theme }) : routeTo("path");
}

/** @param {URLSearchParams} query @param {number} number in a set on a theme, or 0 */
function titleOf(query, number) {
  if (query.has("train")) return say("web.train");
  if (number) return say("web.train.set", { theme: say(`theme.${query.get("theme")}`) });
  if (query.get("path")) return say("web.path.puzzles", { theme: say(`theme.${query.get("path")}`) });
  return query.has("daily") ? say("web.puzzles.daily") : "";
}

/** A sprint or a streak. @param {Puzzle[]} puzzles @param {import("../game/series.js").Mode} mode @param {string} rules @param {Library} library */
function openSeries(puzzles, mode, rules, library) {
  showAddress(routeTo("puzzles", { mode, rules }));
  const series = new Series(puzzles, mode, { now: Date.now(), rules });
  const view = new SeriesView(library, series, {
    progress: puzzleProgress(),
    onScore: () => keepPuzzleProgress(series.recorded(puzzleProgress())),
    again: routeTo("puzzles", { mode, rules, next: 1 }),
  });
  return { element: view.element, close: () => view.close() };
}

/** @param {URLSearchParams} query @param {Library} library */
export async function open(query, library) {
  const puzzles = await loadPuzzles();
  const mode = MODES.find((each) => each === query.get("mode"));
  if (mode) return openSeries(puzzles, mode, query.get("rules") === "flip" ? "flip" : "", library);
  const theme = query.get("theme") ?? "";
  const rules = query.get("rules") ?? "";
  const skipped = (query.get("skip") ?? "").split(",").filter(Boolean);
  const read = () => puzzleProgress();
  const isToday = query.has("daily") && !query.has("id");
  const isTraining = query.has("train");
  const path = query.get("path") ?? "";
  const dropped = isTraining ? dropUnreadable(library) : 0;
  if (dropped) notify(say("train.dropped", { count: dropped }));
  const known = isTraining ? [...puzzles, ...keptPuzzles()] : puzzles;
  const found = isToday ? dailyPuzzle(puzzles, dayName(new Date())) : known.find(({ id }) => id === query.get("id"));
  const [card] = isTraining && !found ? dueCards(puzzles).filter(({ id }) => !skipped.includes(id)) : [];
  const number = Math.min(Math.max(Number.parseInt(query.get("set") ?? "", 10) || 0, 0), SET_SIZE + 1);
  const [drilled] = number && number <= SET_SIZE && !found ? puzzlesOn(puzzles, read(), theme) : [];
  const puzzle =
    found ??
    card ??
    drilled ??
    (query.has("next") ? nextPuzzle(puzzles, read(), { theme, rules, skipped }) : undefined);
  if (!puzzle) {
    if (query.has("next")) notify(say("web.puzzles.all done"));
    if (isTraining || number) notify(say("web.train.done"));
    showAddress(routeTo("puzzles"));
    return { element: startPage(puzzles, read()) };
  }
  showAddress(
    routeTo("puzzles", {
      id: puzzle.id,
      theme,
      rules,
      daily: query.get("daily"),
      train: query.get("train"),
      path,
      set: number || null,
      skip: skipped.join(","),
    }),
  );
  if (!found) keepOwn("puzzle", undefined); // A puzzle that comes back is not the one that was left on the board.
  let begun = performance.now();
  let isGraded = false; // A card is graded by the first try.
  const view = new PuzzleView(library, puzzle, {
    title: titleOf(query, number),
    place: isTraining
      ? say(isMistake(puzzle.id) ? "train.from game" : "train.from puzzle")
      : number
        ? say("web.train.place", { number, count: SET_SIZE })
        : "",
    isUnrated: isNewcomer(read()),
    hasHints: mayHint(),
    next: () => {
      if (isTraining) return routeTo("puzzles", { train: 1, skip: [...skipped, puzzle.id].join(",") });
      if (path) return addressOnPath(puzzles, path, puzzle.id);
      if (number) return routeTo("puzzles", { theme, set: number + 1 });
      const { solved, failed } = read();
      const isCounted = solved.includes(puzzle.id) || failed.includes(puzzle.id);
      const passed = isCounted ? skipped : [...skipped, puzzle.id].slice(-SKIPPED_AT_MOST);
      return routeTo("puzzles", { next: 1, theme, rules, skip: passed.join(",") });
    },
    progress: read(),
    onTried: (isSolved) => {
      const today = dayName(new Date());
      const day = dailyPuzzle(puzzles, today) === puzzle ? today : undefined;
      if (!isGraded) noteAnswer(puzzle.id, isSolved);
      isGraded = true;
      // A card is no longer rated.
      const after = isTraining ? read() : progressAfter(read(), puzzle, isSolved, day);
      if (!isMistake(puzzle.id)) noteTry("puzzle", puzzle.id, { isDone: isSolved, ms: performance.now() - begun });
      begun = performance.now();
      keepPuzzleProgress(after);
      return after;
    },
  });
  return { element: view.element, close: () => view.close() };
}
