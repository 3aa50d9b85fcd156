// All classes of somebody: those that they teach, those that they attend, and a form for a new one.

import { openDialog } from "../../dialog.js";
import { button, h, linkButton } from "../../dom.js";
import { icon } from "../../icons.js";
import { codeText } from "../../online/classroom.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { field, serverForm, textInput } from "../parts/forms.js";
import { panel } from "../parts/people.js";

/** @typedef {import("../../online/server.js").Server} Server */

/** @typedef {{id: string, name: string, pupils: number, code: string}} Listed */

const LONGEST_NAME = 60;

/** @param {Server} server */
export async function openClassList(server) {
  const { teaching, attending } = await server.get("/class");
  const waitingFor = server.account?.waitingFor ?? [];
  const mayTeach = server.account?.kind === "person" && !server.account.isChild;
  const create = () => button("plus", say("class.new"), () => openForm(server), { look: "accent" });
  /** @param {{id: string, name: string}} given @param {string} note */
  const link = ({ id, name }, note) =>
    h("li", {}, h("a", { href: routeTo(["class", id]) }, h("strong", {}, name), h("span.faint", {}, note)));
  /** @param {Listed} each */
  const taught = (each) => link(each, `${say("class.n pupils", { count: each.pupils })} · ${codeText(each.code)}`);
  const rows = (/** @type {HTMLElement[]} */ entries) => h("ul.rows.classes", {}, entries);
  const parts = [
    teaching.length > 0 && panel(say("class.teaching"), rows(teaching.map(taught))),
    attending.length > 0 &&
      panel(say("class.attending"), rows(attending.map((/** @type {Listed} */ each) => link(each, "")))),
    waitingFor.length > 0 &&
      panel(say("class.asked"), rows(waitingFor.map((each) => link(each, say("class.waiting to be let in"))))),
    !teaching.length && mayTeach && invitation(create()),
    !attending.length && !waitingFor.length && !mayTeach && nothing(),
  ].filter(Boolean);
  const element = h(
    "div.page.class-list",
    {},
    h("div.heading", {}, h("h1", {}, say("web.menu.class")), teaching.length && mayTeach ? create() : null),
    h("div.column", {}, parts),
  );
  return { element };
}

/** What classes are good for, to a teacher who has none. @param {...HTMLElement} ways how to begin */
export function invitation(...ways) {
  const points = ["join", "round", "board", "assignments", "safe"];
  const signs = ["people", "play", "editor", "check", "home"];
  return h(
    "section.panel.invitation",
    {},
    h("h2", {}, say("class.invitation")),
    h(
      "ul.reasons",
      {},
      points.map((point, index) => h("li", {}, icon(signs[index]), h("span", {}, say(`class.invitation.${point}`)))),
    ),
    h("div.buttons", {}, ways),
  );
}

const nothing = () =>
  h("section.panel", {}, h("p", {}, say("class.none")), linkButton("people", say("class.join"), "#/join", "accent"));

/** @param {Server} server */
function openForm(server) {
  const name = textInput("name", { required: true, maxLength: LONGEST_NAME, autocomplete: "off" });
  const form = serverForm(
    [field(say("class.name"), name, say("class.name.hint"))],
    say("class.create"),
    async (values) => {
      const made = await server.post("/class", { name: values.name.trim() });
      await server.refresh(); // The account names its classes.
      location.hash = routeTo(["class", made.class.id]);
    },
  );
  return openDialog(say("class.new"), [form]);
}
