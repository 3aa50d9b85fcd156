// The menu of the analysis board.

import { copyText, openMenu } from "../../dialog.js";
import { isKid } from "../../kid.js";
import { viewOf } from "../../library.js";
import { routeTo } from "../../routes.js";
import { choose } from "../../settings.js";
import { say } from "../../words.js";
import { askForText, download, downloadPicture, recordText } from "./exchange.js";
import { movingEntries } from "./moving.js";

/** Asks how many threads the engine is to use. @param {import("../analyse.js").AnalyseView} view */
function openThreads({ library, engine }) {
  /** @param {number} threads */
  const use = (threads) => () => {
    choose({ threads });
    engine.think(engine.game);
  };
  const counts = Array.from({ length: library.engine.mostThreads }, (_, index) => index + 1);
  openMenu(
    say("web.analyse.threads"),
    counts.map((count) => [
      "computer",
      say("web.analyse.n threads", { count }),
      use(count),
      count === usedThreads(library),
    ]),
  );
}

/** @param {import("../../library.js").Library} library */
const usedThreads = ({ engine }) => Math.min(engine.threads, engine.mostThreads);

/** @param {import("../analyse.js").AnalyseView} view */
export function openAnalysisMenu(view) {
  const { analysis, library, board } = view;
  const { tree, game } = analysis;
  const fen = game.fen();
  const node = tree.current;
  /** @param {string} address */
  const go = (address) => () => {
    location.hash = address;
  };
  const record = () =>
    download("jungle.jgn", new Blob([recordText(tree, library, view.analysis.review?.plies)], { type: "text/plain" }));
  const playOn = routeTo(viewOf(game.kind), { level: 4, rules: tree.rules, fen });
  /** @type {Parameters<typeof openMenu>[1]} */
  const threads =
    library.engine.mostThreads > 1
      ? [["computer", say("web.analyse.n threads", { count: usedThreads(library) }), () => openThreads(view)]]
      : [];
  /** @type {Parameters<typeof openMenu>[1]} */
  const exchange = [
    ["paste", say("web.analyse.paste"), () => askForText(library, tree.rules, (read) => analysis.open(read))],
    ["share", say("web.analyse.share"), () => view.share()],
    ["copy", say("web.analyse.copy position"), () => copyText(fen, say("web.copied"))],
    ["download", say("web.analyse.record"), record],
    ["image", say("web.analyse.png"), () => downloadPicture(fen, board.isTurned, "png")],
    ["image", say("web.analyse.svg"), () => downloadPicture(fen, board.isTurned, "svg")],
    ...movingEntries(game, board.isTurned, "jungle-moves"),
  ];
  /** @type {Parameters<typeof openMenu>[1]} */
  const editing = isKid() ? [] : [["editor", say("web.menu.editor"), go(routeTo("editor", { fen }))]];
  openMenu(say("web.menu"), [
    ...(isKid() ? [] : exchange),
    ["up", say("web.analyse.promote"), () => analysis.edit(() => tree.promote(node)), tree.isMain(node)],
    ["trash", say("web.analyse.remove"), () => analysis.edit(() => tree.remove(node)), !node.parent],
    ["turn", say("web.play.turn"), () => board.toggleAttribute("turned")],
    ...threads,
    ...editing,
    ["play", say("web.analyse.play on"), go(playOn), Boolean(game.outcome())],
    ["plus", say("web.analyse.new"), () => view.restart()],
  ]);
}
