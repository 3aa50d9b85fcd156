// Messages: the list of threads, and one of them.

import { h, linkButton } from "../dom.js";
import { refreshNotices } from "../online/notices.js";
import { ago } from "../online/terms.js";
import { loginAddress, routeTo } from "../routes.js";
import { locale, say } from "../words.js";
import { serverForm } from "./parts/forms.js";
import { empty } from "./parts/people.js";

/** @typedef {import("../online/server.js").Server} Server */
/** @typedef {{from: string, text: string, at: number}} Letter */

/** @param {URLSearchParams} _query @param {unknown} _library @param {{id: string, server: Server}} given */
export async function open(_query, _library, { id, server }) {
  if (!server.account || server.account.kind === "guest") {
    const text = h(
      "p",
      {},
      say("online.messages.account"),
      " ",
      h("a", { href: loginAddress() }, say("web.menu.login")),
    );
    return { element: h("div.page.narrow", {}, h("h1", {}, say("web.menu.messages")), h("div.panel", {}, text)) };
  }
  const people = h("nav.panel.threads", { "aria-label": say("web.menu.messages") });
  const listed = async () => {
    const { threads } = await server.get("/message");
    /** @param {{name: string, text: string, at: number, unread: number}} given */
    const entry = ({ name, text, at, unread }) =>
      h(
        "li",
        {},
        h(
          "a",
          { href: routeTo(["messages", name]), "aria-current": name === id ? "page" : undefined },
          h("strong", {}, name, " ", unread ? h("span.badge", {}, unread) : null),
          h("span.faint.text", {}, text),
          h("span.faint.when", {}, ago(at, server.live.serverNow(), locale())),
        ),
      );
    people.replaceChildren(
      threads.length
        ? h("ul.rows", {}, threads.map(entry))
        : empty(say("online.no messages"), linkButton("people", say("web.menu.lobby"), "#/lobby"), "4"),
    );
  };
  if (!id) {
    await listed();
    return { element: h("div.page.narrow", {}, h("h1", {}, say("web.menu.messages")), people) };
  }

  const thread = h("ol.thread", { tabindex: 0, "aria-label": say("online.messages with", { name: id }) });
  const me = server.account.name;
  /** @param {Letter} given */
  const letter = ({ from, text, at }) =>
    h(
      `li${from === me ? ".own-letter" : ""}`,
      {},
      h("p", {}, text),
      h("span.faint", {}, new Date(at).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" })),
    );
  /** @param {Letter[]} messages */
  const draw = (messages) => {
    thread.replaceChildren(...messages.map(letter));
    thread.scrollTop = thread.scrollHeight;
  };
  const load = async () => {
    draw((await server.get(`/message/${encodeURIComponent(id)}`)).messages);
    refreshNotices();
  };
  const text = h("textarea", {
    name: "text",
    rows: 3,
    maxLength: 4000,
    required: true,
    "aria-label": say("online.message"),
  });
  const form = serverForm([text], say("online.send"), async (values) => {
    await server.post(`/message/${encodeURIComponent(id)}`, { text: values.text });
    text.value = "";
    await Promise.all([load(), listed()]);
  });
  text.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  await load();
  await listed();
  const refresh = () => Promise.all([load(), listed()]).catch(() => undefined);
  const unfollow = server.live.follow("user", (frame) => {
    if (frame.type === "message" || frame.type === "hello") refresh();
  });
  const title = h("h1", {}, h("a.player-link", { href: routeTo(["user", id]) }, id));
  const element = h("div.page.letters", {}, people, h("section.panel", {}, title, thread, form));
  requestAnimationFrame(() => {
    thread.scrollTop = thread.scrollHeight;
  });
  return { element, close: unfollow, title: `${say("web.menu.messages")}: ${id}` };
}
