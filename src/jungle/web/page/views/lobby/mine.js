// What concerns the person: challenges to answer, and games that are being played, those that wait for a move first.

import { copyText } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { accept, linkOf, tell } from "../../online/pairing.js";
import { ago, controlWords, termsWords } from "../../online/terms.js";
import { settings } from "../../settings.js";
import { say } from "../../words.js";
import { gameCard, panel, playerLink, redraw } from "../parts/people.js";

/** @typedef {import("../../online/server.js").Server} Server */

/** @param {Server} server */
export function ownGames(server) {
  const element = h("div.own", {});
  const act = (/** @type {Promise<unknown>} */ done) => done.catch(tell).then(refresh);

  const entry = (/** @type {any} */ challenge, /** @type {boolean} */ isMine) => {
    const take = () => act(accept(server, challenge.id));
    const end = () => act(server.post(`/challenge/${challenge.id}/decline`));
    const whom = isMine ? (challenge.to ?? { name: say("online.link"), kind: "guest" }) : challenge.challenger;
    return h(
      "li",
      { "data-id": challenge.id },
      h("span.who", {}, isMine ? "→ " : "", playerLink(whom), h("span.faint", {}, termsWords(challenge))),
      h(
        "div.buttons",
        {},
        isMine ? null : button("check", say("online.accept"), take, { look: "accent" }),
        isMine && !challenge.to
          ? button("copy", say("online.copy link"), () => copyText(linkOf(challenge), say("web.copied")), {
              isSmall: true,
            })
          : null,
        button("close", say(isMine ? "online.take back" : "online.decline"), end, { isSmall: isMine }),
      ),
    );
  };
  const card = (/** @type {any} */ game) => {
    const { deadline } = game.clock ?? {};
    const until = deadline ? ago(deadline, server.live.serverNow(), settings.language) : controlWords(game);
    const note = game.isMyTurn ? h("strong.your-turn", {}, `${say("online.your turn")} · ${until}`) : until;
    return h("li", {}, gameCard(game, { as: game.colour, note }));
  };

  async function refresh() {
    if (!server.account) {
      element.replaceChildren();
      return;
    }
    const [{ nowPlaying }, challenges] = await Promise.all([server.get("/account/playing"), server.get("/challenge")]);
    const sent = challenges.out.filter((/** @type {any} */ each) => each.way !== "seek");
    const open = [
      ...challenges.in.map((/** @type {any} */ each) => entry(each, false)),
      ...sent.map((/** @type {any} */ each) => entry(each, true)),
    ];
    const parts = [];
    if (open.length) parts.push(panel(say("online.challenges"), h("ul.rows", {}, open)));
    if (nowPlaying.length) parts.push(panel(say("online.your games"), h("ul.cards", {}, nowPlaying.map(card))));
    redraw(element, parts);
  }

  return { element, refresh };
}
