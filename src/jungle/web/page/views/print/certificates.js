// Certificates: one a page, with the name, what was achieved, the date and who says so.

import { shape } from "../../board/shape.js";
import { h, toggle } from "../../dom.js";
import { drawingOf } from "../../game/kinds.js";
import { shownName } from "../../online/names.js";
import { locale, say } from "../../words.js";
import { field, selectInput, textInput } from "../parts/forms.js";

/** @typedef {import("../print.js").Given} Given */

const LONGEST = 120;
/** The eight animals that stand around a certificate, by their codes. */
const ANIMALS = [7, 15, 6, 14, 8, 16, 5, 1];

/** A leaf from a point, so long, at an angle. @param {number} x @param {number} y @param {number} length @param {number} angle */
const leaf = (x, y, length, angle) =>
  shape("path", {
    d: `M0 0C${length * 0.25} ${-length * 0.28} ${length * 0.75} ${-length * 0.24} ${length} 0C${length * 0.75} ${length * 0.24} ${length * 0.25} ${length * 0.28} 0 0M${length * 0.12} 0H${length * 0.86}`,
    transform: `translate(${x} ${y}) rotate(${angle})`,
    class: angle % 40 ? "leaf" : "leaf dark",
  });

/** A spray of leaves that grows out of a corner of the frame. */
const SPRAY = [
  [0, 0, 62, 12],
  [0, 0, 62, 78],
  [0, 0, 84, 45],
  [34, 6, 54, -8],
  [70, 2, 46, 10],
  [6, 34, 54, 98],
  [2, 70, 46, 80],
  [28, 28, 40, 20],
  [28, 28, 40, 70],
];

/** The frame: two lines, and leaves in the corners. */
function frame() {
  const [width, height] = [1000, 700];
  const drawing = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "frame", "aria-hidden": "true" });
  drawing.append(
    shape("rect", { x: 22, y: 22, width: width - 44, height: height - 44, rx: 26, class: "outer" }),
    shape("rect", { x: 36, y: 36, width: width - 72, height: height - 72, rx: 16, class: "inner" }),
  );
  for (const [x, y, sx, sy] of [
    [30, 30, 1, 1],
    [width - 30, 30, -1, 1],
    [30, height - 30, 1, -1],
    [width - 30, height - 30, -1, -1],
  ]) {
    const corner = shape("g", { transform: `translate(${x} ${y}) scale(${sx} ${sy})` });
    corner.append(...SPRAY.map(([left, top, length, angle]) => leaf(left, top, length, angle)));
    drawing.append(corner);
  }
  return drawing;
}

/** @param {{name: string, text: string, day: string, teacher: string, where: string}} given @param {import("../../game/text.js").Grid} grid */
function certificate({ name, text, day, teacher, where }, grid) {
  /** @param {number} code */
  const animal = (code) => h("img", { src: drawingOf("painted", code, grid), alt: "", width: 80, height: 80 });
  return h(
    "article.certificate",
    { "aria-label": say("print.certificate of", { name }) },
    frame(),
    h(
      "div.certificate-text",
      {},
      h("p.kicker", {}, say("desktop.title")),
      h("h2", {}, say("print.certificate")),
      h("p.for", {}, say("print.for")),
      h("p.whose", {}, name),
      h("p.why", {}, text),
      h("div.animals", { "aria-hidden": "true" }, ANIMALS.map(animal)),
      h(
        "div.signed",
        {},
        h("div", {}, h("strong", {}, day), h("span", {}, say("print.date"))),
        h("img.seal", { src: "emblems/seal.svg", alt: "", width: 96, height: 96 }),
        h("div", {}, h("strong", {}, teacher), h("span", {}, where || say("print.teacher"))),
      ),
    ),
  );
}

/** @param {Given} given @returns {Promise<import("../print.js").Printed>} */
export async function certificates({ query, library, server }) {
  const classId = query.get("class");
  const shown = classId ? (await server.get(`/class/${encodeURIComponent(classId)}`)).class : null;
  const asked = query.get("name");
  const pupils = /** @type {import("../../online/classroom.js").Pupil[]} */ (shown?.pupils ?? []);
  const { grid } = library.usual;
  const wanted = {
    whom: asked && pupils.some(({ name }) => name === asked) ? asked : "",
    names: asked ?? "",
    text: query.get("text") ?? say("print.achieved.learned"),
    day: new Date().toLocaleDateString(locale(), { dateStyle: "long" }),
    teacher: server.account ? shownName(server.account.name, server.account.kind) : "",
    labels: pupils.some(({ label }) => label),
  };
  const sheets = h("div.sheets", {});
  /** @param {import("../../online/classroom.js").Pupil} given */
  const nameOf = ({ name, label }) => (wanted.labels && label ? label : shownName(name, "child"));
  const draw = () => {
    const names = shown
      ? pupils.filter(({ name }) => !wanted.whom || name === wanted.whom).map(nameOf)
      : wanted.names.split("\n").filter((name) => name.trim());
    sheets.replaceChildren(
      ...(names.length ? names : [" "]).map((name) =>
        certificate(
          { name, text: wanted.text, day: wanted.day, teacher: wanted.teacher, where: shown?.name ?? "" },
          grid,
        ),
      ),
    );
  };
  const set =
    (/** @type {"text" | "day" | "teacher" | "names"} */ key) =>
    (/** @type {Event & {currentTarget: HTMLInputElement | HTMLTextAreaElement}} */ event) => {
      wanted[key] = event.currentTarget.value;
      draw();
    };
  const text = textInput("text", { value: wanted.text, maxLength: LONGEST, oninput: set("text") });
  text.setAttribute("list", "achievements");
  const suggestions = ["learned", "lessons", "puzzles", "tournament", "level"].map((each) =>
    say(`print.achieved.${each}`),
  );
  const whom = shown
    ? field(
        say("print.for whom"),
        selectInput(
          "whom",
          [
            ["", say("print.everybody")],
            ...pupils.map((pupil) => /** @type {[string, string]} */ ([pupil.name, nameOf(pupil)])),
          ],
          wanted.whom,
          (value) => {
            wanted.whom = value;
            draw();
          },
        ),
      )
    : field(
        say("print.names"),
        h("textarea", { rows: 3, value: wanted.names, oninput: set("names") }),
        say("print.names.hint"),
      );
  const form = h(
    "div.print-form",
    {},
    whom,
    h(
      "div.field-list",
      {},
      field(say("print.what for"), text),
      h(
        "datalist",
        { id: "achievements" },
        suggestions.map((value) => h("option", { value })),
      ),
    ),
    field(say("print.date"), textInput("day", { value: wanted.day, oninput: set("day") })),
    field(say("print.teacher"), textInput("teacher", { value: wanted.teacher, oninput: set("teacher") })),
    pupils.some(({ label }) => label)
      ? toggle(say("print.labels"), wanted.labels, (isOn) => {
          wanted.labels = isOn;
          draw();
        })
      : null,
  );
  draw();
  return { title: say("print.certificates"), form, sheets };
}
