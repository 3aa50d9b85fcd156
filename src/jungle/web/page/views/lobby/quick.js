// Quick pairing: one press chooses a time control and pairs with the next player who wants the same.

import { choices, h, replaceKeepingFocus, toggle } from "../../dom.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { knownShapes, usualKind } from "../../game/kinds.js";
import { shortGameName } from "../../game/showing.js";
import { controlWords, parseControl, QUICK, speedOf } from "../../online/terms.js";
import { say } from "../../words.js";
import { panel } from "../parts/people.js";

/** @typedef {import("../../online/pairing.js").Seeking} Seeking */

/**
 * @param {Seeking} seeking @param {{mayRate: () => boolean, onCustom: () => void, onError: (error: unknown) => void}} how
 * @returns {{element: HTMLElement, draw: () => void}}
 */
export function quickPairing(seeking, { mayRate, onCustom, onError }) {
  const wanted = { game: usualKind() ?? "", rated: true, ...keptDraft("lobby.quick") };
  /** @param {string} name */
  const set = (name) => (/** @type {string | boolean} */ value) => {
    Object.assign(wanted, { [name]: value });
    keepDraft("lobby.quick", wanted);
  };
  const grid = h("div.quick", {});
  /** @param {string} text */
  const press = (text) => {
    const { clock, days } = parseControl(text);
    const rated = wanted.rated && mayRate();
    const done = isWaiting(text) ? seeking.cancel() : seeking.seek({ game: wanted.game, clock, days, rated });
    done.catch(onError);
  };
  /** Whether this is the current seek. @param {string} text */
  const isWaiting = (text) => {
    const sought = seeking.current?.clock;
    const { clock } = parseControl(text);
    return Boolean(sought && clock && sought.limit === clock.limit && sought.increment === clock.increment);
  };

  /** @param {string} text */
  function tile(text) {
    const terms = parseControl(text);
    const isOn = isWaiting(text);
    return h(
      "button.quick-tile",
      { type: "button", "aria-pressed": String(isOn), onclick: () => press(text) },
      h("span.control", {}, terms.days ? controlWords(terms) : text),
      h("span.faint", {}, isOn ? say("online.seeking") : say(`online.speed.${speedOf(terms)}`)),
      isOn ? h("span.spinner", { "aria-hidden": "true" }) : null,
    );
  }

  function draw() {
    const custom = h(
      "button.quick-tile",
      { type: "button", onclick: onCustom },
      h("span.control", {}, say("online.custom")),
      h("span.faint", {}, say("online.custom.about")),
    );
    replaceKeepingFocus(grid, [...QUICK.map(tile), custom]);
    rated.hidden = !mayRate();
  }

  const games = choices(
    say("online.game"),
    knownShapes().map(({ kind }) => [kind, shortGameName(kind)]),
    wanted.game,
    set("game"),
  );
  games.classList.add("compact");
  const rated = toggle(say("online.rated"), wanted.rated, set("rated"));
  draw();
  return { element: panel(say("online.quick"), h("div.quick-options", {}, games, rated), grid), draw };
}
