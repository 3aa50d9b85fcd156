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
  const chosen = new Set();
  const door = h("div", {});
  const draw = () => {
    const { shown } = followed;
    // Don't redraw while the teacher is typing a label.
    if (!pupils.contains(document.activeElement) || !document.activeElement?.matches("input[type=text]"))
      redraw(pupils, pupilsParts(followed, chosen, draw));
    redraw(door, [
      h("p", {}, say("class.code"), " ", h("strong.code", {}, codeText(shown.code ?? ""))),
      toggle(say("class.open"), Boolean(shown.isOpen), (isOpen) => change({ isOpen })),
      toggle(say("class.admits"), Boolean(shown.admits), (admits) => change({ admits })),
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

/** @param {FollowedClass} followed @param {Set<string>} chosen to be removed, by name @param {() => void} redrawAll */
function pupilsParts(followed, chosen, redrawAll) {
  const { pupils } = followed.shown;
  for (const name of chosen) if (!pupils.some((each) => each.name === name)) chosen.delete(name);
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
    const choice = h("input", {
      type: "checkbox",
      checked: chosen.has(pupil.name),
      "aria-label": say("class.choose of", { name }),
      onchange: (/** @type {any} */ event) => {
        if (event.target.checked) chosen.add(pupil.name);
        else chosen.delete(pupil.name);
        redrawAll();
      },
    });
    return h(
      "li",
      {},
      choice,
      h("div.who", {}, h("strong", {}, name), h("span.faint", {}, seenWords(pupil))),
      label,
      button("rules", say("class.card of", { name }), () => cards(followed, [pupil.name]), { isSmall: true }),
      button("star", say("class.certificate of", { name }), () => certificate(followed, pupil), { isSmall: true }),
      button("trash", say("class.remove", { name }), () => remove(followed, [pupil.name]), { isSmall: true }),
    );
  };
  const hasUnlabelled = pupils.some(({ label }) => !label);
  const chooseUnlabelled = () => {
    for (const { name, label } of followed.shown.pupils) if (!label) chosen.add(name);
    redrawAll();
  };
  return [
    h("ul.rows.pupils", {}, [...pupils].sort((one, other) => (one.name < other.name ? -1 : 1)).map(row)),
    h(
      "div.buttons",
      {},
      button("check", say("class.choose unlabelled"), chooseUnlabelled, { isOff: !hasUnlabelled }),
      button("trash", say("class.remove n", { count: chosen.size }), () => remove(followed, [...chosen]), {
        isOff: !chosen.size,
      }),
    ),
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
function seenWords({ here, seen, joined }) {
  const when = (/** @type {number} */ time) => ago(time, Date.now(), locale());
  const seenThen = seen ? say("class.seen", { when: when(seen) }) : say("class.away");
  return [here ? say("class.here") : seenThen, joined ? say("class.joined when", { when: when(joined) }) : ""]
    .filter(Boolean)
    .join(" · ");
}

/** @param {FollowedClass} followed @param {string} name @param {string} label */
async function rename(followed, name, label) {
  const before = followed.shown.pupils.find((each) => each.name === name)?.label;
  const show = (/** @type {string | undefined} */ shown) =>
    followed.take({
      pupils: followed.shown.pupils.map((each) => (each.name === name ? { ...each, label: shown } : each)),
    });
  show(label); // At once, so that "all without a label" does not mean this pupil.
  try {
    await followed.server.put(followed.path(`/pupil/${encodeURIComponent(name)}`), { label });
    notify(say("class.label saved"));
  } catch (error) {
    show(before);
    tell(error);
  }
}

/** @param {FollowedClass} followed @param {string[]} names */
async function remove(followed, names) {
  const question =
    names.length === 1
      ? say("class.remove?", { name: pupilName(names[0]) })
      : say("class.remove n?", { count: names.length });
  if (!(await confirmed(question, say("class.remove yes")))) return;
  try {
    await followed.post("/remove", { names });
    followed.take({ pupils: followed.shown.pupils.filter(({ name }) => !names.includes(name)) });
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
