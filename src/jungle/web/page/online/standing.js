// A tournament as its events change it: an event brings the new lines of those whom it concerns. No DOM.

const PODIUM = 3;

/** A tournament after an event. @template {Pick<import("./answers.js").ArenaView, "status" | "standing" | "podium" | "games">} T @param {T} shown @param {{what: string, entrants: import("./answers.js").EntrantView[]}} event */
export function tournamentAfter(shown, { what, entrants }) {
  const changed = new Map(entrants.map((each) => [each.name, each]));
  const places = shown.standing.map((each) => {
    const now = changed.get(each.name) ?? each;
    changed.delete(each.name);
    return now;
  });
  const standing = [...places, ...changed.values()]
    .sort((one, other) => other.score - one.score || other.wins - one.wins || one.joined - other.joined)
    .map((each, index) => ({ ...each, place: index + 1 }));
  const status = ["started", "finished"].includes(what) ? what : shown.status;
  const people = status === "finished" ? standing.filter(({ kind }) => kind !== "bot").slice(0, PODIUM) : [];
  const podium = people.map((each, index) => ({ ...each, place: index + 1 }));
  const games = [...new Set(standing.map(({ game }) => game).filter(Boolean))];
  return { ...shown, status, standing, podium, games };
}
