// <jungle-board>: squares, pieces, last move, arrows; pointer and keyboard input. It shows what it is given and reports what was
// chosen; it knows no rules. Attributes: fen, pieces (a set), theme, turned, coordinates. Events: `choose` with
// {origin, target} when a move was chosen, `refuse` when the target is not legal or a piece has no move (then both are its
// square), `pick` when a piece was picked up, `sketch` when the person has drawn or erased something. `tell` shows a sentence
// at a square until the next press.

import { boardPart, drawingOf, frameOf, gridOf } from "../game/kinds.js";
import { FACE_DOWN, Grid, parseBoard, pieceName, piecesOn, SIDES } from "../game/text.js";
import { arrowShapes, toggleArrow } from "./arrows.js";
import { Bubble } from "./bubble.js";
import { Pointer } from "./pointer.js";
import { shape } from "./shape.js";
import { change, EMPTY, place, press, reading, step } from "./state.js";
import { STYLE } from "./style.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").Choice} Choice */
/** @typedef {import("./arrows.js").Arrow} Arrow */

/** @typedef {{choose: Choice, refuse: Choice, pick: number, sketch: null}} BoardEvents what each event carries */

const ASSETS = new URL("../", import.meta.url);
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Fading pictures are removed after this time, even at the slowest pace. */
const LEAVING_MS = 450;

let sheet = /** @type {CSSStyleSheet | null} */ (null);

export class JungleBoard extends HTMLElement {
  static observedAttributes = ["fen", "pieces", "theme", "turned", "coordinates", "label"];

