// All open seeks, as they come and go.

import { button, h } from "../../dom.js";
import { shownName } from "../../online/names.js";
import { accept, tell } from "../../online/pairing.js";
import { controlWords, ratedWords, rulesWords } from "../../online/terms.js";
import { say } from "../../words.js";
import { empty, panel, playerLink, redraw } from "../parts/people.js";

/** @typedef {import("../../online/server.js").Server} Server */

/** @param {Server} server */
export function openSeeks(server) {
  const list = h("div", {});
  /** @type {import("../../online/answers.js").ChallengeView[]} */
  let seeks = [];
  // Everyone in the lobby is notified of the result; a refusal may mean that the list is outdated.
  /** @param {Promise<unknown>} done */
  const act = (done) =>
    done.catch((error) => {
      tell(error);
      return refresh();
    });

  /** @param {import("../../online/answers.js").ChallengeView} seek */
  const row = (seek) => {
    const { challenger } = seek;
    const isMine = challenger.name === server.account?.name;
    const [low, high] = seek.ratings;
    const range = low || high ? ` ${low ?? "…"}–${high ?? "…"}` : "";
    const takeBack = () => act(server.delete(`/seek/${seek.id}`));
    const join = () => act(accept(server, seek.id));
    const words = say("online.accept from", { name: shownName(challenger.name, challenger.kind) });
    return h(
      `tr${isMine ? ".mine" : ""}`,
      { "data-id": seek.id },
      h("td", {}, playerLink(challenger)),
      h("td", {}, controlWords(seek)),
      h("td.wide", {}, rulesWords(seek)),
      h("td", {}, ratedWords(seek), h("span.faint", {}, range)),
      h(
        "td.act",
        {},
        isMine
          ? button("close", say("online.take back"), takeBack, { isSmall: true })
          : button("play", words, join, { isSmall: true, look: "accent" }),
      ),
    );
  };

  function draw() {
    const columns = ["online.player", "online.time", "online.game", "online.kind"];
    const head = columns.map((key) => h(key === "online.game" ? "th.wide" : "th", { scope: "col" }, say(key)));
    const table = () =>
      h("table.list", {}, h("thead", {}, h("tr", {}, head, h("td", {}))), h("tbody", {}, seeks.map(row)));
    redraw(list, [seeks.length ? table() : empty(say("online.no seeks"), null, "3")]);
  }

  async function refresh() {
    ({ seeks } = await server.get("/seek"));
    draw();
  }

  /** Handles a frame of the lobby: all seeks, a new one, or ended ones. @param {import("../../online/live.js").Frame} frame */
  function hear(frame) {
    if (frame.seeks) ({ seeks } = frame);
    if (frame.seek) seeks = [frame.seek, ...seeks.filter(({ id }) => id !== frame.seek.id)];
    if (frame.ended) seeks = seeks.filter(({ id }) => !frame.ended.includes(id));
    draw();
  }

  return { element: panel(say("online.seeks"), list), hear, draw };
}
