// Kid mode in the settings: a PIN switches it on, and the same PIN switches it off.

import { notify, openDialog } from "../../dialog.js";
import { button, h } from "../../dom.js";
import { isDeviceLocked, lockDevice, PIN, unlockDevice } from "../../kid.js";
import { say } from "../../words.js";
import { closeDialog, field, serverForm } from "../parts/forms.js";

/** @typedef {import("../../online/server.js").Server} Server */

/** @param {string} name */
const pinInput = (name) =>
  h("input", {
    type: "password",
    name,
    inputMode: "numeric",
    autocomplete: "off",
    pattern: "[0-9]{4,8}",
    minLength: 4,
    maxLength: 8,
    required: true,
  });

/** Kid mode applies to the account that is logged in, or else to the device. @param {Server | null} server */
function switchOf(server) {
  const account = server?.account;
  if (server && account && account.kind !== "guest")
    return {
      isOn: Boolean(account.kidMode),
      about: "kid.account.about",
      set: (/** @type {string} */ pin) => server.put("/account/kid-mode", { pin }).then(() => server.refresh()),
      leave: (/** @type {string} */ pin) => server.delete("/account/kid-mode", { pin }).then(() => server.refresh()),
    };
  return { isOn: isDeviceLocked(), about: "kid.device.about", set: lockDevice, leave: leaveDevice };
}

/** @param {string} pin */
async function leaveDevice(pin) {
  const { isOpen, waitMs } = await unlockDevice(pin);
  if (isOpen) return;
  throw new Error(waitMs ? say("kid.wait", { minutes: Math.ceil(waitMs / 60_000) }) : say("kid.wrong pin"));
}

/** @param {Server | null} server */
export function kidModePanel(server) {
  const account = server?.account;
  // A child's account is always protected; on a locked device the lock can be seen, and opened, all the same.
  const isLocked = isDeviceLocked();
  if (account?.kind === "child" && !isLocked) return h("section.panel", {}, h("p", {}, say("kid.child account")));
  const mode = account?.kind === "child" || isLocked ? switchOf(null) : switchOf(server);
  const act = mode.isOn
    ? button("settings", say("kid.leave"), () => askToLeave(mode.leave))
    : button("check", say("kid.start"), () => askToStart(mode.set));
  return h(
    "section.panel.kid-mode",
    { "aria-label": say("kid.title") },
    h("h2", {}, say("kid.title")),
    h("p", {}, say(mode.isOn ? "kid.on" : mode.about)),
    act,
  );
}

/** @param {(pin: string) => Promise<unknown>} set */
function askToStart(set) {
  const form = serverForm(
    [
      h("p", {}, say("kid.pin.about")),
      field(say("kid.pin"), pinInput("pin")),
      field(say("kid.pin again"), pinInput("again")),
    ],
    say("kid.start"),
    async ({ pin, again }) => {
      if (!PIN.test(pin)) throw new Error(say("kid.pin digits"));
      if (pin !== again) throw new Error(say("kid.pin differs"));
      await set(pin);
      closeDialog(form);
      notify(say("kid.started"));
    },
  );
  return openDialog(say("kid.title"), [form]);
}

/** @param {(pin: string) => Promise<unknown>} leave */
function askToLeave(leave) {
  const form = serverForm([field(say("kid.pin"), pinInput("pin"))], say("kid.leave"), async ({ pin }) => {
    await leave(pin);
    closeDialog(form);
    notify(say("kid.left"));
  });
  return openDialog(say("kid.leave"), [form]);
}
