// Classes: all of somebody's, or one of them as its teacher or a pupil sees it.

import { h, linkButton, relabel } from "../dom.js";
import { FollowedClass } from "../online/followed-class.js";
import { tell } from "../online/pairing.js";
import { statusOf } from "../online/refusals.js";
import { loginAddress } from "../routes.js";
import { say } from "../words.js";
import { openAssignments } from "./class/assignments.js";
import { openBoardDesk } from "./class/desk.js";
import { invitation, openClassList } from "./class/list.js";
import { openPupil } from "./class/pupil.js";
import { openSettings } from "./class/settings.js";
import { openTeacher } from "./class/teacher.js";

/** @typedef {import("../app.js").View} View */
/** @typedef {import("../library.js").Library} Library */
/** @typedef {import("../online/server.js").Server} Server */
/** @typedef {{query: URLSearchParams, library: Library, server: Server, followed: FollowedClass}} Given */

const RETRY_MS = 1500;

/** The pages of a class, by the end of its address; only its teacher has those that are named here. @type {Record<string, (given: Given) => View | Promise<View>>} */
const TEACHERS = { "": openTeacher, board: openBoardDesk, settings: openSettings, assignments: openAssignments };
/** @type {Record<string, (given: Given) => View | Promise<View>>} */
const PUPILS = { "": openPupil, assignments: openAssignments };

/** @param {URLSearchParams} query @param {Library} library @param {{id: string, server: Server}} given */
export async function open(query, library, { id, server }) {
  if (!server.account) return signIn();
  if (!id) return openClassList(server);
  const [classId, part = ""] = id.split("/");
  const waitedFor = server.account.waitingFor?.find((each) => each.id === classId);
  const show = async () => {
    const followed = await FollowedClass.open(server, classId);
    const pages = followed.shown.isTeacher ? TEACHERS : PUPILS;
    try {
      const view = await (pages[part] ?? pages[""])({ query, library, server, followed });
      const close = () => {
        view.close?.();
        followed.close();
      };
      return { ...view, close, title: view.title ?? followed.shown.name };
    } catch (error) {
      followed.close();
      throw error;
    }
  };
  if (waitedFor) return waitForTeacher(server, waitedFor, show);
  try {
    return await show();
  } catch (error) {
    if (statusOf(error) !== 0) throw error;
    return waitForServer(show);
  }
}

/** Classes are for those who are logged in. */
function signIn() {
  const ways = [
    linkButton("people", say("class.join"), "#/join", "accent"),
    linkButton("person", say("web.menu.login"), loginAddress()),
  ];
  const element = h(
    "div.page.narrow",
    {},
    h("h1", {}, say("web.menu.class")),
    h("p", {}, say("class.sign in")),
    invitation(...ways),
  );
  return { element };
}

/**
 * The teacher has not let this pupil in yet: the class opens as soon as that happens.
 * @param {Server} server @param {{id: string, name: string}} waitedFor @param {() => Promise<{element: HTMLElement, close: () => void}>} show
 */
function waitForTeacher(server, { id, name }, show) {
  const element = h(
    "div.page.narrow.pupil",
    {},
    h("header.heading", {}, h("h1", {}, name)),
    h(
      "p.wait.panel",
      { role: "status" },
      h("span.spinner", { "aria-hidden": "true" }),
      say("class.waiting to be let in"),
    ),
  );
  /** @type {{element: HTMLElement, close: () => void} | null} */
  let view = null;
  let isClosed = false;
  const enter = async () => {
    unfollow();
    await server.refresh();
    view = await show();
    if (isClosed) view.close();
    else element.replaceWith(view.element);
  };
  const unfollow = server.live.follow(`class:${id}`, (frame) => {
    if (frame.type === "class") enter().catch(tell);
  });
  const close = () => {
    isClosed = true;
    unfollow();
    view?.close();
  };
  return { element, close, title: name };
}

/** The page was loaded without a connection: the class opens as soon as there is one. @param {() => Promise<{element: HTMLElement, close: () => void}>} show */
function waitForServer(show) {
  const element = h(
    "div.page",
    {},
    h("h1", {}, say("web.menu.class")),
    h("p.notice", { role: "status" }, say("live.lost")),
  );
  /** @type {{element: HTMLElement, close: () => void} | null} */
  let view = null;
  let isClosed = false;
  const attempt = async () => {
    try {
      view = await show();
      if (isClosed) view.close();
      else element.replaceWith(view.element);
    } catch (error) {
      if (statusOf(error) === 0) timer = setTimeout(attempt, RETRY_MS);
      else relabel(element, /** @type {Error} */ (error).message);
    }
  };
  let timer = setTimeout(attempt, RETRY_MS);
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    view?.close();
  };
  return { element, close };
}
