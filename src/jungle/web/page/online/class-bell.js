// Calls pupils wherever they are in the app: to the board that the teacher shows, and with what the teacher announces.

import { changeClass } from "../allowed.js";
import { readRoute, routeTo } from "../routes.js";
import { playSound } from "../sounds.js";
import { say } from "../words.js";
import { showNotice } from "./notices.js";

/** @typedef {import("./server.js").Server} Server */

/** Follows the classes that somebody attends, as long as they are logged in. @param {Server} server */
export function startBell(server) {
  /** @type {Map<string, () => void>} by class */
  const followed = new Map();
  const begin = () => {
    const attended = (server.account?.classes ?? []).filter(({ isTeacher }) => !isTeacher).map(({ id }) => id);
    for (const [id, unfollow] of followed) {
      if (attended.includes(id)) continue;
      unfollow();
      followed.delete(id);
    }
    for (const id of attended) if (!followed.has(id)) followed.set(id, follow(server, id));
  };
  server.onAccount(begin);
  begin();
}

/** @param {Server} server @param {string} id of a class */
function follow(server, id) {
  const address = routeTo(["class", id]);
  let isPaused = false;
  /** The last notice, so that the state after a reconnect does not repeat it. */
  let known = { announcement: "", hasBoard: false };
  let isFirst = true;

  /** @param {import("./live.js").Frame} frame */
  function hear(frame) {
    if (frame.type !== "class") return;
    const now = frame.class ?? frame;
    if (frame.what === "changed") changeClass(id, now);
    if (frame.what === "state") {
      changeClass(id, { takebacks: now.takebacks, hints: now.hints });
      isPaused = now.isPaused;
    }
    if (frame.what === "paused") isPaused = frame.paused;
    const here = readRoute(location.hash);
    const isThere = here.name === "class" && here.id === id;
    if ("board" in now) {
      const hasBoard = Boolean(now.board);
      if (hasBoard && !known.hasBoard && !isThere && !isFirst) call(here.name === "game" && !isPaused);
      known = { ...known, hasBoard };
    }
    if (typeof now.announcement === "string") {
      const { announcement } = now;
      if (announcement && announcement !== known.announcement && !isThere && !isFirst)
        showNotice(say("class.told", { text: announcement }), address, say("class.to class"));
      known = { ...known, announcement };
    }
    isFirst = false;
  }

  /** @param {boolean} isPlaying pupils are not taken away from a running game */
  function call(isPlaying) {
    playSound("hint");
    if (isPlaying) showNotice(say("class.bell"), address, say("class.to class"));
    else location.hash = address;
  }

  return server.live.follow(`class:${id}`, hear);
}