  constructor() {
    super();
    this.grid = new Grid(EMPTY.files, EMPTY.ranks);
    /** @type {BoardState} */
    this.state = EMPTY;
    /** @type {readonly Arrow[]} */
    this.arrows = [];
    /** Names a square and the piece on it, for screen readers. */
    this.nameSquare = (/** @type {number} */ square, /** @type {number | undefined} */ code) =>
      this.grid.name(square) + (code ? `, ${pieceName(code).replace("-", " ")}` : "");
    /** @type {Map<number, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<number, string>} what each cell shows, so that only others are touched */
    this.drawn = new Map();
    /** @type {Map<number, HTMLImageElement>} the picture of the piece on each square */
    this.pictures = new Map();
    const root = this.attachShadow({ mode: "open" });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
    }
    root.adoptedStyleSheets = [sheet];
    this.pointer = new Pointer(this);
    /** @type {readonly Arrow[]} what the person has drawn over the position */
    this.sketch = [];
    /** Whether drawings stay when the board is pressed. */
    this.keepsSketch = false;
    /** Whether the page uses the arrow keys while the board has no keyboard focus. */
    this.leavesArrows = false;
    this.isPointed = false;
    this.bubble = new Bubble(this);
  }

  connectedCallback() {
    this.#build();
    this.pointer.bind();
    this.addEventListener("keydown", this.#onKey);
  }

  disconnectedCallback() {
    this.hush();
    this.pointer.unbind();
    this.removeEventListener("keydown", this.#onKey);
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === "fen" && now !== null) this.#readFen(now);
    if (!this.isConnected) return;
    this.hush();
    if (name === "fen") this.#draw();
    else this.#build();
  }

  /** Calls back with the content of an event. Returns how to unbind. @template {keyof BoardEvents} K @param {K} name @param {(detail: BoardEvents[K]) => void} act */
  on(name, act) {
    /** @param {Event} event */
    const listener = (event) => act(/** @type {CustomEvent<BoardEvents[K]>} */ (event).detail);
    this.addEventListener(name, listener);
    return () => this.removeEventListener(name, listener);
  }

  get isTurned() {
    return this.hasAttribute("turned");
  }

  /** Shows something else: any part of a state, arrows, and what the person has drawn. @param {Partial<BoardState> & {arrows?: readonly Arrow[], sketch?: readonly Arrow[]}} parts */
  show({ arrows, sketch, ...parts }) {
    this.state = change(this.state, parts);
    if (arrows) this.arrows = arrows;
    if (sketch) this.sketch = sketch;
    if (!this.isConnected) return;
    if (Object.keys(parts).length) this.#draw();
    else this.#drawArrows();
  }

  /** @param {string} text */
  #readFen(text) {
    const grid = gridOf(text);
    const codes = parseBoard(grid, boardPart(text));
    const pieces = piecesOn(codes);
    const isOther = grid.files !== this.grid.files || grid.ranks !== this.grid.ranks;
    this.grid = grid;
    this.state = change(this.state, { pieces, files: grid.files, ranks: grid.ranks });
    this.sketch = [];
    if (isOther && this.isConnected) this.#build();
  }

  /** @param {number} square */
  #picture(square) {
    const set = this.getAttribute("pieces") ?? "painted";
    const code = /** @type {number} */ (this.state.pieces.get(square));
    const image = document.createElement("img");
    image.className = "piece";
    image.alt = "";
    image.draggable = false;
    image.dataset.code = String(code);
    image.src = new URL(drawingOf(set, code, this.grid), ASSETS).href;
    return image;
  }

  /** Rebuilds the whole board. */
  #build() {
    this.state = change(this.state, { turned: this.isTurned });
    const { files, ranks } = this.state;
    const board = element("div", "board");
    const sizes = { files, ranks, drawn: frameOf(this.grid) };
    for (const [name, value] of Object.entries(sizes)) board.style.setProperty(`--${name}`, String(value));
    const ground = document.createElement("img");
    ground.alt = "";
    const theme = this.getAttribute("theme") ?? "meadow";
    ground.src = new URL(`boards/${theme}-${files}x${ranks}${this.isTurned ? "-turned" : ""}.svg`, ASSETS).href;
    const grid = element("div", "grid");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", this.getAttribute("label") ?? "board");
    this.cells.clear();
    this.drawn.clear();
    this.pictures.clear();
    for (const row of reading(this.state)) {
      const line = element("div", "row");
      line.setAttribute("role", "row");
      for (const square of row) {
        const cell = element("div", "cell");
        cell.setAttribute("role", "gridcell");
        cell.dataset.square = this.grid.name(square);
        this.cells.set(square, cell);
        line.append(cell);
      }
      grid.append(line);
    }
    const viewBox = `0 0 ${files * 100} ${ranks * 100}`;
    const overlay = shape("svg", { viewBox, class: "arrows", "aria-hidden": "true" });
    grid.append(overlay);
    const crop = element("div", "ground");
    crop.append(ground);
    board.append(crop, grid);
    if (this.getAttribute("coordinates") !== "no") board.append(...this.#labels());
    this.gridElement = grid;
    this.overlay = overlay;
    /** @type {ShadowRoot} */ (this.shadowRoot).replaceChildren(board);
    this.#draw();
  }

  /** The names of files and ranks. */
  #labels() {
    const rows = reading(this.state);
    /** @param {string} kind @param {string} text @param {number} index */
    const label = (kind, text, index) => {
      const made = element("span", `label ${kind}`);
      made.textContent = text;
      made.style.setProperty("--index", String(index));
      made.setAttribute("aria-hidden", "true");
      return made;
    };
    return [
      ...rows[0].map((square, index) => label("file", this.grid.name(square)[0], index)),
      ...rows.map(([square], index) => label("rank", this.grid.name(square).slice(1), index)),
    ];
  }

  #draw() {
    const { state } = this;
    if (!this.gridElement) return;
    const targets = state.selected === null ? [] : (state.targets.get(state.selected) ?? []);
    for (const [square, cell] of this.cells) {
      const code = state.pieces.get(square);
      const name = this.nameSquare(square, code);
      const isTarget = targets.includes(square);
      const isCursor = square === state.cursor;
      const marks = [state.targets.has(square), square === state.selected, isTarget, state.last.includes(square)];
      const drawn = [...marks, state.marks.get(square), isCursor, code, name].join();
      if (this.drawn.get(square) === drawn) continue;
      this.drawn.set(square, drawn);
      cell.classList.toggle("own", state.targets.has(square));
      cell.classList.toggle("selected", square === state.selected);
      cell.classList.toggle("target", isTarget);
      cell.classList.toggle("taken", isTarget && code !== undefined);
      cell.classList.toggle("last", state.last.includes(square));
      if (code === undefined || code === FACE_DOWN) delete cell.dataset.rank;
      else Object.assign(cell.dataset, { rank: String(((code - 1) % 8) + 1), side: SIDES[code > 8 ? 1 : 0] });
      cell.dataset.mark = state.marks.get(square) ?? "";
      cell.tabIndex = isCursor ? 0 : -1;
      cell.setAttribute("aria-label", name);
      cell.setAttribute("aria-selected", String(square === state.selected));
    }
    this.#drawPieces();
    this.#drawArrows();
  }

  /** Draws an arrow, or a circle if both squares are the same. Drawing the same again removes it. @param {Arrow} arrow */
  draw(arrow) {
    this.#redraw(toggleArrow(this.sketch, arrow));
  }

  /** Removes the user's drawings. */
  wipe() {
    if (this.sketch.length) this.#redraw([]);
  }

  /** @param {readonly Arrow[]} sketch */
  #redraw(sketch) {
    this.sketch = sketch;
    this.#drawArrows();
    this.dispatchEvent(new CustomEvent("sketch"));
  }

  #drawArrows() {
    this.overlay?.replaceChildren(...arrowShapes(this.state, [...this.arrows, ...this.sketch]));
  }

  /** Animates pieces from their old squares to their new ones. */
  #drawPieces() {
    const { pieces } = this.state;
    /** @param {number} square @param {HTMLImageElement} image */
    const stays = (square, image) => String(pieces.get(square)) === image.dataset.code;
    const homeless = new Map([...this.pictures].filter(([square, image]) => !stays(square, image)));
    for (const square of homeless.keys()) this.pictures.delete(square);
    for (const [square, code] of pieces) {
      if (this.pictures.has(square)) continue;
      const from = [...homeless].find(([, image]) => image.dataset.code === String(code));
      const image = from ? from[1] : this.#picture(square);
      if (from) {
        homeless.delete(from[0]);
        image.classList.add("moving");
      } else {
        if (homeless.get(square)?.dataset.code === String(FACE_DOWN)) image.classList.add("turning");
        this.gridElement?.append(image);
      }
      this.pictures.set(square, image);
    }
    for (const image of homeless.values()) {
      image.classList.add("leaving");
      setTimeout(() => image.remove(), LEAVING_MS);
    }
    for (const [square, image] of this.pictures) this.put(image, square);
  }

  /** @param {HTMLImageElement} image @param {number} square */
  put(image, square) {
    if (image.classList.contains("dragged")) return;
    const { column, row } = place(this.state, square);
    image.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
  }

  /** Shows a sentence at a square, with the squares that it is about; `origin` is the piece that was to move. @param {string} words @param {number} square @param {readonly number[]} squares @param {number} origin */
  tell(words, square, squares = [square], origin = square) {
    this.bubble.show(words, square, squares, origin);
  }

  /** Removes the sentence. */
  hush() {
    this.bubble.hide();
  }

  /** A square was pressed, with any input device. @param {number} square */
  press(square) {
    this.hush();
    const before = this.state.selected;
    const pressed = press(this.state, square);
    this.state = pressed.state;
    this.#draw();
    const { selected } = this.state;
    if (selected !== before && selected !== null) this.dispatchEvent(new CustomEvent("pick", { detail: selected }));
    if (pressed.choice) this.dispatchEvent(new CustomEvent("choose", { detail: pressed.choice }));
    if (pressed.refused) this.dispatchEvent(new CustomEvent("refuse", { detail: pressed.refused }));
  }

  /** Chooses a move by its squares, like two presses. @param {number} origin @param {number} target */
  choose(origin, target) {
    const isLegal = this.state.targets.get(origin)?.includes(target) ?? false;
    this.state = change({ ...this.state, cursor: target }, { selected: null });
    this.#draw();
    this.dispatchEvent(new CustomEvent(isLegal ? "choose" : "refuse", { detail: { origin, target } }));
  }

  /** Moves the keyboard focus to the board. */
  focusCursor() {
    this.cells.get(this.state.cursor)?.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    const way = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (!way && event.key !== "Escape") this.isPointed = false;
    if (way && this.leavesArrows && this.isPointed) return;
    if (way) {
      this.state = step(this.state, way[0], way[1]);
      this.#draw();
      this.cells.get(this.state.cursor)?.focus();
    } else if (event.key === "Enter" || event.key === " ") this.press(this.state.cursor);
    else if (event.key === "Escape" && this.state.selected !== null) this.show({ selected: null });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** @param {string} tag @param {string} name */
function element(tag, name) {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

customElements.define("jungle-board", JungleBoard);
