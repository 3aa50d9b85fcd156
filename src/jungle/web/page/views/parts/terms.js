// The form for the terms of an online game: game, rules, clock, side.

import { choices, focusOn, h, toggle } from "../../dom.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { rulesOf } from "../../game/setup.js";
import { shortGameName } from "../../game/showing.js";
import { speedOf } from "../../online/terms.js";
import { say } from "../../words.js";
import { field, selectInput } from "./forms.js";

const MINUTES = [0.5, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90];
const INCREMENTS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 60];
const DAYS = [1, 2, 3, 5, 7, 10, 14];
const RATINGS = Array.from({ length: 21 }, (_, index) => String(800 + 100 * index));

/**
 * @param {import("../../library.js").Library} library
 * @param {{name: string, mayRate: boolean, isRated?: boolean, controls?: string[], withColour?: boolean, withRange?: boolean, withOdds?: boolean}} how `name`: under
 *   which the choices are remembered; `isRated`: unless the person says otherwise; `controls`: of clock, days and unlimited
 * @returns {{element: HTMLElement, read: () => Record<string, unknown>}} read gives what the server takes
 */
export function termsForm(library, how) {
  const { name, mayRate, isRated = true, withColour = true, withRange = false, withOdds = false } = how;
  const { controls = ["clock", "days", "unlimited"] } = how;
  const wanted = {
    game: library.usual.game,
    rules: library.usual.name,
    control: controls[0],
    minutes: "5",
    increment: "3",
    odds: false,
    opponentMinutes: "5",
    opponentIncrement: "3",
    days: "3",
    colour: "random",
    rated: mayRate && isRated,
    low: "",
    high: "",
    ...keptDraft(`terms.${name}`),
  };
  if (!controls.includes(wanted.control)) wanted.control = controls[0];
  const element = h("div.terms", {});
  /** @param {string} key */
  const set = (key) => (/** @type {string | boolean} */ value) => {
    Object.assign(wanted, { [key]: value });
    keepDraft(`terms.${name}`, wanted);
    const isShape = ["game", "control", "odds"].includes(key);
    if (isShape) draw(key);
  };
  const options = (
    /** @type {(string | number)[]} */ values,
    /** @type {(value: string) => string} */ words = String,
  ) => values.map((value) => /** @type {[string, string]} */ ([String(value), words(String(value))]));
  const hasOdds = () => withOdds && wanted.control === "clock" && wanted.odds;
  const isRateable = () => mayRate && wanted.control !== "unlimited" && !hasOdds();
  /** @param {string} minutes @param {string} increment names of the fields @param {[string, string]} labels */
  const clockPair = (minutes, increment, [first, second]) =>
    h(
      "div.pair",
      {},
      field(say(first), selectInput(minutes, options(MINUTES, minutesText), wanted[minutes], set(minutes))),
      field(say(second), selectInput(increment, options(INCREMENTS), wanted[increment], set(increment))),
    );

  /** @param {string} [changed] the choice that has just been made */
  function draw(changed) {
    const rules = rulesOf(library, wanted.game);
    if (!rules.includes(wanted.rules)) wanted.rules = rules[0];
    const parts = [
      choices(say("online.game"), options(Object.keys(library.games), shortGameName), wanted.game, set("game")),
      rules.length > 1 && choices(say("web.play.rules"), options(rules, rulesName), wanted.rules, set("rules")),
      controls.length > 1 &&
        choices(say("online.time"), options(controls, controlName), wanted.control, set("control")),
      wanted.control === "clock" &&
        clockPair(
          "minutes",
          "increment",
          hasOdds() ? ["online.odds.minutes", "online.odds.increment"] : ["online.minutes", "online.increment"],
        ),
      hasOdds() &&
        clockPair("opponentMinutes", "opponentIncrement", ["online.odds.their minutes", "online.odds.their increment"]),
      withOdds && wanted.control === "clock" && toggle(say("online.odds.use"), wanted.odds, set("odds")),
      wanted.control === "days" &&
        field(say("online.days each"), selectInput("days", options(DAYS), wanted.days, set("days"))),
      withColour &&
        choices(say("web.play.side"), options(["blue", "random", "red"], colourWords), wanted.colour, set("colour")),
      isRateable() && toggle(say("online.rated"), wanted.rated, set("rated")),
      withRange &&
        h(
          "div.pair",
          {},
          field(say("online.at least"), selectInput("low", [["", "–"], ...options(RATINGS)], wanted.low, set("low"))),
          field(say("online.at most"), selectInput("high", [["", "–"], ...options(RATINGS)], wanted.high, set("high"))),
        ),
    ];
    element.replaceChildren(...parts.filter((part) => part !== false));
    if (changed === "odds") focusOn(element, "input[role=switch]");
    const chosen = changed && wanted[changed];
    if (typeof chosen === "string")
      /** @type {HTMLElement | null} */ (element.querySelector(`input[value="${chosen}"]`))?.focus();
  }

  function read() {
    const clock =
      wanted.control === "clock" ? { limit: Number(wanted.minutes) * 60, increment: Number(wanted.increment) } : null;
    const days = wanted.control === "days" ? Number(wanted.days) : null;
    return {
      game: wanted.game,
      rules: wanted.rules,
      clock,
      ...(hasOdds()
        ? {
            opponentClock: {
              limit: Number(wanted.opponentMinutes) * 60,
              increment: Number(wanted.opponentIncrement),
            },
          }
        : {}),
      days,
      colour: wanted.colour,
      rated: isRateable() && wanted.rated,
      rating_low: withRange && wanted.low ? Number(wanted.low) : null,
      rating_high: withRange && wanted.high ? Number(wanted.high) : null,
      speed: speedOf({ clock, days }),
    };
  }

  draw();
  return { element, read };
}

/** @param {string} rules */
const rulesName = (rules) => say(`desktop.config.rules.${rules}`);
/** @param {string} control */
const controlName = (control) => say(`online.control.${control}`);
/** @param {string} colour */
const colourWords = (colour) => say(colour === "random" ? "desktop.setup.random" : `side.${colour}`);
/** @param {string} minutes */
const minutesText = (minutes) => ({ 0.5: "½" })[minutes] ?? minutes;
