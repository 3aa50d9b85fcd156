// A class as its events change it, and what follows from it: who stands where, what was answered. No DOM.

/** @typedef {{name: string, here: boolean, gameId: string | null, points: number, games: number, label?: string, joined?: number, seen?: number}} Pupil */
/**
 * What the teacher shows: a position or a game up to a ply, with drawings. `solution` is there only after the answer was revealed, and for the teacher.
 * @typedef {{game: string, rules: string, fen: string, moves: string[], ply: number, arrows: [string, string, string][], circles: [string, string][],
 *   ask: boolean, solution: string[] | null}} ClassBoard
 */
/** @typedef {{name: string, move: string, isRight: boolean | null}} Answer */
/**
 * @typedef {object} Class
 * @property {string} id @property {string} name @property {string} teacher @property {boolean} isTeacher
 * @property {boolean} takebacks @property {boolean} hints @property {boolean} isPaused @property {string} announcement
 * @property {ClassBoard | null} board @property {number} boardVersion
 * @property {Pupil[]} pupils @property {import("./answers.js").GameView[]} games @property {import("./answers.js").TournamentView[]} tournaments
 * @property {string} [code] @property {string} [url] @property {boolean} [isOpen] @property {boolean} [admits] @property {Answer[]} [answers] only for the teacher
 * @property {{name: string, at: number}[]} [waiting] who used the code and is not let in yet; only for the teacher
 * @property {string | null} [answer] the pupil's own
 */

/** An event in a class; its fields depend on `what`. @typedef {Record<string, any>} ClassEvent */

/** The class after an event of its topic. @param {Class} shown @param {ClassEvent} event @returns {Class} */
export function classAfter(shown, event) {
  const change = CHANGES[event.what];
  return change ? { ...shown, ...change(shown, event) } : shown;
}

/** @type {Record<string, (shown: Class, event: ClassEvent) => Partial<Class>>} */
const CHANGES = {
  state: (_, { class: now }) => now,
  here: (shown, { name, here }) => ({ pupils: withPupil(shown.pupils, { name, here }) }),
  waiting: (shown, { pupil }) => ({ waiting: [...without(shown.waiting, pupil.name), pupil] }),
  joined: (shown, { pupil }) => ({
    waiting: without(shown.waiting, pupil.name),
    pupils: shown.pupils.some(({ name }) => name === pupil.name)
      ? withPupil(shown.pupils, pupil)
      : [...shown.pupils, pupil],
  }),
  left: (shown, { name }) => ({ pupils: without(shown.pupils, name), waiting: without(shown.waiting, name) }),
  changed: (_, { type, id, what, ...fields }) => fields.class ?? fields,
  round: (shown, { games }) => ({
    games: [
      ...shown.games.filter(
        ({ id }) => !games.some((/** @type {import("./answers.js").GameView} */ game) => game.id === id),
      ),
      ...games,
    ],
    pupils: shown.pupils.map((pupil) => {
      const own = games.find((/** @type {import("./answers.js").GameView} */ game) => isPlayer(game, pupil.name));
      return own ? { ...pupil, gameId: own.id } : pupil;
    }),
  }),
  over: (shown, { gameId, game, pupils }) => ({
    games: shown.games.map((each) => (each.id === gameId ? { ...each, status: "ended", ...game } : each)),
    pupils: shown.pupils.map((pupil) => ({
      ...pupil,
      gameId: pupil.gameId === gameId ? null : pupil.gameId,
      ...pupils?.find((/** @type {Pupil} */ each) => each.name === pupil.name),
    })),
  }),
  // A drawing or the solution leaves the version, and what was answered, as it is.
  board: (shown, { board, version }) => ({
    board,
    boardVersion: version,
    ...(version === shown.boardVersion ? {} : { answers: [], answer: null }),
  }),
  answer: (shown, { name, move, isRight }) => ({
    answers: [...(shown.answers ?? []).filter((each) => each.name !== name), { name, move, isRight }],
  }),
  paused: (_, { paused }) => ({ isPaused: paused }),
  tournament: (shown, { tournament }) => ({
    tournaments: [...shown.tournaments.filter(({ id }) => id !== tournament.id), tournament],
  }),
};

/** @template {{name: string}} T @param {T[] | undefined} people @param {string} name @returns {T[]} */
const without = (people, name) => (people ?? []).filter((each) => each.name !== name);

/** @param {Pupil[]} pupils @param {Partial<Pupil> & {name: string}} changed */
const withPupil = (pupils, changed) =>
  pupils.map((each) => (each.name === changed.name ? { ...each, ...changed } : each));

/** @param {{players: Record<"blue" | "red", {name: string | null}>}} game @param {string} name */
export const isPlayer = (game, name) => [game.players.blue, game.players.red].some((player) => player.name === name);

/** Games of a round that are still on: a tournament takes their players when they end. @param {Pick<Class, "games">} shown */
export const roundGames = ({ games }) => games.filter(({ status, tournament }) => status === "started" && !tournament);

/** The tournament that waits: for games of the round, or for the teacher to start it. @param {Class} shown @returns {{tournament: import("./answers.js").TournamentView, games: number} | null} */
export function waitingTournament(shown) {
  const games = roundGames(shown).length;
  const open = shown.tournaments.filter(({ status }) => status !== "finished");
  const tournament =
    open.find(({ status, byHand }) => status === "created" && byHand) ??
    open.find(({ status }) => games > 0 && status === "started");
  return tournament ? { tournament, games } : null;
}

/** A class's code in groups of three, as people read it out. @param {string} code */
export const codeText = (code) => code.replace(/(.{3})(?=.)/g, "$1 ");

/** Whether only this computer can open an address, so that no phone can join. @param {string} url */
export const isOnlyHere = (url) => /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/.test(url);

/** Pupils by points; equal points share a place, and pupils who have not played come last. @param {Pupil[]} pupils @returns {(Pupil & {place: number})[]} */
export function classStanding(pupils) {
  const sorted = [...pupils].sort(
    (one, other) => other.points - one.points || other.games - one.games || (one.name < other.name ? -1 : 1),
  );
  return sorted.map((each) => ({
    ...each,
    place: sorted.findIndex(({ points }) => points === each.points) + 1,
  }));
}

/** Moves that were answered, the one of most pupils first, with whose answer it was. @param {Answer[]} answers @returns {{move: string, isRight: boolean | null, names: string[]}[]} */
export function tallyOf(answers) {
  /** @type {Map<string, {move: string, isRight: boolean | null, names: string[]}>} */
  const rows = new Map();
  for (const { name, move, isRight } of answers) {
    const row = rows.get(move) ?? { move, isRight, names: [] };
    row.names.push(name);
    rows.set(move, row);
  }
  return [...rows.values()].sort(
    (one, other) => other.names.length - one.names.length || (one.move < other.move ? -1 : 1),
  );
}

/** Width by height of a small board. */
const BOARD_ASPECT = 0.78;

/**
 * The number of columns that makes small boards as large as possible, and their width.
 * @param {number} count @param {number} width of the wall @param {number} height of the wall
 * @param {number} around the height of the names and the note around each board @param {number} gap between boards
 */
export function columnsFor(count, width, height, around, gap) {
  let [best, columns] = [0, 1];
  for (let each = 1; each <= count; each += 1) {
    const rows = Math.ceil(count / each);
    const size = Math.min((width + gap) / each - gap, ((height + gap) / rows - gap - around) * BOARD_ASPECT);
    if (size > best) [best, columns] = [size, each];
  }
  return { columns, width: Math.floor(best) };
}
