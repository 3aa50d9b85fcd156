// Assignments of a class: for the teacher a table of who has done what, for a pupil the way to what is next.

import { confirmed } from "../../dialog.js";
import { button, h, linkButton, toggle } from "../../dom.js";
import { tell } from "../../online/pairing.js";
import { countdown } from "../../online/terms.js";
import { routeTo } from "../../routes.js";
import { locale, say } from "../../words.js";
import { empty, panel, redraw } from "../parts/people.js";
import { rateWords } from "../parts/rates.js";
import { openAssign } from "./assign.js";
import { pupilName, showLabels, showsLabels } from "./pupils.js";
import { openSet } from "./solving.js";
import { assignmentCards, doneKeys, dueWords, taskWords } from "./tasks.js";

/** @typedef {import("../class.js").Given} Given */
/** @typedef {import("./tasks.js").Assignment} Assignment */

/** @param {Given} given */
export async function openAssignments(given) {
  const { query, followed, server } = given;
  const { shown } = followed;
  const load = async () => /** @type {Assignment[]} */ ((await server.get(followed.path("/assignment"))).assignments);
  let assignments = await load();
  const asked = assignments.find(({ id }) => id === query.get("do"));
  if (asked?.kind === "puzzles" && !shown.isTeacher) return openSet(given, asked);
  const themes = shown.isTeacher ? (await server.get(followed.path("/themes"))).themes : [];
  const place = h("div.column", {});
  const draw = () => {
    const parts = shown.isTeacher
      ? assignments.map((each) => table(each, followed.id, () => remove(each)))
      : [panel(say("class.assignments"), assignmentCards(assignments, followed.id, doneKeys()))];
    redraw(place, assignments.length ? parts : [h("div.panel", {}, empty(say("class.no assignments"), null, "3"))]);
  };
  const refresh = async () => {
    assignments = await load();
    draw();
  };
  /** @param {Assignment} assignment */
  const remove = async ({ id, title }) => {
    if (!(await confirmed(say("class.remove assignment?", { title }), say("class.remove yes")))) return;
    await server.delete(followed.path(`/assignment/${encodeURIComponent(id)}`)).then(refresh, tell);
  };
  const again = () => refresh().catch(() => null);
  const unfollow = followed.onChange((what) => ["assignment", "over", "state"].includes(what) && again());
  const labels = toggle(say("class.labels"), showsLabels(), (isOn) => {
    showLabels(isOn);
    draw();
  });
  draw();
  const element = h(
    "div.page.assignments",
    {},
    h(
      "div.heading",
      {},
      h("h1", {}, say("class.assignments of", { name: shown.name })),
      h(
        "div.buttons",
        {},
        linkButton("previous", say("class.back"), routeTo(["class", followed.id])),
        shown.isTeacher ? csvLink(followed) : null,
        shown.isTeacher
          ? button("plus", say("class.new assignment"), () => openAssign(followed, given.library, again).catch(tell), {
              look: "accent",
            })
          : null,
      ),
    ),
    shown.isTeacher && shown.pupils.some(({ label }) => label) ? labels : null,
    place,
    themes.length ? themesPanel(themes) : null,
  );
  return { element, close: unfollow, title: say("class.assignments of", { name: shown.name }) };
}

/** The themes that the class finds hard, the weakest first. @param {import("../../game/cards.js").WeakSpot[]} themes */
const themesPanel = (themes) =>
  panel(
    say("class.themes"),
    h("p.faint", {}, say("class.themes.about")),
    h(
      "ul.plain",
      {},
      themes.map((each) => h("li", {}, h("strong", {}, say(`theme.${each.theme}`)), ` ${rateWords(each)}`)),
    ),
  );

/** @param {import("../../online/followed-class.js").FollowedClass} followed */
function csvLink(followed) {
  const link = linkButton("download", say("class.csv"), `/api${followed.path("/results.csv")}`);
  link.setAttribute("download", "");
  return link;
}

/** The table of results. @param {Assignment} assignment @param {string} classId @param {() => void} onRemove */
function table(assignment, classId, onRemove) {
  const { title, table: rows = [] } = assignment;
  const finished = rows.filter(({ done, count }) => done >= count).length;
  /** @param {import("./tasks.js").Row} given */
  const row = ({ name, label, done, count, firstTries, ms, finishedAt }) =>
    h(
      `tr${done >= count ? ".finished" : ""}`,
      {},
      h(
        "th",
        { scope: "row" },
        h("span.player", {}, pupilName(name)),
        label && showsLabels() ? h("span.faint", {}, ` ${label}`) : null,
      ),
      h(
        "td",
        {},
        h(
          "div.how-far",
          {},
          h("progress", { max: count, value: Math.min(done, count), "aria-label": say("class.done") }),
          h("span", {}, say("class.done of", { done, all: count })),
        ),
      ),
      h("td.number", {}, firstTries ?? "–"),
      h("td.number", {}, ms ? countdown(ms) : "–"),
      h("td.wide", {}, finishedAt ? when(finishedAt) : "–"),
    );
  const columns = ["online.player", "class.done", "class.first tries", "class.time", "class.finished"];
  /** @param {number} index */
  const look = (index) => (index === 4 ? "th.wide" : index > 1 ? "th.number" : "th");
  const head = columns.map((key, index) => h(look(index), { scope: "col" }, say(key)));
  return panel(
    title,
    h(
      "p.faint",
      {},
      [taskWords(assignment), dueWords(assignment), say("class.n finished", { count: finished, all: rows.length })]
        .filter(Boolean)
        .join(" · "),
    ),
    rows.length
      ? h(
          "div.scrolled",
          { tabIndex: 0, role: "group", "aria-label": title },
          h("table.list.results-table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows.map(row))),
        )
      : h("p.faint", {}, say("class.nobody")),
    h(
      "div.buttons",
      {},
      assignment.kind === "puzzles"
        ? linkButton(
            "rules",
            say("class.print"),
            routeTo("print", { what: "puzzles", class: classId, assignment: assignment.id }),
          )
        : null,
      button("trash", say("class.remove assignment"), onRemove),
    ),
  );
}

/** @param {number} at */
const when = (at) => new Date(at).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
