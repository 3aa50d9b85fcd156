// A profile: ratings and their graphs, results, openings, games, and the score against the viewer.

import { announce } from "../dialog.js";
import { button, h, linkButton, relabel } from "../dom.js";
import { prepareRules } from "../library.js";
import { tell } from "../online/pairing.js";
import { ago, kindWords, ratingKinds, ratingText, rulesWords } from "../online/terms.js";
import { routeTo } from "../routes.js";
import { locale, say } from "../words.js";
import { openChallengeForm } from "./lobby/create.js";
import { field, selectInput } from "./parts/forms.js";
import { empty, endingWords, gameCard, nameTag, panel } from "./parts/people.js";
import { openReport } from "./parts/report.js";
import { figuresPanel } from "./user/figures.js";
import { ratingGraph } from "./user/graph.js";

/** @typedef {import("../online/server.js").Server} Server */

const GAMES_SHOWN = 12;

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library @param {{id: string, server: Server}} given */
export async function open(_query, library, { id, server }) {
  const { account } = server;
  if (!id && !account) throw new Error(say("server.unauthorized"));
  const path = encodeURIComponent(id || account?.name || "");
  const [person, figures] = await Promise.all([server.get(`/user/${path}`), server.get(`/user/${path}/figures`)]);
  await prepareRules(library);
  const isMe = person.name === account?.name;
  const played = Object.values(person.games).reduce((sum, count) => sum + /** @type {number} */ (count), 0);
  const element = h(
    "div.page.profile",
    {},
    heading(person, server, library, isMe),
    ratingsPanel(person, path, server),
    account && !isMe ? headToHead(server, account.name, path) : null,
    figuresPanel(figures, person.name, library),
    gamesPanel(person, path, server, Number(played), library),
  );
  return { element, title: person.name };
}

/** @param {import("../online/answers.js").PersonView} person @param {Server} server @param {import("../library.js").Library} library @param {boolean} isMe */
function heading(person, server, library, isMe) {
  const now = server.live.serverNow();
  const since = new Date(person.created).toLocaleDateString(locale(), { dateStyle: "medium" });
  const facts = [say("online.since", { date: since })];
  if (person.seen) facts.push(say("online.seen", { when: ago(person.seen, now, locale()) }));
  if ((person.vacationUntil ?? 0) > now) facts.push(say("online.on vacation"));
  const buttons = h("div.buttons", {});
  const { account } = server;
  if (isMe) buttons.append(linkButton("settings", say("web.menu.settings"), "#/settings"));
  else {
    const isBot = person.kind === "bot";
    const challenge = () => openChallengeForm(server, library, { name: person.name, isBot });
    buttons.append(button("resign", say("online.challenge"), challenge, { look: "accent" }));
    if (account?.kind === "person") {
      if (!isBot) buttons.append(linkButton("comment", say("online.message"), routeTo(["messages", person.name])));
      buttons.append(followButton(server, person.name), blockButton(server, person.name));
    }
    if (account) buttons.append(button("alert", say("online.report"), () => openReport(server, person.name)));
    if (account?.isAdmin)
      buttons.append(linkButton("settings", say("web.menu.admin"), routeTo("admin", { user: person.name })));
  }
  return h(
    "section.panel.person",
    {},
    h("div", {}, h("h1", {}, nameTag(person)), h("p.faint", {}, facts.join(" · "))),
    buttons,
  );
}

/** @param {Server} server @param {string} name */
function followButton(server, name) {
  const path = `/follow/${encodeURIComponent(name)}`;
  let isFollowed = false;
  const draw = () => {
    relabel(made, isFollowed ? say("friends.unfollow", { name }) : say("friends.follow"));
    made.setAttribute("aria-pressed", String(isFollowed));
  };
  const press = async () => {
    await (isFollowed ? server.delete(path) : server.put(path));
    isFollowed = !isFollowed;
    draw();
  };
  const made = button("star", say("friends.follow"), () => press().catch(tell), { isPressed: false });
  const ask = async () => {
    /** @type {{following: {name: string}[]}} */
    const { following } = await server.get("/follow");
    isFollowed = following.some((each) => each.name === name);
    draw();
  };
  ask().catch(() => undefined);
  return made;
}

