// One child, as its guardian sees it.

import { confirmed, notify, openDialog } from "../../dialog.js";
import { button, h, toggle } from "../../dom.js";
import { shownName } from "../../online/names.js";
import { tell } from "../../online/pairing.js";
import { ago } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { locale, say } from "../../words.js";
import { download } from "../analyse/exchange.js";
import { openChallengeForm } from "../lobby/create.js";
import { closeDialog, field, passwordInput, serverForm, textInput } from "../parts/forms.js";
import { gameCard } from "../parts/people.js";
import { fold, usernameInput } from "../settings/parts.js";
import { contactsChoice } from "./contacts.js";
import { clockMinutes, clockText, ownZone } from "./hours.js";

/** @typedef {import("../../online/server.js").Server} Server */
/**
 * @typedef {{name: string, label: string, contacts: string, hours: {from: number, to: number, zone: string} | null, dailyMinutes: number | null,
 *   todayMinutes: number, here: boolean, mayPlay: boolean, classes: {id: string, name: string}[], created: number, seen: number}} Child
 */
/**
 * @typedef {{server: Server, library: import("../../library.js").Library, onCard: (card: import("../parts/login-card.js").Card, label: string) => unknown,
 *   onGone: () => unknown}} Around
 */

const LABEL_LENGTH = 40;
const USUAL_HOURS = { from: 15 * 60, to: 19 * 60 };
const MOST_MINUTES = 1440;

export class ChildPanel {
  /** @param {Child} child @param {Around} around */
  constructor(child, around) {
    this.child = child;
    this.around = around;
    this.title = h("h2", {});
    this.facts = h("p.facts", {});
    const act = (/** @type {() => Promise<unknown>} */ work) => () => work().catch(tell);
    this.element = h(
      "section.panel.child",
      {},
      this.title,
      this.facts,
      h(
        "div.buttons",
        {},
        button("resign", say("family.play"), () => this.#play()),
        button(
          "person",
          say("family.new card"),
          act(() => this.#newCard()),
        ),
      ),
      this.#contacts(),
      this.#hours(),
      this.#classes(),
      fold(say("family.games"), () => this.#games()),
      fold(say("family.time"), () => this.#time()),
      h("details", {}, h("summary", {}, say("family.label")), this.#rename()),
      h(
        "details",
        {},
        h("summary", {}, say("online.data")),
        h(
          "div.fold",
          {},
          h(
            "div.buttons",
            {},
            button(
              "download",
              say("online.export"),
              act(() => this.#export()),
            ),
            button(
              "trash",
              say("family.delete"),
              act(() => this.#delete()),
              { look: "danger" },
            ),
          ),
        ),
      ),
    );
    this.show(child);
  }

  get #path() {
    return `/family/${encodeURIComponent(this.child.name)}`;
  }

  /** The name that the guardian has given, or else the child's. */
  get #called() {
    return this.child.label || shownName(this.child.name, "child");
  }

  /** The facts that change by themselves. @param {Child} child */
  show(child) {
    this.child = child;
    this.title.textContent = this.#called;
    const { name, label, here, todayMinutes, mayPlay, created, seen } = child;
    const { server } = this.around;
    this.element.setAttribute("aria-label", this.#called);
    this.facts.replaceChildren(
      h(`span.presence${here ? "" : ".away"}`, { "aria-hidden": "true" }),
      [
        label ? shownName(name, "child") : "",
        here
          ? say("live.here")
          : seen > created
            ? say("family.seen", { when: ago(seen, server.live.serverNow(), locale()) })
            : say("family.never"),
        say("family.today", { count: todayMinutes }),
        mayPlay ? "" : say("family.over"),
      ]
        .filter(Boolean)
        .join(" · "),
    );
  }

  /** @param {Record<string, unknown>} changes */
  async #change(changes) {
    const { child } = await this.around.server.put(this.#path, changes);
    this.show(child);
    notify(say("online.saved"));
  }

  #play() {
    const { server, library } = this.around;
    openChallengeForm(server, library, { name: this.child.name, isChild: true });
  }

  async #newCard() {
    if (!(await confirmed(say("family.new card?"), say("family.new card")))) return;
    const { card } = await this.around.server.post(`${this.#path}/card`);
    await this.around.onCard(card, this.child.label);
  }

  #contacts() {
    const choice = contactsChoice(`contacts-${this.child.name}`, this.child.contacts, (contacts) => {
      this.#change({ contacts }).catch(tell);
    });
    return h("details", {}, h("summary", {}, say("family.contacts")), choice);
  }

  #hours() {
    const { hours, dailyMinutes } = this.child;
    /** @param {string} name @param {number} minutes */
    const time = (name, minutes) => h("input", { type: "time", name, value: clockText(minutes), required: true });
    const { from, to } = hours ?? USUAL_HOURS;
    const times = h(
      "div.pair",
      { hidden: !hours },
      field(say("family.from"), time("from", from)),
      field(say("family.to"), time("to", to)),
    );
    const limited = toggle(say("family.hours"), Boolean(hours), (isOn) => {
      times.hidden = !isOn;
    });
    const minutes = h("input", {
      type: "number",
      name: "minutes",
      min: 1,
      max: MOST_MINUTES,
      value: dailyMinutes ?? "",
      inputMode: "numeric",
    });
    const form = serverForm(
      [
        limited,
        times,
        field(say("family.minutes"), minutes, say("family.minutes.about")),
        h("p.faint", {}, say("family.hours.about")),
      ],
      say("online.save"),
      (values) =>
        this.#change({
          hours: times.hidden
            ? null
            : { from: clockMinutes(values.from), to: clockMinutes(values.to), zone: ownZone() },
          dailyMinutes: values.minutes ? Number(values.minutes) : null,
        }),
      { look: "" },
    );
    return h("details", {}, h("summary", {}, say("family.when")), form);
  }

