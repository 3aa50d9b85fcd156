// Logging in, signing up, and playing as a guest.

import { notify } from "../dialog.js";
import { button, choices, h, linkButton } from "../dom.js";
import { isKid } from "../kid.js";
import { tell } from "../online/pairing.js";
import { codeOf } from "../online/refusals.js";
import { say } from "../words.js";
import { codeInput, field, passwordInput, serverForm, textInput } from "./parts/forms.js";

/** @typedef {import("../online/server.js").Server} Server */

/** @param {URLSearchParams} query @param {unknown} _library @param {{server: Server}} given */
export function open(query, _library, { server }) {
  let isNew = query.has("new");
  const next = query.get("next") ?? "";
  // Only within the app: never redirect to another site.
  const leave = () => {
    location.hash = next.startsWith("#/") ? next : "#/lobby";
  };
  const nameInput = () =>
    textInput("name", { autocomplete: "username", required: true, maxLength: 40, spellcheck: false });

  const entering = () =>
    serverForm(
      [
        field(say("online.name"), nameInput()),
        field(say("online.password"), passwordInput("password", "current-password")),
      ],
      say("web.menu.login"),
      async ({ name, password }) => {
        try {
          await server.login(name, password);
        } catch (error) {
          if (codeOf(error) !== "second_factor") throw error;
          place.replaceChildren(proving(name, password));
          place.querySelector("input")?.focus();
          return;
        }
        leave();
      },
    );
  /** The second step. @param {string} name @param {string} password */
  const proving = (name, password) =>
    serverForm(
      [
        h("p", {}, say("online.second factor.enter")),
        field(say("online.second factor.code"), codeInput(), say("online.second factor.code.about")),
      ],
      say("web.menu.login"),
      async ({ code }) => {
        await server.login(name, password, code);
        leave();
      },
    );
  const signing = () =>
    serverForm(
      [
        field(say("online.name"), nameInput(), say("online.name.about")),
        field(say("online.password"), passwordInput("password", "new-password"), say("online.password.about")),
        field(
          say("online.mail"),
          h("input", { type: "email", name: "mail", autocomplete: "email" }),
          say("online.mail.about"),
        ),
      ],
      say("online.sign up"),
      async ({ name, password, mail }) => {
        await server.signup(name, password, mail);
        leave();
      },
    );
  const forgotten = () =>
    h(
      "details.forgotten",
      {},
      h("summary", {}, say("online.forgotten")),
      h("p.faint", {}, say("online.forgotten.about")),
      serverForm(
        [field(say("online.name"), nameInput())],
        say("online.forgotten.send"),
        async ({ name }) => {
          await server.post("/password/reset", { name });
          notify(say("online.forgotten.sent"));
        },
        { look: "" },
      ),
    );

  const place = h("div", {});
  const draw = () => place.replaceChildren(...(isNew ? [signing()] : [entering(), forgotten()]));
  const tabs = choices(
    say("online.account"),
    [
      ["no", say("web.menu.login")],
      ["yes", say("online.sign up")],
    ],
    isNew ? "yes" : "no",
    (value) => {
      isNew = value === "yes";
      draw();
    },
  );
  const asGuest = () => server.somebody().then(leave).catch(tell);
  draw();
  const element = h(
    "div.page.narrow",
    {},
    h("h1", {}, say("online.welcome")),
    h("div.panel", {}, tabs, place),
    h(
      "div.panel.card-ways",
      {},
      h("p", {}, say("login.card.about")),
      h(
        "div.buttons",
        {},
        linkButton("image", say("web.menu.card"), "#/card"),
        linkButton("people", say("web.menu.join"), "#/join"),
      ),
    ),
    isKid()
      ? null
      : h(
          "div.panel.guest",
          {},
          h("p", {}, say("online.guest.about")),
          button("play", say("online.as guest"), asGuest),
        ),
  );
  return { element };
}