/** @param {Server} server @param {string} name */
function blockButton(server, name) {
  const isBlocked = () => Boolean(server.account?.blocked.includes(name));
  const path = `/account/block/${encodeURIComponent(name)}`;
  const words = () => (isBlocked() ? say("online.unblock", { name }) : say("online.block"));
  const press = async () => {
    await (isBlocked() ? server.delete(path) : server.post(path));
    await server.refresh();
    relabel(made, words());
    made.setAttribute("aria-pressed", String(isBlocked()));
  };
  const made = button("close", words(), () => press().catch(tell), { isPressed: isBlocked() });
  return made;
}

/** @param {import("../online/answers.js").PersonView} person @param {string} path @param {Server} server */
function ratingsPanel(person, path, server) {
  const kinds = ratingKinds().filter((kind) => person.ratings[kind]);
  if (!kinds.length) return panel(say("online.ratings"), h("p.faint", {}, say("online.no rating")));
  const place = h("div.course-place", {});
  const most = kinds.reduce(
    (best, kind) => (person.ratings[kind].games > person.ratings[best].games ? kind : best),
    kinds[0],
  );
  const tiles = h("div.ratings", { role: "group", "aria-label": say("online.ratings") });
  /** @param {string} kind */
  const show = async (kind) => {
    for (const tile of tiles.children)
      tile.setAttribute("aria-pressed", String(tile.getAttribute("data-kind") === kind));
    const { points } = await server.get(`/user/${path}/ratings/${kind}`);
    place.replaceChildren(ratingGraph(kindWords(kind), points));
  };
  /** @param {string} kind */
  const tile = (kind) => {
    const rated = person.ratings[kind];
    return h(
      "button.rating-tile",
      { type: "button", "data-kind": kind, onclick: () => show(kind).catch(tell) },
      h("span.faint", {}, kindWords(kind)),
      h("strong", {}, ratingText(rated), h("span.faint", {}, ` ± ${rated.deviation}`)),
      h("span.faint", {}, say("online.n games", { count: rated.games })),
    );
  };
  tiles.append(...kinds.map(tile));
  show(most).catch(tell);
  return panel(say("online.ratings"), tiles, place);
}

/** @param {Server} server @param {string} me @param {string} path */
function headToHead(server, me, path) {
  const score = h("p", {});
  const made = panel(say("online.head to head"), score);
  made.hidden = true;
  const load = async () => {
    const { games, points } = await server.get(`/crosstable/${encodeURIComponent(me)}/${path}`);
    const other = Object.keys(points).find((name) => name !== me) ?? "";
    made.hidden = !games;
    /** @param {number} value */
    const number = (value) => `${Math.floor(value) || (value % 1 ? "" : 0)}${value % 1 ? "½" : ""}`;
    score.replaceChildren(
      h("strong.score", {}, `${me} ${number(points[me])} – ${number(points[other])} ${other}`),
      h("span.faint", {}, ` · ${say("online.n games", { count: games })}`),
    );
  };
  load().catch(() => undefined);
  return made;
}

