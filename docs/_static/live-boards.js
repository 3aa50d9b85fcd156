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
  const paths = ["words.js", "library.js", "views/parts/board.js", "game/session.js", "game/practice.js", "settings.js"];
  const [texts, ...modules] = await Promise.all(paths.map((path) => import(new URL(path, APP).href)));
  const answer = await fetch(new URL(`words/${words}.json`, APP));
  texts.setWords(await answer.json(), words);
  const page = Object.assign({}, texts, ...modules);
  page.settings.sound = false;
  return { ...page, library: await page.loadLibrary() };
}

/** A game against a level or, without one, a board for the reader alone: the other side passes, as in lessons. */
function newModel({ library, Session, Practice }, { fen, rules, level }) {
  if (!level) return new Practice(library, library.rules[rules].game, { key: "", fen, goals: [], rules });
  const side = fen.split(" ")[1] === "r" ? "red" : "blue";
  return new Session(library, { rules, fen, side, level: String(level), clock: null });
}

/** Puts a board in place of a picture. */
function enliven(figure, page) {
  const data = JSON.parse(figure.dataset.board);
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = page.say("lesson.reset");
  const bar = document.createElement("div");
  bar.append(status, again);
  let shown = figure.querySelector("img");
  let end = () => {};
  const begin = () => {
    end();
    const model = newModel(page, data);
    const { board, close } = page.makeBoard(model, { hasTyping: false });
    shown.replaceWith(board);
    shown = board;
    status.textContent = "";
    model.onChange(({ words }) => {
      if (words) status.textContent = words;
    });
    end = () => {
      close();
      model.close();
    };
    model.start?.();
  };
  again.addEventListener("click", begin);
  shown.after(bar);
  begin();
}

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    app().then((page) => enliven(target, page));
  }
});
for (const figure of document.querySelectorAll(".live-board")) observer.observe(figure);
