// The puzzles of `jungle.puzzles`, as the page fetches them.

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** @param {string} text one JSON object a line @returns {Puzzle[]} */
export function parsePuzzles(text) {
  return text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => {
      const { moves, rules = "standard", ...rest } = JSON.parse(line);
      return { ...rest, rules, moves: Array.isArray(moves) ? moves : String(moves).split(" ") };
    });
}

/** @returns {Promise<Puzzle[]>} */
export async function loadPuzzles() {
  const answer = await fetch("data/puzzles.jsonl");
  if (!answer.ok) throw new Error(`data/puzzles.jsonl: ${answer.status}`);
  return parsePuzzles(await answer.text());
}

/** The puzzle of a day, the same one everywhere. @param {Puzzle[]} puzzles @param {Date} date */
export function dailyPuzzle(puzzles, date) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
  return puzzles[day % puzzles.length];
}
