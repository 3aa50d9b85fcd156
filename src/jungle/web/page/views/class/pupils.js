// Pupils in lists: what several pages of a class share.

import { h } from "../../dom.js";
import { keepDraft, keptDraft } from "../../game/keeping.js";
import { icon } from "../../icons.js";
import { shownName } from "../../online/names.js";
import { routeTo } from "../../routes.js";
import { say } from "../../words.js";

/** @typedef {import("../../online/classroom.js").Pupil} Pupil */

const DRAFT = "class.labels";

/** Does the teacher want to see labels? They are switched off before everybody looks. */
export const showsLabels = () => keptDraft(DRAFT)?.isOn === true;

/** @param {boolean} isOn */
export const showLabels = (isOn) => keepDraft(DRAFT, { isOn });

/** @param {string} name of a pupil */
export const pupilName = (name) => shownName(name, "child");

/** A pupil's name, and the teacher's label where it is shown. @param {Pick<Pupil, "name" | "label">} pupil */
export const labelledName = ({ name, label }) =>
  label && showsLabels() ? `${pupilName(name)} (${label})` : pupilName(name);

/** A pupil as a small plate: who it is, and whether they are here or at a board. @param {Pupil} pupil */
export function pupilPlate(pupil) {
  const { name, label, here, gameId } = pupil;
  const state = say(!here ? "class.away" : gameId ? "class.playing" : "class.here");
  const parts = [
    h("span.dot", { "aria-hidden": "true" }),
    h("span.name", {}, pupilName(name)),
    label && showsLabels() ? h("span.label", {}, label) : null,
    gameId ? icon("play") : null,
    h("span.spoken", {}, ` (${state})`),
  ];
  const look = `plate${here ? "" : ".gone"}`;
  return h(
    "li",
    {},
    gameId ? h(`a.${look}`, { href: routeTo(["game", gameId]) }, parts) : h(`span.${look}`, {}, parts),
  );
}
