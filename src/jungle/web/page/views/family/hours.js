// Times of day as the server has them: minutes after midnight. No DOM.

/** 930 is 15:30. @param {number} minutes */
export const clockText = (minutes) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** @param {string} text such as 15:30 */
export function clockMinutes(text) {
  const [hours, minutes] = text.split(":").map(Number);
  return 60 * hours + minutes;
}

/** This device's time zone. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
