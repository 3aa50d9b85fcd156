// Phrases that everybody may say in a game, in everybody's own language; to and from children nothing else is said.

import { h } from "../../dom.js";
import { tell } from "../../online/pairing.js";
import { say } from "../../words.js";

/** As the server knows them. */
export const PHRASES = ["hello", "good_luck", "good_game", "well_played", "thanks", "oops", "rematch_please", "bye"];

/** @param {string} phrase */
export const phraseWords = (phrase) => (PHRASES.includes(phrase) ? say(`phrase.${phrase}`) : "");

/** @param {import("../../online/online-game.js").OnlineGame} online */
export const phraseButtons = (online) =>
  h(
    "div.phrases",
    { role: "group", "aria-label": say("live.phrases") },
    PHRASES.map((kind) =>
      h("button", { type: "button", onclick: () => online.ask("phrase", { kind }).catch(tell) }, phraseWords(kind)),
    ),
  );
