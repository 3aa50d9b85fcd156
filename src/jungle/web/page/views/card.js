// Logging in with a card: by the link in its code, or by name and pictures.

import { announce } from "../dialog.js";
import { button, h, linkButton } from "../dom.js";
import { shownName } from "../online/names.js";
import { PICTURE_COUNT, PICTURES, pictureSign } from "../online/pictures.js";
import { codeOf } from "../online/refusals.js";
import { showAddress } from "../routes.js";
import { say } from "../words.js";
import { field, textInput } from "./parts/forms.js";

/** @typedef {import("../online/server.js").Server} Server */
/** @typedef {import("../online/server.js").Account} Account */

/** Where a child goes from here. @param {Account | null} account */
const welcomeAddress = (account) => {
  const attended = account?.classes?.find(({ isTeacher }) => !isTeacher);
  return attended ? `#/class/${attended.id}` : "#/lobby";
};

/** @param {Account | null} account */
const enter = (account) => location.replace(welcomeAddress(account));

/** A name as it was typed: `Brave Otter 27` is brave-otter-27. @param {string} text */
export const typedName = (text) => text.trim().toLowerCase().replace(/\s+/g, "-");

/** An error in words, with cards in mind. @param {unknown} error @param {string} key */
const fault = (error, key) =>
  codeOf(error) === "credentials" ? say(key) : error instanceof Error ? error.message : String(error);

/** @param {URLSearchParams} _query @param {unknown} _library @param {{id: string, server: Server}} given */
export function open(_query, _library, { id, server }) {
  if (!id) return { element: picturePage(server) };
  showAddress("#/card"); // Neither a reload nor the history should have the secret.
  return { element: linkPage(id, server) };
}

/** @param {string} secret @param {Server} server */
function linkPage(secret, server) {
  const place = h("div.panel", {});
  const signIn = async () => {
    place.replaceChildren(
      h("p.wait", { role: "status" }, h("span.spinner", { "aria-hidden": "true" }), say("card.opening")),
    );
    try {
      enter(await server.card(secret));
    } catch (error) {
      place.replaceChildren(
        h("p.message.bad", { role: "alert" }, fault(error, "card.void")),
        linkButton("person", say("card.by pictures"), "#/card?pictures=1"),
      );
    }
  };
  const { account } = server;
  if (account && account.kind !== "guest")
    place.replaceChildren(
      h("p", {}, say("card.instead", { name: shownName(account.name, account.kind) })),
      h(
        "div.buttons",
        {},
        button("check", say("card.use"), signIn, { look: "accent" }),
        linkButton("close", say("web.cancel"), "#/"),
      ),
    );
  else signIn();
  return h("div.page.narrow", {}, h("h1", {}, say("web.menu.card")), place);
}

/** @param {Server} server */
function picturePage(server) {
  /** @type {string[]} */
  let chosen = [];
  const name = textInput("name", {
    autocomplete: "username",
    autocapitalize: "none",
    required: true,
    maxLength: 40,
    spellcheck: false,
  });
  const slots = h("ol.slots", { "aria-label": say("card.chosen") });
  const wrong = h("p.message.bad", { role: "alert" });
  const undo = button("undo", say("card.undo"), () => take(chosen.slice(0, -1)));
  const send = button("check", say("web.menu.login"), () => signIn(), { look: "accent" });

  function draw() {
    /** @param {unknown} _ @param {number} index */
    const slot = (_, index) => {
      const each = chosen[index];
      return h(
        `li${each ? ".full" : ""}`,
        {},
        each ? pictureSign(each) : null,
        h("span.spoken", {}, each ? say(`picture.${each}`) : say("card.empty")),
      );
    };
    slots.replaceChildren(...Array.from({ length: PICTURE_COUNT }, slot));
    undo.disabled = !chosen.length;
    send.disabled = chosen.length < PICTURE_COUNT;
  }

  /** @param {string[]} pictures */
  function take(pictures) {
    chosen = pictures;
    draw();
  }

  /** @param {string} picture */
  function choose(picture) {
    if (chosen.length === PICTURE_COUNT) return;
    wrong.textContent = "";
    take([...chosen, picture]);
    announce(say("card.choice", { picture: say(`picture.${picture}`), number: chosen.length, all: PICTURE_COUNT }));
    // The last picture logs in, unless there is no name yet.
    if (chosen.length === PICTURE_COUNT && name.value.trim()) signIn();
  }

  async function signIn() {
    if (!name.reportValidity()) return;
    try {
      enter(await server.cardPictures(typedName(name.value), chosen));
    } catch (error) {
      take([]);
      wrong.textContent = fault(error, "card.wrong");
    }
  }

  /** @param {string} picture */
  const tile = (picture) =>
    h(
      "button.picture-tile",
      { type: "button", onclick: () => choose(picture) },
      pictureSign(picture),
      h("span", {}, say(`picture.${picture}`)),
    );
  draw();
  return h(
    "div.page.narrow.card-page",
    {},
    h("h1", {}, say("web.menu.card")),
    h(
      "div.panel",
      {},
      field(say("card.name"), name, say("card.name.about")),
      h("h2", {}, say("card.choose")),
      slots,
      h("div.picture-tiles", { role: "group", "aria-label": say("card.pictures") }, PICTURES.map(tile)),
      wrong,
      h("div.buttons", {}, undo, send),
    ),
    h("p", {}, h("a", { href: "#/login" }, say("card.no card"))),
  );
}
