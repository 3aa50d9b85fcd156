// The panel of a drill next to the board.

import { button, h } from "../../dom.js";
import { sentence, slipWords } from "../../game/reasons.js";
import { say } from "../../words.js";
import { moveLabel } from "../parts/notation.js";

/** @typedef {import("../../game/drill.js").Drill} Drill */

/** @param {Drill} drill */
export function drillPanel({ mistake, place, game, isOwn, isDone, mood, message }) {
  /** @param {import("../../game/game.js").Move} move */
  const label = (move) => h("strong", {}, moveLabel(move, game, mistake.side));
  const slip = `${say("web.stop")} ${sentence(slipWords(mistake, game))} ${say("web.drill.find")}`;
  return h(
    "section.drill",
    {},
    h("h2", {}, place),
    h("p", {}, say(isOwn ? "web.drill.played" : "web.drill.both"), " ", label(mistake.move), slip),
    h(`p.notice${mood && `.${mood}`}`, {}, isDone && mistake.better ? [label(mistake.better), " "] : [], message),
  );
}

/** The buttons for the present state. @param {Drill} drill @param {() => void} onEnd */
export function drillButtons(drill, onEnd) {
  const { isDone, isLast, index } = drill;
  return [
    button("hint", say("web.drill.show"), () => drill.show(), { isOff: isDone }),
    button("next", say("web.drill.next"), () => drill.open(index + 1), {
      isOff: isLast,
      look: isDone && !isLast ? "accent" : "",
    }),
    button("analyse", say("web.drill.end"), onEnd, { look: isDone && isLast ? "accent" : "" }),
  ];
}
