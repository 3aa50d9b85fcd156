import "./storage.js";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setChildAccount } from "../../src/jungle/web/page/kid.js";
import { choose } from "../../src/jungle/web/page/settings.js";
import { readAloud, readsAloud, voiceFor } from "../../src/jungle/web/page/speech.js";
import { locale } from "../../src/jungle/web/page/words.js";

const voice = (/** @type {string} */ lang, localService = true) => /** @type {any} */ ({ lang, localService });

/** A browser that can speak with these voices; returns what it says. @param {any[]} voices */
function speaking(voices) {
  /** @type {string[]} */
  const said = [];
  Object.assign(globalThis, {
    speechSynthesis: {
      getVoices: () => voices,
      cancel: () => said.splice(0),
      speak: (/** @type {any} */ { text, lang }) => said.push(`${lang}: ${text}`),
    },
    SpeechSynthesisUtterance: class {
      constructor(/** @type {string} */ text) {
        this.text = text;
      }
    },
  });
  return said;
}

afterEach(() => {
  setChildAccount(false);
  choose({ speech: "usual" });
});

test("it is off, on in kid mode, and the settings decide", () => {
  assert.equal(readsAloud(), false);
  setChildAccount(true);
  assert.equal(readsAloud(), true);
  choose({ speech: "off" });
  assert.equal(readsAloud(), false);
  setChildAccount(false);
  choose({ speech: "on" });
  assert.equal(readsAloud(), true);
});

test("only a voice of this device speaks, that of the region if there is one", () => {
  const voices = [voice("zh-TW", false), voice("en_US"), voice("en-GB"), voice("zh-CN")];
  assert.equal(voiceFor(voices, "en-GB"), voices[2]);
  assert.equal(voiceFor(voices, "en-AU"), voices[1]);
  assert.equal(voiceFor(voices, "zh-TW"), voices[3]);
  assert.equal(voiceFor([voices[0]], "zh-TW"), undefined);
});

test("a new text replaces the one before, and nothing is said without a voice or when it is off", () => {
  const said = speaking([voice(locale())]);
  readAloud("off");
  assert.deepEqual(said, []);
  choose({ speech: "on" });
  readAloud("one");
  readAloud("two");
  assert.deepEqual(said, [`${locale()}: two`]);
  const silent = speaking([voice(locale(), false)]);
  readAloud("three");
  assert.deepEqual(silent, []);
});
