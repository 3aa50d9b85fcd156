// Says in words what is wrong with a position or a record.

import { say } from "../words.js";
import { PositionError } from "./position.js";
import { RecordError } from "./record.js";

/** @param {unknown} error */
export function faultWords(error) {
  if (error instanceof PositionError) return say(`position.${error.code}`, error.values);
  if (error instanceof RecordError) return say(`record.${error.code}`, error.values);
  return error instanceof Error ? error.message : String(error);
}
