// The board of a teacher, which the pupils may see: moves and drawings, and the question "find the move". No DOM.

import { toggleArrow } from "../board/arrows.js";
import { lineMoves } from "../engine/client.js";
import { BoardModel } from "../game/board-model.js";
import { syncMoves, uci } from "../game/moves.js";
import { moveWords } from "../game/showing.js";
import { newGame } from "../library.js";
import { soundOf } from "../sounds.js";
import { say } from "../words.js";
import { arrowsOf, COLOURS, drawingsOf, gameOf, moveArrow, moveTextOf } from "./shown-board.js";

/** @typedef {import("./classroom.js").ClassBoard} ClassBoard */
/** @typedef {import("./classroom.js").Answer} Answer */
/** @typedef {Pick<ClassBoard, "rules" | "fen" | "moves" | "ply">} Position */

/** Several changes in a moment are sent as one. */
const SOON_MS = 200;
/** How long the engine looks for the right move, in milliseconds. */
const SEARCH = { hardTime: 1500 };

export class TeacherBoard extends BoardModel {
  /** The effect of a press on the board: move, draw, or choose the right answer. */
  mode = "move";
  colour = "green";
  /** @type {Answer[]} to the last question */
  answers;
  /** @type {string[]} moves that are right, which nobody sees before they are revealed */
  solution;
  /** @type {readonly import("../board/arrows.js").Arrow[]} */
  sketch = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Promise<unknown>} */
  #sending = Promise.resolve();

  /** Shows what the pupils see, or else another position. Throws PositionError. @param {import("../library.js").Library} library @param {import("./followed-class.js").FollowedClass} followed @param {Position} otherwise */
  constructor(library, followed, otherwise) {
    const { board, answers } = followed.shown;
    super(gameOf(library, board ?? otherwise));
    this.library = library;
    this.followed = followed;
    /** Do the pupils see it? */
    this.isShown = Boolean(board);
    /** Were the games paused because the board is shown? */
    this.isHolding = false;
    this.isAsking = Boolean(board?.ask);
    this.isRevealed = Boolean(board && !board.ask && board.solution);
    this.solution = board?.solution ?? [];
    this.answers = answers ?? [];
    this.moves = (board ?? otherwise).moves;
    if (board) this.sketch = arrowsOf(board, this.grid);
  }

  close() {
    clearTimeout(this.#timer);
    super.close();
  }

  /** The moves of the shown game, including later ones, unless pupils are asked to find the next. */
  get known() {
    return this.isAsking ? this.moves.slice(0, this.game.length) : this.moves;
  }

  targets() {
    const squares = Array.from({ length: this.grid.squares }, (_, square) => square);
    if (this.mode === "draw") return new Map(squares.map((square) => [square, squares]));
    return this.isAsking ? new Map() : super.targets();
  }

  display() {
    const { game, isRevealed, solution, sketch } = this;
    const arrows = isRevealed ? solution.flatMap((move) => moveArrow(game, move, "best")) : [];
    return { ...super.display(), arrows, sketch };
  }

  /** Puts something else on the board. Throws PositionError. @param {Position} position @param {string[]} [solution] */
  take(position, solution = []) {
    this.replaceGame(gameOf(this.library, position));
    this.moves = position.moves;
    this.#changed("take", {}, solution);
  }

  /** Something else is on the board: earlier drawings and answers are of no use. @param {string} what @param {{words?: string, sound?: string}} [how] @param {string[]} [solution] */
  #changed(what, how = {}, solution = []) {
    this.shown = this.game.length;
    this.isAsking = false;
    this.isRevealed = false;
    this.solution = solution;
    this.answers = [];
    this.sketch = [];
    this.#sendSoon();
    this.emit(what, how);
  }

  /** @param {number} origin @param {number} target */
  play(origin, target) {
    const { game, mode, colour } = this;
    if (mode === "draw") return this.draw(toggleArrow(this.sketch, { origin, target, kind: COLOURS[colour] }));
    if (this.isAsking) return undefined;
    if (mode === "answer") return this.#chooseAnswer(moveTextOf(game, origin, target));
    const ply = game.length;
    const move = game.play(origin, target);
    if (!move) return undefined;
    const text = uci(move, game.grid);
    if (this.moves[ply] !== text) this.moves = [...this.moves.slice(0, ply), text];
    return this.#changed("move", { words: moveWords(move, game.grid), sound: soundOf(move, game.grid) });
  }

  /** @param {readonly import("../board/arrows.js").Arrow[]} sketch */
  draw(sketch) {
    this.sketch = sketch;
    this.#sendSoon();
    this.emit("draw");
  }

  /** Adds a right answer, or removes it. @param {string} text */
  #chooseAnswer(text) {
    const { solution } = this;
    this.solution = solution.includes(text) ? solution.filter((each) => each !== text) : [...solution, text];
    this.emit("solution", { words: say("class.n right moves", { count: this.solution.length }) });
  }

  /** @param {number} ply */
  look(ply) {
    if (this.isAsking) return;
    syncMoves(this.game, this.moves.slice(0, ply));
    this.#changed("look");
  }

  /** @param {string} mode */
  setMode(mode) {
    this.mode = mode;
    this.emit("mode");
  }

  /** The board as the pupils see it. @returns {ClassBoard} */
  value() {
    const { game, isAsking, isRevealed, solution } = this;
    return {
      game: game.kind,
      rules: game.rules.name,
      fen: game.fen(0),
      moves: this.known,
      ply: game.length,
      ...drawingsOf(this.sketch, game.grid),
      ask: isAsking,
      solution: isAsking || isRevealed ? solution : null,
    };
  }

  /** Updates the server shortly, if the board is shown; one request at a time. */
  #sendSoon() {
    clearTimeout(this.#timer);
    if (this.isShown) this.#timer = setTimeout(() => this.#send(this.value()), SOON_MS);
  }

  /** @param {ClassBoard | null} board */
  #send(board) {
    clearTimeout(this.#timer);
    const { followed } = this;
    const put = async () => {
      const { version } = await followed.server.put(followed.path("/board"), { board });
      followed.take({ board, boardVersion: version });
    };
    /** @param {Error} given */
    const failed = ({ message }) => this.emit("failed", { words: message, isNotice: true });
    this.#sending = this.#sending.then(put).catch(failed);
    return this.#sending;
  }

  /** Stops the games while everybody looks at the board, and lets them go on afterwards unless they had been paused before. @param {boolean} isShown */
  async #hold(isShown) {
    const { followed } = this;
    const { isPaused, games } = followed.shown;
    const isPlaying = games.some(({ status }) => status === "started");
    if (isShown ? isPaused || !isPlaying : !this.isHolding) return;
    try {
      await followed.post("/pause", { paused: isShown });
      this.isHolding = isShown;
      followed.take({ isPaused: isShown });
    } catch (error) {
      this.emit("failed", { words: /** @type {Error} */ (error).message, isNotice: true });
    }
  }

  /** @param {boolean} isShown */
  async show(isShown) {
    this.isShown = isShown;
    this.isAsking = false;
    // Pupils whose clocks have stopped can be called here; they return to their games once nothing is shown any more.
    if (isShown) await this.#hold(true);
    await this.#send(isShown ? this.value() : null);
    if (!isShown) await this.#hold(false);
    this.emit("show", { words: say(isShown ? "class.shown" : "class.hidden") });
  }

  async ask() {
    this.isShown = true;
    this.isAsking = true;
    this.isRevealed = false;
    this.answers = [];
    this.mode = "move";
    this.emit("ask");
    await this.#hold(true);
    await this.#send(this.value());
    this.emit("ask", { words: say("class.asking") });
  }

  async reveal() {
    this.isAsking = false;
    this.isRevealed = true;
    this.emit("reveal");
    await this.#send(this.value());
  }

  /** Lets the engine find the right move, without showing it. */
  async search() {
    const { library } = this;
    const game = newGame(library, this.game.rules.name, this.game.fen(), { deal: null });
    const [line] = await library.engine.start(game, SEARCH).result.catch(() => []);
    const [best] = line ? lineMoves(game, line) : [];
    if (best) this.solution = [uci(best, game.grid)];
    game.free();
    this.emit("solution", { words: say("class.n right moves", { count: this.solution.length }), isNotice: true });
  }

  /** Something has happened in the class. @param {string} what */
  heard(what) {
    const { answers } = this.followed.shown;
    if (what === "answer") this.answers = answers ?? [];
    else if (what === "state" && answers?.length) this.answers = answers;
  }

  /** The game with its later moves, which the caller frees. */
  wholeGame() {
    const { game, known } = this;
    return gameOf(this.library, { rules: game.rules.name, fen: game.fen(0), moves: known, ply: known.length });
  }
}
