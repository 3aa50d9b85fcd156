// Turns the pictures of boards into boards to play on when they scroll into view, with the modules of the browser app.

const APP = new URL("page/", import.meta.url);

let loading;

/** The app's modules, words and rules, loaded with the first board that needs them. */
function app() {
  loading ??= load();
  return loading;
}

async function load() {
  const language = document.documentElement.lang.replace("_", "-");
  const words = /^zh-(hant|tw|hk)/i.test(language) ? "zh-Hant" : language.startsWith("zh") ? "zh" : "en";
  const paths = ["words.js", "library.js", "views/parts/board.js", "game/showing.js", "game/practice.js", "settings.js"];
  const [texts, ...modules] = await Promise.all(paths.map((path) => import(new URL(path, APP).href)));
  const answer = await fetch(new URL(`words/${words}.json`, APP));
  texts.setWords(await answer.json(), words);
  const page = Object.assign({}, texts, ...modules);
  page.settings.sound = false;
  return { ...page, library: await page.loadLibrary() };
}

/** A board that is played on against a level or, without one, by the reader alone: the other side passes, as in lessons. */
class LiveBoard {
  constructor(figure, page) {
    this.page = page;
    Object.assign(this, JSON.parse(figure.dataset.board));
    this.status = document.createElement("p");
    this.status.setAttribute("role", "status");
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = page.say("lesson.reset");
    again.addEventListener("click", () => this.begin());
    const onChoose = (origin, target) => this.play(origin, target);
    this.board = page.makeBoard({ onChoose, game: () => this.game }).board;
    const bar = document.createElement("div");
    bar.append(this.status, again);
    figure.querySelector("img").replaceWith(this.board, bar);
    this.begin();
  }

  get game() {
    return this.practice?.game ?? this.played;
  }

  begin() {
    const { library, newGame, Practice } = this.page;
    this.thinking?.stop();
    this.practice?.close();
    this.played?.free();
    this.practice = this.level
      ? null
      : new Practice(library, library.rules[this.rules].game, { key: "", fen: this.fen, goals: [], rules: this.rules });
    this.played = this.level ? newGame(library, this.rules, this.fen) : null;
    this.person = this.game.side;
    this.last = [];
    this.status.textContent = "";
    this.draw();
    this.reply();
  }

  play(origin, target) {
    const move = (this.practice ?? this.game).play(origin, target);
    if (move) this.show(move);
    this.reply();
  }

  async reply() {
    const { game } = this;
    if (!this.level || game.outcome() || game.side === this.person) return;
    this.thinking = this.page.library.engine.choose(game, this.level);
    const choice = await this.thinking.result;
    if (!choice || game !== this.game) return;
    game.play(choice.move.origin, choice.move.target);
    this.show(choice.move);
  }

  show(move) {
    const { game, page } = this;
    const outcome = game.outcome();
    this.status.textContent = outcome ? page.outcomeWords(outcome, game) : page.moveWords(move, game.grid);
    this.last = [move.origin, move.target];
    this.draw();
  }

  draw() {
    const { game, board, last } = this;
    const isTheirs = Boolean(this.level) && game.side !== this.person;
    board.setAttribute("fen", game.fen());
    board.show({ pieces: game.faces(), targets: isTheirs ? new Map() : game.targets(), last });
  }
}

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    app().then((page) => new LiveBoard(target, page));
  }
});
for (const figure of document.querySelectorAll(".live-board")) observer.observe(figure);