/** @param {import("../online/answers.js").PersonView} person @param {string} path @param {Server} server @param {number} played @param {import("../library.js").Library} library */
function gamesPanel(person, path, server, played, library) {
  const list = h("ul.cards", {});
  /** @param {import("../online/answers.js").GameView} game */
  const card = (game) => {
    const as = game.players.red.name === person.name ? "red" : "blue";
    const when = ago(game.ended ?? game.created, server.live.serverNow(), locale());
    const note = [endingWords(game) || say("online.playing now"), when].join(" · ");
    return h("li", {}, gameCard(game, { as, note }));
  };
  /** @type {Record<string, string>} what is searched for */
  const wanted = {};
  /** @type {number | null} the `before` of the next page */
  let next = null;
  let search = 0;
  const query = () => new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  const load = async () => {
    const mine = search;
    let left = GAMES_SHOWN;
    do {
      const asked = query();
      asked.set("limit", String(left));
      if (next !== null) asked.set("before", String(next));
      const page = await server.get(`/user/${path}/games?${asked}`);
      if (mine !== search) return; // Something else is searched for by now.
      list.append(...page.games.map(card));
      left -= page.games.length;
      next = page.next;
    } while (left > 0 && next !== null);
    more.hidden = next === null;
    none.hidden = list.childElementCount > 0;
    announce(none.hidden ? say("online.search.shown", { count: list.childElementCount }) : say("online.search.none"));
  };
  const more = button("plus", say("online.more"), () => load().catch(tell));
  more.hidden = true;
  const none = h("p.faint", {}, say("online.search.none"));
  none.hidden = true;
  const download = h("a.button", { download: `${person.name}.jgn` }, say("online.search.download"));
  const restart = () => {
    search += 1;
    next = null;
    list.replaceChildren();
    download.setAttribute("href", `/api/games/user/${path}?limit=10000&${query()}`);
    load().catch(tell);
  };
  /** @param {string} name @param {string} value */
  const want = (name, value) => {
    wanted[name] = value;
    restart();
  };
  /** @param {string} name @param {string} label @param {Record<string, unknown>} given @param {(value: string) => string} [read] */
  const typed = (name, label, given, read = (value) => value.trim()) => {
    const input = h("input", { name, autocapitalize: "none", spellcheck: false, ...given });
    input.addEventListener("change", () => want(name, input.checkValidity() ? read(input.value) : ""));
    return field(label, input);
  };
  /** When a day begins here, in milliseconds. @param {string} day @param {number} [later] */
  const dayTime = (day, later = 0) => {
    const [year, month, date] = day.split("-").map(Number);
    return day ? String(new Date(year, month - 1, date + later).getTime()) : "";
  };
  /** @param {string} name @param {string} label @param {[string, string][]} options */
  const filter = (name, label, options) =>
    field(
      label,
      selectInput(name, [["", say("online.search.any")], ...options], "", (value) => want(name, value)),
    );
  const rules = Object.entries(library.games).flatMap(([game, { rules: names }]) =>
    names.map((name) => /** @type {[string, string]} */ ([name, rulesWords({ game, rules: name })])),
  );
  const rating = { type: "number", min: 0, max: 5000, step: 1, inputMode: "numeric" };
  const rarer = h(
    "details.more-filters",
    {},
    h("summary", {}, say("online.search.more")),
    h(
      "div.search",
      {},
      filter("rules", say("online.search.rules"), rules),
      filter("rated", say("online.search.rated"), [
        ["true", say("online.rated")],
        ["false", say("online.casual")],
      ]),
      typed(
        "opening",
        say("online.figures.opening"),
        { type: "text", maxLength: 300, placeholder: "a3a4 g7g6" },
        (value) =>
          value
            .split(/[\s,]+/)
            .filter(Boolean)
            .join(" "),
      ),
      typed("since", say("online.search.since"), { type: "date" }, (value) => dayTime(value)),
      typed("until", say("online.search.until"), { type: "date" }, (value) => dayTime(value, 1)),
      typed("rating_low", say("online.search.rating low"), rating),
      typed("rating_high", say("online.search.rating high"), rating),
    ),
  );
  const filters = h(
    "div.search",
    { role: "search", "aria-label": say("online.search") },
    filter("result", say("online.search.result"), [
      ["win", say("online.search.win")],
      ["draw", say("online.search.draw")],
      ["loss", say("online.search.loss")],
    ]),
    filter("colour", say("online.search.colour"), [
      ["blue", say("side.blue")],
      ["red", say("side.red")],
    ]),
    filter(
      "speed",
      say("online.search.speed"),
      ["bullet", "blitz", "rapid", "correspondence"].map((speed) => [speed, kindWords(speed)]),
    ),
    typed("opponent", say("online.search.opponent"), { type: "text", maxLength: 40 }),
    download,
    rarer,
  );
  if (played) restart();
  return panel(
    say("online.games"),
    played ? filters : null,
    none,
    played ? list : empty(say("online.no games yet"), linkButton("play", say("online.home.play"), "#/lobby"), "1"),
    more,
  );
}
