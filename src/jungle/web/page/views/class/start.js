// Actions of a teacher for the whole class: a round, simultaneous games, a tournament, an announcement.

import { notify, openDialog } from "../../dialog.js";
import { button, choices, h, toggle } from "../../dom.js";
import { roundGames, waitingTournament } from "../../online/classroom.js";
import { tell } from "../../online/pairing.js";
import { durationWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { closeDialog, field, selectInput, serverForm, textInput } from "../parts/forms.js";
import { scheduleForm } from "../parts/schedule.js";
import { termsForm } from "../parts/terms.js";
import { labelledName, pupilName } from "./pupils.js";

/** @typedef {import("../../online/followed-class.js").FollowedClass} FollowedClass */
/** @typedef {import("../../library.js").Library} Library */

const LONGEST_ANNOUNCEMENT = 500;
const LENGTHS = ["5", "10", "15", "20", "30", "45", "60", "90"];
const BY_HAND = "hand";
const WAITS = [BY_HAND, "0", "1", "2", "5"];
/** @type {Record<string, string>} */
const WAIT_WORDS = { [BY_HAND]: "class.by hand", 0: "class.at once" };
/** Opponents for the pupil who is left over. */
const BOTS = ["easy", "medium", "hard"];

/** The terms of games in a class. @param {Library} library @param {string} name @param {{withColour?: boolean, controls?: string[]}} [how] */
function classTerms(library, name, { withColour = false, controls = ["unlimited", "clock"] } = {}) {
  const form = termsForm(library, { name, mayRate: false, controls, withColour });
  const read = () => {
    const { game, rules, clock, colour } = form.read();
    return { game, rules, clock, ...(withColour ? { colour } : {}) };
  };
  return { element: form.element, read };
}

/** Checks that enough pupils are free before the dialog opens; otherwise says so. @param {FollowedClass} followed @param {number} least */
function areEnough({ shown }, least) {
  const isFree = shown.pupils.filter(({ here, gameId }) => here && !gameId).length >= least;
  if (!isFree) notify(say("class.nobody free"));
  return isFree;
}

/** How many play, and who may not: their guardian does not let them. @param {import("../../online/answers.js").GameView[]} games @param {string[]} left */
function tellBegun(games, left) {
  notify(say("class.n games started", { count: games.length }));
  if (left.length) notify(say("class.left out", { names: left.map(pupilName).join(", ") }));
}

/** @param {FollowedClass} followed @param {Library} library */
export async function openRound(followed, library) {
  if (!areEnough(followed, 1)) return;
  const terms = classTerms(library, "class.round");
  let [by, bot] = ["strength", "easy"];
  /** @param {string} name */
  const option = (name) =>
    /** @type {[string, string]} */ ([name, name ? say(`level.${name}.name`) : say("class.bot.none")]);
  const form = serverForm(
    [
      choices(
        say("class.pair by"),
        ["strength", "random"].map((each) => [each, say(`class.by.${each}`)]),
        by,
        (value) => {
          by = value;
        },
      ),
      terms.element,
      field(
        say("class.odd one"),
        selectInput("bot", [...BOTS, ""].map(option), bot, (value) => {
          bot = value;
        }),
      ),
    ],
    say("class.round.start"),
    async () => {
      const { games, waiting, left } = await followed.post("/round", { by, ...terms.read(), bot: bot || null });
      closeDialog(form);
      tellBegun(games, left);
      if (waiting) notify(say("class.waits", { name: pupilName(waiting) }));
    },
  );
  await openDialog(say("class.round"), [form]);
}

/** @param {FollowedClass} followed @param {Library} library */
export async function openSimul(followed, library) {
  if (!areEnough(followed, 1)) return;
  const terms = classTerms(library, "class.simul", { withColour: true });
  const free = followed.shown.pupils.filter(({ here, gameId }) => here && !gameId);
  const chosen = new Set(free.map(({ name }) => name));
  /** @param {import("../../online/classroom.js").Pupil} pupil */
  const box = (pupil) =>
    h(
      "label.tick",
      {},
      h("input", {
        type: "checkbox",
        checked: true,
        onchange: ({ currentTarget }) => chosen[currentTarget.checked ? "add" : "delete"](pupil.name),
      }),
      h("span", {}, labelledName(pupil)),
    );
  const form = serverForm(
    [
      h("p.faint", {}, say("class.simul.about")),
      h("fieldset.ticks", {}, h("legend", {}, say("class.against")), free.map(box)),
      terms.element,
    ],
    say("class.simul.start"),
    async () => {
      const { rules: _, ...order } = terms.read();
      const { games, left } = await followed.post("/simul", { names: [...chosen], ...order });
      closeDialog(form);
      tellBegun(games, left);
    },
  );
  await openDialog(say("class.simul"), [form]);
}

/** @param {FollowedClass} followed @param {Library} library */
export function openTournament(followed, library) {
  const playing = roundGames(followed.shown).length;
  const terms = classTerms(library, "class.tournament", { controls: ["clock"] });
  const schedule = scheduleForm({ lengths: LENGTHS, length: "20", withPosition: false, withRepeat: false });
  let bots = false;
  /** @param {string} value */
  const minutes = (value) =>
    /** @type {[string, string]} */ ([
      value,
      WAIT_WORDS[value] ? say(WAIT_WORDS[value]) : durationWords(Number(value)),
    ]);
  const form = serverForm(
    [
      field(
        say("online.name"),
        textInput("name", {
          maxLength: 60,
          autocomplete: "off",
          value: say("class.tournament.name", { name: followed.shown.name }),
        }),
      ),
      playing ? h("p.notice", {}, say("class.still playing", { count: playing })) : null,
      h(
        "div.pair",
        {},
        field(say("class.begins"), selectInput("wait", WAITS.map(minutes), playing ? BY_HAND : "0")),
        schedule.kind,
      ),
      schedule.element,
      terms.element,
      toggle(say("class.with bots"), bots, (isOn) => {
        bots = isOn;
      }),
    ],
    say("class.tournament.start"),
    async (values) => {
      const { tournament } = await followed.post("/tournament", {
        name: values.name.trim() || null,
        ...schedule.read(values),
        wait: values.wait === BY_HAND ? null : 60 * Number(values.wait),
        ...terms.read(),
        bots,
      });
      location.hash = routeTo(["tournament", tournament.id]);
    },
  );
  // Wide enough for the longest choice.
  return openDialog(say("class.tournament"), [form], { onOpen: (dialog) => dialog.classList.add("wide") });
}

/** Ends the games of the round, after asking how. @param {FollowedClass} followed */
export async function endRound(followed) {
  /** @param {string} value */
  const close = (value) => (/** @type {Event & {currentTarget: HTMLElement}} */ event) =>
    event.currentTarget.closest("dialog")?.close(value);
  const count = roundGames(followed.shown).length;
  /** @param {string} value */
  const choice = (value, look = "") =>
    h(`button${look}`, { type: "button", onclick: close(value) }, say(`class.end round.${value}`));
  const result = await openDialog(say("class.end round?", { count }), [
    h("p", {}, say("class.end round.about")),
    h(
      "div.buttons",
      {},
      h("button", { type: "button", onclick: close(""), autofocus: true }, say("web.cancel")),
      choice("none"),
      choice("draw", ".accent"),
    ),
  ]);
  if (result) await followed.post("/round/end", { result });
}

/** @param {FollowedClass} followed @param {string} id of a tournament */
export const startNow = (followed, id) => followed.post(`/tournament/${encodeURIComponent(id)}/start`);

/** Says what a tournament is waiting for, with the teacher's buttons. @param {FollowedClass} followed */
export function waitingNotice(followed) {
  const { shown } = followed;
  const waiting = waitingTournament(shown);
  if (!waiting) return null;
  const { tournament, games } = waiting;
  const isCreated = tournament.status === "created";
  const words = isCreated
    ? say(shown.isTeacher ? "class.tournament.ready" : "class.tournament.soon", { name: tournament.name })
    : say("class.tournament.waits", { count: games });
  const acts = [
    isCreated &&
      button("play", say("class.tournament.start now"), () => startNow(followed, tournament.id).catch(tell), {
        look: "accent",
      }),
    games > 0 && button("resign", say("class.end round"), () => endRound(followed).catch(tell)),
  ].filter(Boolean);
  return h(
    "div.notice.waiting-for",
    { role: "status" },
    h("p", {}, words),
    shown.isTeacher ? h("div.buttons", {}, acts) : null,
  );
}

/** @param {FollowedClass} followed */
export function openAnnouncement(followed) {
  const text = h("textarea", {
    name: "text",
    rows: 3,
    maxLength: LONGEST_ANNOUNCEMENT,
    value: followed.shown.announcement,
  });
  const form = serverForm(
    [field(say("class.announcement"), text, say("class.announcement.hint"))],
    say("class.announce"),
    async (values) => {
      await followed.change({ announcement: values.text.trim() });
      closeDialog(form);
    },
  );
  return openDialog(say("class.announce"), [form]);
}
