// Pupils in lists, and their small boards: what several pages of a class share.

import { h } from "../../dom.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { icon } from "../../icons.js";
import { columnsFor } from "../../online/classroom.js";
import { shownName } from "../../online/names.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { watchGame } from "../parts/watch.js";

/** @typedef {import("../../online/classroom.js").Pupil} Pupil */

const DRAFT = "class.labels";

/** Does the teacher want to see labels? They are switched off before everybody looks. */
export const showsLabels = () => keptDraft(DRAFT)?.isOn === true;

/** @param {boolean} isOn */
export const showLabels = (isOn) => keepDraft(DRAFT, { isOn });

/** @param {string} name of a pupil */
export const pupilName = (name) => shownName(name, "child");

/** A pupil's name, and the teacher's label where it is shown. @param {Pick<Pupil, "name" | "label">} pupil */
export const labelledName = ({ name, label }) =>
  label && showsLabels() ? `${pupilName(name)} (${label})` : pupilName(name);

/** A pupil as a small plate: who it is, and whether they are here or at a board. @param {Pupil} pupil */
export function pupilPlate(pupil) {
  const { name, label, here, gameId } = pupil;
  const state = say(!here ? "class.away" : gameId ? "class.playing" : "class.here");
  const parts = [
    h("span.dot", { "aria-hidden": "true" }),
    h("span.name", {}, pupilName(name)),
    label && showsLabels() ? h("span.label", {}, label) : null,
    gameId ? icon("play") : null,
    h("span.spoken", {}, ` (${state})`),
  ];
  const look = `plate${here ? "" : ".gone"}`;
  return h(
    "li",
    {},
    gameId ? h(`a.${look}`, { href: routeTo(["game", gameId]) }, parts) : h(`span.${look}`, {}, parts),
  );
}

/** In rem: two names and a note around each board, the gap between boards, and the margin below the wall. */
const [AROUND, GAP, BELOW] = [6, 0.8, 1.4];
/** On a small screen, boards would become too small to be seen: the page scrolls. */
const LEAST_HEIGHT = 300;
/** More cannot be followed on one connection. */
const MOST_BOARDS = 40;

/** All boards of a class at a glance. Each follows its game; one that is over stays until the next round. */
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

  /** @param {import("../../online/answers.js").GameView[]} games as the class has them */
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
