import assert from "node:assert/strict";
import { test } from "node:test";
import { Gif, paletteOf } from "../../src/jungle/web/page/board/gif.js";
import { actorsOf, marksOf, movingFiles, movingPicture } from "../../src/jungle/web/page/board/moving.js";
import { pictureParts } from "../../src/jungle/web/page/board/picture.js";
import { game } from "./page.js";

const DRESS = { theme: "night", pieces: "letters" };

/** The drawings that a moving picture shows after a number of plies, by square. @param {import("../../src/jungle/web/page/board/moving.js").Actor[]} actors @param {number} ply */
const shownAt = (actors, ply) =>
  Object.fromEntries(
    actors
      .filter(({ places, leaves }) => places[0][0] <= ply && (leaves === null || leaves > ply))
      .map(({ file, places }) => [places.filter(([since]) => since <= ply).at(-1)?.[1], file]),
  );

/** The drawings of a position, by square. @param {import("../../src/jungle/web/page/game/game.js").Game} played @param {number} ply */
const drawnAt = (played, ply) => {
  const { files, ranks } = played.grid;
  const { parts, frame } = pictureParts(played.fen(ply), DRESS);
  return Object.fromEntries(
    parts.slice(1).map(({ file, x, y }) => {
      const [column, row] = [x, y].map((at) => Math.floor((at - frame) / 100));
      return [(ranks - 1 - row) * files + column, file];
    }),
  );
};

/** @param {string} rules @param {number} plies */
function played(rules, plies) {
  const made = game(rules, undefined, { random: () => 0.3 });
  let state = 1;
  for (let ply = 0; ply < plies && !made.outcome(); ply += 1) {
    const moves = made.legalMoves();
    state = (state * 75 + 74) % 65537;
    const { origin, target } = moves.find(({ captured }) => captured) ?? moves[(state >> 8) % moves.length];
    made.play(origin, target);
  }
  return made;
}

for (const rules of ["standard", "flip"])
  test(`a moving picture of ${rules} shows every position of the game`, () => {
    const made = played(rules, 150);
    const actors = actorsOf(made, DRESS);
    for (let ply = 0; ply <= made.length; ply += 1) assert.deepEqual(shownAt(actors, ply), drawnAt(made, ply));
    assert.ok(
      actors.some(({ leaves }) => leaves !== null),
      "something is captured or turned up",
    );
    assert.equal(marksOf(made).length, made.length);
  });

test("a moving picture is one small file without references to others", () => {
  const made = played("standard", 60);
  const files = movingFiles(made, DRESS);
  const drawing = '<svg width="9" height="9" viewBox="0 0 9 9"><g id="a"/><use href="#a"/></svg>';
  const text = movingPicture(made, DRESS, new Map(files.map((file) => [file, drawing])));
  assert.ok(text.length < 100_000, `${text.length}`);
  assert.deepEqual(text.match(/href="(?!#)/g), null);
  const names = [...text.matchAll(/ id="([^"]*)"/g)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length, "names of different drawings differ");
  for (const [, times] of text.matchAll(/keyTimes="([^"]*)"/g)) {
    const numbers = times.split(";").map(Number);
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => one - other),
    );
    assert.ok(numbers[0] === 0 && numbers[numbers.length - 1] <= 1);
  }
});

/** The first colour indices in a block of LZW codes, written for this test only. @param {Uint8Array} data @param {number} count */
function unpacked(data, count) {
  const minimum = data[0];
  const bytes = [];
  for (let at = 1; data[at]; at += data[at] + 1) bytes.push(...data.subarray(at + 1, at + 1 + data[at]));
  const [clear, end] = [1 << minimum, (1 << minimum) + 1];
  /** @type {number[][]} */
  let table = [];
  let [width, at] = [minimum + 1, 0];
  /** @type {number[]} */
  const found = [];
  /** @type {number[] | null} */
  let before = null;
  while (found.length < count) {
    let code = 0;
    for (let bit = 0; bit < width; bit += 1, at += 1) code |= ((bytes[at >> 3] >> (at & 7)) & 1) << bit;
    if (code === end) break;
    if (code === clear) {
      table = Array.from({ length: end + 1 }, (_, index) => [index]);
      width = minimum + 1;
      before = null;
      continue;
    }
    /** @type {number[]} */
    const entry = table[code] ?? [...(before ?? []), (before ?? [])[0]];
    found.push(...entry);
    if (before) table.push([...before, entry[0]]);
    if (table.length === 1 << width && width < 12) width += 1;
    before = entry;
  }
  return found;
}

test("a GIF holds the pixels it was given, and of later frames only what changes", async () => {
  const [width, height] = [90, 70];
  /** Noise in few colours fills the table of codes several times. @param {number} seed */
  const noise = (seed) => {
    const pixels = new Uint8Array(4 * width * height).fill(255);
    let state = seed;
    for (let at = 0; at < pixels.length; at += 4) {
      state = (state * 1103515245 + 12345) % 2147483648;
      pixels.set([((state >> 16) % 4) << 6, ((state >> 20) % 4) << 6, 128], at);
    }
    return pixels;
  };
  const first = noise(1);
  const second = first.slice();
  for (const at of [10 * width + 20, 12 * width + 25]) second.set([0, 255, 0], 4 * at);
  const palette = paletteOf([first, second]);
  assert.equal(palette.length, 17);
  const gif = new Gif(width, height, palette);
  gif.add(first, 1000);
  gif.add(second, 2000);
  const file = new Uint8Array(await gif.finish().arrayBuffer());
  const header = 13 + 768 + 19;
  assert.deepEqual([...file.subarray(0, 10)], [...new TextEncoder().encode("GIF89a"), width, 0, height, 0]);
  const indices = unpacked(file.subarray(header + 8 + 10), width * height);
  const colours = indices.map((index) => [...file.subarray(13 + 3 * index, 16 + 3 * index)]);
  assert.deepEqual(
    colours,
    Array.from({ length: width * height }, (_, at) => [...first.subarray(4 * at, 4 * at + 3)]),
  );
  const text = [...file].map((byte) => String.fromCharCode(byte)).join("");
  const later = text.indexOf("\x21\xf9\x04\x05\xc8\x00", header + 8);
  assert.ok(later > 0, "the second frame is shown for two seconds");
  assert.deepEqual([...file.subarray(later + 9, later + 17)], [20, 0, 10, 0, 6, 0, 3, 0]);
});
