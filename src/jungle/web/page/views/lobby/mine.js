// The user's challenges and games in progress, those waiting for a move first.

import { copyText } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { nextGame, openNextGame } from "../../online/next-game.js";
import { accept, linkOf, tell } from "../../online/pairing.js";
import { ago, controlWords, termsWords } from "../../online/terms.js";
import { locale, say } from "../../words.js";
import { gameCard, panel, playerLink, redraw } from "../parts/people.js";

/** @typedef {import("../../online/server.js").Server} Server */

/** @param {Server} server */
export function ownGames(server) {
  const element = h("div.own", {});
  /** @param {Promise<unknown>} done */
  const act = (done) => done.catch(tell).then(refresh);

  /** @param {import("../../online/answers.js").ChallengeView} challenge @param {boolean} isMine */
  const entry = (challenge, isMine) => {
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
  /** @param {import("../../online/answers.js").GameView} game */
  const card = (game) => {
    const { deadline } = game.clock ?? {};
    const until = deadline ? ago(deadline, server.live.serverNow(), locale()) : controlWords(game);
    const note = game.isMyTurn ? h("strong.your-turn", {}, `${say("online.your turn")} · ${until}`) : until;
    return h("li", {}, gameCard(game, { as: game.colour, note }));
  };

  /** @type {{games: import("../../online/answers.js").GameView[], received: import("../../online/answers.js").ChallengeView[], sent: import("../../online/answers.js").ChallengeView[]}} */
  let known = { games: [], received: [], sent: [] };

  /** The way to the first game that waits, for those who have several. */
  const next = () =>
    known.games.length > 1 && nextGame(known.games)
      ? button("forward", say("live.next game"), () => openNextGame(server), { look: "accent" })
      : null;

  function draw() {
    const { games, received, sent } = known;
    const open = [...received.map((each) => entry(each, false)), ...sent.map((each) => entry(each, true))];
    const parts = [];
    if (open.length) parts.push(panel(say("online.challenges"), h("ul.rows", {}, open)));
    if (games.length) parts.push(panel(say("online.your games"), next(), h("ul.cards", {}, games.map(card))));
    redraw(element, parts);
  }

  /** @returns {Promise<typeof known>} */
  async function ask() {
    if (!server.account) return { games: [], received: [], sent: [] };
    const [{ nowPlaying }, challenges] = await Promise.all([server.get("/account/playing"), server.get("/challenge")]);
    const sent = challenges.out.filter(
      (/** @type {import("../../online/answers.js").ChallengeView} */ each) => each.kind !== "seek",
    );
    return { games: nowPlaying, received: challenges.in, sent };
  }

  let asking = 0;
  async function refresh() {
    asking += 1;
    try {
      known = await ask();
    } finally {
      asking -= 1;
    }
    draw();
  }

  /**
   * Applies an event. Returns false if the lists have to be fetched again: events contain no positions,
   * and an answer on its way may be older than the event.
   * @param {import("../../online/live.js").Frame} frame
   */
  function hear({ type, challenge, game }) {
    if (asking) return false;
    /** @template {{id: string}} T @param {T[]} all @param {string} id */
    const without = (all, id) => all.filter((each) => each.id !== id);
    if (type === "challenge") known.received = [...without(known.received, challenge.id), challenge];
    else if (type === "challengeDeclined" || type === "challengeCanceled") {
      known.received = without(known.received, challenge.id);
      known.sent = without(known.sent, challenge.id);
    } else if (type === "gameFinish") known.games = without(known.games, game.id);
    else return type === "message" || type === "rematchOffered";
    draw();
    return true;
  }

  return { element, refresh, hear };
}
