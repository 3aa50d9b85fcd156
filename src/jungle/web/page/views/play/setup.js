// The setup of a game, and the stored games.

import { picture } from "../../board/picture.js";
import { confirmed } from "../../dialog.js";
import { button, choices, h, soon } from "../../dom.js";
import { forgetGame, keepDraft, keptDraft, keptGames } from "../../game/keeping.js";
import { CLOCKS, FRIEND, rulesOf } from "../../game/setup.js";
import { gameName, rulesName, sideName } from "../../game/showing.js";
import { viewOf } from "../../library.js";
import { routeTo } from "../../routes.js";
import { settings } from "../../settings.js";
import { has, locale, say } from "../../words.js";
import { levelFace, levelName } from "../parts/strip.js";

/** @typedef {import("../../library.js").Library} Library */
/** @typedef {import("../../game/keeping.js").Kept} Kept */

const GAMES_SHOWN = 12;

/** @param {string} kind @param {Library} library */
export async function setupPage(kind, library) {
  const view = viewOf(kind);
  const strengths = (library.strengths[kind] ?? []).map(
    ({ number }) =>
      /** @type {[string, HTMLElement]} */ ([String(number), levelFace(String(number), 40, levelName(String(number)))]),
  );
  const [usual] = rulesOf(library, kind);
  // The person moves first unless they choose otherwise.
  const side = library.rules[usual].start.split(" ")[1] === "r" ? "red" : "blue";
  const wanted = { opponent: "computer", level: "3", side, rules: usual, clock: "" };
  Object.assign(wanted, keptDraft(`setup.${kind}`));
  if (!strengths.length) wanted.opponent = FRIEND; // The computer cannot play this game.
  /** @param {keyof typeof wanted} name */
  const set = (name) => (/** @type {string} */ value) => {
    wanted[name] = value;
    keepDraft(`setup.${kind}`, wanted);
    draw();
  };
  const form = h("form.panel.setup", {
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const asked = wanted.opponent === FRIEND ? { level: FRIEND, side: undefined } : {};
      location.hash = routeTo(view, { ...wanted, opponent: undefined, ...asked });
    },
  });

  const about = h("span.faint.about", {});
  const title = h("strong.level-name", {}, "");
  const levels = h("div", {});
  const rulesAbout = h("p.faint", { "aria-live": "polite" });
  const first = h("p.faint", {});
  /** @param {string} clock */
  const clockWords = (clock) => (clock ? clock.replace("+", " + ") : say("web.clock.none"));

  function draw() {
    levels.hidden = wanted.opponent === FRIEND;
    sides.hidden = wanted.opponent === FRIEND; // Both sides are played here.
    const key = `level.${wanted.level}.about`;
    title.textContent = say("web.play.level.name", { number: Number(wanted.level), name: levelName(wanted.level) });
    about.textContent = has(key) ? say(key) : "";
    const rulesKey = `desktop.config.rules.${wanted.rules}.about`;
    rulesAbout.textContent = has(rulesKey) ? say(rulesKey) : "";
    first.textContent = firstWords(library.rules[wanted.rules]?.start ?? "");
  }

  const named = (/** @type {string[]} */ names, /** @type {(name: string) => string} */ name) =>
    names.map((each) => /** @type {[string, string]} */ ([each, name(each)]));
  const levelChoice = choices(say("web.play.level"), strengths, wanted.level, set("level"));
  levelChoice.classList.add("faces");
  levels.append(levelChoice, h("p", { "aria-live": "polite" }, title, " ", about));

  const sides = choices(
    say("web.play.side"),
    named(["blue", "red", "random"], (each) => say(each === "random" ? "desktop.setup.random" : `side.${each}`)),
    wanted.side,
    set("side"),
  );
  const rules = rulesOf(library, kind);
  form.append(
    strengths.length
      ? choices(
          say("web.play.against"),
          [
            ["computer", say("web.play.computer")],
            [FRIEND, say("web.play.friend")],
          ],
          wanted.opponent,
          set("opponent"),
        )
      : "",
    levels,
    sides,
    first,
    ...(rules.length > 1
      ? [choices(say("web.play.rules"), named(rules, rulesName), wanted.rules, set("rules")), rulesAbout]
      : []),
    choices(say("web.play.clock"), named(CLOCKS, clockWords), wanted.clock, set("clock")),
    h("button.accent.big", { type: "submit" }, h("span", {}, say("web.play.start"))),
  );
  draw();

  const games = h("section", { "aria-label": say("web.play.games") });
  const list = async () => {
    const kept = (await keptGames()).filter((each) => library.rules[each.rules]?.game === kind);
    const start = library.rules[rules[0]].start;
    const dress = { theme: settings.theme, pieces: settings.pieces };
    const parts = kept.length
      ? [
          h("h2", {}, say("web.play.games")),
          h(
            "ul.games",
            {},
            kept.slice(0, GAMES_SHOWN).map((each) => card(each, view, list)),
          ),
        ]
      : [h("div.setup-picture", {}, picture(start, dress))];
    games.replaceChildren(...parts);
  };
  await soon(list());
  const heading = view === "play" && kind !== library.usual.game ? gameName(kind) : say(`web.menu.${view}`);
  const detail = `desktop.setup.${kind}.detail`;
  const intro = kind !== library.usual.game && has(detail) ? h("p.faint", {}, say(detail)) : "";
  return h("div.page.two", {}, h("div", {}, h("h1", {}, heading), intro, form), games);
}

/** The side that moves first; null if the first move decides it. @param {string} start a position's text */
function firstWords(start) {
  const side = { b: 0, r: 1 }[start.split(" ")[1]];
  if (side === undefined) return "";
  return say("web.play.first", { side: sideName(side) });
}

/** @param {Kept} kept @param {string} view @param {() => void} onChange */
function card(kept, view, onChange) {
  const { setup, outcome } = kept;
  const isTurned = setup.level !== FRIEND && setup.side === "red";
  const who = setup.level === FRIEND ? say("web.play.friend") : levelName(setup.level);
  const state = outcome
    ? outcome.winner === null
      ? say("desktop.result.draw")
      : say("desktop.result.wins", { side: sideName(outcome.winner) })
    : say("desktop.play.round", { number: Math.floor(kept.moves.length / 2) + 1 });
  const forget = async () => {
    if (!(await confirmed(say("web.play.forget?"), say("web.play.forget")))) return;
    await forgetGame(kept.id);
    onChange();
  };
  const when = new Date(kept.changed).toLocaleDateString(locale(), { month: "short", day: "numeric" });
  return h(
    "li.kept",
    {},
    h(
      "a",
      { href: routeTo(view, { game: kept.id }) },
      picture(kept.fen, { theme: settings.theme, pieces: settings.pieces, isTurned }),
      h("span", {}, h("strong", {}, who), h("span.faint", {}, `${state} · ${when}`)),
    ),
    button("trash", say("web.play.forget"), forget, { isSmall: true, look: "plain" }),
  );
}
