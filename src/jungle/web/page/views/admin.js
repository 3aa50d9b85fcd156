// For moderators: reports, actions against players, and the log.

import { notify, openDialog } from "../dialog.js";
import { button, choices, h } from "../dom.js";
import { tell } from "../online/pairing.js";
import { routeTo } from "../routes.js";
import { locale, say } from "../words.js";
import { closeDialog, field, selectInput, serverForm, textInput } from "./parts/forms.js";
import { panel } from "./parts/people.js";

/** @typedef {import("../online/server.js").Server} Server */

const DAYS = ["1", "3", "7", "30", "365", ""];
/** @param {number} at */
const when = (at) => new Date(at).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
/** @param {string} name */
const userLink = (name) => h("a", { href: routeTo("admin", { user: name }) }, name);

/** @param {URLSearchParams} query @param {unknown} _library @param {{server: Server}} given */
export async function open(query, _library, { server }) {
  if (!server.account?.isAdmin) throw new Error(say("online.admins only"));
  if (!server.account.hasSecondFactor) throw new Error(say("online.second factor.admin"));
  const name = query.get("user");
  const find = h("div.with-button", {}, textInput("user", { "aria-label": say("online.name"), value: name ?? "" }));
  const search = serverForm([find], say("online.find"), ({ user }) => {
    location.hash = routeTo("admin", { user: user.trim() });
  });
  const card = h("div", {});
  const acts = h("div", {});
  const refresh = () =>
    Promise.all([reports.refresh(), drawActs(server, acts), name && drawPerson(server, name, card, refresh)]);
  const reports = reportsPanel(server, () => refresh().catch(tell));
  await refresh();
  const element = h(
    "div.page.moderation",
    {},
    h("h1", {}, say("web.menu.admin")),
    h("div.column", {}, panel(say("online.find player"), search), card, reports.element),
    panel(say("online.acts"), acts),
  );
  return { element };
}

/** @typedef {{id: number, about: string, by: string | null, reason: string, status: string, at: number, game_id: string | null}} Report */

/** @param {Server} server @param {() => void} onChange */
function reportsPanel(server, onChange) {
  let status = "open";
  const list = h("ul.rows.reports", {});
  /** @param {Report} report */
  const entry = (report) => {
    const close = () => server.post(`/admin/reports/${report.id}/close`, {}).then(onChange, tell);
    return h(
      "li",
      {},
      h(
        "div.who",
        {},
        userLink(report.about),
        h("span.faint", {}, `${say("online.reported by", { name: report.by ?? "?" })} · ${when(report.at)}`),
        h("p", {}, report.reason),
        report.game_id ? h("a.to-game", { href: routeTo(["game", report.game_id]) }, say("online.to game")) : null,
      ),
      report.status === "open" ? button("check", say("online.done"), close) : null,
    );
  };
  async function refresh() {
    const { reports } = await server.get(`/admin/reports?status=${status}`);
    list.replaceChildren(...(reports.length ? reports.map(entry) : [h("li.faint", {}, say("online.no reports"))]));
  }
  const tabs = choices(
    say("online.reports"),
    [
      ["open", say("online.reports.open")],
      ["closed", say("online.reports.closed")],
    ],
    status,
    (value) => {
      status = value;
      refresh().catch(tell);
    },
  );
  tabs.classList.add("compact");
  return { element: panel(say("online.reports"), tabs, list), refresh };
}

/** @param {Server} server @param {HTMLElement} place */
async function drawActs(server, place) {
  const { acts } = await server.get("/admin/acts");
  /** @param {{at: number, by: string, act: string, about: string, detail: string}} act */
  const row = (act) =>
    h(
      "li",
      {},
      h("span.faint", {}, when(act.at)),
      ` ${act.by} · ${act.act} · ${act.about} `,
      h("span.faint", {}, act.detail),
    );
  place.replaceChildren(h("ul.acts", {}, acts.map(row)));
}

/** @param {Server} server @param {string} name @param {HTMLElement} place @param {() => Promise<unknown>} onChange */
async function drawPerson(server, name, place, onChange) {
  const path = `/admin/user/${encodeURIComponent(name)}`;
  const { user } = await server.get(path);
  const now = server.live.serverNow();
  const state = [
    (user.banned_until ?? 0) > now && say("online.banned until", { date: when(user.banned_until) }),
    (user.muted_until ?? 0) > now && say("online.muted until", { date: when(user.muted_until) }),
    user.is_admin && say("online.is admin"),
  ].filter(Boolean);
  /** @param {string} what */
  const undo = (what) => () => server.delete(`${path}/${what}`).then(onChange).catch(tell);
  /** @param {"ban" | "mute"} what */
  const sanction = (what) => () => openSanction(server, path, what, user.name, onChange);
  const isBanned = (user.banned_until ?? 0) > now;
  const isMuted = (user.muted_until ?? 0) > now;
  /** @param {Report} given */
  const complaint = ({ reason, status, at }) =>
    h("li", {}, h("span.faint", {}, `${when(at)} · ${say(`online.reports.${status}`)}`), h("p", {}, reason));
  place.replaceChildren(
    panel(
      user.name,
      h("p.faint", {}, [say(`web.admin.${user.kind}`), when(user.created), ...state].join(" · ")),
      h("p", {}, h("a", { href: routeTo(["user", user.name]) }, say("web.menu.user"))),
      h(
        "div.buttons",
        {},
        button("close", say(isBanned ? "online.unban" : "online.ban"), isBanned ? undo("ban") : sanction("ban"), {
          look: "danger",
        }),
        button("comment", say(isMuted ? "online.unmute" : "online.mute"), isMuted ? undo("mute") : sanction("mute")),
        button("editor", say("online.rename"), () => openRename(server, path, user.name)),
      ),
      user.reports.length ? h("ul.acts", {}, user.reports.map(complaint)) : null,
    ),
  );
}

/** @param {Server} server @param {string} path @param {"ban" | "mute"} what @param {string} name @param {() => Promise<unknown>} onChange */
function openSanction(server, path, what, name, onChange) {
  const options = DAYS.map(
    (days) =>
      /** @type {[string, string]} */ ([
        days,
        days ? say("online.days", { days: Number(days) }) : say("online.for ever"),
      ]),
  );
  const form = serverForm(
    [
      field(say("online.how long"), selectInput("days", options, "7")),
      field(say("online.reason"), textInput("reason", { maxLength: 1000 })),
    ],
    say(`online.${what}`),
    async ({ days, reason }) => {
      await server.post(`${path}/${what}`, { days: days ? Number(days) : null, reason });
      closeDialog(form);
      notify(say("online.saved"));
      await onChange();
    },
    { look: "danger" },
  );
  return openDialog(`${say(`online.${what}`)}: ${name}`, [form]);
}

/** @param {Server} server @param {string} path @param {string} name */
function openRename(server, path, name) {
  const form = serverForm(
    [
      field(say("online.new name"), textInput("name", { required: true, maxLength: 40 }), say("online.name.about")),
      field(say("online.reason"), textInput("reason", { maxLength: 1000 })),
    ],
    say("online.rename"),
    async (values) => {
      await server.post(`${path}/rename`, values);
      closeDialog(form);
      location.hash = routeTo("admin", { user: values.name });
    },
  );
  return openDialog(`${say("online.rename")}: ${name}`, [form]);
}
