// Turns the pictures of boards into boards to play on, when they scroll into view.

const APP = new URL("page/", import.meta.url);

/** The browser app's modules, words and rules, loaded with the first board that needs them. */
let loading;
const app = () => {
  loading ??= load();
  return loading;
};

async function load() {
  const language = document.documentElement.lang.startsWith("zh")
    ? /hant|tw|hk/i.test(document.documentElement.lang)
      ? "zh-Hant"
      : "zh"
    : "en";
  const module = (/** @type {string} */ path) => import(new URL(path, APP).href);
  const [words, library, parts, showing] = await Promise.all(
    ["words.js", "library.js", "views/parts/board.js", "game/showing.js"].map(module),
  );
  const answer = await fetch(new URL(`words/${language}.json`, APP));
  words.setWords(await answer.json(), language);
  return { ...words, ...library, ...parts, ...showing, library: await library.loadLibrary() };
}

class PlayedBoard {
  constructor(figure, page) {
    this.figure = figure;
    this.page = page;
    const { fen, rules, level } = JSON.parse(figure.dataset.board);
    Object.assign(this, { fen, rules, level });
    this.status = document.createElement("p");
    this.status.setAttribute("role", "status");
    this.again = document.createElement("button");
    this.again.type = "button";
    this.again.textContent = page.say("lesson.reset");
    this.again.addEventListener("click", () => this.begin());
    const { board } = page.makeBoard({ onChoose: (origin, target) => this.play(origin, target) });
    this.board = board;
    board.addEventListener("refuse", (event) => this.refuse(event.detail));
    figure.querySelector("img").replaceWith(board);
    const bar = document.createElement("div");
    bar.append(this.status, this.again);
    board.after(bar);
    this.begin();
  }

  begin() {
    this.game?.free();
    this.thinking?.stop();
    this.game = this.page.newGame(this.page.library, this.rules, this.fen);
    this.person = this.game.side;
    this.say("");
    this.draw();
  }

  say(text) {
    this.status.textContent = text;
  }

  refuse() {
    this.say(this.page.say("lesson.try"));
  }

  play(origin, target) {
    const move = this.game.play(origin, target);
    if (!move) return;
    this.tell(move);
    if (this.level && !this.game.outcome()) this.reply();
  }

  async reply() {
    const { game } = this;
    this.thinking = this.page.library.engine.choose(game, this.level);
    const choice = await this.thinking.result;
    if (!choice || game !== this.game) return;
    game.play(choice.move.origin, choice.move.target);
    this.tell(choice.move);
  }

  tell(move) {
    const outcome = this.game.outcome();
    this.say(outcome ? this.page.outcomeWords(outcome, this.game) : this.page.moveWords(move, this.game.grid));
    this.last = [move.origin, move.target];
    this.draw();
  }

  draw() {
    const { game, board } = this;
    const isWaiting = Boolean(this.level) && game.side !== this.person;
    board.setAttribute("fen", game.fen());
    board.show({
      pieces: game.faces(),
      targets: isWaiting ? new Map() : game.targets(),
      last: game.length ? this.last : [],
    });
  }
}

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    app().then((page) => new PlayedBoard(target, page));
  }
});
for (const figure of document.querySelectorAll(".live-board")) observer.observe(figure);
