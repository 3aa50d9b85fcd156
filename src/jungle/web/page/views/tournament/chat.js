// What people say about a tournament. Its organiser and moderators can close the chat; tournaments of classes have none.

import { announce, confirmed } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { shownName } from "../../online/names.js";
import { tell } from "../../online/pairing.js";
import { say } from "../../words.js";

/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {{id: number, name: string, kind: string, text: string, at: number}} Remark */

const LONGEST = 280;

/** @param {Server} server @param {{id: string, by: string | null, class?: string}} tournament @returns {{element: HTMLElement | null, close: () => void}} */
export function tournamentChat(server, { id, by, class: classId }) {
  if (classId) return { element: null, close: () => undefined };
  const path = `/tournament/${encodeURIComponent(id)}/chat`;
  /** @type {{isClosed: boolean, remarks: Remark[]}} */
  let chat = { isClosed: false, remarks: [] };
  const list = h("div.remarks", { role: "log", "aria-label": say("live.chat"), tabindex: 0 });
  const why = h("p.faint", {});
  const acts = h("div.buttons", {});
  const input = h("input", {
    type: "text",
    maxLength: LONGEST,
    autocomplete: "off",
    "aria-label": say("live.say"),
    placeholder: say("live.say"),
  });
  const form = h("form", { onsubmit: submit }, input, h("button", { type: "submit" }, say("live.send")));
  const element = h(
    "section.panel.chat.tournament-chat",
    { "aria-label": say("online.chat") },
    h("header", {}, h("h2", {}, say("online.chat")), acts),
    list,
    why,
    form,
  );

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    try {
      await server.post(path, { text });
      input.value = "";
    } catch (error) {
      tell(error);
    }
  }

  /** The organiser decides for their tournament, a moderator for all. @param {boolean} closed */
  async function change(closed) {
    if (closed && !(await confirmed(say("online.chat.close?"), say("online.chat.close")))) return;
    const isMine = server.account?.name === by;
    await server.put(isMine ? path : `/admin${path}`, { closed }).catch(tell);
  }

  /** Why the user cannot write, or "". */
  const hindrance = () => {
    if (chat.isClosed) return say("online.chat.closed");
    return !server.account || server.account.kind === "guest" ? say("live.chat login") : "";
  };

  function draw() {
    const blocked = server.account?.blocked ?? [];
    const words = hindrance();
    why.textContent = words;
    why.hidden = !words;
    form.hidden = Boolean(words);
    list.hidden = chat.isClosed;
    const mayChange = Boolean(server.account && (server.account.name === by || server.account.isAdmin));
    const key = say(chat.isClosed ? "online.chat.open" : "online.chat.close");
    acts.replaceChildren(
      ...(mayChange ? [button(chat.isClosed ? "chat" : "mute", key, () => change(!chat.isClosed))] : []),
    );
    list.replaceChildren(
      ...chat.remarks
        .filter(({ name }) => !blocked.includes(name))
        .map(({ name, kind, text }) => h("p", {}, h("strong", {}, shownName(name, kind)), " ", h("span", {}, text))),
    );
    list.scrollTop = list.scrollHeight;
  }

  async function refresh() {
    const answer = await server.get(path).catch(() => null);
    if (!answer) return;
    ({ chat } = answer);
    draw();
  }

  /** @param {import("../../online/live.js").Frame} frame */
  function hear(frame) {
    if (frame.what === "state" || frame.type === "resync") refresh();
    if (frame.what !== "chat") return;
    if (frame.remark && !chat.remarks.some((/** @type {Remark} */ remark) => remark.id === frame.remark.id)) {
      chat.remarks.push(frame.remark);
      draw();
    } else if (frame.closed !== undefined) {
      announce(say(frame.closed ? "online.chat.closed" : "online.chat.opened"));
      refresh();
    }
  }

  const unbind = [server.live.follow(`tournament:${id}`, hear), server.onAccount(draw)];
  draw();
  refresh();
  return { element, close: () => unbind.forEach((each) => void each()) };
}
