// The title of the page: what is open, and before it how many games wait for a move.

let shown = "";
let waiting = 0;

const draw = () => {
  document.title = waiting ? `(${waiting}) ${shown}` : shown;
};

/** @param {string} title */
export function showTitle(title) {
  shown = title;
  draw();
}

/** @param {number} count of games in which it is the person's turn */
export function showWaiting(count) {
  waiting = count;
  draw();
}
