// Only for the teacher's eyes: pupils with their labels and cards, and what holds in the class.

import { confirmed, notify, openDialog } from "../../dialog.js";
import { button, h, linkButton, toggle } from "../../dom.js";
import { codeText } from "../../online/classroom.js";
import { tell } from "../../online/pairing.js";
import { ago } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { locale, say } from "../../words.js";
import { closeDialog, field, passwordInput, serverForm, textInput } from "../parts/forms.js";
import { printCards } from "../parts/login-card.js";
import { panel, redraw } from "../parts/people.js";
import { pupilName } from "./pupils.js";

/** @typedef {import("../class.js").Given} Given */
/** @typedef {import("../../online/followed-class.js").FollowedClass} FollowedClass */
/** @typedef {import("../../online/classroom.js").Pupil} Pupil */

const LONGEST_LABEL = 40;

/** @param {Given} given */
export function openSettings({ followed, server }) {
  const pupils = h("div", {});
  const door = h("div", {});
  const draw = () => {
    const { shown } = followed;
    // Don't redraw while the teacher is typing a label.
    if (!pupils.contains(document.activeElement) || document.activeElement?.tagName !== "INPUT")
      redraw(pupils, pupilsParts(followed));
    redraw(door, [
      h("p", {}, say("class.code"), " ", h("strong.code", {}, codeText(shown.code ?? ""))),
      toggle(say("class.open"), Boolean(shown.isOpen), (isOpen) => change({ isOpen })),
      h(
        "div.buttons",
        {},
        button("turn", say("class.new code"), () => newCode(followed)),
      ),
    ]);
  };
  /** @param {Record<string, unknown>} changes */
  const change = (changes) => followed.change(changes).catch(tell);
  const { shown } = followed;
  const element = h(
    "div.page.class-settings",
    {},
    h(
      "div.heading",
      {},
      h("h1", {}, say("class.settings of", { name: shown.name })),
      linkButton("previous", say("class.back"), routeTo(["class", followed.id])),
    ),
    h(
      "div.settings-columns",
      {},
      panel(say("class.pupils"), h("p.faint", {}, say("class.labels.about")), pupils),
      h(
        "div.column",
        {},
        panel(
          say("class.games"),
          toggle(say("class.takebacks"), shown.takebacks, (takebacks) => change({ takebacks })),
          toggle(say("class.hints"), shown.hints, (hints) => change({ hints })),
        ),
        panel(say("class.door"), door),
        panel(say("class.name"), nameForm(followed)),
        panel(
          say("class.delete"),
          h("p.faint", {}, say("class.delete.about")),
          h(
            "div.buttons",
            {},
            button("trash", say("class.delete"), () => openDelete(followed, server), { look: "danger" }),
          ),
        ),
      ),
    ),
  );
  const unfollow = followed.onChange(draw);
  draw();
  return { element, close: unfollow, title: say("class.settings of", { name: shown.name }) };
}

/** @param {FollowedClass} followed */
function pupilsParts(followed) {
  const { pupils } = followed.shown;
  if (!pupils.length) return [h("p.faint", {}, say("class.nobody"))];
  /** @param {Pupil} pupil */
  const row = (pupil) => {
    const name = pupilName(pupil.name);
    const label = h("input", {
      type: "text",
      value: pupil.label ?? "",
      maxLength: LONGEST_LABEL,
      autocomplete: "off",
      placeholder: say("class.label"),
      "aria-label": say("class.label of", { name }),
      onchange: ({ currentTarget }) => rename(followed, pupil.name, currentTarget.value.trim()),
    });
    return h(
      "li",
      {},
      h("div.who", {}, h("strong", {}, name), h("span.faint", {}, seenWords(pupil))),
      label,
      button("rules", say("class.card of", { name }), () => cards(followed, [pupil.name]), { isSmall: true }),
      button("star", say("class.certificate of", { name }), () => certificate(followed, pupil), { isSmall: true }),
      button("trash", say("class.remove", { name }), () => remove(followed, pupil), { isSmall: true }),
    );
  };
  return [
    h("ul.rows.pupils", {}, [...pupils].sort((one, other) => (one.name < other.name ? -1 : 1)).map(row)),
    h(
      "div.buttons",
      {},
      button("rules", say("class.cards"), () => cards(followed)),
      linkButton("star", say("class.certificates"), routeTo("print", { what: "certificate", class: followed.id })),
    ),
    h("p.faint", {}, say("class.cards.about")),
  ];
}

/** @param {Pupil} pupil */
const seenWords = ({ here, seen }) =>
  here ? say("class.here") : seen ? say("class.seen", { when: ago(seen, Date.now(), locale()) }) : say("class.away");

/** @param {FollowedClass} followed @param {string} name @param {string} label */
async function rename(followed, name, label) {
  try {
    await followed.server.put(followed.path(`/pupil/${encodeURIComponent(name)}`), { label });
    followed.take({ pupils: followed.shown.pupils.map((each) => (each.name === name ? { ...each, label } : each)) });
    notify(say("class.label saved"));
  } catch (error) {
    tell(error);
  }
}

/** @param {FollowedClass} followed @param {Pupil} pupil */
async function remove(followed, { name }) {
  if (!(await confirmed(say("class.remove?", { name: pupilName(name) }), say("class.remove yes")))) return;
  try {
    await followed.server.delete(followed.path(`/pupil/${encodeURIComponent(name)}`));
    followed.take({ pupils: followed.shown.pupils.filter((each) => each.name !== name) });
  } catch (error) {
    tell(error);
  }
}

/** New cards replace the old ones, so that is asked first. @param {FollowedClass} followed @param {string[]} [names] */
async function cards(followed, names) {
  if (!(await confirmed(say("class.cards?"), say("class.cards.make")))) return;
  try {
    const made = await followed.post("/cards", names ? { names } : {});
    printCards(made.cards);
  } catch (error) {
    tell(error);
  }
}

/** @param {FollowedClass} followed @param {Pupil} pupil */
function certificate(followed, { name }) {
  location.hash = routeTo("print", { what: "certificate", class: followed.id, name });
}

/** @param {FollowedClass} followed */
async function newCode(followed) {
  if (!(await confirmed(say("class.new code?"), say("class.new code")))) return;
  try {
    const { code, url } = await followed.post("/code");
    followed.take({ code, ...(url ? { url } : {}) });
  } catch (error) {
    tell(error);
  }
}

/** @param {FollowedClass} followed */
const nameForm = (followed) =>
  serverForm(
    [field(say("class.name"), textInput("name", { required: true, maxLength: 60, value: followed.shown.name }))],
    say("class.rename"),
    async ({ name }) => {
      await followed.change({ name: name.trim() });
      notify(say("class.renamed"));
    },
    { look: "" },
  );

/** @param {FollowedClass} followed @param {import("../../online/server.js").Server} server */
function openDelete(followed, server) {
  const form = serverForm(
    [
      h("p", {}, say("class.delete.about")),
      field(say("online.password"), passwordInput("password", "current-password")),
    ],
    say("class.delete"),
    async ({ password }) => {
      await server.delete(followed.path(), { password });
      await server.refresh();
      closeDialog(form);
      location.hash = "#/class";
    },
  );
  return openDialog(say("class.delete?", { name: followed.shown.name }), [form]);
}
