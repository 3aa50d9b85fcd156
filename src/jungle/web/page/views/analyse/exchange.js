// Import and export of games and positions: paste, drop, copy, download, share, picture.

import { embedded, pictureParts } from "../../board/picture.js";
import { notify, openDialog } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { faultWords } from "../../game/faults.js";
import { dayName } from "../../game/puzzles.js";
import { writeRecord } from "../../game/record.js";
import { addNag, NAGS, Tree } from "../../game/tree.js";
import { newGame } from "../../library.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";
import { readText, textOf } from "./reading.js";

/** @typedef {import("../../library.js").Library} Library */

const PICTURE_WIDTH = 1000;

/** @param {string} name @param {Blob} content */
export function download(name, content) {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Asks for a text and opens the game in it, or asks which one if there are several. @param {Library} library @param {string} rules @param {(tree: Tree) => void} onOpen @param {Tree[]} [found] */
export function askForText(library, rules, onOpen, found = []) {
  const field = h("textarea.code", { rows: 8, "aria-label": say("web.analyse.paste") });
  const fault = h("p.message.bad", { role: "alert" });
  const file = h("input", { type: "file", accept: ".jgn,.txt,text/plain", hidden: true });
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  /** @param {() => Promise<string>} [given] */
  const read = async (given) => {
    try {
      if (given) field.value = await given();
      fault.textContent = "";
      choose(await readText(field.value, library, rules));
    } catch (error) {
      list.replaceChildren();
      fault.textContent = faultWords(error);
    }
  };
  /** @param {Tree[]} trees */
  const choose = (trees) => {
    if (trees.length === 1) {
      dialog?.close();
      onOpen(trees[0]);
      return;
    }
    /** @param {Tree} tree @param {number} index */
    const entry = (tree, index) =>
      h(
        "li",
        {},
        button(
          "play",
          say("web.analyse.game", { number: index + 1, count: Math.ceil(tree.mainLine().length / 2) }),
          () => choose([tree]),
        ),
      );
    list.replaceChildren(...trees.map(entry));
  };
  const list = h("ul.links", {});
  file.addEventListener("change", () => read(() => textOf(file.files?.[0])));
  if (found.length) choose(found);
  return openDialog(
    say("web.analyse.paste"),
    [
      h("p.faint", {}, say("web.analyse.paste.about")),
      field,
      fault,
      list,
      file,
      h(
        "div.buttons",
        {},
        button("download", say("web.analyse.file"), () => file.click()),
        button("check", say("web.analyse.open"), () => read(), { look: "accent" }),
      ),
    ],
    {
      isSheet: true,
      onOpen: (opened) => {
        dialog = opened;
        (list.querySelector("button") ?? field).focus();
      },
    },
  );
}

/** The signs of a review's verdicts, as NAGs. @type {Record<string, number>} */
const SIGNS = { inaccuracy: NAGS["?!"], mistake: NAGS["?"], blunder: NAGS["??"] };

/**
 * The tree as a record, with its variations and comments, the players, and the signs of the review.
 * @param {Tree} tree @param {Library} library @param {{ply: number, verdict: string}[]} [reviewed] moves of the main line
 */
export function recordText(tree, library, reviewed = []) {
  const marked = Tree.fromText(tree.rules, tree.start, tree.toText());
  const line = marked.mainLine();
  for (const { ply, verdict } of reviewed) {
    const node = line[ply - 1];
    if (node && !node.nags.length && SIGNS[verdict]) addNag(node, SIGNS[verdict]);
  }
  const game = newGame(library, tree.rules, tree.start, { deal: null });
  for (const { text } of line) game.playText(text);
  const today = dayName(new Date()).replaceAll("-", ".");
  const text = writeRecord({ game, tags: { Date: today, ...tree.tags }, root: marked.root });
  game.free();
  return text;
}

/** A self-contained drawing. @param {string} fen @param {boolean} isTurned @returns {Promise<string>} */
export async function pictureText(fen, isTurned) {
  const { width, height, parts } = pictureParts(fen, { theme: settings.theme, pieces: settings.pieces, isTurned });
  const inner = await Promise.all(
    parts.map(async ({ file, x, y, width: w, height: high }, index) => {
      const text = await (await fetch(file)).text();
      return embedded(text, `p${index}`, `x="${x}" y="${y}" width="${w}" height="${high}"`);
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner.join("")}</svg>`;
}

/** @param {string} text an SVG document @returns {Promise<Blob>} */
async function pngOf(text) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = h("canvas", {
    width: PICTURE_WIDTH,
    height: Math.round((PICTURE_WIDTH * image.height) / image.width),
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** @param {string} fen @param {boolean} isTurned @param {"svg" | "png"} kind */
export async function downloadPicture(fen, isTurned, kind) {
  const text = await pictureText(fen, isTurned);
  const content = kind === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await pngOf(text);
  download(`jungle.${kind}`, content);
}

/** Reads what is dropped on an element or pasted into the page. Returns a function that unbinds it. @param {HTMLElement} element @param {(text: string) => void} onText */
export function bindImport(element, onText) {
  /** @param {Event} event */
  const over = (event) => event.preventDefault();
  /** @param {DragEvent} event */
  const dropped = async (event) => {
    event.preventDefault();
    const given = event.dataTransfer?.getData("text") ?? "";
    try {
      onText((await textOf(event.dataTransfer?.files[0])) || given);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  };
  /** @param {ClipboardEvent} event */
  const pasted = (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest("input, textarea, dialog")) return;
    onText(event.clipboardData?.getData("text") ?? "");
  };
  element.addEventListener("dragover", over);
  element.addEventListener("drop", dropped);
  document.addEventListener("paste", pasted);
  return () => {
    element.removeEventListener("dragover", over);
    element.removeEventListener("drop", dropped);
    document.removeEventListener("paste", pasted);
  };
}
