// Reading aloud: lessons, refusals and hints, by a voice of this device that speaks the language. Off unless it is switched on, or in kid mode.

import { isKid } from "./kid.js";
import { settings } from "./settings.js";
import { locale } from "./words.js";

/** Is it wanted? A choice in the settings counts for more than kid mode. */
export const readsAloud = () => settings.speech === "on" || (settings.speech === "usual" && isKid());

/** The voice for a language: on this device, since texts are sent nowhere; that of the very region if there is one. @template {Pick<SpeechSynthesisVoice, "lang" | "localService">} V @param {V[]} voices @param {string} language @returns {V | undefined} */
export function voiceFor(voices, language) {
  const plain = (/** @type {string} */ name) => name.toLowerCase().replace("_", "-");
  const wanted = plain(language);
  const own = voices.filter(({ localService }) => localService);
  return (
    own.find(({ lang }) => plain(lang) === wanted) ??
    own.find(({ lang }) => plain(lang).split("-")[0] === wanted.split("-")[0])
  );
}

/** Reads a text aloud instead of the one before, if that is wanted and possible. @param {string} text */
export function readAloud(text) {
  const { speechSynthesis, SpeechSynthesisUtterance } = globalThis;
  if (!speechSynthesis || !text || !readsAloud()) return;
  const voice = voiceFor(speechSynthesis.getVoices(), locale());
  if (!voice) return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.voice = voice;
  spoken.lang = voice.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

/** Ends what is being read. */
export const stopReading = () => globalThis.speechSynthesis?.cancel();
