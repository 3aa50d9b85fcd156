// The title of the page: the open view, after the number of games waiting for a move.

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
