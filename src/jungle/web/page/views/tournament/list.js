// All tournaments: current, upcoming and finished ones, and a form for a new one.

import { openDialog } from "../../dialog.js";
import { button, h, linkButton, toggle } from "../../dom.js";
import { durationWords } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";
import { mayRate } from "../lobby/create.js";
import { tournamentEntry } from "../lobby/tournaments.js";
import { field, selectInput, serverForm, textInput } from "../parts/forms.js";
import { empty, panel, redraw } from "../parts/people.js";
import { scheduleForm } from "../parts/schedule.js";
import { termsForm } from "../parts/terms.js";

/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {import("../../library.js").Library} Library */

const STATUSES = ["started", "created", "finished"];
const LENGTHS = ["20", "30", "45", "60", "90", "120"];
const WAITS = ["1", "5", "10", "30", "60", "180", "1440"];

/** @param {Server} server @param {Library} library */
export async function openList(server, library) {
  const place = h("div.column", {});
  /** @type {Record<string, import("../../online/answers.js").TournamentView[]>} */
  let all = {};
  function draw() {
    const now = server.live.serverNow();
    const parts = STATUSES.filter((status) => all[status].length).map((status) => {
      const rows = all[status].map((each) => tournamentEntry(each, now));
      return panel(say(`online.tournaments.${status}`), h("ul.rows", {}, rows));
    });
    redraw(
      place,
      parts.length
        ? parts
        : [
            panel(
              say("web.menu.tournament"),
              empty(say("online.no tournaments"), linkButton("play", say("online.home.play"), "#/lobby"), "7"),
            ),
          ],
    );
  }
  async function refresh() {
    all = await server.get("/tournament");
    draw();
  }
  /** A tournament was announced, begins or ends. @param {import("../../online/answers.js").TournamentView} changed */
  function hear(changed) {
    for (const status of STATUSES) all[status] = all[status].filter(({ id }) => id !== changed.id);
    const { status } = changed;
    all[status] = status === "finished" ? [changed, ...all[status]] : [...all[status], changed];
    if (status !== "finished") all[status].sort((one, other) => one.starts - other.starts);
    draw();
  }
  await refresh();
  const unfollow = server.live.follow("lobby", (frame) => {
    if (frame.tournament) hear(frame.tournament);
    else if (frame.type === "resync") refresh().catch(() => undefined);
  });
  const create =
    mayRate(server) &&
    h(
      "div.buttons",
      {},
      button("plus", say("online.new tournament"), () => openForm(server, library), { look: "accent" }),
      button("people", say("online.new simul"), () => openSimulForm(server, library)),
    );
  const element = h(
    "div.page",
    {},
    h("div.heading", {}, h("h1", {}, say("web.menu.tournament")), create || null),
    h("p.faint", {}, say("online.arena.about")),
    place,
  );
  return { element, close: unfollow };
}

/** @param {Server} server @param {Library} library */
function openForm(server, library) {
  const schedule = scheduleForm({ lengths: LENGTHS, length: "45" });
  const terms = termsForm(library, { name: "tournament", mayRate: true, controls: ["clock"], withColour: false });
  let bots = false;
  /** @param {string[]} values */
  const minutes = (values) =>
    values.map((value) => /** @type {[string, string]} */ ([value, durationWords(Number(value))]));
  const form = serverForm(
    [
      field(
        say("online.name"),
        textInput("name", { required: true, minLength: 2, maxLength: 60, autocomplete: "off" }),
      ),
      h("div.pair", {}, field(say("online.begins in"), selectInput("wait", minutes(WAITS), "5")), schedule.kind),
      schedule.element,
      terms.element,
      toggle(say("online.with bots"), bots, (isOn) => {
        bots = isOn;
      }),
    ],
    say("online.new tournament"),
    async (values) => {
      const order = {
        ...terms.read(),
        name: values.name,
        ...schedule.read(values),
        wait: 60 * Number(values.wait),
        bots,
      };
      const { tournament } = await server.post("/tournament", order);
      await server.post(`/tournament/${tournament.id}/join`);
      location.hash = routeTo(["tournament", tournament.id]);
    },
  );
  return openDialog(say("online.new tournament"), [form]);
}

/** @param {Server} server @param {Library} library */
function openSimulForm(server, library) {
  const how = { name: "simul", mayRate: false, controls: ["clock"], withOdds: true };
  const terms = termsForm(library, how);
  const form = serverForm(
    [
      h("p.faint", {}, say("online.simul.about")),
      field(
        say("online.name"),
        textInput("name", { required: true, minLength: 2, maxLength: 60, autocomplete: "off" }),
      ),
      terms.element,
    ],
    say("online.new simul"),
    async (values) => {
      const order = { ...terms.read(), name: values.name, format: "simul" };
      const { tournament } = await server.post("/tournament", order);
      location.hash = routeTo(["tournament", tournament.id]);
    },
  );
  return openDialog(say("online.new simul"), [form]);
}
