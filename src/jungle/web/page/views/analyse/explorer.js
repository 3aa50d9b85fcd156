// The server's knowledge of a position: games played from it, and endgame tables.

import { h } from "../../dom.js";
import { moveTexts } from "../../game/moves.js";
import { leadText } from "../../game/score.js";
import { isKid } from "../../kid.js";
import { say } from "../../words.js";
import { selectInput } from "../parts/forms.js";
import { moveLabel } from "../parts/notation.js";

/** @typedef {import("../../game/game.js").Game} Game */
/** @typedef {import("../../online/server.js").Server} Server */
/** @typedef {{move: string, games: number, blue: number, red: number, draws: number, book?: number | null}} Row book: centi-cats, if it is in the opening book */

const SOON_MS = 150;
const MOST_KEPT = 300;
/** There are no tables for more pieces, and the page has those for fewer. */
const PIECES = [4, 5];

/** Answers are cached. @template T @param {(path: string) => Promise<T>} get */
function remembering(get) {
  /** @type {Map<string, Promise<T | null>>} */
  const known = new Map();
  return (/** @type {string} */ path) => {
    const answer = known.get(path) ?? get(path).catch(() => null);
    known.delete(path);
    known.set(path, answer);
    if (known.size > MOST_KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
    return answer;
  };
}

/** @param {string} path @param {Game} game @param {Record<string, string>} [more] */
const question = (path, game, more = {}) =>
  `${path}?${new URLSearchParams({ fen: game.fen(), rules: game.rules.name, ...more })}`;

/** @typedef {{player: string, colour: "blue" | "red", accounts: string[]}} Players whose games are shown at first, everybody's if empty; as which colour; who else can be chosen */

/** What an address says about players. @param {URLSearchParams} query @returns {Players} */
export const readPlayers = (query) => ({
  player: query.get("player") ?? "",
  colour: query.get("as") === "red" ? "red" : "blue",
  accounts: (query.get("accounts") ?? "").split(","),
});

export class Explorer {
  /** @param {Server} server @param {(origin: number, target: number) => void} onPlay @param {Players} players */
  constructor(server, onPlay, { player, colour, accounts }) {
    this.ask = remembering(server.get);
    this.onPlay = onPlay;
    this.player = player;
    this.colour = colour;
    /** @type {Game | null} */
    this.game = null;
    this.isOpen = true;
    this.rows = h("tbody", {});
    this.none = h("p.faint", {});
    const head = ["move", "book", "games", "results"].map((key) => h("th", { scope: "col" }, say(`explorer.${key}`)));
    this.list = h("table", {}, h("thead", {}, h("tr", {}, head)), this.rows);
    const title = h("summary", {}, say("explorer.title"));
    this.element = h("details.explorer", { open: true }, title, this.#choices(server, accounts), this.none, this.list);
  }

  /** Whose games are shown, and with which colour; null if there is nobody to choose. @param {Server} server @param {string[]} accounts */
  #choices({ account }, accounts) {
    const names = [...new Set([account?.name ?? "", this.player, ...accounts])].filter((name) => name);
    if (isKid() || !names.length) return null;
    const colours = selectInput(
      "colour",
      [
        ["blue", say("explorer.as.blue")],
        ["red", say("explorer.as.red")],
      ],
      this.colour,
      (value) => {
        this.colour = value === "red" ? "red" : "blue";
        this.#again();
      },
    );
    const players = selectInput(
      "player",
      [["", say("explorer.everyone")], ...names.map((name) => /** @type {[string, string]} */ ([name, name]))],
      this.player,
      (value) => {
        this.player = value;
        colours.hidden = !value;
        this.#again();
      },
    );
    players.setAttribute("aria-label", say("explorer.whose"));
    colours.setAttribute("aria-label", say("online.search.colour"));
    colours.hidden = !this.player;
    return h("div.choices", {}, players, colours);
  }

  #again() {
    if (this.game) this.#look(this.game);
  }

  /** What to ask the server about a position, or null if it cannot know: of one player it knows the games from the start. @param {Game} game */
  #question(game) {
    if (!this.player) return question("/explorer", game, { game: game.kind });
    if (game.hasChance || game.fen(0) !== game.rules.start) return null;
    const asked = { game: game.kind, rules: game.rules.name, colour: this.colour, opening: moveTexts(game).join(" ") };
    const given = Object.entries(asked).filter(([, value]) => value);
    return `/user/${encodeURIComponent(this.player)}/explorer?${new URLSearchParams(given)}`;
  }

  /** @param {Game} game */
  show(game) {
    clearTimeout(this.timer);
    this.game = game;
    this.timer = setTimeout(() => this.#look(game), SOON_MS);
  }

  close() {
    clearTimeout(this.timer);
  }

  /** @param {Game} game */
  async #look(game) {
    const asked = this.#question(game);
    this.asked = asked;
    const answer = asked === null ? null : await this.ask(asked);
    if (this.asked !== asked || !game.states.length) return;
    this.#draw(game, answer?.moves ?? []);
  }

  /** @param {Game} game @param {Row[]} moves */
  #draw(game, moves) {
    this.none.textContent = moves.length ? "" : say(this.player ? "explorer.none of player" : "explorer.none");
    this.list.hidden = !moves.length;
    const all = moves.reduce((sum, { games }) => sum + games, 0);
    this.rows.replaceChildren(...moves.map((row) => this.#row(game, row, all)).filter((row) => row !== null));
  }

  /** @param {Game} game @param {Row} row @param {number} all */
  #row(game, { move: text, games, blue, red, draws, book }, all) {
    const move = game.parse(text);
    if (!move) return null;
    /** @param {number} count */
    const share = (count) => Math.round((100 * count) / games);
    /** @param {string} kind @param {number} count */
    const part = (kind, count) => {
      const made = h(`span.${kind}`, {}, share(count) >= 15 ? `${share(count)}%` : "");
      made.style.flexGrow = String(count);
      return made;
    };
    const words = say("explorer.shares", { blue: share(blue), draws: share(draws), red: share(red) });
    return h(
      "tr",
      {},
      h(
        "td",
        {},
        h(
          "button.plain",
          { type: "button", onclick: () => this.onPlay(move.origin, move.target) },
          moveLabel(move, game, game.side),
        ),
      ),
      h("td", {}, typeof book === "number" ? leadText(book, game.side) : ""),
      h("td", {}, games ? `${games} (${Math.round((100 * games) / all)}%)` : ""),
      h(
        "td",
        {},
        games > 0 &&
          h(
            "div.shares",
            { role: "img", "aria-label": words, title: words },
            part("blue", blue),
            part("draws", draws),
            part("red", red),
          ),
      ),
    );
  }

  /** The verdict of the server's tables on a position that the page's tables lack. @param {Game} game @returns {Promise<import("./verdicts.js").Known | null>} */
  async tables(game) {
    if (game.hasChance || !PIECES.includes(game.faces().size)) return null;
    const found = await this.ask(question("/tablebase", game, { optional: "true" }));
    if (!found || !game.states.length) return null;
    /** @param {{wdl: number, plies: number}} given */
    const verdict = ({ wdl, plies }) => ({ expected: wdl, plies });
    /** @type {import("./verdicts.js").KnownMove[]} */
    const moves = [];
    for (const each of found.moves) {
      const move = game.parse(each.move);
      if (move) moves.push({ move, verdict: verdict(each) });
    }
    return { position: verdict(found), moves };
  }
}
