// The page's texts in the chosen language, from the same files as the terminal and the window.

import { fetchOnce } from "./early.js";

/** @type {Record<string, string>} */
let words = {};
let plurals = new Intl.PluralRules("en");
let compact = new Intl.NumberFormat("en", { notation: "compact" });

export const LANGUAGES = { en: "English", zh: "简体中文", "zh-Hant": "繁體中文" };

/** The first of a browser's languages that we have; Taiwan, Hong Kong and Macau read traditional characters. @param {readonly string[]} wanted */
export function languageOf(wanted) {
  for (const tag of wanted) {
    if (/^zh\b.*\b(Hant|TW|HK|MO)\b/i.test(tag)) return "zh-Hant";
    const [language] = tag.toLowerCase().split("-");
    if (language in LANGUAGES) return language;
  }
  return "en";
}

/** The language that the browser asks for. */
export const usualLanguage = () => languageOf(globalThis.navigator?.languages ?? []);

/** @param {string} language */
export const wordsFile = (language) => `words/${language in LANGUAGES ? language : "en"}.json`;

/** @param {string} language */
export async function loadWords(language) {
  const answer = await fetchOnce(wordsFile(language));
  setWords(await answer.json(), language);
  document.documentElement.lang = language;
}

/** @param {Record<string, string>} loaded @param {string} [language] */
export function setWords(loaded, language = "en") {
  words = loaded;
  plurals = new Intl.PluralRules(language);
  compact = new Intl.NumberFormat(language, { notation: "compact" });
}

/** A large number as readers of the language write it: 120K, 12万. @param {number} value */
export const largeNumber = (value) => compact.format(value);

/** Whether there is a text with this key. @param {string} key */
export const has = (key) => Object.hasOwn(words, key) || Object.hasOwn(words, `${key}.other`);

/** The plural form of a text: by `count`, or else by the first number among the values. @param {string} key @param {Record<string, string | number>} values */
function counted(key, values) {
  const number = values.count ?? Object.values(values).find((value) => typeof value === "number");
  return words[`${key}.${plurals.select(Number(number ?? 0))}`];
}

/** A text by its key, its {places} filled. A missing key is our own bug, and is shown. */
export function say(/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) {
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
