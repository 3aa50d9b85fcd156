// The form for how a tournament proceeds: as an arena for some minutes, or in rounds.

import { h } from "../../dom.js";
import { durationWords } from "../../online/terms.js";
import { say } from "../../words.js";
import { field, selectInput, textInput } from "./forms.js";

const FORMATS = ["arena", "swiss", "round-robin", "knockout"];
const ROUNDS = ["3", "4", "5", "6", "7", "9", "11"];
/** Minutes between two rounds. */
const BREAKS = ["0", "1", "2", "5", "10", "15"];
const BY_HAND = "hand";
/** Tie-breaks that can come first, the usual one of each format first. @type {Record<string, string[]>} */
const TIES = {
  swiss: ["buchholz", "cut", "sonneborn", "direct", "wins"],
  "round-robin": ["direct", "sonneborn", "wins"],
};
const REPEATS = ["", "daily", "weekly"];

/** @param {string} value */
const breakWords = (value) =>
  value === BY_HAND
    ? say("online.rounds.by hand")
    : value === "0"
      ? say("online.rounds.at once")
      : say("online.rounds.after", { time: durationWords(Number(value)) });

/**
 * @param {{lengths: string[], length: string, withPosition?: boolean, withRepeat?: boolean}} how `lengths`: of an arena, in minutes
 * @returns {{kind: HTMLElement, element: HTMLElement, read: (values: Record<string, string>) => Record<string, unknown>}}
 */
export function scheduleForm({ lengths, length, withPosition = true, withRepeat = true }) {
  let format = "arena";
  const element = h("div.schedule", {});
  /** @param {string[]} values @param {(value: string) => string} words */
  const options = (values, words) => values.map((value) => /** @type {[string, string]} */ ([value, words(value)]));
  const arena = () => [
    field(
      say("online.lasts"),
      selectInput(
        "length",
        options(lengths, (value) => durationWords(Number(value))),
        length,
      ),
    ),
  ];
  const rounds = () => [
    h("p.faint", {}, say(`online.format.${format}.about`)),
    h(
      "div.pair",
      {},
      format === "swiss"
        ? field(say("online.rounds.count"), selectInput("rounds", options(ROUNDS, String), "5"))
        : null,
      field(say("online.rounds.next"), selectInput("interval", options([...BREAKS, BY_HAND], breakWords), "1")),
    ),
    TIES[format]
      ? field(
          say("online.rounds.tie"),
          selectInput(
            "tie",
            options(TIES[format], (value) => say(`online.rounds.${value}`)),
            TIES[format][0],
          ),
        )
      : null,
    withRepeat
      ? field(
          say("online.rounds.repeat"),
          selectInput(
            "repeat",
            options(REPEATS, (value) => say(`online.rounds.repeat.${value || "never"}`)),
            "",
          ),
        )
      : null,
    withPosition
      ? field(
          say("online.rounds.position"),
          textInput("fen", { maxLength: 200, autocomplete: "off", spellcheck: false }),
          say("online.rounds.position.hint"),
        )
      : null,
  ];
  const draw = () =>
    element.replaceChildren(...(format === "arena" ? arena() : rounds()).filter((part) => part !== null));
  const kind = field(
    say("online.format"),
    selectInput(
      "format",
      options(FORMATS, (value) => say(`online.format.${value}`)),
      format,
      (value) => {
        format = value;
        draw();
      },
    ),
  );
  draw();
  const read = (/** @type {Record<string, string>} */ values) =>
    format === "arena"
      ? { minutes: Number(values.length) }
      : {
          format,
          rounds: Number(values.rounds ?? 0),
          interval: values.interval === BY_HAND ? null : 60 * Number(values.interval),
          ...(values.tie ? { ties: [values.tie] } : {}),
          ...(withRepeat ? { repeat: values.repeat } : {}),
          ...(values.fen?.trim() ? { fen: values.fen.trim(), rated: false } : {}),
        };
  return { kind, element, read };
}
