// Animated GIFs: one palette for all frames, and of each frame only the rectangle that changes. No DOM.

/** @typedef {Uint8ClampedArray | Uint8Array} Pixels RGBA */

const COLOURS = 255;
/** The last entry of the palette means that a pixel does not change. */
const SAME = 255;
const CODE_BITS = 8;
const CLEAR = 256;
const END = 257;
const CODES_LIMIT = 4096;

/** Two bytes. @param {number} value */
const word = (value) => [value & 255, value >> 8];

/** @param {string} text */
const ascii = (text) => [...text].map((sign) => sign.charCodeAt(0));

/** A colour with 5 bits per channel. @param {Pixels} pixels @param {number} at */
const bucket = (pixels, at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);

/** The colours of some frames, by median cut. @param {readonly Pixels[]} frames @returns {number[][]} */
export function paletteOf(frames) {
  const counts = new Float64Array(1 << 15);
  const sums = new Float64Array(3 << 15);
  for (const pixels of frames)
    for (let at = 0; at < pixels.length; at += 4) {
      const index = bucket(pixels, at);
      counts[index] += 1;
      for (let channel = 0; channel < 3; channel += 1) sums[3 * index + channel] += pixels[at + channel];
    }
  const used = [...counts.keys()].filter((index) => counts[index]);
  /** @param {number} index @param {number} channel */
  const value = (index, channel) => sums[3 * index + channel] / counts[index];
  /** @param {number[]} box */
  const measured = (box) => {
    const spans = [0, 1, 2].map((channel) => {
      const values = box.map((index) => value(index, channel));
      return Math.max(...values) - Math.min(...values);
    });
    const channel = spans.indexOf(Math.max(...spans));
    const weight = box.reduce((sum, index) => sum + counts[index], 0);
    return { box, channel, cost: box.length > 1 ? spans[channel] * Math.sqrt(weight) : 0 };
  };
  const boxes = [measured(used)];
  while (boxes.length < COLOURS) {
    const worst = boxes.reduce((most, each, index) => (each.cost > boxes[most].cost ? index : most), 0);
    const { box, channel, cost } = boxes[worst];
    if (!cost) break;
    box.sort((one, other) => value(one, channel) - value(other, channel));
    const half = box.reduce((sum, index) => sum + counts[index], 0) / 2;
    let [at, passed] = [0, 0];
    while (at < box.length - 1 && (at === 0 || passed + counts[box[at]] <= half)) {
      passed += counts[box[at]];
      at += 1;
    }
    boxes.splice(worst, 1, measured(box.slice(0, at)), measured(box.slice(at)));
  }
  return boxes.map(({ box }) => {
    const weight = box.reduce((sum, index) => sum + counts[index], 0);
    return [0, 1, 2].map((channel) =>
      Math.round(box.reduce((sum, index) => sum + sums[3 * index + channel], 0) / weight),
    );
  });
}

/** The index of the nearest colour for every pixel. @param {number[][]} palette */
function matcher(palette) {
  const known = new Int16Array(1 << 15).fill(-1);
  /** @param {Pixels} pixels */
  return (pixels) => {
    const indices = new Uint8Array(pixels.length / 4);
    for (let at = 0; at < pixels.length; at += 4) {
      const key = bucket(pixels, at);
      if (known[key] < 0) {
        let nearest = Number.POSITIVE_INFINITY;
        for (const [index, colour] of palette.entries()) {
          const apart = colour.reduce((sum, value, channel) => sum + (value - pixels[at + channel]) ** 2, 0);
          if (apart < nearest) [nearest, known[key]] = [apart, index];
        }
      }
      indices[at / 4] = known[key];
    }
    return indices;
  };
}

/** Indices as LZW codes, in blocks. @param {Uint8Array} indices @returns {number[]} */
function packed(indices) {
  /** @type {number[]} */
  const bytes = [];
  let [buffer, bits, width, next] = [0, 0, CODE_BITS + 1, END + 1];
  /** @type {Map<number, number>} */
  const codes = new Map();
  /** @param {number} code */
  const write = (code) => {
    buffer |= code << bits;
    bits += width;
    while (bits >= 8) {
      bytes.push(buffer & 255);
      buffer >>>= 8;
      bits -= 8;
    }
  };
  write(CLEAR);
  let prefix = indices[0];
  for (let at = 1; at < indices.length; at += 1) {
    const key = (prefix << 8) | indices[at];
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    write(prefix);
    if (next < CODES_LIMIT) {
      if (next === 1 << width) width += 1;
      codes.set(key, next);
      next += 1;
    } else {
      write(CLEAR);
      codes.clear();
      [width, next] = [CODE_BITS + 1, END + 1];
    }
    prefix = indices[at];
  }
  write(prefix);
  write(END);
  if (bits) bytes.push(buffer & 255);
  const blocks = [CODE_BITS];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

/** The rectangle in which two frames differ, and what is in it. @param {Uint8Array} before @param {Uint8Array} after @param {number} width */
function change(before, after, width) {
  let [left, top, right, bottom] = [width, after.length / width, 0, 0];
  for (let at = 0; at < after.length; at += 1) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  if (right <= left) [left, top, right, bottom] = [0, 0, 1, 1];
  const indices = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = y * width + x;
      indices[(y - top) * (right - left) + x - left] = before[at] === after[at] ? SAME : after[at];
    }
  return { left, top, width: right - left, height: bottom - top, indices };
}

/** A GIF that repeats for ever, made frame by frame. */
export class Gif {
  /** @type {BlobPart[]} */
  #parts = [];
  /** @type {Uint8Array | null} */
  #before = null;
  #match;

  /** @param {number} width @param {number} height @param {number[][]} palette */
  constructor(width, height, palette) {
    this.width = width;
    this.height = height;
    this.#match = matcher(palette);
    const colours = Array.from({ length: 256 }, (_, index) => palette[index] ?? [0, 0, 0]).flat();
    this.#write([...ascii("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...colours]);
    this.#write([0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0]);
  }

  /** @param {number[]} bytes */
  #write(bytes) {
    this.#parts.push(new Uint8Array(bytes));
  }

  /** @param {Pixels} pixels @param {number} ms how long they are shown */
  add(pixels, ms) {
    const { width, height } = this;
    const after = this.#match(pixels);
    const before = this.#before;
    const drawn = before ? change(before, after, width) : { left: 0, top: 0, width, height, indices: after };
    this.#before = after;
    // The picture before stays, and SAME is transparent.
    this.#write([0x21, 0xf9, 4, 0x05, ...word(Math.round(ms / 10)), SAME, 0]);
    this.#write([0x2c, ...[drawn.left, drawn.top, drawn.width, drawn.height].flatMap(word), 0]);
    this.#write(packed(drawn.indices));
  }

  /** The file. @returns {Blob} */
  finish() {
    return new Blob([...this.#parts, new Uint8Array([0x3b])], { type: "image/gif" });
  }
}
