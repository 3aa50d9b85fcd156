// Announcements and sounds of an online game, by event. No DOM.

import { moveHeard, turnWords } from "../game/answers.js";
import { endingSound, endingWords } from "../game/endings.js";
import { moveWords, premoveWords } from "../game/showing.js";
import { soundOf } from "../sounds.js";
import { say } from "../words.js";
import { refusalWords } from "./refusals.js";

/** @typedef {import("./online-game.js").OnlineGame} OnlineGame */
/** @typedef {import("./live.js").Frame} Frame */
/** @typedef {{words?: string, sound?: string, isNotice?: boolean}} Announcement */

/** @param {OnlineGame} online @param {string} what @param {Frame} [frame] @returns {Announcement} */
export const announcement = (online, what, frame = { type: what }) => ANNOUNCEMENTS[what]?.(online, frame) ?? {};

/** @type {Record<string, (online: OnlineGame, frame: Frame) => Announcement>} */
const ANNOUNCEMENTS = {
  move: moved,
  mine: (online) => ({ sound: soundAt(online, online.confirmed) }),
  connection: ({ live: { state } }) => ({ words: state === "connecting" ? "" : say(`live.${state}`) }),
  takeback: ({ game, person }) => ({ words: `${say("web.taken back")} ${turnWords(game, person)}`, sound: "back" }),
  pause: ({ clock }) => ({ words: say(clock.days === null ? "class.paused by teacher" : "web.play.paused") }),
  resume: ({ game, person }) => ({ words: turnWords(game, person) }),
  end: (online) => ({
    words: online.outcome ? endingWords(online, online.outcome) : say("live.aborted"),
    sound: endingSound(online),
  }),
  premove: (online) => ({ words: premoveWords(online) }),
  propose: (online) => ({
    words: say("live.confirm", { move: proposedWords(online) }),
    sound: soundAt(online, online.confirmed),
  }),
  give: (online, { by, seconds }) => ({
    words: say("live.gave", {
      name: online.nameOf(by),
      other: online.nameOf(by === "blue" ? "red" : "blue"),
      seconds,
    }),
    isNotice: true,
  }),
  refused: (_, { message }) => ({ words: message, sound: "refuse", isNotice: true }),
  offer: (online, { by }) => (by === online.opponent ? { sound: "hint" } : {}),
  decline: (online, { by, offered }) =>
    by === online.opponent && offered === online.me
      ? { words: say("live.declined", { name: online.opponentName }), isNotice: true }
      : {},
  error: (_, { error }) => ({ words: refusalWords(error.code, error.message), isNotice: true }),
};

/** The move that waits for the player's second thoughts. @param {OnlineGame} online */
export function proposedWords({ game, proposed }) {
  if (proposed?.origin === proposed?.target) return say("hint.flip", { square: game.grid.name(proposed?.origin ?? 0) });
  return moveWords(game.moves[game.moves.length - 1], game.grid);
}

/** @param {OnlineGame} online @param {number} ply */
function soundAt({ game }, ply) {
  const move = game.moves[ply];
  return move && soundOf(move, game.grid);
}

/** The person's own move was heard when it was made, but for what a flip turned up. @param {OnlineGame} online @param {Frame} frame */
function moved(online, { ply }) {
  const { game, person } = online;
  const move = game.moves[ply];
  if (!move) return {};
  const isMine = person !== null && ((game.first ?? 0) + ply) % 2 === person;
  const isHeard = isMine && move.origin !== move.target;
  const heard = isMine ? moveWords(move, game.grid) : moveHeard(game, online.isMyTurn);
  const words = [heard, online.isMyTurn ? say("online.your turn") : ""].filter(Boolean).join(". ");
  return { words, sound: isHeard ? undefined : soundAt(online, ply) };
}
