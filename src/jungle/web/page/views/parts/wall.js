// Many games at a glance, as small boards: those of a class, or of somebody who plays several at once.

import { h } from "../../dom.js";
import { columnsFor } from "../../online/classroom.js";
import { watchGame } from "./watch.js";

/** In rem: two names and a note around each board, the gap between boards, and the margin below the wall. */
const [AROUND, GAP, BELOW] = [6, 0.8, 1.4];
/** On a small screen, boards would become too small to be seen: the page scrolls. */
const LEAST_HEIGHT = 300;
/** More cannot be followed on one connection. */
const MOST_BOARDS = 40;

/** Each board follows its game; one that is over stays until the next round. */
export class BoardWall {
  /** @type {Map<string, {element: HTMLElement, close: () => void}>} */
  #watched = new Map();
  /** @type {Set<string>} */
  #opening = new Set();
  #isClosed = false;

  /** @param {import("../../online/server.js").Server} server @param {import("../../library.js").Library} library */
  constructor(server, library) {
    this.server = server;
    this.library = library;
    this.element = h("div.wall", {});
    this.resized = new ResizeObserver(() => this.#arrange());
    this.resized.observe(this.element);
  }

  get count() {
    return this.#watched.size;
  }

  /** @param {{id: string, status: string}[]} games */
  show(games) {
    const running = games.filter(({ status }) => status === "started");
    const wanted = new Set((running.length ? running : games).slice(-MOST_BOARDS).map(({ id }) => id));
    const isNewRound = running.some(({ id }) => !this.#watched.has(id));
    for (const [id, { element, close }] of this.#watched) {
      if (wanted.has(id) || (!isNewRound && games.some((game) => game.id === id))) continue;
      close();
      element.remove();
      this.#watched.delete(id);
    }
    for (const id of wanted) if (!this.#watched.has(id) && !this.#opening.has(id)) this.#watch(id);
    this.#arrange();
  }

  /** @param {string} id */
  async #watch(id) {
    this.#opening.add(id);
    const made = await watchGame(this.server, this.library, id).catch(() => null);
    this.#opening.delete(id);
    if (!made) return;
    if (this.#isClosed) {
      made.close();
      return;
    }
    this.#watched.set(id, made);
    this.element.append(made.element);
    this.#arrange();
  }

  #arrange() {
    const { width, top } = this.element.getBoundingClientRect();
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const height = Math.max(LEAST_HEIGHT, innerHeight - top - scrollY - BELOW * rem);
    const fit = columnsFor(this.#watched.size || 1, width, height, AROUND * rem, GAP * rem);
    this.element.style.setProperty("--columns", String(fit.columns));
    this.element.style.setProperty("--widest", `${fit.width}px`);
  }

  close() {
    this.#isClosed = true;
    this.resized.disconnect();
    for (const { close } of this.#watched.values()) close();
  }
}
