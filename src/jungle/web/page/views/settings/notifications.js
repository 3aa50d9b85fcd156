// Notifications on this device: in the browser while the app is open, by a push service while it is closed.

import { notify } from "../../dialog.js";
import { h, toggle } from "../../dom.js";
import { tellByBrowser, tellsByBrowser } from "../../online/notices.js";
import { tell } from "../../online/pairing.js";
import { isPushed, quietHours, subscribe, unsubscribe } from "../../online/push.js";
import { say } from "../../words.js";
import { clockMinutes, clockText, ownZone } from "../family/hours.js";
import { field } from "../parts/forms.js";

/** @typedef {import("../../online/push.js").Quiet} Quiet */

const USUAL_NIGHT = { from: 22 * 60, to: 8 * 60 };

/** The browser asks for permission only after a click. @param {import("../../online/server.js").Server} server */
export function notificationSettings(server) {
  if (!globalThis.Notification) return "";
  const about = h("p.faint", {});
  const night = h("div.night", { hidden: true });
  /** @param {Quiet | null} quiet */
  const drawNight = (quiet) => night.replaceChildren(...nightFields(quiet, (chosen) => save(chosen).catch(tell)));
  /** @param {Quiet | null} quiet */
  const save = async (quiet) => {
    await subscribe(server, quiet);
    notify(say("online.saved"));
    drawNight(quiet);
  };
  const draw = () => {
    const isOn = tellsByBrowser();
    switched.querySelectorAll("input")[0].checked = isOn;
    about.textContent = isOn ? say(isPushed(server) ? "online.notices.closed" : "online.notices.open") : "";
    night.hidden = !(isOn && isPushed(server));
  };
  /** @param {boolean} isOn */
  const set = async (isOn) => {
    const isTold = await tellByBrowser(isOn);
    if (isOn && !isTold) notify(say("online.notices.refused"));
    // Some browsers have no push service; notifications still come while the page is open.
    if (isTold) await subscribe(server, null).catch(() => null);
    else if (isPushed(server)) await unsubscribe(server).catch(tell);
    drawNight(null);
    draw();
  };
  const switched = toggle(say("online.notices"), tellsByBrowser(), set);
  draw();
  if (isPushed(server)) quietHours(server).then(drawNight, () => null);
  return h("div.notifications", {}, switched, about, night);
}

/** @param {Quiet | null} quiet @param {(quiet: Quiet | null) => void} onChange */
function nightFields(quiet, onChange) {
  const { from, to } = quiet ?? USUAL_NIGHT;
  const read = () => onChange({ from: clockMinutes(begins.value), to: clockMinutes(ends.value), zone: ownZone() });
  /** @param {number} minutes */
  const time = (minutes) => h("input", { type: "time", value: clockText(minutes), required: true, onchange: read });
  const [begins, ends] = [time(from), time(to)];
  return [
    toggle(say("online.notices.night"), Boolean(quiet), (isOn) => (isOn ? read() : onChange(null))),
    h("div.pair", { hidden: !quiet }, field(say("family.from"), begins), field(say("family.to"), ends)),
  ];
}
