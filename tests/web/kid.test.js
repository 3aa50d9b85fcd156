import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import {
  isDeviceLocked,
  isKid,
  lockDevice,
  onKidMode,
  PIN,
  setChildAccount,
  unlockDevice,
} from "../../src/jungle/web/page/kid.js";
import { storage } from "./storage.js";

// Up to node 18, which Debian 12 has, it is not a global.
globalThis.crypto ??= /** @type {any} */ (webcrypto);

test("a PIN has four to eight digits", () => {
  assert.deepEqual(
    ["123", "1234", "12345678", "123456789", "12a4", ""].map((pin) => PIN.test(pin)),
    [false, true, true, false, false, false],
  );
});

test("the PIN locks and unlocks the device, and is not kept as it is", async () => {
  let told = 0;
  const unbind = onKidMode(() => {
    told += 1;
  });
  await lockDevice("2468");
  assert.ok(isKid() && isDeviceLocked());
  assert.ok(![...storage.values()].some((text) => text.includes("2468")));
  assert.deepEqual(await unlockDevice("1357"), { isOpen: false, waitMs: 0 });
  assert.ok(isKid());
  assert.deepEqual(await unlockDevice("2468"), { isOpen: true, waitMs: 0 });
  assert.ok(!isKid());
  assert.equal(told, 2);
  unbind();
});

test("after five wrong PINs one has to wait, twice as long each time, even with the right one", async () => {
  await lockDevice("2468");
  let now = 1_000_000;
  for (let count = 0; count < 4; count += 1) await unlockDevice("0000", now);
  assert.equal((await unlockDevice("0000", now)).waitMs, 60_000);
  assert.deepEqual(await unlockDevice("2468", now + 1000), { isOpen: false, waitMs: 59_000 });
  now += 60_000;
  assert.equal((await unlockDevice("0000", now)).waitMs, 120_000);
  now += 120_000;
  assert.ok((await unlockDevice("2468", now)).isOpen);
});

test("on plain http, where browsers have no hash functions, the PIN works too", async () => {
  const { crypto } = globalThis;
  const getRandomValues = (/** @type {any} */ bytes) => crypto.getRandomValues(bytes);
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
  await lockDevice("2468");
  assert.ok(!(await unlockDevice("1357")).isOpen);
  assert.ok((await unlockDevice("2468")).isOpen);
  Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
});

test("a child's account is in kid mode as long as it is logged in", async () => {
  setChildAccount(true);
  assert.ok(isKid() && !isDeviceLocked());
  await lockDevice("2468");
  setChildAccount(false);
  assert.ok(isKid());
  await unlockDevice("2468");
  assert.ok(!isKid());
});