  #classes() {
    const list = h("ul.rows", {});
    const draw = () =>
      list.replaceChildren(
        ...this.child.classes.map(({ id, name }) => h("li", {}, h("a", { href: routeTo(["class", id]) }, name))),
      );
    const code = textInput("code", {
      required: true,
      maxLength: 12,
      autocomplete: "off",
      autocapitalize: "characters",
    });
    const form = serverForm(
      [field(say("join.code"), code, say("family.class.about"))],
      say("family.class.add"),
      async (values) => {
        const { class: joined } = await this.around.server.post(`${this.#path}/class`, { code: values.code });
        this.child.classes.push(joined);
        code.value = "";
        draw();
        notify(say("join.joined", { name: joined.name }));
      },
      { look: "" },
    );
    draw();
    return h("details", {}, h("summary", {}, say("family.classes")), h("div.fold", {}, list, form));
  }

  async #games() {
    const { games } = await this.around.server.get(`${this.#path}/games`);
    if (!games.length) return [h("p.faint", {}, say("family.no games"))];
    return [
      h(
        "ul.cards",
        {},
        games.map((/** @type {import("../../online/answers.js").GameView} */ game) =>
          h("li", {}, gameCard(game, { as: this.#side(game) })),
        ),
      ),
    ];
  }

  /** @param {import("../../online/answers.js").GameView} game */
  #side(game) {
    return game.players.red.name === this.child.name ? "red" : "blue";
  }

  async #time() {
    /** @type {{days: {day: string, minutes: number}[]}} */
    const { days } = await this.around.server.get(`${this.#path}/time`);
    if (!days.length) return [h("p.faint", {}, say("family.no time"))];
    const most = Math.max(1, ...days.map(({ minutes }) => minutes));
    /** @param {{day: string, minutes: number}} given */
    const row = ({ day, minutes }) => {
      // A day has no hour: read as one of UTC, it stays the same day everywhere.
      const when = new Date(`${day}T00:00Z`).toLocaleDateString(locale(), {
        weekday: "short",
        month: "short",
        day: "numeric",
        timeZone: "UTC",
      });
      const words = say("family.n minutes", { count: minutes });
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, when),
        h("td", {}, words),
        h("td", { "aria-hidden": "true" }, h("progress", { max: most, value: minutes, "aria-label": words })),
      );
    };
    return [h("table.list.days", {}, h("tbody", {}, days.map(row)))];
  }

  #rename() {
    const label = textInput("label", { maxLength: LABEL_LENGTH, autocomplete: "off", value: this.child.label });
    return serverForm(
      [field(say("family.label"), label, say("family.label.about"))],
      say("online.save"),
      (values) => this.#change({ label: values.label.trim() }),
      { look: "" },
    );
  }

  async #export() {
    const told = await this.around.server.get(`${this.#path}/export`);
    const text = JSON.stringify(told, null, 2);
    download(`jungle-${this.child.name}.json`, new Blob([text], { type: "application/json" }));
  }

  async #delete() {
    const { server, onGone } = this.around;
    const form = serverForm(
      [
        server.account && usernameInput(server.account),
        h("p", {}, say("family.delete.about", { name: this.#called })),
        field(say("family.your password"), passwordInput("password", "current-password")),
      ],
      say("family.delete"),
      async ({ password }) => {
        await server.delete(this.#path, { password });
        closeDialog(form);
        notify(say("family.deleted"));
        await onGone();
      },
      { look: "danger" },
    );
    await openDialog(say("family.delete"), [form]);
  }
}
