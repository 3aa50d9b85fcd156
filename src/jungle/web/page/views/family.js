// The children somebody answers for: their accounts, cards, hours and games.

import { openDialog } from "../dialog.js";
import { button, h, linkButton } from "../dom.js";
import { loginAddress } from "../routes.js";
import { say } from "../words.js";
import { ChildPanel } from "./family/child.js";
import { CONTACTS, contactsChoice } from "./family/contacts.js";
import { closeDialog, field, serverForm, textInput } from "./parts/forms.js";
import { loginCard, printCards } from "./parts/login-card.js";
import { empty } from "./parts/people.js";

/** @typedef {import("../online/server.js").Server} Server */
/** @typedef {import("./family/child.js").Child} Child */

/** How often it is asked who is here, and how long they have played. */
const ASK_MS = 30_000;
export const LONGEST_LABEL = 40;

/** @param {URLSearchParams} _query @param {import("../library.js").Library} library @param {{server: Server}} given */
export async function open(_query, library, { server }) {
  const heading = h("h1", {}, say("web.menu.family"));
  if (server.account?.kind !== "person") {
    const way = linkButton("person", say("web.menu.login"), loginAddress(), "accent");
    const panel = h("div.panel", {}, h("p", {}, say("family.login")), way);
    return { element: h("div.page.narrow", {}, heading, panel, goodToKnow()) };
  }
  const list = h("div.children", {});
  /** @type {ChildPanel[]} */
  let panels = [];
  const none = h("div.panel", {}, empty(say("family.none"), null, "1"));

  /** @param {Child[]} children */
  function show(children) {
    const known = new Map(panels.map((panel) => [panel.child.name, panel]));
    panels = children.map(
      (child) => known.get(child.name) ?? new ChildPanel(child, { server, library, onCard, onGone }),
    );
    panels.forEach((panel, index) => {
      panel.show(children[index]);
    });
    // Don't redraw a form while somebody types.
    if (panels.length !== list.children.length) list.replaceChildren(...panels.map(({ element }) => element));
    none.hidden = panels.length > 0;
  }
  const refresh = async () => show((await server.get("/family")).children);
  const onGone = () => refresh();

  /** A card is shown once: on paper it lasts. @param {import("./parts/login-card.js").Card} card @param {string} label */
  function onCard(card, label) {
    const named = { ...card, label };
    /** @param {Event & {currentTarget: HTMLElement}} event */
    const shut = (event) => closeDialog(event.currentTarget);
    return openDialog(say("card.title"), [
      loginCard(named),
      h("p", {}, say("family.card.about")),
      h(
        "div.buttons",
        {},
        button("download", say("card.print"), () => printCards([named]), { look: "accent" }),
        h("button", { type: "button", onclick: shut }, say("join.have it")),
      ),
    ]);
  }

  function add() {
    const label = textInput("label", { maxLength: LONGEST_LABEL, autocomplete: "off" });
    const contacts = contactsChoice("contacts", CONTACTS[1]);
    const form = serverForm(
      [field(say("family.label"), label, say("family.label.about")), contacts],
      say("family.add"),
      async (values) => {
        const { child, card } = await server.post("/family", { label: values.label.trim(), contacts: values.contacts });
        closeDialog(form);
        await refresh();
        await onCard(card, child.label);
      },
    );
    return openDialog(say("family.add"), [form]);
  }

  await refresh();
  const timer = setInterval(() => document.hidden || refresh().catch(() => undefined), ASK_MS);
  return {
    element: h(
      "div.page.family",
      {},
      heading,
      h("p", {}, say("family.about")),
      none,
      list,
      button("plus", say("family.add"), add, { look: "accent" }),
      goodToKnow(),
    ),
    close: () => clearInterval(timer),
  };
}

/** Answers to parents' questions. */
const SAFE = ["words", "names", "local", "logout"];

const goodToKnow = () =>
  h(
    "section.panel",
    {},
    h("h2", {}, say("family.safe")),
    h(
      "ul",
      {},
      SAFE.map((each) => h("li", {}, say(`family.safe.${each}`))),
    ),
  );
