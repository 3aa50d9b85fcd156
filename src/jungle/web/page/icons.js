// The icons on buttons: lines on a 24×24 grid, in the colour of the button's text.

import { shape } from "./board/shape.js";

const CIRCLE = "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z";

const STAR =
  "M12 3.500l2.600 5.300 5.900.900-4.200 4.100 1 5.800-5.300-2.800-5.300 2.800 1-5.800-4.200-4.100 5.900-.900z";

/** @type {Record<string, string>} */
const LINES = {
  alert: "M12 4l9 16H3zM12 10v4M12 17h.01",
  analyse: "M4 20h16M5 16l5-6 4 4 6-9",
  calendar: "M5 6h14v14H5zM5 10h14M9 3v5M15 3v5",
  check: "M5 12.5l5 5L20 7",
  chat: "M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5",
  clock: `M12 7v5l3 3${CIRCLE}`,
  close: "M6 6l12 12M18 6L6 18",
  comment: "M4 5h16v11h-9l-5 4v-4H4z",
  computer: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  copy: "M9 9h11v11H9zM6 15H4V4h11v2",
  connected: "M4 20v-3M9.500 20v-7M15 20V9M20.500 20V4",
  download: "M12 3v12M8 11l4 4 4-4M5 20h14",
  draw: "M5 20L19 4M5 5l2-1v7M14 14h4v3h-4v3h4",
  editor: "M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4",
  first: "M18 5l-8 7 8 7M7 5v14",
  flame: "M12 3c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 0-3-1-5 1-9z",
  flip: "M5 4h8v12H5zM16 8h3v12h-8v-1",
  forward: "M5 12h14M13 6l6 6-6 6",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h10",
  last: "M6 5l8 7-8 7M17 5v14",
  learn: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13",
  menu: "M4 6h16M4 12h16M4 18h16",
  move: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  mute: "M4 5h16v11h-9l-5 4v-4H4zM3 2l18 20",
  next: "M9 5l8 7-8 7",
  paste: "M8 5H5v16h14V5h-3M8 3h8v4H8zM9 13h6M9 17h4",
  path: "M6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 18h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6",
  pause: "M9 5v14M15 5v14",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20.500a7 7 0 0 1 14 0",
  play: "M7 4.500l12.500 7.500L7 19.500z",
  people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19a6 6 0 0 1 12 0M16 5.500a3 3 0 0 1 0 5.500M17 14a6 6 0 0 1 4 5",
  plus: "M12 5v14M5 12h14",
  previous: "M15 5l-8 7 8 7",
  puzzles: "M4 9h4.200a2.200 2.200 0 1 1 3.600 0H16v4.200a2.200 2.200 0 1 1 0 3.600V21H4z",
  redo: "M16 5l5 5-5 5M21 10H10a5 5 0 0 0 0 10h3",
  resign: "M6 21V4h11l-2 4 2 4H6",
  rules: "M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5",
  simul:
    "M12 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM12 8v4M5 16v-4h14v4M12 12v4M3 16h4v4H3zM10 16h4v4h-4zM17 16h4v4h-4z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  lobby: "M4 20V9l8-5 8 5v11M9 20v-6h6v6",
  star: STAR,
  stickers: STAR,
  tournament: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3M12 14v4M8 20h8",
  target: "M12 3v4M12 17v4M3 12h4M17 12h4M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  turn: "M4.500 11a8 8 0 0 1 14-4L20 9M20 4v5h-5M19.500 13a8 8 0 0 1-14 4L4 15M4 20v-5h5",
  undo: "M8 5L3 10l5 5M3 10h11a5 5 0 0 1 0 10h-3",
  up: "M12 19V5M6 11l6-6 6 6",
};

/** @param {string} name */
export const icon = (name) =>
  shape(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    shape("path", { d: LINES[name] ?? CIRCLE }),
  );
