// The page's texts in the chosen language, from the same files as the terminal and the window.

import { fetchOnce } from "./early.js";

/** @typedef {{name: string, locales: string[], plurals: Record<string, string>, pieces: string}} Language as in the language files */

/** Replaced when the page is assembled. @type {Record<string, Language>} */
const known = {};
export const LANGUAGES = known;

/** Sets the languages, for tests. @param {Record<string, Language>} found */
export function knowLanguages(found) {
  Object.assign(known, found);
}

/** @type {Record<string, string>} */
let words = {};
let shown = "en";
let compact = new Intl.NumberFormat("en", { notation: "compact" });

/** The first of a browser's languages that we have, by the beginnings of their locales. @param {readonly string[]} wanted */
export function languageOf(wanted) {
  const beginnings = Object.entries(LANGUAGES)
    .flatMap(([code, { locales }]) => locales.map((locale) => ({ code, start: `${locale.toLowerCase()}-` })))
    .sort((one, other) => other.start.length - one.start.length);
  for (const tag of wanted) {
    const found = beginnings.find(({ start }) => `${tag.toLowerCase()}-`.startsWith(start));
    if (found) return found.code;
  }
  return "en";
}

const CATEGORIES = ["zero", "one", "two", "few", "many"];

/** Whether a number meets a Unicode plural rule, such as `n % 10 = 2..4 and n % 100 != 12..14`. @param {string} rule @param {number} number */
const meets = (rule, number) =>
  rule.split(" or ").some((each) =>
    each.split(" and ").every((relation) => {
      const [, divisor, sign, ranges] = /^n(?: % (\d+))? (!?=) (.+)$/.exec(relation.trim()) ?? [];
      const rest = divisor ? number % Number(divisor) : number;
      const isIn = ranges.split(",").some((range) => {
        const [first, last = first] = range.split("..").map(Number);
        return first <= rest && rest <= last;
      });
      return isIn === (sign === "=");
    }),
  );

/** The plural category of a number in a language. @param {string} language @param {number} number */
export function pluralForm(language, number) {
  const { plurals = {} } = LANGUAGES[language] ?? {};
  return CATEGORIES.find((name) => name in plurals && meets(plurals[name], Math.abs(number))) ?? "other";
}

/** The language that the browser asks for. */
export const usualLanguage = () => languageOf(globalThis.navigator?.languages ?? []);

/** @param {string} language */
export const wordsFile = (language) => `words/${language in LANGUAGES ? language : "en"}.json`;

/** The page's language tag. Simplified Chinese is named by its script, since `zh` alone may be either. @param {string} language */
export const languageTag = (language) => (language === "zh" ? "zh-Hans" : language);

/** The locale for dates and times: the browser's own form of the language, such as en-GB, if it has one. @returns {string} */
export const locale = () =>
  (globalThis.navigator?.languages ?? []).find((tag) => languageOf([tag]) === shown) ?? languageTag(shown);

/** @param {string} language */
export async function loadWords(language) {
  const answer = await fetchOnce(wordsFile(language));
  setWords(await answer.json(), language);
  document.documentElement.lang = languageTag(language);
}

/** @param {Record<string, string>} loaded @param {string} [language] */
export function setWords(loaded, language = "en") {
  words = loaded;
  shown = language;
  compact = new Intl.NumberFormat(language, { notation: "compact" });
}

/** A large number as readers of the language write it: 120K, 12万. @param {number} value */
export const largeNumber = (value) => compact.format(value);

/** Whether there is a text with this key. @param {string} key */
export const has = (key) => Object.hasOwn(words, key) || Object.hasOwn(words, `${key}.other`);

/** The plural form of a text: by `count`, or else by the first number among the values. @param {string} key @param {Record<string, string | number>} values */
function counted(key, values) {
  const number = values.count ?? Object.values(values).find((value) => typeof value === "number");
  return words[`${key}.${pluralForm(shown, Number(number ?? 0))}`];
}

/** A text by its key, its {places} filled. A missing key is our own bug, and is shown. @param {string} key @param {Record<string, string | number>} [values] */
export function say(key, values = {}) {
  const text = words[key] ?? counted(key, values) ?? key;
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** A text by its key, some of its {places} filled with elements. @param {string} key @param {Record<string, Node>} nodes @param {Record<string, string | number>} [values] @returns {(Node | string)[]} */
export const sayWith = (key, nodes, values = {}) =>
  say(key, values)
    .split(/(\{\w+\})/)
    .map((part) => nodes[part.slice(1, -1)] ?? part);

/** A file of the app, as text; it may come over the network. @param {string} path */
export async function loadText(path) {
  const answer = await fetch(path).catch(() => null);
  if (!answer?.ok) throw new Error(say("web.unreachable"));
  return answer.text();
}
