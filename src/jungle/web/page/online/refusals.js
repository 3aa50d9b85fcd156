// The server's refusals in the person's language.

import { has, say } from "../words.js";

/**
 * Words for a refusal; codes that say little carry the server's own message.
 * @param {string} code @param {string} message @param {number} [wait] seconds until it may be tried again
 */
export function refusalWords(code, message, wait = 0) {
  const key = `server.${code}`;
  return has(key) ? say(key, { message, wait: Math.max(1, Math.ceil(wait)) }) : message;
}

/** Why the server refused something, or `offline` when it could not be asked; in words, as a ServerError. */
export class LiveError extends Error {
  /** @param {string} code @param {string} message @param {number} [wait] seconds until it may be tried again */
  constructor(code, message, wait) {
    super(refusalWords(code, message, wait));
    this.code = code;
  }
}

/** The code of a refusal; empty for any other error. @param {unknown} error */
export const codeOf = (error) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** The status of a refusal, 0 if the server did not answer; undefined for any other error. @param {unknown} error */
export const statusOf = (error) => (error instanceof Error && "status" in error ? Number(error.status) : undefined);
