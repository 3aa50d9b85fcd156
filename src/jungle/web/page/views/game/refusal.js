// What the server refuses, in words.

import { has, say } from "../../words.js";

/** In the person's language where there are words for it. @param {{code: string, message: string}} refusal */
export function refusalWords({ code, message }) {
  if (code === "offline") return say("live.lost");
  return has(`server.${code}`) ? say(`server.${code}`) : message;
}
