// The leaderboard and the house bots.

import { h } from "../../dom.js";
import { kindWords, ratingKinds, ratingText } from "../../online/terms.js";
import { say } from "../../words.js";
import { selectInput } from "../parts/forms.js";
import { nameTag, panel, playerLink } from "../parts/people.js";

/** @typedef {import("../../online/server.js").Server} Server */

const SHOWN = 10;

/** @param {Server} server */
export function leaderboard(server) {
  let kind = "blitz";
  const list = h("ol.leaders", {});
  const none = h("p.faint", {}, say("online.no leaders"));
  async function refresh() {
    const { players } = await server.get(`/leaderboard/${kind}`);
    list.replaceChildren(
      ...players
        .slice(0, SHOWN)
        .map((/** @type {import("../../online/answers.js").PlayerView} */ each) => h("li", {}, playerLink(each))),
    );
    none.hidden = players.length > 0;
    list.hidden = !players.length;
  }
  const kinds = ratingKinds().map((each) => /** @type {[string, string]} */ ([each, kindWords(each)]));
  const choose = selectInput("kind", kinds, kind, (value) => {
    kind = value;
    refresh().catch(() => undefined);
  });
  choose.setAttribute("aria-label", say("online.leaderboard"));
  return { element: panel(say("online.leaderboard"), choose, list, none), refresh };
}

/** @param {Server} server @param {(name: string) => void} onChoose */
export function houseBots(server, onChoose) {
  const list = h("ul.bots", {});
  const element = panel(say("online.bots"), list);
  element.hidden = true;
  /** @param {import("../../online/answers.js").PersonView} given */
  const entry = ({ name, ratings }) => {
    const best = Object.values(ratings).sort((one, other) => other.games - one.games)[0];
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", onclick: () => onChoose(name) },
        nameTag({ name, kind: "bot" }),
        h("span.faint.rating", {}, ratingText(best)),
      ),
    );
  };
  async function refresh() {
    const { bots } = await server.get("/bots");
    element.hidden = !bots.length;
    list.replaceChildren(...bots.map(entry));
  }
  return { element, refresh };
}
