// Friends: whom the user follows, who is here, what they play and what is new; and who follows the user.

import { button, h, linkButton } from "../dom.js";
import { isKid } from "../kid.js";
import { shownName } from "../online/names.js";
import { tell } from "../online/pairing.js";
import { ago } from "../online/terms.js";
import { loginAddress, routeTo } from "../routes.js";
import { locale, say } from "../words.js";
import { openChallengeForm } from "./lobby/create.js";
import { field, serverForm, textInput } from "./parts/forms.js";
import { empty, panel, playerLink, redraw } from "./parts/people.js";

/** @typedef {import("../online/server.js").Server} Server */
/** @typedef {import("../online/answers.js").FriendView} Friend */

const AGAIN_MS = 15_000;

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library @param {{server: Server}} given */
export async function open(_query, library, { server }) {
  const heading = h("h1", {}, say("web.menu.friends"));
  if (!server.account || server.account.kind === "guest") {
    const login = h("a", { href: loginAddress() }, say("web.menu.login"));
    return {
      element: h("div.page.narrow", {}, heading, h("div.panel", {}, h("p", {}, say("friends.account"), " ", login))),
    };
  }
  const places = { following: h("div", {}), followers: h("div", {}) };
  const refresh = async () => {
    /** @type {{following: Friend[], followers: Friend[]}} */
    const found = await server.get("/follow");
    const nobody = empty(
      say("friends.none"),
      isKid() ? null : linkButton("people", say("web.menu.lobby"), "#/lobby"),
      "3",
    );
    const { following, followers } = found;
    redraw(places.following, [following.length ? h("ul.rows.friends", {}, following.map(friend)) : nobody]);
    redraw(
      places.followers,
      followers.length ? [panel(say("friends.followers"), h("ul.rows.friends", {}, followers.map(follower)))] : [],
    );
  };
  /** @param {() => Promise<unknown>} work */
  const act = (work) => () => work().then(refresh).catch(tell);
  /** @param {Friend} given */
  const path = ({ name }) => `/follow/${encodeURIComponent(name)}`;

  /** A friend's name, and whether they are online. @param {Friend} each @param {(string | null | undefined | false)[]} facts */
  const who = (each, facts) => {
    const words = say(each.here ? "live.here" : "live.away");
    const seen = each.here ? words : say("online.seen", { when: ago(each.seen, server.live.serverNow(), locale()) });
    return h(
      "div.who",
      {},
      h(`span.presence${each.here ? "" : ".away"}`, { role: "img", "aria-label": words, title: words }),
      playerLink(each),
      h("span.faint", {}, [seen, ...facts].filter(Boolean).join(" · ")),
    );
  };
  /** @param {Friend} each */
  const challenge = ({ name, kind }) =>
    openChallengeForm(server, library, { name, isBot: kind === "bot", isChild: kind === "child" || isKid() });
  /** @param {Friend} each */
  const friend = (each) => {
    const name = shownName(each.name, each.kind);
    const fresh = each.newGames ? say("friends.new games", { count: each.newGames }) : "";
    return h(
      "li",
      {},
      who(each, [fresh]),
      h(
        "div.buttons",
        {},
        each.playing ? linkButton("play", say("friends.watch"), routeTo(["game", each.playing]), "accent") : null,
        button("resign", say("online.challenge"), () => challenge(each)),
        button(
          "close",
          say("friends.unfollow", { name }),
          act(() => server.delete(path(each))),
          { isSmall: true },
        ),
      ),
    );
  };
  /** @param {Friend} each */
  const follower = (each) =>
    h(
      "li",
      {},
      who(each, [each.isNew && say("friends.new")]),
      each.isFollowed
        ? null
        : h(
            "div.buttons",
            {},
            button(
              "plus",
              say("friends.follow"),
              act(() => server.put(path(each))),
            ),
          ),
    );

  const input = textInput("name", { required: true, maxLength: 40, autocomplete: "off", spellcheck: false });
  const form = serverForm([field(say("online.name"), input)], say("friends.follow"), async ({ name }) => {
    await server.put(path(/** @type {Friend} */ ({ name: name.trim() })));
    input.value = "";
    await refresh();
  });
  await refresh();
  server.post("/follow/look").catch(() => undefined); // New followers stay marked as new until the next visit.
  const timer = setInterval(() => document.hidden || refresh().catch(() => undefined), AGAIN_MS);
  const add = h("details", {}, h("summary", {}, say("friends.add")), form);
  const element = h(
    "div.page.narrow.friends-page",
    {},
    heading,
    panel(say("friends.following"), places.following, add),
    places.followers,
  );
  return { element, close: () => clearInterval(timer) };
}
