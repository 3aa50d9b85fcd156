// The review of a whole game: a graph of the chances, the accuracy of each side, and the mistakes.

import { shape } from "../../board/shape.js";
import { button, h } from "../../dom.js";
import { worstMoves } from "../../game/analysis.js";
import { capitalised, reasonWords, sentence, slipWords, storyWords } from "../../game/reasons.js";
import { sideName } from "../../game/showing.js";
import { say } from "../../words.js";
import { moveLabel } from "../parts/notation.js";

/** @typedef {import("../../engine/client.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../../engine/client.js").Review} Review */

const [WIDTH, HEIGHT] = [300, 80];
const BAD = ["inaccuracy", "mistake", "blunder"];

/** The points of the graph: Blue's share after each ply. @param {{ply: number, share: number}[]} plies @param {number} all */
export const graphPoints = (plies, all) =>
  [{ ply: 0, share: 0.5 }, ...plies].map(({ ply, share }) => ({
    x: Math.round((ply / Math.max(1, all)) * WIDTH * 10) / 10,
    y: Math.round((1 - share) * HEIGHT * 10) / 10,
  }));

/** @param {number | null} accuracy */
const percent = (accuracy) => (accuracy === null ? "–" : `${Math.round(accuracy)} %`);

/** Counts each verdict of a side. @param {Pick<ReviewedMove, "side" | "verdict">[]} plies @param {number} side */
export function countVerdicts(plies, side) {
  const own = plies.filter((each) => each.side === side);
  return BAD.map((verdict) => ({ verdict, count: own.filter((each) => each.verdict === verdict).length }));
}

/** @param {ReviewedMove[]} plies @param {number} all @param {number} shown @param {(ply: number) => void} onGo */
export function graph(plies, all, shown, onGo) {
  const drawing = shape("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "graph",
    preserveAspectRatio: "none",
    role: "img",
  });
  drawing.setAttribute("aria-label", say("web.analyse.course"));
  const points = graphPoints(plies, all);
  const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
  const end = points.at(-1)?.x ?? 0;
  const x = (shown / Math.max(1, all)) * WIDTH;
  drawing.append(
    shape("path", { class: "share", d: `M0 ${HEIGHT}L${line}L${end} ${HEIGHT}Z` }),
    shape("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    shape("path", { class: "course", d: `M${line}` }),
    shape("path", { class: "here", d: `M${x} 0V${HEIGHT}` }),
  );
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    onGo(Math.round(((clientX - box.left) / box.width) * all));
  });
  return drawing;
}

/**
 * @param {import("../../game/game.js").Game} game the main line, played to its end
 * @param {Pick<import("../../game/analysis.js").Analysis, "review" | "progress" | "people" | "player" | "newCards">} analysis @param {number} shown
 * @param {{onGo: (ply: number) => void, onStop: () => void, onDrill: () => void, onClaim: (sides: number[]) => void}} events
 */
export function reviewPanel(game, analysis, shown, { onGo, onStop, onDrill, onClaim }) {
  const { review, progress, player } = analysis;
  const plies = review?.plies ?? progress?.plies ?? [];
  const all = game.moves.length;
  /** @type {Element[]} */
  const parts = [h("h2", {}, say("web.play.review")), graph(plies, all, shown, onGo)];
  if (!review && progress) {
    parts.push(
      h(
        "div.progress",
        {},
        h("progress", { max: progress.all, value: progress.done, "aria-label": say("web.play.review") }),
        button("close", say("web.cancel"), onStop, { isSmall: true }),
      ),
    );
    return h("section.review", {}, parts);
  }
  if (!review) return h("section.review", {}, parts);
  /** @param {number} each */
  const side = (each) =>
    h(
      "tr",
      {},
      h(`th.${each ? "red" : "blue"}`, { scope: "row" }, sideName(each)),
      h("td", {}, percent(review.accuracy[each])),
      countVerdicts(review.plies, each).map(({ count }) => h("td", {}, count)),
    );
  const heads = [say("web.analyse.accuracy"), ...BAD.map((verdict) => capitalised(say(`verdict.${verdict}`)))];
  parts.push(
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          heads.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, side(0), side(1)),
    ),
    h("p.story", {}, storyWords(review, game)),
    ...mistakes(game, review, { onGo, onDrill }, player),
    ...cardParts(review, analysis, onClaim),
  );
  return h("section.review", {}, parts);
}

/** The better move and the reason. @param {ReviewedMove} judged @param {import("../../game/game.js").Game} game */
function betterParts({ better, side, reason }, game) {
  const why = reasonWords(reason);
  const label = better ? moveLabel(better, game, side) : "";
  return h(
    "span.better",
    {},
    `${capitalised(say("analyse.better", { line: "" }))}`,
    label,
    why && ` – ${why}`,
    say("web.stop"),
  );
}

/** The verdict on the move that led to the position on the board. @param {ReviewedMove} judged @param {import("../../game/game.js").Game} game @returns {(Node | string)[]} */
export function verdictParts(judged, game) {
  const head = [
    h("strong", {}, moveLabel(judged.move, game, judged.side)),
    ` ${sentence(say(`verdict.${judged.verdict}`))}`,
  ];
  if (!BAD.includes(judged.verdict) || !judged.better) return head;
  return [...head, ` ${sentence(slipWords(judged, game))} `, betterParts(judged, game)];
}

/** Says that the mistakes became cards, or asks whose they are. @param {Review} review @param {Pick<import("../../game/analysis.js").Analysis, "people" | "newCards">} analysis @param {(sides: number[]) => void} onClaim */
function cardParts(review, { people, newCards }, onClaim) {
  if (people.length) return newCards ? [h("p.faint", {}, say("web.train.added", { count: newCards }))] : [];
  if (!worstMoves(review.plies, null).length) return [];
  /** @param {string} words @param {number[]} sides */
  const claim = (words, sides) => button("person", words, () => onClaim(sides), { isSmall: true });
  return [
    h("p", {}, say("web.train.whose")),
    h(
      "div.buttons",
      {},
      [0, 1].map((side) => claim(say("web.train.was", { side: sideName(side) }), [side])),
      claim(say("web.train.was both"), [0, 1]),
    ),
  ];
}

/** The list of moves to learn from. @param {import("../../game/game.js").Game} game @param {Review} review @param {{onGo: (ply: number) => void, onDrill: () => void}} events @param {number | null} person */
function mistakes(game, review, { onGo, onDrill }, person) {
  const worst = worstMoves(review.plies, person);
  if (!worst.length)
    return [h("p.faint", {}, say(person === null ? "web.analyse.flawless" : "web.analyse.flawless.you"))];
  /** @param {ReviewedMove} judged */
  const entry = (judged) => {
    const move = game.moves[judged.ply - 1];
    const number = game.numberText(judged.ply - 1).replace("...", "…");
    return h(
      "li",
      {},
      h(
        "button.line",
        { type: "button", onclick: () => onGo(judged.ply) },
        h(`b.${judged.verdict}`, {}, `${number} `, moveLabel(move, game, judged.side)),
        h(
          "span",
          {},
          `${sentence(say(`verdict.${judged.verdict}`))} ${sentence(slipWords(judged, game))} `,
          betterParts(judged, game),
        ),
      ),
    );
  };
  return [
    h("h3", {}, say(person === null ? "web.analyse.learn.both" : "web.analyse.learn")),
    button("target", say("web.drill.start", { count: worst.length }), onDrill, { look: "accent" }),
    h("ol.lines", {}, worst.map(entry)),
  ];
}
