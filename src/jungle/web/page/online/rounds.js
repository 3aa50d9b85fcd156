// Tournaments with rounds as values: results, points and the cross table. No DOM.

import { say } from "../words.js";

/** @typedef {import("./answers.js").RoundsView} RoundsView */

/** A number of points, with ½ and its parts: 2.5 is 2½. @param {number} points */
export function halves(points) {
  const whole = Math.floor(points);
  const part = { 0.25: "¼", 0.5: "½", 0.75: "¾" }[points - whole] ?? "";
  return part && !whole ? part : `${whole}${part}`;
}

/** A tournament after a board has changed. @template {Pick<RoundsView, "boards">} T @param {T} shown @param {Partial<RoundsView["boards"][number]> & {round: number, number: number}} changed */
export function roundResult(shown, changed) {
  const boards = shown.boards.map((board) =>
    board.round === changed.round && board.number === changed.number ? { ...board, ...changed } : board,
  );
  return { ...shown, boards };
}

/** How the host of simultaneous games has done so far. @param {Pick<RoundsView, "boards" | "by">} simul */
export function hostScore({ boards, by }) {
  let [own, others, left] = [0, 0, 0];
  for (const { points, blue } of boards) {
    if (!points) left += 1;
    else {
      own += points[blue === by ? 0 : 1];
      others += points[blue === by ? 1 : 0];
    }
  }
  return { own, others, left };
}

/** The cross table as texts: a line per player, the opponent's place, colour and result of each round. @param {Pick<RoundsView, "standing" | "round">} tournament */
export function crossTable({ standing, round }) {
  const rounds = Array.from({ length: round }, (_, index) => index + 1);
  const rows = standing.map((line) => {
    const cells = new Map(line.results.map((result) => [result.round, result]));
    return [String(line.place), line.name, ...rounds.map((number) => cellText(cells.get(number))), halves(line.points)];
  });
  return { head: [say("online.place"), say("online.player"), ...rounds.map(String), say("online.score")], rows };
}

/** @param {RoundsView["standing"][number]["results"][number] | undefined} cell */
function cellText(cell) {
  if (!cell) return "";
  if (cell.opponent === null) return cell.points ? say("online.rounds.bye") : "–";
  const result = cell.isPlayed ? halves(cell.points) : cell.points ? "+" : "−";
  return `${cell.opponent}${say(cell.isBlue ? "online.rounds.blue sign" : "online.rounds.red sign")}${result}`;
}
